"""The pad of a game with a ``score.yaml``: what is written down, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, Literal

from card_data.game import Game
from card_data.model import Model
from card_data.scoresheet.model import Level
from card_data.scoresheet.sheet import Field, ScorePart, Scoresheet
from card_data.scoresheet.table import FALSE, NO_MARK, NOT_PLAYED, ROUNDS, TRUE
from card_data.tables import title_of
from card_data.text import capitalized

Kind = Literal["number", "text", "check"]
MOST_ACROSS = 12  # rounds that may have a column each


class Box(Model, frozen=True):
    """A box to write in: the field of a position that it is, without the player's place, what it
    is in words; of one to tick also what a mark stands for, and what is printed in it."""

    name: str
    label: str
    kind: Kind = "number"
    value: str = ""
    text: str = ""


class Line(Model, frozen=True):
    """A line of the pad: its label, and the boxes that each player has in it, or the table.

    ``colour`` and ``icon`` are those of the row of a table that it is for, if they are declared.
    """

    label: str
    boxes: tuple[Box, ...]
    colour: str = ""
    icon: str = ""


class Block(Model, frozen=True):
    """Lines that belong together, below a heading unless that is empty; ``columns`` are what the
    boxes of each line are for, if those are rounds."""

    heading: str
    lines: tuple[Line, ...]
    columns: tuple[str, ...] = ()


class Pad(Model, frozen=True):
    """All lines: what each player notes, the points of each part, what the table notes once.

    ``total`` is missing if all play together.
    """

    noted: tuple[Block, ...]
    points: tuple[Line, ...]
    total: Line | None
    table: tuple[Block, ...]


def pad_of(game: Game[Any]) -> Pad | None:
    """The pad of a game; None if it has no ``score.yaml``."""
    sheet = game.scoresheet
    if sheet is None:
        return None
    parts = [part for part in sheet.parts if part.level == "player"]
    points = [line_of(part) for part in parts]
    return Pad(
        tuple(blocks(game, sheet, "player")),
        tuple(points),
        Line("Total", (Box("total", "total"),)) if parts else None,
        tuple(blocks(game, sheet, "table")),
    )


def line_of(part: ScorePart) -> Line:
    """The line for the points of a part: that of the field which they are, if there is one."""
    if (field := part.field) is not None:
        return Line(capitalized(field.label), tuple(boxes(field, field.name, field.label)))
    box = Box(f"points.{part.name}", f"points for {part.label}")
    return Line(capitalized(part.label), (box,))


def lines_by_origin(game: Game[Any]) -> Counter[tuple[str, ...]]:
    """How many lines of a game's pad each thing in its ``score.yaml`` makes, by its path there."""
    pad = pad_of(game)
    found: Counter[tuple[str, ...]] = Counter()
    if pad is not None:
        found["worth",] = len(pad.points)
        for level, several in (("player", pad.noted), ("table", pad.table)):
            for line in (line for block in several for line in block.lines):
                found["noted", level, line.boxes[0].name.split(".")[0]] += 1
    return found


def places(game: Game[Any]) -> tuple[str, ...]:
    """The paths in a position that a sheet of a game with a ``score.yaml`` can have fields for;
    empty without one."""
    pad = pad_of(game)
    if pad is None or game.scoresheet is None:
        return ()
    lines = [line for block in pad.noted for line in block.lines]
    own = [box.name for line in (*lines, *pad.points) for box in line.boxes]
    own += [f"points.{part.name}" for part in game.scoresheet.parts if part.field is not None]
    seats = range(game.head.players.max)
    each = [f"players.{seat}.{name}" for seat in seats for name in ("name", "total", *own)]
    table = [box.name for block in pad.table for line in block.lines for box in line.boxes]
    return tuple(dict.fromkeys([*each, *table]))


