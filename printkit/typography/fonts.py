"""The fonts: TrueType files from installed packages, or a game's own, never the system's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import groupby, pairwise
from pathlib import Path
from struct import unpack_from
from typing import Any
from unicodedata import normalize
from weakref import WeakKeyDictionary

from reportlab.pdfbase.pdfdoc import PDFArray, PDFStream, PDFTrueTypeFont, PDFZCompress
from reportlab.pdfbase.ttfonts import SUBSETN, TTFont

from card_data.text import join_words
from printkit.errors import MarkupError, TextError
from printkit.typography.files import FILES, PACKAGES, file_of
from printkit.typography.marks import Part, stacked, with_composites
from printkit.typography.opentype import Kerning, ligatures, small_capitals
from printkit.typography.own_fonts.clean_font import OWN, SYMBOLS, CleanFont
from printkit.typography.own_fonts.scripts import (
    IGNORABLE,
    JOINED_SIGN,
    LETTER,
    MARK,
    is_part,
    named,
    refusal,
)

CAPITALS = 0.65  # em: cap height in the families we ship, and roughly in any
SHAPED = ".shaped"  # suffix of the key of a font with kerning and ligatures
SMALL_CAPITALS = ".small-caps"  # suffix of the key of one whose small letters are capitals
HYPHENS = frozenset("-\u2010")
BREAKS_AFTER = HYPHENS | frozenset("–—/")  # a line may break after these
ALOOF = BREAKS_AFTER | {" ", "\u00a0"}  # these do not kern with what follows them
NOTHING = "(?!)"  # matches nothing
SMALLER = 0.8  # of the size: capitals that stand for small capitals
LETTERS = "abcdefghijklmnopqrstuvwxyz"
PRIVATE = 0x10F000  # the first of the private use characters that no text uses, for ligatures
COMPOSITES = 0x103000  # the first of those for letters with marks
SMALL = 0x100000  # what stands for a small capital, less its letter
NO_BREAK_SPACE = "\u00a0"
# Drawn as a hyphen at the end of a line but not read as one: a word that is copied or read aloud is
# whole again.
SOFT_HYPHEN = "\u00ad"
UNSEEN = re.compile(rf"(?!{SOFT_HYPHEN}\Z){IGNORABLE}")  # what is never drawn
# A letter and what selects a variant of it.
SELECTED = re.compile(".[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
MARKED = re.compile(rf"[^ \t\n\r{MARK[1:]}?{MARK}+")  # a letter with marks, or these alone
SPACE = 32  # the code of a space, by which words are spaced out
# Characters drawn as others, which some fonts lack, or have otherwise.
STAND_INS = {NO_BREAK_SPACE: " ", SOFT_HYPHEN: "-", "\u2010": "-", "\u2011": "-"}
LAST = 0x2201  # the subset after those of all characters
MISSING = 0, 0  # where a character is that a font does not have
MOST = 255  # characters that a code is read back as
NAMED = {0: "\0", SPACE: " "}  # codes of several characters, and what they are read back as
# Minus, tick and arrow: Windows has no code for them, but codes without characters.
EXTRA = {0x2212: 0x81, 0x2713: 0x8D, 0x2192: 0x8F}

BLOCK = 100  # the entries that a block of a character map may have
TO_UNICODE = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<{first}> <{last}>
endcodespacerange
{blocks}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


class EmbeddedFont(TTFont):  # type: ignore[misc]
    """A font as reportlab embeds it, with the same codes for its characters in every file.

    A PDF's text is codes of a subset of a font, and reportlab gives them to characters in the order
    in which they are first used. Here a code is that of Windows, and what has none there is in
    further subsets by its code point; so what is drawn alike is written alike in all files. Only
    what is used is embedded. Ligatures have private use characters, and the first codes; the PDF's
    ToUnicode table reads them back as the letters they stand for. So it is with small capitals, and
    with letters with marks, whose codes are in the order in which a file has them. The letters of a
    ``symbolic`` font are signs.
    """

    symbolic = False

    def __init__(self, key: str, file: Path | BytesIO) -> None:
        super().__init__(key, str(file) if isinstance(file, Path) else file, asciiReadable=True)
        number = [*PACKAGES].index(key) + 1 if key in PACKAGES else key.removeprefix(OWN)
        self.internal = f"F{number}"
        self.face.hmetrics = in_units(self.face)
        self.joined: dict[str, str] = {}
        self.small: dict[str, str] = {}  # letters, and what stands for their small capitals
        self.varied: Mapping[str, str] = {}  # the same of letters with the selector of a variant
        self.marked: dict[str, str] = {}  # letters with marks, and what stands for them
        self.composites: dict[str, Sequence[Part]] = {}  # what that is drawn with
        self.spelled: dict[str, str] = {}  # what stands for others, and those
        self.places: dict[str, tuple[int, int]] = {}  # of characters: subset and code
        self.numbers = WeakKeyDictionary[Any, dict[str, int]]()  # of a file's letters with marks
        for char, drawn in STAND_INS.items():
            if ord(drawn) in self.face.charToGlyph:
                self.add(char, self.face.charToGlyph[ord(drawn)], char)

    def join(self, letters: str, glyph: int) -> None:
        """Assign a ligature its character: ``joined`` holds it by its letters."""
        char = self.joined[letters] = chr(PRIVATE + len(self.joined))
        self.add(char, glyph, letters)

    def compose(self, letters: str) -> str:
        """Return what stands for a letter with marks: as wide as that alone."""
        known = self.marked.get(letters)
        if known is None:
            parts = stacked(letters, self.face, table_of(self.face, "GPOS"))
            if not parts:
                return letters
            known = self.marked[letters] = chr(COMPOSITES + len(self.marked))
            self.composites[known] = parts
            spelled = "".join(self.spelled.get(char, char) for char in letters)
            self.add(known, parts[0].glyph, spelled)
        return known

    def add(self, char: str, glyph: int, letters: str) -> None:
        """Have a private use character stand for a glyph, which is read back as the letters."""
        self.spelled[char] = letters
        self.face.charToGlyph[ord(char)] = glyph
        width, units = self.face.hmetrics[glyph][0], self.face.unitsPerEm
        self.face.charWidths[ord(char)] = width if units == 1000 else width * 1000 / units

    def place(self, char: str) -> tuple[int, int]:
        """Return the subset that a character is in, and its code there."""
        known = self.places.get(char)
        if known is None:
            has = ord(char) in self.face.charToGlyph
            known = self.places[char] = place_of(char) if has else MISSING
        return known

    def splitString(  # noqa: N802 - reportlab's
        self, text: str, doc: Any, encoding: str = "utf-8"
    ) -> list[tuple[int, bytes]]:
        """Return the runs of ``text`` in one subset each: its number and their codes."""
        del encoding
        subsets, numbers = self.state.setdefault(doc, {}), self.numbers.setdefault(doc, {})
        found: list[tuple[int, bytearray]] = []
        for char in text:
            number, code = self.place(char)
            if char in self.composites:
                place = numbers.setdefault(char, len(numbers))
                number, code = LAST + (place >> 7), 0x80 | (place & 0x7F)
            if not found or found[-1][0] != number:
                found.append((number, bytearray()))
                subsets.setdefault(number, {})
            found[-1][1].append(code)
            subsets[number][code] = NAMED.get(code, char)
        return [(number, bytes(codes)) for number, codes in found]

    def getSubsetInternalName(self, subset: int, doc: Any) -> str:  # noqa: N802 - reportlab's
        """Return the name by which a PDF's content refers to a subset."""
        if self.fontName not in doc.fontMapping:
            doc.fontMapping[self.fontName] = f"/{self.internal}"
            doc.delayedFonts.append(self)
        return f"/{self.internal}+{subset}"

    def addObjects(self, doc: Any) -> None:  # noqa: N802 - reportlab's
        for number, used in sorted(self.state.pop(doc, {}).items()):
            letters = {one: self.composites[one] for one in used.values() if one in self.composites}
            face = with_composites(self.face, letters) if letters else self.face
            name = self.getSubsetInternalName(number, doc)[1:]
            base = f"{SUBSETN(number).decode()}+{self.face.name.decode()}"
            subset = [ord(used.get(code, "\0")) for code in range(max(used) + 1)]
            font = PDFTrueTypeFont()
            font.Name, font.BaseFont = name, base
            font.FirstChar, font.LastChar = min(used), max(used)
            font.Widths = PDFArray(list(map(self.face.getCharWidth, subset[min(used) :])))
            table = PDFStream(content=self.to_unicode(used))
            table.filters = [PDFZCompress] if doc.compression else []
            font.ToUnicode = doc.Reference(table, f"toUnicodeCMap:{base}")
            font.FontDescriptor = face.addSubsetObjects(doc, base, subset)
            doc.Reference(font, name)
            doc.idToObject["BasicFonts"].dict[name] = font

    def to_unicode(self, used: Mapping[int, str]) -> str:
        """Return the table of what codes are read back as."""
        entries = [
            f"<{code:02X}> <{self.spelled.get(one, one)[:MOST].encode('utf-16-be').hex().upper()}>"
            for code, one in sorted(used.items())
        ]
        return to_unicode(entries, digits=2)


