"""Reads a page as drawn, one character a square (MS-5.3).

>>> grid = Grid(4, 2)
>>> {sign: list(grid.squares(squares)) for sign, squares in signs("A.b1\\nA..1\\n").items()}
{'A': [(1, 1), (2, 1)], 'b': [(1, 3)], '1': [(1, 4), (2, 4)]}
>>> [message for message, _ in misshapen("A.b\\nA..1\\n\\n", grid)]
['row 3 is empty, expected 2 rows with nothing between', 'row 1 has 3 characters, expected 4']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_letters, digits

from card_data.text import join_words, plural
from scoring.manuscript.page import Grid, Squares
from scoring.manuscript.position import BLANK

BREAK = "\n"
RUN = re.compile(rf"([^{BLANK}{BREAK}])\1*")  # one sign, side by side
LETTERS = frozenset(ascii_letters)  # each may stand for a text
DIGITS = frozenset(digits)  # each may stand for a tile
KNOWN = LETTERS | DIGITS | {BLANK, BREAK}
GAPS = " \t"  # which make a row too long


def rows(drawn: str) -> list[str]:
    """Return the rows of a page; one line break at its end is ignored."""
    return drawn.removesuffix(BREAK).split(BREAK)


def signs(drawn: str) -> dict[str, Squares]:
    """Return the squares of each sign, but not of blanks, on a page of the right shape."""
    found: dict[str, Squares] = {}
    for run in RUN.finditer(drawn):
        start, end = run.span()
        found[drawn[start]] = found.get(drawn[start], 0) | ((1 << end - start) - 1) << start
    return found


def misshapen(drawn: str, grid: Grid) -> Iterator[tuple[str, Squares]]:
    """Yield what is wrong with the shape of a page: the message, and the squares it is about."""
    found = rows(drawn)
    empty = [number for number, row in enumerate(found, 1) if not row]
    if len(found) - len(empty) == grid.rows < len(found):
        where = f"row {empty[0]} is" if len(empty) == 1 else f"rows {join_ranges(empty)} are"
        yield f"{where} empty, expected {grid.rows} rows with nothing between", 0
        found = list(filter(None, found))
    elif len(found) != grid.rows:
        hint = "" if len(found) > 1 else "; draw it one row a line, below `|`"
        yield f"{plural(len(found), 'row')}, expected {grid.rows}{hint}", 0
    if len(found) == 1 < grid.rows:
        return
    wrong: dict[str, list[int]] = {}
    for number, row in enumerate(found[: grid.rows], 1):
        if len(row) != grid.columns:
            wrong.setdefault(describe_length(row), []).append(number)
    for long, numbers in wrong.items():
        has = f"row {numbers[0]} has" if len(numbers) == 1 else f"rows {join_ranges(numbers)} have"
        yield f"{has} {long}, expected {grid.columns}", grid.run(numbers[0], 1, grid.columns)


def unknown(drawn: str, grid: Grid) -> Iterator[tuple[str, Squares]]:
    """Yield each character inside the page that stands for nothing, with its squares."""
    if KNOWN.issuperset(drawn):
        return
    found: dict[str, Squares] = {}
    for row, line in enumerate(rows(drawn)[: grid.rows], 1):
        reported = GAPS if len(line) != grid.columns else ""  # by `describe_length`
        for column, sign in enumerate(line[: grid.columns], 1):
            if sign not in KNOWN and sign not in reported:
                found[sign] = found.get(sign, 0) | grid.square(row, column)
    yield from found.items()


def describe_length(row: str) -> str:
    """Say how long a row is, and whether spaces or tabs are the reason.

    >>> describe_length("\\t....."), describe_length("..... "), describe_length(".....")
    ('6 characters with a tab', '6 characters, the last of them a space', '5 characters')
    """
    why = ", the last of them a space" if row.endswith(" ") else ""
    if "\t" in row:
        why = " with a tab"
    elif row.startswith(" "):
        why = ", the first of them a space"
    return f"{plural(len(row), 'character')}{why}"


def join_ranges(numbers: list[int]) -> str:
    """Join numbers for a sentence, with consecutive ones as ``3 to 5``.

    >>> join_ranges([1, 3, 4, 5, 9]), join_ranges([7, 8])
    ('1, 3 to 5 and 9', '7 and 8')
    """
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    words: list[str] = []
    for span in spans:
        words += [f"{span[0]} to {span[-1]}"] if len(span) > 2 else map(str, span)
    return join_words(words, "and")
