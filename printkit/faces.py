"""Data and templates to faces: every template rendered for every row, every error kept."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

import templates
from card_data import DataError, Game, Problem
from card_data.game import SHIPPED, folder_of, form_ids
from card_data.model import Component, FaceTemplate, Head, Option, Row, Section
from card_data.problems import near
from printkit.drawing import CURRENT, Face, Shape, Symbol
from printkit.fonts import Fonts
from printkit.markup import (
    XML,
    Flow,
    MarkupError,
    Reader,
    parse,
    read_flow,
    read_symbol,
    read_symbols,
    tag_of,
)
from printkit.markup import colour as read_colour
from printkit.paths import PathError
from printkit.sheets import paper_size, sheet_data
from printkit.typeset import Box, Column, flow

LOOKS = Path(templates.__file__).parent
OWN_SIZE = re.compile(r"([1-9][0-9]{0,2}(?:\.[0-9]+)?) x ([1-9][0-9]{0,2}(?:\.[0-9]+)?)")  # mm
BAD_TEMPLATE = (  # what running a wrong template can raise
    jinja2.TemplateError,
    MarkupError,
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
    AttributeError,
    OSError,
)
RICH = frozenset(("b", "i", "br", "icon"))


class Symbols(Mapping[str, Symbol]):
    """The icons and a component's own drawings, each read when it is first used.

    ``problems`` gathers what is wrong in those that were used, by their template.
    """

    def __init__(self, fonts: Fonts) -> None:
        self.elements: dict[str, tuple[str, XML]] = {}
        self.done: dict[str, Symbol] = {}
        self.open: set[str] = set()
        self.reader = Reader(fonts, self)
        self.problems: list[tuple[str, str]] = []

    def add(self, text: str, template: str) -> None:
        for name, element in read_symbols(parse(text, template)).items():
            self.elements[name] = template, element

    def __getitem__(self, name: str) -> Symbol:
        if name not in self.done:
            self.done[name] = self.read(name)
        return self.done[name]

    def read(self, name: str) -> Symbol:
        """One symbol and, with it, all that it draws; an empty one if it cannot be read."""
        if name in self.open:
            raise MarkupError(f"the symbol {name!r} draws itself")
        self.open.add(name)
        template, element = self.elements[name]
        before = len(self.reader.errors)
        try:
            symbol = read_symbol(self.reader, name, element)
        except (MarkupError, PathError) as error:
            symbol = Symbol(name, ())
            self.reader.keep(error, element)
        self.problems += [(template, f"{name}: {one}") for one in self.reader.errors[before:]]
        del self.reader.errors[before:]
        self.open.discard(name)
        return symbol

    def __contains__(self, name: object) -> bool:
        return name in self.elements

    def __iter__(self) -> Iterator[str]:
        return iter(self.elements)

    def __len__(self) -> int:
        return len(self.elements)


class Facts(NamedTuple):
    """What templates may know of a game beside its data: no folder, no file."""

    title: str
    head: Head
    sections: tuple[Section, ...]
    options: Mapping[str, Option[Any]]


class Studio:
    """Renders the components of one game; ``problems`` gathers what went wrong.

    ``paper`` is the name of the paper, on which the size of page components depends.
    """

    def __init__(self, game: Game[Any], fonts: Fonts, paper: str) -> None:
        self.game = game
        self.fonts = fonts
        self.paper = paper_size(paper)
        self.problems: list[Problem] = []
        self.folders = _folders(game)
        self.environment = ImmutableSandboxedEnvironment(
            loader=jinja2.FileSystemLoader([str(folder) for folder in self.folders]),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            bytecode_cache=_compiled(),
        )
        self.environment.filters.update(rich=rich, tint=tint)
        self.words = {
            "game": Facts(game.title, game.head, game.sections, game.options()),
            "data": game.data,
            "lengths": game.lengths,
            "find": {table: {row.id: row for row in game.rows(table)} for table in game.tables()},
        }

    def symbols(self, component: Component) -> Symbols:
        """The icons, and the drawings of the component's ``symbols`` template."""
        symbols = Symbols(self.fonts)
        symbols.add((LOOKS / "icons.svg").read_text("utf-8"), "icons.svg")
        if component.symbols:
            width, height = self.size(component)
            text = self.render(component.symbols, {"w": width, "h": height}, component.title, None)
            try:
                symbols.add(text or "<svg/>", component.symbols)
            except MarkupError as error:
                self.blame(str(error), component.title, template=component.symbols)
        return symbols

    def size(self, component: Component) -> tuple[float, float]:
        """Width and height of the component's pieces in mm; raise `DataError` for no known size."""
        if component.size == "page":
            return self.paper
        own = OWN_SIZE.fullmatch(component.size)
        if own is not None:
            return float(own[1]), float(own[2])
        sizes = sheet_data().sizes
        if component.size not in sizes:
            hint = near(component.size, ("page", *sizes))
            known = "a name of sheets.yaml, page, or mm like 70 x 120"
            what = f"found {component.size!r}, expected {known}{hint}"
            file = f"{self.game.id}/print.yaml"
            raise DataError(Problem(message=what, file=file, item=component.title, field="size"))
        width, height = sizes[component.size]
        return width, height

    def faces(self, name: str, component: Component, symbols: Symbols) -> list[Face]:
        """Every face of the component called ``name``, in the order of its data, with its back."""
        reader = Reader(self.fonts, symbols)
        backs: dict[str, Face | None] = {}
        faces: list[Face] = []
        for kind in component.faces:
            rows: tuple[Row | None, ...] = self.game.rows(kind.rows) if kind.rows else (None,)
            back = kind.back or component.back
            if back and back not in backs:
                stem = Path(back).stem
                made = self.draw(back, component, stem, None, {}, reader)
                backs[back] = made[0] if made else None
            for at, row in enumerate(rows):
                faces.extend(
                    self.row_faces(kind, component, row, at, reader, backs.get(back or ""))
                )
        self.problems.extend(
            Problem(message=what, file=template, item=name) for template, what in symbols.problems
        )
        for twice, times in Counter(face.id for face in faces).items():
            if times > 1:
                self.blame(f"{times} pieces have this ID, expected one", twice)
        return faces

    def row_faces(
        self,
        kind: FaceTemplate,
        component: Component,
        row: Row | None,
        at: int,
        reader: Reader,
        back: Face | None,
    ) -> list[Face]:
        item = row.id if row else Path(kind.template).stem
        copies = kind.copies * (row.copies if row else 1)
        drawn = [(item, at, copies)]
        if component.per_page:  # each form has fields of its own; other copies share a drawing
            drawn = [(form, place, 1) for place, form in enumerate(form_ids(item, copies))]
        return [
            face
            for name, index, times in drawn
            for face in self.draw(
                kind.template,
                component,
                name,
                (kind.rows or "", at),
                {"card": row, "index": index},
                reader,
                copies=times,
                back=back,
            )
        ]

    def draw(
        self,
        template: str,
        component: Component,
        item: str,
        origin: tuple[str, int] | None,
        words: dict[str, Any],
        reader: Reader,
        *,
        copies: int = 1,
        back: Face | None = None,
    ) -> list[Face]:
        """The face that a template gives for one row; several where its text flows over pages."""
        width, height = self.size(component)
        box = {"w": width, "h": height, "bleed": component.bleed, "safe": component.safe}
        text = self.render(template, {**box, **words}, item, origin)
        if text is None:
            return []
        reader.errors.clear()
        try:
            root = parse(text, template)
            pages = self.pages(root, reader)
        except MarkupError as error:
            self.blame(str(error), item, origin, error.field, template)
            return []
        except RecursionError:
            self.blame(f"{template}: nested too deep", item, origin)
            return []
        for kept in reader.errors:
            self.blame(str(kept), item, origin, kept.field, template)
        return [
            Face(
                item if number == 1 else f"{item}-{number}",
                width, height, shapes, copies,
                component.bleed, component.safe, component.corner, back, number,
            )
            for number, shapes in enumerate(pages, 1)
        ]  # fmt: skip

    def pages(self, root: XML, reader: Reader) -> list[tuple[Any, ...]]:
        flows = [child for child in root if tag_of(child) == "flow"]
        for one in flows:
            root.remove(one)
        fixed = reader.shapes(root)
        if not flows:
            return [fixed]
        return [fixed + shapes for shapes in flow_pages(read_flow(reader, flows[0]))]

    def render(
        self, template: str, words: dict[str, Any], item: str, origin: tuple[str, int] | None
    ) -> str | None:
        try:
            return self.environment.get_template(template).render(self.words | words)
        except jinja2.TemplateNotFound as error:
            message = f"no template {error.name}"
        except jinja2.TemplateSyntaxError as error:
            message = f"{error.name or template}, line {error.lineno}: {error.message}"
        except (RecursionError, MemoryError):
            message = f"{template}: it nests or grows without end"
        except BAD_TEMPLATE as error:
            message = f"{template}: {error}"
        self.blame(message, item, origin)
        return None

    def blame(
        self,
        message: str,
        item: str,
        origin: tuple[str, int] | None = None,
        field: str = "",
        template: str = "",
    ) -> None:
        """Keep a problem: at the row's line if the row is known, else in the template."""
        row = self.game.origins.get(origin) if origin else None
        if row is not None:
            self.problems.append(
                Problem(message=message, file=row.file, line=row.line, item=item, field=field)
            )
        else:
            file = template or f"{self.game.id}/print.yaml"
            self.problems.append(Problem(message=message, file=file, item=item, field=field))

    def stop_if_wrong(self) -> None:
        if self.problems:
            raise DataError(*self.problems)


