"""The table of Verse & Variant during play, each player's view of it, and the Tools (VV-9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import cycle, islice
from typing import Any, NamedTuple

from card_data.verse_and_variant.model import Data, Feature, Suit
from scoring.play.card_locations import EVERYBODY, CardLocation
from scoring.play.decisions import Asking, Script
from scoring.play.moves import Vocabulary
from scoring.verse_and_variant.pieces import (
    Bout,
    Card,
    Cube,
    Desk,
    Player,
    PrimaryView,
    Session,
    Take,
    View,
    ids,
    nonzero,
    player_view,
)
from scoring.verse_and_variant.position import NONE, Holdings, Position
from scoring.verse_and_variant.tracks import LACUNA, Track


class Moment(Enum):
    """The moments at which Tools in tableaux are offered, in the order of a bout, a window, an
    end."""

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


Act = Callable[["State", Player, Card], Script | None]
SCORING = (Moment.BEFORE_COUNTING, Moment.BEFORE_AWARDS, Moment.AFTER_AWARDS)


def can_always_play(state: State, player: Player) -> bool:
    return True


def do_nothing(state: State, player: Player, card: Card) -> None:
    """Do nothing: the act of a Tool that has no effect in play."""


class Tool(NamedTuple):
    """The effect of a Tool, a decorator of the function that acts: ``@Tool("T-1a", …).does``.

    ``act`` is its script, or a plain function if it asks nothing. A Tool is offered only while
    ``can_play`` holds; an Instant for which it does not hold does nothing. ``moments`` are when the
    Tool is offered from a tableau; an Instant has none. One that ``stays`` remains there, used,
    instead of going to the Desk.

    While its ID is among a player's ``running``, ``on_lacuna`` runs for each lacuna that the
    player has just gained, and ``take_instead`` may replace a Feature that the player is to take:
    it returns whether it did. This ends with the window, or if it ``lasts`` with the session.
    ``in_final_scoring`` is what a Tool that has stayed does there. One that ``refreshes`` a Grant
    keeps a game without Grants going (VV-6.5).
    """

    id: str
    can_play: Callable[[State, Player], bool] = can_always_play
    moments: tuple[Moment, ...] = ()
    stays: bool = False
    on_lacuna: Callable[[State, Player], Script] | None = None
    take_instead: Callable[[State, Player, str], Asking[bool]] | None = None
    lasts: bool = False
    in_final_scoring: Callable[[State, Player], Script] | None = None
    refreshes: bool = False
    act: Act = do_nothing

    def does(self, act: Act) -> Tool:
        """Return the Tool with the function as its act."""
        return self._replace(act=act)

    def run(self, state: State, player: Player, card: Card) -> Script:
        """Run the Tool's act as a script."""
        yield from self.act(state, player, card) or ()


