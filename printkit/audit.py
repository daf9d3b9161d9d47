"""Reading a built PDF back and holding it against the data.

The audit trusts nothing that the painter kept in memory: pieces, their places and their words are
found in the page's own content, character codes are decoded by the embedded fonts' tables, and the
count of each piece comes from the data's rows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pypdf import PdfReader
from pypdf.generic import ContentStream

import card_data
from printkit.drawing import IDENTITY, Face, Matrix, multiply, texts
from printkit.fonts import Fonts
from printkit.layout import Layout, Options, lay_out
from printkit.pdf import UNIT
from printkit.sheets import Flip

TOLERANCE = 0.05  # mm
CAPITALS = 0.65  # em: how high capitals are in the families we ship, and about in any
DEEPEST_FORM = 8
FLIPS = ("long", "short")
TELLING = frozenset(
    (b"q", b"Q", b"cm", b"Tm", b"Tw", b"Tf", b"Tj", b"Do")
)  # all that matters in a form
CODE = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")


class Run(NamedTuple):
    """A run of text and its corners in its piece's own mm, from the baseline to its capitals."""

    text: str
    corners: tuple[tuple[float, float], ...]


@dataclass
class Piece:
    """A piece found on a page: ``matrix`` takes its mm to the page's points."""

    id: str
    side: str
    matrix: Matrix | None = None
    runs: list[Run] = field(default_factory=list)


def audit_file(file: Path, data: Path | None) -> list[str]:
    """Audit a file on its own: its keywords say what it was built from."""
    try:
        keywords = keywords_of(PdfReader(file))
    except Exception as error:  # as in `audit`
        return [f"{file}: cannot be read as a PDF: {error}"]
    said = dict(pair.split("=", 1) for pair in keywords.split() if "=" in pair)
    if not {"game", "component", "paper", "flip"} <= said.keys() or said["flip"] not in FLIPS:
        return [f"{file}: not built by printkit: its keywords name no game and component"]
    game = card_data.load(said["game"], data)
    if said["component"] not in game.components:
        return [f"{file}: {game.title} has no component {said['component']}"]
    fronts_only = said.get("fronts_only") == "true"
    flip: Flip = "long" if said["flip"] == "long" else "short"
    per_page = int(said["per_page"]) if said.get("per_page", "").isdigit() else None
    options = Options(said["paper"], flip, fronts_only, data, per_page)
    return audit(file, lay_out(game, said["component"], options, Fonts()), options, str(file))


def keywords_of(reader: PdfReader) -> str:
    """The file's own keywords; empty if it has none."""
    metadata = reader.metadata
    return str(metadata.get("/Keywords", "")) if metadata is not None else ""


class FontTable(NamedTuple):
    """What an embedded font says of its codes: characters, and advances in thousandths of an em."""

    characters: dict[int, str]
    widths: dict[int, float]


def audit(file: Path, layout: Layout, options: Options, shown: str) -> list[str]:
    """Every way in which ``file`` is not what ``layout``'s data says; none is what we hope for."""
    try:
        reader = PdfReader(file)
        reading = _Reading(reader)
        pages = [reading.page(page) for page in reader.pages]
        loose = sorted(set(unembedded_fonts(reader)))
    except Exception as error:  # a damaged file can fail pypdf, and us, in any way
        return [f"{shown}: cannot be read as a PDF: {error}"]
    findings = [f"the font {name} is not embedded" for name in loose]
    findings += counted(pages, layout, options)
    if any(piece.side == "Back" for found in pages for piece in found):
        findings += facing(pages, reader, layout, options)
    faces = {face.id: face for face in layout.faces}
    backs = {face.back.id: face.back for face in layout.faces if face.back is not None}
    for number, found in enumerate(pages, 1):
        for piece in found:
            face = (faces if piece.side == "Front" else backs).get(piece.id)
            if face is not None:
                findings += (f"page {number}, {piece.id}: {what}" for what in worded(piece, face))
    return [f"{shown}: {finding}" for finding in findings]


