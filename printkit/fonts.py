"""The fonts: TrueType files out of installed packages, never the system's."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from reportlab.pdfbase.ttfonts import TTFont

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


class Font:
    """One TrueType file: advance widths per em and the vertical metrics, all in ems."""

    def __init__(self, key: str, path: Path) -> None:
        self.key = key
        self.path = path
        self.ttf = TTFont(key, str(path), asciiReadable=True)
        face = self.ttf.face
        self.ascent: float = face.ascent / 1000
        self.descent: float = face.descent / 1000
        self.advances: dict[int, float] = face.charWidths
        self.glyphs: dict[int, int] = face.charToGlyph
        self._widths: dict[str, float] = {}
        self._drawn: set[str] = set()  # characters looked up and found

    def width(self, text: str) -> float:
        """The advance of ``text`` in ems, without kerning; cached, as words come again."""
        known = self._widths.get(text)
        if known is None:
            advances = self.advances
            known = sum([advances.get(ord(char), 0.0) for char in text]) / 1000
            self._widths[text] = known
        return known

    def lacks(self, text: str) -> str:
        """The characters of ``text`` that this font cannot draw."""
        if self._drawn.issuperset(text):
            return ""
        lacks = "".join(char for char in text if ord(char) not in self.glyphs)
        self._drawn.update(set(text).difference(lacks))
        return lacks


class Fonts:
    """The fonts in use, each loaded when it is first asked for."""

    def __init__(self) -> None:
        self._fonts: dict[str, Font] = {}

    @staticmethod
    def families() -> tuple[str, ...]:
        return tuple(FILES)

    def get(self, family: str, *, bold: bool = False, italic: bool = False) -> Font:
        """The font of a family known to `families`, in a weight and a slant."""
        package, stem, cuts = FILES[family]
        return self.by_key(f"{stem}-{cuts[2 * bold + italic]}", package)

    def by_key(self, key: str, package: str = "") -> Font:
        """The font whose file is called ``key``; its package is needed the first time."""
        font = self._fonts.get(key)
        if font is None:
            font = self._fonts[key] = Font(key, _folder(package) / f"{key}.ttf")
        return font


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the font package {package} is not installed")
    return Path(spec.origin).parent / "files"
