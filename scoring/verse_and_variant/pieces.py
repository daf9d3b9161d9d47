"""The pieces of Verse & Variant, and each player's view of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from card_data.model import Model
from card_data.verse_and_variant.model import Suit
from scoring.verse_and_variant.tracks import LACUNA


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A document card; ``icons`` are those of a Witness, ``timing`` that of a Tool.

    There is one object for each card, so cards are compared by identity.
    """

    id: str
    rank: int
    suit: Suit | None = None
    icons: tuple[str, ...] = ()
    timing: str = ""
    title: str = ""

    def __str__(self) -> str:
        return f"{self.id} {self.title}" if self.title else self.id

    @property
    def is_tool(self) -> bool:
        return self.suit is None

    @property
    def called(self) -> str:
        """The players' name for it: ``blue 7`` for a Witness, the title of a Tool."""
        return self.title or f"{self.suit} {self.rank}"

    @property
    def corrupts(self) -> int:
        """The number of its Corruption icons."""
        return self.icons.count("corruption")


@dataclass(slots=True)
class Cube:
    """A research cube on a slot; ``flat`` scores nothing (T-7c)."""

    owner: int
    flat: bool = False


@dataclass(slots=True)
class Player:
    """A player's cards and tokens. ``seat`` counts clockwise from the first player.

    ``tableau`` has the Tools that lie open, ``spent`` those of them that have acted, ``resting``
    those that are not offered again before the next bout. ``running`` names the Tools whose effects
    last.
    """

    name: str
    seat: int
    grants: int
    all_grants: int
    cubes: int
    hand: list[Card] = field(default_factory=list)
    tableau: list[Card] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    running: list[str] = field(default_factory=list)
    resting: list[str] = field(default_factory=list)
    ledger: Counter[str] = field(default_factory=Counter)
    vault: Counter[str] = field(default_factory=Counter)
    eureka: bool = False
    lockdown: bool = True  # whether the tile can still be played this session
    prestige: int = 0

    def features(self) -> list[str]:
        """List the kinds of Features in the ledger."""
        return [token for token, number in self.ledger.items() if number and token != LACUNA]

    def tokens(self) -> list[str]:
        """List the kinds of tokens in the ledger."""
        return [token for token, number in self.ledger.items() if number]

    def owned(self, token: str) -> int:
        """Count the player's tokens of a kind, the vault included."""
        return self.ledger[token] + self.vault[token]

    def holds(self, suit: Suit | None) -> bool:
        """Check whether the hand has a Witness of a suit."""
        return suit is not None and suit in [card.suit for card in self.hand]


@dataclass(slots=True)
class Desk:
    """The Reading Desk; ``markers`` are Corruption markers, each given by its suit (VV-6.1)."""

    cards: list[Card] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    markers: list[Suit] = field(default_factory=list)

    def witnesses(self) -> list[Card]:
        return [card for card in self.cards if not card.is_tool]

    def tools(self) -> list[Card]:
        return [card for card in self.cards if card.is_tool]


@dataclass(slots=True)
class Primary:
    """A Primary in front of its player; ``rank`` and ``suit`` are what it counts as.

    ``bonus`` is Eureka's. Once the card has been moved elsewhere ``here`` is False; it still ranks.
    """

    seat: int
    card: Card
    rank: int
    suit: Suit | None
    bonus: int = 0
    here: bool = True


@dataclass(slots=True)
class Bout:
    """A bout: the Primaries in the order played, the Echoes by seat, face down.

    ``shown`` are the Witnesses that T-1c has shown, by seat; they are back in their hands.
    ``lead`` is the lead suit, None until a Witness sets it. ``spotlight`` is the suit that T-7a or
    T-8a chose, ``closed`` the suit whose institution takes no cubes. ``eureka_pays``: Eureka can
    pay for a Take. ``free`` lifts the duty to follow from the next Primary: for any card, or for
    Tools. ``next_leader`` is the seat that leads next by T-8d; ``decreed_leader`` by T-4e, which
    goes first.
    """

    leader: int
    primaries: list[Primary] = field(default_factory=list)
    echoes: dict[int, Card] = field(default_factory=dict)
    shown: dict[int, Card] = field(default_factory=dict)
    lead: Suit | None = None
    spotlight: Suit | None = None
    closed: Suit | None = None
    eureka_pays: bool = False
    free: str = ""  # "", "any" or "tools"
    finish: list[int] = field(default_factory=list)  # seats in finish order
    next_leader: int | None = None
    decreed_leader: int | None = None
    beside: list[Card] = field(default_factory=list)  # T-11e, until the next bout starts

    def primary(self, seat: int) -> Primary:
        """Return a player's Primary."""
        return next(one for one in self.primaries if one.seat == seat)


@dataclass(slots=True)
class Take:
    """A Take under way (VV-5.2): its haul, and what Tools have changed in it.

    ``doubled`` is the Witness that yields double; ``cost`` what a slot costs; ``grants`` how many
    institution grants are left; ``later`` the Tools used before the sweep, for the new Desk.
    """

    seat: int
    cost: int
    grants: int = 1
    swept: bool = False
    cards: list[Card] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    doubled: Card | None = None
    later: list[Card] = field(default_factory=list)


