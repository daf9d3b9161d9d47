"""The fonts: TrueType files from installed packages, never the system's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

from reportlab.pdfbase.ttfonts import TTFont

from printkit.typography.opentype import Kerning, ligatures

CAPITALS = 0.65  # em: cap height in the families we ship, and roughly in any
# Family, weight and slant to package and file. Templates use the names on the left.
FILES = {
    "serif": ("font_source_serif_pro", "SourceSerifPro", ("Regular", "It", "Bold", "BoldIt")),
    "sans": ("font_source_sans_pro", "SourceSansPro", ("Regular", "It", "Bold", "BoldIt")),
    "display": (
        "font_source_serif_pro",
        "SourceSerifPro",
        ("Semibold", "SemiboldIt", "Black", "BlackIt"),
    ),
}
PACKAGES = {f"{stem}-{cut}": package for package, stem, cuts in FILES.values() for cut in cuts}
SHAPED = ".shaped"  # suffix of the key of a font with kerning and ligatures
BREAKS_AFTER = frozenset("-–—/")  # a line may break after these
ALOOF = BREAKS_AFTER | {" ", "\u00a0"}  # these do not kern with what follows them
LETTERS = "abcdefghijklmnopqrstuvwxyz"
PRIVATE = 0xF0000  # the first character of a private use plane, which no text uses


class EmbeddedFont(TTFont):  # type: ignore[misc]
    """A font as reportlab embeds it, whose ligatures are read back as the letters they stand for.

    A PDF's text is codes of a subset of a font, and reportlab makes subsets of characters. So a
    ligature gets a private use character, and the PDF's ToUnicode table is corrected for it.
    """

    def __init__(self, key: str, path: Path) -> None:
        super().__init__(key, str(path), asciiReadable=True)
        self.joined: dict[str, str] = {}

    def join(self, letters: str, glyph: int) -> None:
        """Assign a ligature its character: ``joined`` holds it by its letters."""
        char = self.joined[letters] = chr(PRIVATE + len(self.joined))
        self.face.charToGlyph[ord(char)] = glyph
        self.face.charWidths[ord(char)] = self.face.hmetrics[glyph][0]

    def addObjects(self, doc: Any) -> None:  # noqa: N802 - reportlab's
        super().addObjects(doc)
        ours = f"+{self.face.name.decode()}"
        for name, table in doc.idToObject.items():
            if name.startswith("toUnicodeCMap:") and name.endswith(ours):
                for letters, char in self.joined.items():
                    spelled = letters.encode("utf-16-be").hex().upper()
                    table.content = table.content.replace(f"<{ord(char):04X}>", f"<{spelled}>")


class Font:
    """One TrueType file: advance widths per em and the vertical metrics, all in ems."""

    def __init__(self, key: str, path: Path, ttf: EmbeddedFont) -> None:
        self.key = key
        self.path = path
        self.ttf = ttf
        face = ttf.face
        self.ascent: float = face.ascent / 1000
        self.descent: float = face.descent / 1000
        self.capitals: float = face.capHeight / 1000
        self.advances: dict[int, float] = face.charWidths
        self.glyphs: dict[int, int] = dict(face.charToGlyph)  # without ligatures
        self._widths: dict[str, float] = {}
        self._drawn: set[str] = set()  # characters looked up and found

    def width(self, text: str) -> float:
        """The advance of ``text`` in ems; cached, as words recur."""
        known = self._widths.get(text)
        if known is None:
            known = self._widths[text] = self.measured(text)
        return known

    def measured(self, text: str) -> float:
        advances = self.advances
        return sum([advances.get(ord(char), 0.0) for char in text]) / 1000

    def shaped(self, text: str) -> tuple[str, Sequence[int]]:
        """The characters drawn for ``text``, and the kerning after each in thousandths of an em;
        empty in a font without kerning."""
        return text, ()

    def lacks(self, text: str) -> str:
        """The characters of ``text`` that this font cannot draw."""
        if self._drawn.issuperset(text):
            return ""
        lacks = "".join(char for char in text if ord(char) not in self.glyphs)
        self._drawn.update(set(text).difference(lacks))
        return lacks


class ShapedFont(Font):
    """A font with its kerning and its ligatures.

    Words are measured one by one and may be broken after a hyphen, so a space, a hyphen, a dash and
    a slash do not kern with what follows: a word is equally wide wherever it stands.
    """

    def __init__(self, plain: Font) -> None:
        super().__init__(plain.key + SHAPED, plain.path, plain.ttf)
        face = self.ttf.face
        letters = {self.glyphs[ord(letter)]: letter for letter in LETTERS}
        for glyphs, joined in ligatures(face.get_table("GSUB")).items():
            if letters.keys() >= set(glyphs):
                self.ttf.join("".join(letters[glyph] for glyph in glyphs), joined)
        self._joinable = re.compile("|".join(self.ttf.joined))
        self._kerning = Kerning(face.get_table("GPOS"))
        self._kerns: dict[tuple[str, str], int] = {}

    def measured(self, text: str) -> float:
        drawn, kerns = self.shaped(text)
        return super().measured(drawn) + sum(kerns) / 1000

    def shaped(self, text: str) -> tuple[str, Sequence[int]]:
        joined = self.ttf.joined
        drawn = self._joinable.sub(lambda found: joined[found[0]], text)
        return drawn, [*(self.kern(*pair) for pair in pairwise(drawn)), 0]

    def kern(self, left: str, right: str) -> int:
        """The kerning of two characters in thousandths of an em; below 0 they move together."""
        known = self._kerns.get((left, right))
        if known is None:
            glyphs = self.ttf.face.charToGlyph
            first, second = glyphs.get(ord(left)), glyphs.get(ord(right))
            alone = left in ALOOF or right.isspace() or first is None or second is None
            known = self._kerns[left, right] = 0 if alone else self._kerning.between(first, second)
        return known


class Fonts:
    """The fonts in use, each loaded on first use."""

    def __init__(self) -> None:
        self._fonts: dict[str, Font] = {}

    @staticmethod
    def families() -> tuple[str, ...]:
        return tuple(FILES)

    def get(
        self, family: str, *, bold: bool = False, italic: bool = False, shaped: bool = False
    ) -> Font:
        """The font of a family known to `families`, in a weight and a slant; ``shaped``: with
        kerning and ligatures."""
        _, stem, cuts = FILES[family]
        key = f"{stem}-{cuts[2 * bold + italic]}"
        return self.by_key(key + SHAPED if shaped else key)

    def by_key(self, key: str) -> Font:
        """The font of a ``key``, which names its file; raise `KeyError` if there is none."""
        font = self._fonts.get(key)
        if font is None:
            font = self._fonts[key] = self._load(key)
        return font

    def _load(self, key: str) -> Font:
        if key.endswith(SHAPED):
            return ShapedFont(self.by_key(key.removesuffix(SHAPED)))
        path = _folder(PACKAGES[key]) / f"{key}.ttf"
        return Font(key, path, EmbeddedFont(key, path))


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the font package {package} is not installed")
    return Path(spec.origin).parent / "files"