def in_units(face: Any) -> list[tuple[int, int]]:
    """Return the advances and left bearings of a font face in its own units: reportlab 5.1 has the
    advances that are the same to the end, as all of Courier are, in thousandths of an em."""
    (full,) = unpack_from(">H", face.get_table("hhea"), 34)
    return [
        (face.hmetrics[min(at, full - 1)][0], left) for at, (_, left) in enumerate(face.hmetrics)
    ]


def place_of(char: str) -> tuple[int, int]:
    """Return the subset and the code of a character that a font has."""
    point = ord(char)
    if char == NO_BREAK_SPACE:
        return 0, SPACE
    if point in EXTRA:
        return 0, EXTRA[point]
    if 0 <= point - PRIVATE < SPACE - 1:  # a ligature
        return 0, 1 + point - PRIVATE
    encoded = char.encode("cp1252", "ignore")
    if encoded and point >= SPACE:
        return 0, encoded[0]
    return 1 + (point >> 7), 0x80 | (point & 0x7F)


def to_unicode(entries: Sequence[str], digits: int) -> str:
    """Return a PDF's map from a font's codes to characters, by which viewers search, copy and read
    aloud, of ``entries`` such as ``<41> <0041>``, its codes of ``digits`` hex digits."""
    blocks = (entries[at : at + BLOCK] for at in range(0, len(entries), BLOCK))
    shown = (f"{len(one)} beginbfchar\n{chr(10).join(one)}\nendbfchar" for one in blocks)
    first, last = "0" * digits, "F" * digits
    return TO_UNICODE.format(first=first, last=last, blocks="\n".join(shown))


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

    @property
    def raw(self) -> bytes:
        return self.path.read_bytes()

    def width(self, text: str) -> float:
        """Return the advance of ``text`` in ems; cached, as words recur."""
        known = self._widths.get(text)
        if known is None:
            known = self._widths[text] = self.measured(text)
        return known

    def measured(self, text: str) -> float:
        drawn, kerns = self.shaped(text)
        advances = self.advances
        return (sum([advances.get(ord(char), 0.0) for char in drawn]) + sum(kerns)) / 1000

    def shaped(self, text: str) -> tuple[str, Sequence[int]]:
        """Return the characters drawn for ``text``, and the kerning after each in thousandths of an
        em; empty in a font without kerning."""
        return self.with_marks(self.parted(self.seen(text))), ()

    def seen(self, text: str) -> str:
        """Return the characters of a text that are drawn: variants where the font has those that
        are selected."""
        varied = self.ttf.varied
        return seen(SELECTED.sub(lambda one: varied.get(one[0], one[0]), text) if varied else text)

    def parted(self, text: str) -> str:
        """Return a text whose letters are in parts where the font has no glyph for the whole."""
        if text.isascii():
            return text
        whole = self.ttf.face.charToGlyph
        return "".join([one if ord(one) in whole else normalize("NFD", one) for one in text])

    def with_marks(self, text: str) -> str:
        """Return a text with one character for each letter with marks."""
        return text if text.isascii() else MARKED.sub(self._composed, text)

    def _composed(self, found: re.Match[str]) -> str:
        alone = re.match(MARK, found[0])
        return self.ttf.compose(NO_BREAK_SPACE + found[0] if alone else found[0])

    def lacks(self, text: str) -> str:
        """Return the characters of ``text`` that this font cannot draw."""
        if not text.isascii() and (joined := re.search(JOINED_SIGN, text)):
            return joined[0]
        if self._drawn.issuperset(text):
            return ""
        lacks = "".join(char for char in text if not self.draws(char))
        self._drawn.update(set(text).difference(lacks))
        return lacks

    def draws(self, char: str) -> bool:
        """Whether this font can draw a character, or its parts."""
        if ord(char) in self.glyphs:
            return not is_part(char)
        parts = normalize("NFD", char)
        return bool(UNSEEN.match(char)) or (parts != char and all(map(self.draws, parts)))


