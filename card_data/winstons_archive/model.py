"""The models of Winston's Archive."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from card_data.documents import Steps
from card_data.limits import LARGEST_COUNT, LARGEST_SET
from card_data.model import Colour, Count, GameData, Model, Option, Row, Whole
from card_data.problems import near
from card_data.words import in_words

Letter = Annotated[str, Meta(pattern="^[A-Z]$", description="a capital letter")]


class Deck(Model, frozen=True):
    """How many cards of each kind there are (WA-1.1, WA-1.4)."""

    cards: Count
    """Cards in all."""
    books: Count
    """Books."""
    manuscripts: Count
    """Manuscript pages."""
    product_over_process: Count
    """Copies of Implementing Product Over Process."""
    open_secrets: Count
    """Copies of Open Secrets of Archiving."""

    @property
    def specials(self) -> int:
        return self.product_over_process + self.open_secrets


class StandIn(Model, frozen=True):
    """What a stand-in needs (WA-4.2)."""

    real_books: Whole
    """Real books of the set among the player's cards."""


class Scoring(Model, frozen=True):
    """Points (WA-5)."""

    book: Count
    """Points for each book in a complete set."""
    pages_a_point: Count
    """Manuscript pages for a point."""
    reprimand: Annotated[int, Meta(ge=-LARGEST_COUNT, le=LARGEST_COUNT)]
    """What fewest pages cost where they do not lose the game; negative."""
    elimination_from: Count
    """The number of players from which on fewest pages lose the game."""


class Numbers(Model, frozen=True):
    deck: Deck
    """How many cards of each kind there are (WA-1.1, WA-1.4)."""
    stacks: Count
    """Stacks beside the deck."""
    stand_in: StandIn
    """What a stand-in needs (WA-4.2)."""
    scoring: Scoring
    """Points (WA-5)."""


class Options(Model, frozen=True):
    refill_taken_stack: Option[bool]
    """Whether a taken stack is replaced at once (WA-3.2)."""
    tie_for_fewest: Option[Literal["all_tied", "nobody"]]
    """Who bears the fewest pages when several players tie for them (WA-5.6)."""


class BookSet(Row, frozen=True, kw_only=True):
    """A set of books; its ``id`` is its letter."""

    size: Annotated[int, Meta(ge=1, le=LARGEST_SET)]
    """How many books the set has."""
    name: str
    """What the set is called."""
    emblem: str
    """The icon on its bindings."""
    colour: Colour
    """The colour of its bindings."""
    pattern: str
    """The pattern of its bindings, a symbol of its template."""


class Book(Row, frozen=True, kw_only=True):
    """A book of a set."""

    set: Letter
    """The letter of its set."""
    place: Count
    """Its place in the set, counting from 1."""
    title: str
    """Its title."""
    author: str
    """Its author."""


class Manuscript(Row, frozen=True, kw_only=True):
    """A loose page."""

    line: str
    """Its opening line."""
    drawing: str
    """The drawing in its margin."""


class Special(Row, frozen=True, kw_only=True):
    """A purple book; its ``id`` is the name that positions use for it."""

    title: str
    """Its title."""
    text: str
    """What it does."""
    icon: str
    """The icon on it."""


class Aid(Row, frozen=True, kw_only=True):
    """A line of the turn aid."""

    side: Literal["front", "back"]
    """The side of the aid that it is on."""
    icon: str
    """The icon before the line."""
    text: str
    """What the line says."""


class Data(GameData, frozen=True):
    numbers: Numbers
    options: Options
    sets: tuple[BookSet, ...]
    """The sets of books (WA-1.3)."""
    books: tuple[Book, ...]
    """The books (WA-1.3)."""
    manuscripts: tuple[Manuscript, ...]
    """The loose pages (WA-1.1)."""
    specials: tuple[Special, ...]
    """The purple books (WA-1.4)."""
    aids: tuple[Aid, ...]
    """The lines of the turn aid."""

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
        return {
            "sets": {
                "count": len(self.sets),
                "first": self.sets[0].id if self.sets else "",
                "last": self.sets[-1].id if self.sets else "",
                "sizes": in_words([book_set.size for book_set in self.sets], "and"),
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
