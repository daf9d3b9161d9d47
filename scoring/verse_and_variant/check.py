"""The check of a position: one function a layer, each of which reports breaches of the rules.

Unanswered values are skipped. A position may be that of a game that is not over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from card_data import Game
from card_data.text import plural
from card_data.verse_and_variant.model import Data, Scriptorium, Slot
from scoring.positions.findings import Finding, Where
from scoring.positions.paths import unanswered
from scoring.positions.players import check_names, check_player_count, unknown_player
from scoring.positions.result import Tally
from scoring.verse_and_variant.position import NONE, Holdings, Position
from scoring.verse_and_variant.score import ONE_MORE, ladder, tallies

COUNTS = {"lacunae": "VV-8.1", "grants_unused": "VV-8.1", "cubes_unused": "VV-8.1",
          "prestige": "VV-7.4"}  # fmt: skip
NO_PERK = "none"
SCORED_BY = {  # for each part of a score but the ladders what it comes of
    "prestige": {"prestige"},
    "sets": {"features"},
    "grants": {"grants_unused"},
    "laureate": {"laureate", "name"},
    "institutions": {"institutions", "unscored", "name"},
    "eureka": {"eureka"},
    "cubes": {"cubes_unused"},
}


def players(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Report too few or too many players, and names that are missing or equal (VV-8.3)."""
    if position.players is not None:
        yield from check_player_count(len(position.players), game, "VV-8.3")
        yield from names([held.name for held in position.players], ("name",))


def names(players: Sequence[str | None], leaf: Where = ()) -> Iterator[Finding]:
    """Report names that nobody can have (VV-8.3)."""
    yield from check_names(players, "VV-8.3", leaf)


