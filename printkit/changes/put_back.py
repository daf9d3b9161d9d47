"""Games read in other ways: with their texts as written, or with one value as it was before.

Whatever a value of a game does, on any page or in play, is found by putting back that value alone:
what is different then is what uses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from card_data import Game
from card_data.documents import Document, Steps, key_of
from card_data.loader import Loader, Words


class Part(NamedTuple):
    """A part of a game's data: a file, or the value at a path in it."""

    file: str
    path: Steps = ()


class Unchecked(Loader):
    """Reads a game without the checks of what must hold between its files: what is read here is
    compared, not printed."""

    def keep(self, found: Iterable[tuple[Steps, str]], file: str) -> None:
        """Nothing is kept."""


class AsWritten(Unchecked):
    """Reads a game with its texts as they are written, placeholders and all."""

    def fill(self, words: Words | None, later: tuple[str, ...] = ()) -> Callable[[str], str]:
        return str


class PuttingBack(Unchecked):
    """Reads a game with some ``parts`` as they are in the folder ``earlier`` of the same game."""

    def __init__(self, game: Game[Any], earlier: Path, parts: Sequence[Part]) -> None:
        super().__init__(game.folder, shipped=game.shipped, house=game.house)
        self.earlier, self.parts = Loader(earlier, shipped=False), parts
        self.earlier.find_files(self.earlier.head(), type(game.data))

    def rows(self, table: str, kind: Any) -> Document:
        """The rows of a table, which may be in another file than earlier."""
        files = {one.files.get(table, f"{table}.yaml") for one in (self, self.earlier)}
        whole = any(Part(name) in self.parts for name in files)
        return self.earlier.rows(table, kind) if whole else super().rows(table, kind)

    def document(self, name: str) -> Document:
        """A file of the folder with the parts put back."""
        document = super().document(name)
        for part in self.parts:
            if part.file == name and document.root is not None:
                before = self.earlier.document(name).node(part.path)
                document = Document(document.file, with_node(document.root, part.path, before))
        return document


def with_node(root: yaml.Node, path: Steps, node: yaml.Node | None) -> yaml.Node | None:
    """A document's root with another ``node`` at a path; without what is there if that is None."""
    if not path:
        return node
    step, rest = str(path[0]), path[1:]
    if isinstance(root, yaml.SequenceNode):
        values = [
            with_node(value, rest, node) if str(place) == step else value
            for place, value in enumerate(root.value)
        ]
        kept = [value for value in values if value is not None]
        return yaml.SequenceNode(root.tag, kept, root.start_mark, root.end_mark)
    if not isinstance(root, yaml.MappingNode):
        return root
    pairs = [
        (key, with_node(value, rest, node) if key_of(key) == step else value)
        for key, value in root.value
    ]
    if node is not None and not rest and step not in map(key_of, (key for key, _ in pairs)):
        pairs.append((yaml.ScalarNode("tag:yaml.org,2002:str", step), node))
    return yaml.MappingNode(
        root.tag, [pair for pair in pairs if pair[1] is not None], root.start_mark, root.end_mark
    )


def as_written(game: Game[Any]) -> Game[Any]:
    """A game with its texts as they are written; raise `DataError` if it cannot be read so."""
    return AsWritten(game.folder, shipped=game.shipped, house=game.house).load()


def put_back(game: Game[Any], earlier: Path, parts: Sequence[Part]) -> Game[Any]:
    """A game with some parts as they are in the folder ``earlier``, all else as it is now.

    Raise `DataError` if it cannot be read so, as a text names a value that there is no longer.
    """
    return PuttingBack(game, earlier, parts).load()
