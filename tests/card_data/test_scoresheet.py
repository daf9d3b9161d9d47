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
from tests import scoresheets

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
FIRST = FIELDS.count("\n") + 1  # the line after them


def load(folder: Path, more: str, fields: str = FIELDS) -> None:
    """Read a game with ``fields``, and ``more`` in its ``score.yaml``."""
    text = fields + more + ("" if "worth:" in more else WORTH)
    scoresheets.write_game(folder, text, TABLES, NUMBERS, options=OPTIONS)
    scoresheets.load(folder)


def problems(folder: Path, more: str, fields: str = FIELDS) -> list[tuple[int, int, str]]:
    """The problems of such a file: line, column and message of each."""
    with pytest.raises(DataError) as raised:
        load(folder, more, fields)
    found = raised.value.problems
    assert {Path(one.file).name for one in found} == {"score.yaml"}
    return [(one.line, one.column, one.message) for one in found]


def cells(table: str) -> list[list[str]]:
    """The lines of a table of cases, each in parts."""
    return [line.split(" | ") for line in table.splitlines()]


# expression, its column from 0, what the message begins with
MISTAKES = """\
coinz + 1 | 0 | nothing is called 'coinz'; did you mean coins?
1 + coinz | 4 | nothing is called 'coinz'; did you mean coins?
coins + | 7 | found nothing more, expected a number, a name, a function or (
coins coins | 6 | found coins, expected a sign such as + or =, or the end
(coins | 6 | found nothing more, expected )
coins =< 1 | 6 | found '=<', which means nothing here: write <=
coins => 1 | 6 | found '=>', which means nothing here: write >=
done ? 1 | 5 | found '?', which means nothing here: write if(TRUTH, VALUE, VALUE)
max(coins; 1) | 9 | found ';', which means nothing here: write a comma
colour = red | 9 | red is what colour may be: write it in quotes, as in "red"
laps | 0 | found a list of numbers (one for each round), expected a single value: sum(…)
coins == 1 | 6 | found '==', which means nothing here: write =
coins % 2 | 6 | found '%', which means nothing here: write mod for what a division leaves
coins ** 2 | 6 | found '**', which means nothing here: there are no powers: multiply
coins.__class__ | 0 | nothing is called 'coins.__class__' (known:
__import__(1) | 0 | no function '__import__' (known:
"abc | 0 | found '"', which means nothing here: its closing quote is missing
coins and done | 0 | found a whole number, expected a truth (yes or no) beside and
not coins | 4 | found a whole number, expected a truth (yes or no) after not
done + 1 | 0 | found a truth (yes or no), expected a number beside +
coins = done | 8 | found a truth (yes or no), expected a whole number beside =
cards + 1 | 0 | found a list of numbers (one for each row of kinds), expected a number:
1 < coins < 3 | 10 | found <, expected and: write a < b and b < c
colour = "rde" | 9 | it is never 'rde'; did you mean red?
me < nobody | 0 | found a player, expected a number before <
sum(coins) | 4 | found a whole number, expected a list: sum(LIST) or
sum(kinds) | 9 | found ), expected , as in sum(kinds, VALUE)
sum(kinds, value, 1) | 16 | found , expected ): the function is sum(LIST) or
sum(kinds, done) | 4 | found a list of truths in sum: count(…) says how many hold
count(cards) | 6 | found a list of numbers in count: say which are meant, as in count(…,
value | 0 | no row of kinds is at hand here: go over them, as in sum(kinds, …)
sum(kinds, sum(kinds, value)) | 15 | a row of kinds is at hand already
round | 0 | no round is at hand here: it is one inside sum(rounds, …)
mine(coins) | 0 | mine(…) stands where players or others are gone over
pay | 0 | pay is several numbers, expected one of pay.each, pay.steps, pay.half
2 * pay.fine | 4 | pay.fine has more digits than the 15 that are exact
players | 0 | players is what functions go over, as in sum(players, TRUTH)
if(done, 1) | 10 | expected if(TRUTH, VALUE, VALUE)
if(done, 1, done, 2) | 19 | expected if(TRUTH, VALUE, VALUE)
best(kinds, value, value, value) | 26 | no row of kinds is at hand here: go over them,
if(done, 1, done) | 12 | found a truth (yes or no), expected a whole number as the first value
coins / 0 | 6 | division by zero
coins mod zero | 6 | division by zero
1 / 0 | 2 | division by zero
9999999999999999999 | 0 | expected a number up to 1,000,000,000,000,000
999999999 * 999999999 | 10 | comes to more than 1,000,000,000,000,000
lookup(coins / 2, pay.steps) | 7 | found a number, expected a whole number: floor(…)
lookup(coins, coins) | 14 | found a whole number, expected a list of numbers, such as
lookup(done, levels, least, points) | 7 | found a truth (yes or no), expected a text
best(players, 1, 1, 1) | 12 | expected a table: best(TABLE, WORTH, COST, LIMIT)
coins in 3 | 9 | found a whole number, expected a list after in
options.shrt | 0 | nothing is called 'options.shrt'; did you mean options.short?
options.tie = "nnoe" | 14 | it is never 'nnoe'; did you mean none?
floor | 0 | floor is a function: expected ( after it
sets_of(done) | 8 | found a truth (yes or no), expected a list of whole numbers
2,5 + coins | 1 | found ,, expected a sign such as + or =, or the end: decimals have a point
0.5 x coins | 4 | found x, expected a sign such as + or =, or the end: write *
cards.a | 0 | cards has a value for each row of kinds: sum(kinds, cards where id = "a")
laps.2 | 0 | laps has a value for each round: sum(rounds, laps where round = 2)
sum(kinds, 1 where suit = "rde") | 26 | it is never 'rde'; did you mean red?
"z" in tags | 7 | no row of kinds is at hand here: go over them, as in sum(kinds, …)
count(kinds, "z" in tags) | 13 | it is never 'z' (known: x)
lookup("d", kinds, id, value) | 7 | it is never 'd' (known: a, b)
coins in [1] in [2] | 13 | found in, expected and: write a < b and b < c
"""


