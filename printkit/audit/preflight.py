"""What is wrong with a file for a print service: its pages, their boxes, their colours and, for a
press, what PDF/X requires. The audit checks every file with a profile."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from printkit.audit.content import TOLERANCE, FoundFace, key_of
from printkit.audit.pdf_reader import Pdf
from printkit.painting.pdf import UNIT
from printkit.sheets.layout import Layout
from printkit.sheets.profiles import Profile
from printkit.sheets.sheet import Sheet

# What is not closed goes on to the end, or to where another begins.
STRING = re.compile(rb"\((?:[^()\\]|\\.)*+\)?", re.DOTALL)
CMYK = re.compile(rb"(?<![0-9.])([0-9.]+) ([0-9.]+) ([0-9.]+) ([0-9.]+) [kK](?=\s)")
OTHER = re.compile(rb"(?<=\s)(rg|RG|g|G|cs|CS|sc|SC|scn|SCN|sh|gs|BI)(?=\s)")
SLACK = 0.05  # % of coverage: tolerance for inks written in thousandths


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
        yield from wrong_colours(pdf, profile)
    if profile.standard:
        yield from pdfx_flaws(pdf, profile)


def boxes(page: Any, sheet: Sheet) -> Iterator[tuple[str, tuple[float, ...], tuple[float, ...]]]:
    """The boxes of a page as found and as expected: corner, width and height in mm."""
    x, y, width, height = sheet.trim
    around = (0.0, 0.0, sheet.width, sheet.height)
    trim = (x, sheet.height - y - height, width, height)
    for name, box, expected in (
        ("page", page.mediabox, around),
        ("bleed", page.bleedbox, around),
        ("trim", page.trimbox, trim),
    ):
        left, bottom = float(box.left) / UNIT, float(box.bottom) / UNIT
        yield name, (left, bottom, float(box.width) / UNIT, float(box.height) / UNIT), expected


def wrong_colours(pdf: Pdf, profile: Profile) -> Iterator[str]:
    """Colours that are not CMYK, and more ink than the press takes."""
    most = 0.0
    others: set[bytes] = set()
    for content in contents(pdf):
        drawn = STRING.sub(b"", content)
        others |= set(OTHER.findall(drawn))
        for inks in set(CMYK.findall(drawn)):
            most = max(most, 100 * sum(map(float, inks)))
    for operator in sorted(others):
        yield f"it sets colours with {operator.decode()}, expected CMYK alone (k and K)"
    if most > profile.ink + SLACK:
        yield f"a total ink coverage of {most:.1f} %, expected at most {profile.ink:g} %"


def contents(pdf: Pdf) -> Iterator[bytes]:
    """The content of each page, and of each form once."""
    seen: set[int] = set()
    waiting: list[Any] = []
    for page in pdf.pages:
        yield pdf.decompressed(page.get("/Contents"))
        waiting.append(page.get("/Resources"))
    while waiting:
        resources = waiting.pop()
        forms = (resources.get_object() if resources is not None else {}).get("/XObject", {})
        for form in forms.get_object().values() if forms else ():
            if form.idnum not in seen:
                seen.add(form.idnum)
                yield pdf.decompressed(form)
                waiting.append(form.get_object().get("/Resources"))


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
