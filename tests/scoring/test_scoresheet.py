"""Games with a ``score.yaml``: what their expressions come to, their check and their score."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from card_data import DataError
from card_data.scoresheet.functions import SIGNATURES
from scoring.ask.questions import questions_of
from scoring.cli.main import app
from scoring.positions.positions import PositionFile, PositionReader, check, score
from scoring.scoresheet.scorer import scorer_of
from scoring.scoresheet.template_values import of_position
from tests import scoresheets

CASES = yaml.safe_load(scoresheets.stored("cases"))
FIELDS, MUST = CASES["fields"], CASES["fields"] + CASES["must"]
TABLES, NUMBERS = CASES["tables"], {"pay": CASES["pay"]}
TABLE = scoresheets.stored("position").removeprefix("game: little\n")
SOUND = TABLE.replace("a: 3", "a: 0")
WORTH = "worth: [{part: all, points: coins}]\n"
PAD = (
    FIELDS + "worth: [{part: coins, points: coins + 0 * jokers}, "
    "{part: cards, points: sum(cards), clause: LG-1.7}]\n"
)
Reader = Callable[[str], PositionReader]
GUIDE = Path(__file__).parents[2] / "docs/guide/scoresheets.md"
FORMS_AND_EXAMPLES = re.compile(r"^\| (`.*`) \| .* \| (`.*) \|$", re.MULTILINE)
EXAMPLE = re.compile(r"`([^`]*)` is ([^<]*)")


def cells(table: str) -> list[list[str]]:
    return [line.split(" | ") for line in table.splitlines()]


def of_guide() -> list[tuple[str, list[tuple[str, str]]]]:
    found = FORMS_AND_EXAMPLES.findall(GUIDE.read_text("utf-8"))
    return [
        (forms.replace("`<br>`", " or ").strip("`"), EXAMPLE.findall(examples))
        for forms, examples in found
    ]


def defined(expressions: Sequence[str]) -> str:
    lines = [f"  it{at}: '{one}'\n" for at, one in enumerate(expressions)]
    return f"{FIELDS}{''.join(lines)}{WORTH}"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """Return a reader of positions of a game with a score sheet; each game is loaded once."""

    def written(sheet: str) -> PositionReader:
        folder = tmp_path_factory.mktemp("game")
        return PositionReader(scoresheets.write_game(folder, sheet, TABLES, NUMBERS))

    return cache(written)


def read(reader: PositionReader, table: str = TABLE) -> PositionFile:
    return reader.read(f"game: little\n{table}")


def value(filled: PositionFile, name: str) -> Any:
    """The value of a definition for Ann."""
    values = scorer_of(filled.game).values
    return values.named(name, values.table(filled.position))


def found(reader: PositionReader, table: str) -> list[tuple[str, str, str]]:
    """Return the findings of the check: clause, place, message."""
    return [(one.rule, one.path, one.message) for one in check(read(reader, table)).findings]


def test_every_function_is_in_the_guide_as_it_is_written() -> None:
    assert [forms for forms, _ in of_guide()] == [*SIGNATURES.values()]
    assert all(examples for _, examples in of_guide())


def test_what_expressions_come_to(reader: Reader) -> None:
    """The examples of the guide too."""
    examples = [one for _, examples in of_guide() for one in examples]
    expressions, expected = zip(*cells(CASES["expressions"]), *examples, strict=True)
    filled = read(reader(defined(expressions)))
    values = [value(filled, f"it{at}") for at in range(len(expressions))]
    words = {True: "yes", False: "no"}
    said = [words[one] if isinstance(one, bool) else str(one) for one in values]
    assert [*zip(expressions, said, strict=True)] == [*zip(expressions, expected, strict=True)]


def test_unknown_player_is_not_nobody(reader: Reader) -> None:
    table = TABLE.replace("laureate: Bo", "laureate: Di")
    assert value(read(reader(defined(["laureate = nobody"])), table), "it0") is False


def test_impossible_expression_is_reported_with_its_place(reader: Reader) -> None:
    cases = cells(CASES["impossible"])
    filled = read(reader(defined([expression for expression, _, _ in cases])))
    for at, (_, column, message) in enumerate(cases):
        with pytest.raises(DataError, match=message) as raised:
            value(filled, f"it{at}")
        (problem,) = raised.value.problems
        assert Path(problem.file).name == "score.yaml"
        place = FIELDS.count("\n") + 1 + at, len("  it0: '") + 1 + int(column)
        assert (problem.line, problem.column) == place


def test_steps_at_a_table_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much a game of others would take outside the sandbox."""
    monkeypatch.setattr("card_data.scoresheet.table.MOST_STEPS", 10_000)
    expressions = (
        "sum(many, sum(players, sum(also, value)))", "sum(many, sum(players, sum(held)))",
        "sum(many, lookup(7, also, value, value))", "sum(many, best(also, value, value, 1000))",
        "with_jokers(held, 2, sum(held))", "with_jokers(held, 1000000000, 1)",
    )  # fmt: skip
    rows = [{"id": f"r{at}", "value": 1} for at in range(100)]
    lines = "".join([f"  it{at}: '{one}'\n" for at, one in enumerate(expressions)])
    sheet = f"clause: LG-1.1\nnoted: {{player: {{held: {{each: also}}}}}}\ndefine:\n{lines}"
    sheet += "worth: [{part: all, points: sum(held)}]\n"
    scoresheets.write_game(tmp_path, sheet, {"many": rows, "also": rows})
    players = "players: [{name: A, held: {}}, {name: B, held: {}}]"
    for at in range(len(expressions)):
        filled = read(PositionReader(tmp_path), players)
        with pytest.raises(DataError, match="takes more than 10,000 steps at one table"):
            value(filled, f"it{at}")


