"""The models of Winston's Archive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from card_data.model import Count, GameData, Model, Option, Row, Whole

Letter = Annotated[str, Meta(pattern="^[A-Z]$")]
Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]


class Deck(Model, frozen=True):
    """How many cards of each kind there are (WA-1.1, WA-1.4)."""

    cards: Count
    books: Count
    manuscripts: Count
    product_over_process: Count
    open_secrets: Count

    @property
    def specials(self) -> int:
        return self.product_over_process + self.open_secrets


class StandIn(Model, frozen=True):
    """What a stand-in needs: real books of the set in the player's cards (WA-4.2)."""

    real_books: Whole


class Scoring(Model, frozen=True):
    """Points (WA-5). ``reprimand`` is what fewest pages cost with fewer than ``elimination_from``
    players; from that many on, fewest pages lose the game."""

    book: Count
    pages_a_point: Count
    reprimand: int
    elimination_from: Count


class Numbers(Model, frozen=True):
    deck: Deck
    stacks: Count
    stand_in: StandIn
    scoring: Scoring


class Options(Model, frozen=True):
    refill_taken_stack: Option[bool]
    tie_for_fewest: Option[Literal["all_tied", "nobody"]]


class BookSet(Row, frozen=True, kw_only=True):
    """A set of books: ``id`` is its letter. The rest says how its bindings look."""

    size: Count
    name: str
    emblem: str
    colour: Colour
    pattern: str


class Book(Row, frozen=True, kw_only=True):
    """A book: its set's letter, its place in the set (1 is the first), its title."""

    set: Letter
    place: Count
    title: str
    author: str


class Manuscript(Row, frozen=True, kw_only=True):
    """A loose page, told from the others by its opening line and its marginal drawing."""

    line: str
    drawing: str


class Special(Row, frozen=True, kw_only=True):
    """A purple book: ``id`` is the name that positions use for it."""

    title: str
    text: str
    icon: str


class Aid(Row, frozen=True, kw_only=True):
    """A line of the turn aid."""

    side: Literal["front", "back"]
    icon: str
    text: str


class Data(GameData, frozen=True):
    numbers: Numbers
    options: Options
    sets: tuple[BookSet, ...]
    books: tuple[Book, ...]
    manuscripts: tuple[Manuscript, ...]
    specials: tuple[Special, ...]
    aids: tuple[Aid, ...]

    def set_sizes(self) -> dict[str, int]:
        """The sets' letters in order, each with its number of books."""
        return {one.id: one.size for one in self.sets}

    def facts(self) -> dict[str, Any]:
        sizes = [str(one.size) for one in self.sets]
        return {
            "sets": {
                "count": len(self.sets),
                "first": self.sets[0].id if self.sets else "",
                "last": self.sets[-1].id if self.sets else "",
                "sizes": " and ".join((", ".join(sizes[:-1]), sizes[-1])) if sizes else "",
            }
        }

    def problems(self) -> Iterator[tuple[str, str]]:
        yield from self._set_problems()
        yield from self._deck_problems()

    def _set_problems(self) -> Iterator[tuple[str, str]]:
        places = Counter((book.set, book.place) for book in self.books)
        sizes = self.set_sizes()
        for letter, size in sizes.items():
            missing = [str(place) for place in range(1, size + 1) if (letter, place) not in places]
            if missing:
                yield (
                    "books.yaml",
                    (
                        f"set {letter} has {size} books in sets.yaml, "
                        f"but place {', '.join(missing)} of it is missing here"
                    ),
                )
        for (letter, place), times in places.items():
            if letter not in sizes:
                yield "books.yaml", f"set {letter} is not in sets.yaml"
            elif place > sizes[letter]:
                yield (
                    "books.yaml",
                    f"place {place} of set {letter}, which has {sizes[letter]} books",
                )
            elif times > 1:
                yield "books.yaml", f"place {place} of set {letter} is taken {times} times"

    def _deck_problems(self) -> Iterator[tuple[str, str]]:
        deck = self.numbers.deck
        copies = {special.id: special.copies for special in self.specials}
        counts = (
            ("books.yaml", "books", deck.books, sum(book.copies for book in self.books)),
            (
                "manuscripts.yaml",
                "manuscript pages",
                deck.manuscripts,
                sum(page.copies for page in self.manuscripts),
            ),
            *(
                ("specials.yaml", f"copies of {name}", number, copies.get(name, 0))
                for name, number in (
                    ("product_over_process", deck.product_over_process),
                    ("open_secrets", deck.open_secrets),
                )
            ),
        )
        for file, what, said, found in counts:
            if said != found:
                yield file, f"{found} {what} here, but game.yaml says {said}"
        kinds = deck.books + deck.manuscripts + deck.specials
        if kinds != deck.cards:
            yield "game.yaml", f"the kinds of card add to {kinds}, but deck.cards says {deck.cards}"