def counted(pages: list[list[Piece]], layout: Layout, options: Options) -> Iterator[str]:
    """Pieces that are there too often or too seldom, and pages too many or too few."""
    if len(pages) != len(layout.sheets):
        yield f"{len(pages)} pages, expected {len(layout.sheets)}"
    found = Counter(piece.id for page in pages for piece in page if piece.side == "Front")
    expected = layout.game.counts(layout.name, options.per_page)
    for name in [face.id for face in layout.faces if face.page > 1]:
        expected[name] = expected[name.rpartition("-")[0]]  # a text that runs over several pages
    for name, count in expected.items():
        if found[name] != count:
            yield f"{name} is there {found[name]} times, expected {count}"
    for name in found.keys() - expected.keys():
        yield f"{name} is in no row of the data"
    if options.fronts_only and any(piece.side == "Back" for page in pages for piece in page):
        yield "there are backs, though only fronts were asked for"


def facing(
    pages: list[list[Piece]], reader: PdfReader, layout: Layout, options: Options
) -> Iterator[str]:
    """Fronts that do not meet their back when the sheet is flipped."""
    back_of = {face.id: face.back.id for face in layout.faces if face.back is not None}
    for number in range(0, len(pages) - 1, 2):
        box = reader.pages[number].mediabox
        width, height = float(box.width), float(box.height)
        upright = (options.flip == "long") == (height >= width)
        backs = {_corner(piece): piece for piece in pages[number + 1]}
        for piece in pages[number]:
            if piece.matrix is None or piece.id not in back_of:
                continue
            a, b, c, d, e, f = piece.matrix
            face = layout.faces[0]
            if upright:  # turned over about an upright edge: columns change places
                there = (a, b, c, d, width - e - face.width * UNIT, f)
            else:  # about a level edge: rows change places and the back stands on its head
                there = (-a, -b, -c, -d, e + face.width * UNIT, height - f)
            back = backs.get(_rounded(there))
            if back is None or back.id != back_of[piece.id]:
                yield f"page {number + 1}, {piece.id}: its back does not lie behind it"


def _corner(piece: Piece) -> tuple[float, ...]:
    return _rounded(piece.matrix or IDENTITY)


def _rounded(matrix: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 1) + 0.0 for value in matrix)


def worded(piece: Piece, face: Face) -> Iterator[str]:
    """Words that are missing, changed, or outside the safe area of the piece."""
    found = "".join(run.text for run in piece.runs).replace(" ", "")
    wanted = "".join(text.text for text in texts(face.shapes)).replace(" ", "")
    if found != wanted:
        yield f"its text reads {found[:60]!r}, expected {wanted[:60]!r}"
    left, top = face.safe - TOLERANCE, face.safe - TOLERANCE
    right, foot = face.width - left, face.height - top
    for run in piece.runs:
        xs, ys = zip(*run.corners, strict=True)
        if min(xs) < left or max(xs) > right or min(ys) < top or max(ys) > foot:
            yield f"{run.text[:40]!r} reaches outside the safe area of {face.safe:g} mm"


def unembedded_fonts(reader: PdfReader) -> Iterator[str]:
    """The names of the fonts that the pages and their forms use but do not carry."""
    for page in reader.pages:
        for font in _fonts(page.get("/Resources")).values():
            descriptor = font.get("/FontDescriptor")
            holder = descriptor.get_object() if descriptor is not None else {}
            if "/FontFile2" not in holder:
                yield str(font.get("/BaseFont"))


def _fonts(resources: Any) -> dict[str, Any]:
    fonts = resources.get_object().get("/Font") if resources is not None else None
    if fonts is None:
        return {}
    return {name: font.get_object() for name, font in fonts.get_object().items()}


