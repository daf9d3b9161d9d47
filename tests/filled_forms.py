"""Readers of filled forms that use pikepdf alone: they share no code with what fills them in."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pikepdf

Entry = tuple[str, str]
SQUARE = re.compile(r"(.+)\.r(\d+)c(\d+)")


class Widget(NamedTuple):
    name: str
    widget: Any
    field: Any


def widgets(pdf: bytes) -> Iterator[Widget]:
    """Each widget of a form, of which one at a time can be looked at."""
    with pikepdf.open(io.BytesIO(pdf)) as form:
        for page in form.pages:
            annotations: Any = page.obj.get("/Annots", [])
            for widget in annotations:
                steps: list[str] = []
                field: Any = None
                around = widget
                while around is not None:
                    if "/T" in around:
                        field = around if field is None else field
                        steps.insert(0, str(around.T))
                    around = around.get("/Parent")
                yield Widget(".".join(steps), widget, field)


def values(pdf: bytes) -> dict[str, str]:
    """Return the values of the fields that are not empty, by name; ``Yes`` for a marked box."""
    found = {}
    for name, widget, field in widgets(pdf):
        if "/AS" in widget:
            assert field.get("/V", "/Off") == widget.AS, name
        found[name] = str(field.get("/V", "")).lstrip("/").replace("Off", "")
    return {name: value for name, value in found.items() if value}


def entries(pdf: bytes) -> list[Entry]:
    """The entries in a form; a grid's squares are one text, those of a blank one too."""
    names = dict.fromkeys(one.name for one in widgets(pdf))
    said, grids = values(pdf), dict[str, dict[tuple[int, int], str]]()
    found: list[Entry] = []
    for name in names:
        value = said.get(name, "")
        if square := SQUARE.fullmatch(name):
            place = int(square[2]), int(square[3])
            grids.setdefault(square[1], {})[place] = value or "."
        elif value == "Yes":
            box, _, mark = name.rpartition(".")
            found.append((box, mark))
        elif value:
            found.append((name, value))
    for name, squares in grids.items():
        rows, columns = max(squares)
        lines = [
            "".join(squares[row, column] for column in range(1, columns + 1))
            for row in range(1, rows + 1)
        ]
        found.append((name, "\n".join(lines)))
    return found