def widest_marks(game: Game[Any]) -> tuple[tuple[str, ...], int]:
    """The path in ``score.yaml`` of the marks that need the most room beside each other, by how
    many they are and by the longest of them, and how many those are."""
    pad = pad_of(game)
    several = (("player", pad.noted), ("table", pad.table)) if pad is not None else ()
    lines = [
        (level, line.boxes) for level, found in several for block in found for line in block.lines
    ]

    def room(one: tuple[str, tuple[Box, ...]]) -> int:
        level, made = one
        columns = game.head.players.max if level == "player" else 1
        return columns * len(made) * max(len(box.text) for box in made)

    level, made = max(lines, key=room)
    return ("noted", level, made[0].name.split(".")[0]), len(made)


def blocks(game: Game[Any], sheet: Scoresheet, level: Level) -> Iterator[Block]:
    """A block for each field that goes over rows or rounds; one for those between them.

    Where several players have a column each, a round has a line. Where there is one to write, a
    round has a column.
    """
    one = level == "table" or game.head.players.max == 1
    single: list[Line] = []
    points = {part.field.name for part in sheet.parts if part.field is not None}
    for field in sheet.of(level):
        if field.name in points:  # noted where its points are
            continue
        if not field.over:
            entry = tuple(boxes(field, field.name, field.label))
            single.append(Line(capitalized(field.label), entry))
            continue
        if single:
            yield Block("", tuple(single))
            single = []
        rounds = sheet.keys[ROUNDS] if ROUNDS in field.over else ()
        columns = rounds if one and not field.marks and len(rounds) <= MOST_ACROSS else ()
        above = "" if columns and len(field.over) == 1 else capitalized(field.label)
        if field.may_be_not_played and not columns:
            above = f"{above} (– if {NOT_PLAYED})"
        yield Block(above, tuple(lines(game, sheet, field, across=bool(columns))), columns)
    if single:
        yield Block("", tuple(single))


def lines(game: Game[Any], sheet: Scoresheet, field: Field, *, across: bool) -> Iterator[Line]:
    """A line for each row that a field goes over, and each round unless those go ``across``."""
    rows = {over: {row.id: row for row in game.rows(over)} for over in field.over if over != ROUNDS}
    down = field.over[:-1] if across else field.over  # rounds come last
    rounds = sheet.keys[ROUNDS] if across else ()
    for keys in product(*(sheet.keys[over] for over in down)):
        steps, titles, colour, icon = [field.name], [], "", ""
        for over, key in zip(down, keys, strict=True):
            if over == ROUNDS:
                steps.append(str(int(key) - 1))
                titles.append(f"Round {key}")
                continue
            row = rows[over][key]
            steps.append(key)
            titles.append(title_of(row))
            colour = colour or getattr(row, "colour", "")
            icon = icon or getattr(row, "icon", "")
        ends = [([str(int(key) - 1)], [f"Round {key}"]) for key in rounds]
        entry = [
            box
            for step, title in ends or [([], [])]
            for box in boxes(
                field, ".".join(steps + step), f"{field.label}: {', '.join(titles + title)}"
            )
        ]
        yield Line(", ".join(titles) or capitalized(field.label), tuple(entry), colour, icon)


def boxes(field: Field, name: str, label: str) -> Iterator[Box]:
    """The boxes of a field: one to write in; one to tick for yes and for no; or one for each of its
    marks, and for none. What may be left out needs no box for no or none."""
    either = field.over or not field.optional
    if field.marks:
        most = field.most_in(name.split(".")[1:])
        marks = field.choices or map(str, range(field.least, (most or field.least) + 1))
        ticks = [*[(mark, mark, mark) for mark in marks], (NO_MARK, "none", "–")]
    elif field.holds == "truth":
        ticks = [(TRUE, "yes", "yes" if either else ""), (FALSE, "no", "no")]
    else:
        yield Box(name, label, "number" if field.holds == "number" else "text")
        return
    for value, word, text in ticks if either else ticks[:-1]:
        said = f"{label}: {word}" if field.marks or either else label
        yield Box(name, said, "check", value, text)
