"""Score sheets made at random, of fields and expressions of every sort, and positions for them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from card_data.scoresheet.model import Level
from card_data.scoresheet.sheet import Field, Scoresheet
from card_data.scoresheet.tree import ROUNDS

TABLES: dict[str, list[dict[str, Any]]] = {
    "kinds": [
        {"id": "10", "value": 4, "suit": "red", "wild": False, "tags": ["x"]},
        {"id": "2", "value": 1, "suit": "blue", "wild": True, "tags": []},
        {"id": "c", "value": 7, "suit": "red", "wild": False, "tags": ["x", "y"]},
    ],
    "levels": [
        {"id": "low", "least": 0, "points": -1},
        {"id": "middle", "least": 3, "points": 2},
        {"id": "high", "least": 6, "points": 5},
    ],
}
NUMBERS = {"pay": {"half": 0.5, "steps": [1, 3, 6.5]}}
OPTIONS = {"open": {"value": True, "clause": "LG-1.1", "text": "Open."}}
SUITS = ("red", "blue", "nobody")
NAMES = ("Ann", "Bo", "Cy", "Zoë", "O'Neil", "\N{PILE OF POO}\u200d", "x" * 40, "y" * 41)
DEEPEST = 4
OVERS = ((), (), ("kinds",), ("levels",), ("kinds", "levels"), (ROUNDS,), ("kinds", ROUNDS))
Each = tuple[str, ...]


class Known(NamedTuple):
    """A field or a definition: its name, what it holds, whose it is, what it goes over."""

    name: str
    holds: str
    of_table: bool
    over: Each
    marks: bool = False


class At(NamedTuple):
    """What is at hand at a place of an expression: a player, rows of tables; ``mine``, if that may
    be said there."""

    player: bool
    over: Each = ()
    mine: bool = False


class Maker:
    """Makes one score sheet."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.known: list[Known] = []

    # fields

    def fields(self) -> dict[str, dict[str, dict[str, Any]]]:
        """What is noted."""
        noted: dict[str, dict[str, dict[str, Any]]] = {"player": {}, "table": {}}
        for at in range(self.chance.randint(3, 8)):
            of_table, over = self.draw(0.3), self.chance.choice(OVERS)
            holds = self.chance.choice(("number", "number", "number", "truth", "choice", "player"))
            marks = holds in ("number", "choice") and self.chance.random() < 0.25
            entry: dict[str, Any] = {}
            if holds == "number":
                least = self.chance.choice((0, 0, 0, -3, 1))
                entry = {"min": str(least)} if least else {}
                entry |= {"max": "9"} if marks or self.chance.random() < 0.7 else {}
            elif holds == "choice":
                entry = {"choice": self.chance.choice((list(SUITS), "kinds"))}
            else:
                entry = {"yes_no" if holds == "truth" else "player": True}
            tables = [one for one in over if one != ROUNDS]
            entry |= {"each": tables} if tables else {}
            entry |= {"rounds": "3"} if ROUNDS in over else {}
            entry |= {"marks": True} if marks else {}
            zero = marks or holds in ("truth", "player") or entry.get("min") != "1"
            if (marks or holds != "choice") and zero and self.draw(0.3):
                entry["optional"] = True
            noted["table" if of_table else "player"][f"f{at}"] = entry
            self.known.append(Known(f"f{at}", holds, of_table, over, marks))
        return noted

    def of(self, holds: str, at: At, *, several: bool = False) -> list[str]:
        """The names that stand for such a value there, or for a list of them."""
        return [
            one.name
            for one in self.known
            if one.holds == holds
            and (one.of_table or at.player)
            and several == (one.marks or not set(one.over) <= set(at.over))
        ]

    # expressions, from patterns in which capital letters stand for others

    def fill(self, pattern: str, at: At, depth: int) -> str:
        """A pattern with expressions in it."""
        makes: dict[str, Callable[[At, int], str]] = {
            "N": self.number, "W": self.whole, "T": self.truth, "X": self.text, "P": self.player,
            "L": self.numbers, "U": self.truths, "V": self.values,
        }  # fmt: skip
        inner = At(True, at.over, True)
        makes["R"] = lambda _, deep: self.number(inner, deep + 1)
        makes["M"] = lambda _, deep: self.whole(At(True, at.over), deep)
        return re.sub(r"\b[A-Z]\b", lambda found: makes[found[0]](at, depth + 1), pattern)

    def any(self, patterns: Sequence[str], at: At, depth: int) -> str:
        return self.fill(self.chance.choice(patterns), at, depth)

    def number(self, at: At, depth: int = 0) -> str:
        """Any number."""
        plain = ["0", "1", "2", "3", "0.5", "pay.half", *self.of("number", at)]
        plain += ["999999999999999"] if self.chance.random() < 0.1 else []
        plain += [*self.of("number", at), *self.of("fraction", at)]
        plain += ["value", "copies"] if "kinds" in at.over else []
        plain += ["levels.points"] if "levels" in at.over else []
        plain += ["round"] if ROUNDS in at.over else []
        if depth >= DEEPEST or self.chance.random() < 0.2:
            return self.chance.choice(plain)
        patterns = [
            "(N + N)", "(N - N)", "(N * N)", "N / 2", "N / 3", "N mod 3", "N mod 7", "(-N)",
            "if(T, N, N)", "max(N, N, N)", "min(N, N)", "sum(L)", "sum(L)", "max(L)", "min(L)",
            "lookup(W, [N, N, N])", "lookup(W, pay.steps)", "W", "W",
        ]  # fmt: skip
        return self.any([*patterns, *(["(N / N)", "(N mod N)"] * self.draw(0.2))], at, depth)

    def whole(self, at: At, depth: int = 0) -> str:
        """A whole number."""
        if depth >= DEEPEST:
            return self.chance.choice(["1", "4", *self.of("number", at)])
        marks = self.marked(at)
        patterns = [
            "floor(N)", "ceil(N)", "round(N)", "floor(N / 3)", "abs(round(N))", "count(U)",
            "longest_run(U)", "distinct(V)", "count(players)", *[f"count({one})" for one in marks],
        ]  # fmt: skip
        whole = [one for one in marks if one in self.of("number", at, several=True)]
        patterns += [f"longest_run({one})" for one in whole]
        patterns += ["rank(R)"] if at.player else []
        patterns += ["mine(M)"] if at.mine else []
        patterns += ["round(lookup(N, levels, least, points))"] if "levels" not in at.over else []
        patterns += ["lookup(X, kinds, id, value)"] if "kinds" not in at.over else []
        patterns += [self.of_table(table, at, depth) for table in ("kinds", "levels")
                     if table not in at.over]  # fmt: skip
        return self.any(patterns, at, depth)

    def of_table(self, table: str, at: At, depth: int) -> str:
        """A pattern of a function of a table's rows."""
        inner = At(at.player, (*at.over, table), at.mine)
        where = self.fill(" where T", inner, depth + 1) if self.draw(0.3) else ""
        one, other = (self.whole(inner, depth + 2) for _ in range(2))
        if self.draw(0.5):
            return f"best({table}, {one}, {other}, W{where})"
        of = self.chance.choice(("", ", 2", ", pay.steps", ", W"))
        return f"round(sets_of({table}, {one}{where}{of}))"

    def gone_over(self, value: str, at: At, depth: int) -> str:
        """A value for each of what is gone over."""
        inner = At(True, at.over, at.player)
        overs = [("players", inner), *([("others", inner)] if at.player else [])]
        rounds = [ROUNDS] if any(ROUNDS in one.over for one in self.known) else []
        for one in ("kinds", "levels", *rounds):
            if one not in at.over:
                overs.append((one, At(at.player, (*at.over, one), at.mine)))
        over, inside = self.chance.choice(overs)
        where = " where T" if self.draw(0.3) else ""
        return f"{over}, {self.fill(value + where, inside, depth + 1)}"

    def listed(self, sorts: Sequence[str], value: str, at: At, depth: int) -> str:
        """A list: one that has a name, or one that is made."""
        named = [name for sort in sorts for name in self.of(sort, at, several=True)]
        if named and self.draw(0.5):
            return self.chance.choice(named)
        return self.gone_over(value, at, depth)

    def numbers(self, at: At, depth: int) -> str:
        return self.listed(("number", "fraction"), "N", at, depth)

    def truths(self, at: At, depth: int) -> str:
        return self.listed(("truth",), "T", at, depth)

    def values(self, at: At, depth: int) -> str:
        """A list of values of any sort but truths."""
        sorts = ("number", "choice", "player")
        return self.listed(sorts, self.chance.choice("NXP"), at, depth)

    def truth(self, at: At, depth: int = 0) -> str:
        """A truth."""
        plain = ["yes", "no", "running", "options.open", *self.of("truth", at)]
        plain += ["wild", '"x" in tags', '"y" in tags'] if "kinds" in at.over else []
        if depth >= DEEPEST or self.draw(0.1):
            return self.chance.choice(plain)
        patterns = [
            *[f"(N {sign} N)" for sign in ("=", "!=", "<", "<=", ">", ">=")], "(T and T)",
            "(T or T)", "not (T)", "(P = P)", "(P != P)", "(X = X)", "(X != X)", "(N in [N, N, 2])",
            *[f"(N in {name})" for name in self.of("number", at, several=True)],
        ]  # fmt: skip
        return self.any([*patterns, *(["most(R)", "fewest(R)"] * at.player)], at, depth)

    def text(self, at: At, depth: int = 0) -> str:
        plain = [*(["suit"] if "kinds" in at.over else []), *self.of("choice", at)]
        if plain:
            return self.chance.choice(plain)
        return self.fill('if(T, "c", "2")', at, depth + 1)

    def player(self, at: At, depth: int = 0) -> str:
        plain = ["nobody", *self.of("player", at), *(["me"] if at.player else [])]
        return self.chance.choice(plain)

    def marked(self, at: At) -> list[str]:
        """Fields of marks of which one list is at hand."""
        return [
            one.name
            for one in self.known
            if one.marks and (one.of_table or at.player) and set(one.over) <= set(at.over)
        ]

    def draw(self, often: float) -> bool:
        return self.chance.random() < often

    # the sheet

    def say(self, at: At) -> str:
        """Words with values in them."""
        nouns = ("", " point", " box", " copy/copies", " copy/copies/x")
        shown = [
            f"{{{self.number(at, 2)}{self.chance.choice(nouns)}}}",
            f"{{{self.player(at)}}}",
            f"{{{self.text(at, 2)}}}",
            f"{{{self.text(at, 2)} card}}",
        ]
        return f"found {self.chance.choice(shown)} and {self.chance.choice(shown)} there"

    def sheet(self) -> dict[str, Any]:
        """A score sheet as ``score.yaml`` has it."""
        made: dict[str, Any] = {"clause": "LG-1.1", "noted": self.fields()}
        made["define"] = dict(self.definition(at) for at in range(self.chance.randint(0, 4)))
        together = self.chance.random() < 0.15
        made["must"] = [self.must() for _ in range(self.chance.randint(0, 3))]
        made["worth"] = [self.part(at, together) for at in range(self.chance.randint(1, 4))]
        self.known.append(Known("total", "number", together, ()))
        made |= self.ending(together)
        return made

    def definition(self, number: int) -> tuple[str, Any]:
        of_table = self.draw(0.3)
        over = self.chance.choice(((), (), ("kinds",), ("kinds", "levels")))
        holds = self.chance.choice(("number", "fraction", "truth", "player"))
        makes = {"number": self.whole, "fraction": self.number, "truth": self.truth}
        make = makes.get(holds, self.player)
        text, name = make(At(not of_table, over)), f"d{number}"
        self.known.append(Known(name, holds, of_table, over))
        entry: dict[str, Any] = {"is": text} | ({"for": "table"} if of_table else {})
        return name, entry | ({"each": list(over)} if over else {})

    def must(self) -> dict[str, Any]:
        of_table, over = self.chance.random() < 0.4, self.chance.choice(((), ("kinds",)))
        at = At(not of_table, over)
        strictness = self.chance.choice(("wrong", "unfinished", "warning"))
        holds = self.truth(at)
        if strictness == "wrong":  # most tables are to be scored
            holds = f"{holds} or {self.truth(at)} or {self.truth(at)}"
        entry: dict[str, Any] = {"if": holds, "say": self.say(at), "else": strictness}
        entry |= {"for": "table"} if of_table else {}
        entry |= {"each": list(over)} if over else {}
        fields = [one.name for one in self.known if one.name.startswith("f")]
        entry |= {"at": self.chance.choice(fields)} if self.draw(0.3) else {}
        return entry | {"clause": f"LG-1.{self.chance.randint(2, 9)}"}

    def part(self, number: int, together: bool) -> dict[str, Any]:
        of_table = together and self.chance.random() < 0.5
        at = At(not of_table)
        entry = {"part": f"p{number}", "points": self.whole(at), "label": f"Part {number}"}
        entry |= {"for": "table"} if of_table else {}
        entry |= {"say": self.say(at)} if self.chance.random() < 0.5 else {}
        self.known.append(Known(f"worth.p{number}", "number", of_table, ()))
        return entry

    def ending(self, together: bool) -> dict[str, Any]:
        """Who is out, who wins, how ties are decided."""
        me, found = At(True), dict[str, Any]()
        if self.draw(0.35):
            found["out"] = {"if": self.truth(me, 1), "say": self.say(me), "clause": "LG-1.8"}
        if together:
            grades = [{"from": str(5 * at), "say": f"grade {at}", "lost": not at} for at in (0, 1)]
            ways: list[Any] = [{"target": "4", "together": True}, {"grades": grades}]
            return found | {"wins": self.chance.choice(ways)}
        ways = ["most", "fewest", {"most": self.whole(me)}, {"fewest": self.whole(me)}]
        found["wins"] = self.chance.choice([*ways, {"target": "3", "clause": "LG-1.7"}])
        teams = [one.name for one in self.known if one.holds == "choice" and not one.of_table]
        single = [name for name in teams if name in self.of("choice", me)]
        if single and self.chance.random() < 0.5:
            found["teams"] = self.chance.choice(single)
        found["ties"] = [
            {self.chance.choice(("most", "fewest")): self.whole(me, 2), "say": f"more {at}"}
            for at in range(self.chance.randint(0, 2))
        ]
        return found | {"shared": "LG-1.9"}


