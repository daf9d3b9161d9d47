"""The models of Winston's Archive."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from card_data.limits import LARGEST_COUNT, LARGEST_SET
from card_data.model import Colour, Count, GameData, Model, Option, Row, Whole
from card_data.text import join_words, plural

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
    """The requirements of a stand-in (WA-4.2)."""

    real_books: Whole
    """Real books of the set among the player's cards."""


class Scoring(Model, frozen=True):
    """Points (WA-5)."""

    book: Count
    """Points for each book in a complete set."""
    pages_a_point: Count
    """Manuscript pages for a point."""
    reprimand: Annotated[int, Meta(ge=-LARGEST_COUNT, le=-1)]
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

    def in_words(self, titles: Mapping[str, str]) -> str:
        del titles
        return f"Set {self.id}, of {plural(self.size, 'book')}."


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

    def in_words(self, titles: Mapping[str, str]) -> str:
        return f"By {self.author}. Book {self.place} of set {self.set}, {titles[self.set]}."


class Manuscript(Row, frozen=True, kw_only=True):
    """A loose page."""

    line: str
    """Its opening line."""
    drawing: str
    """The drawing in its margin."""

    def in_words(self, titles: Mapping[str, str]) -> str:
        del titles
        return f"A manuscript page: {self.line}"


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
        return {"deck": self.facts()["in_deck"], "fewest": "lose" if loses else scoring.reprimand}

    def facts(self) -> dict[str, Any]:
        return {
            "sets": {
                "count": len(self.sets),
                "first": self.sets[0].id if self.sets else "",
                "last": self.sets[-1].id if self.sets else "",
                "sizes": join_words([book_set.size for book_set in self.sets], "and"),
            },
            "in_deck": self.numbers.deck.cards - self.numbers.stacks,  # after set-up
        }
