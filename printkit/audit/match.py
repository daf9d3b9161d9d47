"""Reading a built PDF back and comparing it with the data.

The audit trusts nothing that the painter kept in memory: faces, their positions and their words
are found in the page's own content, and the count of each piece comes from the data's rows.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from card_data import words
from printkit.audit import pdf_reader
from printkit.audit.content import (
    TOLERANCE,
    ContentReader,
    FaceKey,
    FoundFace,
    Readings,
    TextRun,
    key_of,
    size_of,
    unembedded_fonts,
)
from printkit.audit.pdf_reader import Pdf, UnreadableError
from printkit.audit.recall import PageMemory
from printkit.drawing.geometry import IDENTITY, Matrix, inverse, multiply
from printkit.drawing.shapes import Face, Image, Shade, Shape, Symbol, Text, Use
from printkit.drawing.traversal import walk
from printkit.faces.stamping.places import LEAST_DEPTH
from printkit.kept.drawings import Drawings
from printkit.kept.inputs import digest_of_file
from printkit.options import Flip, Options
from printkit.painting.paint import pdf_of
from printkit.painting.pdf import UNIT
from printkit.sheets.impose import about_vertical_edge, wholes
from printkit.sheets.layout import Layout, counts
from printkit.sheets.sheet import Sheet
from printkit.typography.fonts import Fonts

if TYPE_CHECKING:
    from printkit.sheets.profiles import Profile

# Paints sheets of a layout in the way those of the audited file were painted.
Painter = Callable[[Layout, Sequence[Sheet]], bytes]

MOST_NAMED = 3  # words on a piece, and pieces, of which the same is said
PAGE = re.compile(r"^page \d+, ")  # begins a finding on a piece that may be on several


def unreadable(error: UnreadableError) -> str:
    """The finding of a file that is not a PDF, or is damaged: in plain words where possible."""
    return "cannot be read as a PDF" + (f": {error}" if str(error) else "")


class Auditor:
    """Audits the files of a build: what they have in common is looked at once."""

    def __init__(self) -> None:
        self.examined: set[tuple[Any, ...]] = set()  # margins, see `printkit.audit.margins`
        self.readings: Readings = {}  # content that is in several files

    def __call__(
        self,
        file: Path,
        layouts: Sequence[Layout],
        options: Options,
        shown: str,
        profile: Profile | None = None,
        paint: Painter | None = None,
        painted: str | None = None,
        kept: Drawings | None = None,
    ) -> list[str]:
        """Every way in which ``file`` does not match the data of ``layouts``, whose sheets follow
        one another in it; empty if it matches.

        ``shown`` is the file's name in messages. A file for a print service comes with its
        ``profile`` and with what paints its pages; without them, it is for a home printer.
        ``painted`` is the digest of what was painted from the layouts: where the file is that,
        drawings tell which margins are alike. What is ``kept`` of pages that were read before is
        not read again.
        """
        findings = content_flaws(file, layouts, options, profile, self.readings, kept)
        if not findings and any(map(has_margins, layouts)) and not options.low_ink:
            # only a file of our own is drawn: what that costs is not metered
            examined = self.examined if painted == digest_of_file(file) else None
            painter = paint or partial(pdf_of, fonts=Fonts())
            findings = margin_flaws(file, layouts, painter, examined)
        return [f"{shown}: {finding}" for finding in findings_once(findings)]


def findings_once(findings: Sequence[str]) -> list[str]:
    """Findings without those on pieces of which the same was found on an earlier page.

    >>> findings_once(["page 1, first: torn", "page 1, first: torn", "page 2, first: torn"])
    ['page 1, first: torn']
    """
    return [*{PAGE.sub("", finding): finding for finding in reversed(findings)}.values()][::-1]


def content_flaws(
    file: Path, layouts: Sequence[Layout], options: Options, profile: Profile | None,
    readings: Readings, kept: Drawings | None,
) -> list[str]:  # fmt: skip
    """What is wrong with a file by the content of its pages; ``readings`` are of earlier files,
    what is ``kept`` is of earlier builds."""
    pieces = sum(len(layout.all_parts) for layout in layouts)
    expected = sum(len(layout.sheets) for layout in layouts)
    try:
        with pdf_reader.opened(file) as pdf:
            times = 1 if profile is None else 3  # for its colours and lines pages are read again
            times *= 2 if options.low_ink else 1  # hatching costs about as much as everything else
            pdf.allow(len(layouts), pieces, times * expected)
            contents = ContentReader(pdf, readings)
            every = list(pdf.pages)
            reader = contents if kept is None else PageMemory(contents, kept)
            pages = [reader.page(page) for page in every]
            sizes = [size_of(page) for page in every]
            loose = sorted(set(unembedded_fonts(every)))
            findings = list(service_flaws(pdf, layouts, profile))
            if contents.strange:
                findings.append("there are pictures, patterns or forms that printkit does not draw")
    except UnreadableError as error:
        return [unreadable(error)]
    findings += [f"the font {name} is not embedded" for name in loose]
    if len(pages) != expected:
        findings.append(f"{words.counted(len(pages), 'page')}, expected {expected}")
    start = 0
    for layout in layouts:
        end = start + len(layout.sheets) if layout is not layouts[-1] else len(pages)
        findings += mismatches(pages[start:end], sizes[start:end], layout, options, start, profile)
        start = end
    return findings


def has_margins(layout: Layout) -> bool:
    """Whether there are margins to look at. With low ink there are none: the bleed may be blank,
    and everything lies where it does in full colour."""
    return any(face.bleed for face in layout.all_parts)


def margin_flaws(
    file: Path,
    layouts: Sequence[Layout],
    paint: Painter,
    examined: set[tuple[Any, ...]] | None,
) -> list[str]:
    """What is wrong at the margins of the pieces in a file: blank bleed, and what may be cut off;
    apart from the margins that were ``examined``, if it is known that the file has its drawings."""
    from printkit.audit.margins import file_findings  # drawing costs an import

    findings: list[str] = []
    start = 0
    for layout in layouts:
        if has_margins(layout):
            painted = partial(paint, layout)
            try:
                findings += file_findings(file, layout, painted, start, examined)
            except UnreadableError as error:
                findings.append(str(error))
        start += len(layout.sheets)
    return findings


def service_flaws(pdf: Pdf, layouts: Sequence[Layout], profile: Profile | None) -> Iterator[str]:
    """What is wrong with a file for a print service, apart from what its pages show."""
    if profile is not None:
        from printkit.audit.preflight import flaws  # few files are for one

        yield from flaws(pdf, layouts[0], profile)


def mismatches(
    pages: list[list[FoundFace]],
    sizes: list[tuple[float, float]],
    layout: Layout,
    options: Options,
    before: int,
    profile: Profile | None,
) -> Iterator[str]:
    """How pages do not match the data of the layout that is on them; ``before`` is the number of
    pages before them in the file."""
    yield from wrong_counts(pages, layout, options, profile)
    sheets = layout.sheets[: len(pages)]
    yield from wrong_sizes(sizes, sheets, before)
    for number, sheet in enumerate(sheets):
        if sheet.matrix != IDENTITY:
            pages[number] = uncorrected(pages[number], sheet)
            sizes[number] = sheet.width * UNIT, sheet.height * UNIT
    if profile is not None:
        from printkit.audit.preflight import wrong_pieces

        yield from wrong_pieces(pages, layout, before)
    elif any(found.side == "Back" for page in pages for found in page):
        yield from misaligned_backs(pages, sizes, layout, options, before)
    if options.folds(layout.component):
        yield from misordered_pages(pages, sizes, layout, options)
    fronts = {key_of(face): face for face in layout.all_parts}
    backs = {key_of(face.back): face.back for face in layout.all_parts if face.back is not None}
    content = Contents(layout.symbols)
    said: dict[int, Content] = {}  # by each face, as backs are on many pages
    outside: dict[str, Outside] = {}  # by the pieces' names
    for number, page in enumerate(pages, before + 1):
        for found in page:
            face = (fronts if found.side == "Front" else backs).get(found.key)
            if face is not None:
                if id(face) not in said:
                    said[id(face)] = content.of(face.shapes)
                for what in wrong_content(found, face, said[id(face)]):
                    yield f"page {number}, {found.key}: {what}"
                if strays := outside_safe(found, face):
                    outside.setdefault(str(found.key), Outside(number, strays, face.safe))
    if outside:
        yield outside_said(outside)


def wrong_counts(
    pages: list[list[FoundFace]], layout: Layout, options: Options, profile: Profile | None
) -> Iterator[str]:
    """Pieces of which there are too many or too few."""
    found = Counter(face.key for page in pages for face in page if face.side == "Front")
    expected = expected_faces(layout, options)
    if profile is not None and profile.copies == "once":
        expected = Counter(dict.fromkeys(expected, 1))
    for key, count in expected.items():
        if found[key] != count:
            yield f"{key}: found {words.counted(found[key], 'copy', 'copies')}, expected {count}"
    for key in found.keys() - expected.keys():
        yield f"{key}: in no row of the data"
    if options.backs == "fronts" and any(face.side == "Back" for page in pages for face in page):
        yield "there are backs, though only fronts were asked for"


def expected_faces(layout: Layout, options: Options) -> Counter[FaceKey]:
    """How many copies of each front there must be, by the data's rows: of forms one each, and in a
    file to fill in what is on its sheets. A reprint has the copies that were worked out for it."""
    if layout.fillable:
        return Counter(map(key_of, layout.fronts))
    if layout.partial:
        return Counter({key_of(part): part.copies for part in layout.all_parts})
    expected: Counter[FaceKey] = Counter()
    for one in (layout, *layout.guests):
        numbered = bool(one.component.per_page)
        for name, count in expected_copies(one, options).items():
            for number in range(1, count + 1) if numbered else (1,):
                expected[FaceKey(name, number, 1)] = 1 if numbered else count
    for face in layout.all_parts:
        if face.page > 1:  # a text that runs over several pages, or a tile of a larger piece
            expected[key_of(face)] = expected[FaceKey(face.id, face.number, 1)]
    return expected


def expected_copies(layout: Layout, options: Options) -> Counter[str]:
    """How many copies of each piece there must be: of a cover sheet, as many pages as it has; of a
    tuck box, one."""
    if layout.name not in layout.game.components:
        return Counter({layout.faces[0].id: len(layout.faces)})
    return counts(layout.game, layout.name, options)


def wrong_sizes(
    sizes: Sequence[tuple[float, float]], sheets: Sequence[Sheet], before: int
) -> Iterator[str]:
    """Pages that are not as large as their sheets."""
    for number, (size, sheet) in enumerate(zip(sizes, sheets, strict=False), before + 1):
        expected = sheet.page
        found = size[0] / UNIT, size[1] / UNIT
        if any(abs(one - other) > TOLERANCE for one, other in zip(found, expected, strict=True)):
            said = "{:.1f} x {:.1f} mm, expected {:.1f} x {:.1f}".format(*found, *expected)
            yield f"page {number}: {said}"


def uncorrected(page: list[FoundFace], sheet: Sheet) -> list[FoundFace]:
    """The faces of a page as they lie on its sheet, before it was corrected for a printer."""
    to_page = multiply(sheet.matrix, onto_page(sheet.page[1]))
    back = multiply(inverse(to_page) or IDENTITY, onto_page(sheet.height))
    return [
        replace(found, matrix=multiply(found.matrix, back)) if found.matrix else found
        for found in page
    ]


def onto_page(height: float) -> Matrix:
    """From mm, y downwards, to the points of a page of a ``height`` in mm."""
    return UNIT, 0.0, 0.0, -UNIT, 0.0, height * UNIT


def misaligned_backs(
    pages: list[list[FoundFace]],
    sizes: list[tuple[float, float]],
    layout: Layout,
    options: Options,
    before: int,
) -> Iterator[str]:
    """Fronts whose backs are not behind them when the sheet is flipped, or folded."""
    faces = {key_of(face): face for face in layout.all_parts if face.back is not None}
    if options.backs == "gutterfold":
        for number, (page, size) in enumerate(zip(pages, sizes, strict=True), before + 1):
            folds = (misaligned(page, page, size, faces, sideways=way) for way in (True, False))
            for key in min(map(list, folds), key=len):  # as it lies, not as it was meant to
                yield f"page {number}, {key}: its back is misaligned"
        return
    for number in range(0, len(pages) - 1, 2):
        sideways = about_vertical_edge(sizes[number], options.flip)
        fronts, backs = pages[number : number + 2]
        for key in misaligned(fronts, backs, sizes[number], faces, sideways=sideways):
            yield f"page {before + number + 1}, {key}: its back is misaligned"


def misaligned(
    fronts: list[FoundFace], backs: list[FoundFace], size: tuple[float, float],
    faces: Mapping[FaceKey, Face], *, sideways: bool,
) -> Iterator[FaceKey]:  # fmt: skip
    """Fronts that have no back, or another's, behind them on a sheet of a ``size`` in points that
    is turned over ``sideways``, or else about a line across it. ``faces`` are those with backs."""
    there = {_rounded(back.matrix or IDENTITY): back.key for back in backs if back.side == "Back"}
    width, height = size
    for front in fronts:
        face = faces.get(front.key)
        if front.side == "Back" or front.matrix is None or face is None or face.back is None:
            continue
        a, b, c, d, e, f = front.matrix
        if sideways:  # columns change places
            behind = (a, b, c, d, width - e - face.width * UNIT, f)
        else:  # rows change places and the back is upside down
            behind = (-a, -b, -c, -d, e + face.width * UNIT, height - f)
        if there.get(_rounded(behind)) != key_of(face.back):
            yield front.key


def misordered_pages(
    pages: list[list[FoundFace]],
    sizes: list[tuple[float, float]],
    layout: Layout,
    options: Options,
) -> Iterator[str]:
    """Pages that are out of order once the sheets are folded and nested."""
    sides = [halves(page, size) for page, size in zip(pages, sizes, strict=True)]
    start = 0
    for copy, whole in enumerate(wholes(layout.parts), 1):
        end = start + 2 * math.ceil(len(whole) / 4)
        read = folded(sides[start:end], options.flip)
        for number, (face, found) in enumerate(zip_longest(whole, read), 1):
            expected = key_of(face) if face is not None else None
            if found != expected:
                where = f"booklet {copy}, folded, page {number}"
                yield f"{where}: found {found or 'nothing'}, expected {expected or 'nothing'}"
        start = end


class Half(NamedTuple):
    """What fills half of a sheet's side: the page that is upright, or the one upside down."""

    upright: FaceKey | None
    turned: FaceKey | None


