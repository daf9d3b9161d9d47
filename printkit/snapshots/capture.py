"""A game as it is now: what each of its pieces looks like, and every value of its data."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any

import msgspec

from card_data import Game
from card_data.loader import Loader
from card_data.problems import Problems
from card_data.tables import title_of
from card_data.version import version
from printkit.cache.inputs import digest
from printkit.drawing.geometry import Matrix
from printkit.drawing.rewriting import inline_symbols, rewritten
from printkit.drawing.shapes import Face, Field, Group, Image, Shape
from printkit.drawing.traversal import texts
from printkit.options import Options, house_keyword, keywords_of
from printkit.printing.jobs import select_jobs
from printkit.sheets.layout import Layout, render_component
from printkit.sheets.settings import SheetSettings, settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.snapshots.records import Piece, Snapshot
from printkit.typography.fonts import Fonts

NAMING = ("id", "name", "part", "title")  # fields that name an entry of a list
DECODER = msgspec.msgpack.Decoder(Face)
BESIDE = ("rulebook.yaml", "set_up.yaml")  # files that a game is read without


def take_snapshot(
    game: str, options: Options, typesetter: Typesetter, name: str = "now"
) -> Snapshot:
    """Return what a whole game looks like printed with ``options`` now, without what is printed
    instead of another component. Raise `DataError` with every problem of the game."""
    settings = settings_for(options)
    jobs = select_jobs([game], (), msgspec.structs.replace(options, one_file=True), settings)
    read = jobs[0][0]
    layouts = render_components(read, [key for _, key in jobs], options, typesetter, settings)
    kept = keywords_of(options)
    kept |= {"instead": ",".join(options.variant)} if options.variant else {}
    kept |= {"house": house_keyword(read.house)} if read.house else {}
    return Snapshot(
        *(read.id, read.title, name, f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", version(), kept),
        {one.name: pieces_of(one, look_digests(one, typesetter.fonts)) for one in layouts},
        values_of(read),
    )


def render_components(
    game: Game[Any], names: Sequence[str], options: Options, typesetter: Typesetter,
    settings: SheetSettings, watch: Callable[[str], None] = lambda name: None,
) -> list[Layout]:  # fmt: skip
    """Typeset components without imposing them; raise `DataError` with every problem of each.
    ``watch`` is called with the name of each."""
    problems, layouts = Problems(), list[Layout]()
    for name in names:
        watch(name)
        with problems.collecting():
            layouts.append(render_component(game, name, options, typesetter, settings))
    problems.raise_if_any()
    return layouts


def pieces_of(layout: Layout, digests: Sequence[str]) -> tuple[Piece, ...]:
    titles, several = titles_of(layout), any(face.page > 1 for face in layout.faces)
    found: dict[tuple[str, str], int] = {}
    for face, seen in zip(layout.faces, digests, strict=True):
        title = titles.get(face.id, layout.component.title)
        key = f"{title}, page {face.page}" if several else title, seen
        found[key] = found.get(key, 0) + face.copies
    return tuple([Piece(*key, copies) for key, copies in found.items()])


def titles_of(layout: Layout) -> dict[str, str]:
    """Return the titles of a component's pieces, by the IDs of their faces; a component with a
    single face has none."""
    faces, found = layout.component.faces, dict[str, str]()
    for kind in faces:
        if kind.rows is not None:
            found |= {row.id: with_id(row.id, title_of(row)) for row in layout.game.rows(kind.rows)}
        elif len(faces) > 1:
            found[kind.stem] = kind.stem.replace("_", " ")
    return {key: f"{layout.component.title}: {title}" for key, title in found.items()}


def with_id(key: str, title: str) -> str:
    """Put the ID of a row before its title, if the ID is a number that people use.


    >>> with_id("T-1b", "Ink Eraser"), with_id("the_ruin", "The Ruin"), with_id("M19", "M19")
    ('T-1b Ink Eraser', 'The Ruin', 'M19')
    """
    is_number = "_" not in key and any(map(str.isdigit, key))
    return f"{key} {title}" if is_number and key != title else title


def look_digests(layout: Layout, fonts: Fonts) -> list[str]:
    """Return a digest for each face of a component with its back. Faces that look alike on paper
    have the same digest, whatever they and their symbols are called and a screen reader says."""
    sides, files = dict[int, bytes](), dict[str, bytes]()

    def file(key: str) -> bytes:
        if key not in files:
            files[key] = digest(fonts.by_key(key).raw).encode()
        return files[key]

    def side(face: Face) -> bytes:
        if id(face) not in sides:  # many fronts have one back
            shapes = rewritten(inline_symbols(face.shapes, layout.symbols), visible)
            shown = Face(
                "x", face.width, face.height, shapes, bleed=face.bleed, corner=face.corner,
                shape=face.shape,
            )  # fmt: skip
            typed = DECODER.decode(msgspec.msgpack.encode(shown))  # to the type of each number
            keys = sorted({text.font for text in texts(shapes)})
            raw = msgspec.msgpack.encode(typed)
            sides[id(face)] = digest(raw, *map(file, keys)).encode()
        return sides[id(face)]

    return [digest(*(side(one) for one in (face, face.back) if one)) for face in layout.faces]


def visible(shape: Shape, _: Matrix) -> Shape | None:
    """Reduce a shape to what shows on paper; None if that is nothing."""
    if isinstance(shape, Field) or (isinstance(shape, Group) and not shape.shapes):
        return None
    if isinstance(shape, Group):
        return Group(shape.shapes, shape.matrix, shape.clip, opacity=shape.opacity, mask=shape.mask)
    if isinstance(shape, Image):  # its dots are at hand at one time, and kept at another
        return msgspec.structs.replace(shape, dots=b"", alpha=b"")
    return shape


def values_of(game: Game[Any]) -> dict[str, str]:
    """Every value in a game's files as it is written, by file and path."""
    loader = Loader(game.folder, shipped=False)
    loader.load()
    for name in BESIDE:
        if os.path.lexists(game.folder / name):
            loader.document(name)
    found: dict[str, str] = {}
    for name, document in loader.documents.items():
        stem = PurePath(name).stem
        for path, value in values_in(document.root):
            found[".".join((stem, *path[path[:1] == (stem,) :]))] = value
    return found


def values_in(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the single values in a value with their paths; a list of single values is one."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from values_in(one, (*path, key))
    elif not isinstance(value, list):
        yield path, str(value or "")
    elif not any(isinstance(one, dict | list) for one in value):
        yield path, ", ".join(str(one or "") for one in value)
    else:
        for name, one in zip(names_in(value), value, strict=True):
            yield from values_in(one, (*path, name))


def names_in(entries: Sequence[Any]) -> list[str]:
    """Name the entries of a list by their IDs, names or titles if these are distinct, else by their
    numbers."""
    fields = [one if isinstance(one, dict) else {} for one in entries]
    named = [[own[key] for key in NAMING if isinstance(own.get(key), str)] for own in fields]
    names = [str(one[0]) if one else "" for one in named]
    if "" in names or len({*names}) < len(names):
        return [f"no. {number}" for number in range(1, len(entries) + 1)]
    return names
