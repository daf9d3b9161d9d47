"""``score.yaml`` as it is read: its expressions, and what is told of those that cannot be."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from card_data import DataError
from card_data.limits import DEEPEST_EXPRESSION, LONGEST_EXPRESSION, MOST_BEST, MOST_ROUNDS
from card_data.scoresheet.functions import FUNCTIONS
from card_data.scoresheet.names import Kind, Named, Names, Scope
from card_data.scoresheet.parser import Parser, WrongError, tokens
from card_data.scoresheet.sheet import Expression, Scoresheet
from card_data.scoresheet.tree import Node
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


def sheet(folder: Path, more: str) -> Scoresheet:
    """The score sheet of a game with `FIELDS`, and ``more`` in its file."""
    text = FIELDS + more + ("" if "worth:" in more else WORTH)
    scoresheets.write_game(folder, text, TABLES, NUMBERS, options=OPTIONS)
    found = scoresheets.load(folder).scoresheet
    assert found is not None
    return found


def problem(folder: Path, more: str) -> tuple[str, int, int]:
    """The only problem of such a file: its message, and its place."""
    with pytest.raises(DataError) as raised:
        sheet(folder, more)
    (only,) = raised.value.problems
    assert Path(only.file).name == "score.yaml"
    return only.message, only.line, only.column


def define(expression: str, how: str = "") -> str:
    return f"define: {{it: {{is: '{expression}'{how}}}}}\n"


@pytest.mark.parametrize(
    ("expression", "message", "at"),
    [
        ("coinz + 1", "nothing is called 'coinz'; did you mean coins?", 0),
        ("1 + coinz", "nothing is called 'coinz'; did you mean coins?", 4),
        ("coins +", "found nothing more, expected a number, a name, a function or (", 7),
        ("coins coins", "found coins, expected a sign such as + or =, or the end", 6),
        ("(coins", "found nothing more, expected )", 6),
        ("coins =< 1", "found '=<', which means nothing here: write <=", 6),
        ("coins => 1", "found '=>', which means nothing here: write >=", 6),
        ("done ? 1", "found '?', which means nothing here: write if(TRUTH, VALUE, VALUE)", 5),
        ("max(coins; 1)", "found ';', which means nothing here: write a comma", 9),
        ("colour = red", 'red is what colour may be: write it in quotes, as in "red"', 9),
        (
            "laps",
            "found a list of numbers (one for each round), expected a single value: sum(…)",
            0,
        ),
        ("coins == 1", "found '==', which means nothing here: write =", 6),
        (
            "coins % 2",
            "found '%', which means nothing here: write mod for what a division leaves",
            6,
        ),
        ("coins ** 2", "found '**', which means nothing here: there are no powers: multiply", 6),
        ("coins.__class__", "nothing is called 'coins.__class__' (known: ", 0),
        ("__import__(1)", "no function '__import__' (known: ", 0),
        ('"abc', "found '\"', which means nothing here: its closing quote is missing", 0),
        ("coins and done", "found a whole number, expected a truth (yes or no) beside and", 0),
        ("not coins", "found a whole number, expected a truth (yes or no) after not", 4),
        ("done + 1", "found a truth (yes or no), expected a number beside +", 0),
        ("coins = done", "found a truth (yes or no), expected a whole number beside =", 8),
        (
            "cards + 1",
            "found a list of numbers (one for each row of kinds), expected a number: ",
            0,
        ),
        ("1 < coins < 3", "found <, expected and: write a < b and b < c", 10),
        ('colour = "rde"', "it is never 'rde'; did you mean red?", 9),
        ("me < nobody", "found a player, expected a number before <", 0),
        ("sum(coins)", "found a whole number, expected a list: sum(LIST) or ", 4),
        ("sum(kinds)", "found ), expected , as in sum(kinds, VALUE)", 9),
        ("sum(kinds, value, 1)", "found , expected ): the function is sum(LIST) or ", 16),
        ("sum(kinds, done)", "found a list of truths in sum: count(…) says how many hold", 4),
        (
            "count(cards)",
            "found a list of numbers in count: say which are meant, as in count(…, ",
            6,
        ),
        ("value", "no row of kinds is at hand here: go over them, as in sum(kinds, …)", 0),
        ("sum(kinds, sum(kinds, value))", "a row of kinds is at hand already", 15),
        ("round", "no round is at hand here: it is one inside sum(rounds, …)", 0),
        ("mine(coins)", "mine(…) stands where players or others are gone over", 0),
        ("pay", "pay is several numbers, expected one of pay.each, pay.steps, pay.half", 0),
        ("2 * pay.fine", "pay.fine has more digits than the 15 that are exact", 4),
        ("players", "players is what functions go over, as in sum(players, TRUTH)", 0),
        ("if(done, 1)", "expected if(TRUTH, VALUE, VALUE)", 10),
        ("if(done, 1, done, 2)", "expected if(TRUTH, VALUE, VALUE)", 19),
        ("best(kinds, value, value, value)", "no row of kinds is at hand here: go over them, ", 26),
        (
            "if(done, 1, done)",
            "found a truth (yes or no), expected a whole number as the first value",
            12,
        ),
        ("coins / 0", "division by zero", 6),
        ("coins mod zero", "division by zero", 6),
        ("1 / 0", "division by zero", 2),
        ("9999999999999999999", "expected a number up to 1,000,000,000,000,000", 0),
        ("999999999 * 999999999", "comes to more than 1,000,000,000,000,000", 10),
        ("lookup(coins / 2, pay.steps)", "found a number, expected a whole number: floor(…)", 7),
        ("lookup(coins, coins)", "found a whole number, expected a list of numbers, such as", 14),
        ("lookup(done, levels, least, points)", "found a truth (yes or no), expected a text", 7),
        ("best(players, 1, 1, 1)", "expected a table: best(TABLE, WORTH, COST, LIMIT)", 12),
        ("coins in 3", "found a whole number, expected a list after in", 9),
        ("options.shrt", "nothing is called 'options.shrt'; did you mean options.short?", 0),
        ('options.tie = "nnoe"', "it is never 'nnoe'; did you mean none?", 14),
        ("floor", "floor is a function: expected ( after it", 0),
        ("sets_of(done)", "found a truth (yes or no), expected a list of whole numbers", 8),
    ],
)
def test_what_an_expression_cannot_say(
    tmp_path: Path, expression: str, message: str, at: int
) -> None:
    """The message, and the column inside the text."""
    found, line, column = problem(tmp_path, define(expression))
    assert found.startswith(message)
    assert (line, column) == (FIELDS.count("\n") + 1, len("define: {it: {is: '") + at + 1)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("coins", "coins is each player's: sum(players, coins) or another function over players"),
        ("me = laureate", "nobody is at hand here: me is for what each player has"),
        ("rank(deck)", "nobody is at hand here: rank(…) is for what each has"),
        ("sum(others, coins)", "nobody is at hand here, so there are no others: players are all"),
    ],
)
def test_what_a_table_cannot_say(tmp_path: Path, expression: str, message: str) -> None:
    assert problem(tmp_path, define(expression, ", for: table"))[0].startswith(message)


@pytest.mark.parametrize(
    ("more", "message", "at"),
    [
        ("clauses: 1\n", "unknown key; did you mean clause?", "clauses"),
        ("shared: LG-2.1\n", "no clause 'LG-2.1'", "LG-2.1"),
        ("teams: colur\n", "found 'colur'; did you mean colour?", "colur"),
        ("ties: [{say: more}]\n", "expected one of most and fewest", "{say"),
        (
            "ties: [{say: more, most: coins / 2}]\n",
            "found a number, expected a whole number: floor",
            "coins / 2",
        ),
        (
            "wins: {most: coins, target: 3}\n",
            "expected one of most, fewest, target, grades",
            "wins",
        ),
        ("wins: {target: coins}\n", "coins is each player's", "coins}"),
        (
            "wins: {target: 3, together: true}\nteams: colour\n",
            "all play together: leave it out",
            "colour",
        ),
        (
            "wins: {grades: [{from: 5, say: a}, {from: 5, say: b}]}\n",
            "found 5, expected more than 5",
            "5, say: b",
        ),
        (
            "worth: [{part: a, points: coins / 2}]\n",
            "found a number, expected a whole number: floor",
            "coins / 2",
        ),
        (
            "worth: [{part: a, points: 'if(done, 1, 0.5)'}]\n",
            "found a number, expected a whole number: floor",
            "if(done",
        ),
        (
            "wins: {grades: [{from: 5, say: a}]}\nties: [{say: more, most: coins}]\n",
            "all play together: leave it out",
            "ties",
        ),
        (
            "worth: [{part: a, points: coins}, {part: a, points: 1}]\n",
            "a is the name of another part",
            "a, points: 1",
        ),
        (
            "worth: [{part: a, for: table, points: deck}]\n",
            "only those who play together have points as a",
            "table, po",
        ),
        (
            "define: {coins: 1}\n",
            "coins is the name of another field or definition: choose another name",
            "1}",
        ),
        ("define: {kinds: 1}\n", "kinds is a table of the game: choose another name", "1}"),
        ("define: {zero: 1}\n", "zero is a number of the game: choose another name", "1}"),
        ("define: {sum: 1}\n", "sum is a reserved word: choose another name", "1}"),
        ("define: {a: b, b: 1}\n", "b is defined further down: move it up", "b, b"),
        ("define: {a: a + 1}\n", "a is defined in terms of itself", "a + 1"),
        (
            "must: [{if: coins, say: x}]\n",
            "found a whole number, expected a truth (yes or no)",
            "coins",
        ),
        (
            'must: [{if: done, say: "{coinz} of"}]\n',
            "{coinz}: nothing is called 'coinz'; did",
            "coinz",
        ),
        (
            'must: [{if: done, say: "{coins of {deck}"}]\n',
            "a closing } is missing: {coins of {deck}",
            "{coins",
        ),
        ('must: [{if: done, say: "{coins}} of"}]\n', "a { is missing before this }", "} of"),
        ("must: [{if: done, say: x, at: don}]\n", "no field 'don'; did you mean done?", "don}"),
        (
            "must: [{if: done, say: x, each: kind}]\n",
            "no table 'kind'; did you mean kinds?",
            "kind}",
        ),
    ],
)
def test_what_a_score_sheet_cannot_say(tmp_path: Path, more: str, message: str, at: str) -> None:
    found, line, column = problem(tmp_path, more)
    assert found.startswith(message) or message in found
    lines = more.splitlines()
    row = next(number for number, text in enumerate(lines) if at in text)
    assert (line, column) == (FIELDS.count("\n") + 1 + row, lines[row].index(at) + 1)


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("{max: -1}", "found -1, expected at least 0"),
        ("{max: coins}", "nothing is called 'coins'"),
        ("{max: 1 / 2}", "found a number, expected a whole number"),
        ("{rounds: 0}", f"found 0, expected a number from 1 to {MOST_ROUNDS}"),
        ("{rounds: 3}", "found 5 rounds, but a field before has 3"),
        ("{choice: []}", "expected different texts, or the name of a table"),
        ("{choice: [a, a]}", "expected different texts, or the name of a table"),
        ("{choice: kind}", "no table 'kind'; did you mean kinds?"),
        ("{choice: [a], yes_no: true}", "expected only one of choice, yes_no and player"),
        ("{yes_no: true, max: 3}", "only numbers have min and max"),
        ("{yes_no: true, marks: true}", "only numbers and choices can be marked"),
        ("{marks: true}", "expected max: the largest number that may be marked"),
        ("{choice: [a], optional: true}", "a choice cannot be left out"),
        ("{min: 1, optional: true}", "what is left out is 0, but the least number is 1"),
        ("{each: [kinds, kinds]}", "kinds is named twice"),
        ("{each: [kinds, levels, cards]}", "found 3 tables, expected at most 2"),
        ("{clause: LG-7.1}", "no clause 'LG-7.1'"),
    ],
)
def test_what_a_field_cannot_be(tmp_path: Path, field: str, message: str) -> None:
    text = FIELDS.replace("    coins: {max: 50}\n", f"    odd: {field}\n    coins: {{max: 50}}\n")
    text += "worth: [{part: all, points: coins}]\n"
    scoresheets.write_game(tmp_path, text, TABLES, NUMBERS, options=OPTIONS)
    with pytest.raises(DataError, match=re.escape(message)) as raised:
        scoresheets.load(tmp_path)
    assert len(raised.value.problems) == 1


@pytest.mark.parametrize("name", ["name", "players", "points", "running", "me", "kinds"])
def test_names_that_fields_cannot_have(tmp_path: Path, name: str) -> None:
    text = FIELDS.replace("    deck: {}", f"    {name}: {{}}")
    scoresheets.write_game(
        tmp_path, f"{text}worth: [{{part: all, points: coins}}]\n", TABLES, NUMBERS, options=OPTIONS
    )
    with pytest.raises(DataError, match="choose another name"):
        scoresheets.load(tmp_path)


def test_places_in_texts_of_several_lines(tmp_path: Path) -> None:
    more = 'define:\n  it: >-\n    coins\n    + coinz\n  other: "1 +\n    coinx"\n'
    with pytest.raises(DataError) as raised:
        sheet(tmp_path, more)
    first = FIELDS.count("\n")
    assert [(one.line, one.column) for one in raised.value.problems] == [
        (first + 4, 7),
        (first + 6, 5),
    ]


def test_a_misspelt_name_is_put_right_inside_an_expression(tmp_path: Path) -> None:
    from card_data.fixing import fix_all

    with pytest.raises(DataError) as raised:
        sheet(tmp_path, define("1 + coinz"))
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
    names = Names({}, {}, {}, 4, known={"coins": Named(Kind("whole"), "player")})
    with pytest.raises(WrongError, match=message):
        Parser(text, names, Scope(True)).read()


def test_definitions_of_definitions_are_as_deep(tmp_path: Path) -> None:
    lines = [f"  d{at}: d{at - 1} + 1\n" for at in range(1, DEEPEST_EXPRESSION)]
    with pytest.raises(DataError) as raised:
        sheet(tmp_path, f"define:\n  d0: coins\n{''.join(lines)}")
    (only,) = raised.value.problems  # what names the one that has it is not told of beside it
    assert "levels deep" in only.message


def test_a_mistake_is_told_once_however_often_it_is_named(tmp_path: Path) -> None:
    more = """\
