"""The cover sheet of a reprint: pictures of what to throw away and of what to add, with stamps.

All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from card_data import Game
from card_data.model import Component, FaceTemplate
from card_data.words import counted
from printkit.drawing.geometry import rectangle_steps
from printkit.drawing.rewriting import without
from printkit.drawing.shapes import Face, Field, Group, Path, Shape, Style, Symbol, Text, extent
from printkit.faces.symbols import lent
from printkit.faces.wire import Drawn
from printkit.options import Options
from printkit.pictures.store import is_kept
from printkit.printing.making import PrintRun
from printkit.printing.preview import lent_by
from printkit.printing.reprint.comparison import Difference
from printkit.printing.reprint.words import titled
from printkit.printings.records import KeptFace, Printing, titles_of
from printkit.sheets.layout import Layout
from printkit.sheets.settings import SheetSettings
from printkit.typography.fitting import as_printed
from printkit.typography.fonts import Font, Fonts

BEFORE = "before"  # in the names of the symbols of old pieces
CHANGES, CHANGES_FACE = "what has changed", "changes"
WHAT_HAS_CHANGED = Component(
    title="What has changed",
    size="page",
    safe=8,
    per_page={1: "page"},
    stamp=False,
    faces=(FaceTemplate(template=CHANGES_FACE),),
)
EDGE, TOP, FOOT = 12.0, 12.0, 14.0  # beside, above and below everything
PICTURE = 18.0, 25.0  # what a picture fits in
ARROW = 6.0  # between a picture and the one that replaces it
GAP, ROW_GAP = 5.0, 4.0  # between pairs of pictures
TITLE, HEADING, TYPE, LINE = 7.0, 4.2, 2.9, 3.8  # type sizes, and the height of a line
INK, DIM = "#1d1a17", "#5b534c"
OUTLINE = Style(fill=None, stroke="#a39c92", width=0.2)
SIGN = Style(fill=None, stroke=DIM, width=0.35, cap="round", join="round")


class Changes(NamedTuple):
    """How a component differs from the same in a printing; ``before`` are the faces as they were.

    ``layout`` has those of now; None if there is no such component any more.
    """

    name: str
    layout: Layout | None
    difference: Difference
    before: Drawn

    @property
    def title(self) -> str:
        return self.layout.component.title if self.layout is not None else self.name

    @property
    def paged(self) -> bool:
        """Whether its pieces are the pages of a text."""
        return self.layout is not None and self.layout.component.booklet

    def symbols(self) -> Iterator[Symbol]:
        """The symbols of before and of now, by names that nothing else has."""
        yield from lent_by(with_stand_ins(self.before.symbols), f"{self.name}-{BEFORE}")
        yield from lent_by(self.layout.symbols if self.layout is not None else {}, self.name)

    def shown(self, face: Face, *, before: bool = False) -> tuple[Shape, ...]:
        """What a face draws, with nothing to fill in."""
        prefix = f"{self.name}-{BEFORE}" if before else self.name
        return without(lent(face.shapes, prefix), Field)


class Picture(NamedTuple):
    """A piece to show, what it is called, how many of it there are, and its stamp."""

    face: Face
    shapes: tuple[Shape, ...]
    title: str
    copies: int
    stamp: str


class Pair(NamedTuple):
    """What to throw away, and what to add in its place."""

    old: Picture | None
    new: Picture | None


def cover_sheets(
    game: Game[Any],
    printing: Printing,
    changes: Sequence[Changes],
    options: Options,
    settings: SheetSettings,
    fonts: Fonts,
    runs: Sequence[PrintRun],
) -> Layout:
    """The cover sheet, on as many pages as it takes; not imposed yet. The ``runs`` are those in
    which the pages after it are printed."""
    pages = Pages(settings.sheet_size(options.paper), fonts)
    pages.head(game, printing, changes)
    pages.printing(runs)
    for one in changes:
        pages.section(one.title, pairs_of(one, game), list(moves_of(one, game)))
    faces = pages.faces()
    symbols = {symbol.name: symbol for one in changes for symbol in one.symbols()}
    return Layout(game, CHANGES, WHAT_HAS_CHANGED, faces, faces, [], symbols)


def pairs_of(one: Changes, game: Game[Any]) -> list[Pair]:
    """What to add to a component, each with what it replaces, then what only goes; forms that are
    alike are one."""
    drawn = {face.digest: face for face in one.before.faces}
    gone = {(face.id, face.number, face.page): face for face in one.difference.away}
    pairs: dict[tuple[str, str, str, int], Pair] = {}
    for face in one.difference.add:
        old = gone.pop((face.id, face.number, face.page), None)
        new = new_picture(face, one, game)
        pair = Pair(None if old is None else kept_picture(old, one, drawn), new)
        key = face.id, face.digest, old.digest if old else "", face.page
        pairs[key] = pair if key not in pairs else joined(pairs[key], pair)
    for old in gone.values():
        key, pair = (old.id, "", old.digest, old.page), Pair(kept_picture(old, one, drawn), None)
        pairs[key] = pair if key not in pairs else joined(pairs[key], pair)
    return list(pairs.values())


def joined(first: Pair, second: Pair) -> Pair:
    """Two pairs that look alike, as one of more copies."""
    both = [
        one and one._replace(copies=one.copies + (other.copies if other else 0))
        for one, other in zip(first, second, strict=True)
    ]
    return Pair(*both)


def new_picture(face: Face, one: Changes, game: Game[Any]) -> Picture:
    """A piece to add."""
    title = titled(face, called(one, game), one.title, paged=one.paged)
    return Picture(face, one.shown(face), title, face.copies, face.stamp)


def called(one: Changes, game: Game[Any]) -> Mapping[str, str]:
    """What the pieces of a component are called now, by their IDs."""
    return titles_of(game, one.name) if one.layout is not None else {}


def with_stand_ins(symbols: Mapping[str, Symbol]) -> dict[str, Symbol]:
    """Symbols with an area of its mean colour in place of each picture that is kept no more."""
    found = dict(symbols)
    for name, symbol in symbols.items():
        one = symbol.picture
        if one is not None and not one.dots and not is_kept(one.digest):
            area = rectangle_steps(one.x, one.y, one.width, one.height, 0, 0)
            shapes = (Path(area, Style(fill=one.tone)),)
            found[name] = msgspec.structs.replace(symbol, shapes=shapes)
    return found


def kept_picture(piece: KeptFace, one: Changes, drawn: Mapping[str, Face]) -> Picture:
    """A piece as it was; an empty one if its drawing has been lost."""
    face = drawn.get(piece.digest)
    title = titled(piece, {}, one.title, paged=one.paged)
    if face is None:
        face = Face(piece.id, *PICTURE, ())
    return Picture(face, one.shown(face, before=True), title, piece.copies, piece.stamp)


def moves_of(one: Changes, game: Game[Any]) -> Iterator[str]:
    """What stays on the table, and has another number or name now, in words."""
    titles = called(one, game)
    for old, face in one.difference.moved:
        before = titled(old, {}, one.title, paged=one.paged)
        now = titled(face, titles, one.title, paged=one.paged)
        if old.id == face.id:
            now = f"page {face.page}"
        yield f"{before}{f' ({old.stamp})' if old.stamp else ''} is now {now}"


class Pages:
    """The pages of a cover sheet as they fill from the top."""

    def __init__(self, size: tuple[float, float], fonts: Fonts) -> None:
        self.width, self.height = size
        self.fonts = fonts
        self.done: list[list[Shape]] = [[]]
        self.y = TOP
        self.room = self.width - 2 * EDGE

    def faces(self) -> list[Face]:
        """The pages as forms of one face."""
        safe = WHAT_HAS_CHANGED.safe
        return [
            Face(CHANGES_FACE, self.width, self.height, tuple(shapes), safe=safe, number=number)
            for number, shapes in enumerate(self.done, 1)
        ]

    def take(self, height: float) -> float:
        """The y at which something so high begins, on a new page if this one has no room."""
        if self.y + height > self.height - FOOT and self.y > TOP:
            self.done.append([])
            self.y = TOP
        start = self.y
        self.y += height
        return start

    def write(self, role: str, text: str, size: float, font: Font, ink: str = INK) -> None:
        """A paragraph or a heading, on as many lines as it takes."""
        lines = broken(text, self.room / size, font)
        pitch = 1.3 * size
        top = self.take(pitch * len(lines))
        runs = [
            run(line, EDGE, top + size + at * pitch, size, font, ink)
            for at, line in enumerate(lines)
        ]
        self.done[-1].append(Group(tuple(runs), role=role))

    def head(self, game: Game[Any], printing: Printing, changes: Sequence[Changes]) -> None:
        """The title, and how much there is to do."""
        add = sum(face.copies for one in changes for face in one.difference.add)
        away = sum(face.copies for one in changes for face in one.difference.away)
        moved = sum(len(one.difference.moved) for one in changes)
        sans = self.fonts.get("sans")
        display = self.fonts.get("display", bold=True)
        self.write("H1", f"What has changed in {game.title}", TITLE, display)
        since = f"Since the printing “{printing.name}” of {printing.day}"
        doing = [f"throw away {away}"] * bool(away) + [f"add {add}"] * bool(add)
        doing += [f"{moved} only {'has' if moved == 1 else 'have'} another number"] * bool(moved)
        self.write("P", f"{since}: {'; '.join(doing)}.", 3.4, sans, DIM)
        self.write(
            "P",
            "The four letters and digits are the stamp in the margin of each piece: by it you find "
            "the old one. Pieces without a stamp have no room for one.",
            TYPE, sans, DIM,
        )  # fmt: skip

    def printing(self, runs: Sequence[PrintRun]) -> None:
        """What to print on card and what on paper."""
        self.y += 1.0
        for run in runs:
            sides = "both sides" if run.duplex else "one side"
            pages = "page" if run.pages.isdigit() else "pages"
            words = f"Print {pages} {run.pages} on {run.stock}, on {sides}."
            self.write("P", words, TYPE, self.fonts.get("sans", bold=True))
        self.y += 2.0

    def section(self, title: str, pairs: Sequence[Pair], moves: Sequence[str]) -> None:
        """What changes in one component."""
        wide = 2 * PICTURE[0] + ARROW
        columns = max(1, int((self.room + GAP) / (wide + GAP)))
        high = PICTURE[1] + 3 * LINE + ROW_GAP
        if pairs and self.y + 2.2 * HEADING + high > self.height - FOOT:
            self.y = self.height  # the heading goes with its first row
        self.y += 1.5
        self.write("H2", title, HEADING, self.fonts.get("display", bold=True))
        self.y += 1.0
        for start in range(0, len(pairs), columns):
            top = self.take(high)
            for at, pair in enumerate(pairs[start : start + columns]):
                shapes = self.pair(pair, EDGE + at * (wide + GAP), top, title)
                self.done[-1].append(Group(tuple(shapes), role="Figure", says=said(pair)))
        for move in moves:
            self.write("P", move, TYPE, self.fonts.get("sans"))

    def pair(self, pair: Pair, x: float, top: float, component: str) -> Iterator[Shape]:
        """Two pictures side by side, an arrow between them, and what they are beyond what their
        ``component`` is called."""
        sans, bold = self.fonts.get("sans"), self.fonts.get("sans", bold=True)
        right = x + PICTURE[0] + ARROW
        wide = 2 * PICTURE[0] + ARROW
        title = next(one.title for one in pair if one is not None)
        if title.startswith(f"{component}, "):  # a page of it
            title = title.removeprefix(f"{component}, ").capitalize()
        if pair.old is not None and pair.new is not None and same(pair.old, pair.new):
            title += ", as it was"  # on one sheet of paper with what has changed
        if title != component:
            yield run(shortened(title, wide / TYPE, bold), x, top + TYPE, TYPE, bold)
        for one, left, does in ((pair.old, x, "throw away"), (pair.new, right, "add")):
            if one is None:
                continue
            yield from picture(one, left, top + LINE)
            y = top + LINE + PICTURE[1] + TYPE
            yield run(f"{does} {one.copies}", left, y, TYPE, sans)
            if one.stamp:
                yield run(one.stamp, left, y + LINE - 0.4, TYPE, bold)
        middle = top + LINE + PICTURE[1] / 2
        start = x + PICTURE[0] + 1.0
        if pair.old is not None:
            yield arrow(start, middle)


def same(old: Picture, new: Picture) -> bool:
    """Whether two pictures are of pieces that look alike."""
    return old.face.digest == new.face.digest


def said(pair: Pair) -> str:
    """A pair in words, for who cannot see it."""
    parts = [
        f"{does} {counted(one.copies, 'copy', 'copies')} of {one.title}"
        + (f", stamp {one.stamp}" if one.stamp else "")
        for one, does in ((pair.old, "throw away"), (pair.new, "add"))
        if one is not None
    ]
    return "; ".join(parts)


def picture(one: Picture, left: float, top: float) -> Iterator[Shape]:
    """A piece, small, in the middle of the room for it."""
    face = one.face
    scale = min(PICTURE[0] / face.width, PICTURE[1] / face.height)
    x = left + (PICTURE[0] - scale * face.width) / 2
    y = top + (PICTURE[1] - scale * face.height) / 2
    edge = extent(Face(face.id, face.width, face.height, (), corner=face.corner, shape=face.shape))
    line = Path(edge.steps, Style(fill=None, stroke=OUTLINE.stroke, width=OUTLINE.width / scale))
    matrix = (scale, 0.0, 0.0, scale, x, y)
    yield Group(one.shapes, matrix, edge, piece=True)
    yield Group((line,), matrix)


def arrow(x: float, y: float) -> Path:
    """An arrow to the right, `ARROW` less 2 mm long."""
    end = x + ARROW - 2.0
    steps = (("M", (x, y)), ("L", (end, y)), ("M", (end - 1.3, y - 1.3)), ("L", (end, y)))
    return Path((*steps, ("L", (end - 1.3, y + 1.3))), SIGN)


def run(text: str, x: float, y: float, size: float, font: Font, ink: str = INK) -> Text:
    """A line of text; characters that the font lacks are shown as question marks."""
    text = "".join("?" if font.lacks(char) else char for char in as_printed(text))
    return Text(x, y, text, font.key, size, font.width(text) * size, ink)


def shortened(text: str, room: float, font: Font) -> str:
    """As much of a text as has room, in ems."""
    kept = text
    while kept and font.width(kept + "…") > room and font.width(text) > room:
        kept = kept[:-1]
    return text if kept == text else f"{kept.rstrip()}…"


def broken(text: str, room: float, font: Font) -> list[str]:
    """A text in lines that are at most ``room`` ems long, if its words are."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.width(longer) > room:
            lines.append(shortened(word, room, font))
        else:
            lines[-1] = longer
    return lines
