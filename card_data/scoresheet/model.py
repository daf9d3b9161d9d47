"""``score.yaml``: what a table notes at the end of a game, what must hold, what it is worth."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from card_data.limits import MOST_EXPRESSIONS
from card_data.model import Model, Name, Title

Formula = Annotated[str, Meta(description="an expression, such as floor(pages / 2)")]
Level = Literal["player", "table"]
# Not `Name`: in msgspec 0.22 a text with a pattern or a tuple lets the garbage collector crash.
Over = str | tuple[str, ...]
Strictness = Literal["wrong", "unfinished", "warning"]


class FieldEntry(Model, frozen=True):
    """A field to write in: a whole number, unless it says otherwise."""

    label: Title = ""
    """What it is called in words; its name if left out."""
    clause: str | None = None
    """The clause that says what may stand there."""
    each: Over | None = None
    """The table for each row of which there is a value; or two tables, one by the other."""
    rounds: Formula | None = None
    """How many rounds there are, with a value for each."""
    min: Formula = "0"
    """The least number."""
    max: Formula | None = None
    """The largest number; a column of the table it goes over, if that differs by row."""
    choice: Over | None = None
    """What may be chosen: texts, or a table, whose IDs they are."""
    yes_no: bool = False
    """Whether it is yes or no."""
    player: bool = False
    """Whether it is a player, or nobody."""
    marks: bool = False
    """Whether any of its numbers, from min to max, or of its choices may be marked, in place of a
    single one."""
    optional: bool = False
    """Whether it may be left out, and is 0, no, nobody, none or nothing then."""


Fields = Annotated[dict[Name, FieldEntry], Meta(max_length=MOST_EXPRESSIONS)]


class NotedEntry(Model, frozen=True):
    """The fields that are written down, by their names."""

    player: Fields = msgspec.field(default_factory=dict)
    """What each player has."""
    table: Fields = msgspec.field(default_factory=dict)
    """What there is once."""


class DefineEntry(Model, frozen=True):
    """A name for an expression, if it is more than that."""

    is_: Formula = msgspec.field(name="is")
    """The expression."""
    for_: Level = msgspec.field(name="for", default="player")
    """Whether each player has a value of it, or the table."""
    each: Over | None = None
    """The table for each row of which it has a value; or two."""


class MustEntry(Model, frozen=True):
    """Something that must hold."""

    if_: Formula = msgspec.field(name="if")
    """The truth that must hold."""
    say: str
    """What is wrong where it does not; values stand in braces, as in {sum(players, pages)}."""
    for_: Level = msgspec.field(name="for", default="player")
    """Whether it must hold for each player, or for the table."""
    each: Over | None = None
    """The table for each row of which it must hold; or two."""
    at: Name | None = None
    """The field that is to blame; the first one that the truth names, if left out."""
    clause: str | None = None
    """The clause that says so."""
    else_: Strictness = msgspec.field(name="else", default="wrong")
    """What it is where it does not hold: wrong, unfinished, so that the score is provisional, or
    only worth a warning."""


class WorthEntry(Model, frozen=True):
    """A part of the score."""

    part: Name
    """Its name."""
    points: Formula
    """How many points it is."""
    label: Title = ""
    """What it is called on the pad; its name if left out."""
    for_: Level = msgspec.field(name="for", default="player")
    """Whether each player has it; or the table, if all play together."""
    clause: str | None = None
    """The clause that gives it."""
    say: str = ""
    """How the points come about; values stand in braces."""


class OutEntry(Model, frozen=True):
    """Who is out, whatever the score."""

    if_: Formula = msgspec.field(name="if")
    """The truth for whom it holds."""
    clause: str | None = None
    """The clause that says so."""
    say: str = ""
    """Why, in words."""
    wins_with_team: bool = False
    """Whether those who are out win if the others of their team do."""


class Grade(Model, frozen=True):
    """A grade of the score that all players have together."""

    from_: Formula = msgspec.field(name="from")
    """The least total that comes to it."""
    say: str
    """What it is called."""
    lost: bool = False
    """Whether the game is lost with it."""


class WinsEntry(Model, frozen=True):
    """Who wins, if it is neither the most nor the fewest points."""

    most: Formula | None = None
    """Whoever has most of it wins."""
    fewest: Formula | None = None
    """Whoever has fewest of it wins."""
    target: Formula | None = None
    """The points that one needs to win; whoever has more of those who have them wins."""
    together: bool = False
    """Whether all play together, against the target."""
    grades: tuple[Grade, ...] = ()
    """What the points come to that all have together, from the lowest grade on."""
    clause: str | None = None
    """The clause that says so."""


class TieEntry(Model, frozen=True):
    """A step in breaking ties between players."""

    say: str
    """Who comes first by it, in words, such as more books."""
    most: Formula | None = None
    """What whoever has most of it comes first by."""
    fewest: Formula | None = None
    """What whoever has fewest of it comes first by."""
    clause: str | None = None
    """The clause that says so."""


class ScoreFile(Model, frozen=True):
    """``score.yaml``: what is noted of a game, what must hold and what it is worth."""

    clause: str
    """The clause that tells how the game is scored; it is cited where no other is named."""
    noted: NotedEntry
    """What is written down."""
    worth: Annotated[tuple[WorthEntry, ...], Meta(min_length=1, max_length=MOST_EXPRESSIONS)]
    """The parts of the score, in the order of counting."""
    define: Annotated[dict[Name, Formula | DefineEntry], Meta(max_length=MOST_EXPRESSIONS)] = (
        msgspec.field(default_factory=dict)
    )
    """Names for expressions, each with those before it at hand."""
    must: Annotated[tuple[MustEntry, ...], Meta(max_length=MOST_EXPRESSIONS)] = ()
    """What must hold."""
    out: OutEntry | None = None
    """Who is out."""
    teams: Name | None = None
    """The field that names each player's team, whose points count together; whoever has the choice
    none plays alone."""
    wins: Literal["most", "fewest"] | WinsEntry = "most"
    """Who wins: whoever has most points, or fewest, or as it says."""
    ties: Annotated[tuple[TieEntry, ...], Meta(max_length=MOST_EXPRESSIONS)] = ()
    """What tells players apart who are tied, in order; those still tied share the win."""
    shared: str | None = None
    """The clause by which those still tied share the win."""
