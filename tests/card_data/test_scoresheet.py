"""``score.yaml`` as it is read: its expressions, and what is told of those that cannot be."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from card_data import DataError
from card_data.limits import DEEPEST_EXPRESSION, LONGEST_EXPRESSION
from card_data.scoresheet.names import Kind, NamedValue, Names, Scope
from card_data.scoresheet.parser import Parser, WrongError, tokens
from card_data.scoresheet.table import ScoredTable
from printkit.tools.fix_spelling import fix_all
from tests import golden_files, scoresheets

TABLES = {
    "kinds": [
        {"id": "a", "value": 1, "suit": "red", "tags": ["x"], "wild": False},
        {"id": "b", "value": 3, "suit": "red", "tags": [], "wild": True},
    ],
    "levels": [{"id": "low", "least": 0, "points": 0}],
}
NUMBERS = {
    "pay": {"each": 2, "steps": [1, 3, 6], "half": 0.5, "fine": 0.12345678901234567},
    "zero": 0,
}
OPTIONS = {
    "short": {"value": False, "clause": "LG-1.1", "text": "Short."},
    "tie": {"value": "all", "clause": "LG-1.1", "text": "T.", "aid": {"all": "a", "none": "n"}},
}
THIRD = {"id": "c", "value": 5, "suit": "blue", "tags": [], "wild": False}
WORTH = "worth: [{part: all, points: coins}]\n"
FIELDS = """\
clause: LG-1.1
noted:
  player:
    coins: {max: 50}
    cards: {each: kinds}
    laps: {rounds: 5}
    crossed: {marks: true, min: 1, max: 8}
    colour: {choice: [red, blue]}
    done: {yes_no: true}
  table:
    laureate: {player: true}
    deck: {}
"""
OF_TABLE = "table: "  # what an expression of the table's begins with in the golden file
FIRST = FIELDS.count("\n") + 1  # the line after them


def load(folder: Path, more: str, fields: str = FIELDS) -> None:
    """Read a game with ``fields``, and ``more`` in its ``score.yaml``."""
    text = fields + more + ("" if "worth:" in more else WORTH)
    scoresheets.write_game(folder, text, TABLES, NUMBERS, options=OPTIONS)
    scoresheets.load(folder)


def problems(folder: Path, more: str, fields: str = FIELDS) -> list[tuple[int, int, str]]:
    with pytest.raises(DataError) as raised:
        load(folder, more, fields)
    found = raised.value.problems
    assert {Path(one.file).name for one in found} == {"score.yaml"}
    return [(one.line, one.column, one.message) for one in found]


def test_what_an_expression_cannot_say(tmp_path: Path) -> None:
    """Each case is an expression; the column inside it, from 0, and the message are told."""
    found = {}
    cases = [*golden_files.kept("expressions")]
    for begin in range(0, len(cases), 40):  # as many at once as are told of a file
        some = cases[begin : begin + 40]
        lines = [
            f"  it{at}: {{is: '{case.removeprefix(OF_TABLE)}'"
            f"{', for: table' if case.startswith(OF_TABLE) else ''}}}\n"
            for at, case in enumerate(some)
        ]
        told = problems(tmp_path / str(begin), f"define:\n{''.join(lines)}")
        assert [line for line, _, _ in told] == [FIRST + 1 + at for at in range(len(some))]
        for at, (_, column, message) in enumerate(told):
            found[some[at]] = f"{column - len(f'  it{at}: {{is: ') - 2}: {message}"
    golden_files.check("expressions", found)


def test_what_a_score_sheet_cannot_say(tmp_path: Path) -> None:
    """Each case is lines of the file, or else a field of each player, or a name of the table's."""
    found = {}
    for number, case in enumerate(golden_files.kept("scoresheets")):
        more, fields = f"{case}\n", FIELDS
        if case.startswith("odd: "):
            more, fields = "", FIELDS.replace("    coins:", f"    {case}\n    coins:")
        elif case.endswith(": {}"):
            more, fields = "", FIELDS.replace("    deck: {}", f"    {case}")
        told = problems(tmp_path / str(number), more, fields)
        lines = [f"{line - FIRST + 1 if more else line}:{at}: {said}" for line, at, said in told]
        found[case] = "\n".join(lines)
    golden_files.check("scoresheets", found)


def test_places_in_texts_of_several_lines(tmp_path: Path) -> None:
    more = 'define:\n  it: >-\n    coins\n    + coinz\n  other: "1 +\n    coinx"\n'
    found = problems(tmp_path, more)
    assert [one[:2] for one in found] == [(FIRST + 3, 7), (FIRST + 5, 5)]


