"""House rules chosen without an edit: what may be typed or stand in a user's settings, and that a
game is then as an edited copy of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import card_data
from card_data import DataError, Game, house
from card_data.choices import HouseRules, resolve_house_rules, settings_for
from card_data.house import HouseRule
from card_data.program.settings import FILE
from tests import golden_files
from tests.card_data.copies import copied, edit, errata
from tests.sweeps import sweep

WINSTON = "winstons_archive"
REFILL = "winstons_archive.refill_taken_stack=true"
CASES = [
    (name, option, value)
    for name in card_data.names()
    for option, one in card_data.load(name).options().items()
    for value in one.aid
]


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "here").mkdir()
    (tmp_path / "config" / "printkit").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path


def with_option(folder: Path, name: str, option: str, value: str) -> Game[Any]:
    now = card_data.load(name).options()[option].word()
    file = copied(name, folder, rulebook=True) / "game.yaml"
    edit(file, f"  {option}:\n    value: {now}", f"  {option}:\n    value: {value}")
    return card_data.load(name, folder)


def problems(typed: list[str], games: list[str] | None = None, data: Path | None = None) -> str:
    with pytest.raises(DataError) as error:
        resolve_house_rules(typed, games, data)
    return str(error.value)


@pytest.mark.parametrize(
    ("name", "option", "value"), sweep(CASES, [one for one in CASES if one[0] == WINSTON])
)
def test_game_with_an_option_is_as_its_edited_copy(
    tmp_path: Path, name: str, option: str, value: str
) -> None:
    """DA-1.6, MS-3.5, VV-3.4, VV-4.4, VV-6.6, WA-3.2, WA-5.6: clauses, numbers, tables, set-up and
    rulebook."""
    edited = with_option(tmp_path, name, option, value)
    chosen = card_data.load(name, None, [f"{name}.{option}={value}"])
    plain = card_data.load(name)
    assert (chosen.data, chosen.sections) == (edited.data, edited.sections)
    assert (chosen.components, chosen.lengths) == (edited.components, edited.lengths)
    assert card_data.load_rulebook(chosen) == card_data.load_rulebook(edited)
    assert card_data.load_set_up(chosen) == card_data.load_set_up(edited)
    assert chosen.fingerprint == plain.fingerprint, "its data are the same"
    assert edited.house == {}, "an edited game's options are its own"
    other = value != plain.options()[option].word()
    assert chosen.house == ({option: value} if other else {})
    assert chosen == card_data.under(plain, {option: value})


def test_what_was_chosen_before_stays_under_another_choice() -> None:
    game = card_data.load(WINSTON, None, [REFILL])
    both = card_data.under(game, {"tie_for_fewest": "nobody"})
    assert both.house == {"refill_taken_stack": "true", "tie_for_fewest": "nobody"}
    assert card_data.under(game, {"refill_taken_stack": "false"}).house == {}


def test_options_of_other_games_are_passed_over() -> None:
    assert card_data.load(WINSTON, None, ["manuscript.corners_may_touch=false"]).house == {}
    with pytest.raises(DataError, match="found no game, expected"):
        card_data.load(WINSTON, None, ["refill_taken_stack=true"])


def test_what_is_said_of_options() -> None:
    game = card_data.load(WINSTON, None, [REFILL, "winstons_archive.tie_for_fewest=nobody"])
    says = "the deck’s top card takes its place"
    refill, tie = house.changed_rules(game)
    assert refill == HouseRule("refill_taken_stack", "true", says, "WA-3.2")
    assert house.summary(game) == "refill taken stack (on), tie for fewest (nobody)"
    assert [*house.report_lines([refill, tie])] == [
        f"House rules: refill taken stack: {says} (WA-3.2); "
        "tie for fewest: the penalty hits nobody (WA-5.6)."
    ]
    assert [*house.report_lines(house.changed_rules(card_data.load(WINSTON)))] == []
    assert house.typed_choices(game) == (REFILL, "winstons_archive.tie_for_fewest=nobody")


def test_an_option_may_be_typed_without_its_game() -> None:
    assert resolve_house_rules(["refill_taken_stack=true"]) == HouseRules((), (REFILL,))
    assert resolve_house_rules(["refill_taken_stack=true"], [WINSTON]).typed == (REFILL,)
    assert resolve_house_rules([]) == HouseRules()


def test_wrong_options_are_told_with_a_hint() -> None:
    """Each case is what is typed, for the games behind ``of``, or else all of ``printkit.toml``."""
    found = {}
    for case in golden_files.kept("options"):
        typed, _, games = case.partition(" of ")
        if "\n" in case:
            settings(case, ".")
        found[case] = problems([] if "\n" in case else typed.split(), games.split() or None)
        Path(FILE).unlink(missing_ok=True)
    golden_files.check("options", found)


def test_an_option_of_several_games_needs_its_game(tmp_path: Path) -> None:
    for name in ("one", "two"):
        errata(tmp_path).rename(tmp_path / name)
    said = problems(["open_hands=true"], None, tmp_path)
    assert said == "--option: open_hands: one and two have it: name one, as in one.open_hands"
    assert resolve_house_rules(["open_hands=on"], ["two"], tmp_path).typed == ("two.open_hands=on",)


AIDS = "value: slow\n    aid: {slow: a, fast: b}"


@pytest.mark.parametrize(("declared", "word", "value"), [
    ("value: 3", "4", 4), ("value: slow", "fast", "fast"), (AIDS, "fast", "fast"),
    ("value: false", "yes", True), ("value: 3", "four", "found four, expected a whole number"),
    (AIDS, "fats", "found fats, expected one of fast, slow; did you mean fast?"),
    ("value: [1]", "2", "it has no single value: edit game.yaml instead"),
])  # fmt: skip
def test_option_of_a_game_without_model(
    tmp_path: Path, declared: str, word: str, value: object
) -> None:
    game = errata(tmp_path)
    edit(game / "game.yaml", "value: false", declared)
    found: object
    try:
        loaded = card_data.load(game.name, tmp_path, [f"errata.open_hands={word}"])
        found = loaded.options()["open_hands"].value
    except DataError as error:
        found = str(error).removeprefix("--option: errata.open_hands: ")
    assert (found, type(found)) == (value, type(value))


def settings(text: str, folder: str = "../config/printkit") -> Path:
    file = Path(folder, FILE)
    file.write_text(text, encoding="utf-8")
    return file.resolve()


def test_the_settings_have_options_for_any_games() -> None:
    settings(
        "[options]\nwinstons_archive.refill_taken_stack = true\nmy_own.x = 3\n"
        '[options.manuscript]\n"corners_may_touch" = "false"\n'
    )
    corners = "manuscript.corners_may_touch=false"
    assert resolve_house_rules([]) == HouseRules((REFILL, corners), ())
    assert resolve_house_rules([], [WINSTON]) == HouseRules((REFILL,), ())
    assert settings_for(WINSTON)["refill_taken_stack"].where.endswith(f"{FILE}:2")
    assert settings_for("manuscript")["corners_may_touch"].where.endswith(f"{FILE}:5")


def test_the_folder_one_stands_in_goes_before_the_user_s_and_what_is_typed_before_both() -> None:
    settings("[options]\nwinstons_archive.refill_taken_stack = true\n")
    settings("[options]\nwinstons_archive.refill_taken_stack = false\n", ".")
    assert card_data.load(WINSTON, None, resolve_house_rules([]).all).house == {}
    typed = resolve_house_rules(["refill_taken_stack=true"])
    assert typed.all[-1] == REFILL
    assert card_data.load(WINSTON, None, typed.all).house == {"refill_taken_stack": "true"}


def test_a_game_with_options_is_the_same_once_it_is_packed() -> None:
    game = card_data.load(WINSTON, None, [REFILL])
    assert msgspec.structs.replace(game) == game
    assert card_data.load(WINSTON, None, house.typed_choices(game)) == game
