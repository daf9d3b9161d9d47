"""The functions of ``score.yaml``: what each is given, what it gives, an example.

docs/guide/scoresheets.md is made from this table, and every example is worked out by a test.
"""

from __future__ import annotations

from typing import NamedTuple


class Function(NamedTuple):
    """A function: what it gives, in words; the forms in which it is written; examples with their
    values."""

    says: str
    forms: tuple[str, ...]
    examples: tuple[tuple[str, str], ...]


FUNCTIONS = {
    "sum": Function(
        "All of them together.",
        ("sum(LIST)", "sum(OVER, NUMBER)", "sum(OVER, NUMBER where TRUTH)"),
        (("sum(cards)", "6"), ("sum(kinds, cards * value where cards >= 2)", "9")),
    ),
    "count": Function(
        "How many there are; of truths, how many hold.",
        ("count(MARKS)", "count(OVER)", "count(OVER, TRUTH)"),
        (("count(crossed)", "4"), ("count(players)", "3"), ("count(kinds, cards > 0)", "3")),
    ),
    "max": Function(
        "The largest; 0 if there is none.",
        ("max(LIST)", "max(OVER, NUMBER)", "max(NUMBER, NUMBER …)"),
        (("max(cards)", "3"), ("max(0, coins - 10)", "0")),
    ),
    "min": Function(
        "The smallest; 0 if there is none.",
        ("min(LIST)", "min(OVER, NUMBER)", "min(NUMBER, NUMBER …)"),
        (("min(players, coins)", "4"), ("min(coins, 5)", "5")),
    ),
    "rank": Function(
        "The place by it, 1 for the most; equals share a place, as in 1, 1, 3. A 0 at the end of a "
        "list of points is for all places further back.",
        ("rank(NUMBER)",),
        (("rank(coins)", "2"), ("lookup(rank(coins), [5, 3, 0])", "3")),
    ),
    "most": Function(
        "Whether nobody has more.",
        ("most(NUMBER)",),
        (("most(sum(cards))", "yes"), ("if(most(coins), 3, 0)", "0")),
    ),
    "fewest": Function(
        "Whether nobody has less.", ("fewest(NUMBER)",), (("fewest(coins)", "no"),)
    ),
    "distinct": Function(
        "How many different values there are.",
        ("distinct(LIST)", "distinct(OVER, VALUE)", "distinct(OVER, VALUE where TRUTH)"),
        (("distinct(laps)", "3"), ("distinct(kinds, suit where cards > 0)", "2")),
    ),
    "longest_run": Function(
        "How many in a row at most: of truths, those that hold; of marks, numbers that follow each "
        "other.",
        ("longest_run(MARKS)", "longest_run(OVER, TRUTH)"),
        (("longest_run(crossed)", "3"), ("longest_run(rounds, laps > 0)", "2")),
    ),
    "sets_of": Function(
        "How many sets of different ones the counts make: of all, or of so many. With a list, what "
        "the sets are worth if each is as large as can be, one of 1 the first of the list.",
        ("sets_of(LIST)", "sets_of(LIST, NUMBER)", "sets_of(LIST, [NUMBER …])"),
        (
            ("sets_of(cards)", "1"),
            ("sets_of(cards, 2)", "3"),
            ("sets_of(cards, [1, 3, 6])", "10"),
        ),
    ),
    "lookup": Function(
        "The number in a list at that place: 0 before the first, the last beyond the end. Or a "
        "column of a table, in the row whose other column is that text, or is the largest number "
        "up to it; 0 without such a row.",
        ("lookup(NUMBER, [NUMBER …])", "lookup(VALUE, TABLE, COLUMN, COLUMN)"),
        (
            ("lookup(3, [1, 3, 6, 10])", "6"),
            ("lookup(coins, levels, least, points)", "2"),
            ('lookup("b", kinds, id, value)', "3"),
        ),
    ),
    "best": Function(
        "The most that rows can be worth together if their costs come to no more than a limit; so "
        "jokers are put to their best use.",
        ("best(TABLE, WORTH, COST, LIMIT)", "best(TABLE, WORTH, COST, LIMIT where TRUTH)"),
        (("best(kinds, value, max(0, 3 - cards), jokers where cards > 0)", "6"),),
    ),
    "if": Function(
        "The first value if the truth holds, else the other; there may be more truths with their "
        "values before the last.",
        ("if(TRUTH, VALUE, VALUE)",),
        (("if(coins >= 5, 2, 0)", "2"), ("if(coins > 9, 3, coins > 4, 1, 0)", "1")),
    ),
    "floor": Function("Rounded down.", ("floor(NUMBER)",), (("floor(coins / 2)", "3"),)),
    "ceil": Function("Rounded up.", ("ceil(NUMBER)",), (("ceil(coins / 2)", "4"),)),
    "round": Function(
        "The nearest whole number; a half goes up.",
        ("round(NUMBER)",),
        (("round(coins / 2)", "4"), ("round(coins / 3)", "2")),
    ),
    "abs": Function(
        "Without its sign.", ("abs(NUMBER)",), (("abs(coins - 10)", "3"),)
    ),
    "mine": Function(
        "The value of the player who is scored, in what goes over players or others.",
        ("mine(VALUE)",),
        (("count(others, coins > mine(coins))", "1"),),
    ),
}  # fmt: skip
