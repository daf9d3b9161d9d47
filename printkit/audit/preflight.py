"""What is wrong with a file for a print service: its pages, their boxes, their colours and, for a
press, what PDF/X requires. The audit checks every file with a profile."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from printkit.audit.content import DEEPEST_FORM, TOLERANCE, FoundFace, key_of
from printkit.audit.pdf_reader import Pdf
from printkit.drawing.geometry import scale_of
from printkit.painting.cmyk import SOLID_BLACK, Inks
from printkit.painting.fine_lines import least_width
from printkit.painting.pdf import UNIT
from printkit.sheets.layout import Layout
from printkit.sheets.profiles import Profile
from printkit.sheets.sheet import Sheet

# What is not closed goes on to the end, or to where another begins.
STRING = re.compile(rb"\((?:[^()\\]|\\.)*+\)?", re.DOTALL)
SPOT_STROKE = re.compile(rb"\s/[!-~]+ CS [01](?:\.0*)? SCN(?=\s)")
CMYK = re.compile(rb"(?<![0-9.])([0-9.]+) ([0-9.]+) ([0-9.]+) ([0-9.]+) [kK](?=\s)")
OTHER = re.compile(rb"(?<=\s)(rg|RG|g|G|cs|CS|sc|SC|scn|SCN|BI)(?=\s)")
SLACK = 0.05  # % of coverage: tolerance for inks written in thousandths
THINNER = 0.005  # mm: tolerance for widths
NUMBER = rb"-?[0-9.]+"
# What matters for lines and for black text, its strings left out.
PAINTING = re.compile(
    rb"(?<!\S)(?:(?P<cm>(?:%(n)s\s+){6})cm|(?P<inks>(?:%(n)s\s+){4})(?P<side>[kK])|(?P<w>%(n)s)\s+w"
    rb"|/(?P<name>\S+)\s+(?P<using>gs|Do|CS)|(?P<other>q|Q|S|s|B\*?|b\*?|Tj|TJ))(?!\S)"
    % {b"n": NUMBER}
)


def flaws(pdf: Pdf, layout: Layout, profile: Profile) -> Iterator[str]:
    """What is wrong with a file apart from what is drawn on its pages."""
    for number, (page, sheet) in enumerate(zip(pdf.pages, layout.sheets, strict=False), 1):
        for name, found, expected in boxes(page, sheet):
            if any(abs(a - b) > TOLERANCE for a, b in zip(found, expected, strict=True)):
                sides = "{:g} x {:g} mm".format(*(round(side, 2) for side in found[2:]))
                size = "{:g} x {:g} mm".format(*(round(side, 2) for side in expected[2:]))
                yield f"page {number}: its {name} is {sides}, expected {size}, centred"
        if page.get("/Annots"):
            yield f"page {number}: it has links or notes, which no press prints"
    if profile.colour == "cmyk":
        pages, forms = contents(pdf)
        ganged = is_gang(layout, profile)
        yield from wrong_colours([*pages, *forms.values()], profile, contours=ganged)
        yield from wrong_spots(pdf, layout, profile)
        yield from wrong_images(pdf)
        yield from wrong_shadings(pdf, profile)
        yield from veils(pdf)
        yield from sorted(InkReader(pdf, pages, forms).found)
    if profile.standard:
        yield from pdfx_flaws(pdf, profile)


def boxes(page: Any, sheet: Sheet) -> Iterator[tuple[str, tuple[float, ...], tuple[float, ...]]]:
    """The boxes of a page as found and as expected: corner, width and height in mm."""
    around = (0.0, 0.0, sheet.width, sheet.height)
    x, y, width, height = sheet.trim or around
    trim = (x, sheet.height - y - height, width, height)
    for name, box, expected in (
        ("page", page.mediabox, around),
        ("bleed", page.bleedbox, around),
        ("trim", page.trimbox, trim),
    ):
        left, bottom = float(box.left) / UNIT, float(box.bottom) / UNIT
        yield name, (left, bottom, float(box.width) / UNIT, float(box.height) / UNIT), expected


def wrong_colours(drawings: Iterable[bytes], profile: Profile, *, contours: bool) -> Iterator[str]:
    """Colours that are not CMYK, and more ink than the press takes. A spot colour is right where
    pieces have ``contours``."""
    most = 0.0
    others: set[bytes] = set()
    for drawn in drawings:
        if contours:
            drawn = SPOT_STROKE.sub(b" ", drawn)
        others |= set(OTHER.findall(drawn))
        for inks in set(CMYK.findall(drawn)):
            most = max(most, 100 * sum(map(float, inks)))
    for operator in sorted(others):
        yield f"it sets colours with {operator.decode()}, expected CMYK alone (k and K)"
    if most > profile.ink + SLACK:
        yield f"a total ink coverage of {most:.1f} %, expected at most {profile.ink:g} %"


def wrong_spots(pdf: Pdf, layout: Layout, profile: Profile) -> Iterator[str]:
    """Pages whose spot colours are not that of the contour of the pieces on them."""
    gang = profile.gang if is_gang(layout, profile) else None
    for number, (page, sheet) in enumerate(zip(pdf.pages, layout.sheets, strict=False), 1):
        spaces = part_of(page.get("/Resources"), "/ColorSpace")
        found = sorted(str(space.get_object()[1])[1:] for space in spaces.values())
        expected = [gang.contour] if gang and not sheet.back else []
        if found != expected:
            named = [", ".join(names) or "(none)" for names in (found, expected)]
            yield f"page {number}: its spot colours are {named[0]}, expected {named[1]}"


def wrong_shadings(pdf: Pdf, profile: Profile) -> Iterator[str]:
    """Gradients that are not in CMYK, or end in more ink than the press takes."""
    for resources in resources_of(pdf):
        for shading in part_of(resources, "/Shading").values():
            kind = shading.get_object()
            if kind.get("/ColorSpace") != "/DeviceCMYK":
                yield f"a gradient in {str(kind.get('/ColorSpace'))[1:]}, expected DeviceCMYK"
                continue
            function = kind["/Function"].get_object()
            for part in [one.get_object() for one in function.get("/Functions", [function])]:
                most = max(100 * sum(map(float, part[key])) for key in ("/C0", "/C1"))
                if most > profile.ink + SLACK:
                    found = f"a total ink coverage of {most:.1f} %"
                    yield f"a gradient with {found}, expected at most {profile.ink:g} %"


def veils(pdf: Pdf) -> Iterator[str]:
    """What is drawn so that something shows through it, apart from pictures: no press takes it."""
    for resources in resources_of(pdf):
        states = [one.get_object() for one in part_of(resources, "/ExtGState").values()]
        forms = [one.get_object() for one in part_of(resources, "/XObject").values()]
        if any({"/SMask", "/ca", "/CA"} & one.keys() for one in states) or any(
            "/Group" in one for one in forms
        ):
            yield "it draws something that what is behind it shows through"
            return


def resources_of(pdf: Pdf) -> Iterator[Any]:
    """The resources of each page, and of each form at hand there."""
    waiting = [page.get("/Resources") for page in pdf.pages]
    seen: set[int] = set()
    while waiting:
        resources = waiting.pop()
        yield resources
        for form in part_of(resources, "/XObject").values():
            if form.idnum not in seen:
                seen.add(form.idnum)
                waiting.append(form.get_object().get("/Resources"))


def is_gang(layout: Layout, profile: Profile) -> bool:
    """Whether pieces lie together on sheets of the print service."""
    return profile.gang is not None and any(
        (sheet.width, sheet.height) in (tuple(profile.gang.sheet), tuple(profile.gang.sheet[::-1]))
        for sheet in layout.sheets
    )


def contents(pdf: Pdf) -> tuple[list[bytes], dict[int, bytes]]:
    """What draws each page, and by its number each form that is at hand there; all strings are left
    out."""
    pages: list[bytes] = []
    forms: dict[int, bytes] = {}
    waiting: list[Any] = []
    for page in pdf.pages:
        pages.append(STRING.sub(b"()", pdf.decompressed(page.get("/Contents"))))
        waiting.append(page.get("/Resources"))
    while waiting:
        for form in part_of(waiting.pop(), "/XObject").values():
            if form.idnum not in forms and not is_image(form):
                forms[form.idnum] = STRING.sub(b"()", pdf.decompressed(form))
                waiting.append(form.get_object().get("/Resources"))
    return pages, forms


def is_image(form: Any) -> bool:
    """Whether what a page refers to is a picture, not a form."""
    return bool(form.get_object().get("/Subtype") == "/Image")


def wrong_images(pdf: Pdf) -> Iterator[str]:
    """Pictures that are not in process inks alone, or that something shows through."""
    seen: set[int] = set()
    waiting = [page.get("/Resources") for page in pdf.pages]
    while waiting:
        for one in part_of(waiting.pop(), "/XObject").values():
            if one.idnum in seen:
                continue
            seen.add(one.idnum)
            if not is_image(one):
                waiting.append(one.get_object().get("/Resources"))
                continue
            image = one.get_object()
            space = str(image.get("/ColorSpace"))
            if space != "/DeviceCMYK":
                yield f"it has a picture in {space[1:60]}, expected DeviceCMYK"
            if {"/SMask", "/Mask"} & image.keys():
                yield "it has a picture that something shows through"
            pdf.picture(image)


def pdfx_flaws(pdf: Pdf, profile: Profile) -> Iterator[str]:
    """What a PDF/X file must declare, and this one does not."""
    metadata: Any = pdf.metadata or {}
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if not metadata.get(key):
            yield f"it has no {key[1:]}, which PDF/X requires"
    if metadata.get("/GTS_PDFXVersion") != profile.standard:
        yield f"it does not say that it is {profile.standard}"
    if metadata.get("/Trapped") not in ("/True", "/False"):
        yield "it does not say whether it is trapped"
    intents = pdf.root_object.get("/OutputIntents") or []
    named = [str(one.get_object().get("/OutputConditionIdentifier")) for one in intents]
    if named != [profile.condition]:
        found = ", ".join(named) or "(none)"
        yield f"its output condition is {found}, expected {profile.condition}"


def wrong_pieces(
    pages: Sequence[Sequence[FoundFace]], layout: Layout, before: int
) -> Iterator[str]:
    """Pages that show another piece than the print service's order has there."""
    for number, (page, sheet) in enumerate(zip(pages, layout.sheets, strict=False), before + 1):
        found = [f"{one.key} ({one.side.lower()})" for one in page]
        expected = [
            f"{key_of(one.face)} ({'back' if one.back else 'front'})" for one in sheet.placements
        ]
        if found != expected:
            shown = ", ".join(found) or "nothing"
            yield f"page {number}: found {shown}, expected {', '.join(expected) or 'nothing'}"