def test_a_misspelt_name_is_put_right_inside_an_expression(tmp_path: Path) -> None:
    with pytest.raises(DataError) as raised:
        load(tmp_path, "define: {it: {is: '1 + coinz'}}\n")
    fix_all(raised.value.problems, tmp_path / "little")
    assert "'1 + coins'" in (tmp_path / "little" / "score.yaml").read_text("utf-8")
    assert scoresheets.load(tmp_path).scoresheet is not None


@pytest.mark.parametrize(("text", "message"), [
    ("(" * 400 + "1", "levels deep"), ("-" * 400 + "1", "levels deep"),
    ("not " * 200 + "yes", "levels deep"), ("1" + "+coins" * 160, "levels deep"),
    ("[" * 400, "levels deep"), ("if(yes,1," * 90, "levels deep"),
    ("1" * (LONGEST_EXPRESSION + 1), f"expected at most {LONGEST_EXPRESSION:,}"),
])  # fmt: skip
def test_what_is_too_deep_or_too_long(text: str, message: str) -> None:
    names = Names({}, {}, known={"coins": NamedValue(Kind("whole"), "player", lambda table: 1)})
    with pytest.raises(WrongError, match=message):
        Parser(text, names, Scope(True)).read()


def test_definitions_of_definitions_are_as_deep(tmp_path: Path) -> None:
    lines = [f"  d{at}: d{at - 1} + 1\n" for at in range(1, DEEPEST_EXPRESSION)]
    ((_, _, message),) = problems(tmp_path, f"define:\n  d0: coins\n{''.join(lines)}")
    assert "levels deep" in message  # and what names the one that has it is not told of beside it


def test_a_mistake_is_told_once_however_often_it_is_named(tmp_path: Path) -> None:
    more = """\
define: {extra: coinz, twice: extra + extra}
must: [{if: extra > 1, say: "{extra point}"}]
worth: [{part: one, points: done}, {part: two, points: worth.one + twice}]
ties: [{most: worth.two, say: more}]
"""
    assert [message.partition(";")[0] for _, _, message in problems(tmp_path, more)] == [
        "nothing is called 'coinz'",
        "found a truth (yes or no), expected a whole number",
    ]


@pytest.mark.parametrize(("field", "message"), [
    ("marks: true, min: 1, max: 9999", ""), ("each: many", ""),
    ("each: [many, kinds]", "has 10,002 values, expected at most 9,999"), ("rounds: 100", ""),
    ("each: many, rounds: 3", "has 10,002 values, expected at most 9,999"),
])  # fmt: skip
def test_how_many_values_a_field_has_at_most(tmp_path: Path, field: str, message: str) -> None:
    text = f"clause: LG-1.1\nnoted: {{player: {{coins: {{}}, field: {{{field}}}}}}}\n{WORTH}"
    many = [{"id": f"r{at}"} for at in range(3_334)]
    scoresheets.write_game(tmp_path, text, {"many": many, "kinds": [*TABLES["kinds"], THIRD]})
    if not message:
        assert scoresheets.load(tmp_path).scoresheet
        return
    with pytest.raises(DataError) as raised:
        scoresheets.load(tmp_path)
    assert [one.message for one in raised.value.problems] == [message]


def test_a_team_is_a_single_choice(tmp_path: Path) -> None:
    fields = FIELDS.replace("colour: {", "colour: {each: kinds, ")
    ((_, _, message),) = problems(tmp_path, "teams: colour\n", fields)
    assert "expected a field of each player that is a single choice" in message


def test_a_shipped_game_has_a_scorer_already(tmp_path: Path) -> None:
    import card_data
    from printkit.tools.new_game import copy_game

    (copy_game("dice_archive", tmp_path) / "score.yaml").write_text("clause: DA-1.1\n", "utf-8")
    with pytest.raises(DataError, match="the game has a scorer already: leave it out"):
        card_data.load("dice_archive", tmp_path)


def test_a_score_sheet_is_pickled_with_its_game(tmp_path: Path) -> None:
    load(tmp_path, "define: {twice: coins * 2}\n")
    again = pickle.loads(pickle.dumps(scoresheets.load(tmp_path).scoresheet))
    assert again.values["twice"](ScoredTable([[7]], ["Ann"])) == 14
    assert str(tmp_path) not in repr(again.again)


def test_signs_as_people_type_them() -> None:
    found = [token.text for token in tokens("a × b − c ≤ 3 ≠ d ÷ 2")][:-1]
    assert found == ["a", "*", "b", "-", "c", "<=", "3", "!=", "d", "/", "2"]
