"""Moves: words in a record, values in an engine, and the options of a decision that tie them.

Words are parsed here and by the options that games add, such as rolled dice; no engine parses
words. Spelling is forgiven everywhere: case, spaces, commas, hyphens, × for x.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from card_data.problems import quote, shorten
from card_data.text import join_words

V = TypeVar("V")
K = TypeVar("K")
Move = tuple[str, V]  # a move's words as a record has them, and its value

MOST = 6  # moves that a message lists one by one
MOST_OF_A_KIND = 3  # and of each kind, where there are more
MOST_ITEMS = 9  # of a move, that a message lists


class Options(Iterable[str], Generic[V]):
    """The moves that answer a decision, as words; ``V`` is the type of their values.

    Iterating gives every move once, even where there are very many: then take the first few, or
    `draw`.
    """

    __slots__ = ()

    @abstractmethod
    def parse(self, words: str) -> Move[V]:
        """Return the move that these words stand for. Raise `Refused` if it is none of the
        options."""

    @abstractmethod
    def draw(self, rng: Random) -> Move[V]:
        """Return any of the moves, at random."""

    def __contains__(self, words: object) -> bool:
        """Return whether these are a move's proper words."""
        try:
            return isinstance(words, str) and self.parse(words)[0] == words
        except Refused:
            return False

    def shown(self) -> Options[V]:
        """Return the same options for whoever chooses, with nothing of the state behind them."""
        return self


class Refused(Exception):
    """Words that are no move here; ``rule`` is the broken clause, if not the decision's own."""

    def __init__(self, message: str, rule: str = "") -> None:
        self.rule = rule
        super().__init__(message)


class Refusal(NamedTuple):
    """The reason why a move is not open now: the clause that it breaks, and a text."""

    rule: str
    reason: str


@dataclass(frozen=True)
class Vocabulary(Generic[K]):
    """Every move for which a game has words, open now or not, with the meaning of the words.

    ``signs`` are other ways to write a move, such as ``x3`` for ``level 3``.
    """

    moves: Mapping[str, K]
    signs: Mapping[str, str] = field(default_factory=dict)

    def find(self, words: str) -> str | None:
        """Return the words of the move of which ``words`` is another spelling; None if there is
        none.

        >>> Vocabulary({"level 3": 3}, {"x3": "level 3"}).find(" ×3 ")
        'level 3'
        """
        return words if words in self.moves else self.spellings.get(normalized(words))

    @cached_property
    def spellings(self) -> dict[str, str]:
        """The words by the plain spelling of each move and sign, without ambiguous spellings."""
        ways = [(normalized(words), words) for words in self.moves]
        ways += [(normalized(sign), words) for sign, words in self.signs.items()]
        meant: dict[str, set[str]] = {}
        for plain, words in ways:
            meant.setdefault(plain, set()).add(words)
        return {plain: words for plain, words in ways if len(meant[plain]) == 1}


class Choices(Options[V], Mapping[str, V]):
    """Options few enough to list: each move's words with its value.

    ``vocabulary`` also has the game's other moves; ``against`` is called with the meaning of one
    that is not open now, and returns why it is not.

    >>> look = Choices([("take", True), ("decline", False)])
    >>> look["take"], look.parse(" Decline"), str(look)
    (True, ('decline', False), 'take or decline')
    >>> look.parse("burn")
    Traceback (most recent call last):
    scoring.play.moves.Refused: 'burn' is not a move here; choose take or decline
    """

    __slots__ = ("_against", "moves", "vocabulary")

    def __init__(
        self,
        moves: Sequence[Move[V]],
        vocabulary: Vocabulary[Any] | None = None,
        against: Callable[[Any], Refusal | None] | None = None,
    ) -> None:
        self.moves = moves
        self.vocabulary = vocabulary
        self._against = against  # which knows the state, so it is nobody else's business

    @classmethod
    def where(cls, vocabulary: Vocabulary[V], against: Callable[[V], Refusal | None]) -> Choices[V]:
        """Return the moves of a vocabulary that ``against`` allows: one test offers and refuses.

        >>> def odd(number):
        ...     return None if number % 2 else Refusal("XX-1.1", "it is even")
        >>> numbers = Choices.where(Vocabulary({"one": 1, "two": 2, "three": 3}), odd)
        >>> list(numbers)
        ['one', 'three']
        >>> numbers.parse("two")
        Traceback (most recent call last):
        scoring.play.moves.Refused: two: it is even; choose one or three
        """
        moves = [move for move in vocabulary.moves.items() if against(move[1]) is None]
        return cls(moves, vocabulary, against)

    def __getitem__(self, words: str) -> V:
        for known, value in self.moves:
            if known == words:
                return value
        raise KeyError(words)

    def __iter__(self) -> Iterator[str]:
        return iter([words for words, _ in self.moves])

    def __len__(self) -> int:
        return len(self.moves)

    def __contains__(self, words: object) -> bool:
        return any(known == words for known, _ in self.moves)

    def __str__(self) -> str:
        return summarize(list(self))

    def parse(self, words: str) -> Move[V]:
        vocabulary = self.vocabulary or Vocabulary(dict(self.moves))
        known = vocabulary.find(words)
        if known is None:
            possible = list(self) if len(self) <= MOST else self.like(words)
            raise Refused(f"{quote(words)} is not a move here; choose {summarize(possible)}")
        if known in self:
            return known, self[known]
        others = summarize(self.like(known))
        refusal = self._against(vocabulary.moves[known]) if self._against else None
        if refusal is None:
            raise Refused(f"{known} is not possible now; choose {others}")
        raise Refused(f"{known}: {refusal.reason}; choose {others}", refusal.rule)

    def knows(self, words: str) -> bool:
        """Return whether words are a move of the game, open now or not."""
        return (self.vocabulary or Vocabulary(dict(self.moves))).find(words) is not None

    def shown(self) -> Choices[V]:
        """Return the options without the reasons against other moves, which may know the state."""
        return Choices(self.moves, self.vocabulary)

    def draw(self, rng: Random) -> Move[V]:
        return self.moves[int(rng.random() * len(self.moves))]

    def like(self, words: str) -> list[str]:
        """Return the options of the same kind as a move, of many the nearest; all if there are
        none."""
        alike = [option for option in self if kind_of(option) == kind_of(words)]
        if len(alike) > MOST:
            most = max([same_words(option, words) for option in alike])
            alike = [option for option in alike if same_words(option, words) == most]
        return alike or list(self)


