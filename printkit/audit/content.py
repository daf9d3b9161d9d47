"""What the pages of a PDF show: pieces, where they lie, their words; which fonts are embedded.

Nothing that a painter kept in memory is trusted: pieces are found by the marks in a page's own
content, and character codes are decoded by the embedded fonts' tables. What the same bytes drew in
an earlier file is read from there only if all that they refer to is the same in this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any, NamedTuple

from card_data.limits import LONGEST_NAME
from printkit.audit.operations import Operation, operations
from printkit.audit.pdf_reader import Pdf
from printkit.drawing.geometry import IDENTITY, Matrix, inverse, multiply, transformed
from printkit.drawing.shapes import Face
from printkit.painting.pdf import PIECE_END as PIECE_ENDS
from printkit.typography.fonts import CAPITALS

TOLERANCE = 0.05  # mm
DEEPEST_FORM = 24  # what shows what is behind it takes two more
# Patterns and pictures within a page's content.
STRANGE = frozenset((b"scn", b"SCN", b"BI"))
TELLING = STRANGE | frozenset(
    (b"q", b"Q", b"cm", b"Tm", b"Tw", b"Tc", b"Tf", b"Tj", b"TJ", b"Do", b"sh", b"gs")
)  # the operators that matter in a form
MARKS = frozenset((b"BDC", b"BMC", b"EMC"))  # matter on a page too
MASK = "mask "  # before the name of a graphics state: the form that it has as a mask
PIECE = b"/Piece"  # stands for all of a piece among operations: no operator is called so
PIECE_START, PIECE_END = b"\n/Piece <<", f"\n{PIECE_ENDS}\n".encode()
CODE = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")


class TextRun(NamedTuple):
    """A run of text and its corners in its face's own mm, from the baseline to cap height."""

    text: str
    corners: tuple[tuple[float, float], ...]


class FaceKey(NamedTuple):
    """Identifies a face: its row's ID, the number of its form, the page of its text."""

    id: str
    number: int
    page: int

    def __str__(self) -> str:
        numbered = f", form {self.number}" if self.number > 1 else ""
        return f"{self.id}{numbered}" + (f", page {self.page}" if self.page > 1 else "")


@dataclass
class FoundFace:
    """A face found on a page: ``matrix`` takes its mm to the page's points; ``pictures`` are the
    digests of those drawn on it, ``shades`` is the number of its gradients."""

    key: FaceKey
    side: str
    matrix: Matrix | None = None
    runs: list[TextRun] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    shades: int = 0

    @cached_property
    def to_face(self) -> Matrix:
        """From the page's points to its own mm; wanted once ``matrix`` is known."""
        return inverse(self.matrix or IDENTITY) or IDENTITY


def key_of(face: Face) -> FaceKey:
    return FaceKey(face.id, face.number, face.page)


class Glyph(NamedTuple):
    """What a code of a font is read as, and its advance in thousandths of an em."""

    text: str
    width: float


class FontTable(NamedTuple):
    """An embedded font's glyphs by their codes."""

    characters: dict[int, str]
    widths: dict[int, float]

    def glyph(self, code: int) -> Glyph:
        """What a code stands for."""
        return Glyph(self.characters.get(code, "\ufffd"), self.widths.get(code, 0.0))


def size_of(page: Any) -> tuple[float, float]:
    """Width and height of a page, in points."""
    return float(page.mediabox.width), float(page.mediabox.height)


def unembedded_fonts(pages: Iterable[Any]) -> Iterator[str]:
    """The names of the fonts that are at hand on pages without being embedded."""
    for font in fonts_of(pages):
        descriptor = font.get("/FontDescriptor")
        holder = descriptor.get_object() if descriptor is not None else {}
        if "/FontFile2" not in holder:
            yield str(font.get("/BaseFont"))


def fonts_of(pages: Iterable[Any]) -> Iterator[Any]:
    """The fonts at hand on pages; what is the same object on several of them counts once."""
    seen: dict[int, Any] = {}  # which keeps the ids theirs
    for page in pages:
        resources = page.get("/Resources")
        fonts = resources.get_object().get("/Font") if resources is not None else None
        fonts = fonts.get_object() if fonts is not None else {}
        if id(fonts) not in seen:
            seen[id(fonts)] = fonts
            yield from (font.get_object() for font in fonts.values())


