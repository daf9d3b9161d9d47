"""What ``scoring compare --json`` prints, as models."""

from __future__ import annotations

from card_data.model import Model


class Side(Model, frozen=True):
    """One of the two rule sets."""

    name: str
    """What it was called in the command: a folder, or shipped."""
    data: str
    """The fingerprint of its data."""


class Compared(Model, frozen=True):
    """A figure under both rule sets."""

    kind: str
    """What kind of figure it is: game, shares, seat, parts, scored, end, tiebreak, action, card,
    with, left (docs)."""
    name: str
    """Which of that kind, such as length, a seat, a label of a score, a kind of move or a row's
    ID."""
    said: str
    """The figure in words."""
    unit: str
    """What it is counted in, such as points; a share, from 0 to 1, if that is what it is."""
    old: float
    """Its value under the old rules."""
    new: float
    """Its value under the new rules."""
    difference: float
    """How much more it is under the new rules."""
    least: float
    """The lower end of the interval of the difference, corrected for many comparisons."""
    most: float
    """The upper end of that interval."""
    confirmed: bool
    """Whether it is claimed to differ: in the first games and in fresh ones."""
    fresh: bool
    """Whether the values are those of the fresh games."""
    detectable: float
    """The least change that would have been found in four of five such comparisons; 0 if the figure
    was the same in every game."""
    differing: int
    """In how many pairs of games it was not the same."""


class PartMoved(Model, frozen=True):
    """A part of a score that is another under the new rules."""

    label: str
    """Its label."""
    old: int | None
    """Its points under the old rules; null if there is no such part."""
    new: int | None
    """Its points under the new rules; null likewise."""


class PlayerMoved(Model, frozen=True):
    """A player of an archived position whose score or place is another."""

    player: str
    """The name of the player."""
    places: tuple[int, int]
    """The places before and after."""
    totals: tuple[int | None, int | None]
    """The totals before and after; null without a score."""
    parts: tuple[PartMoved, ...]
    """The parts of the score that differ."""


class PositionCompared(Model, frozen=True):
    """An archived position under both rule sets."""

    file: str
    """The file."""
    problems: tuple[str, ...]
    """Why it cannot be scored under one of them; empty if it can."""
    moved: tuple[PlayerMoved, ...]
    """The players whose score or place is another."""
    winners: tuple[tuple[str, ...], tuple[str, ...]]
    """Who wins, or leads, before and after."""
    of_another_game: bool
    """Whether it is of another game, and left out."""
    overruled: bool
    """Whether it was made under other house options than those typed, by which it is scored."""


class Comparing(Model, frozen=True):
    """What a comparison of two rule sets came to."""

    game: str
    """The name of the game."""
    old: Side
    """The old rules."""
    new: Side
    """The new rules."""
    edits: tuple[str, ...]
    """Where their data differ, in words."""
    games: int
    """How many games were played under each; of what seemed to differ as many again."""
    fresh: bool
    """Whether anything seemed to differ and was played again."""
    played: int
    """How many games were played in all."""
    players: int
    """How many players each had."""
    seed: int
    """The random seed."""
    opening: tuple[str, ...]
    """The moves that every game began with."""
    bots: tuple[str, ...]
    """Who played: one for all seats, or one for each in order."""
    notes: tuple[str, ...]
    """What to keep in mind of such players."""
    comparisons: int
    """How many figures differed in enough games to be compared; the intervals allow for that."""
    suspected: int
    """How many of them seemed to differ, and were played again."""
    figures: tuple[Compared, ...]
    """Every figure, by its kind."""
    alike: int
    """In how many of the first games every move was the same under both."""
    turned: int
    """In how many of these another player won."""
    positions: tuple[PositionCompared, ...]
    """The archived positions, if any were given."""
    seconds: float
    """How long it took."""


class Rescored(Model, frozen=True):
    """Archived positions under two rule sets."""

    positions: tuple[PositionCompared, ...]
    """The positions, in the order in which they were given."""
