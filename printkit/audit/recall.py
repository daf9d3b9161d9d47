"""What pages were read to show in earlier builds, by their bytes and by all that these refer to.

It is found again only for a file that was just painted, and compared with the data each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from printkit.audit.content import DEEPEST_FORM, ContentReader, FaceKey, FoundFace, TextRun
from printkit.drawing.geometry import Matrix
from printkit.kept import inputs
from printkit.kept.drawings import Drawings

DECODER = msgspec.msgpack.Decoder(
    list[tuple[FaceKey, str, Matrix | None, list[TextRun], list[str], int]]
)


class PageMemory:
    """Reads the pages of a file by its ``contents``, those that are in ``kept`` from there."""

    def __init__(self, contents: ContentReader, kept: Drawings) -> None:
        self.contents, self.kept = contents, kept
        self.fonts: dict[int, str] = {}
        self.forms: dict[int, str] = {}

    def page(self, page: Any) -> list[FoundFace]:
        """The faces of a page, in the order painted."""
        pdf = self.contents.pdf
        left = pdf.left
        name = self.name(page)
        raw = self.kept.get(name) if name else None
        if raw is not None:
            try:
                return [FoundFace(*one) for one in DECODER.decode(raw)]
            except (msgspec.MsgspecError, ValueError):
                pass  # it is read
        pdf.left = left  # its bytes count once, as it is read
        found = self.contents.page(page)
        if name and not self.contents.strange:
            those = [
                (one.key, one.side, one.matrix, one.runs, one.pictures, one.shades) for one in found
            ]
            self.kept.put(name, msgspec.msgpack.encode(those))
        return found

    def name(self, page: Any) -> str:
        """What a page is kept under; empty if what it refers to goes round in a circle."""
        data = self.contents.pdf.decompressed(page.get("/Contents"))
        within = self.within(page.get("/Resources"), 0)
        return within and inputs.digest(inputs.kit().encode(), data, within.encode())

    def within(self, resources: Any, depth: int) -> str:
        """A digest of the fonts and the forms that content with these resources may refer to."""
        fonts, forms = (of_kind(kind, resources) for kind in ("/Font", "/XObject"))
        said = [f"{name} {self.font(font.get_object())}" for name, font in fonts.items()]
        for name, form in forms.items():
            if not (own := self.form(form.get_object(), depth)):
                return ""
            said.append(f"{name} {own}")
        return inputs.digest(*(one.encode() for one in said))

    def font(self, font: Any) -> str:
        """A digest of the characters and the widths of a font."""
        if id(font) not in self.fonts:
            self.fonts[id(font)] = inputs.digest(repr(self.contents.table(font)).encode())
        return self.fonts[id(font)]

    def form(self, form: Any, depth: int) -> str:
        """A digest of a form; empty if it may draw itself, or is too deep in others."""
        key = form.indirect_reference.idnum
        if key not in self.forms and form.get("/Subtype") == "/Image":
            self.forms[key] = self.contents.pdf.picture(form)
        if key not in self.forms:
            self.forms[key] = ""
            kind, matrix = form.get("/Subtype"), form.get("/Matrix")
            within = self.within(form.get("/Resources"), depth + 1) if depth < DEEPEST_FORM else ""
            if within:
                data = self.contents.pdf.decompressed(form)
                said = f"{kind} {matrix} {within}".encode()
                self.forms[key] = inputs.digest(said, data)
        return self.forms[key]


def of_kind(kind: str, resources: Any) -> Mapping[str, Any]:
    """The fonts, or the forms, by their names in content with these resources."""
    resources = resources.get_object() if resources is not None else {}
    named: Mapping[str, Any] = resources[kind].get_object() if kind in resources else {}
    return named