def part_of(whole: Any, key: str) -> Any:
    """What a dictionary has by a key; an empty one if there is neither."""
    whole = whole.get_object() if whole is not None else {}
    part = whole.get(key)
    return part.get_object() if part is not None else {}


class Pen(NamedTuple):
    """What is painted with: how long a unit is in points, the inks of areas and text, those of
    lines (None: a spot colour), the width of lines in units, and whether areas overprint."""

    scale: float = 1.0
    area: Inks = SOLID_BLACK
    line: Inks | None = SOLID_BLACK
    width: float = 1.0
    over: bool = False


class InkReader:
    """Reads what the pages of a PDF paint, and keeps what a press cannot print in ``found``: lines
    too fine for their inks, and black text that does not overprint."""

    def __init__(self, pdf: Pdf, pages: Iterable[bytes], forms: Mapping[int, bytes]) -> None:
        self.pdf = pdf
        self.forms = {number: list(PAINTING.finditer(drawn)) for number, drawn in forms.items()}
        self.found: set[str] = set()
        self.seen: set[tuple[int, Pen]] = set()
        for page, drawn in zip(pdf.pages, pages, strict=True):
            self.run(list(PAINTING.finditer(drawn)), page.get("/Resources"), Pen(), 0)

    def run(self, drawn: list[re.Match[bytes]], resources: Any, pen: Pen, depth: int) -> None:
        saved: list[Pen] = []
        self.pdf.spend(len(drawn))
        for one in drawn:
            if one["other"] == b"q":
                saved.append(pen)
            elif one["other"] == b"Q":
                pen = saved.pop() if saved else pen
            elif one["other"] in (b"Tj", b"TJ"):
                self.text(pen)
            elif one["other"]:
                self.line(pen)
            elif one["using"] == b"Do":
                self.form(resources, one["name"].decode("latin-1"), pen, depth)
            elif one["using"] == b"gs":
                states = part_of(resources, "/ExtGState")
                state = part_of(states, f"/{one['name'].decode('latin-1')}")
                pen = pen._replace(over=bool(state.get("/op", False)))
            else:
                pen = changed(pen, one)

    def form(self, resources: Any, name: str, pen: Pen, depth: int) -> None:
        """What a form paints, once for each pen with which it is begun."""
        form = part_of(resources, "/XObject")[f"/{name}"].get_object()
        if is_image(form):
            return
        number = form.indirect_reference.idnum
        pen = pen._replace(scale=round(pen.scale, 4))
        if (number, pen) in self.seen or depth > DEEPEST_FORM:
            return
        self.seen.add((number, pen))
        self.run(self.forms[number], form.get("/Resources"), pen, depth + 1)

    def text(self, pen: Pen) -> None:
        if pen.area == SOLID_BLACK and not pen.over:
            self.found.add("black text does not overprint")

    def line(self, pen: Pen) -> None:
        if pen.line is None:
            return
        width, least = pen.width * pen.scale / UNIT, least_width(pen.line)
        if width < least - THINNER:
            inks = " ".join(f"{ink:g}" for ink in pen.line)
            said = f"a line of {width:.2f} mm in the inks {inks}, expected {least:g} mm or more"
            self.found.add(said)


def changed(pen: Pen, one: re.Match[bytes]) -> Pen:
    """A pen after an operator that changes its place, its inks or its width."""
    if one["cm"]:
        a, b, c, d, e, f = map(float, one["cm"].split())
        return pen._replace(scale=pen.scale * scale_of((a, b, c, d, e, f)))
    if one["w"]:
        return pen._replace(width=float(one["w"]))
    if one["using"]:  # the spot colour of a contour
        return pen._replace(line=None)
    inks = Inks(*map(float, one["inks"].split()))
    return pen._replace(area=inks) if one["side"] == b"k" else pen._replace(line=inks)