class Reading(NamedTuple):
    """What bytes of content draw: ``faces`` are those marked in it; a form has one without a name,
    in its own space. It holds for content with ``fonts`` of these characters and widths, by their
    codes, and with the readings of these ``forms``, by the names in the content. ``strange``:
    there is something in it that our painters do not draw."""

    faces: list[FoundFace]
    fonts: dict[str, dict[int, Glyph]]
    forms: dict[str, Reading | None]
    strange: bool


Readings = dict[bytes, Reading]  # by `digest`


class ContentReader:
    """Interprets content streams, tracking the matrix, the font and the current face.

    ``readings`` are those of earlier files; what is read is added to them.
    """

    def __init__(self, pdf: Pdf, readings: Readings | None = None) -> None:
        self.pdf = pdf
        self.readings: Readings = {} if readings is None else readings
        self.faces: list[FoundFace] = []
        self.inside: FoundFace | None = None
        self.around: list[FoundFace | None] = []  # for each open marked content, what it lies in
        self.tables: dict[int, FontTable] = {}
        self.forms: dict[int, Reading | None] = {}  # None: it is being read
        self.used: dict[str, tuple[FontTable, set[int]]] = {}  # fonts and their codes
        self.drawn: dict[str, Reading | None] = {}  # forms
        self.strange = False  # whether there is anything that our painters do not draw

    def page(self, page: Any) -> list[FoundFace]:
        """The faces of a page, in the order painted."""
        self.faces, self.inside, self.around = [], None, []
        data, resources = self.pdf.decompressed(page.get("/Contents")), page.get("/Resources")
        try:
            read = [one for part in parts_of(data) for one in self.operations(*part)]
        except (ValueError, LookupError):  # such as a string with what looks like a piece
            read = operations(data, TELLING | MARKS)
        self.run(read, resources, IDENTITY, 0)
        return self.faces

    def operations(self, part: bytes, is_piece: bool) -> list[Operation]:
        """The operations of a part of a page; of a piece that stands alone only a `PIECE`, with its
        bytes and, unless they were read before, its operations."""
        if is_piece and digest(part, None) in self.readings:
            return [(PIECE, [part, []])]
        read = operations(part, TELLING | MARKS)
        return [(PIECE, [part, read])] if is_piece and is_alone(read) else read

    def run(self, operations: list[Operation], resources: Any, matrix: Matrix, depth: int) -> None:
        resources = resources.get_object() if resources is not None else {}
        stack: list[tuple[Matrix, FontTable, set[int], float, tuple[float, float]]] = []
        line, size, spacing = IDENTITY, 0.0, (0.0, 0.0)  # of words and of letters
        table, codes = FontTable({}, {}), set[int]()
        self.pdf.spend(len(operations))
        for operator, operands in operations:
            if operator == b"q":
                stack.append((matrix, table, codes, size, spacing))
            elif operator == b"Q":
                if stack:
                    matrix, table, codes, size, spacing = stack.pop()
            elif operator == b"cm":
                matrix = multiply(_matrix(operands), matrix)
                if self.inside is not None and self.inside.matrix is None:
                    self.inside.matrix = matrix
            elif operator in (b"BDC", b"BMC"):
                self.begin(operands)
            elif operator == b"EMC":
                self.inside = self.around.pop() if self.around else None
            elif operator == b"Tm":
                line = _matrix(operands)
            elif operator == b"Tw":
                spacing = operands[0], spacing[1]
            elif operator == b"Tc":
                spacing = spacing[0], operands[0]
            elif operator == b"Tf":
                size = operands[1]
                table, codes = self.font(operands[0], resources)
            elif operator in (b"Tj", b"TJ") and self.inside is not None:
                shown = operands if operator == b"Tj" else operands[0]
                codes.update(*(one for one in shown if isinstance(one, bytes)))
                self.show(shown, table, size, spacing, multiply(line, matrix))
            elif operator in STRANGE:
                spot = operator == b"SCN" and not any(isinstance(one, str) for one in operands)
                self.strange = self.strange or not spot
            elif operator == b"sh":
                self.shade(named(operands[0], "/Shading", resources))
            elif operator == b"gs":
                self.mask(operands[0], resources, depth)
            elif operator == b"Do":
                self.form(operands[0], resources, matrix, depth)
            elif operator == PIECE:
                data, read = operands
                self.piece(data, read, resources, matrix)
                self.strange = self.strange or any(spacing)  # which ours do not leave set

    def shade(self, shading: Any) -> None:
        """Count a gradient of the face that it is on."""
        kind, function = shading.get("/ShadingType"), shading.get("/Function")
        ours = kind in (2, 3) and function.get_object().get("/FunctionType") in (2, 3)
        if self.inside is None or not ours:
            self.strange = True
        else:
            self.inside.shades += 1

    def mask(self, name: str, resources: Any, depth: int) -> None:
        """Read what a graphics state has as a mask, which no words of the face are in."""
        if "/SMask" in named(name, "/ExtGState", resources):
            mask = MASK + name
            self.drawn[mask] = reading = self.form_reading(form_of(mask, resources), depth)
            self.strange = self.strange or reading is None

    def font(self, name: str, resources: Any) -> tuple[FontTable, set[int]]:
        """A font's table, and the codes in it that are used here."""
        if name not in self.used:
            self.used[name] = self.table(named(name, "/Font", resources)), set()
        return self.used[name]

    def piece(self, data: bytes, read: list[Operation], resources: Any, matrix: Matrix) -> None:
        """The faces of a piece, by its bytes in a page's content."""
        for found in self.reading(data, read, resources, 0, None).faces:
            placed = multiply(found.matrix, matrix) if found.matrix else None
            shown = found.runs, found.pictures, found.shades
            self.faces.append(FoundFace(found.key, found.side, placed, *shown))

    def reading(
        self, data: bytes, read: list[Operation], resources: Any, depth: int, form: Matrix | None
    ) -> Reading:
        """What ``data`` draws, a piece or a ``form`` with this matrix: as it was read before, if
        all that it refers to is the same, or else by the operations ``read`` from it, if any."""
        key = digest(data, form)
        known = self.readings.get(key)
        if known is None or not self.holds(known, resources, depth):
            read = read or operations(data, TELLING if form else TELLING | MARKS)
            known = self.readings[key] = self.read(read, resources, depth, form)
        self.strange = self.strange or known.strange
        return known

    def holds(self, known: Reading, resources: Any, depth: int) -> bool:
        """Whether all that was referred to when something was read is the same in this file."""
        resources = resources.get_object() if resources is not None else {}
        self.pdf.spend(1 + sum(map(len, known.fonts.values())))
        for name, glyphs in known.fonts.items():
            table = self.table(named(name, "/Font", resources))
            if any(table.glyph(code) != glyph for code, glyph in glyphs.items()):
                return False
        for name, form in known.forms.items():
            if self.form_reading(form_of(name, resources), depth) is not form:
                return False
        return True

    def read(
        self, operations: list[Operation], resources: Any, depth: int, form: Matrix | None
    ) -> Reading:
        """What operations draw on their own."""
        before = self.faces, self.inside, self.around, self.used, self.drawn, self.strange
        own = FoundFace(FaceKey("", 1, 1), "", IDENTITY) if form else None
        self.faces, self.inside, self.around = [own] if own else [], own, []
        self.used, self.drawn, self.strange = {}, {}, False
        self.run(operations, resources, form or IDENTITY, depth)
        fonts = {
            name: {code: table.glyph(code) for code in codes}
            for name, (table, codes) in self.used.items()
        }
        reading = Reading(self.faces, fonts, self.drawn, self.strange)
        self.faces, self.inside, self.around, self.used, self.drawn, self.strange = before
        return reading

    def begin(self, operands: Any) -> None:
        """Begin marked content: a face, or a tagged part of one."""
        self.around.append(self.inside)
        if operands[0] == "/Piece":
            known = operands[1]
            name = known["/Id"].decode("ascii", "backslashreplace")[:LONGEST_NAME]
            key = FaceKey(name, int(known["/Number"]), int(known["/Page"]))
            self.inside = FoundFace(key, known["/Side"][1:])
            self.faces.append(self.inside)

    def form(self, name: str, resources: Any, matrix: Matrix, depth: int) -> None:
        """A form's runs of text, which are read once and placed at each of its uses."""
        inside = self.inside
        if inside is None:
            self.strange = True
            return
        reading = self.form_reading(named(name, "/XObject", resources), depth)
        self.drawn[name] = reading
        if reading is None:
            self.strange = True
            return
        inside.matrix = inside.matrix or matrix
        (found,) = reading.faces
        self.pdf.spend(1 + len(found.runs))
        inside.shades += found.shades
        to_face = multiply(matrix, inside.to_face)
        inside.runs += [
            TextRun(run.text, tuple(transformed(to_face, x, y) for x, y in run.corners))
            for run in found.runs
        ]
        inside.pictures += found.pictures

    def form_reading(self, form: Any, depth: int) -> Reading | None:
        """What a form draws; None if it is none, draws itself, or is too deep in others."""
        kind = form.get("/Subtype")
        if kind not in ("/Form", "/Image") or depth > DEEPEST_FORM:
            return None
        key = form.indirect_reference.idnum
        if key not in self.forms and kind == "/Image":
            shown = FoundFace(FaceKey("", 1, 1), "", IDENTITY, [], [self.pdf.picture(form)])
            self.forms[key] = Reading([shown], {}, {}, False)
        if key not in self.forms:
            self.forms[key] = None
            own = _matrix([float(value) for value in form.get("/Matrix", IDENTITY)])
            data, resources = self.pdf.decompressed(form), form.get("/Resources")
            self.forms[key] = self.reading(data, [], resources, depth + 1, own)
        return self.forms[key]

    def show(
        self, shown: list[Any], table: FontTable, size: float, spacing: tuple[float, float],
        matrix: Matrix,
    ) -> None:  # fmt: skip
        """Record a run of text: strings, and the kerning between them."""
        assert self.inside is not None
        self.inside.matrix = self.inside.matrix or matrix
        raw = b"".join([one for one in shown if isinstance(one, bytes)])
        moves = sum(one for one in shown if isinstance(one, float))
        text = "".join([table.characters.get(code, "\ufffd") for code in raw])
        units = sum([table.widths.get(code, 0.0) for code in raw]) - moves
        advance = units / 1000 * size + spacing[0] * raw.count(b" ") + spacing[1] * len(raw)
        to_face = multiply(matrix, self.inside.to_face)
        rise = CAPITALS * size
        corners = ((0.0, 0.0), (advance, 0.0), (0.0, rise), (advance, rise))
        placed = tuple(transformed(to_face, x, y) for x, y in corners)
        self.inside.runs.append(TextRun(text, placed))

    def table(self, font: Any) -> FontTable:
        if id(font) not in self.tables:
            first = int(font.get("/FirstChar", 0))
            widths = {
                code: float(width) for code, width in enumerate(font.get("/Widths", ()), first)
            }
            body = self.pdf.decompressed(font.get("/ToUnicode"))
            self.tables[id(font)] = FontTable(_characters(body), widths)
        return self.tables[id(font)]