def tokens(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Report counts that are negative or higher than possible (VV-8.1)."""
    seated, numbers = position.players or (), game.data.numbers
    for seat, held in enumerate(seated):
        yield from negative(held, ("players", str(seat)))
    if game.data.options.empty_supply.value == "tracks":
        yield from too_many_features(seated, game.data)
        yield from too_many_lacunas(seated, game.data)
    dealt_to_each = numbers.set_up.get(len(seated))
    for seat, held in enumerate(seated if dealt_to_each else ()):
        if dealt_to_each and (held.grants_unused or 0) > dealt_to_each.grants:
            message = (
                f"{held.grants_unused} unused Grants, but each of {plural(len(seated), 'player')} "
                f"has {dealt_to_each.grants}"
            )
            yield Finding("VV-8.1", ("players", str(seat), "grants_unused"), message)


def negative(held: Holdings, where: Where) -> Iterator[Finding]:
    """Report counts of one player that are below zero."""
    for feature, number in (held.features or {}).items():
        if number is not None and number < 0:
            yield Finding("VV-8.1", (*where, "features", feature), below_zero(number))
    for field, rule in COUNTS.items():
        number = getattr(held, field)
        if number is not None and number < 0:
            yield Finding(rule, (*where, field), below_zero(number))


def below_zero(number: int) -> str:
    return f"found {number}, but a count cannot be negative"


def too_many_features(seated: Sequence[Holdings], data: Data) -> Iterator[Finding]:
    """Report, for each Feature, the first player whose tokens make it too many (VV-8.1).

    One of the Features may count one more than are printed, by `ONE_MORE`.
    """
    printed = data.numbers.tokens.features
    above: Scriptorium | None = None  # whose Feature has the one more
    for suit in data.suits:
        held = [(one.features or {}).get(suit.feature) or 0 for one in seated]
        if sum(held) <= printed:
            continue
        more = next((tool.title for tool in data.tools if tool.id == ONE_MORE), None)
        most = printed + 1 if more and above is None else printed
        if sum(held) <= most:
            above = suit
            continue
        seat = next(at for at in range(len(held)) if sum(held[: at + 1]) > most)
        message = f"{sum(held)} tokens of {suit.feature_title}, but there are {printed}"
        if more:
            message += f"; {more} adds one " + (
                f"in all, here of {above.feature_title}" if above else "at most"
            )
        yield Finding("VV-8.1", ("players", str(seat), "features", suit.feature), message)


def too_many_lacunas(seated: Sequence[Holdings], data: Data) -> Iterator[Finding]:
    """Report the first player whose lacunas make it more than are printed (VV-8.1)."""
    printed, total = data.numbers.tokens.lacunas, 0
    for seat, held in enumerate(seated):
        before, total = total, total + max(held.lacunae or 0, 0)
        if before <= printed < total:
            message = f"{plural(total, 'lacuna')}, but there are {printed}"
            yield Finding("VV-8.1", ("players", str(seat), "lacunae"), message)


def institutions(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Report impossible slots (VV-8.2), owners (VV-8.1) and flat cubes (VV-8.2)."""
    slots = game.data.numbers.institution.slots
    known = possible_owners(position)
    for suit in game.data.suits:
        for index, owner in enumerate(position.slots(suit.feature)):
            if index >= len(slots):
                where = ("institutions", suit.feature, str(index))
                yield Finding("VV-8.2", where, no_slot(index + 1, len(slots)))
            elif known and owner not in known and owner is not None:
                where = ("institutions", suit.feature, str(index))
                message = f"a cube of {unknown_player(owner, known)}"
                yield Finding("VV-8.1", where, message)
        if position.flat(suit.feature):
            yield from flat_cubes(position, suit, slots)


def possible_owners(position: Position) -> frozenset[str | None]:
    """Return the players and `NONE`, or nothing while a player's name is missing."""
    found = frozenset([held.name for held in position.players or ()])
    return found | {NONE} if found and None not in found else frozenset()


def no_slot(number: int, slots: int) -> str:
    return f"there is no slot {number}; slots are 1 to {slots}"


def flat_cubes(position: Position, suit: Scriptorium, slots: Sequence[Slot]) -> Iterator[Finding]:
    """Report the problems of one institution's flat cubes (VV-8.2)."""
    owners, marks = position.slots(suit.feature), position.flat(suit.feature)
    answered = position.institutions is not None and (
        position.institutions.get(suit.feature, ()) is not None
    )
    for index, slot in enumerate(marks):
        where = ("unscored", suit.feature, str(index))
        if slot is None:
            continue
        if not 1 <= slot <= len(slots):
            yield Finding("VV-8.2", where, no_slot(slot, len(slots)))
        elif slot in marks[:index]:
            yield Finding("VV-8.2", where, f"slot {slot} is listed twice")
        elif answered and (slot > len(owners) or owners[slot - 1] == NONE):
            message = f"slot {slot} of {suit.feature_title} has no cube that could lie flat"
            yield Finding("VV-8.2", where, message)
        elif slots[slot - 1].perk == NO_PERK:
            title = suit.feature_title
            message = f"slot {slot} of {title} has no perk for which a cube could lie flat (VV-5.5)"
            yield Finding("VV-8.2", where, message)


def laureate(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Report a Laureate whose owner cannot be right (VV-5.6, VV-8.2)."""
    owner, known = position.laureate, possible_owners(position)
    if owner is None:
        return
    if owner != NONE:
        if known and owner not in known:
            message = f"the Edition Laureate is with {unknown_player(owner, known)}"
            yield Finding("VV-8.2", ("laureate",), message)
        return
    numbers = game.data.numbers.institution
    every = len(game.data.suits) * len(numbers.slots)
    owners = [name for suit in game.data.suits for name in position.slots(suit.feature)]
    if len(owners) - owners.count(NONE) - owners.count(None) >= every:
        message = f"all {every} slots are filled, so somebody has the Edition Laureate"
        yield Finding("VV-8.2", ("laureate",), message)


def cubes(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Report players with more or fewer cubes than they got (VV-2.3, VV-8.1)."""
    seated, known = position.players or (), possible_owners(position)
    dealt_to_each = game.data.numbers.set_up.get(len(seated))
    if dealt_to_each is None or len(known) <= len(seated):  # some have no name of their own
        return
    placed = Counter([name for suit in game.data.suits for name in position.slots(suit.feature)])
    settled = known.issuperset(placed) and answered(position)
    for seat, held in enumerate(seated):
        on_boards, unused = placed[held.name], max(held.cubes_unused or 0, 0)
        total = on_boards + unused
        short = total < dealt_to_each.cubes and settled and held.cubes_unused is not None
        if total > dealt_to_each.cubes or short:
            message = (
                f"{plural(unused, 'unused cube')} and {on_boards} on the institutions, but each "
                f"of {plural(len(seated), 'player')} has {dealt_to_each.cubes}"
            )
            yield Finding("VV-8.1", ("players", str(seat), "cubes_unused"), message)


def answered(position: Position) -> bool:
    """Check whether all institutions are answered."""
    boards = position.institutions
    return boards is not None and None not in boards.values()


class PadBox(NamedTuple):
    """The right number for a box of the score pad, and what it is for."""

    where: Where
    rule: str
    points: int
    what_for: str


def sums(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Report boxes of the score pad that differ from the player's points and tokens (VV-7)."""
    seated = position.players or ()
    if not any(map(Holdings.has_sums, seated)):
        return
    missing = list(unanswered(position))
    for seat, (held, scored) in enumerate(zip(seated, tallies(position, game.data), strict=True)):
        if any(negative(held, ())):
            continue
        column = ("players", str(seat))
        lacking = {where[0] for where in missing} | {
            where[2] for where in missing if where[:2] == column
        }
        boxes = held.boxes()
        for where, rule, points, what_for in pad_boxes(held, scored, lacking, game.data):
            if isinstance(claim := boxes.get(where), int) and claim != points:
                who = held.name or "this player"
                message = f"found {claim}, but {who} has {points}{what_for}"
                yield Finding(rule, (*column, *where), message, right=points)


def pad_boxes(held: Holdings, scored: Tally, lacking: Set[str], data: Data) -> Iterator[PadBox]:
    """List the right numbers for the boxes, except those that depend on ``lacking`` answers."""
    features = held.features or {}
    copies = [(suit, features.get(suit.feature) or 0) for suit in data.suits]
    if "features" not in lacking:
        for suit, number in copies:
            points, where = ladder(number, data.numbers.ladder), ("points", "ladders", suit.feature)
            yield PadBox(where, "VV-7.1", points, f" for {number} {suit.feature_title}")
        tokens = sum([number for _, number in copies])
        yield PadBox(("features_in_all",), "VV-7.5", tokens, " Feature tokens in all")
    what_for = {
        "sets": "for critical sets",
        "grants": f"for {plural(held.grants_unused or 0, 'unused Grant')}",
        "laureate": "for the Edition Laureate",
        "institutions": "for cubes on the institutions",
        "eureka": "for Eureka",
        "cubes": f"for {plural(held.cubes_unused or 0, 'unused research cube')}",
    }
    for part in scored.parts:
        if part.label in what_for and not SCORED_BY[part.label] & lacking:
            yield PadBox(("points", part.label), part.rule, part.points, f" {what_for[part.label]}")
    if not set().union(*SCORED_BY.values()) & lacking:
        parts = ", ".join([f"{part.label} {part.points}" for part in scored.parts if part.points])
        yield PadBox(("total",), "VV-7.4", scored.total or 0, f": {parts}" if parts else "")


def unfinished(position: Position, game: Game[Data]) -> Iterator[str]:
    """Report nothing: no position shows that the game is not over (VV-6.5)."""
    return iter(())


LAYERS = {
    "players": players,
    "tokens": tokens,
    "institutions": institutions,
    "laureate": laureate,
    "cubes": cubes,
    "sums": sums,
}
