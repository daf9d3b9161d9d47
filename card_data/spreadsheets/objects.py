"""JSON files: a list of objects as a sheet, whose heads are their keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from card_data.limits import MOST_CELLS
from card_data.problems import DataError, Problem, did_you_mean, quote
from card_data.reading.documents import Document, Steps, describe_value, parse, text_of
from card_data.spreadsheets.grid import NOTE, Grid, data_error


def read_objects(raw: bytes, file: str, name: str) -> Grid:
    """The objects of a JSON file as rows, which have lines and no numbers; of several lists of
    objects that with a ``name``, such as ``data.cards``. Raise `DataError` for what is no list of
    objects, or too much, and for a value that no cell can hold."""
    document = parse(text_of(raw, file), file, is_json=True)
    for _, message, mark in document.flaws:
        raise data_error(message, file, mark.line + 1)
    path, objects = list_of_objects(document, name)
    found = [[*leaves(one)] for one in objects]
    heads = [*dict.fromkeys(key for one in found for key, _, _ in one)]
    if len(heads) * len(found) > MOST_CELLS:
        raise data_error(f"more than {MOST_CELLS:,} cells", file)
    grid = Grid([heads], [0], [document.mark(path)[0]], name)
    for at, one in enumerate(found):
        row = {key: cell(value, document, (*path, at, *steps)) for key, steps, value in one}
        grid.rows.append([row.get(head, "") for head in heads])
        grid.numbers.append(0)
        grid.lines.append(document.mark((*path, at))[0])
    return grid


def list_of_objects(document: Document, name: str) -> tuple[Steps, list[dict[str, Any]]]:
    """The list that has a ``name``, or else the only one, with its path."""
    root = document.root if isinstance(document.root, dict) else {"": document.root}
    lists = {
        key: (steps if key else (), value) for key, steps, value in leaves(root)
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value)
    }  # fmt: skip
    if name and name not in lists:
        raise data_error(f"no list {quote(name)}{did_you_mean(name, lists)}", document.file)
    if not lists:
        message = 'expected a list of objects, such as [{"title": "Fox", "cost": 3}]'
        raise data_error(message, document.file)
    first = next(iter(lists))
    if len(lists) > 1 and not name:
        message = f"found several lists of objects ({', '.join(lists)}): name one behind the file"
        raise data_error(f"{message}, as in {document.file}#{first}", document.file)
    return lists[name or first]


def leaves(found: Mapping[str, Any], path: Steps = ()) -> Iterator[tuple[str, Steps, Any]]:
    """Yield what is no object in an object and those inside it: as ``stats.cost``, with its path.
    Keys that begin with # are notes.

    >>> [*leaves({"stats": {"cost": "3", "#why": "?"}})]
    [('stats.cost', ('stats', 'cost'), '3')]
    """
    for key, value in found.items():
        steps = (*path, key)
        if isinstance(value, dict) and not key.startswith(NOTE):
            yield from leaves(value, steps)
        elif not key.startswith(NOTE):
            yield ".".join(map(str, steps)), steps, value


def cell(value: Any, document: Document, path: Steps) -> str:
    """A value as a cell has it: of a list its items, with semicolons between."""
    items = value if isinstance(value, list) else [value]
    said = ["" if item is None else str(item) for item in items]
    if nested := [item for item in items if isinstance(item, list | dict)]:
        wrong = f"found {describe_value(nested[0])} in a list, expected texts or numbers; "
        wrong += f"{NOTE} before the key makes it a note"
        raise DataError(Problem(message=wrong, **document.place(path)))
    return "; ".join(item.replace(";", r"\;") for item in said) if items is value else said[0]
