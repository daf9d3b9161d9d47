"""The cards on the table of Winston's Archive during play, and who sees which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from card_data.model import Model
from card_data.text import plural
from card_data.winstons_archive.model import Data
from scoring.play.card_locations import EVERYBODY, CardLocation, Event
from scoring.winstons_archive.position import PlayerCards, Position

PAGES = "manuscripts"
STAND_IN = "product_over_process"
OPEN = "open_secrets"


@dataclass(slots=True)
class Stack:
    """A stack's cards from the bottom up; the first ``up`` of them lie face up (WA-3.6)."""

    cards: list[str] = field(default_factory=list)
    up: int = 0

    def lay(self, card: str) -> None:
        """Lay a card on the stack, face down."""
        self.cards.append(card)

    def lift(self) -> list[str]:
        """Lift all its cards off the table, and return them."""
        cards, self.cards, self.up = self.cards, [], 0
        return cards


@dataclass(slots=True)
class Player:
    """A player's cards. ``held`` counts them by kind: a set's letter or a field of the position.

    ``locked`` has the stand-ins used of each set; ``up`` the cards turned up, ``revealed`` the
    sets they make.
    """

    name: str
    cards: list[str] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)
    locked: dict[str, int] = field(default_factory=dict)
    up: list[str] = field(default_factory=list)
    revealed: list[str] = field(default_factory=list)

    @property
    def free(self) -> int:
        """The stand-ins not locked in a set."""
        return self.held[STAND_IN] - sum(self.locked.values())


class StackView(Model, frozen=True):
    """A stack as one player sees it."""

    size: int
    """How many cards it has."""
    cards: tuple[str, ...]
    """Those whose faces the player sees, from the bottom up."""


class PlayerView(Model, frozen=True):
    """A player as everyone sees them."""

    size: int
    """How many cards lie before the player."""
    up: tuple[str, ...]
    """Those turned up."""
    locked: dict[str, int]
    """How many stand-ins are locked in each set, by its letter."""


class View(Model, frozen=True):
    """All that one player may see."""

    turn: str
    """Whose turn it is."""
    deck: int
    """How many cards are left in the deck."""
    stacks: tuple[StackView, ...]
    """The stacks, in order."""
    cards: tuple[str, ...]
    """The cards of the player who looks, all of them."""
    locked: dict[str, int]
    """How many of the player's stand-ins are locked in each set, by its letter."""
    others: dict[str, PlayerView]
    """The other players, by name."""


@dataclass(slots=True)
class State:
    """The whole table. ``deck`` has its top card last; ``kinds`` gives the kind of each card.

    ``looked_at`` is the stack that the player whose ``turn`` it is has in hand. ``turns`` counts
    those that have been taken. ``events`` tells what happened without anybody's choice.
    """

    kinds: Mapping[str, str]
    sizes: Mapping[str, int]
    deck: list[str]
    stacks: list[Stack]
    players: list[Player]
    turn: int = 0
    looked_at: Stack | None = None
    turns: int = 0
    events: list[Event] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether the deck and all stacks are gone (WA-4.4)."""
        return not self.deck and not any(stack.cards for stack in self.stacks)

    def take(self, player: Player, cards: Sequence[str], what: str = "") -> None:
        """Add cards to a player's own; ``what`` they are called."""
        called = what or plural(len(cards), "card")
        got = CardLocation(tuple(cards), (player.name,))
        self.events.append(Event(f"{player.name} gets {called}", got))
        player.cards += cards
        for card in cards:
            player.held[self.kinds[card]] += 1

    def put_back(self, stack: Stack) -> None:
        """Put a stack back after looking: face up with Open Secrets in it (WA-3.6)."""
        if OPEN in [self.kinds[card] for card in stack.cards]:
            stack.up = len(stack.cards)

    def reveal(self, player: Player, kind: str, number: int) -> None:
        """Turn up ``number`` cards of a kind that lie face down before ``player``."""
        down = [card for card in player.cards if self.kinds[card] == kind]
        for card in player.up:
            if self.kinds[card] == kind:
                down.remove(card)
        player.up += down[:number]

    def faces(self, stack: Stack) -> tuple[CardLocation, CardLocation]:
        """Return a stack's cards that lie face up, and those face down, seen by the player looking
        at it."""
        looking = (self.players[self.turn].name,) if stack is self.looked_at else ()
        up, down = stack.cards[: stack.up], stack.cards[stack.up :]
        return CardLocation(up, EVERYBODY), CardLocation(down, looking)

    def card_locations(self) -> Iterator[CardLocation]:
        """Yield every card as hidden, then those that somebody sees (WA-3.1, WA-3.6, WA-4.1)."""
        yield CardLocation(tuple(self.kinds))
        for stack in self.stacks:
            yield from self.faces(stack)
        for player in self.players:
            yield CardLocation(player.cards, (player.name,))
            yield CardLocation(player.up, EVERYBODY)

    def view(self, name: str) -> View:
        """Return the view of the player called ``name``: never a face-down card of another
        place."""
        me = next(player for player in self.players if player.name == name)
        return View(
            turn=self.players[self.turn].name,
            deck=len(self.deck),
            stacks=tuple(
                StackView(
                    len(stack.cards),
                    tuple([card for face in self.faces(stack) for card in face.shown_to(name)]),
                )
                for stack in self.stacks
            ),
            cards=tuple(me.cards),
            locked=dict(me.locked),
            others={
                player.name: PlayerView(len(player.cards), tuple(player.up), dict(player.locked))
                for player in self.players
                if player is not me
            },
        )

    def position(self) -> Position:
        """Return the cards that lie with players, as the players would fill them in."""
        return Position(players=tuple(self.cards_of(player) for player in self.players))

    def cards_of(self, player: Player) -> PlayerCards:
        """Return one player's cards as counts."""
        return PlayerCards(
            name=player.name,
            books={letter: player.held[letter] for letter in self.sizes if player.held[letter]},
            stand_ins=dict(player.locked),
            product_over_process=player.held[STAND_IN],
            open_secrets=player.held[OPEN],
            manuscripts=player.held[PAGES],
        )


def new(data: Data, names: Sequence[str]) -> State:
    """Return the table before the shuffle: every card in the deck."""
    kinds = {book.id: book.set for book in data.books}
    kinds |= {page.id: PAGES for page in data.manuscripts}
    kinds |= {special.id: special.id for special in data.specials}
    rows = (*data.books, *data.manuscripts, *data.specials)
    return State(
        kinds=kinds,
        sizes=data.set_sizes(),
        deck=[row.id for row in rows for _ in range(row.copies)],
        stacks=[Stack() for _ in range(data.numbers.stacks)],
        players=[Player(name, held=dict.fromkeys(kinds.values(), 0)) for name in names],
    )
