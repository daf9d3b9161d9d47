"""What is seen of the table of Verse & Variant: by one player, and at the end by all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from card_data.model import Model
from scoring.verse_and_variant.pieces import Card, Player


class Seen(Model, frozen=True):
    """A player as all see them."""

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


class Shown(Model, frozen=True):
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
    players: tuple[Seen, ...]
    """All players, clockwise from the one who looks."""
    primaries: tuple[Shown, ...]
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


def seen(player: Player) -> Seen:
    """A player as all see them."""
    return Seen(
        name=player.name,
        hand=len(player.hand),
        tableau=ids(player.tableau),
        spent=tuple(player.spent),
        ledger=plain(player.ledger),
        vault=plain(player.vault),
        grants=player.grants,
        cubes=player.cubes,
        eureka=player.eureka,
        lockdown=player.lockdown,
        prestige=player.prestige,
        running=tuple(player.running),
    )


def ids(cards: Iterable[Card]) -> tuple[str, ...]:
    """The IDs of cards, in order."""
    return tuple([card.id for card in cards])


def plain(tokens: Counter[str]) -> dict[str, int]:
    """Tokens as counts, those there are none of left out."""
    return {token: number for token, number in tokens.items() if number}
