"""The language of ``score.yaml``: a text, read by recursive descent into a tree of typed nodes.

Every name is looked up and every kind is checked while it is read, so that whatever comes out can
be worked out, but for a division by zero. There are no loops but those over players, rounds and
rows, whose numbers are known, so the cost of an expression is known before it is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import compress
from math import prod
from types import MappingProxyType
from typing import NamedTuple, NoReturn

from card_data.limits import DEEPEST_EXPRESSION, LARGEST_VALUE, LONGEST_EXPRESSION, MOST_BEST
from card_data.problems import clip, unlike
from card_data.scoresheet import tree
from card_data.scoresheet.functions import FUNCTIONS
from card_data.scoresheet.names import (
    CONSTANTS,
    MARK,
    NUMBER,
    NUMBERS,
    OPERATORS,
    PLAYER,
    TABLE,
    TEXT,
    TRUTH,
    WHOLE,
    Kind,
    Names,
    Scope,
    each,
)
from card_data.scoresheet.tree import OTHERS, PLAYERS, ROUNDS, Node

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
    "**": "there are no powers: multiply",
    "^": "there are no powers: multiply",
    "{": "braces stand in texts alone",
    '"': "its closing quote is missing",
    "'": "its closing quote is missing",
    "“": "write straight quotes",
    "‘": "write straight quotes",
    "’": "write straight quotes",
}
CALCULATE: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = MappingProxyType(
    {
        "+": lambda one, other: one + other,
        "-": lambda one, other: one - other,
        "*": lambda one, other: one * other,
        "/": lambda one, other: one / other,
        "mod": lambda one, other: one % other,
    }
)
COMPARING = ("=", "!=", "<", "<=", ">", ">=")
PLAIN = "a number, a name, a function or ("  # what a value begins with


class WrongError(Exception):
    """An expression that cannot be; ``at`` is the place in its text, from 0."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


class EchoError(WrongError):
    """An expression that names what has a mistake of its own, which is told there."""


class Token(NamedTuple):
    """A word of the language: its sort (``end`` after the last), its text, its place."""

    sort: str
    text: str
    at: int

    @property
    def words(self) -> str:
        """It in a message."""
        return "nothing more" if self.sort == "end" else clip(self.text, quoted=False)


class Read(NamedTuple):
    """A part of an expression that was read: its node, its kind, its place, how many levels of
    nodes it has, and how many nodes are looked at to work it out, at most."""

    node: Node
    kind: Kind
    at: int
    depth: int = 1
    cost: int = 1


def tokens(text: str) -> Iterator[Token]:
    """The words of an expression; raise `WrongError` for what is none.

    >>> [token.text for token in tokens("floor(pages ÷ 2)")]
    ['floor', '(', 'pages', '/', '2', ')', '']
    """
    for match in TOKEN.finditer(text):
        sort, found = str(match.lastgroup), match[0]
        if sort in ("wrong", "other"):
            hint = f": {HINTS[found]}" if found in HINTS else ""
            raise WrongError(f"found {clip(found)}, which means nothing here{hint}", match.start())
        yield Token(sort, SPELT.get(found, found), match.start())
    yield Token("end", "", len(text))


