"""Descriptions of the models' fields, in plain text: the string below each field of a class.

Such a string costs nothing when a model is imported; schemas read it from the source.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise


def described(model: type) -> dict[str, str]:
    """The description of each field of a class that has one, inherited fields included.

    >>> from card_data.model import Players
    >>> described(Players)
    {'min': 'The fewest players.', 'max': 'The most players.'}
    """
    found: dict[str, str] = {}
    for kind in reversed(model.__mro__):
        found |= of_module(kind.__module__).get(kind.__name__, {})
    return found


@cache
def of_module(name: str) -> dict[str, dict[str, str]]:
    """The descriptions in a module's source, by class and field; empty for one without source."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[name]))
    except (OSError, TypeError):
        return {}
    return {node.name: dict(of_class(node)) for node in tree.body if isinstance(node, ast.ClassDef)}


def of_class(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Each field of a class that has a string below it, with that string."""
    for field, below in pairwise(node.body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, plain(text)


def plain(text: str) -> str:
    """A docstring without its markup, on one line.

    >>> plain("``copies`` of it,\\n    see `Row`.")
    'copies of it, see Row.'
    """
    return " ".join(text.replace("`", "").split())