define: {extra: coinz, twice: extra + extra}
must: [{if: extra > 1, say: "{extra point}"}]
worth: [{part: one, points: done}, {part: two, points: worth.one + twice}]
ties: [{most: worth.two, say: more}]
"""
    with pytest.raises(DataError) as raised:
        sheet(tmp_path, more)
    assert [one.message.partition(";")[0] for one in raised.value.problems] == [
        "nothing is called 'coinz'",
        "found a truth (yes or no), expected a whole number",
    ]


def test_what_would_take_too_long_is_refused_before_it_runs(tmp_path: Path) -> None:
    rows = [{"id": f"r{at}", "value": 1} for at in range(2_000)]
    text = FIELDS + "worth: [{part: all, points: 'best(kinds, value, value, coins)'}]\n"
    scoresheets.write_game(tmp_path, text, {**TABLES, "kinds": rows}, NUMBERS, options=OPTIONS)
    with pytest.raises(DataError, match=r"takes 8,\d+,\d+ steps with 2 to 4 players, expected at"):
        scoresheets.load(tmp_path)
    assert MOST_BEST * len(rows) == 2_000_000


@pytest.mark.parametrize(
    ("more", "millions"),
    [
        ("worth: [{part: all, points: coins, say: '{best(kinds, value, value, coins)}'}]\n", 3),
        ("must: [{if: done, say: '{best(kinds, value, value, coins)}'}]\n", 3),
        ("must: [{if: done, each: levels, say: '{sum(kinds, value)}'}]\n", 6),
    ],
)
def test_texts_are_filled_in_for_each_player_and_row(
    tmp_path: Path, more: str, millions: int
) -> None:
    rows = [{"id": f"r{at}", "value": 1} for at in range(900)]
    text = FIELDS + more + ("" if "worth:" in more else WORTH)
    scoresheets.write_game(tmp_path, text, dict.fromkeys(TABLES, rows), NUMBERS, options=OPTIONS)
    message = rf"takes {millions},\d+,\d+ steps with 2 to 4 players, expected at"
    with pytest.raises(DataError, match=message):
        scoresheets.load(tmp_path)


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("coins", 1),
        ("coins + 1", 3),
        ("cards", 2),  # one of each row
        ("sum(cards)", 3),
        ("sum(kinds, cards)", 1 + (1 + 2 * (1 + 1))),
        ("rank(coins)", 1 + 4 * (1 + 1)),  # of four players
        ("count(players, coins > 3)", 1 + (1 + 4 * (1 + 3))),
    ],
)
def test_what_working_out_an_expression_costs(tmp_path: Path, text: str, cost: int) -> None:
    scoresheets.write_game(tmp_path, FIELDS + WORTH, TABLES)
    rows = scoresheets.load(tmp_path).rows("kinds")
    known = {
        "coins": Named(Kind("whole"), "player"),
        "cards": Named(Kind("whole"), "player", ("kinds",)),
    }
    names = Names({}, {"kinds": {}}, {"kinds": rows}, 4, known=known)
    assert Parser(text, names, Scope(True)).read().cost == cost


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("marks: true, min: 1, max: 9999", ""),
        ("marks: true, min: 1, max: 10000", "expected at most 9,999 numbers"),
        ("each: many", ""),
        ("each: [many, kinds]", "has 10,002 values, expected at most 9,999"),
        ("max: 1000000000000000 * 2", "comes to more than 1,000,000,000,000,000"),
        ("rounds: 100", ""),
        ("rounds: 101", "found 101, expected a number from 1 to 100"),
        ("rounds: 0", "found 0, expected a number from 1 to 100"),
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
    text = FIELDS.replace("colour: {", "colour: {each: kinds, ")
    scoresheets.write_game(tmp_path, f"{text}{WORTH}teams: colour\n", TABLES)
    with pytest.raises(DataError, match="expected a field of each player that is a single choice"):
        scoresheets.load(tmp_path)


def test_a_shipped_game_has_a_scorer_already(tmp_path: Path) -> None:
    from printkit.workshop.new_game import copy_game

    (copy_game("dice_archive", tmp_path) / "score.yaml").write_text("clause: DA-1.1\n", "utf-8")
    import card_data

    with pytest.raises(DataError, match="the game has a scorer already: leave it out"):
        card_data.load("dice_archive", tmp_path)


def test_trees_are_plain_data(tmp_path: Path) -> None:
    """Each tree comes back from JSON as it was."""
    more = "define:\n" + "".join(
        f"  it{at}: {{is: '{text}'}}\n"
        for at, text in enumerate(
            [
                'if(colour = "red" and not done, 1.5, max(1, coins mod 3))',
                'sum(kinds, cards * value where suit = "red" and "x" in tags)',
                "lookup(coins, levels, least, points) - pay.half * best(kinds, value, 1, coins)",
                "count(others, coins > mine(coins)) + rank(coins) + sum(rounds, laps * round)",
                "if(laureate = me and running, sets_of(cards, [1, 3]), sum(cards))",
            ]
        )
    )
    found = sheet(tmp_path, more)
    for one in found.definitions:
        again = msgspec.json.decode(msgspec.json.encode(one.value), type=Expression)
        assert again == one.value
    assert msgspec.json.decode(msgspec.json.encode(found), type=Scoresheet) == found


def test_every_node_has_a_place_in_the_language() -> None:
    """What is documented as a node is one of the union, which another evaluator goes by."""
    from card_data.scoresheet import tree

    kinds = {
        one for one in vars(tree).values() if isinstance(one, type) and issubclass(one, tree.Base)
    }
    assert kinds - {tree.Base} == set(Node.__args__)
    assert all(kind.__doc__ for kind in kinds)


def test_signs_as_people_type_them() -> None:
    found = [token.text for token in tokens("a × b − c ≤ 3 ≠ d ÷ 2")][:-1]
    assert found == ["a", "*", "b", "-", "c", "<=", "3", "!=", "d", "/", "2"]


def test_every_function_has_examples() -> None:
    assert all(one.examples and one.forms and one.says for one in FUNCTIONS.values())
