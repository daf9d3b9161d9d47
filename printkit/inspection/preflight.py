"""The preflight of any PDF: what a press would refuse in it that asks for what a `Profile` says.

A file is read by pikepdf, page by page: its boxes, and what its content paints with.
Only what is set is judged, not what comes of it: inks that overprint are not added up.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import pikepdf

from card_data.limits import LARGEST_PDF, MOST_PROBLEMS
from card_data.problems import shorten
from card_data.reading.documents import open_file
from card_data.text import apart, join_first, join_words, plural
from printkit.drawing.geometry import IDENTITY, Matrix, multiply
from printkit.sheets.profiles import Profile

POINT = 25.4 / 72  # mm
SLACK = 0.1  # mm: boxes closer than that are the same
INK_SLACK = 0.05  # % of coverage: inks are written in thousandths
DPI_SLACK = 0.99  # of the dots per inch: sizes are rounded
DEEPEST = 40  # forms inside one another: kMaxFormLevel of PDFium
PDF_VERSION = "1.4"  # the latest that PDF/X-1a:2003 allows
READ = "q Q cm g G rg RG k K cs CS sc SC scn SCN sh gs Do Tf BI ID EI"  # the operators that matter
# The kinds of resources that operators name.
REFERRING = {"Tf": "/Font", "sh": "/Shading", "gs": "/ExtGState", "Do": "/XObject"}
REFERRING |= {"scn": "/Pattern", "SCN": "/Pattern"}
SETTING = frozenset(("k", "K", "sc", "SC", "scn", "SCN"))  # set the inks of a colour
DEVICE = {"g": "gray", "rg": "RGB", "k": "CMYK"}  # by the operators that set colours in them
BY_INKS = {1: "gray", 3: "RGB", 4: "CMYK"}  # of an ICC profile
PROCESS = frozenset(("All", "None", "Cyan", "Magenta", "Yellow", "Black"))  # are no spot colours
Box = tuple[float, float, float, float]  # left, bottom, right, top in mm


class PreflightReport(msgspec.Struct):
    """A summary of a file in a few words, and what a press would refuse in it, a line each."""

    summary: str
    findings: list[str]


def preflight(file: Path, profile: Profile) -> PreflightReport:
    """Return what a press that requires what the ``profile`` says would refuse in a PDF, whoever
    wrote it."""
    try:
        with open_file(file) as stream:
            if os.fstat(stream.fileno()).st_size > LARGEST_PDF:
                return unreadable(f"it is larger than {LARGEST_PDF >> 20} MiB")
            with pikepdf.open(stream) as pdf:
                return Reader(pdf, profile).report()
    except MemoryError:
        raise
    except pikepdf.PasswordError:
        return PreflightReport("", ["it is encrypted: a press cannot open it without its password"])
    except OSError as error:
        return unreadable(error.strerror or str(error))
    except Exception:  # a damaged file can fail a library, and us, in any way
        return unreadable("it is damaged, or no PDF at all")


def unreadable(why: str) -> PreflightReport:
    return PreflightReport("", [f"cannot be read as a PDF: {why}"])


class Reader:
    """Reads a PDF as a press does that requires what the ``profile`` says."""

    def __init__(self, pdf: pikepdf.Pdf, profile: Profile) -> None:
        self.pdf, self.profile = pdf, profile
        self.fonts: set[str] = set()
        self.spaces: set[str] = set()
        self.painted: dict[tuple[Any, ...], set[str]] = {}  # forms, by how large they are drawn
        self.inside: list[tuple[int, int]] = []  # the forms that are being read

    def report(self) -> PreflightReport:
        if not len(self.pdf.pages):
            return PreflightReport("", ["it has no pages"])
        found: dict[str, list[int]] = {}  # the numbers of the pages by the flaws on them
        sizes = dict.fromkeys(size_in_words(trim_of(page)) for page in self.pdf.pages)
        for number, page in enumerate(self.pdf.pages, 1):
            for flaw in (*self.box_flaws(page), *self.content_flaws(page)):
                found.setdefault(flaw, []).append(number)
        findings = [*self.file_flaws()]
        findings += [f"{page_list(pages)}: {flaw}" for flaw, pages in found.items()]
        pages, fonts = plural(len(self.pdf.pages), "page"), plural(len(self.fonts), "font")
        inks = shorten(", ".join(sorted(self.spaces))) or "nothing painted"
        return PreflightReport(
            f"{pages} of {join_first([*sizes])}; {inks}; {fonts}", findings[: MOST_PROBLEMS + 1]
        )

    def file_flaws(self) -> Iterator[str]:
        profile, pdf = self.profile, self.pdf
        if pdf.is_encrypted:
            yield "it is encrypted"
        if profile.files == "images":
            yield f"it is a PDF, expected PNG images for {profile.title}"
        if not profile.standard:
            return
        about = pdf.docinfo
        required = ("Title", "CreationDate", "ModDate", "Trapped")
        if lacking := [key for key in required if not str(about.get(f"/{key}", ""))]:
            yield f"it has no {join_words(lacking, 'and')}, which PDF/X requires"
        if str(about.get("/GTS_PDFXVersion", "")) != profile.standard:
            yield f"it does not say that it is {profile.standard}"
        if pdf.pdf_version > PDF_VERSION:
            yield f"it is PDF {pdf.pdf_version}, expected {PDF_VERSION} at the latest"
        intents = pdf.Root.get("/OutputIntents", ())
        named = [str(one.get("/OutputConditionIdentifier", "")) for one in intents]
        if named != [profile.condition]:
            found = shorten(", ".join(named) or "(none)")
            yield f"its output condition is {found}, expected {profile.condition}"

    def box_flaws(self, page: pikepdf.Page) -> Iterator[str]:
        """Yield the flaws of a page's boxes."""
        profile, trim = self.profile, trim_of(page)
        bleed, media = box_of(page.bleedbox, page), box_of(page.mediabox, page)
        if min(beyond(trim, bleed)) < -SLACK:
            yield "its trim box reaches out of its bleed box"
        if min(beyond(bleed, media)) < -SLACK:
            yield "its bleed box reaches out of its media box"
        if profile.gang and same(sorted(size_of(trim)), sorted(profile.gang.sheet)):
            return  # on which bleed and sizes are those of the pieces
        if profile.bleed and "/TrimBox" not in page:
            yield "it has no trim box"
        elif (least := min(beyond(trim, bleed))) < profile.bleed - SLACK:
            yield f"its bleed is {least:.4g} mm, expected {profile.bleed:g} mm"
        known = [sorted(size) for size in profile.sizes.values()]
        if known and not any(same(sorted(size_of(trim)), size) for size in known):
            trimmed = size_in_words(trim)
            yield f"its trim is {trimmed}, a size that {profile.title} is not known to cut"

    def content_flaws(self, page: pikepdf.Page) -> Iterator[str]:
        """Yield the flaws of a page's content: what a press cannot print."""
        if self.profile.standard and "/Annots" in page:
            yield "it has links or notes, which no press prints"
        flaws = self.read(page, page.obj.get("/Resources"), IDENTITY)
        yield from sorted(flaws | (self.transparent() if "/Group" in page else set()))

    def read(self, content: Any, resources: Any, matrix: Matrix) -> set[str]:
        """Return the flaws of content that is drawn with a ``matrix`` to points."""
        resources = pikepdf.Dictionary() if resources is None else resources
        flaws, kept = set[str](), list[tuple[Matrix, str, str]]()
        area = line = "gray"  # the colour spaces
        for operation in pikepdf.parse_content_stream(content, READ):
            name, operands = str(operation.operator), operation.operands
            if name == "q":
                kept.append((matrix, area, line))
            elif name == "Q":
                matrix, area, line = kept.pop() if kept else (matrix, area, line)
            elif name == "cm":
                matrix = multiply(matrix_of(operands), matrix)
            elif name in ("cs", "CS") or name.lower() in DEVICE:
                space = DEVICE.get(name.lower()) or self.space(operands[0], resources)
                area, line = (space, line) if name.islower() else (area, space)
                flaws |= self.colour(space, "colours")
            elif name == "INLINE IMAGE":
                flaws |= self.picture(operands[0].obj, resources, matrix)
            elif name in REFERRING and (names := [one for one in operands if is_name(one)]):
                found = resources[REFERRING[name]][str(names[0])]
                flaws |= self.used(name, found, resources, matrix)
            if name in SETTING and (area if name.islower() else line) == "CMYK":
                flaws |= self.heavy(100 * sum(map(number, operands)))
        return flaws

    def heavy(self, ink: float) -> set[str]:
        """Return a finding if the inks of a colour come to more than the profile allows."""
        most = self.profile.ink
        if self.profile.colour != "cmyk" or ink <= most + INK_SLACK:
            return set()
        return {f"a total ink coverage of {apart(ink, most, 0)} %, expected at most {most:g} %"}

    def used(self, operator: str, found: Any, resources: Any, matrix: Matrix) -> set[str]:
        """Return the flaws of what an operator paints with what was ``found`` in the resources."""
        if operator == "Tf":
            return self.font(found)
        if operator == "gs":
            return self.state(found)
        if operator == "Do" and found.get("/Subtype") == "/Image":
            return self.picture(found, resources, matrix)
        if operator == "Do":
            return self.form(found, resources, matrix)
        if found.get("/PatternType") == 1:
            return self.form(found, resources, IDENTITY)
        shading = found.get("/Shading", found)
        return self.colour(self.space(shading["/ColorSpace"], resources), "a gradient")

    def form(self, form: Any, resources: Any, matrix: Matrix) -> set[str]:
        matrix = multiply(matrix_of(form.get("/Matrix", IDENTITY)), matrix)
        key = (*form.objgen, *(round(one, 3) for one in matrix[:4]))
        if key not in self.painted:
            if form.objgen in self.inside:
                return {"it draws a form inside itself"}
            if len(self.inside) == DEEPEST:
                return {f"it draws more than {DEEPEST} forms inside one another"}
            self.inside.append(form.objgen)
            flaws = self.read(form, form.get("/Resources", resources), matrix)
            self.painted[key] = flaws | (self.transparent() if "/Group" in form else set())
            self.inside.pop()
        return self.painted[key]

    def space(self, space: Any, resources: Any) -> str:
        """A colour space in a word: gray, RGB, CMYK, Lab, Pattern, or a spot colour's name."""
        if is_name(space):
            space = resources.get("/ColorSpace", {}).get(str(space), space)
        if is_name(space):
            return plain(str(space))
        kind = str(space[0])
        if kind == "/ICCBased":
            return BY_INKS.get(int(space[1].get("/N", 0)), "ICC")
        if kind in ("/Indexed", "/I"):
            return self.space(space[1], pikepdf.Dictionary())
        if kind in ("/Separation", "/DeviceN"):
            inks = [space[1]] if kind == "/Separation" else list(space[1])
            spots = [str(ink)[1:] for ink in inks if str(ink)[1:] not in PROCESS]
            return f"spot {shorten(', '.join(spots))}" if spots else "process inks"
        return plain(kind)

    def colour(self, space: str, what: str) -> set[str]:
        """Return a finding if the profile forbids the colour space of something painted."""
        self.spaces.add(space)
        if self.profile.colour != "cmyk":
            return set()
        spot = f"spot {self.profile.gang.contour}" if self.profile.gang else ""
        if space.startswith("spot ") and space != spot:
            return {f"{what} in the {space[:4]} colour {space[5:]}, expected CMYK"}
        return {f"{what} in {space}, expected CMYK"} if space in ("RGB", "Lab", "ICC") else set()

    def picture(self, image: Any, resources: Any, matrix: Matrix) -> set[str]:
        """Return the flaws of a picture that fills a square of one unit."""
        flaws = self.transparent() if "/SMask" in image else set()
        if "/ColorSpace" in image:  # a stencil has none
            flaws |= self.colour(self.space(image["/ColorSpace"], resources), "a picture")
        a, b, c, d, _, _ = matrix
        sides = math.hypot(a, b) / 72, math.hypot(c, d) / 72  # inches
        dots = number(image["/Width"]), number(image["/Height"])
        found = min(dots[0] / sides[0], dots[1] / sides[1]) if all(sides) else math.inf
        least = self.profile.dpi
        if found < least * DPI_SLACK:
            flaws.add(f"a picture at {apart(found, least, 0)} dots per inch, expected {least}")
        return flaws

    def state(self, state: Any) -> set[str]:
        """Return the flaw of a graphics state, if any: that what it paints is transparent."""
        plain = {"/ca": (1,), "/CA": (1,), "/SMask": ("/None",), "/BM": ("/Normal", "/Compatible")}
        veiled = any(key in state and state[key] not in good for key, good in plain.items())
        return self.transparent() if veiled else set()

    def transparent(self) -> set[str]:
        """The flaw that something shows through, where the profile's standard forbids it."""
        standard = self.profile.standard
        return {f"something shows through, which {standard} forbids"} if standard else set()

    def font(self, font: Any) -> set[str]:
        """Return a finding if a font's letters are not in the file."""
        name = shorten(str(font.get("/BaseFont", "/unnamed"))[1:])
        self.fonts.add(name)
        holder = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
        descriptor = holder.get("/FontDescriptor", {})
        embedded = any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
        drawn = font.get("/Subtype") == "/Type3"  # by its own content
        return set() if embedded or drawn else {f"the font {name} is not embedded"}


