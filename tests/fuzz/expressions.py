"""Score sheets of the tiny game with expressions made at random: of words that it knows, in any
order and depth, so that some are sound and most are refused."""

from __future__ import annotations

from random import Random

import yaml

from card_data.scoresheet.functions import SIGNATURES

WORDS = (
    "played", "last", "me", "nobody", "running", "citations", "target", "hand", "value", "copies",
    "cards.value", "word", "id", "players", "others", "cards", "rounds", "round", "total", "yes",
    "worth.cited", "options.open_hands", "0", "1", "2.5", "999999999999999", '"comma"', "x", "''",
    "\u00d7", "__class__", "{", "\x1b", "\u2028",
)  # fmt: skip
SIGNS = ("+", "-", "*", "/", "mod", "=", "!=", "<", ">=", "and", "or", "in", ",", " where ")
DEEPEST = 5
POSITION = """\
game: errata
last: Bo
players:
  - {name: Ann, played: {page: 1, letter: 1}}
  - {name: Bo, played: {line: 2}}
"""


def expression(chance: Random, depth: int = 0) -> str:
    draw = chance.random() if depth < DEEPEST else 0
    if draw < 0.3:
        return chance.choice(WORDS)
    if draw < 0.55:
        sign = chance.choice(SIGNS)
        return f"{expression(chance, depth + 1)} {sign} {expression(chance, depth + 1)}"
    if draw < 0.65:
        before, after = chance.choice((("(", ")"), ("-", ""), ("not ", ""), ("[", "]"), ("(", "")))
        return f"{before * chance.choice((1, 1, 1, 60, 900))}{expression(chance, depth + 1)}{after}"
    name = chance.choice([*SIGNATURES, "eval"])
    over = chance.choice(("", "", "players, ", "others, ", "cards, ", "rounds, "))
    given = [expression(chance, depth + 1) for _ in range(chance.choice((1, 1, 2, 3, 4)))]
    return f"{name}({over}{', '.join(given)})"


def score_sheet(sound: str, chance: Random) -> bytes:
    sheet = yaml.safe_load(sound)
    for _ in range(chance.choice((1, 1, 2, 3))):
        made = expression(chance)
        match chance.randrange(6):
            case 0:
                sheet["worth"].append({"part": f"p{chance.randrange(3)}", "points": made})
            case 1:
                sheet["must"].append({"if": made, "say": f"{{{expression(chance)}}} of it"})
            case 2:
                sheet["define"][f"d{chance.randrange(3)}"] = made
            case 3:
                sheet["ties"] = [{"say": "more", "most": made}]
            case 4:
                sheet["noted"]["player"]["more"] = {"max": made, "each": chance.choice(WORDS)}
            case 5:
                sheet["wins"] = {chance.choice(("most", "fewest", "target")): made}
    return yaml.safe_dump(sheet, sort_keys=False, width=chance.choice((20, 80))).encode()
