"""The institutions and what each player holds as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from card_data import Game
from card_data.verse_and_variant.model import Data, Feature
from scoring.positions.display import FAULT, HEAD, NONE, OPEN, Faults, Line, Span, aligned, wrong
from scoring.positions.findings import Where
from scoring.verse_and_variant.position import NONE as NOBODY
from scoring.verse_and_variant.position import Holdings, Position

COUNTS = {
    "lacunae": "Lacunas",
    "grants_unused": "Unused Grants",
    "eureka": "Eureka",
    "cubes_unused": "Unused cubes",
    "prestige": "Prestige gained",
}
PARTS = {
    "sets": "Critical sets, points",
    "grants": "Unused Grants, points",
    "laureate": "Laureate, points",
    "institutions": "Institutions, points",
    "eureka": "Eureka, points",
    "cubes": "Unused cubes, points",
}


def lines(position: Position, game: Game[Data], faults: Faults) -> Iterator[Line]:
    """Spotlight and Laureate, whose cube is on each slot, then a column for each player."""
    numbers, suits = game.data.numbers.institution, game.data.suits
    rows: list[Line] = [
        [Span("Spotlight", HEAD), faults.value(position.spotlight, "spotlight")],
        [Span("Laureate", HEAD), faults.value(position.laureate, "laureate")],
        [],
        [
            faults.heading("Institutions", "institutions"),
            *[Span(f"for {slot.prestige}", HEAD) for slot in numbers.slots],
            faults.heading("flat", "unscored"),
        ],
    ]
    for suit in suits:
        owners = cubes(position, suit.feature, len(numbers.slots), faults)
        flat = flat_cubes(position, suit.feature, faults)
        rows.append([Span(suit.feature_title), *owners, flat])
    players = list(enumerate(position.players or ()))
    names = [faults.value(held.name, "players", seat, "name", style=HEAD) for seat, held in players]
    rows += [[], [faults.heading("Players", "players"), *names]]
    for suit in suits:
        row = [tokens(seat, held, suit.feature, faults) for seat, held in players]
        rows.append([Span(suit.feature_title), *row])
    for field, title in COUNTS.items():
        row = [counted(seat, held, field, faults) for seat, held in players]
        rows.append([Span(title), *row])
    return aligned([*rows, *pad(position, game.data, faults)])


def pad(position: Position, data: Data, faults: Faults) -> Iterator[Line]:
    """What was added up on the score pad, a row for each of its boxes that says anything."""
    places: dict[Where, str] = {
        **{("points", "ladders", suit.feature): f"{suit.feature_title}, points"
           for suit in data.suits},
        **{("points", part): title for part, title in PARTS.items()},
        ("total",): "Total",
        ("features_in_all",): "Features in all",
    }  # fmt: skip
    columns = [(seat, held.boxes()) for seat, held in enumerate(position.players or ())]
    for where, title in places.items():
        claims = [(seat, boxes.get(where, UNSET)) for seat, boxes in columns]
        if any(claim is not UNSET for _, claim in claims):
            yield [Span(title)] + [
                Span("") if claim is UNSET else faults.value(claim, "players", seat, *where)
                for seat, claim in claims
            ]


def as_written(position: Position, game: Game[Data]) -> Position:
    """The position with nothing written on empty slots."""
    if position.institutions is None:
        return position
    boards = {
        feature: slots and tuple([None if owner == NOBODY else owner for owner in slots])
        for feature, slots in position.institutions.items()
    }
    return msgspec.structs.replace(position, institutions=boards)


def cubes(position: Position, feature: Feature, slots: int, faults: Faults) -> Iterator[Span]:
    """Whose cube is on each slot of an institution; what is beyond its slots in the last one."""
    if position.institutions is None or position.institutions.get(feature, ()) is None:
        yield from [OPEN] * slots
        return
    spans = []
    for index, owner in enumerate(position.slots(feature)):
        where = ("institutions", feature, index)
        empty = owner == NOBODY and not faults.at(*where)
        spans.append(NONE if empty else faults.value(owner, *where))
    yield from [together(spans[index : index + 1]) for index in range(slots - 1)]
    yield together(spans[slots - 1 :])


def flat_cubes(position: Position, feature: Feature, faults: Faults) -> Span:
    """The slots of an institution on which cubes lie flat."""
    if position.unscored is None or position.unscored.get(feature, ()) is None:
        return OPEN
    marks = [
        faults.value(slot, "unscored", feature, index)
        for index, slot in enumerate(position.flat(feature))
    ]
    return together(marks)


def together(spans: list[Span]) -> Span:
    """Several values in one cell, which is at fault if one of them is."""
    styles = [span.style for span in spans]
    style = FAULT if FAULT in styles else "".join(styles[:1])
    return Span(" ".join(span.text for span in spans), style) if spans else NONE


def tokens(seat: int, held: Holdings, feature: Feature, faults: Faults) -> Span:
    """A player's tokens of one Feature."""
    if held.features is None:
        return OPEN
    where = ("players", seat, "features", feature)
    number = held.features.get(feature, 0)
    if number == 0:
        return wrong(NONE) if faults.at(*where) else NONE
    return faults.value(number, *where)


def counted(seat: int, held: Holdings, field: str, faults: Faults) -> Span:
    """One of `COUNTS` of a player, Eureka as yes or no."""
    value = getattr(held, field)
    if isinstance(value, bool):
        value = "yes" if value else "no"
    return faults.value(value, "players", seat, field)
