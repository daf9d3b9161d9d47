"""The table of Verse & Variant during play, and what a Tool is to it (VV-9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import cycle, islice
from typing import Any, NamedTuple

from card_data.verse_and_variant.model import Data, Feature, Suit
from scoring.play.decisions import Asking, Script
from scoring.play.moves import Vocabulary
from scoring.verse_and_variant.position import NONE
from scoring.verse_and_variant.tracks import LACUNA, Track


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A document card, the only object that is it at its table, so that cards are told apart as
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


class Moment(Enum):
    """When Tools that lie in tableaux are offered; in the order of a bout, a window, an end."""

    ANY_TIME = auto()
    BEFORE_PRIMARY = auto()
    EUREKA_SPENT = auto()
    WITNESS_PLAYED = auto()
    LEAD_MADE = auto()
    PRIMARIES_LIE = auto()
    SECOND = auto()  # the second in finish order would gain Eureka
    BOUT_RESOLVED = auto()
    WINDOW_TURN = auto()
    WOULD_PASS = auto()
    GRANT_PAID = auto()  # "when you Take"
    TOKENISED = auto()  # "after you tokenise", before the exchange
    BEFORE_COUNTING = auto()
    BEFORE_AWARDS = auto()
    AFTER_AWARDS = auto()


Act = Callable[["Table", Player, Card], Script | None]
SCORING = (Moment.BEFORE_COUNTING, Moment.BEFORE_AWARDS, Moment.AFTER_AWARDS)


def always(table: Table, player: Player) -> bool:
    """A Tool that can always act."""
    return True


def nothing(table: Table, player: Player, card: Card) -> None:
    """What a Tool does that has no effect in play."""


class Tool(NamedTuple):
    """The effect of a Tool, declared over what it does: ``@Tool("T-1a", …).does``.

    ``act`` is its script, or a function if it asks nothing; ``able`` is whether it can act now: it
    is offered only then, and an Instant that cannot does nothing. ``moments`` are those at which it
    is offered from a tableau; an Instant has none. ``stays`` in the tableau, used, one that does
    not go to the Desk.

    While its ID is among a player's ``running``, ``on_lacuna`` is run for each lacuna that the
    player has just gained, and ``instead`` may give a Feature that the player is to take: it
    returns whether it did. It runs to the window's close, or if it ``lasts`` to the session's end.
    ``last`` is what one that has stayed does in final scoring. ``refreshes``: it can refresh a
    Grant, so that the game need not end without one (VV-6.5).
    """

    id: str
    able: Callable[[Table, Player], bool] = always
    moments: tuple[Moment, ...] = ()
    stays: bool = False
    on_lacuna: Callable[[Table, Player], Script] | None = None
    instead: Callable[[Table, Player, str], Asking[bool]] | None = None
    lasts: bool = False
    last: Callable[[Table, Player], Script] | None = None
    refreshes: bool = False
    act: Act = nothing

    def does(self, act: Act) -> Tool:
        """The same with what it does."""
        return self._replace(act=act)

    def run(self, table: Table, player: Player, card: Card) -> Script:
        """The script of what it does."""
        yield from self.act(table, player, card) or ()


@dataclass(slots=True)
class Table:
    """The whole table. ``tracks`` and ``boards`` are in board order, by suit and by Feature.

    ``tools`` has what each Tool does, by its ID, ``words`` the moves that have the same
    words all game long.
    ``substitutes`` counts the markers that are in play as tokens which the supply lacked (VV-3.4).
    ``deck`` are the cards in the game, ``aside`` the Tools set aside unseen, ``discard`` what is
    out of play until the next deal, ``removed`` what Tools took out of this session.
    """

    data: Data
    tools: Mapping[str, Tool]
    words: Vocabulary[Any]
    cards: Mapping[str, Card]
    players: list[Player]
    tracks: dict[Suit, Track]
    supply: Counter[str]
    boards: dict[str, list[Cube | None]]
    desk: Desk
    substitutes: Counter[str] = field(default_factory=Counter)
    quill: int = 0
    session: Session = field(default_factory=lambda: Session(0, 0))
    bout: Bout = field(default_factory=lambda: Bout(0))
    claim: Claim | None = None
    deck: list[Card] = field(default_factory=list)
    aside: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    removed: list[Card] = field(default_factory=list)
    laureate: int | None = None
    scored_spotlight: Suit | None = None  # that of the last majority scoring (VV-3.7)
    added: dict[int, str] = field(default_factory=dict)  # T-5c's Feature at the end, by seat
    over: bool = False

    def clockwise(self, seat: int) -> list[Player]:
        """The players clockwise from a seat."""
        return [*self.players[seat:], *self.players[:seat]]

    def others(self, player: Player) -> list[Player]:
        """The other players, clockwise from a player's left."""
        return self.clockwise(player.seat)[1:]

    def feature(self, suit: Suit) -> str:
        """The Feature of a suit."""
        return self.tracks[suit].feature

    def suit(self, feature: str) -> Suit:
        """The suit of a Feature."""
        return next(suit for suit, track in self.tracks.items() if track.feature == feature)

    def features(self) -> list[str]:
        """The Features in board order."""
        return [track.feature for track in self.tracks.values()]

    def claims(self, player: Player) -> Claim | None:
        """The player's Take under way."""
        claim = self.claim
        return claim if claim is not None and claim.seat == player.seat else None

    def primary_cards(self) -> list[Card]:
        """The Primaries that lie in front of their players."""
        return [one.card for one in self.bout.primaries if one.here]

    def substituted(self) -> bool:
        """Whether a substitute stands in for a token that the supply lacks (VV-3.4)."""
        return self.data.options.empty_supply.value == "substitute"

    # the spotlight

    def spotlight(self) -> Suit | None:
        """The Spotlight's suit now (VV-3.2, VV-3.7); None if there is none."""
        if self.session.locked is not None:
            return self.session.locked
        if self.bout.spotlight is not None:
            return self.bout.spotlight
        return self.evaluated()

    def evaluated(self) -> Suit | None:
        """The suit whose demand no other has, the highest first; under T-4c the lowest."""
        session = self.session
        demand = {
            suit: track.demand for suit, track in self.tracks.items() if suit not in session.barred
        }
        times = Counter(demand.values())
        alone = [suit for suit, level in demand.items() if times[level] == 1]
        if not alone:
            return None
        return (min if session.lowest_first else max)(alone, key=demand.__getitem__)

    # moving cards

    def lay(self, card: Card) -> None:
        """Put a card on the Desk, or on the one that follows the haul of a Take (VV-4.4)."""
        if self.claim is not None and not self.claim.swept:
            self.claim.later.append(card)
        else:
            self.desk.cards.append(card)

    def spend(self, player: Player, card: Card) -> None:
        """A Tool of a tableau has acted and goes to the Desk (VV-4.4)."""
        player.tableau.remove(card)
        self.lay(card)

    def lift(self, card: Card) -> None:
        """Take a card that was just played as a Primary from in front of its player."""
        for one in self.bout.primaries:
            if one.card == card:
                one.here = False

    # moving tokens

    def pay(self, player: Player, token: str, number: int = 1) -> None:
        """Tokens of a ledger go to the supply."""
        player.ledger[token] -= number
        self.supply[token] += number

    def lose(self, player: Player, feature: str, number: int) -> None:
        """As many of a Feature as there are in the ledger, up to ``number``, go to the supply."""
        self.pay(player, feature, min(number, player.ledger[feature]))

    def refresh(self, player: Player) -> bool:
        """Refresh one Grant; whether there was one to refresh."""
        if player.grants == player.all_grants:
            return False
        player.grants += 1
        return True

    def gain_eureka(self, player: Player) -> bool:
        """Give a player a Eureka disc, if they hold none and T-13d does not forbid it."""
        if player.eureka or self.session.eureka_stopped:
            return False
        player.eureka = True
        return True

    # cubes

    def empty_slots(self, feature: str) -> list[int]:
        """The empty slots of an institution that takes cubes now, from the left."""
        if self.bout.closed is not None and self.feature(self.bout.closed) == feature:
            return []
        return [at for at, cube in enumerate(self.boards[feature]) if cube is None]

    def placed(self, player: Player) -> list[tuple[str, int]]:
        """The player's cubes on the institutions: Feature and slot."""
        return [
            (feature, at)
            for feature, slots in self.boards.items()
            for at, cube in enumerate(slots)
            if cube is not None and cube.owner == player.seat
        ]

    def take_back(self, player: Player, feature: str, slot: int) -> None:
        """A placed cube returns to its player."""
        self.boards[feature][slot] = None
        player.cubes += 1

    # what is seen

    def owner(self, seat: int | None) -> str:
        """The player of a seat; ``none`` for nobody."""
        return NONE if seat is None else self.players[seat].name

    def owners(self, feature: str) -> tuple[str, ...]:
        """Whose cube is on each slot of an institution."""
        return tuple([self.owner(cube.owner if cube else None) for cube in self.boards[feature]])


def filled(feature: Feature, spaces: int, by_turns: Sequence[int]) -> Track:
    """A track filled from its highest space down (VV-2.2)."""
    numbers = list(islice(cycle(by_turns), spaces))
    return Track(feature, [[feature] * number for number in reversed(numbers)])


def cards_of(data: Data) -> dict[str, Card]:
    """All cards by their ID."""
    witnesses = [Card(one.id, one.rank, one.suit, one.icons) for one in data.witnesses]
    tools = [Card(one.id, one.rank, timing=one.timing, title=one.title) for one in data.tools]
    return {card.id: card for card in (*witnesses, *tools)}
