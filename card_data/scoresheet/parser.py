"""The language of ``score.yaml``: a text, read by recursive descent into a function of a table.

Every name is looked up and every kind is checked while it is read, so that whatever comes out can
be worked out, but for what only numbers tell: a division by zero, a number too large, too many
steps. What an expression can do is what is here; nothing of Python's can be reached.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, NoReturn

from card_data.limits import DEEPEST_EXPRESSION, LARGEST_VALUE, LONGEST_EXPRESSION
from card_data.problems import did_you_mean, quote, shorten
from card_data.scoresheet import table
from card_data.scoresheet.functions import OPERATIONS, SIGNATURES, ImpossibleError, bounded, divide
from card_data.scoresheet.names import (
    CONSTANTS,
    MARK,
    NUMBER,
    NUMBERS,
    OPERATORS,
    PLAYER,
    SEAT,
    TABLE,
    TEXT,
    TRUTH,
    WHOLE,
    Kind,
    NamedValue,
    Names,
    Scope,
    each,
)
from card_data.scoresheet.table import NOBODY, OTHERS, PLAYERS, ROUNDS, Run, applied, either

TOKEN = re.compile(
    r"""(?P<number>[0-9]+(?:\.[0-9]+)?)
    | (?P<name>[^\W\d]\w*(?:\.\w+)*)
    | (?P<text>"[^"]*"|'[^']*')
    | (?P<wrong>==|=<|=>|<>|&&|\|\||\*\*)
    | (?P<sign><=|>=|!=|[-+*/=<>(),\[\]×·÷−≤≥≠])
    | (?P<other>\S)""",
    re.VERBOSE,
)
SPELT = {"×": "*", "·": "*", "÷": "/", "−": "-", "≤": "<=", "≥": ">=", "≠": "!="}
HINTS = {
    "==": "write =",
    "=<": "write <=",
    "=>": "write >=",
    "<>": "write !=",
    "?": "write if(TRUTH, VALUE, VALUE)",
    ";": "write a comma",
    "&&": "write and",
    "||": "write or",
    "!": "write not",
    "%": "write mod for what a division leaves",
    **dict.fromkeys(["**", "^"], "there are no powers: multiply"),
    "{": "braces stand in texts alone",
    **dict.fromkeys("\"'", "its closing quote is missing"),
    **dict.fromkeys("“‘’", "write straight quotes"),
}
BINDS = {  # how tightly signs bind
    "or": 1,
    "and": 2,
    **dict.fromkeys(["=", "!=", "<", "<=", ">", ">=", "in"], 4),
    **dict.fromkeys(["+", "-"], 5),
    **dict.fromkeys(["*", "/", "mod"], 6),
}
NOT, COMPARING = 3, 4
SIGNS = {"not": (NOT, operator.not_, (TRUTH,)), "-": (7, operator.neg, NUMBERS)}  # before a value
PLAIN = "a number, a name, a function or ("  # what a value begins with
DECIMALS = ": decimals have a point, as in 2.5"


class WrongError(Exception):
    """An invalid expression; ``at`` is the position in its text, from 0."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


class EchoError(WrongError):
    """An expression that names something with a mistake of its own, which is reported there."""


class Token(NamedTuple):
    """A word of the language: its sort (``end`` after the last), its text, its place."""

    sort: str
    text: str
    at: int

    @property
    def words(self) -> str:
        """It in a message."""
        return "nothing more" if self.sort == "end" else shorten(self.text)


class Parsed(NamedTuple):
    """A part of an expression that was read: what gives its value, its kind, its place, how many
    levels it has; its value, if that is always the same; what gives a quotient's whole part, and
    what everyone has in a field."""

    run: Run
    kind: Kind
    at: int
    depth: int = 1
    value: Any = None
    whole: Run | None = None
    everyones: Run | None = None


def tokens(text: str) -> Iterator[Token]:
    """The words of an expression; raise `WrongError` for what is none.

    >>> [token.text for token in tokens("floor(pages ÷ 2)")]
    ['floor', '(', 'pages', '/', '2', ')', '']
    """
    for match in TOKEN.finditer(text):
        sort, found = str(match.lastgroup), match[0]
        if sort in ("wrong", "other"):
            hint = f": {HINTS[found]}" if found in HINTS else ""
            raise WrongError(f"found {quote(found)}, which means nothing here{hint}", match.start())
        yield Token(sort, SPELT.get(found, found), match.start())
    yield Token("end", "", len(text))