def normalized(words: str) -> str:
    """Return a move's words in a normal spelling.

    >>> normalized("  Level × 3"), normalized("r4,g2"), normalized("Stand-in B's")
    ('level x3', 'r4 g2', 'stand in bs')
    """
    signs = {ord("×"): "x", **dict.fromkeys(map(ord, ",;-"), " "), **dict.fromkeys(map(ord, "'’"))}
    plain = words.casefold().translate(signs)
    return re.sub(r"\bx (?=[0-9])", "x", " ".join(plain.split()))


def begun_by(line: str, offered: Iterable[str]) -> list[str]:
    """Return the answers that begin with a line, or else those in which each of its words begins a
    word.

    >>> begun_by("t", ["take", "not now"]), begun_by("red", ["place red", "place blue"])
    (['take'], ['place red'])
    """
    typed = normalized(line).split()
    plain = {words: normalized(words) for words in offered} if typed else {}
    begun = [words for words, one in plain.items() if one.startswith(" ".join(typed))]
    return begun or [
        words
        for words, one in plain.items()
        if all(any(word.startswith(each) for word in one.split()) for each in typed)
    ]


def which_one(begun: Sequence[str]) -> str:
    """Return the question which of several answers somebody means."""
    return f"Which one: {join_words(begun, 'or')}?"


def summarize(moves: Sequence[str]) -> str:
    """List moves to choose from: all if they are few, else some of each kind.

    >>> summarize(["take", "decline"])
    'take or decline'
    >>> summarize(["task left 1", *[f"pass {face}" for face in range(1, 7)]])
    'task left 1 or one of 6 like pass 1'
    """
    if len(moves) <= MOST:
        return join_words(moves, "or")
    several = len({kind_of(words) for words in moves}) > 1
    kinds: dict[str, list[str]] = {}
    for depth in (1, 0) if several else (2, 1):
        kinds = {}
        for words in moves:
            kinds.setdefault(kind_of(words, depth), []).append(words)
        if len(kinds) <= MOST:
            break
    few = [words for alike in kinds.values() if len(alike) <= MOST_OF_A_KIND for words in alike]
    many = [alike for alike in kinds.values() if len(alike) > MOST_OF_A_KIND]
    return join_words([*few, *[f"one of {len(alike)} like {alike[0]}" for alike in many]], "or")