class ShapedFont(Font):
    """A font with its kerning and its ligatures.

    Words are measured one by one and may be broken after a hyphen, so a space, a hyphen, a dash and
    a slash do not kern with what follows: a word is equally wide wherever it stands.
    """

    def __init__(self, plain: Font) -> None:
        super().__init__(plain.key + SHAPED, plain.path, plain.ttf)
        self._plain = plain
        face = self.ttf.face
        letters = {self.glyphs.get(ord(letter)): letter for letter in LETTERS}
        for glyphs, joined in ligatures(table_of(face, "GSUB")).items():
            if letters.keys() >= set(glyphs):
                self.ttf.join("".join(letters[glyph] for glyph in glyphs), joined)
        self._joinable = re.compile(f"({'|'.join(self.ttf.joined) or NOTHING})(?!{MARK})")
        self._kerning = Kerning(table_of(face, "GPOS"), table_of(face, "kern"))
        self._kerns: dict[tuple[str, str], int] = {}

    @property
    def raw(self) -> bytes:
        return self._plain.raw

    def shaped(self, text: str) -> tuple[str, Sequence[int]]:
        joined = self.ttf.joined
        found = self.seen(self._joinable.sub(lambda letters: joined[letters[0]], text))
        drawn = self.with_marks(self.parted(found))
        return drawn, [*(self.kern(*pair) for pair in pairwise(drawn)), 0]

    def kern(self, left: str, right: str) -> int:
        """The kerning of two characters in thousandths of an em; below 0 they move together."""
        known = self._kerns.get((left, right))
        if known is None:
            glyphs = self.ttf.face.charToGlyph
            first, second = glyphs.get(ord(left)), glyphs.get(ord(right))
            alone = left in ALOOF or right.isspace() or first is None or second is None
            known = 0 if alone else self._kerning.between(first, second)
            known = self._kerns[left, right] = round(known * 1000 / self.ttf.face.unitsPerEm)
        return known


