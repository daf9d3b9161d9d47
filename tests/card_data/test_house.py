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


@pytest.mark.parametrize(("typed", "games", "said"), [
    ("refill_taken_stak=true", [WINSTON],
     "--option: no house rule refill_taken_stak; did you mean refill_taken_stack?"),
    ("winstons_archive.refill=true", None,
     "--option: winstons_archive.refill: no house rule refill"
     "; did you mean refill_taken_stack?"),
    ("winstons_archive.tie_for_fewest=nobdy", None,
     "--option: winstons_archive.tie_for_fewest: found nobdy, expected one of all_tied,"
     " nobody; did you mean nobody?"),
    (REFILL.replace("true", "maybe"), None,
     "--option: winstons_archive.refill_taken_stack: found maybe, expected true or false"),
    ("winston_archive.refill_taken_stack=true", None,
     "--option: winston_archive.refill_taken_stack: no game called 'winston_archive' here;"
     " did you mean winstons_archive?"),
    (REFILL, ["manuscript", "dice_archive"],
     "--option: winstons_archive.refill_taken_stack: found an option of winstons_archive,"
     " expected one of manuscript or dice_archive"),
    ("anything=1", ["nineteen_eighty_four"],
     "--option: no house rule anything; the game has none"),
    ("nineteen_eighty_four.anything=1", None,
     "--option: nineteen_eighty_four.anything: the game has no house rules"),
    *(
        (
            wrong, None,
            f"--option: found '{wrong}', expected GAME.NAME=VALUE, such as {REFILL}",
        )
        for wrong in ("refill_taken_stack", "=true", "refill_taken_stack=")
    ),
])  # fmt: skip
def test_mistyped_option_is_told_with_a_hint(
    typed: str, games: list[str] | None, said: str
) -> None:
    assert problems([typed], games) == said


def test_everything_that_is_mistyped_is_told_at_once() -> None:
    said = problems(["x=1", "winstons_archive.y=1", REFILL])
    assert [line.partition("house rule ")[2][0] for line in said.splitlines()] == ["x", "y"]


def test_an_option_of_several_games_needs_its_game(tmp_path: Path) -> None:
    for name in ("one", "two"):
        errata(tmp_path).rename(tmp_path / name)
    said = problems(["open_hands=true"], None, tmp_path)
    assert said == "--option: open_hands: one and two have it: name one, as in one.open_hands"
    assert resolve_house_rules(["open_hands=on"], ["two"], tmp_path).typed == ("two.open_hands=on",)


AIDS = "value: slow\n    aid: {slow: a, fast: b}"


@pytest.mark.parametrize(("declared", "word", "value"), [
    ("value: 3", "4", 4), ("value: slow", "fast", "fast"), (AIDS, "fast", "fast"),
    ("value: false", "yes", True),
])  # fmt: skip
def test_option_of_a_game_without_model(
    tmp_path: Path, declared: str, word: str, value: object
) -> None:
    game = errata(tmp_path)
    edit(game / "game.yaml", "value: false", declared)
    option = card_data.load(game.name, tmp_path, [f"errata.open_hands={word}"]).options()
    assert (option["open_hands"].value, type(option["open_hands"].value)) == (value, type(value))


@pytest.mark.parametrize(("declared", "word", "said"), [
    ("value: 3", "four", "found four, expected a whole number"),
    (AIDS, "fats", "found fats, expected one of fast, slow; did you mean fast?"),
    ("value: [1]", "2", "it has no single value: edit game.yaml instead"),
])  # fmt: skip
def test_value_that_such_an_option_refuses(
    tmp_path: Path, declared: str, word: str, said: str
) -> None:
    game = errata(tmp_path)
    edit(game / "game.yaml", "value: false", declared)
    with pytest.raises(DataError) as error:
        card_data.load(game.name, tmp_path, [f"errata.open_hands={word}"])
    assert str(error.value) == f"--option: errata.open_hands: {said}"


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


def test_what_is_wrong_in_the_settings_is_told_with_its_line() -> None:
    file = settings(
        "[options]\nwinstons_archive.refil_taken_stack = true\n"
        'winstons_archive.tie_for_fewest = "nobdy"\n\n[options.manuscripts]\nx = 1\n'
    )
    said = problems([]).replace(str(file), "FILE").replace("../config/printkit/", "")
    assert [line.split(": ", 1)[1] for line in said.splitlines()] == [
        "manuscripts.x: no game called 'manuscripts'; did you mean manuscript?",
        "winstons_archive.refil_taken_stack: no house rule refil_taken_stack;"
        " did you mean refill_taken_stack?",
        "winstons_archive.tie_for_fewest: found nobdy, expected one of all_tied, nobody;"
        " did you mean nobody?",
    ]
    assert [line.split(":")[1] for line in said.splitlines()] == ["6", "2", "3"]


@pytest.mark.parametrize(("text", "said"), [
    ("options = 1\n", ":1: field options: found a value, expected [options]"),
    ("[options]\nmanuscript = 1\n",
     ":2: field options.manuscript: found 1, expected GAME.NAME = VALUE"),
    ("[options]\nmanuscript.corners_may_touch = []\n",
     ":2: field options.manuscript.corners_may_touch: found a list, expected a text,"
     " true, false or a number"),
    ("[options\n", ":1:9: not TOML"),
    ("manuscript.corners_may_touch = false\n", ":1: field manuscript: unknown key"),
])  # fmt: skip
def test_settings_that_are_none_are_told(text: str, said: str) -> None:
    settings(text, ".")
    assert problems([]).startswith(f"{FILE}{said}")


def test_a_game_with_options_is_the_same_once_it_is_packed() -> None:
    game = card_data.load(WINSTON, None, [REFILL])
    assert msgspec.structs.replace(game) == game
    assert card_data.load(WINSTON, None, house.typed_choices(game)) == game