def same_words(first: str, second: str) -> int:
    """Count the words with which both moves begin.

    >>> same_words("place red", "place green reroll red")
    1
    """
    pairs = zip(normalized(first).split(), normalized(second).split(), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def kind_of(words: str, depth: int = 1) -> str:
    """Return the kind of a move: its first word or words."""
    return " ".join(normalized(words).split()[:depth])


class ParsedOptions(Options[V]):
    """Options that are often too many to list: a move is read from its words, and one test decides
    whether it is open.

    A subclass reads, tests, and draws from the open moves; its ``str`` names the options in a few
    words.
    """

    __slots__ = ()

    @abstractmethod
    def read(self, words: str) -> Move[V]:
        """Return the move that words in plain spelling (`normalized`) mean, open or not, with its
        proper words. Raise `Refused` if they mean none."""

    @abstractmethod
    def against(self, value: V) -> Refusal | None:
        """Return why a move is not open; None if it is."""

    def parse(self, words: str) -> Move[V]:
        proper, value = self.read(normalized(words))
        refusal = self.against(value)
        if refusal is not None:
            raise Refused(f"{proper}: {refusal.reason}", refusal.rule)
        return proper, value


@dataclass(frozen=True, slots=True)
class Deal(Options[list[str]]):
    """Some cards dealt from a shuffled pile, in order, written with spaces between.

    >>> Deal(("A1", "A2", "B1"), 2).parse("b1, a2")
    ('B1 A2', ['B1', 'A2'])
    >>> Deal(("A1", "A2", "B1"), 2).parse("b1 b1 C")
    Traceback (most recent call last):
    scoring.play.moves.Refused: expected 2 of 3 cards; found: 3; extra: B1; unknown: C
    """

    cards: tuple[str, ...]
    number: int

    def __str__(self) -> str:
        return f"{self.number} of {len(self.cards)} cards"

    def parse(self, words: str) -> Move[list[str]]:
        """Return the dealt cards; refuse unknown ones, and cards named twice."""
        dealt = cards_named(words, self.cards)
        unknown = [card for card in dealt if card not in self.cards]
        extra = Counter(dealt) - Counter(self.cards) - Counter(unknown)
        if unknown or extra or len(dealt) != self.number:
            found = [str(len(dealt))] if len(dealt) != self.number else []
            wrong = itemised({"found": found, "extra": extra, "unknown": unknown})
            raise Refused(f"expected {self}; {wrong}")
        return " ".join(dealt), dealt

    def __iter__(self) -> Iterator[str]:
        return map(" ".join, orders(Counter(self.cards), self.number))

    def draw(self, rng: Random) -> Move[list[str]]:
        dealt = rng.sample(self.cards, self.number)
        return " ".join(dealt), dealt


@dataclass(frozen=True, slots=True)
class Order(Options[list[str]]):
    """The orders of some cards, written one after the other with spaces between."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"all {len(self.cards)} cards in order"

    def parse(self, words: str) -> Move[list[str]]:
        """Return the cards in this order; refuse missing or unknown ones, and cards named too
        often.

        >>> Order(("A1", "A2", "B1")).parse("a2 b1 a1")
        ('A2 B1 A1', ['A2', 'B1', 'A1'])
        >>> Order(("A1", "A2", "B1")).parse("A2 A1 A1 Z")
        Traceback (most recent call last):
        scoring.play.moves.Refused: expected all 3 cards in order; missing: B1; extra: A1, Z
        """
        cards = Counter(self.cards)
        named = cards_named(words, self.cards)
        found = Counter(named)
        if found != cards:
            wrong = itemised({"missing": cards - found, "extra": found - cards})
            raise Refused(f"expected {self}; {wrong}")
        return " ".join(named), named

    def __iter__(self) -> Iterator[str]:
        return iter(Deal(self.cards, len(self.cards)))

    def draw(self, rng: Random) -> Move[list[str]]:
        cards = list(self.cards)
        rng.shuffle(cards)
        return " ".join(cards), cards


def orders(cards: Counter[str], number: int) -> Iterator[list[str]]:
    """Yield every order of ``number`` of these cards; copies of a card are alike.

    >>> list(orders(Counter("AAB"), 2))
    [['A', 'A'], ['A', 'B'], ['B', 'A']]
    """
    if not number:
        yield []
        return
    for card in [card for card, left in cards.items() if left]:
        for others in orders(cards - Counter([card]), number - 1):
            yield [card, *others]


def cards_named(words: str, cards: Sequence[str]) -> list[str]:
    """Return the cards that are written one after the other; words that are none of ``cards`` stay
    as they are.

    >>> cards_named("a1, b1 Z", ["A1", "B1", "b1"])
    ['A1', 'b1', 'Z']
    """
    spellings = {card.casefold(): card for card in cards} | {card: card for card in cards}
    return [
        spellings.get(word, spellings.get(word.casefold(), word))
        for word in words.replace(",", " ").split()
    ]


def itemised(parts: Mapping[str, Iterable[str]]) -> str:
    """Say what is wrong with the items of a move, with the first few of each kind.

    >>> itemised({"missing": ["B1"], "unknown": [], "extra": ["A1", "Z"]})
    'missing: B1; extra: A1, Z'
    """
    shown = []
    for what, items in parts.items():
        named = [shorten(item) for item in items]
        rest = [f"and {len(named) - MOST_ITEMS} more"] if len(named) > MOST_ITEMS else []
        if named:
            shown.append(f"{what}: {', '.join(named[:MOST_ITEMS] + rest)}")
    return "; ".join(shown)