def halves(page: list[FoundFace], size: tuple[float, float]) -> tuple[Half, Half]:
    """The left half of a side and the right one, by the positions of their pages."""
    width, height = size
    found = {_rounded(face.matrix or IDENTITY): face.key for face in page}
    left, right = (
        Half(
            found.get(_rounded((UNIT, 0, 0, -UNIT, x, height))),
            found.get(_rounded((-UNIT, 0, 0, UNIT, x + width / 2, 0))),
        )
        for x in (0, width / 2)
    )
    return left, right


def folded(sides: list[tuple[Half, Half]], flip: Flip) -> list[FaceKey | None]:
    """The pages in the reading order of the folded sheets; None for blanks.

    ``sides`` are the outside and the inside of each sheet, from the outermost in.
    """
    before: list[FaceKey | None] = []
    after: list[FaceKey | None] = []
    for (left, right), (inner_left, inner_right) in zip(sides[::2], sides[1::2], strict=False):
        if flip == "long":  # of a landscape sheet: the foot of the inside is at its head
            behind_left, behind_right = inner_left.turned, inner_right.turned
        else:
            behind_left, behind_right = inner_right.upright, inner_left.upright
        before += [right.upright, behind_right]
        after = [behind_left, left.upright, *after]
    return before + after


def _rounded(matrix: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 1) + 0.0 for value in matrix)


