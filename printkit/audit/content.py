"""What the pages of a PDF show: pieces, where they lie, their words; which fonts are embedded.

Nothing that a painter kept in memory is trusted: pieces are found by the marks in a page's own
content, and character codes are decoded by the embedded fonts' tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from card_data.limits import LONGEST_NAME
from printkit.audit.pdf_reader import Pdf
from printkit.drawing.geometry import IDENTITY, Matrix, inverse, multiply, transformed
from printkit.drawing.shapes import Face
from printkit.typography.fonts import CAPITALS

TOLERANCE = 0.05  # mm
DEEPEST_FORM = 8
# Shadings, patterns and pictures within a page's content.
STRANGE = frozenset((b"sh", b"scn", b"SCN", b"INLINE IMAGE"))
TELLING = STRANGE | frozenset(
    (b"q", b"Q", b"cm", b"Tm", b"Tw", b"Tf", b"Tj", b"TJ", b"Do")
)  # the operators that matter in a form
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
    """A face found on a page: ``matrix`` takes its mm to the page's points."""

    key: FaceKey
    side: str
    matrix: Matrix | None = None
    runs: list[TextRun] = field(default_factory=list)


def key_of(face: Face) -> FaceKey:
    return FaceKey(face.id, face.number, face.page)


class FontTable(NamedTuple):
    """An embedded font's characters by their codes, and advances in thousandths of an em."""

    characters: dict[int, str]
    widths: dict[int, float]


def size_of(page: Any) -> tuple[float, float]:
    """Width and height of a page, in points."""
    return float(page.mediabox.width), float(page.mediabox.height)


def unembedded_fonts(pdf: Pdf) -> Iterator[str]:
    """The names of the fonts that the pages and their forms use without embedding them."""
    for page in pdf.pages:
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


class ContentReader:
    """Interprets content streams, tracking the matrix, the font and the current face."""

    def __init__(self, pdf: Pdf) -> None:
        self.pdf = pdf
        self.faces: list[FoundFace] = []
        self.inside: FoundFace | None = None
        self.around: list[FoundFace | None] = []  # for each open marked content, what it lies in
        self.tables: dict[int, FontTable] = {}
        self.forms: dict[int, list[tuple[Any, bytes]]] = {}
        self.strange = False  # whether there is anything that our painters do not draw

    def page(self, page: Any) -> list[FoundFace]:
        """The faces of a page, in the order painted."""
        self.faces, self.inside, self.around = [], None, []
        operations = self.pdf.operations(page.get("/Contents"))
        self.run(operations, page.get("/Resources"), IDENTITY, 0)
        return self.faces

    def run(
        self, operations: list[tuple[Any, bytes]], resources: Any, matrix: Matrix, depth: int
    ) -> None:
        resources = resources.get_object() if resources is not None else {}
        forms = resources.get("/XObject", {})
        stack: list[Matrix] = []
        line, size, spacing = IDENTITY, 0.0, 0.0
        table = FontTable({}, {})
        self.pdf.spend(len(operations))
        for operands, operator in operations:
            if operator == b"q":
                stack.append(matrix)
            elif operator == b"Q":
                matrix = stack.pop() if stack else matrix
            elif operator == b"cm":
                matrix = multiply(_floats(operands), matrix)
                if self.inside is not None and self.inside.matrix is None:
                    self.inside.matrix = matrix
            elif operator in (b"BDC", b"BMC"):
                self.begin(operands)
            elif operator == b"EMC":
                self.inside = self.around.pop() if self.around else None
            elif operator == b"Tm":
                line = _floats(operands)
            elif operator == b"Tw":
                spacing = float(operands[0])
            elif operator == b"Tf":
                size = float(operands[1])
                named = resources["/Font"].get_object()[operands[0]]
                table = self.table(named.get_object())
            elif operator in (b"Tj", b"TJ") and self.inside is not None:
                shown = operands if operator == b"Tj" else operands[0]
                self.show(shown, table, size, spacing, multiply(line, matrix))
            elif operator in STRANGE:
                spot = operator == b"SCN" and not any(isinstance(one, str) for one in operands)
                self.strange = self.strange or not spot
            elif operator == b"Do":
                self.form(forms.get_object()[operands[0]].get_object(), matrix, depth)

    def begin(self, operands: Any) -> None:
        """Begin marked content: a face, or a tagged part of one."""
        self.around.append(self.inside)
        if operands[0] == "/Piece":
            known = operands[1]
            key = FaceKey(
                str(known["/Id"])[:LONGEST_NAME], int(known["/Number"]), int(known["/Page"])
            )
            self.inside = FoundFace(key, str(known["/Side"])[1:])
            self.faces.append(self.inside)

    def form(self, form: Any, matrix: Matrix, depth: int) -> None:
        """A form's content, parsed once, as the same drawing is on most pages."""
        if form.get("/Subtype") != "/Form" or self.inside is None or depth > DEEPEST_FORM:
            self.strange = True
            return
        key = form.indirect_reference.idnum
        if key not in self.forms:
            operations = self.pdf.operations(form)
            self.forms[key] = [operation for operation in operations if operation[1] in TELLING]
        own = _floats(form.get("/Matrix", IDENTITY))
        self.run(self.forms[key], form.get("/Resources"), multiply(own, matrix), depth + 1)

    def show(
        self, shown: Any, table: FontTable, size: float, spacing: float, matrix: Matrix
    ) -> None:
        """Record a run of text: strings, and the kerning between them."""
        assert self.inside is not None
        strings = [one.original_bytes for one in shown if hasattr(one, "original_bytes")]
        moves = [float(one) for one in shown if not hasattr(one, "original_bytes")]
        raw = b"".join(strings)
        text = "".join(table.characters.get(code, "\ufffd") for code in raw)
        units = sum(table.widths.get(code, 0.0) for code in raw) - sum(moves)
        advance = units / 1000 * size + spacing * raw.count(b" ")
        to_face = multiply(matrix, inverse(self.inside.matrix or IDENTITY) or IDENTITY)
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


def _characters(body: bytes) -> dict[int, str]:
    """A font's ToUnicode table: from codes to characters."""
    characters: dict[int, str] = {}
    for after in body.split(b"beginbfchar")[1:]:
        block = after.partition(b"endbfchar")[0]
        for code, character in CODE.findall(block):
            value = bytes.fromhex(character.decode()).decode("utf-16-be", "replace")
            characters[int(code, 16)] = value
    return characters


def _floats(operands: Any) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in operands)
    return a, b, c, d, e, f