# --- positions


def positions(sheet: Scoresheet, seats: tuple[int, int], chance: Random) -> Iterator[str]:
    """Positions as JSON without end: sound ones, with blanks, with wrong answers."""
    while True:
        slip, blank = chance.choice((0.0, 0.0, 0.0, 0.05)), chance.choice((0.0, 0.0, 0.03, 0.3))
        filler = Filler(sheet, slip, blank, chance)
        yield json.dumps(filler.position(seats), ensure_ascii=False)


class Filler:
    """Fills in a position; ``slip`` and ``blank`` are how often an answer is wrong, or open."""

    def __init__(self, sheet: Scoresheet, slip: float, blank: float, chance: Random) -> None:
        self.sheet, self.slip, self.blank, self.chance = sheet, slip, blank, chance
        self.names: list[str | None] = []

    def draw(self, often: float) -> bool:
        return self.chance.random() < often

    def position(self, seats: tuple[int, int]) -> dict[str, Any]:
        number = self.chance.randint(*seats)
        if self.draw(self.slip):
            number += self.chance.choice((-1, 1, 2))
        self.names = [*self.chance.sample(NAMES, number)]
        if self.draw(self.slip):
            self.names = [
                self.chance.choice(("O'Neil", " Bo ", "", "Table", "'\"", "a\xadb", "a\U000e0001b"))
                for _ in self.names
            ]
        self.names = [None if self.draw(self.blank / 3) else name for name in self.names]
        table = {"game": "little", **self.entry("table")}
        entries = [{"name": name, **self.entry("player"), **self.added_up()} for name in self.names]
        table["players"] = None if self.draw(self.blank / 5) else entries
        return table | ({"running": self.draw(0.7)} if self.draw(0.15) else {})

    def added_up(self) -> dict[str, Any]:
        """Points as a player wrote them down, now and then."""
        if not self.draw(0.05):
            return {}
        own = [part.name for part in self.sheet.parts if part.level == "player"]
        points = {name: self.chance.choice((0, 0, 1, 2, None)) for name in own if self.draw(0.7)}
        total = {"total": self.chance.choice((0, 1, None))} if self.draw(0.5) else {}
        return {"points": points, **total}

    def entry(self, level: Level) -> dict[str, Any]:
        """The fields of a player, or of the table."""
        fields = [one for one in self.sheet.of(level) if not (one.optional and self.draw(0.3))]
        return {field.name: self.answer(field, field.over) for field in fields}

    def answer(self, field: Field, over: Sequence[str]) -> Any:
        """What stands in a field, inside what it goes over."""
        if self.draw(self.blank):
            return None
        if not over:
            return self.marks(field) if field.marks else self.single(field)
        if over[0] == ROUNDS:
            return [self.answer(field, over[1:]) for _ in self.sheet.keys[ROUNDS]]
        left_out = self.slip if field.holds == "choice" else self.chance.choice((0.0, 0.3))
        keys = [key for key in self.sheet.keys[over[0]] if not self.draw(left_out)]
        return {key: self.answer(field, over[1:]) for key in keys}

    def marks(self, field: Field) -> list[Any]:
        several = field.choices or range(field.least, (field.most or 0) + 1)
        marks: list[Any] = self.chance.sample(several, self.chance.randint(0, len(several)))
        return [None, *marks[1:]] if marks and self.draw(self.blank) else marks

    def single(self, field: Field) -> Any:
        if field.holds == "truth":
            return self.draw(0.5)
        if field.holds == "choice":
            return self.chance.choice(field.choices)
        if field.holds == "player":
            known = [name for name in self.names if name]
            name = "Somebody" if self.draw(self.slip) else self.chance.choice(["nobody", *known])
            return self.chance.choice((name, name, f" {name.upper()}"))
        most = 12 if field.most is None else field.most
        if self.draw(self.slip):
            return self.chance.choice((field.least - 1, most + 1))
        return self.chance.randint(field.least, self.chance.choice((field.least, most)))
