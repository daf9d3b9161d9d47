"""The grid of a page: sets of squares as bits of a number, so that many are compared at once.

Rows and columns count from 1, from the top left, as a position and a message have them. Between
two rows lies one bit that is no square, so that what is shifted over an edge falls off the page.

>>> grid = Grid(12, 18)
>>> verse = grid.run(1, 1, 4) | grid.run(2, 1, 4)
>>> list(grid.squares(grid.around(verse) & grid.column(5)))
[(1, 5), (2, 5)]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

Squares = int  # a set of squares, a bit each


class Grid:
    """The grid of a page with these columns and rows (MS-1.2)."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.stride = columns + 1

    def square(self, row: int, column: int) -> Squares:
        return 1 << (row - 1) * self.stride + column - 1

    def run(self, row: int, column: int, length: int) -> Squares:
        """Return ``length`` squares side by side in a row, from ``column`` on."""
        return ((1 << length) - 1) << (row - 1) * self.stride + column - 1

    def block(self, row: int, column: int, width: int, height: int) -> Squares:
        """Return a rectangle, given by its top left square and its size."""
        return self.runs(row, column, width, height, 1)

    def runs(self, row: int, column: int, length: int, number: int, step: int) -> Squares:
        """Return ``number`` runs under each other, each ``step`` rows below the one before."""
        down = step * self.stride
        ladder = ((1 << number * down) - 1) // ((1 << down) - 1)  # a bit in each of those rows
        return self.run(row, column, length) * ladder

    @cached_property
    def first_column(self) -> Squares:
        return self.block(1, 1, 1, self.rows)

    def column(self, column: int) -> Squares:
        return self.first_column << column - 1

    @cached_property
    def all(self) -> Squares:
        return self.block(1, 1, self.columns, self.rows)

    @cached_property
    def quadrants(self) -> tuple[Squares, ...]:
        """The four quarters: top left, top right, bottom left, bottom right.

        A middle row or column, where their number is odd, belongs to the right or the bottom.
        """
        width, height = self.columns // 2, self.rows // 2
        columns = (1, width), (width + 1, self.columns - width)
        rows = (1, height), (height + 1, self.rows - height)
        return tuple(
            [
                self.block(top, left, across, down)
                for top, down in rows
                for left, across in columns
                if across and down
            ]
        )

    def around(self, squares: Squares, corners: bool = False) -> Squares:
        """Return the squares that touch any of ``squares`` along an edge, or with ``corners`` at a
        corner.

        Some of ``squares`` may be among them: those that touch each other.
        """
        beside = squares << 1 | squares >> 1
        rows = squares | beside if corners else squares
        return (beside | rows << self.stride | rows >> self.stride) & self.all

    def squares(self, squares: Squares) -> Iterator[tuple[int, int]]:
        """Yield the row and the column of each square, in reading order."""
        while squares:
            lowest = squares & -squares
            row, column = divmod(lowest.bit_length() - 1, self.stride)
            yield row + 1, column + 1
            squares ^= lowest

    def by_row(self, squares: Squares) -> list[int]:
        """Return the squares of each row as a number with a bit for each column."""
        row, stride = (1 << self.columns) - 1, self.stride
        return [squares >> at & row for at in range(0, self.rows * stride, stride)]

    def used_columns(self, squares: Squares) -> list[int]:
        """Return the columns with any of ``squares``, from left to right."""
        first_row = self.onto_first_row(squares)
        return [column + 1 for column in range(self.columns) if first_row >> column & 1]

    def leftmost(self, squares: Squares) -> int:
        """Return the first column with any of ``squares``, of which there must be at least one."""
        first_row = self.onto_first_row(squares)
        return (first_row & -first_row).bit_length()

    def onto_first_row(self, squares: Squares) -> Squares:
        """Return the squares of the first row whose column has any of ``squares``."""
        shift = self.stride << self.rows.bit_length()
        while shift > self.stride:
            shift >>= 1
            squares |= squares >> shift
        return squares & (1 << self.stride) - 1

    def starts(self, free: Squares, width: int) -> Squares:
        """Return the squares from which ``width`` squares to the right are free, themselves
        included."""
        return onwards(free, width, 1)


def onwards(squares: Squares, times: int, step: int) -> Squares:
    """Return the squares from which ``times`` squares, each ``step`` bits on, are among
    ``squares``."""
    done = 1
    while 2 * done <= times:
        squares &= squares >> done * step
        done *= 2
    return squares & squares >> (times - done) * step
