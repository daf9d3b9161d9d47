"""Games with a ``score.yaml``: what their expressions come to, their check and their score."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from card_data import DataError
from card_data.scoresheet.functions import SIGNATURES
from scoring.ask.questions import questions_of
from scoring.cli.main import app
from scoring.positions.positions import PositionReader, check
from scoring.scoresheet.scorer import scorer_of
from scoring.scoresheet.template_values import of_position
from tests import scoresheets

CASES = yaml.safe_load(scoresheets.stored("cases"))
FIELDS, MUST = CASES["fields"], CASES["fields"] + CASES["must"]
TABLES, NUMBERS = CASES["tables"], {"pay": CASES["pay"]}
TABLE = scoresheets.stored("position").removeprefix("game: little\n")
WORTH = "worth: [{part: all, points: coins}]\n"
GUIDE = Path(__file__).parents[2] / "docs/guide/scoresheets.md"
FORMS_AND_EXAMPLES = re.compile(r"^\| (`.*`) \| .* \| (`.*) \|$", re.MULTILINE)
EXAMPLE = re.compile(r"`([^`]*)` is ([^<]*)")


def cells(table: str) -> list[list[str]]:
    """The lines of a table of cases, each in parts."""
    return [line.split(" | ") for line in table.splitlines()]


def of_guide() -> list[tuple[str, list[tuple[str, str]]]]:
    """The functions in the guide: how each is written, and its examples with their values."""
    found = FORMS_AND_EXAMPLES.findall(GUIDE.read_text("utf-8"))
    return [
        (forms.replace("`<br>`", " or ").strip("`"), EXAMPLE.findall(examples))
        for forms, examples in found
    ]


def values(folder: Path, expressions: Sequence[str], table: str = TABLE) -> list[str]:
    """What expressions come to for Ann, in words."""
    lines = [f"  it{at}: '{one}'\n" for at, one in enumerate(expressions)]
    text = FIELDS + "".join(lines) + WORTH
    data = scoresheets.write_game(folder, text, TABLES, NUMBERS)
    filled = PositionReader(data).read(f"game: little\n{table}")
    known = scorer_of(filled.game).values
    found = [known.named(f"it{at}", known.table(filled.position)) for at in range(len(lines))]
    return [{True: "yes", False: "no"}[one] if isinstance(one, bool) else str(one) for one in found]


def test_every_function_is_in_the_guide_as_it_is_written() -> None:
    assert [forms for forms, _ in of_guide()] == [*SIGNATURES.values()]
    assert all(examples for _, examples in of_guide())


def test_what_expressions_come_to(tmp_path: Path) -> None:
    """The examples of the guide too."""
    examples = [one for _, examples in of_guide() for one in examples]
    expressions, expected = zip(*cells(CASES["expressions"]), *examples, strict=True)
    found = values(tmp_path, expressions)
    assert dict(zip(expressions, found, strict=True)) == dict(
        zip(expressions, expected, strict=True)
    )


def test_somebody_who_does_not_play_is_not_nobody(tmp_path: Path) -> None:
    table = TABLE.replace("laureate: Bo", "laureate: Di")
    assert values(tmp_path, ["laureate = nobody"], table) == ["no"]


@pytest.mark.parametrize(("expression", "at", "message"), cells(CASES["impossible"]))
def test_what_cannot_be_worked_out_is_told_with_its_place(
    tmp_path: Path, expression: str, at: str, message: str
) -> None:
    with pytest.raises(DataError, match=message) as raised:
        values(tmp_path, [expression])
    (problem,) = raised.value.problems
    assert Path(problem.file).name == "score.yaml"
    place = FIELDS.count("\n") + 1, len("  it0: '") + 1 + int(at)
    assert (problem.line, problem.column) == place


@pytest.mark.parametrize(
    "expression",
    [
        "sum(many, sum(players, sum(also, value)))",
        "sum(many, sum(players, sum(held)))",
        "sum(many, lookup(7, also, value, value))",
        "sum(many, best(also, value, value, 1000))",
    ],
)
def test_steps_at_a_table_are_bounded(tmp_path: Path, expression: str) -> None:
    """However much a game of others would take outside the sandbox."""
    rows = [{"id": f"r{at}", "value": 1} for at in range(1_000)]
    noted = "clause: LG-1.1\nnoted: {player: {held: {each: also}}}\n"
    text = f"{noted}worth: [{{part: all, points: '{expression}'}}]\n"
    scoresheets.write_game(tmp_path, text, {"many": rows, "also": rows})
    with pytest.raises(DataError, match="takes more than 1,000,000 steps at one table"):
        scoresheets.scored(tmp_path, "players: [{name: Ann, held: {}}, {name: Bo, held: {}}]")


def test_numbers_do_not_grow_without_bound(tmp_path: Path) -> None:
    """Each definition squares the one before it."""
    names = "".join(f"  d{at}: d{at - 1} * d{at - 1}\n" for at in range(1, 10))
    text = FIELDS + f"  d0: coins\n{names}worth: [{{part: all, points: d9}}]\n"
    scoresheets.write_game(tmp_path, text, TABLES)
    with pytest.raises(DataError, match="comes to a number beyond"):
        scoresheets.scored(tmp_path, TABLE)


def found(folder: Path, table: str) -> list[tuple[str, str, str]]:
    """What the check finds: clause, place, message."""
    if not (folder / "little").exists():
        scoresheets.write_game(folder, MUST, TABLES)
    report = check(PositionReader(folder).read(f"game: little\n{table}"))
    return [(one.rule, one.path, one.message) for one in report.findings]


@pytest.mark.parametrize(("old", "new", "rule", "where", "message"), cells(CASES["wrong"]))
def test_what_the_check_finds(
    tmp_path: Path, old: str, new: str, rule: str, where: str, message: str
) -> None:
    table = TABLE.replace("a: 3", "a: 0")
    assert found(tmp_path, table) == []
    assert (rule, where, message) in found(tmp_path, table.replace(old, new, 1))


def test_constraints_across_players(tmp_path: Path) -> None:
    assert found(tmp_path, TABLE) == [("LG-1.3", "players", "there 4 cards of red, not 1")]


def test_too_many_players_are_no_work(tmp_path: Path) -> None:
    """What must hold is not asked of a table that no game has."""
    many = "".join([f"  - {{name: P{at}, coins: 0, cards: {{a: 1}}}}\n" for at in range(100)])
    assert [rule for rule, _, _ in found(tmp_path, f"players:\n{many}")] == ["LG-1.1"]


def test_warnings_and_what_makes_a_score_provisional(tmp_path: Path) -> None:
    scoresheets.write_game(tmp_path, MUST, TABLES)
    table = TABLE.replace("a: 3", "a: 0").replace("coins: 9", "coins: 45")
    report = scoresheets.scored(tmp_path, table)
    assert report.final
    assert [(one.rule, one.path, one.line, one.text) for one in report.warnings] == [
        ("LG-1.5", "players.1.coins", 5, "Bo may have miscounted")
    ]
    report = scoresheets.scored(tmp_path, table.replace("laureate: Bo", "laureate: nobody"))
    assert report.provisional == ("provisional score: nobody is Laureate (LG-1.6)",)


def test_what_is_open_is_not_judged(tmp_path: Path) -> None:
    table = TABLE.replace("a: 3", "a: null")
    assert found(tmp_path, table.replace("coins: 9", "coins: null")) == []
    report = scoresheets.scored(tmp_path, table)
    assert [one.path for one in report.unanswered] == ["players.0.cards.a"]
    assert report.result is None


def test_what_is_open_is_left_out_of_what_is_said(tmp_path: Path) -> None:
    must = "must: [{if: coins < 40, say: 'of {jokers die/dice}, so many coins'}]\n"
    scoresheets.write_game(tmp_path, FIELDS + must + "worth: [{part: c, points: coins}]\n", TABLES)
    table = TABLE.replace("coins: 7, jokers: 2", "coins: 41, jokers: null")
    report = scoresheets.scored(tmp_path, table)
    assert [one.message for one in report.findings] == ["of …, so many coins"]


def test_questions_are_asked_field_by_field(tmp_path: Path) -> None:
    """Rows by their titles, rounds from 1; who may be named is a player, or nobody."""
    titled = [{**row, "title": f"Kind {row['id']}"} for row in TABLES["kinds"]]
    text = FIELDS + WORTH
    scoresheets.write_game(tmp_path, text, {**TABLES, "kinds": titled})
    position = PositionReader(tmp_path).read(f"game: little\n{TABLE}").position
    asked = questions_of(scoresheets.load(tmp_path))
    bo = [
        (one.words.removeprefix("Bo: "), ".".join(one.where))
        for one in asked.of(position, sums=True)
        if one.words.startswith("Bo: ")
    ]
    assert bo == [
        ("coins", "players.1.coins"),
        ("jokers", "players.1.jokers"),
        *[(f"cards, Kind {row}", f"players.1.cards.{row}") for row in "abc"],
        *[(f"laps, round {number + 1}", f"players.1.laps.{number}") for number in range(4)],
        ("crossed", "players.1.crossed"),
        ("points for all", "players.1.points.all"),
        ("total", "players.1.total"),
    ]
    assert {*asked.choices(("laureate",), position).values()} == {"Ann", "Bo", "Cy", "nobody"}


def test_what_texts_may_name_of_a_table(tmp_path: Path) -> None:
    text = FIELDS.replace("jokers: {", "done: {yes_no: true}\n    jokers: {")
    scoresheets.write_game(tmp_path, text + WORTH, TABLES)
    table = TABLE.replace("name: Ann", "name: Ann, done: yes")
    position = PositionReader(tmp_path).read(f"game: little\n{table}").position
    said = of_position(position, scoresheets.load(tmp_path))
    assert said["laureate"] == "Bo"
    assert said["Ann"] == {
        "coins": 7, "done": "yes", "jokers": 2, "cards": {"a": 3, "b": 2, "c": 1},
        "laps": {"1": 3, "2": 1, "3": 0, "4": 3}, "crossed": {"1": 7, "2": 2, "3": 4, "4": 3},
    }  # fmt: skip


PAD = (
    FIELDS
    + "worth: [{part: coins, points: coins + 0 * jokers}, "
    + "{part: cards, points: sum(cards), clause: LG-1.7}]\n"
)


@pytest.mark.parametrize("case", cells(CASES["pads"]))
def test_a_score_pad_is_checked_where_it_is_written(tmp_path: Path, case: list[str]) -> None:
    written, *expected = case
    scoresheets.write_game(tmp_path, PAD, TABLES)
    wrong = found(tmp_path, TABLE.replace("jokers: 2,", f"{written},"))
    assert wrong == ([tuple(expected)] if expected else [])


def test_a_blank_position_is_one(tmp_path: Path) -> None:
    scoresheets.write_game(tmp_path, PAD, TABLES)
    game = scoresheets.load(tmp_path)
    filled = PositionReader(tmp_path).read(scorer_of(game).blank(game))
    report = check(filled)
    assert not report.findings
    assert [one.path for one in report.unanswered] == [
        *[
            f"players.{seat}.{field}"
            for seat in (0, 1)
            for field in ("name", "coins", "cards.a", "cards.b", "cards.c")
        ]
    ]


def test_show_has_rows_by_their_titles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = """\
clause: LG-1.1
noted: {player: {held: {each: [birds, coasts]}, laps: {each: coasts, rounds: 2}}}
worth: [{part: all, points: sum(held)}]
"""
    birds = [{"id": "b1", "title": "Grey goose"}, {"id": "b2", "title": "Heron"}]
    tables = {"birds": birds, "coasts": [{"id": "north"}]}
    scoresheets.write_game(tmp_path, text, tables)
    monkeypatch.chdir(tmp_path)
    table = "{name: Ann, held: {b1: {north: 2}}, laps: {north: [1, 2]}}"
    Path("evening.yaml").write_text(f"game: little\nplayers: [{table}, {table}]\n", "utf-8")
    words = ["show", "evening.yaml", "--data", "."]
    found = CliRunner().invoke(app, words, catch_exceptions=False)
    assert [line.split("  ")[0] for line in found.stdout.splitlines()[:4]] == [
        "Name", "Held, Grey goose, north", "Laps, north, round 1", "Laps, north, round 2",
    ]  # fmt: skip


def test_a_table_without_rows_is_scored(tmp_path: Path) -> None:
    """As that of a game that has just been begun, or a CSV file with heads alone."""
    cards = [{"id": "a", "value": 2}]
    scoresheets.write_game(
        tmp_path, CASES["no_cards"], {"cards": cards, "coasts": [{"id": "north"}]}
    )
    (tmp_path / "little" / "cards.yaml").unlink()
    (tmp_path / "little" / "cards.csv").write_text("id,value\n")
    seats = [f"{{name: {name}, held: {{}}, there: {{}}}}" for name in ("Ann", "Bo")]
    text = f"game: little\nplayers: [{', '.join(seats)}]\n"
    filled = PositionReader(tmp_path).read(text)
    report = check(filled)
    assert (report.findings, report.unanswered) == ((), ())
    values = scorer_of(filled.game).values
    assert values.named("total", values.table(filled.position)) == 0
    with pytest.raises(DataError, match="field held: found 1 entries, expected at most 0"):
        PositionReader(tmp_path).read(text.replace("held: {}", "held: {a: 1}", 1))