class SmallCapitals(Font):
    """A font whose small letters are drawn as capitals: its own small capitals where it has them,
    else capitals, which are to be set `SMALLER`."""

    def __init__(self, plain: Font) -> None:
        super().__init__(plain.key + SMALL_CAPITALS, plain.path, plain.ttf)
        self._plain = plain
        self.drawn_small = small_capitals(table_of(self.ttf.face, "GSUB"))

    @property
    def raw(self) -> bytes:
        return self._plain.raw

    def shaped(self, text: str) -> tuple[str, Sequence[int]]:
        return self.with_marks("".join(map(self.small, self.parted(self.seen(text))))), ()

    def small(self, char: str) -> str:
        """Return what stands for the small capital of a letter; any other character itself."""
        known = self.ttf.small.get(char)
        if known is not None or not char.islower():
            return known or char
        glyph, capital = self.glyphs.get(ord(char)), char.upper()
        large = self.glyphs.get(ord(capital)) if len(capital) == 1 else None
        drawn = self.drawn_small.get(glyph, large) if glyph is not None else None
        if drawn is None or ord(char) >= PRIVATE - SMALL:
            return char
        known = self.ttf.small[char] = chr(SMALL + ord(char))
        self.ttf.add(known, drawn, char)
        return known

    def parts(self, text: str) -> Iterator[tuple[str, float]]:
        """Yield the parts of a text, each with how large it is set."""
        for scale, letters in groupby(letters_of(self.parted(text)), self.scale):
            yield "".join(letters), scale

    def scale(self, letter: str) -> float:
        """Return how large a letter is set."""
        char = letter[0]
        own = self.glyphs.get(ord(char)) in self.drawn_small
        return SMALLER if self.small(char) != char and not own else 1.0