@dataclass(slots=True)
class Session:
    """The rules and counts that last until a session ends (VV-3.7).

    ``locked`` is the Spotlight that T-14c keeps; ``barred`` the suits left out by T-11d;
    ``extra`` counts what Tools add to a player's tokens in majority scoring, ``used_lacunas`` the
    lacunas that count as Features there; ``shifted`` the Features whose awards T-11a moves.
    ``last_lead`` is the lead suit of the last bout of two Primaries or more.
    """

    number: int
    starter: int
    locked: Suit | None = None
    lowest_first: bool = False
    barred: set[str] = field(default_factory=set)
    eureka_stopped: bool = False
    next_spotlight: Suit | None = None  # T-7a's or T-8a's, for the next bout
    beside: list[Card] = field(default_factory=list)  # T-14c, until the session ends
    interrupted: bool = False
    last_lead: Suit | None = None
    extra: dict[int, Counter[str]] = field(default_factory=dict)
    used_lacunas: Counter[int] = field(default_factory=Counter)
    shifted: list[str] = field(default_factory=list)


class PlayerView(Model, frozen=True):
    """A player as everyone sees them."""

    name: str
    """The player."""
    hand: int
    """How many cards are in hand."""
    tableau: tuple[str, ...]
    """The Tools in the tableau."""
    spent: tuple[str, ...]
    """Those of them that have acted and stay."""
    ledger: dict[str, int]
    """The tokens in the ledger: Features and lacunas."""
    vault: dict[str, int]
    """The tokens in the vault."""
    grants: int
    """How many Grants are unused."""
    cubes: int
    """How many cubes are not placed."""
    eureka: bool
    """Whether the player holds a Eureka disc."""
    lockdown: bool
    """Whether the Lockdown tile can still be played this session."""
    prestige: int
    """The points on the prestige track."""
    running: tuple[str, ...]
    """The Tools whose effects last."""


class PrimaryView(Model, frozen=True):
    """A Primary."""

    player: str
    """Who played it."""
    card: str
    """The card."""
    rank: int
    """The rank that it counts as, Eureka included."""


class View(Model, frozen=True):
    """All that one player may see."""

    session: int
    """Which session it is, from 1."""
    quill: str
    """Who has the Quill."""
    spotlight: str
    """The Spotlight's suit; ``none`` if there is none."""
    next_spotlight: str
    """The suit that T-7a or T-8a makes the Spotlight of the next bout, or ``none``."""
    lead: str
    """The lead suit; ``none`` before a Witness is played."""
    leads_next: str
    """Who leads the next bout by T-4e, whoever wins; ``none`` for nobody."""
    hand: tuple[str, ...]
    """The hand of the player who looks."""
    echo: str
    """That player's Echo, or empty."""
    shown: dict[str, str]
    """The Witness of each hand that T-1c has shown in this bout."""
    players: tuple[PlayerView, ...]
    """All players, clockwise from the one who looks."""
    primaries: tuple[PrimaryView, ...]
    """The Primaries, in the order played."""
    echoes: tuple[str, ...]
    """Whose Echo lies face down."""
    finish: tuple[str, ...]
    """All players in finish order, in which they act in the window; none before the bout ends."""
    tracks: dict[str, tuple[tuple[str, ...], ...]]
    """The tokens on each space of each track, from Demand 0 up, by suit."""
    supply: dict[str, int]
    """How many of each token are in the supply."""
    institutions: dict[str, tuple[str, ...]]
    """Whose cube is on each slot, from the left, by Feature; ``none`` for nobody."""
    laureate: str
    """Who has the Laureate, or ``none``."""
    desk: tuple[str, ...]
    """The cards on the Reading Desk."""
    desk_tokens: tuple[str, ...]
    """The tokens on it."""
    markers: tuple[str, ...]
    """The suits of the Corruption markers on it."""
    haul: tuple[str, ...]
    """The cards of the Take under way."""
    discard: tuple[str, ...]
    """The cards out of play until the next deal."""
    removed: tuple[str, ...]
    """The cards that Tools took out of this session."""
    beside: tuple[str, ...]
    """The cards laid beside the Desk."""
    closed: str
    """The suit whose institution takes no cubes, or ``none``."""
    barred: tuple[str, ...]
    """The suits left out of the evaluation of the Spotlight."""
    spotlight_stays: bool
    """Whether the Spotlight stays as it is until the session ends (T-14c)."""
    lowest_first: bool
    """Whether the Spotlight is evaluated in reverse."""
    eureka_pays: bool
    """Whether Eureka pays for a Take in this bout's window."""
    eureka_stopped: bool
    """Whether nobody can gain Eureka in this session."""
    interrupted: bool
    """Whether the session ends after this bout's window."""


def player_view(player: Player) -> PlayerView:
    return PlayerView(
        name=player.name,
        hand=len(player.hand),
        tableau=ids(player.tableau),
        spent=tuple(player.spent),
        ledger=nonzero(player.ledger),
        vault=nonzero(player.vault),
        grants=player.grants,
        cubes=player.cubes,
        eureka=player.eureka,
        lockdown=player.lockdown,
        prestige=player.prestige,
        running=tuple(player.running),
    )


def ids(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the IDs of cards, in order."""
    return tuple([card.id for card in cards])


def nonzero(tokens: Counter[str]) -> dict[str, int]:
    """Return the tokens of which there are any, with their numbers."""
    return {token: number for token, number in tokens.items() if number}
