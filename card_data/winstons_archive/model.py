"""The models of Winston's Archive."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from card_data.documents import Steps
from card_data.limits import LARGEST_COUNT, LARGEST_SET
from card_data.model import Colour, Count, GameData, Model, Option, Row, Whole
from card_data.problems import near

Letter = Annotated[str, Meta(pattern="^[A-Z]$", description="a capital letter")]


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
    reprimand: Annotated[int, Meta(ge=-LARGEST_COUNT, le=LARGEST_COUNT)]
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

    size: Annotated[int, Meta(ge=1, le=LARGEST_SET)]
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
        return {book_set.id: book_set.size for book_set in self.sets}

    def facts_for(self, players: int) -> Mapping[str, Any]:
        """Cards in the deck once the stacks are dealt; what fewest pages cost."""
        scoring = self.numbers.scoring
        loses = players >= scoring.elimination_from
        deck = self.numbers.deck.cards - self.numbers.stacks
        return {"deck": deck, "fewest": "lose" if loses else scoring.reprimand}

    def facts(self) -> dict[str, Any]:
        sizes = [str(book_set.size) for book_set in self.sets]
        return {
            "sets": {
                "count": len(self.sets),
                "first": self.sets[0].id if self.sets else "",
                "last": self.sets[-1].id if self.sets else "",
                "sizes": " and ".join((", ".join(sizes[:-1]), sizes[-1])) if sizes else "",
            }
        }

    def problems(self) -> Iterator[tuple[Steps, str]]:
        yield from self._book_problems()
        yield from self._set_problems()
        yield from self._deck_problems()

    def _book_problems(self) -> Iterator[tuple[Steps, str]]:
        """Books of no set, of a place that the set does not have, or of the place of another."""
        sizes = self.set_sizes()
        taken: dict[tuple[str, int], str] = {}
        for index, book in enumerate(self.books):
            here = (book.set, book.place)
            if book.set not in sizes:
                yield (
                    ("books", index, "set"),
                    f"no set {book.set} in sets.yaml{near(book.set, sizes)}",
                )
            elif book.place > sizes[book.set]:
                message = f"place {book.place}, but the size of set {book.set} is {sizes[book.set]}"
                yield ("books", index, "place"), message
            elif here in taken:
                message = f"place {book.place} of set {book.set} is taken by {taken[here]}"
                yield ("books", index, "place"), message
            taken.setdefault(here, book.id)

    def _set_problems(self) -> Iterator[tuple[Steps, str]]:
        """Sets that lack a book."""
        places = {(book.set, book.place) for book in self.books}
        for index, whole in enumerate(self.sets):
            missing = [
                str(place) for place in range(1, whole.size + 1) if (whole.id, place) not in places
            ]
            if missing:
                message = f"size {whole.size}, but books.yaml has no book for place "
                yield ("sets", index, "size"), message + ", ".join(missing)

    def _deck_problems(self) -> Iterator[tuple[Steps, str]]:
        """Counts of game.yaml that the tables do not have."""
        deck = self.numbers.deck
        for name, said, rows in (
            ("books", deck.books, self.books),
            ("manuscripts", deck.manuscripts, self.manuscripts),
        ):
            found = sum(row.copies for row in rows)
            if said != found:
                yield ("numbers", "deck", name), f"found {said}, but {name}.yaml has {found}"
        specials = {special.id: index for index, special in enumerate(self.specials)}
        for name, said in (
            ("product_over_process", deck.product_over_process),
            ("open_secrets", deck.open_secrets),
        ):
            if name not in specials:
                yield ("specials",), f"no row {name}, but game.yaml says there are {said}"
            elif (found := self.specials[specials[name]].copies) != said:
                message = f"found {found}, but game.yaml says {said}"
                yield ("specials", specials[name], "copies"), message
        kinds = deck.books + deck.manuscripts + deck.specials
        if kinds != deck.cards:
            message = f"found {deck.cards}, but the kinds of card add up to {kinds}"
            yield ("numbers", "deck", "cards"), message