class _Reading:
    """Runs through content streams and keeps the matrix, the font and the piece it is in."""

    def __init__(self, pdf: Any) -> None:
        self.pdf = pdf
        self.pieces: list[Piece] = []
        self.inside: Piece | None = None
        self.tables: dict[int, FontTable] = {}
        self.forms: dict[int, list[tuple[Any, bytes]]] = {}

    def page(self, page: Any) -> list[Piece]:
        """The pieces of a page, in the order painted."""
        self.pieces = []
        operations = ContentStream(page.get_contents(), self.pdf).operations
        self.run(operations, page.get("/Resources"), IDENTITY, 0)
        return self.pieces

    def run(
        self, operations: list[tuple[Any, bytes]], resources: Any, matrix: Matrix, depth: int
    ) -> None:
        resources = resources.get_object() if resources is not None else {}
        fonts = _fonts(resources)
        forms = resources.get("/XObject", {})
        stack: list[Matrix] = []
        line, size, spacing = IDENTITY, 0.0, 0.0
        table = FontTable({}, {})
        for operands, operator in operations:
            if operator == b"q":
                stack.append(matrix)
            elif operator == b"Q":
                matrix = stack.pop() if stack else matrix
            elif operator == b"cm":
                matrix = multiply(_floats(operands), matrix)
                if self.inside is not None and self.inside.matrix is None:
                    self.inside.matrix = matrix
            elif operator == b"BDC" and operands[0] == "/Piece":
                self.inside = Piece(str(operands[1]["/Id"]), str(operands[1]["/Side"])[1:])
                self.pieces.append(self.inside)
            elif operator == b"EMC":
                self.inside = None
            elif operator == b"Tm":
                line = _floats(operands)
            elif operator == b"Tw":
                spacing = float(operands[0])
            elif operator == b"Tf":
                size = float(operands[1])
                table = self.table(fonts[operands[0]])
            elif operator == b"Tj" and self.inside is not None:
                self.show(operands[0], table, size, spacing, multiply(line, matrix))
            elif operator == b"Do":
                self.form(forms.get_object()[operands[0]].get_object(), matrix, depth)

    def form(self, form: Any, matrix: Matrix, depth: int) -> None:
        """A form's content, read once, as the same drawing is on most pages."""
        if form.get("/Subtype") != "/Form" or self.inside is None or depth > DEEPEST_FORM:
            return
        key = form.indirect_reference.idnum
        if key not in self.forms:
            operations = ContentStream(form, self.pdf).operations
            self.forms[key] = [one for one in operations if one[1] in TELLING]
        own = _floats(form.get("/Matrix", IDENTITY))
        self.run(self.forms[key], form.get("/Resources"), multiply(own, matrix), depth + 1)

    def show(
        self, codes: Any, table: FontTable, size: float, spacing: float, matrix: Matrix
    ) -> None:
        assert self.inside is not None
        raw = codes.original_bytes if hasattr(codes, "original_bytes") else bytes(codes)
        text = "".join(table.characters.get(code, "\ufffd") for code in raw)
        advance = sum(table.widths.get(code, 0.0) for code in raw) / 1000 * size
        advance += spacing * raw.count(b" ")
        to_piece = multiply(matrix, _inverse(self.inside.matrix or IDENTITY))
        rise = CAPITALS * size
        corners = ((0.0, 0.0), (advance, 0.0), (0.0, rise), (advance, rise))
        placed = tuple(_apply(to_piece, x, y) for x, y in corners)
        self.inside.runs.append(Run(text, placed))

    def table(self, font: Any) -> FontTable:
        if id(font) not in self.tables:
            first = int(font.get("/FirstChar", 0))
            widths = {first + at: float(one) for at, one in enumerate(font.get("/Widths", ()))}
            self.tables[id(font)] = FontTable(_characters(font), widths)
        return self.tables[id(font)]


def _characters(font: Any) -> dict[int, str]:
    """The font's ToUnicode table: from codes to characters."""
    characters: dict[int, str] = {}
    table = font.get("/ToUnicode")
    if table is None:
        return characters
    body = table.get_object().get_data()
    for block in re.findall(rb"beginbfchar(.*?)endbfchar", body, re.S):
        for code, character in CODE.findall(block):
            value = bytes.fromhex(character.decode()).decode("utf-16-be", "replace")
            characters[int(code, 16)] = value
    return characters


def _floats(operands: Any) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in operands)
    return a, b, c, d, e, f


def _apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _inverse(matrix: Matrix) -> Matrix:
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    return (
        d / area,
        -b / area,
        -c / area,
        a / area,
        (c * f - d * e) / area,
        (b * e - a * f) / area,
    )
