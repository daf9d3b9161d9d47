"""House rules of positions, records and forms, typed or in a user's settings: what they change,
and that all that is said names them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
import typer.main
import yaml

import card_data
import scoring
from card_data import DataError
from card_data.choices import HouseRules
from card_data.program.settings import FILE
from card_data.reading.documents import parse
from scoring import games
from scoring.cli.main import app
from scoring.play import records
from scoring.play.play import Play
from scoring.play.template_values import position_in, record_in
from scoring.positions.positions import PositionReader
from tests.card_data.test_house import CASES
from tests.scoring.test_schemas import SCHEMAS
from tests.scoring.tools import house, run, standings

WINSTON = "winstons_archive"
REFILL = "winstons_archive.refill_taken_stack=true"
BOSS = "dice_archive.boss_die_counts=true"
NOBODY = "winstons_archive.tie_for_fewest=nobody"
SAID = "House rules: tie for fewest: the penalty hits nobody (WA-5.6)."
TIED = """\
game: winstons_archive
players:
  - {name: Ann, books: {A: 2, D: 5, F: 7}, product_over_process: 0, open_secrets: 0, manuscripts: 5}
  - {name: Bo, books: {B: 3, C: 2}, product_over_process: 2, open_secrets: 3, manuscripts: 5}
  - {name: Cy, books: {C: 2, E: 6}, product_over_process: 2, open_secrets: 2, manuscripts: 8}