class Parser:
    """Reads one expression in the scope in which it stands (`Scope`); raises `WrongError`, with the
    position in the text, for an invalid one.

    ``rest`` lets words follow the expression, as a noun follows a number in a text. ``mentioned``
    are the fields and definitions in it; ``lists`` the lists in which it looks something up, or
    that say what sets are worth, each with the function and what the first number is for.
    """

    def __init__(self, text: str, names: Names, scope: Scope, *, rest: bool = False) -> None:
        self.text, self.names, self.scope, self.rest = text, names, scope, rest
        self.left: list[Token] = []  # words, the next one last
        self.inside = 0  # parentheses, functions and signs before a value
        self.mentioned: list[str] = []
        self.lists: list[tuple[str, list[Any], int]] = []
        self.mines = 0  # how often mine(…) was read

    def read(self) -> Parsed:
        """The whole expression."""
        if len(self.text) > LONGEST_EXPRESSION:
            found = f"found {len(self.text):,} characters"
            self.wrong(f"{found}, expected at most {LONGEST_EXPRESSION:,}", 0)
        self.left = [*tokens(self.text)][::-1]
        read = self.value()
        if self.next.sort != "end" and not (self.rest and self.next.sort == "name"):
            expected = "a sign such as + or =, or the end"
            hint = {",": DECIMALS, "x": ": write *"}.get(self.next.text, "")
            self.wrong(f"found {self.next.words}, expected {expected}{hint}", self.next.at)
        return read

    # words

    @property
    def next(self) -> Token:
        return self.left[-1]

    def take(self, text: str) -> Token | None:
        """The next word, if it is this one."""
        return self.left.pop() if self.next.text == text else None

    def expect(self, text: str) -> Token:
        """The next word, which must be this one."""
        found = self.take(text)
        return found or self.wrong(f"found {self.next.words}, expected {text}", self.next.at)

    def wrong(self, message: str, at: int) -> NoReturn:
        raise WrongError(message, at)

    # parts

    def made(self, run: Run, kind: Kind, at: int, *parts: Parsed) -> Parsed:
        """Combine parts into one; raise `WrongError` if it is nested too deep."""
        depth = 1 + max([part.depth for part in parts], default=0)
        if depth > DEEPEST_EXPRESSION:
            self.too_deep(at)
        return Parsed(run, kind, at, depth)

    def applied(self, work: Callable[..., Any], kind: Kind, at: int, *parts: Parsed) -> Parsed:
        """Apply ``work`` to the values of parts."""
        run = applied(work, *[one.run for one in parts], *[one.value for one in parts[1:]])
        return self.made(run, kind, at, *parts)

    def too_deep(self, at: int) -> NoReturn:
        message = f"nested more than {DEEPEST_EXPRESSION} levels deep: define a part of it"
        self.wrong(message, at)

    def want(self, read: Parsed, *kinds: str, what: str = "") -> Parsed:
        """A single value of one of these kinds."""
        expected = Kind(kinds[-1]).words
        if read.kind.many:
            expected = "a single value" if PLAYER in kinds else expected  # any will do
            found = f"{read.kind.words} (one for each {read.kind.many})"
            how = "sum(…) or another function makes one of it"
            self.wrong(f"found {found}, expected {expected}: {how}", read.at)
        if read.kind.name not in kinds:
            after = f" {what}" if what else ""
            text = quote(read.value) if isinstance(read.value, str) else ""
            hint = ""
            if read.kind.name == NUMBER and WHOLE in kinds:
                hint = ": floor(…), ceil(…) or round(…) makes one of it"
            found = f"the text {text}" if text else read.kind.words
            self.wrong(f"found {found}, expected {expected}{after}{hint}", read.at)
        return read

    # values, by how tightly their signs bind

    def value(self, least: int = 1) -> Parsed:
        """A value whose signs bind at ``least`` so tightly."""
        found = self.signed(least)
        while (binds := BINDS.get(self.next.text, 0)) >= least:
            sign = self.left.pop()
            right, again = self.value(binds + 1), self.next
            if binds == BINDS.get(again.text) == COMPARING:
                self.wrong(f"found {again.text}, expected and: write a < b and b < c", again.at)
            combine = self.calculated if binds > COMPARING else self.compared
            found = (self.joined if binds < NOT else combine)(found, sign, right)
        return found

    def joined(self, left: Parsed, sign: Token, right: Parsed) -> Parsed:
        """``and`` or ``or``, which looks at the second only if need be."""
        for part in (left, right):
            self.want(part, TRUTH, what=f"beside {sign.text}")
        one, other, kind = left.run, right.run, Kind(TRUTH)
        if sign.text == "and":
            return self.made(lambda table: one(table) and other(table), kind, left.at, left, right)
        return self.made(lambda table: one(table) or other(table), kind, left.at, left, right)

    def compared(self, left: Parsed, sign: Token, right: Parsed) -> Parsed:
        if sign.text == "in":
            if not right.kind.many:
                self.wrong(f"found {right.kind.words}, expected a list after in", right.at)
            for one in right.value or (None,):  # each text of a list that is written out
                kind = right.kind.single if one is None else Kind(right.kind.name, (one,))
                self.alike(left, right._replace(kind=kind, value=one), "before in")
        else:
            self.alike(left, right, f"beside {sign.text}")
        if sign.text in ("<", "<=", ">", ">="):
            self.want(left, *NUMBERS, what=f"before {sign.text}")
            self.want(right, *NUMBERS, what=f"after {sign.text}")
        return self.applied(OPERATIONS[sign.text], Kind(TRUTH), left.at, left, right)

    def alike(self, left: Parsed, right: Parsed, where: str) -> None:
        """Two single values of one kind; of texts, one that the other may be."""
        for one in (left, right):
            self.want(one, one.kind.name)
        kind, other = left.kind, right.kind
        if kind.name != other.name and not (kind.name in NUMBERS and other.name in NUMBERS):
            self.wrong(f"found {other.words}, expected {kind.words} {where}", right.at)
        for one, known in ((left, right), (right, left)):
            text, texts = one.value, known.kind.texts
            typed = one.kind.texts == (text,) and texts not in (None, (known.value,))
            if typed and text not in (texts or ()):
                self.wrong(f"it is never {quote(text)}{did_you_mean(text, texts or ())}", one.at)

    def calculated(self, left: Parsed, sign: Token, right: Parsed) -> Parsed:
        for one in (left, right):
            self.want(one, *NUMBERS, what=f"beside {sign.text}")
        work, divides = OPERATIONS[sign.text], sign.text in ("/", "mod")
        if divides and right.value == 0:
            self.wrong("division by zero", sign.at)
        if None not in (left.value, right.value):
            try:
                return number(bounded(work(left.value, right.value)), left.at)
            except ImpossibleError:
                self.wrong(f"comes to more than {LARGEST_VALUE:,}", sign.at)
        whole = sign.text != "/" and left.kind.name == right.kind.name == WHOLE
        kind = Kind(WHOLE if whole else NUMBER)
        if not divides:
            return self.applied(work, kind, left.at, left, right)
        found = self.applied(partial(divide, work, sign.at), kind, left.at, left, right)
        part = applied(partial(divide, operator.floordiv, sign.at), left.run, right.run)
        return found._replace(whole=part if sign.text == "/" else None)

    def signed(self, least: int) -> Parsed:
        """A value after ``not`` or ``-``, or without a sign before it."""
        sign = self.take("-") or (self.take("not") if least <= NOT else None)
        if sign is None:
            return self.simple()
        binds, work, kinds = SIGNS[sign.text]
        self.go_in(sign.at)
        found = self.want(self.value(binds), *kinds, what=f"after {sign.text}")
        self.inside -= 1
        if found.value is not None and found.kind.name in NUMBERS:
            return number(-found.value, sign.at)
        return self.applied(work, found.kind, sign.at, found)

    def go_in(self, at: int) -> None:
        """One level further inside what is still being read."""
        self.inside += 1
        if self.inside > DEEPEST_EXPRESSION:
            self.too_deep(at)

    def simple(self) -> Parsed:
        """A number, a text, a name, a function, a list or something in parentheses."""
        word = self.left.pop() if self.next.sort != "end" else self.next
        self.go_in(word.at)
        try:
            if word.sort == "number":
                exact = Fraction(word.text) if len(word.text) <= len(str(LARGEST_VALUE)) else None
                if exact is None or exact > LARGEST_VALUE:
                    self.wrong(f"expected a number up to {LARGEST_VALUE:,}", word.at)
                return number(exact, word.at)
            if word.sort == "text":
                text = word.text[1:-1]
                return always(text, Kind(TEXT, (text,)), word.at)
            if word.text == "(":
                found = self.value()
                self.expect(")")
                return found._replace(at=word.at)
            if word.text == "[":
                items = self.several(self.value())
                self.expect("]")
                return self.entries(items, word.at)
            if word.sort == "name" and word.text not in OPERATORS:
                return self.call(word) if self.take("(") else self.named(word)
            return self.wrong(f"found {word.words}, expected {PLAIN}", word.at)
        finally:
            self.inside -= 1

    def several(self, *first: Parsed) -> list[Parsed]:
        """Values, and those after them with commas between."""
        found = [*first]
        while self.take(","):
            found.append(self.value())
        return found

    def entries(self, items: Sequence[Parsed], at: int) -> Parsed:
        """Values of one kind as a list."""
        for one in items:
            self.alike(items[0], one, "as the first of the list")
        kind = self.common(items)._replace(many="entry")
        values = [one.value for one in items]
        if None not in values:
            return always(values, kind, at)
        runs = [one.run for one in items]
        return self.made(lambda table: [run(table) for run in runs], kind, at, *items)

    def common(self, values: Sequence[Parsed]) -> Kind:
        """The kind that values of one kind have together."""
        kinds = [one.kind for one in values]
        if all(kind.texts is not None for kind in kinds):
            texts = dict.fromkeys([text for kind in kinds for text in kind.texts or ()])
            return kinds[0]._replace(texts=tuple(texts))
        if {kind.name for kind in kinds} == {WHOLE, NUMBER}:
            return kinds[0]._replace(name=NUMBER)
        return kinds[0]._replace(texts=None)

    # names

    def named(self, word: Token) -> Parsed:
        """Return what a name stands for in the current scope."""
        name, names = word.text, self.names
        if name in CONSTANTS and (found := self.constant(word)) is not None:
            return found
        if name in names.known:
            return self.known(names.known[name], word)
        if found := self.column(word):
            return found
        if name in names.values:
            return self.literal(names.values[name], word)
        if found := self.in_named_rows(word):
            return found
        if name == SEAT and self.scope.player:
            return Parsed(lambda table: table.player + 1, Kind(WHOLE), word.at)
        return self.unknown(word)

    def known(self, named: NamedValue, word: Token) -> Parsed:
        """Return a field, a definition or a part: its value, or a list if it has several here."""
        name, kind, run = word.text, named.kind, named.run
        if named.level != TABLE and not self.scope.player:
            how = f"sum(players, {name}) or another function over players makes one of it"
            self.wrong(f"{name} is each player's: {how}", word.at)
        self.mentioned.append(name)
        if several := [over for over in named.over if over not in self.scope.over]:
            kind = kind._replace(many=kind.many or ", ".join(map(each, several)))
            place = named.place if len(named.over) == 1 else None
            run = table.spread(run, self.names.sizes(several), named.kind.many != "", place)
            return Parsed(run, kind, word.at, named.depth)
        everyones = None
        if named.place is not None and named.level != TABLE:
            everyones = table.noted_list(named.place, named.over)
        return Parsed(run, kind, word.at, named.depth, everyones=everyones)

    def in_named_rows(self, word: Token) -> Parsed | None:
        """Return a field or a definition in rows that are named, as in ``held.heron``; None for
        another name."""
        owner, *keys = word.text.split(".")
        named = self.names.known.get(owner)
        tables = [one for one in named.over if one != ROUNDS] if named is not None else []
        if named is None or not keys or not tables:
            return None
        if len(keys) != len(tables):
            several = " and each ".join(map(each, tables))
            example = ".".join([owner, *[(*self.names.keys(over), "ID")[0] for over in tables]])
            self.wrong(f"{owner} has a value for each {several}: write {example}", word.at)
        rows = []
        for over, key in zip(tables, keys, strict=True):
            known = self.names.keys(over)
            if key not in known:
                for one in known:
                    if not one.isidentifier() and self.text.startswith(f"{owner}.{one}", word.at):
                        hint = f'sum({over}, {owner} where id = "{one}")'
                        self.wrong(f"{one} is not one word: write {hint}", word.at)
                self.wrong(f"{over} has no row {quote(key)}{did_you_mean(key, known)}", word.at)
            rows.append((over, known.index(key)))
        outer = self.scope
        self.scope = replace(outer, over=(*outer.over, *tables))
        found = self.known(named, word._replace(text=owner))
        self.scope = outer
        return found._replace(run=table.in_rows(found.run, rows), everyones=None)

    def constant(self, word: Token) -> Parsed | None:
        """Return a word with a meaning of its own; None for one that is a name of the game's."""
        match word.text:
            case "yes" | "no":
                return always(word.text == "yes", Kind(TRUTH), word.at)
            case "running":
                return Parsed(operator.attrgetter("running"), Kind(TRUTH), word.at)
            case "nobody":
                return always(NOBODY, Kind(PLAYER), word.at)
            case "me":
                if not self.scope.player:
                    self.wrong("nobody is at hand here: me is for what each player has", word.at)
                return Parsed(operator.attrgetter("player"), Kind(PLAYER), word.at)
            case "round":
                if ROUNDS not in self.scope.over:
                    self.wrong("no round is at hand here: it is one inside sum(rounds, …)", word.at)
                numbers = [int(key) for key in self.names.keys(ROUNDS)]
                return Parsed(table.in_row(ROUNDS, numbers), Kind(WHOLE), word.at)
        return None

    def column(self, word: Token) -> Parsed | None:
        """Return a column of a current row, by its name or TABLE.NAME; None for another name."""
        owner, _, column = word.text.rpartition(".")
        for over in reversed(self.scope.over):
            known = self.names.tables.get(over, {})
            if column in known and owner in ("", over):
                return Parsed(table.in_row(over, known[column].cells), known[column].kind, word.at)
        return None

    def literal(self, value: object, word: Token) -> Parsed:
        """A number or a house rule of the game."""
        if isinstance(value, list | tuple):
            items = [self.literal(one, word) for one in value]
            if not items:
                self.wrong(f"{word.text} is an empty list", word.at)
            return self.entries(items, word.at)
        if isinstance(value, bool):
            return always(value, Kind(TRUTH), word.at)
        if isinstance(value, int | float):
            value = Fraction(str(value))
            if max(abs(value.numerator), value.denominator) > LARGEST_VALUE:
                most = len(str(LARGEST_VALUE)) - 1
                self.wrong(f"{word.text} has more digits than the {most} that are exact", word.at)
            return number(value, word.at)
        if isinstance(value, str):
            return always(value, Kind(TEXT, self.names.texts.get(word.text)), word.at)
        return self.wrong(f"{word.text} has no value in this game", word.at)

    def unknown(self, word: Token) -> NoReturn:
        """That a name stands for nothing here, and what may be meant."""
        name = word.text
        owner, _, row = name.partition(".")
        if name in self.names.wrong or owner in self.names.wrong:
            raise EchoError(f"{name} has a mistake of its own", word.at)
        if name in self.names.later:
            self.wrong(f"{name} {self.names.later[name]}", word.at)
        if self.names.goes_over(name):
            inside = "TRUTH" if name in (PLAYERS, OTHERS) else "NUMBER"
            self.wrong(f"{name} is what functions go over, as in sum({name}, {inside})", word.at)
        if name == SEAT:
            self.wrong(f"nobody is at hand here: {SEAT} is for what each player has", word.at)
        if name in SIGNATURES:
            self.wrong(f"{name} is a function: expected ( after it", word.at)
        for table_name, columns in self.names.tables.items():
            if name in columns or owner == table_name:
                how = f"go over them, as in sum({table_name}, …)"
                self.wrong(f"no row of {table_name} is at hand here: {how}", word.at)
        several = [known for known in self.names.values if known.startswith(f"{name}.")]
        if several:
            message = f"{name} is several numbers, expected one of {', '.join(several[:8])}"
            self.wrong(message, word.at)
        if row and (named := self.names.known.get(owner)) is not None:
            one = f"sum(rounds, {owner} where round = {row})"
            what = f"a value for each round: {one}" if named.over else "a single value, and no rows"
            self.wrong(f"{owner} has {what}", word.at)
        kinds = [(field, one.kind) for field, one in self.names.known.items()]
        for columns in self.names.tables.values():
            kinds += [(column, one.kind) for column, one in columns.items()]
        for field, kind in kinds:
            if name in (kind.texts or ()):
                rows = [
                    f", or {one}.{name}"
                    for one, named in self.names.known.items()
                    if field == "id"
                    and len(named.over) == 1
                    and name in self.names.keys(*named.over)
                ]
                how = f'write it in quotes, as in "{name}"{"".join(rows[:1])}'
                self.wrong(f"{name} is what {field} may be: {how}", word.at)
        known = dict.fromkeys(self.names.all(self.scope))
        raise WrongError(f"nothing is called {quote(name)}{did_you_mean(name, known)}", word.at)

    # functions

    def call(self, word: Token) -> Parsed:
        """A function of what is in its parentheses."""
        if word.text not in SIGNATURES:
            message = f"no function {quote(word.text)}{did_you_mean(word.text, SIGNATURES)}"
            self.wrong(message, word.at)
        ways = {
            "if": self.choice,
            "lookup": self.looked_up,
            "best": self.best,
            "worst": self.of_so_many,
            "mine": self.mine,
            "left": self.beside,
            "right": self.beside,
            "with_jokers": self.with_jokers,
            "sets_of": self.sets_of,
            **dict.fromkeys(["rank", "most", "fewest"], self.ranked),
            **dict.fromkeys(["floor", "ceil", "round", "abs"], self.rounded),
        }
        found = ways.get(word.text, self.of_list)(word)
        if self.next.text == ",":
            at, expected = self.next.at, f"): the function is {SIGNATURES[word.text]}"
            cut = self.text[at - 1 : at].isdigit() and self.text[at + 1 : at + 2].isdigit()
            self.wrong(f"found ,{DECIMALS}" if cut else f"found , expected {expected}", at)
        self.expect(")")
        return found

    def over(self) -> Token | None:
        """Take the next word, if it is something that a function can go over."""
        return self.left.pop() if self.names.goes_over(self.next.text) else None

    def rounded(self, word: Token) -> Parsed:
        """``floor``, ``ceil``, ``round`` or ``abs``."""
        one = self.want(self.value(), *NUMBERS)
        kind = one.kind if word.text == "abs" else Kind(WHOLE)
        if word.text == "floor" and one.whole is not None:
            return self.made(one.whole, kind, word.at, one)
        return self.applied(OPERATIONS[word.text], kind, word.at, one)

    def gone_over(self, over: Token) -> Scope:
        """Return the scope inside a function over ``over``; raise `WrongError` if invalid."""
        if over.text == OTHERS and not self.scope.player:
            self.wrong("nobody is at hand here, so there are no others: players are all", over.at)
        if over.text == ROUNDS and not self.names.rounds:
            self.wrong("nothing is noted in rounds", over.at)
        if over.text in self.scope.over:
            self.wrong(f"a {each(over.text)} is at hand already", over.at)
        return self.scope.inside(over.text)

    def listing(self, function: str) -> Parsed:
        """The list that a function is of: a value for each of what it goes over, or a list."""
        if (over := self.over()) is None:
            return self.value()
        outer, self.scope = self.scope, self.gone_over(over)
        if self.take(","):
            value = self.value()
            self.want(value, value.kind.name)
        elif function == "count":
            value = always(True, Kind(TRUTH), over.at)
        else:
            what = "TRUTH" if function == "longest_run" else "VALUE"
            message = f"found {self.next.words}, expected , as in {function}({over.text}, {what})"
            self.wrong(message, self.next.at)
        where = self.where()
        self.scope = outer
        run = self.each(over.text, value.run, *where)
        if over.text == PLAYERS and not where:
            run = value.everyones or run
        return self.made(run, value.kind._replace(many=each(over.text)), over.at, value, *where)

    def where(self) -> list[Parsed]:
        """The truth after ``where``; nothing without one."""
        return [self.want(self.value(), TRUTH, what="after where")] if self.take("where") else []

    def each(self, over: str, value: Run, *where: Parsed) -> Run:
        """The value for each of what a function goes over."""
        holds = where[0].run if where else None
        if over in (PLAYERS, OTHERS):
            return table.of_players(value, holds, others=over == OTHERS)
        return table.of_rows(over, len(self.names.keys(over)), value, holds)

    def of_list(self, word: Token) -> Parsed:
        """``sum``, ``count``, ``max``, ``min``, ``distinct`` or ``longest_run``."""
        given = self.listing(word.text)
        if not given.kind.many and word.text in ("max", "min") and self.next.text == ",":
            items = [self.want(one, *NUMBERS) for one in self.several(given)]
            given = self.entries(items, word.at)
        wanted = {
            "count": (TRUTH, TEXT, PLAYER),
            "longest_run": (TRUTH, WHOLE),
            "distinct": (WHOLE, NUMBER, TEXT, PLAYER),
        }.get(word.text, NUMBERS)
        if not given.kind.many:
            expected = f"a list: {SIGNATURES[word.text]}"
            self.wrong(f"found {given.kind.words}, expected {expected}", given.at)
        counted = given.kind.name == WHOLE and word.text in ("count", "longest_run")
        entries = (MARK, each(ROUNDS)) if word.text == "count" else (MARK,)
        if given.kind.many not in entries if counted else given.kind.name not in wanted:
            hint = f", expected {SIGNATURES[word.text]}"
            if given.kind.name in NUMBERS:
                hint = f": say which are meant, as in {word.text}(…, NUMBER > 0)"
            elif given.kind.name == TRUTH:
                hint = ": count(…) says how many hold"
            self.wrong(f"found {given.kind.words} in {word.text}{hint}", given.at)
        kind = given.kind.single if word.text in ("sum", "max", "min") else Kind(WHOLE)
        return self.applied(OPERATIONS[word.text], kind, word.at, given)

    def sets_of(self, word: Token) -> Parsed:
        """Sets that counts make."""
        counts = self.listing(word.text)
        if not counts.kind.many or counts.kind.name != WHOLE:
            self.wrong(f"found {counts.kind.words}, expected a list of whole numbers", counts.at)
        parts = [counts]
        kind = Kind(WHOLE)
        if self.take(","):
            parts.append(self.value())
            if parts[1].kind.many and parts[1].kind.name in NUMBERS:
                kind = parts[1].kind.single
                self.lists.append((word.text, parts[1].value, 1))
            else:
                self.want(parts[1], WHOLE)
        return self.applied(OPERATIONS[word.text], kind, word.at, *parts)

    def ranked(self, word: Token) -> Parsed:
        """Return the current player's rank among all, or whether they have the most or fewest."""
        if not self.scope.player:
            self.wrong(f"nobody is at hand here: {word.text}(…) is for what each has", word.at)
        outer, self.scope, mines = self.scope, self.scope.inside(PLAYERS), self.mines
        one = self.want(self.value(), *NUMBERS)
        self.scope = outer
        same = not outer.over and self.mines == mines  # for all that are ranked
        kind = Kind(WHOLE if word.text == "rank" else TRUTH)
        return self.made(table.ranked(word.text, one.run, kept=same), kind, word.at, one)

    def mine(self, word: Token) -> Parsed:
        """Return the value for the player who was current outside the list of players."""
        before = self.scope.before
        if before is None or not before.player:
            where = "where players or others are gone over, for what each player has"
            self.wrong(f"mine(…) stands {where}", word.at)
        self.mines += 1
        outer, self.scope = self.scope, Scope(True, self.scope.over, before.before)
        one = self.value()
        self.scope = outer
        return self.made(table.mine(one.run), one.kind, word.at, one)

    def beside(self, word: Token) -> Parsed:
        """Return the value for the next player, on the left, or for the one before."""
        if not self.scope.player:
            self.wrong(f"nobody is at hand here: {word.text}(…) is for what each has", word.at)
        one = self.value()
        step = 1 if word.text == "left" else -1
        return self.made(table.beside(one.run, step), one.kind, word.at, one)

    def with_jokers(self, word: Token) -> Parsed:
        """Return what a number comes to if jokers are put to their best use in a field."""
        field = self.left.pop() if self.next.sort == "name" else self.next
        named = self.names.known.get(field.text)
        counts = named is not None and named.kind == Kind(WHOLE) and len(named.over) == 1
        if named is None or named.place is None or not counts or ROUNDS in named.over:
            expected = "a field with a number for each row of a table"
            self.wrong(f"found {field.words}, expected {expected}", field.at)
        self.known(named, field)
        self.expect(",")
        jokers = self.want(self.value(), WHOLE)
        self.expect(",")
        one = self.want(self.value(), *NUMBERS)
        end = min if self.names.fewest_win else max
        run = table.with_jokers(named.place, jokers.run, one.run, end)
        return self.made(run, one.kind, word.at, jokers, one)

    def choice(self, word: Token) -> Parsed:
        """``if`` with its truths and values."""
        parts = self.several(self.want(self.value(), TRUTH, what="first in if"))
        if len(parts) < 3 or len(parts) % 2 == 0:
            self.wrong(f"expected {SIGNATURES['if']}", self.next.at)
        values = [*parts[1::2], parts[-1]]
        for one in values:
            self.alike(values[0], one, "as the first value")
        for one in parts[2:-1:2]:
            self.want(one, TRUTH)
        kind, found = self.common(values), parts[-1]
        for at in range(len(parts) - 3, -1, -2):
            holds, then = parts[at], parts[at + 1]
            run = either(holds.run, then.run, found.run)
            found = self.made(run, kind, word.at, holds, then, found)
        return found

    def looked_up(self, word: Token) -> Parsed:
        """A place of a list, or a column of a table."""
        key = self.value()
        self.expect(",")
        if self.next.text not in self.names.tables:
            self.want(key, WHOLE)
            values = self.value()
            if not values.kind.many or values.kind.name not in NUMBERS:
                expected = "expected a list of numbers, such as [1, 3, 6], or a table"
                self.wrong(f"found {values.kind.words}, {expected}", values.at)
            first = self.first() if self.take(",") else 1
            self.lists.append((word.text, values.value, first))
            if first != 1:
                key = self.calculated(key, Token("sign", "-", key.at), number(first - 1, key.at))
            return self.applied(OPERATIONS["lookup"], values.kind.single, word.at, key, values)
        self.want(key, WHOLE, NUMBER, TEXT)
        over = self.left.pop()
        outer, self.scope = self.scope, self.gone_over(over)
        self.expect(",")
        at = self.value()
        self.alike(key, at, "as what is looked up")
        self.expect(",")
        value = self.want(self.value(), *NUMBERS)
        self.scope = outer
        run = table.looked_up(over.text, key.run, self.each(over.text, at.run), value.run)
        return self.made(run, value.kind, word.at, key, at, value)

    def first(self) -> int:
        """What is looked up for the first number of a list."""
        first = self.want(self.value(), WHOLE)
        if first.value is None:
            self.wrong("expected a number that is known before the game, such as 0", first.at)
        return int(first.value)

    def of_so_many(self, word: Token) -> Parsed:
        """``best`` or ``worst``: the sum of so many numbers of a list."""
        given = self.listing(word.text)
        if not given.kind.many or given.kind.name not in NUMBERS or not self.take(","):
            found = given.kind.words if self.next.text == "," else self.next.words
            self.wrong(f"found {found}, expected {SIGNATURES[word.text]}", given.at)
        number = self.want(self.value(), WHOLE)
        lowest = (word.text == "worst") != self.names.fewest_win
        work = OPERATIONS["lowest" if lowest else "highest"]
        return self.applied(work, given.kind.single, word.at, given, number)

    def best(self, word: Token) -> Parsed:
        """Rows that are worth most within a limit, or so many numbers of a list."""
        if self.next.text not in self.names.tables:
            return self.of_so_many(word)
        over = self.left.pop()
        outer, inner = self.scope, self.gone_over(over)
        parts = []
        for scope in (inner, inner, outer):
            self.expect(",")
            self.scope = scope
            parts.append(self.want(self.value(), WHOLE))
        self.scope, (worth, cost, limit) = inner, parts
        where = self.where()
        self.scope = outer
        rows = self.each(over.text, applied(lambda *pair: pair, worth.run, cost.run), *where)
        run = table.best_of(rows, limit.run)
        return self.made(run, worth.kind, word.at, *parts, *where)


def number(value: int | Fraction, at: int) -> Parsed:
    """A number that is known; a whole one as ``int``."""
    whole = value.denominator == 1
    return always(int(value) if whole else value, Kind(WHOLE if whole else NUMBER), at)


def always(value: Any, kind: Kind, at: int) -> Parsed:
    """A value that is known."""
    return Parsed(lambda table: value, kind, at, value=value)