def _folders(game: Game[Any]) -> list[Path]:
    """Where a game's templates are looked for: its own copy, the shipped ones, the common ones."""
    own = [] if game.folder.parent == SHIPPED else [game.folder / "templates"]
    return [*own, LOOKS / game.id, LOOKS]


def _compiled() -> jinja2.BytecodeCache | None:
    """Where compiled templates are kept between runs; None where the user has no such place.

    Compiling the templates costs as much as drawing the deck. Jinja2 keys each by its source.
    """
    home = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    folder = Path(home) / "printkit"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            return None
    except (OSError, RuntimeError):
        return None
    return jinja2.FileSystemBytecodeCache(str(folder))


def flow_pages(text: Flow) -> Iterator[tuple[Shape, ...]]:
    """The pages of a flow: a page's art, then what its frames took."""
    pages: list[list[Shape]] = []
    for column in _balanced(text):
        while len(pages) <= column.page:
            pages.append([])
        pages[column.page].extend(column.shapes)
    for at, shapes in enumerate(pages):
        art, _ = text.pages[min(at, len(text.pages) - 1)]
        yield (*art, *shapes)


def _balanced(text: Flow) -> list[Column]:
    """The columns, those of the last page as short as they can be without another page."""
    columns = list(flow(text.paragraphs, _frames(text, 0, 1.0)))
    last = columns[-1].page
    too_short, enough = 0.0, 1.0
    for _ in range(7):
        share = (too_short + enough) / 2
        trial = list(flow(text.paragraphs, _frames(text, last, share)))
        if trial[-1].page > last:
            too_short = share
        else:
            enough, columns = share, trial
    return columns


