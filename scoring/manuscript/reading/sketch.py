"""Tells why the squares of a text stand in no layout: the clauses that they break (MS-3, MS-5).

If one slip of the pen explains them, that slip is reported. Otherwise the parts and lines are
checked, the plainest faults first, and the first two faults are reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import islice, pairwise
from typing import NamedTuple

from card_data.manuscript.model import Text
from card_data.text import join_words, plural
from scoring.manuscript.layout import Side, extent, lines
from scoring.manuscript.page import Grid, Squares
from scoring.manuscript.reading.pages import join_ranges
from scoring.manuscript.reading.suggest import OneSquareFix

MOST_FAULTS = 2  # reported of one text: more confuse, and the others often follow from the first


class Fault(NamedTuple):
    """A broken clause on a page: what is wrong, and the squares it is about."""

    rule: str
    page: Side
    message: str
    squares: Squares


class Row(NamedTuple):
    """The squares of a part in one row: the first and last column, and the number of squares."""

    row: int
    first: int
    last: int
    number: int


class Sketch:
    """The squares of one text on a page, as parts and rows, whatever is wrong with them."""

    def __init__(self, letter: str, text: Text, squares: Squares, page: Side, grid: Grid) -> None:
        self.text, self.squares, self.page, self.grid = text, squares, page, grid
        self.name = f"{letter} ({text.short})"
        self.missing = text.squares - squares.bit_count()

    @cached_property
    def parts(self) -> list[list[Row]]:
        """The rows of each unbroken run of columns (MS-5.5)."""
        used = self.grid.used_columns(self.squares)
        starts = [column for column in used if column - 1 not in used]
        ends = [column for column in used if column + 1 not in used]
        return [self.rows(*run) for run in zip(starts, ends, strict=True)]

    def rows(self, first: int, last: int) -> list[Row]:
        found = []
        for row in range(1, self.grid.rows + 1):
            squares = self.squares & self.grid.run(row, first, last - first + 1)
            if columns := [column for _, column in self.grid.squares(squares)]:
                found.append(Row(row, columns[0], columns[-1], len(columns)))
        return found

    @cached_property
    def line_length(self) -> int:
        """The line length of verse, or the most common one of the prose that is there."""
        if self.text.line_length is not None:
            return self.text.line_length
        lengths = Counter([row.last - row.first + 1 for part in self.parts for row in part])
        return max(lengths, key=lambda length: (lengths[length], length))

    def fault(self, rule: str, message: str, rows: list[Row] | None = None) -> Fault:
        """Return a fault of some rows, or of the whole text."""
        squares = self.squares if rows is None else 0
        for row in rows or ():
            squares |= self.squares & self.grid.run(row.row, row.first, row.last - row.first + 1)
        return Fault(rule, self.page, f"{self.page} page, {message}", squares)

    @property
    def length_rule(self) -> str:
        return "MS-3.2" if self.text.line_length is None else "MS-3.1"


def broken(sketch: Sketch) -> list[Fault]:
    """Return what is wrong with squares that stand in no layout of their text: at least one
    fault."""
    found = [*wrong_length(sketch)] or [*islice(each_fault(sketch), MOST_FAULTS)]
    return found or [no_room(sketch)]


def each_fault(sketch: Sketch) -> Iterator[Fault]:
    """Yield the faults that can occur together, the plainest first."""
    yield from too_many(sketch)
    yield from broken_lines(sketch)
    yield from ragged(sketch)
    yield from uneven_spacing(sketch)
    yield from run_on(sketch)
    yield from uneven_lines(sketch)


def parts_run_together(sketch: Sketch) -> Iterator[Fault]:
    """A part that begins right beside the one it runs on from (MS-3.4)."""
    for part in sketch.parts:
        left, length = min(row.first for row in part), sketch.line_length
        upper = [row for row in part if row.first == left + length]
        lower = [row for row in part if row.first == left and row.last < left + length]
        whole = upper and lower and len(upper) + len(lower) == len(part)
        if whole and upper[0].row <= 2 and lower[-1].row >= sketch.grid.rows - 1:
            message = (
                f"columns {left + length - 1} and {left + length}: {sketch.name} leaves no free "
                "column between its parts"
            )
            yield sketch.fault("MS-3.4", message, [upper[0], lower[-1]])


def wrong_length(sketch: Sketch) -> Iterator[Fault]:
    """Verse that stands throughout in lines of another length (MS-3.1)."""
    rows = [row for part in sketch.parts for row in part]
    lengths = Counter([row.number for row in rows])
    usual = max(lengths, key=lambda length: lengths[length])
    whole = all(row.number == row.last - row.first + 1 for row in rows)
    alike = lengths[usual] >= len(rows) - 1
    if not (sketch.text.line_length and whole and alike and len(sketch.parts) == 1):
        return
    short = sketch.missing <= 0 and len(rows) > 1 and usual < sketch.line_length
    if short or usual > sketch.line_length:
        has = f"{sketch.name} stands in lines of {usual}, expected {sketch.line_length}"
        yield sketch.fault("MS-3.1", f"row {rows[0].row}, column {rows[0].first}: {has}")


def too_many(sketch: Sketch) -> Iterator[Fault]:
    """More squares than the text has (MS-5.6)."""
    if sketch.missing < 0:
        last = sketch.parts[-1][-1]
        number = plural(sketch.squares.bit_count(), "square")
        message = f"{sketch.name} has {number}, expected {sketch.text.squares}"
        yield sketch.fault("MS-5.6", f"row {last.row}, column {last.last}: {message}", [last])


def broken_lines(sketch: Sketch) -> Iterator[Fault]:
    """Lines with a blank in them (MS-5.5)."""
    rows = [row for part in sketch.parts for row in part if row.number <= row.last - row.first]
    if rows:
        message = f"{in_rows(rows)}: blank squares inside the lines of {sketch.name}"
        yield sketch.fault("MS-5.5", message, rows)


def ragged(sketch: Sketch) -> Iterator[Fault]:
    """Lines of one part that start in different columns (MS-5.5)."""
    for part in sketch.parts:
        starts = Counter([row.first for row in part])
        edge = max(starts, key=lambda column: (starts[column], -column))
        rows = [row for row in part if row.first != edge]
        if rows:
            wrong = f"{sketch.name} is not left-aligned: its lines start in column {edge}"
            message = f"{in_rows(rows)}: {wrong}"
            yield sketch.fault("MS-5.5", message, rows)


def uneven_spacing(sketch: Sketch) -> Iterator[Fault]:
    """Lines that are neither all single-spaced nor all double-spaced (MS-3.3)."""
    steps = {after.row - row.row for part in sketch.parts for row, after in pairwise(part)}
    if not steps or steps in ({1}, {2}):
        return
    if sketch.missing > 0 and not too_far_apart(sketch, steps):
        return  # lines may be missing between those that are there
    spaced = [part for part in sketch.parts if len(part) > 1]
    uneven = [part for part in spaced if {*steps_of(part)} not in ({1}, {2})]
    part = (uneven or spaced)[0]
    gaps = [step - 1 for step in steps_of(part)]
    blank = f"{listed_all(gaps)} blank row{'s' * (gaps != [1])} between its lines"
    message = f"{in_rows(part)}: {sketch.name} has {blank}, expected always 0 or always 1"
    if not uneven:
        columns = join_ranges([part[0].first for part in sketch.parts])
        message = (
            f"columns {columns}: {sketch.name} is single-spaced in one part, double in another"
        )
    yield sketch.fault("MS-3.3", message, part)


def steps_of(part: list[Row]) -> list[int]:
    """How far each line of a part is below the one before."""
    return [after.row - row.row for row, after in pairwise(part)]


def too_far_apart(sketch: Sketch, steps: set[int]) -> bool:
    """Whether a part spans more lines than the text has, even if some are missing."""
    step = 1 if any(step % 2 for step in steps) else 2
    size = -(-sketch.text.squares // sketch.line_length)
    return any((part[-1].row - part[0].row) // step + 1 > size for part in sketch.parts)


def run_on(sketch: Sketch) -> Iterator[Fault]:
    """Parts that do not run on from the foot of the page to its head (MS-3.4)."""
    steps, rows = {step for part in sketch.parts for step in steps_of(part)}, sketch.grid.rows
    foot, head, either = (rows - 1, 2, f"{rows - 1} or ") if steps == {2} else (rows, 1, "")
    for part, after in pairwise(sketch.parts):
        last, first = part[-1], after[0]
        if last.row < foot and part[0].row <= head < first.row and after[-1].row >= foot:
            message = (
                f"row {after[-1].row}, column {after[-1].first}: {sketch.name} goes on to the "
                "left; a text may only go on to the right"
            )
            yield sketch.fault("MS-3.4", message, [after[-1]])
            continue
        if last.row < foot:
            message = (
                f"row {last.row}, column {last.first}: {sketch.name} goes on to the right from "
                f"here; a text may only do so from the foot of the page, row {either}{rows}"
            )
            yield sketch.fault("MS-3.4", message, [last])
        if first.row > (head if last.row == rows else 1):
            also = " or, below a blank row, row 2" if steps == {2} and last.row == rows else ""
            message = (
                f"row {first.row}, column {first.first}: {sketch.name} goes on here; the next part "
                f"must start on row 1{also}"
            )
            yield sketch.fault("MS-3.4", message, [first])


def uneven_lines(sketch: Sketch) -> Iterator[Fault]:
    """Lines of another length, except a shorter last one of prose (MS-3.1, MS-3.2)."""
    rows = [row for part in sketch.parts for row in part]
    if sketch.text.line_length is None and sketch.missing >= 0:
        rows = rows[:-1] if rows[-1].number < sketch.line_length else rows
    rows = [row for row in rows if row.number != sketch.line_length]
    if sketch.missing > 0:
        rows = [row for row in rows if row.number > sketch.line_length]
    if rows:
        numbers = listed_all([row.number for row in rows])
        squares = f"{numbers} square{'s' * (numbers != '1')}"
        but = "" if sketch.text.line_length else "; only the last line of prose may be shorter"
        message = f"{in_rows(rows)}: lines of {sketch.name} have {squares}, expected "
        yield sketch.fault(sketch.length_rule, f"{message}{sketch.line_length}{but}", rows)


def no_room(sketch: Sketch) -> Fault:
    """The rest of a text does not fit on the page (MS-3.6), or its squares are in no layout."""
    first = sketch.parts[0][0]
    at = f"row {first.row}, column {first.first}"
    if sketch.missing > 0:
        rest = f"the other {plural(sketch.missing, 'square')} of {sketch.name}"
        return sketch.fault("MS-3.6", f"{at}: from here the page has no room for {rest}")
    return sketch.fault("MS-5.5", f"{at}: {sketch.name} is in no layout that the rules allow")


def in_rows(rows: list[Row]) -> str:
    """Name the rows; of a single row also its column."""
    if len(rows) == 1:
        return f"row {rows[0].row}, column {rows[0].first}"
    return f"rows {join_ranges([row.row for row in rows])}"


def listed_all(numbers: list[int]) -> str:
    """Join numbers in their order; equal numbers are named once."""
    if len({*numbers}) == 1:
        return str(numbers[0])
    return join_words(numbers, "and")


class SquareFault(NamedTuple):
    """What is wrong at one square."""

    square: tuple[int, int]
    rule: str
    words: str


def explain_fix(sketch: Sketch, fix: OneSquareFix) -> Fault:
    """Describe the slip that a fix undoes as a fault."""
    if side := shifted_line(sketch, fix):
        return side
    said = sorted([*misplaced(sketch, fix), *left_blank(sketch, fix)])
    places = [f"row {one.square[0]}, column {one.square[1]}: {one.words}" for one in said]
    rule = said[0].rule
    if sketch.missing < 0:
        rule = "MS-5.6"
        number = plural(sketch.squares.bit_count(), "square")
        places.append(f"{number} in all, expected {sketch.text.squares}")
    message = f"{sketch.page} page, {'; '.join(places)}"
    return Fault(rule, sketch.page, message, fix.lacking | fix.extra)


def shifted_line(sketch: Sketch, fix: OneSquareFix) -> Fault | None:
    """Report a line that stands one column aside; return None if that is not the slip."""
    for line in lines(fix.layout, extent(sketch.text), sketch.grid):
        first = sketch.grid.square(line.row, line.column)
        beyond = sketch.grid.square(line.row, line.column + line.length)
        last, before = beyond >> 1, first >> 1
        for direction, square, instead in (("right", beyond, first), ("left", before, last)):
            if (fix.extra, fix.lacking) == (square, instead) and line.length > 1:
                words = f"row {line.row}: the line of {sketch.name} is one column too far"
                return Fault(
                    "MS-5.5",
                    sketch.page,
                    f"{sketch.page} page, {words} to the {direction}",
                    fix.lacking | fix.extra,
                )
    return None


def misplaced(sketch: Sketch, fix: OneSquareFix) -> Iterator[SquareFault]:
    """Squares that do not belong to the text."""
    found = lines(fix.layout, extent(sketch.text), sketch.grid)
    for square in sketch.grid.squares(fix.extra):
        beside = [line for line in found if (line.row, line.column + line.length) == square]
        if beside:
            words = f"one square too many in this line of {sketch.name}"
            yield SquareFault(square, sketch.length_rule, f"{words}, expected {beside[0].length}")
        else:
            yield SquareFault(square, "MS-5.5", f"{sketch.name} has no line here")


def left_blank(sketch: Sketch, fix: OneSquareFix) -> Iterator[SquareFault]:
    """Squares that the text lacks."""
    for row, column in sketch.grid.squares(fix.lacking):
        after = sketch.grid.run(row, column + 1, 1) & sketch.squares & ~fix.extra
        rule, what = "MS-5.5", "a square inside a line"
        if column in fix.layout.columns:
            what = "the first square of a line"
        elif not after:
            rule, what = sketch.length_rule, "the last square of a line"
        yield SquareFault((row, column), rule, f"{what} of {sketch.name} is blank")


def on_both_pages(sketch: Sketch) -> Fault:
    """Report a text that stands on the other page too (MS-3.4)."""
    row, column = next(sketch.grid.squares(sketch.squares))
    message = f"{sketch.name} stands on the other page too, expected on one page"
    return sketch.fault("MS-3.4", f"row {row}, column {column}: {message}")
