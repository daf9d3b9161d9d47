"""Archived positions under two rule sets, told: in sentences, and as an answer for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from card_data.house import TYPED
from card_data.problems import clip, printable
from card_data.words import counted
from scoring.compare.answers import PartMoved, PlayerMoved, PositionCompared, Rescored
from scoring.compare.archive import Archived, Moved

MOST_FILES = 50  # archived positions that the text tells one by one


def rescored(positions: Sequence[Archived]) -> Rescored:
    """Positions as the answer that ``--json`` prints of them alone."""
    return Rescored(tuple(map(position_compared, positions)))


def position_lines(positions: Sequence[Archived]) -> Iterator[str]:
    """What becomes of archived positions."""
    yield positions_said(positions)
    telling = [one for one in positions if one.moved or one.problems]
    for one in telling[:MOST_FILES]:
        yield from [f"  {said}" for said in one.problems]
        yield from [f"  {clip_file(one.file)}: {moved_said(player)}" for player in one.moved]
    if len(telling) > MOST_FILES:
        yield f"  and {counted(len(telling) - MOST_FILES, 'more file')}"


def positions_said(positions: Sequence[Archived]) -> str:
    """How many archived positions change."""
    sound = [one for one in positions if one.sound]
    places = sum(one.places_change for one in sound)
    winners = sum(one.winners[0] != one.winners[1] for one in sound)
    said = f"Of {counted(len(sound), 'archived position')}, {places} with other places, "
    said += f"{winners} with another winner"
    refused = sum(bool(one.problems) for one in positions)
    said += f"; {refused} could not be scored under both" if refused else ""
    others = sum(one.of_another_game for one in positions)
    said += f"; {others} of other games left out" if others else ""
    overruled = sum(one.overruled for one in positions)
    own = f"; {overruled} scored under {TYPED} in place of their own house options"
    return said + (f"{own}." if overruled else ".")


def moved_said(one: Moved) -> str:
    """A player whose score or place is another, in words."""
    name, (old, new) = clip(one.player, quoted=False), (one.old, one.new)
    place = f"place {old.place} → {new.place}" if old.place != new.place else f"place {old.place}"
    said = f"{name}: {place}, {points(old.total)} → {measured(points(new.total), 'points')}"
    parts = [f"{label} {points(a)} → {points(b)}" for label, (a, b) in one.parts.items()]
    said += f" ({', '.join(parts)})" if parts else ""
    if old.tally.out != new.tally.out:
        said += ", now out" if new.tally.out else ", no longer out"
    return said


def points(number: int | None) -> str:
    """Points, or that there are none."""
    return "no" if number is None else str(number).replace("-", "−")


def clip_file(name: str) -> str:
    """A file's name short enough for a line."""
    return printable(name if len(name) <= 80 else f"…{name[-79:]}")


def measured(number: str, unit: str) -> str:
    """A number with what it is counted in, if anything.

    >>> measured("1", "points"), measured("1.0", "points"), measured("2", "")
    ('1 point', '1.0 points', '2')
    """
    return f"{number} {unit.removesuffix('s') if number in ('1', '−1') else unit}".rstrip()


def position_compared(one: Archived) -> PositionCompared:
    """An archived position as an answer has it."""
    return PositionCompared(
        one.file,
        one.problems,
        tuple(map(player_moved, one.moved)),
        one.winners,
        one.of_another_game,
        one.overruled,
    )


def player_moved(one: Moved) -> PlayerMoved:
    """A player of an archived position as an answer has it."""
    return PlayerMoved(
        one.player,
        (one.old.place, one.new.place),
        (one.old.total, one.new.total),
        tuple([PartMoved(label, old, new) for label, (old, new) in one.parts.items()]),
    )
