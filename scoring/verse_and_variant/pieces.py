"""What lies on the table of Verse & Variant: cards, players' things, a bout, a Take, a session."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from card_data.verse_and_variant.model import Suit
from scoring.verse_and_variant.tracks import LACUNA


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A document card, the only object that is it with its data, so that cards are told apart as
    objects; ``icons`` are those of a Witness, ``timing`` that of a Tool."""

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
    def corrupts(self) -> int:
        """How many Corruption icons it shows."""
        return self.icons.count("corruption")


@dataclass(slots=True)
class Cube:
    """A research cube on a slot; ``flat`` scores nothing (T-7c)."""

    owner: int
    flat: bool = False


@dataclass(slots=True)
class Player:
    """A player's cards and tokens. ``seat`` counts clockwise from the first player.

    ``tableau`` has the Tools that lie open, ``spent`` those of them that have acted.
    ``resting`` are Tools that the player does not want to be asked about before the next bout.
    ``running`` names the Tools whose effect lasts, those that listen to what the player gains.
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
        """The Features in the ledger, one of each."""
        return [token for token, number in self.ledger.items() if number and token != LACUNA]

    def tokens(self) -> list[str]:
        """What is in the ledger, one of each."""
        return [token for token, number in self.ledger.items() if number]

    def owned(self, token: str) -> int:
        """How many of a token are the player's, the vault included."""
        return self.ledger[token] + self.vault[token]

    def holds(self, suit: Suit | None) -> bool:
        """Whether the hand has a Witness of a suit."""
        return suit is not None and suit in [card.suit for card in self.hand]


@dataclass(slots=True)
class Desk:
    """What lies open on the Reading Desk; ``markers`` are Corruption, each of a suit (VV-6.1)."""

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

    ``bonus`` is Eureka's. ``here`` is False once the card lies elsewhere: it ranks all the same.
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

    ``shown`` are the Witnesses that T-1c has shown, by seat, which are in their hands again.
    ``lead`` is the lead suit, None until a Witness sets it. ``spotlight`` is what T-7a or T-8a
    made it, ``closed`` the suit whose institution takes no cubes. ``pays`` lets Eureka pay for a
    Take. ``free`` frees the Primary about to be played: of the duty to follow, or for a Tool.
    ``next_lead`` is the seat that leads next for T-8d; ``last_word`` for T-4e, which goes before.
    """

    leader: int
    primaries: list[Primary] = field(default_factory=list)
    echoes: dict[int, Card] = field(default_factory=dict)
    shown: dict[int, Card] = field(default_factory=dict)
    lead: Suit | None = None
    spotlight: Suit | None = None
    closed: Suit | None = None
    pays: bool = False
    free: str = ""  # "", "any" or "tools"
    finish: list[int] = field(default_factory=list)  # seats in finish order
    next_lead: int | None = None
    last_word: int | None = None
    beside: list[Card] = field(default_factory=list)  # T-11e, until the next bout starts

    def primary(self, seat: int) -> Primary:
        """What a player has played."""
        return next(one for one in self.primaries if one.seat == seat)


@dataclass(slots=True)
class Claim:
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
    """What holds until a session ends (VV-3.7).

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