class Content(NamedTuple):
    """The words of a face without spaces, the number of gradients on it, and the digests of its
    pictures in the order drawn."""

    words: str
    shades: int
    pictures: list[str]


class Contents:
    """What is on faces with these ``symbols``."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        self.symbols = symbols
        self.drawn: dict[str, Content] = {}

    def of(self, shapes: Iterable[Shape]) -> Content:
        said: list[str] = []
        shades = 0
        pictures: list[str] = []
        for shape in walk(shapes):
            if isinstance(shape, Text):
                said.append(shape.text)
            elif isinstance(shape, Use):
                drawn = self.of_symbol(shape.symbol)
                said.append(drawn.words)
                shades += drawn.shades
                pictures += drawn.pictures
            elif isinstance(shape, Shade):
                shades += 1
            elif isinstance(shape, Image):
                pictures.append(shape.digest)
        return Content(without_spaces("".join(said)), shades, pictures)

    def of_symbol(self, name: str) -> Content:
        if name not in self.drawn:
            self.drawn[name] = self.of(self.symbols[name].shapes)
        return self.drawn[name]


def wrong_content(found: FoundFace, face: Face, expected: Content) -> Iterator[str]:
    """Words that are missing or changed on the face, which has the content ``expected``; gradients
    and pictures that are missing, or others; a stamp too near to the cut."""
    if found.shades != expected.shades:
        yield f"it has {words.counted(found.shades, 'gradient')}, expected {expected.shades}"
    read = without_spaces("".join(run.text for run in found.runs))
    if read != expected.words:
        yield f"its text reads {read[:60]!r}, expected {expected.words[:60]!r}"
    if face.stamp and found.runs and not inside(found.runs[-1], face, LEAST_DEPTH):
        yield f"its stamp {face.stamp} is less than {LEAST_DEPTH:g} mm inside the cut"
    yield from wrong_pictures(found.pictures, expected.pictures)


class Outside(NamedTuple):
    """Words of a piece that reach outside its safe area, which ends ``safe`` mm from the cut, and
    the page on which the piece lies."""

    page: int
    words: list[str]
    safe: float


def outside_safe(found: FoundFace, face: Face) -> list[str]:
    """The words on a face that reach outside its safe area; the stamp, drawn last, may."""
    runs = found.runs[: -1 if face.stamp else None]
    return [run.text for run in runs if not inside(run, face, face.safe)]


def inside(run: TextRun, face: Face, depth: float) -> bool:
    """Whether words lie ``depth`` mm inside the cut; those that are nowhere (NaN) do not."""
    return all(face.depth(x, y) >= depth - TOLERANCE for x, y in run.corners)


def outside_said(outside: Mapping[str, Outside]) -> str:
    """That words of pieces, by the pieces' names, reach outside the safe area, told once."""
    (first, stray), *rest = outside.items()
    said = words.in_words([repr(text[:40]) for text in stray.words[:MOST_NAMED]], "and")
    verb = "reaches" if len(stray.words) == 1 else "reach"
    said = f"page {stray.page}, {first}: {said} {verb} outside the safe area of {stray.safe:g} mm"
    others = [name for name, _ in rest[:MOST_NAMED]]
    if (more := len(rest) - len(others)) > 0:
        others.append(f"{more} more")
    return f"{said}; so do words on {words.in_words(others, 'and')}" if others else said


def wrong_pictures(found: Sequence[str], expected: Sequence[str]) -> Iterator[str]:
    """Pictures that are missing, or others than those expected."""
    if len(found) != len(expected):
        yield f"found {words.counted(len(found), 'picture')}, expected {len(expected)}"
    elif found != expected:
        place = next(at for at, pair in enumerate(zip(found, expected, strict=True), 1)
                     if pair[0] != pair[1])  # fmt: skip
        yield f"its picture {place} of {len(found)} is not the one expected there"


def without_spaces(text: str) -> str:
    """``text`` without spaces, including no-break ones, which a PDF may give back as plain ones."""
    return "".join(text.split())