def test_what_an_expression_cannot_say(tmp_path: Path) -> None:
    """The message, and the column inside the text, as many at once as are told of a file."""
    cases = cells(MISTAKES)
    found: list[tuple[int, int, str]] = []
    for begin in range(0, len(cases), 40):
        some = cases[begin : begin + 40]
        lines = [f"  it{at}: {{is: '{expression}'}}\n" for at, (expression, *_) in enumerate(some)]
        found += problems(tmp_path / str(begin), f"define:\n{''.join(lines)}")
        for at, (expression, place, message) in enumerate(some):
            (only,) = [one for one in found if one[0] == FIRST + 1 + at][-1:]
            column = len(f"  it{at}: {{is: '") + int(place) + 1
            assert (only[1], only[2][: len(message)]) == (column, message), expression
        assert len(found) == begin + len(some)


# expression, what the message begins with
OF_TABLE = """\
coins | coins is each player's: sum(players, coins) or another function over players
me = laureate | nobody is at hand here: me is for what each player has
rank(deck) | nobody is at hand here: rank(…) is for what each has
sum(others, coins) | nobody is at hand here, so there are no others: players are all
"""


@pytest.mark.parametrize(("expression", "message"), cells(OF_TABLE))
def test_what_a_table_cannot_say(tmp_path: Path, expression: str, message: str) -> None:
    ((_, _, told),) = problems(tmp_path, f"define: {{it: {{is: '{expression}', for: table}}}}\n")
    assert told.startswith(message)


# lines of the file, the place there, what is in the message
SHEETS = """\
clauses: 1 | clauses | unknown key; did you mean clause?
shared: LG-2.1 | LG-2.1 | no clause 'LG-2.1'
teams: colur | colur | found 'colur'; did you mean colour?
ties: [{say: more}] | {say | expected one of most and fewest
ties: [{say: more, most: coins / 2}] | coins / 2 | found a number, expected a whole number: floor
wins: {most: coins, target: 3} | wins | expected one of most, fewest, target, grades
wins: {target: coins} | coins} | coins is each player's
wins: {target: 3, together: true} ; teams: colour | colour | all play together: leave it out
wins: {grades: [{from: 5, say: a}, {from: 5, say: b}]} | 5, say: b | found 5, expected more than 5
worth: [{part: a, points: coins / 2}] | coins / 2 | found a number, expected a whole number: floor
worth: [{part: a, points: 'if(done, 1, 0.5)'}] | if(done | found a number, expected a whole
wins: {grades: [{from: 5, say: a}]} ; ties: [{say: a, most: coins}] | ties | all play together
worth: [{part: a, points: coins}, {part: a, points: 1}] | a, points: 1 | is the name of another part
worth: [{part: a, for: table, points: deck}] | table, po | only those who play together have points
define: {coins: 1} | 1} | coins is the name of another field or definition: choose another name
define: {kinds: 1} | 1} | kinds is a table of the game: choose another name
define: {zero: 1} | 1} | zero is a number of the game: choose another name
define: {sum: 1} | 1} | sum is a reserved word: choose another name
define: {a: b, b: 1} | b, b | b is defined further down: move it up
define: {a: a + 1} | a + 1 | a is defined in terms of itself
must: [{if: coins, say: x}] | coins | found a whole number, expected a truth (yes or no)
must: [{if: done, say: "{coinz} of"}] | coinz | {coinz}: nothing is called 'coinz'; did
must: [{if: done, say: "{coins of {deck}"}] | {coins | a closing } is missing: {coins of {deck}
must: [{if: done, say: "{coins}} of"}] | } of | a { is missing before this }
must: [{if: done, say: x, at: don}] | don} | no field 'don'; did you mean done?
must: [{if: done, say: x, each: kind}] | kind} | no table 'kind'; did you mean kinds?
"""


@pytest.mark.parametrize(("more", "at", "message"), cells(SHEETS))
def test_what_a_score_sheet_cannot_say(tmp_path: Path, more: str, at: str, message: str) -> None:
    lines = more.split(" ; ")
    ((line, column, told),) = problems(tmp_path, "\n".join([*lines, ""]))
    assert message in told
    row = next(number for number, text in enumerate(lines) if at in text)
    assert (line, column) == (FIRST + row, lines[row].index(at) + 1)


