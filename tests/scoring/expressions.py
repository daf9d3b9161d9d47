"""Expressions of score sheets at one table, with what they come to for its first player."""

TABLES = {
    "kinds": [
        {"id": "a", "value": 1, "suit": "red", "tags": ["x"]},
        {"id": "b", "value": 3, "suit": "red", "tags": []},
        {"id": "c", "value": 5, "suit": "blue", "tags": ["x", "y"]},
    ],
    "levels": [
        {"id": "low", "least": 0, "points": 0},
        {"id": "middle", "least": 5, "points": 2},
        {"id": "high", "least": 10, "points": 5},
    ],
}
FIELDS = """\
clause: LG-1.1
noted:
  player:
    coins: {max: 50, clause: LG-1.2}
    jokers: {optional: true}
    cards: {each: kinds, max: 3}
    laps: {rounds: 4, optional: true}
    crossed: {marks: true, min: 1, max: 8, optional: true}
  table:
    laureate: {player: true, optional: true}
define:
  all: sum(kinds, value)
  grade: lookup(coins, levels, least, points)
"""
ANN = "coins: 7, jokers: 2, cards: {a: 3, b: 2, c: 1}, laps: [3, 1, 0, 3], crossed: [7, 2, 4, 3]"
TABLE = f"""\
laureate: Bo
players:
  - {{name: Ann, {ANN}}}
  - {{name: Bo, coins: 9, cards: {{a: 1, b: 1}}}}
  - {{name: Cy, coins: 4, cards: {{}}}}
"""

NUMBERS = {"pay": {"half": 0.5, "tenth": 0.1, "steps": [1, 2.5]}}
EXPRESSIONS = (
    ("1 / 3 + 1 / 6", "1/2"),
    ("coins / 2", "7/2"),
    ("pay.half * 3", "3/2"),
    ("pay.tenth * 10", "1"),
    ("lookup(1, crossed)", "2"),
    ("rank(if(coins = mine(coins), 1, 0))", "1"),
    ("lookup(2, pay.steps)", "5/2"),
    ("floor(-coins / 2)", "-4"),
    ("floor(1 / (coins * 100000000000003) / 7)", "0"),
    ("round(-coins / 2)", "-3"),
    ("-coins mod 4", "1"),
    ("2 + 3 * 4 - 1", "13"),
    ("(2 + 3) * 4", "20"),
    ("10 - 3 - 2", "5"),
    ("yes or coins / (coins - 7) > 1", "yes"),
    ("no and coins / (coins - 7) > 1", "no"),
    ("if(yes, 1, coins / (coins - 7))", "1"),
    ("not yes or yes", "yes"),
    ("laureate = me", "no"),
    ("laureate != nobody", "yes"),
    ("count(players, laureate = me)", "1"),
    ("count(others, laureate = me)", "1"),
    ("3 in crossed and not 5 in crossed", "yes"),
    ('sum(kinds, cards where "x" in tags)', "4"),
    ("max(kinds, kinds.value where cards > 1)", "3"),
    ("max(kinds, value where no)", "0"),
    ("sum(rounds, laps * round)", "17"),
    ("sum(kinds, value / 2)", "9/2"),
    ("sum(players, sum(cards))", "8"),
    ("sum(players, sum(kinds, cards * mine(cards)))", "19"),
    ("count(players, rank(coins) <= 2)", "2"),
    ("sum(kinds, max(players, cards))", "6"),
    ("max([1, coins, 3])", "7"),
    ("lookup(0, [4, 5])", "0"),
    ("lookup(9, [4, 5])", "5"),
    ("lookup(-1, levels, least, points)", "0"),
    ("lookup(7 / 2 * 2, levels, least, points)", "2"),
    ("sets_of(kinds, cards where value > 1)", "1"),
    ("sets_of(cards, 0)", "0"),
    ("best(kinds, value, value, 0)", "0"),
    ("best(kinds, -value, 0, 3)", "0"),
    ("running", "no"),
    ("sum(kinds, all * value)", "81"),
    ("sum(levels, grade * points)", "14"),
    ("sum(players, grade)", "4"),
    ("sum(kinds, rank(-abs(cards - 1)))", "6"),
    ("sum(players, rank(abs(coins - mine(coins))))", "9"),
)
IMPOSSIBLE = (
    ("coins / (coins - 7)", "division by zero", 6),
    ("1 + coins mod (coins - 7)", "division by zero", 10),
    ("coins * 900000000000000 * 3", "comes to a number beyond 1,000,000,000,000,000", 0),
    ("1 / (coins * 100000000000003) / 7", "comes to a number beyond", 30),
    (
        "best(kinds, 1, 5000, coins * 1000)",
        "found a limit of 7,000 in best, expected at most",
        0,
    ),
    (
        "best(kinds, 1, 500, coins * 1000)",
        "found a limit of 7,000 in best, expected at most",
        0,
    ),
)