def test_numbers_do_not_grow_without_bound(reader: Reader) -> None:
    """Each definition squares the one before it."""
    names = "".join(f"  d{at}: d{at - 1} * d{at - 1}\n" for at in range(1, 10))
    sheet = FIELDS + f"  d0: coins\n{names}worth: [{{part: all, points: d9}}]\n"
    with pytest.raises(DataError, match="comes to a number beyond"):
        score(read(reader(sheet)))


@pytest.mark.parametrize(("old", "new", "rule", "where", "message"), cells(CASES["wrong"]))
def test_what_the_check_finds(
    reader: Reader, old: str, new: str, rule: str, where: str, message: str
) -> None:
    assert found(reader(MUST), SOUND) == []
    assert (rule, where, message) in found(reader(MUST), SOUND.replace(old, new, 1))


def test_constraints_across_players(reader: Reader) -> None:
    told = [("LG-1.3", "players.0.cards.a", "there 4 cards of red, not 1")]
    assert found(reader(MUST), TABLE) == told


def test_constraints_are_not_judged_for_too_many_players(reader: Reader) -> None:
    """What must hold is not asked of a table that no game has."""
    many = "".join([f"  - {{name: P{at}, coins: 0, cards: {{a: 1}}}}\n" for at in range(100)])
    assert [rule for rule, _, _ in found(reader(MUST), f"players:\n{many}")] == ["LG-1.1"]


def test_warnings_and_what_makes_a_score_provisional(reader: Reader) -> None:
    table = SOUND.replace("coins: 9", "coins: 45")
    report = score(read(reader(MUST), table))
    assert report.final
    assert [(one.rule, one.path, one.line, one.text) for one in report.warnings] == [
        ("LG-1.5", "players.1.coins", 5, "Bo may have miscounted")
    ]
    report = score(read(reader(MUST), table.replace("laureate: Bo", "laureate: nobody")))
    assert report.provisional == ("provisional score: nobody is Laureate (LG-1.6)",)