@dataclass(slots=True)
class State:
    """The whole table. ``tracks`` and ``boards`` are in board order, by suit and by Feature.

    ``tools`` has what each Tool does, by its ID, ``words`` the moves that have the same words all
    game long. ``substitutes`` counts the markers in play for tokens that the supply lacked
    (VV-3.4). ``deck`` are the cards in the game, ``aside`` the Tools set aside unseen, ``discard``
    what is out of play until the next deal, ``removed`` what Tools took out of this session.
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
    take: Take | None = None
    deck: list[Card] = field(default_factory=list)
    aside: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    removed: list[Card] = field(default_factory=list)
    laureate: int | None = None
    scored_spotlight: Suit | None = None  # that of the last majority scoring (VV-3.7)
    added: dict[int, str] = field(default_factory=dict)  # T-5c's Feature at the end, by seat
    over: bool = False

    def clockwise(self, seat: int) -> list[Player]:
        """Return the players clockwise from a seat."""
        return [*self.players[seat:], *self.players[:seat]]

    def others(self, player: Player) -> list[Player]:
        """Return the other players, clockwise from a player's left."""
        return self.clockwise(player.seat)[1:]

    def feature(self, suit: Suit) -> str:
        """Return the Feature of a suit."""
        return self.tracks[suit].feature

    def suit(self, feature: str) -> Suit:
        """Return the suit of a Feature."""
        return self.data.suit_of[feature]

    def features(self) -> list[str]:
        """Return the Features in board order."""
        return [track.feature for track in self.tracks.values()]

    def take_of(self, player: Player) -> Take | None:
        """Return the player's Take under way, if there is one."""
        take = self.take
        return take if take is not None and take.seat == player.seat else None

    def primary_cards(self) -> list[Card]:
        """Return the Primaries that lie in front of their players."""
        return [one.card for one in self.bout.primaries if one.here]

    def allows_substitutes(self) -> bool:
        """Check whether substitutes stand in for tokens that the supply lacks (VV-3.4)."""
        return self.data.options.empty_supply.value == "substitute"

    # the spotlight

    def spotlight(self) -> Suit | None:
        """Return the Spotlight's suit now, or None (VV-3.2, VV-3.7)."""
        if self.session.locked is not None:
            return self.session.locked
        if self.bout.spotlight is not None:
            return self.bout.spotlight
        return self.spotlight_by_demand()

    def spotlight_by_demand(self) -> Suit | None:
        """Return the suit of the highest demand not shared; under T-4c the lowest."""
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

    def lay_on_desk(self, card: Card) -> None:
        """Put a card on the Desk or, during a Take, on the Desk that follows its haul (VV-4.4)."""
        if self.take is not None and not self.take.swept:
            self.take.later.append(card)
        else:
            self.desk.cards.append(card)

    def spend(self, player: Player, card: Card) -> None:
        """Move a used Tool from a tableau to the Desk (VV-4.4)."""
        player.tableau.remove(card)
        self.lay_on_desk(card)

    def lift_primary(self, card: Card) -> None:
        """Take a card just played as a Primary from in front of its player."""
        for one in self.bout.primaries:
            if one.card == card:
                one.here = False

    # moving tokens

    def pay(self, player: Player, token: str, number: int = 1) -> None:
        """Move tokens from a ledger to the supply."""
        player.ledger[token] -= number
        self.supply[token] += number

    def lose(self, player: Player, feature: str, number: int) -> None:
        """Move up to ``number`` of a Feature from a ledger to the supply."""
        self.pay(player, feature, min(number, player.ledger[feature]))

    def refresh(self, player: Player) -> bool:
        """Refresh one Grant; returns whether one was spent."""
        if player.grants == player.all_grants:
            return False
        player.grants += 1
        return True

    def gain_eureka(self, player: Player) -> bool:
        """Give a player Eureka, unless they hold it or T-13d forbids it; returns whether it did."""
        if player.eureka or self.session.eureka_stopped:
            return False
        player.eureka = True
        return True

    # cubes

    def empty_slots(self, feature: str) -> list[int]:
        """Return the empty slots, from the left, of an institution that takes cubes now."""
        if self.bout.closed is not None and self.feature(self.bout.closed) == feature:
            return []
        return [at for at, cube in enumerate(self.boards[feature]) if cube is None]

    def placed(self, player: Player) -> list[tuple[str, int]]:
        """Return the player's placed cubes: Feature and slot."""
        return [
            (feature, at)
            for feature, slots in self.boards.items()
            for at, cube in enumerate(slots)
            if cube is not None and cube.owner == player.seat
        ]

    def take_back(self, player: Player, feature: str, slot: int) -> None:
        """Return a placed cube to its player."""
        self.boards[feature][slot] = None
        player.cubes += 1

    # what is seen

    def owner(self, seat: int | None) -> str:
        """Return the name of a seat's player; ``none`` for nobody."""
        return NONE if seat is None else self.players[seat].name

    def owners(self, feature: str) -> tuple[str, ...]:
        """Return whose cube is on each slot of an institution."""
        return tuple([self.owner(cube.owner if cube else None) for cube in self.boards[feature]])

    def view(self, name: str) -> View:
        """Return the view of the player called ``name``: no other hand, and no Echo face down."""
        (me,) = [player for player in self.players if player.name == name]
        bout, session = self.bout, self.session
        echo = bout.echoes.get(me.seat)
        return View(
            session=session.number,
            quill=self.players[self.quill].name,
            spotlight=self.spotlight() or NONE,
            next_spotlight=session.next_spotlight or NONE,
            lead=bout.lead or NONE,
            leads_next=self.owner(bout.decreed_leader),
            hand=ids(me.hand),
            echo=echo.id if echo else "",
            players=tuple([player_view(player) for player in self.clockwise(me.seat)]),
            primaries=tuple(
                [
                    PrimaryView(self.players[one.seat].name, one.card.id, one.rank + one.bonus)
                    for one in bout.primaries
                ]
            ),
            echoes=tuple([self.players[seat].name for seat in bout.echoes]),
            finish=tuple([self.players[seat].name for seat in bout.finish]),
            shown={self.players[seat].name: card.id for seat, card in bout.shown.items()},
            tracks={suit: tuple(map(tuple, track.spaces)) for suit, track in self.tracks.items()},
            supply=nonzero(self.supply),
            institutions={feature: self.owners(feature) for feature in self.boards},
            laureate=self.owner(self.laureate),
            desk=ids(self.desk.cards),
            desk_tokens=tuple(self.desk.tokens),
            markers=tuple(self.desk.markers),
            haul=ids(self.take.cards) if self.take else (),
            discard=ids(self.discard),
            removed=ids(self.removed),
            beside=ids([*bout.beside, *session.beside]),
            closed=bout.closed or NONE,
            barred=tuple(sorted(session.barred)),
            spotlight_stays=session.locked is not None,
            lowest_first=session.lowest_first,
            eureka_pays=bout.eureka_pays,
            eureka_stopped=session.eureka_stopped,
            interrupted=session.interrupted,
        )

    def card_locations(self) -> Iterator[CardLocation]:
        """Yield every card as hidden, then those that somebody sees (VV-4.1, VV-9)."""
        yield CardLocation(tuple(self.cards))
        for player in self.players:
            yield CardLocation(ids(player.hand), (player.name,))
            yield CardLocation(ids(player.tableau), EVERYBODY)
        bout = self.bout
        for seat, echo in bout.echoes.items():
            yield CardLocation((echo.id,), (self.players[seat].name,))
        for cards in (
            [one.card for one in bout.primaries], bout.shown.values(), self.desk.cards,
            self.take.cards if self.take else (), self.discard, self.removed, bout.beside,
            self.session.beside,
        ):  # fmt: skip
            yield CardLocation(ids(cards), EVERYBODY)

    def position(self) -> Position:
        """Return the table as it is filled in at the end (VV-8)."""
        spotlight = self.scored_spotlight if self.over else self.spotlight()
        institutions: dict[Any, tuple[str, ...]] = {one: self.owners(one) for one in self.boards}
        return Position(
            spotlight=spotlight or "none",
            institutions={**institutions},
            laureate=self.owner(self.laureate),
            unscored={**self.flat_slots()},
            players=tuple([self.holdings(player) for player in self.players]),
        )

    def flat_slots(self) -> dict[Any, tuple[int, ...]]:
        """Return the slots, from 1, whose cubes lie flat, by Feature."""
        return {
            feature: tuple(
                [at for at, cube in enumerate(slots, 1) if cube is not None and cube.flat]
            )
            for feature, slots in self.boards.items()
        }

    def holdings(self, player: Player) -> Holdings:
        """Return one player's tokens, T-5c's among them."""
        held: dict[Any, int] = {feature: player.owned(feature) for feature in self.features()}
        if player.seat in self.added:
            held[self.added[player.seat]] += 1
        return Holdings(
            name=player.name,
            features={**held},
            lacunae=player.owned(LACUNA),
            grants_unused=player.grants,
            eureka=player.eureka,
            cubes_unused=player.cubes,
            prestige=player.prestige,
        )


def filled_track(feature: Feature, spaces: int, by_turns: Sequence[int]) -> Track:
    """Return a track filled from its highest space down (VV-2.2)."""
    numbers = list(islice(cycle(by_turns), spaces))
    return Track(feature, [[feature] * number for number in reversed(numbers)])