def named(name: str, kind: str, resources: Any) -> Any:
    """What a ``name`` of a ``kind`` stands for in content with these resources."""
    return resources[kind].get_object()[name].get_object()


def form_of(name: str, resources: Any) -> Any:
    """The form of a name, or the one that a graphics state has as a mask."""
    if not name.startswith(MASK):
        return named(name, "/XObject", resources)
    state = named(name.removeprefix(MASK), "/ExtGState", resources)
    return state["/SMask"].get_object()["/G"].get_object()


def digest(data: bytes, form: Matrix | None) -> bytes:
    """What content is known by: its bytes, and the matrix of a ``form``."""
    return blake2b(data + repr(form).encode(), digest_size=20).digest()


def parts_of(data: bytes) -> Iterator[tuple[bytes, bool]]:
    """A page's content in parts: what look like pieces (True), and what is around them."""
    at = 0
    while True:
        start = data.find(PIECE_START, at)
        end = data.find(PIECE_END, start) if start >= 0 else -1
        if end < 0:
            yield data[at:], False
            return
        yield data[at : start + 1], False
        at = end + len(PIECE_END)
        yield data[start + 1 : at], True


def is_alone(operations: list[Operation]) -> bool:
    """Whether operations are a marked piece that leaves the state in which it begins, apart from
    the line matrix, which no text of our painters takes over."""
    saved = marked = 0
    for operator, _ in operations:
        if operator in (b"BDC", b"BMC"):
            marked += 1
        elif operator == b"EMC":
            marked -= 1
        elif operator == b"q":
            saved += 1
        elif operator == b"Q":
            saved -= 1
        elif not saved:
            return False
        if saved < 0 or marked < 0:
            return False
    begins = bool(operations) and operations[0][0] == b"BDC" and operations[0][1][0] == "/Piece"
    return begins and not saved and not marked


def _characters(body: bytes) -> dict[int, str]:
    """A font's ToUnicode table: from codes to characters."""
    characters: dict[int, str] = {}
    for after in body.split(b"beginbfchar")[1:]:
        block = after.partition(b"endbfchar")[0]
        for code, character in CODE.findall(block):
            value = bytes.fromhex(character.decode()).decode("utf-16-be", "replace")
            characters[int(code, 16)] = value
    return characters


def _matrix(operands: Sequence[float]) -> Matrix:
    a, b, c, d, e, f = operands
    return a, b, c, d, e, f