def test_constraint_on_a_missing_answer_is_not_judged(reader: Reader) -> None:
    table = TABLE.replace("a: 3", "a: null")
    assert found(reader(MUST), table.replace("coins: 9", "coins: null")) == []
    report = score(read(reader(MUST), table))
    assert [one.path for one in report.unanswered] == ["players.0.cards.a"]
    assert report.result is None


def test_points_so_far_of_a_player_whose_team_is_not_known_yet(reader: Reader) -> None:
    sheet = FIELDS.replace("jokers: {", "side: {choice: [red, none]}\n    jokers: {") + WORTH
    table = TABLE.replace("coins: 7", "coins: 7, side: null").replace(
        "coins: 4", "coins: 4, side: red"
    )
    report = score(
        read(reader(f"{sheet}teams: side\n"), table.replace("coins: 9", "coins: 9, side: red"))
    )
    assert report.missing == (("players", "0", "side"),)
    assert report.so_far == (("Ann", "7"), ("Bo", "9"), ("Cy", "4"))


def test_points_so_far_leave_out_what_depends_on_blanks_of_others(reader: Reader) -> None:
    sheet = (
        FIELDS
        + "worth: [{part: own, points: coins}, {part: first, points: 'if(most(coins), 5, 0)'}]"
    )
    report = score(read(reader(sheet), TABLE.replace("coins: 9", "coins: null")))
    assert report.so_far == (("Ann", "7"), ("Bo", "0"), ("Cy", "4"))


def test_points_so_far_leave_out_a_comparison_with_a_blank_of_the_player(reader: Reader) -> None:
    """Who has noted nothing yet has not the fewest."""
    sheet = FIELDS + "worth: [{part: last, points: 'if(fewest(coins), -6, 0)'}]"
    report = score(read(reader(sheet), TABLE.replace("coins: 9", "coins: null")))
    assert report.so_far == (("Ann", "0"), ("Bo", "0"), ("Cy", "0"))


def test_missing_answer_is_left_out_of_a_message(reader: Reader) -> None:
    must = "must: [{if: coins < 40, say: 'of {jokers die/dice}, so many coins'}]\n"
    table = TABLE.replace("coins: 7, jokers: 2", "coins: 41, jokers: null")
    wrong = found(reader(f"{FIELDS}{must}worth: [{{part: c, points: coins}}]\n"), table)
    assert [message for _, _, message in wrong] == ["of …, so many coins"]


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


def test_values_that_rule_texts_can_refer_to(reader: Reader) -> None:
    sheet = FIELDS.replace("jokers: {", "done: {yes_no: true}\n    jokers: {") + WORTH
    filled = read(reader(sheet), TABLE.replace("name: Ann", "name: Ann, done: yes"))
    said = of_position(filled.position, filled.game)
    assert said["laureate"] == "Bo"
    assert said["Ann"] == {
        "coins": 7, "done": "yes", "jokers": 2, "cards": {"a": 3, "b": 2, "c": 1},
        "laps": {"1": 3, "2": 1, "3": 0, "4": 3}, "crossed": {"1": 7, "2": 2, "3": 4, "4": 3},
    }  # fmt: skip


@pytest.mark.parametrize("case", cells(CASES["pads"]))
def test_a_score_pad_is_checked_where_it_is_written(reader: Reader, case: list[str]) -> None:
    written, *expected = case
    wrong = found(reader(PAD), TABLE.replace("jokers: 2,", f"{written},"))
    assert wrong == ([tuple(expected)] if expected else [])


def test_a_blank_position_is_one(reader: Reader) -> None:
    game = reader(PAD).game("little")
    report = check(reader(PAD).read(scorer_of(game).blank(game)))
    assert not report.findings
    fields = ("name", "coins", "cards.a", "cards.b", "cards.c")
    paths = [f"players.{seat}.{field}" for seat in (0, 1) for field in fields]
    assert [one.path for one in report.unanswered] == paths


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
