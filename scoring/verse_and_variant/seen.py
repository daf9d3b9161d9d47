"""What is seen of the table of Verse & Variant: by one player, and at the end by all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from card_data.model import Model
from scoring.play.places import ALL, Place
from scoring.verse_and_variant.position import NONE, Holdings, Position
from scoring.verse_and_variant.table import Card, Player, Table
from scoring.verse_and_variant.tracks import LACUNA


class Seen(Model, frozen=True):
    """A player as all see them: the hand as a number, all else open."""

    name: str
    hand: int
    tableau: tuple[str, ...]
    spent: tuple[str, ...]
    ledger: dict[str, int]
    vault: dict[str, int]
    grants: int
    cubes: int
    eureka: bool
    lockdown: bool
    prestige: int
    running: tuple[str, ...]


class Shown(Model, frozen=True):
    """A Primary: who played it, and the rank it counts as, Eureka included."""

    player: str
    card: str
    rank: int


class View(Model, frozen=True):
    """All that one player may see; ``players`` begin with that player and go clockwise."""

    session: int
    quill: str
    spotlight: str
    next_spotlight: str  # chosen by T-7a or T-8a for the next bout
    lead: str
    leads_next: str  # who does by T-4e, whoever wins
    hand: tuple[str, ...]
    echo: str
    players: tuple[Seen, ...]
    primaries: tuple[Shown, ...]
    echoes: tuple[str, ...]  # whose Echo lies face down
    shown: dict[str, str]  # the Witness of each hand that T-1c has shown in this bout
    tracks: dict[str, tuple[tuple[str, ...], ...]]
    supply: dict[str, int]
    institutions: dict[str, tuple[str, ...]]
    laureate: str
    desk: tuple[str, ...]
    desk_tokens: tuple[str, ...]
    markers: tuple[str, ...]
    haul: tuple[str, ...]
    discard: tuple[str, ...]
    removed: tuple[str, ...]
    beside: tuple[str, ...]
    closed: str  # the suit whose institution takes no cubes
    barred: tuple[str, ...]  # suits left out of the evaluation of the Spotlight
    lowest_first: bool  # it is evaluated in reverse
    eureka_pays: bool  # for a Take in this bout's window
    eureka_stopped: bool  # nobody can gain it in this session
    interrupted: bool  # the session ends after this bout's window


def view(table: Table, name: str) -> View:
    """What the player called ``name`` may see: no other hand, no Echo that lies face down."""
    (me,) = [player for player in table.players if player.name == name]
    bout, session = table.bout, table.session
    echo = bout.echoes.get(me.seat)
    return View(
        session=session.number,
        quill=table.players[table.quill].name,
        spotlight=table.spotlight() or NONE,
        next_spotlight=session.next_spotlight or NONE,
        lead=bout.lead or NONE,
        leads_next=table.owner(bout.last_word),
        hand=ids(me.hand),
        echo=echo.id if echo else "",
        players=tuple([seen(player) for player in table.clockwise(me.seat)]),
        primaries=tuple(
            [
                Shown(table.players[one.seat].name, one.card.id, one.rank + one.bonus)
                for one in bout.primaries
            ]
        ),
        echoes=tuple([table.players[seat].name for seat in bout.echoes]),
        shown={table.players[seat].name: card.id for seat, card in bout.shown.items()},
        tracks={suit: tuple(map(tuple, track.spaces)) for suit, track in table.tracks.items()},
        supply=plain(table.supply),
        institutions={feature: table.owners(feature) for feature in table.boards},
        laureate=table.owner(table.laureate),
        desk=ids(table.desk.cards),
        desk_tokens=tuple(table.desk.tokens),
        markers=tuple(table.desk.markers),
        haul=ids(table.claim.cards) if table.claim else (),
        discard=ids(table.discard),
        removed=ids(table.removed),
        beside=ids([*bout.beside, *session.beside]),
        closed=bout.closed or NONE,
        barred=tuple(sorted(session.barred)),
        lowest_first=session.lowest_first,
        eureka_pays=bout.pays,
        eureka_stopped=session.eureka_stopped,
        interrupted=session.interrupted,
    )


def places(table: Table) -> Iterator[Place]:
    """Every card, hidden; then those that somebody sees (VV-4.1, VV-9)."""
    yield Place(tuple(table.cards))
    for player in table.players:
        yield Place(ids(player.hand), (player.name,))
        yield Place(ids(player.tableau), ALL)
    bout = table.bout
    for seat, echo in bout.echoes.items():
        yield Place((echo.id,), (table.players[seat].name,))
    for cards in (
        [one.card for one in bout.primaries], bout.shown.values(), table.desk.cards,
        table.claim.cards if table.claim else (), table.discard, table.removed, bout.beside,
        table.session.beside,
    ):  # fmt: skip
        yield Place(ids(cards), ALL)


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


def position(table: Table) -> Position:
    """The table as it is filled in at the end (VV-8)."""
    spotlight = table.scored_spotlight if table.over else table.spotlight()
    institutions: dict[Any, tuple[str, ...]] = {one: table.owners(one) for one in table.boards}
    return Position(
        spotlight=spotlight or "none",
        institutions={**institutions},
        laureate=table.owner(table.laureate),
        unscored={**flat(table)},
        players=tuple([holdings(table, player) for player in table.players]),
    )


def flat(table: Table) -> dict[Any, tuple[int, ...]]:
    """The slots, from 1, whose cubes lie flat, by Feature."""
    return {
        feature: tuple([at for at, cube in enumerate(slots, 1) if cube is not None and cube.flat])
        for feature, slots in table.boards.items()
    }


def holdings(table: Table, player: Player) -> Holdings:
    """One player's tokens, T-5c's among them."""
    held: dict[Any, int] = {feature: player.owned(feature) for feature in table.features()}
    if player.seat in table.added:
        held[table.added[player.seat]] += 1
    return Holdings(
        name=player.name,
        features={**held},
        lacunae=player.owned(LACUNA),
        grants_unused=player.grants,
        eureka=player.eureka,
        cubes_unused=player.cubes,
        prestige=player.prestige,
    )