def seen(text: str) -> str:
    """Return a text without the characters that are never drawn.

    >>> seen("Wi-\u2060Fi"), seen("Zauber\u00adtrank"), seen("Zauber\u00ad") == "Zauber\u00ad"
    ('Wi-Fi', 'Zaubertrank', True)
    """
    return text if text.isascii() else UNSEEN.sub("", text)


def letters_of(text: str) -> list[str]:
    """Return the letters of a text with the marks on them.

    >>> len(letters_of("q\u0301x"))
    2
    """
    return list(text) if text.isascii() else re.findall(LETTER, text, re.DOTALL)


def table_of(face: Any, tag: str) -> bytes:
    """Return a table of a font; empty if it has none."""
    return bytes(face.get_table(tag)) if tag in face.table else b""


class OwnFont(Font):
    """A font of a game's own, which is in memory and in no file."""

    def __init__(self, key: str, clean: CleanFont) -> None:
        super().__init__(key, Path(key), EmbeddedFont(key, BytesIO(clean.file)))
        self.ttf.face.name += f"-{key.removeprefix(OWN)[:12]}".encode()  # which no other font has
        self.ttf.symbolic, self.ttf.varied = clean.symbolic, clean.varied
        for letters, char in clean.varied.items():
            self.ttf.add(char, self.ttf.face.charToGlyph[ord(char)], letters)
        self._clean = clean

    @property
    def raw(self) -> bytes:
        return self._clean.file