def _frames(text: Flow, short: int, share: float) -> Iterator[tuple[int, Box]]:
    """Every frame with its page, the last page's again and again; those of the page ``short`` have
    only a ``share`` of their height."""
    for at in count():
        for box in text.pages[min(at, len(text.pages) - 1)][1]:
            yield at, box._replace(height=box.height * share) if at == short else box


def rich(text: str) -> Markup:
    """A text of the data whose markup is kept: ``<b> <i> <br/> <icon name=…/>``."""
    if "<" not in text and "&" not in text:
        return Markup(text)
    try:
        root = ElementTree.fromstring(f"<text>{text}</text>")
    except ElementTree.ParseError as error:
        raise MarkupError(f"text {text!r}: {str(error).split(':')[0]}") from None
    for element in root.iter():
        if element is not root and element.tag not in RICH:
            raise MarkupError(f"<{element.tag}> in {text!r}: expected {', '.join(sorted(RICH))}")
    return Markup(text)


def copy_game(game: str, folder: Path) -> Path:
    """Copy a shipped game, data and templates, to ``folder/game``, which must not be there yet."""
    source = folder_of(game)
    target = folder / game
    if target.exists():
        raise DataError(Problem(message="is there already: name another folder", file=str(target)))
    target.mkdir(parents=True)
    for file in sorted(source.glob("*.yaml")):
        shutil.copyfile(file, target / file.name)
    looks = target / "templates"
    looks.mkdir()
    for file in sorted((LOOKS / game).glob("*.svg")):
        shutil.copyfile(file, looks / file.name)
    return target


def tint(colour: str, share: float) -> str:
    """``colour`` thinned with white: 1 keeps it, 0 is white. In place of transparency, which home
    printers and presses treat each in its own way."""
    known = read_colour(colour)
    if known is None or known == CURRENT:
        raise MarkupError(f"tint: found {colour!r}, expected a colour like #8c2f39")
    digits = (known[at : at + 2] for at in (1, 3, 5))
    mixed = (round(255 - (255 - int(pair, 16)) * share) for pair in digits)
    return "#" + "".join(f"{one:02x}" for one in mixed)