def is_name(value: Any) -> bool:
    return isinstance(value, pikepdf.Name)


def plain(name: str) -> str:
    """gray, RGB or CMYK, whichever the name of a colour space ends in; else the name."""
    ends = (ink for ink in ("Gray", "RGB", "CMYK") if name.endswith(ink))
    return next(ends, shorten(name[1:])).replace("Gray", "gray")


def number(value: Any) -> float:
    return float(value) if isinstance(value, (int, float, Decimal)) else 0.0


def matrix_of(operands: Any) -> Matrix:
    a, b, c, d, e, f = map(number, operands)
    return a, b, c, d, e, f


def box_of(box: Any, page: pikepdf.Page) -> Box:
    """A box of a page in mm."""
    unit = POINT * (number(page.obj.get("/UserUnit", 1)) or 1.0)
    x, y, u, v = (number(one) * unit for one in box)
    return min(x, u), min(y, v), max(x, u), max(y, v)


def trim_of(page: pikepdf.Page) -> Box:
    return box_of(page.trimbox, page)


def size_of(box: Box) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def same(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether lengths are the same but for a rounding."""
    return all(abs(a - b) <= SLACK for a, b in zip(one, other, strict=True))


def beyond(inner: Box, outer: Box) -> tuple[float, ...]:
    """How far a box reaches beyond one inside it, at each side."""
    left, bottom, right, top = outer
    return inner[0] - left, inner[1] - bottom, right - inner[2], top - inner[3]


def size_in_words(box: Box) -> str:
    return "{:g} x {:g} mm".format(*(round(side, 1) for side in size_of(box)))


def page_list(pages: Sequence[int]) -> str:
    """Numbers of pages in words.

    >>> page_list([1]), page_list([1, 2, 3, 7])
    ('page 1', 'pages 1-3, 7')
    """
    together = groupby(enumerate(pages), lambda one: one[1] - one[0])
    runs = [[page for _, page in run] for _, run in together]
    words = [f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs]
    return f"{'page' if len(pages) == 1 else 'pages'} {', '.join(words)}"