class Parser:
    """Reads one expression by what is at hand where it stands (`Scope`); raises `WrongError`, with
    the place in the text, for one that cannot be.

    ``rest`` lets words follow the expression, as a noun follows a number in a text.
    """

    def __init__(self, text: str, names: Names, scope: Scope, *, rest: bool = False) -> None:
        if len(text) > LONGEST_EXPRESSION:
            found = f"found {len(text):,} characters"
            raise WrongError(f"{found}, expected at most {LONGEST_EXPRESSION:,}", 0)
        self.names, self.scope, self.rest = names, scope, rest
        self.left = list(tokens(text))[::-1]
        self.inside = 0  # parentheses, functions and signs before a value

    def read(self) -> Read:
        """The whole expression."""
        found = self.value()
        if self.next.sort != "end" and not (self.rest and self.next.sort == "name"):
            expected = "a sign such as + or =, or the end"
            self.wrong(f"found {self.next.words}, expected {expected}", self.next.at)
        return found

    # words

    @property
    def next(self) -> Token:
        return self.left[-1]

    def take(self, *texts: str) -> Token | None:
        """The next word, if it is one of these."""
        if self.next.sort in ("sign", "name") and self.next.text in texts:
            return self.left.pop()
        return None

    def expect(self, text: str) -> Token:
        """The next word, which must be this one."""
        if found := self.take(text):
            return found
        return self.wrong(f"found {self.next.words}, expected {text}", self.next.at)

    def wrong(self, message: str, at: int) -> NoReturn:
        raise WrongError(message, at)

    # nodes

    def made(self, node: Node, kind: Kind, at: int, *parts: Read, cost: int | None = None) -> Read:
        """A node of parts, if it is not too deep."""
        depth = 1 + max([part.depth for part in parts], default=0)
        if depth > DEEPEST_EXPRESSION:
            self.too_deep(at)
        if cost is None:
            cost = 1 + sum([part.cost for part in parts])
        return Read(node, kind, at, depth, cost)

    def too_deep(self, at: int) -> NoReturn:
        message = f"nested more than {DEEPEST_EXPRESSION} levels deep: define a part of it"
        self.wrong(message, at)

    def want(self, read: Read, *kinds: str, what: str = "") -> Read:
        """A single value of one of these kinds."""
        expected = Kind(kinds[-1]).words
        if read.kind.many:
            expected = "a single value" if PLAYER in kinds else expected  # any will do
            found = f"{read.kind.words} (one for each {read.kind.many})"
            how = "sum(…) or another function makes one of it"
            self.wrong(f"found {found}, expected {expected}: {how}", read.at)
        if read.kind.name not in kinds:
            after = f" {what}" if what else ""
            hint = ""
            if read.kind.name == NUMBER and WHOLE in kinds:
                hint = ": floor(…), ceil(…) or round(…) makes one of it"
            self.wrong(f"found {read.kind.words}, expected {expected}{after}{hint}", read.at)
        return read

    # values, by how tightly their signs bind

    def value(self) -> Read:
        found = self.both()
        while sign := self.take("or"):
            found = self.joined(found, sign, self.both())
        return found

    def both(self) -> Read:
        found = self.contrary()
        while sign := self.take("and"):
            found = self.joined(found, sign, self.contrary())
        return found

    def joined(self, left: Read, sign: Token, right: Read) -> Read:
        for one in (left, right):
            self.want(one, TRUTH, what=f"beside {sign.text}")
        node = tree.Binary(sign.text, left.node, right.node)  # type: ignore[arg-type]
        return self.made(node, Kind(TRUTH), left.at, left, right)

    def contrary(self) -> Read:
        if (sign := self.take("not")) is None:
            return self.compared()
        self.go_in(sign.at)
        found = self.want(self.contrary(), TRUTH, what="after not")
        self.inside -= 1
        return self.made(tree.Not(found.node), found.kind, sign.at, found)

    def compared(self) -> Read:
        left = self.terms()
        if sign := self.take("in"):
            return self.contained(left, self.terms())
        if (sign := self.take(*COMPARING)) is None:
            return left
        right = self.terms()
        if again := self.take(*COMPARING):
            self.wrong(f"found {again.text}, expected and: write a < b and b < c", again.at)
        self.alike(left, right, f"beside {sign.text}")
        if sign.text not in ("=", "!="):
            self.want(left, *NUMBERS, what=f"before {sign.text}")
            self.want(right, *NUMBERS, what=f"after {sign.text}")
        node = tree.Binary(sign.text, left.node, right.node)  # type: ignore[arg-type]
        return self.made(node, Kind(TRUTH), left.at, left, right)

    def contained(self, left: Read, right: Read) -> Read:
        if not right.kind.many:
            self.wrong(f"found {right.kind.words}, expected a list after in", right.at)
        self.alike(left, right._replace(kind=right.kind.single), "before in")
        node = tree.Binary("in", left.node, right.node)
        return self.made(node, Kind(TRUTH), left.at, left, right)

    def alike(self, left: Read, right: Read, where: str) -> None:
        """Two single values of one kind; of texts, one that the other may be."""
        for one in (left, right):
            self.want(one, one.kind.name)
        kind, other = left.kind, right.kind
        if kind.name != other.name and not (kind.name in NUMBERS and other.name in NUMBERS):
            self.wrong(f"found {other.words}, expected {kind.words} {where}", right.at)
        for typed, known in ((left, right), (right, left)):
            text = typed_text(typed)
            texts = known.kind.texts
            if text is None or typed_text(known) is not None or texts is None:
                continue
            if text not in texts:
                self.wrong(unlike(f"it is never {clip(text)}", text, texts), typed.at)

    def terms(self) -> Read:
        found = self.factors()
        while sign := self.take("+", "-"):
            found = self.calculated(found, sign, self.factors())
        return found

    def factors(self) -> Read:
        found = self.signed()
        while sign := self.take("*", "/", "mod"):
            found = self.calculated(found, sign, self.signed())
        return found

    def calculated(self, left: Read, sign: Token, right: Read) -> Read:
        for one in (left, right):
            self.want(one, *NUMBERS, what=f"beside {sign.text}")
        divides = sign.text in ("/", "mod")
        if divides and right.node == tree.Number(0):
            self.wrong("division by zero", sign.at)
        if isinstance(left.node, tree.Number) and isinstance(right.node, tree.Number):
            return self.folded(left, sign, right, left.node, right.node)
        whole = sign.text != "/" and left.kind.name == right.kind.name == WHOLE
        at = sign.at if divides else 0
        node = tree.Binary(sign.text, left.node, right.node, at)  # type: ignore[arg-type]
        return self.made(node, Kind(WHOLE if whole else NUMBER), left.at, left, right)

    def folded(
        self, left: Read, sign: Token, right: Read, one: tree.Number, other: tree.Number
    ) -> Read:
        """The number that two numbers come to."""
        value = CALCULATE[sign.text](Fraction(one.n, one.d), Fraction(other.n, other.d))
        if max(abs(value.numerator), value.denominator) > LARGEST_VALUE:
            self.wrong(f"comes to more than {LARGEST_VALUE:,}", sign.at)
        kind = Kind(WHOLE if value.denominator == 1 else NUMBER)
        node = tree.Number(value.numerator, value.denominator)
        return self.made(node, kind, left.at, left, right)

    def signed(self) -> Read:
        if (sign := self.take("-")) is None:
            return self.simple()
        self.go_in(sign.at)
        found = self.want(self.signed(), *NUMBERS, what="after -")
        self.inside -= 1
        if isinstance(found.node, tree.Number):
            return found._replace(node=tree.Number(-found.node.n, found.node.d), at=sign.at)
        node = tree.Binary("-", tree.Number(0), found.node)
        return self.made(node, found.kind, sign.at, found)

    def go_in(self, at: int) -> None:
        """One level further inside what is still being read."""
        self.inside += 1
        if self.inside > DEEPEST_EXPRESSION:
            self.too_deep(at)

    def simple(self) -> Read:
        """A number, a text, a name, a function, a list or something in parentheses."""
        word = self.left.pop() if self.next.sort != "end" else self.next
        self.go_in(word.at)
        try:
            if word.sort == "number":
                return number(word)
            if word.sort == "text":
                text = word.text[1:-1]
                return Read(tree.Text(text), Kind(TEXT, (text,)), word.at)
            if word.sort == "sign" and word.text == "(":
                found = self.value()
                self.expect(")")
                return found._replace(at=word.at)
            if word.sort == "sign" and word.text == "[":
                return self.listed(word)
            if word.sort == "name" and word.text not in OPERATORS:
                return self.call(word) if self.take("(") else self.named(word)
            return self.wrong(f"found {word.words}, expected {PLAIN}", word.at)
        finally:
            self.inside -= 1

    def listed(self, word: Token) -> Read:
        """A list of values of one kind."""
        items = [self.value()]
        while self.take(","):
            items.append(self.value())
        self.expect("]")
        return self.entries(items, word.at)

    def entries(self, items: Sequence[Read], at: int) -> Read:
        """Values of one kind as a list."""
        for one in items:
            self.alike(items[0], one, "as the first of the list")
        node = tree.Listed(tuple([one.node for one in items]))
        return self.made(node, self.common(items)._replace(many="entry"), at, *items)

    def common(self, values: Sequence[Read]) -> Kind:
        """The kind that values of one kind have together."""
        kinds = [one.kind for one in values]
        if all(kind.texts is not None for kind in kinds):
            texts = dict.fromkeys([text for kind in kinds for text in kind.texts or ()])
            return kinds[0]._replace(texts=tuple(texts))
        if {kind.name for kind in kinds} == {WHOLE, NUMBER}:
            return kinds[0]._replace(name=NUMBER)
        return kinds[0]._replace(texts=None)

    # names

    def named(self, word: Token) -> Read:
        """What a name stands for where it is."""
        name, names = word.text, self.names
        if name in CONSTANTS and (found := self.constant(word)) is not None:
            return found
        if name in names.known:
            named = names.known[name]
            if named.level != TABLE and not self.scope.player:
                how = f"sum(players, {name}) or another function over players makes one of it"
                self.wrong(f"{name} is each player's: {how}", word.at)
            node, kind = names.node(name, named, self.scope)
            size = prod([names.size(over) for over in compress(named.over, node.spread)])
            return self.made(node, kind, word.at, cost=size)._replace(depth=named.depth)
        if found := self.column(word):
            return found
        if name in names.values:
            return self.literal(names.values[name], word)
        return self.unknown(word)

    def constant(self, word: Token) -> Read | None:
        """A word with a meaning of its own; None for one that is a name of the game's."""
        match word.text:
            case "yes" | "no":
                return Read(tree.Truth(word.text == "yes"), Kind(TRUTH), word.at)
            case "running":
                return Read(tree.Running(), Kind(TRUTH), word.at)
            case "nobody":
                return Read(tree.Player("nobody"), Kind(PLAYER), word.at)
            case "me":
                if not self.scope.player:
                    self.wrong("nobody is at hand here: me is for what each player has", word.at)
                return Read(tree.Player("me"), Kind(PLAYER), word.at)
            case "round":
                if ROUNDS not in self.scope.over:
                    self.wrong("no round is at hand here: it is one inside sum(rounds, …)", word.at)
                return Read(tree.Round(), Kind(WHOLE), word.at)
        return None

    def column(self, word: Token) -> Read | None:
        """The column of a row at hand, by its name or TABLE.NAME; None for another name."""
        table, _, column = word.text.rpartition(".")
        for over in reversed(self.scope.over):
            known = self.names.tables.get(over, {})
            if column in known and table in ("", over):
                return Read(tree.Column(over, column), known[column], word.at)
        return None

    def literal(self, value: object, word: Token) -> Read:
        """A number or a house option of the game."""
        if isinstance(value, list | tuple):
            items = [self.literal(one, word) for one in value]
            if not items:
                self.wrong(f"{word.text} is an empty list", word.at)
            return self.entries(items, word.at)
        if isinstance(value, bool):
            return Read(tree.Truth(value), Kind(TRUTH), word.at)
        if isinstance(value, int | Fraction):
            exact = Fraction(value)
            if max(abs(exact.numerator), exact.denominator) > LARGEST_VALUE:
                most = len(str(LARGEST_VALUE)) - 1
                self.wrong(f"{word.text} has more digits than the {most} that are exact", word.at)
            kind = Kind(WHOLE if exact.denominator == 1 else NUMBER)
            return Read(tree.Number(exact.numerator, exact.denominator), kind, word.at)
        if isinstance(value, str):
            return Read(tree.Text(value), Kind(TEXT, self.names.texts.get(word.text)), word.at)
        return self.wrong(f"{word.text} has no value in this game", word.at)

    def unknown(self, word: Token) -> NoReturn:
        """That a name stands for nothing here, and what may be meant."""
        name = word.text
        if name in self.names.wrong:
            raise EchoError(f"{name} has a mistake of its own", word.at)
        if name in self.names.later:
            self.wrong(f"{name} {self.names.later[name]}", word.at)
        if self.names.goes_over(name):
            inside = "TRUTH" if name in (PLAYERS, OTHERS) else "NUMBER"
            self.wrong(f"{name} is what functions go over, as in sum({name}, {inside})", word.at)
        if name in FUNCTIONS:
            self.wrong(f"{name} is a function: expected ( after it", word.at)
        for table, columns in self.names.tables.items():
            if name in columns or name.partition(".")[0] == table:
                message = f"no row of {table} is at hand here: go over them, as in sum({table}, …)"
                self.wrong(message, word.at)
        several = [known for known in self.names.values if known.startswith(f"{name}.")]
        if several:
            message = f"{name} is several numbers, expected one of {', '.join(several[:8])}"
            self.wrong(message, word.at)
        for field, named in self.names.known.items():
            if name in (named.kind.texts or ()):
                message = f'{name} is what {field} may be: write it in quotes, as in "{name}"'
                self.wrong(message, word.at)
        known = dict.fromkeys(self.names.all(self.scope))
        raise WrongError(unlike(f"nothing is called {clip(name)}", name, known), word.at)

    # functions

    def call(self, word: Token) -> Read:
        """A function of what is in its parentheses."""
        if word.text not in FUNCTIONS:
            message = unlike(f"no function {clip(word.text)}", word.text, FUNCTIONS)
            self.wrong(message, word.at)
        match word.text:
            case "if":
                found = self.choice(word)
            case "lookup":
                found = self.looked_up(word)
            case "best":
                found = self.best(word)
            case "mine":
                found = self.mine(word)
            case "sets_of":
                found = self.sets_of(word)
            case "rank" | "most" | "fewest":
                found = self.ranked(word)
            case "floor" | "ceil" | "round" | "abs":
                one = self.want(self.value(), *NUMBERS)
                kind = one.kind if word.text == "abs" else Kind(WHOLE)
                found = self.made(tree.Call(word.text, (one.node,)), kind, word.at, one)
            case _:
                found = self.of_list(word)
        if self.next.text == "," and self.next.sort == "sign":
            forms = " or ".join(FUNCTIONS[word.text].forms)
            self.wrong(f"found , expected ): the function is {forms}", self.next.at)
        self.expect(")")
        return found

    def over(self) -> tuple[str, Token] | None:
        """What a function goes over, if that is what comes next: its name and its place."""
        word = self.next
        if word.sort == "name" and self.names.goes_over(word.text):
            return self.left.pop().text, word
        return None

    def gone_over(self, over: str, word: Token) -> Scope:
        """What is at hand for each of what a function goes over."""
        if over == OTHERS and not self.scope.player:
            self.wrong("nobody is at hand here, so there are no others: players are all", word.at)
        if over == ROUNDS and not self.names.rounds:
            self.wrong("nothing is noted in rounds", word.at)
        if over in self.scope.over:
            self.wrong(f"a {each(over)} is at hand already", word.at)
        return self.scope.inside(over)

    def listing(self, function: str) -> Read:
        """The list that a function is of: a value for each of what it goes over, or a list."""
        if (found := self.over()) is None:
            return self.value()
        over, word = found
        outer, self.scope = self.scope, self.gone_over(over, word)
        if self.take(","):
            value = self.value()
            self.want(value, value.kind.name)
        elif function == "count":
            value = Read(tree.Truth(True), Kind(TRUTH), word.at)
        else:
            what = "TRUTH" if function == "longest_run" else "VALUE"
            message = f"found {self.next.words}, expected , as in {function}({over}, {what})"
            self.wrong(message, self.next.at)
        where = self.want(self.value(), TRUTH, what="after where") if self.take("where") else None
        self.scope = outer
        node = tree.Each(over, value.node, where.node if where else None)
        parts = [value, *([where] if where else [])]
        cost = 1 + self.names.size(over) * (1 + sum([part.cost for part in parts]))
        kind = value.kind._replace(many=each(over))
        return self.made(node, kind, word.at, *parts, cost=cost)

    def of_list(self, word: Token) -> Read:
        """``sum``, ``count``, ``max``, ``min``, ``distinct`` or ``longest_run``."""
        given = self.listing(word.text)
        if not given.kind.many and word.text in ("max", "min") and self.next.text == ",":
            items = [self.want(given, *NUMBERS)]
            while self.take(","):
                items.append(self.want(self.value(), *NUMBERS))
            given = self.entries(items, word.at)
        wanted = {
            "count": (TRUTH, TEXT, PLAYER),
            "longest_run": (TRUTH, WHOLE),
            "distinct": (WHOLE, NUMBER, TEXT, PLAYER),
        }.get(word.text, NUMBERS)
        marks = given.kind.many == MARK
        if not given.kind.many:
            forms = " or ".join(FUNCTIONS[word.text].forms)
            self.wrong(f"found {given.kind.words}, expected a list: {forms}", given.at)
        fits = given.kind.name in wanted
        if given.kind.name == WHOLE and word.text in ("count", "longest_run"):
            fits = marks
        if not fits:
            hint = self.hint_for(word.text, given)
            self.wrong(f"found {given.kind.words} in {word.text}{hint}", given.at)
        kind = given.kind.single if word.text in ("sum", "max", "min") else Kind(WHOLE)
        return self.made(tree.Call(word.text, (given.node,)), kind, word.at, given)

    def hint_for(self, function: str, given: Read) -> str:
        """What to write in place of a function of the wrong kind of list."""
        if given.kind.name in NUMBERS:
            return f": say which are meant, as in {function}(…, NUMBER > 0)"
        if given.kind.name == TRUTH:
            return ": count(…) says how many hold"
        return f", expected {' or '.join(FUNCTIONS[function].forms)}"

    def sets_of(self, word: Token) -> Read:
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
            else:
                self.want(parts[1], WHOLE)
        node = tree.Call(word.text, tuple([part.node for part in parts]))
        return self.made(node, kind, word.at, *parts, cost=counts.cost * 4 + 1)

    def ranked(self, word: Token) -> Read:
        """The place of the player at hand among all."""
        if not self.scope.player:
            self.wrong(f"nobody is at hand here: {word.text}(…) is for what each has", word.at)
        outer, self.scope = self.scope, self.scope.inside(PLAYERS)
        one = self.want(self.value(), *NUMBERS)
        self.scope = outer
        node = tree.Ranked(word.text, one.node)  # type: ignore[arg-type]
        kind = Kind(WHOLE if word.text == "rank" else TRUTH)
        cost = 1 + self.names.most_players * (1 + one.cost)
        return self.made(node, kind, word.at, one, cost=cost)

    def mine(self, word: Token) -> Read:
        """The value for the player at hand before players were gone over."""
        before = self.scope.before
        if before is None or not before.player:
            message = (
                "mine(…) stands where players or others are gone over, for what each player has"
            )
            self.wrong(message, word.at)
        outer = self.scope
        self.scope = Scope(True, outer.over, before.before)
        one = self.value()
        self.scope = outer
        return self.made(tree.Mine(one.node), one.kind, word.at, one)

    def choice(self, word: Token) -> Read:
        """``if`` with its truths and values."""
        parts = [self.want(self.value(), TRUTH, what="first in if")]
        while self.take(","):
            parts.append(self.value())
        if len(parts) < 3 or len(parts) % 2 == 0:
            self.wrong(f"expected {FUNCTIONS['if'].forms[0]}", self.next.at)
        values = [*parts[1::2], parts[-1]]
        for one in values:
            self.alike(values[0], one, "as the first value")
        for one in parts[2:-1:2]:
            self.want(one, TRUTH)
        kind, found = self.common(values), parts[-1]
        for at in range(len(parts) - 3, -1, -2):
            condition, then = parts[at], parts[at + 1]
            node = tree.If(condition.node, then.node, found.node)
            found = self.made(node, kind, word.at, condition, then, found)
        return found

    def looked_up(self, word: Token) -> Read:
        """A place of a list, or a column of a table."""
        key = self.value()
        self.expect(",")
        if self.next.text not in self.names.tables or self.next.sort != "name":
            self.want(key, WHOLE)
            values = self.value()
            if not values.kind.many or values.kind.name not in NUMBERS:
                expected = "expected a list of numbers, such as [1, 3, 6], or a table"
                self.wrong(f"found {values.kind.words}, {expected}", values.at)
            node: Node = tree.Call("lookup", (key.node, values.node))
            return self.made(node, values.kind.single, word.at, key, values)
        self.want(key, WHOLE, NUMBER, TEXT)
        table = self.left.pop()
        outer, self.scope = self.scope, self.gone_over(table.text, table)
        self.expect(",")
        at = self.value()
        self.alike(key, at, "as what is looked up")
        self.expect(",")
        value = self.want(self.value(), *NUMBERS)
        self.scope = outer
        node = tree.Lookup(key.node, table.text, at.node, value.node)
        cost = 1 + key.cost + self.names.size(table.text) * (1 + at.cost) + value.cost
        return self.made(node, value.kind, word.at, key, at, value, cost=cost)

    def best(self, word: Token) -> Read:
        """Rows that are worth most within a limit."""
        found = self.over()
        if found is None or found[0] in (PLAYERS, OTHERS, ROUNDS):
            self.wrong(f"expected a table: {FUNCTIONS['best'].forms[0]}", self.next.at)
        over, at = found
        outer, inner = self.scope, self.gone_over(over, at)
        self.scope = inner
        self.expect(",")
        worth = self.want(self.value(), WHOLE)
        self.expect(",")
        cost = self.want(self.value(), WHOLE)
        self.expect(",")
        self.scope = outer
        limit = self.want(self.value(), WHOLE)
        self.scope = inner
        where = self.want(self.value(), TRUTH, what="after where") if self.take("where") else None
        self.scope = outer
        node = tree.Best(over, worth.node, cost.node, limit.node, where.node if where else None)
        parts = [worth, cost, *([where] if where else [])]
        work = self.names.size(over) * (MOST_BEST + sum([part.cost for part in parts]))
        return self.made(node, worth.kind, word.at, *parts, limit, cost=work + limit.cost)


def typed_text(read: Read) -> str | None:
    """A text that stands in quotes; None for anything else."""
    node = read.node
    return node.value if isinstance(node, tree.Text) and read.kind.texts == (node.value,) else None


def number(word: Token) -> Read:
    """A number as it is written; raise `WrongError` for one too large."""
    exact = Fraction(word.text) if len(word.text) <= len(str(LARGEST_VALUE)) else None
    if exact is None or exact > LARGEST_VALUE:
        raise WrongError(f"expected a number up to {LARGEST_VALUE:,}", word.at)
    kind = Kind(WHOLE if exact.denominator == 1 else NUMBER)
    return Read(tree.Number(exact.numerator, exact.denominator), kind, word.at)