"""
FINGERPRINT = card_data.load(WINSTON).fingerprint
DRAWN = {  # options under which a random game with a small seed runs another course
    ("dice_archive", "boss_die_counts"),
    ("manuscript", "corners_may_touch"),
    ("verse_and_variant", "quill_from"),
    ("verse_and_variant", "instant_or_anytime"),
    (WINSTON, "refill_taken_stack"),
}
pytestmark = pytest.mark.usefixtures("own_folder")


def position(*options: str, text: str = TIED) -> str:
    file = Path("evening.yaml")
    head, _, rest = text.partition("\n")
    file.write_text("\n".join([head, *options, rest]), "utf-8")
    return str(file)


def winners(*arguments: str) -> list[str]:
    status, out, _ = run("score", *arguments, "--json")
    assert status == 0
    return cast("list[str]", json.loads(out)["winners"])


PLAIN, UNDER = ["Cy"], ["Ann"]  # Ann and Bo have the fewest pages, which loses both the game


def values(name: str, option: str, value: str) -> dict[str, Any]:
    now = card_data.load(name).options()[option].value
    return {option: value == "true" if isinstance(now, bool) else value}


# --- what they change


@pytest.mark.parametrize(("name", "option", "value"), CASES)
def test_clause_is_printed_as_its_house_rule_has_it(name: str, option: str, value: str) -> None:
    """Engines, checks and scores read options from the data alone."""
    game = PositionReader(house=HouseRules(typed=(f"{name}.{option}={value}",))).game(name)
    edited = house(card_data.load(name), **values(name, option, value))
    assert game.data.options == edited.data.options
    clause = game.options()[option].clause
    status, out, _ = run("rule", clause, "--option", f"{name}.{option}={value}")
    assert (status, f"{option} (currently {value})" in out) == (0, True)


@pytest.mark.parametrize(("name", "option"), sorted(DRAWN))
def test_random_game_differs_under_a_house_rule(name: str, option: str) -> None:
    usual = card_data.load(name)
    (other,) = [
        word for word in usual.options()[option].aid if word != usual.options()[option].word()
    ]
    under = card_data.load(name, None, [f"{name}.{option}={other}"])

    def moves(game: card_data.Game[Any], seed: int) -> list[tuple[str, str]]:
        play = Play(game, ["Ann", "Bo", "Cy"])
        play.play_on(Random(seed))
        return play.moves

    assert any(moves(usual, seed) != moves(under, seed) for seed in range(4))


def test_each_command_that_reads_a_game_takes_house_rules() -> None:
    commands = cast(Any, typer.main.get_command(app)).commands
    without = {
        name
        for name, one in commands.items()
        if "--option" not in [opt for param in one.params for opt in param.opts]
    }
    assert without == {"form", "list", "schema", "history"}
    status, _, err = run("advise", "nineteen_eighty_four", "--option", "x=1", "--roll", "b3")
    assert (status, "no house rule x; the game has none" in err) == (2, True)


# --- positions


@pytest.mark.parametrize("name", games.names())
def test_an_empty_position_says_what_it_is_made_for(name: str) -> None:
    game = card_data.load(name)
    typed = [f"{name}.{option}={[*one.aid][-1]}" for option, one in game.options().items()]
    chosen = card_data.load(name, None, typed)
    _, out, _ = run("template", name, *[word for one in typed for word in ("--option", one)])
    filled = scoring.read(out)
    assert (filled.game.house, filled.made_for) == (chosen.house, game.fingerprint)
    _, out, _ = run("template", name)
    assert ("options:" in out, f"\ndata: {game.fingerprint}" in out) == (False, True)


def test_position_without_house_rules_is_judged_by_the_data() -> None:
    filled = scoring.read(TIED)
    assert (filled.made_for, filled.remarks, filled.notes) == (None, (), ())
    answer = scoring.score(filled).as_json()
    assert not {"options", "made_for", "notes"} & answer.keys()


def test_schemas_have_what_positions_and_records_say_of_it() -> None:
    for name in (*(f"{game}.position" for game in games.names()), "record"):
        schema = SCHEMAS[f"{name}.schema.json"]
        model = "Record" if name == "record" else "Position"
        assert {"data", "rules_version", "options"} <= schema["$defs"][model]["properties"].keys()


# --- records


def played(*options: str) -> Play:
    play = Play(card_data.load(WINSTON, None, options), ["Ann", "Bo"], 3)
    play.play_on(Random(3))
    return play


def test_record_states_its_house_rules_and_is_replayed_by_them() -> None:
    text = records.write(played(REFILL))
    assert yaml.safe_load(text)["options"] == {"refill_taken_stack": True}
    replay = records.play_back(records.read(text))
    assert (replay.findings, replay.notes) == ((), ())
    assert replay.report().final
    assert [one.name for one in replay.report().options] == ["refill_taken_stack"]
    assert "options" not in yaml.safe_load(records.write(played()))


def test_record_made_with_other_house_rules_than_typed_is_reported() -> None:
    Path("game.yaml").write_text(records.write(played(REFILL)), "utf-8")
    _, out, _ = run("replay", "game.yaml")
    assert out.splitlines()[:3] == [
        "# House rules: refill taken stack: the deck’s top card takes its place (WA-3.2).",
        f"game: {WINSTON}",
        f"data: {FINGERPRINT}",
    ]
    again = scoring.read(out)
    assert (again.game.house, scoring.score(again).final) == ({"refill_taken_stack": "true"}, True)
    other = REFILL.replace("true", "false")
    note = "made with refill_taken_stack true, judged with false, as --option says"
    status, out, _ = run("replay", "game.yaml", "--option", other)
    assert (status, out.splitlines()[0]) == (1, f"Note: {note}.")
    answer = json.loads(run("replay", "game.yaml", "--json", "--option", other)[1])
    assert (answer["notes"], answer["made_for"]) == ([note], FINGERPRINT)
    status, _, err = run("play", "--record", "game.yaml", "--option", other)
    assert (status, err.strip()) == (
        2, f"game.yaml: {note}; leave it out, or give another file for a new game",
    )  # fmt: skip


def test_settings_apply_only_to_records_that_state_no_house_rules() -> None:
    Path(FILE).write_text(f"[options]\n{REFILL}\n", "utf-8")
    text = records.write(played(REFILL))
    by_hand = text.replace("options:\n  refill_taken_stack: true\n", "").replace(
        f"data: {FINGERPRINT}\n", ""
    )
    assert by_hand != text
    Path("hand.yaml").write_text(by_hand, "utf-8")
    assert run("replay", "hand.yaml", "--json")[0] == 0
    Path("usual.yaml").write_text(records.write(played()), "utf-8")
    status, out, _ = run("replay", "usual.yaml")
    assert (status, "though your settings say true" in out.splitlines()[0]) == (0, True)


def test_unknown_house_rule_of_a_record_is_reported_with_its_line() -> None:
    text = records.write(played(REFILL)).replace("refill_taken_stack", "refil_taken_stack")
    with pytest.raises(DataError) as error:
        records.read(text)
    assert str(error.value) == (
        "text:5: winstons_archive.refil_taken_stack: no house rule refil_taken_stack;"
        " did you mean refill_taken_stack?"
    )


def test_game_is_played_and_recorded_under_house_rules() -> None:
    """Said at its beginning, kept in its record, and gone on with."""
    seats = ("--players", "Ann,Bo", "--bot", "Ann,Bo", "--roll", "--seed", "3")
    status, out, _ = run("play", WINSTON, *seats, "--record", "game.yaml", "--option", REFILL)
    assert status == 0
    says = "House rules: refill taken stack: the deck’s top card takes its place (WA-3.2)."
    assert out.splitlines()[1] == says
    assert yaml.safe_load(Path("game.yaml").read_text("utf-8"))["options"] == {
        "refill_taken_stack": True
    }
    _, out, _ = run("play", "--record", "game.yaml")
    assert out.splitlines()[1] == says


def test_simulated_games_are_played_and_recorded_under_house_rules() -> None:
    typed = ("--games", "2", "--records", "kept", "--option", REFILL)
    _, out, _ = run("simulate", WINSTON, *typed)
    assert out.startswith("House rules: refill taken stack: ")
    _, out, _ = run("simulate", WINSTON, *typed, "--json", "--workers", "2")
    assert [one["name"] for one in json.loads(out)["options"]] == ["refill_taken_stack"]
    for file in Path("kept").iterdir():
        record = records.read(file)
        assert record.game.house == {"refill_taken_stack": "true"}
        assert not records.play_back(record).findings


def test_house_rules_of_a_rulebook_example_apply() -> None:
    """Beside what its ``under`` says in the rulebook."""
    document = parse(records.write(played(REFILL)), "example.yaml")
    game = card_data.load(WINSTON, None, [NOBODY])
    recorded = record_in(document, game)
    assert recorded.game.house == {"refill_taken_stack": "true", "tie_for_fewest": "nobody"}
    assert record_in(parse(records.write(played()), ""), game).game is game
    wrong = parse(TIED.replace("players", "options: {x: 1}\nplayers", 1), "example.yaml")
    with pytest.raises(DataError, match=r"example.yaml:2: winstons_archive.x: no house rule x"):
        position_in(wrong, game)


def test_house_rules_can_be_given_in_python() -> None:
    assert scoring.read(TIED, house=[NOBODY]).game.house == {"tie_for_fewest": "nobody"}
    env = pytest.importorskip("scoring.env").make("dice_archive", house=[BOSS])
    assert env.unwrapped.game.house == {"boss_die_counts": "true"}


# --- forms


def test_form_is_judged_by_the_house_rules_it_was_printed_with() -> None:
    """And what is typed goes before that, which is told."""
    assert run("form", "fill", position(), "--out", "sheets", "--option", NOBODY)[0] == 0
    (form,) = map(str, Path("sheets").iterdir())
    assert winners(form) == UNDER
    _, out, _ = run("score", form)
    assert (out.splitlines()[0], "Note" in out) == (SAID, False)
    _, out, _ = run("form", "read", form)
    assert yaml.safe_load(out)["options"] == {"tie_for_fewest": "nobody"}
    assert yaml.safe_load(out)["data"] == FINGERPRINT
    assert standings(scoring.score(scoring.read(out)))[0].player == "Ann"
    other = NOBODY.replace("nobody", "all_tied")
    assert winners(form, "--option", other) == PLAIN
    _, out, _ = run("score", form, "--option", other)
    assert out.splitlines()[0] == (
        "Note: made with tie_for_fewest nobody, judged with all_tied, as --option says."
    )
    assert run("form", "fill", position(), "--out", "others")[0] == 0
    forms = [form, *map(str, Path("others").iterdir())]
    status, _, err = run("score", *forms)
    message = f"printed with no house rules, but {form} with tie_for_fewest nobody"
    assert (status, err.strip()) == (1, f"{forms[1]}: {message}")
