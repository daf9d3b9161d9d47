"""The models of Winston's Archive."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from card_data.limits import LARGEST_COUNT, LARGEST_SET
from card_data.model import Colour, Count, GameData, Model, Option, Row, Whole

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