class Fonts:
    """The fonts in use, each loaded on first use; ``own`` are those of games, by their keys."""

    fallback: Sequence[str] = ()  # families in which a character is looked for that a font lacks

    def __init__(self) -> None:
        self.loaded: dict[str, Font] = {}
        self.own: dict[str, CleanFont] = {}
        self.made: dict[str, CleanFont] = {}  # by what they were made of: `printkit.faces.fonts`

    def families(self) -> tuple[str, ...]:
        return tuple(FILES)

    def get(
        self, family: str, *, bold: bool = False, italic: bool = False, shaped: bool = False
    ) -> Font:
        """Return the font of a family known to `families`, in a weight and a slant; ``shaped``:
        with kerning and ligatures. Raise `MarkupError` if it is not among a game's own."""
        _, stem, cuts = FILES[family]
        key = f"{stem}-{cuts[2 * bold + italic]}"
        return self.by_key(key + SHAPED if shaped else key)

    def runs(
        self, text: str, font: Font, *, bold: bool = False, italic: bool = False
    ) -> Iterator[tuple[str, Font]]:
        """Yield the parts of a text, each with the font that has its characters: where ``font``
        lacks them, one of the fallbacks, but no sign for a letter. Raise `TextError` if none has
        one."""
        if not font.lacks(text):
            yield text, font
            return
        shaped = font.key.endswith(SHAPED)
        tried = [font, *(self.nearest(one, bold, italic, shaped) for one in self.fallback)]

        def sets(one: Font, letter: str) -> bool:
            sign = one is not font and one.ttf.symbolic and ord(letter[0]) < SYMBOLS
            return not (sign or one.lacks(letter))

        letters = letters_of(text)
        lacks = "".join(one for one in letters if not any(sets(face, one) for face in tried))
        if lacks:
            alone = "".join(one for one in lacks if not any(sets(face, one) for face in tried))
            titles = [*dict.fromkeys(map(self.title, tried))]
            wrong = refusal(lacks) or lacking(alone, titles, lacks)
            raise TextError(wrong, glyphs=alone or lacks)
        last = font

        def face(letter: str) -> Font:
            nonlocal last
            if seen(letter):
                last = next(one for one in tried if sets(one, letter))
            return last

        for face_of, run in groupby(letters, face):
            yield "".join(run), face_of

    def missing(self, text: str, font: Font) -> str:
        """The characters of a text that neither ``font`` nor a fallback has."""
        tried = [font, *(self.nearest(one, False, False, False) for one in self.fallback)]
        return "".join(char for char in text if all(one.lacks(char) for one in tried))

    def small_capitals(self, font: Font) -> Font:
        """Return a font with small capitals in place of small letters, without kerning."""
        return self.by_key(font.key.removesuffix(SHAPED) + SMALL_CAPITALS)

    def title(self, font: Font) -> str:
        """Return what messages call a font."""
        return plain_key(font.key)

    def nearest(self, family: str, bold: bool, italic: bool, shaped: bool) -> Font:
        """Return the font of a family that is nearest to a weight and a slant."""
        for heavy, slanted in ((bold, italic), (bold, False), (False, italic), (False, False),
                               (True, False), (False, True), (True, True)):  # fmt: skip
            try:
                return self.get(family, bold=heavy, italic=slanted, shaped=shaped)
            except MarkupError:
                continue
        raise KeyError(family)

    def by_key(self, key: str) -> Font:
        """Return the font of a ``key``, which names its file; raise `KeyError` if there is none."""
        font = self.loaded.get(key)
        if font is None:
            font = self.loaded[key] = self._own(key) if key.startswith(OWN) else self.load(key)
        return font

    def _own(self, key: str) -> Font:
        if key.endswith((SHAPED, SMALL_CAPITALS)):
            return self._varied(key)
        return OwnFont(key, self.own[key])

    def _varied(self, key: str) -> Font:
        """Return a font with kerning and ligatures, or with small capitals."""
        if key.endswith(SHAPED):
            return ShapedFont(self.by_key(key.removesuffix(SHAPED)))
        return SmallCapitals(self.by_key(key.removesuffix(SMALL_CAPITALS)))

    def load(self, key: str) -> Font:
        if key.endswith((SHAPED, SMALL_CAPITALS)):
            return self._varied(key)
        path = file_of(key)
        return Font(key, path, EmbeddedFont(key, path))


def plain_key(key: str) -> str:
    """Return the key of a font without what is done with it."""
    return key.removesuffix(SHAPED).removesuffix(SMALL_CAPITALS)


def lacking(lacks: str, fonts: Sequence[str], letters: str) -> str:
    """Return what is wrong with characters that none of the fonts has that were tried, or with
    ``letters`` whose parts are in several."""
    which = f"font {fonts[0]} has" if len(fonts) == 1 else f"fonts {join_words(fonts, 'and')} have"
    what = f"no glyph for {named(lacks)}" if lacks else f"not one with all of {named(letters)}"
    helps = "name a font that has it as fallback in game.yaml, or draw it as an icon"
    return f"the {which} {what}: {helps}"