# a field, what is in the message
ODD_FIELDS = """\
{max: -1} | found -1, expected at least 0
{max: coins} | nothing is called 'coins'
{max: 1 / 2} | found a number, expected a whole number
{rounds: 0} | found 0, expected a number from 1 to 100
{rounds: 101} | found 101, expected a number from 1 to 100
{marks: true, min: 1, max: 10000} | expected at most 9,999 numbers
{max: 1000000000000000 * 2} | comes to more than 1,000,000,000,000,000
{rounds: 3} | found 5 rounds, but a field before has 3
{choice: []} | expected different texts, or the name of a table
{choice: [a, a]} | expected different texts, or the name of a table
{choice: kind} | no table 'kind'; did you mean kinds?
{choice: [a], yes_no: true} | expected only one of choice, yes_no and player
{yes_no: true, max: 3} | only numbers have min and max
{yes_no: true, marks: true} | only numbers and choices can be marked
{marks: true} | expected max: the largest number that may be marked
{choice: [a], optional: true} | a choice cannot be left out
{min: 1, optional: true} | what is left out is 0, but the least number is 1
{each: [kinds, kinds]} | kinds is named twice
{each: [kinds, levels, cards]} | found 3 tables, expected at most 2
{clause: LG-7.1} | no clause 'LG-7.1'
"""


@pytest.mark.parametrize(("field", "message"), cells(ODD_FIELDS))
def test_what_a_field_cannot_be(tmp_path: Path, field: str, message: str) -> None:
    fields = FIELDS.replace("    coins: {max: 50}\n", f"    odd: {field}\n    coins: {{max: 50}}\n")
    ((_, _, told),) = problems(tmp_path, "", fields)
    assert message in told


@pytest.mark.parametrize("name", ["name", "players", "points", "running", "me", "kinds"])
def test_names_that_fields_cannot_have(tmp_path: Path, name: str) -> None:
    found = problems(tmp_path, "", FIELDS.replace("    deck: {}", f"    {name}: {{}}"))
    assert any("choose another name" in message for _, _, message in found)


def test_places_in_texts_of_several_lines(tmp_path: Path) -> None:
    more = 'define:\n  it: >-\n    coins\n    + coinz\n  other: "1 +\n    coinx"\n'
    found = problems(tmp_path, more)
    assert [one[:2] for one in found] == [(FIRST + 3, 7), (FIRST + 5, 5)]


def test_a_misspelt_name_is_put_right_inside_an_expression(tmp_path: Path) -> None:
    from card_data.reading.fixing import fix_all

    with pytest.raises(DataError) as raised:
        load(tmp_path, "define: {it: {is: '1 + coinz'}}\n")
    fix_all(raised.value.problems, tmp_path / "little")
    assert "'1 + coins'" in (tmp_path / "little" / "score.yaml").read_text("utf-8")
    assert scoresheets.load(tmp_path).scoresheet is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(" * 400 + "1", "levels deep"),
        ("-" * 400 + "1", "levels deep"),
        ("not " * 200 + "yes", "levels deep"),
        ("1" + "+coins" * 160, "levels deep"),
        ("[" * 400, "levels deep"),
        ("if(yes,1," * 90, "levels deep"),
        ("1" * (LONGEST_EXPRESSION + 1), f"expected at most {LONGEST_EXPRESSION:,}"),
    ],
)
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


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("marks: true, min: 1, max: 9999", ""),
        ("each: many", ""),
        ("each: [many, kinds]", "has 10,002 values, expected at most 9,999"),
        ("rounds: 100", ""),
        ("each: many, rounds: 3", "has 10,002 values, expected at most 9,999"),
    ],
)
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
    ((_, _, message),) = problems(
        tmp_path, "teams: colour\n", FIELDS.replace("colour: {", "colour: {each: kinds, ")
    )
    assert "expected a field of each player that is a single choice" in message


def test_a_shipped_game_has_a_scorer_already(tmp_path: Path) -> None:
    import card_data
    from printkit.tools.new_game import copy_game

    (copy_game("dice_archive", tmp_path) / "score.yaml").write_text("clause: DA-1.1\n", "utf-8")
    with pytest.raises(DataError, match="the game has a scorer already: leave it out"):
        card_data.load("dice_archive", tmp_path)


def test_a_score_sheet_is_pickled_with_its_game(tmp_path: Path) -> None:
    """As a site has it, which is told nothing of the folders here."""
    load(tmp_path, "define: {twice: coins * 2}\n")
    again = pickle.loads(pickle.dumps(scoresheets.load(tmp_path).scoresheet))
    assert again.values["twice"](ScoredTable([[7]], ["Ann"])) == 14
    assert str(tmp_path) not in repr(again.again)


def test_signs_as_people_type_them() -> None:
    found = [token.text for token in tokens("a × b − c ≤ 3 ≠ d ÷ 2")][:-1]
    assert found == ["a", "*", "b", "-", "c", "<=", "3", "!=", "d", "/", "2"]
