"""What is wrong with a printer's file: its pages, their boxes, their colours and, for a press, what
PDF/X asks for. The audit asks this of every file with a profile."""

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

STRING = re.compile(rb"\((?:[^()\\]|\\.)*+\)", re.DOTALL)
INKS = re.compile(rb"([0-9.]+) ([0-9.]+) ([0-9.]+) ([0-9.]+) [kK](?=\s)")
OTHER = re.compile(rb"(?<=\s)(rg|RG|g|G|cs|CS|sc|SC|scn|SCN|sh|gs|BI)(?=\s)")
SLACK = 0.05  # %: of a sum of inks that are written in thousandths


def flaws(pdf: Pdf, layout: Layout, profile: Profile) -> Iterator[str]:
    """What is wrong with a file beside what is drawn on its pages."""
    for number, (page, sheet) in enumerate(zip(pdf.pages, layout.sheets, strict=False), 1):
        for name, found, expected in boxes(page, sheet):
            if any(abs(a - b) > TOLERANCE for a, b in zip(found, expected, strict=True)):
                sides = "{:g} x {:g} mm".format(*(round(side, 2) for side in found[2:]))
                wanted = "{:g} x {:g} mm".format(*(round(side, 2) for side in expected[2:]))
                yield f"page {number}: its {name} is {sides}, expected {wanted} in its middle"
        if page.get("/Annots"):
            yield f"page {number}: it has links or notes, which no press prints"
    if profile.colour == "cmyk":
        yield from coloured(pdf, profile)
    if profile.standard:
        yield from told(pdf, profile)


def boxes(page: Any, sheet: Sheet) -> Iterator[tuple[str, tuple[float, ...], tuple[float, ...]]]:
    """The boxes of a page as they are and as they should be: corner, width and height in mm."""
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


def coloured(pdf: Pdf, profile: Profile) -> Iterator[str]:
    """Colours that are no inks, and more ink than the press takes."""
    most = 0.0
    others: set[bytes] = set()
    for content in contents(pdf):
        drawn = STRING.sub(b"", content)
        others |= set(OTHER.findall(drawn))
        for inks in set(INKS.findall(drawn)):
            most = max(most, 100 * sum(map(float, inks)))
    for operator in sorted(others):
        yield f"it sets colours with {operator.decode()}, expected inks alone (k and K)"
    if most > profile.ink + SLACK:
        yield f"{most:.1f} % of ink on one spot, expected at most {profile.ink:g} %"


def contents(pdf: Pdf) -> Iterator[bytes]:
    """What each page draws, and each form once."""
    seen: set[int] = set()
    waiting: list[Any] = []
    for page in pdf.pages:
        yield pdf.unpacked(page.get("/Contents"))
        waiting.append(page.get("/Resources"))
    while waiting:
        resources = waiting.pop()
        forms = (resources.get_object() if resources is not None else {}).get("/XObject", {})
        for form in forms.get_object().values() if forms else ():
            if form.idnum not in seen:
                seen.add(form.idnum)
                yield pdf.unpacked(form)
                waiting.append(form.get_object().get("/Resources"))


def told(pdf: Pdf, profile: Profile) -> Iterator[str]:
    """What a PDF/X file must say of itself, and does not."""
    metadata: Any = pdf.metadata or {}
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if not metadata.get(key):
            yield f"it has no {key[1:]}, which PDF/X asks for"
    if metadata.get("/GTS_PDFXVersion") != profile.standard:
        yield f"it does not say that it is {profile.standard}"
    if metadata.get("/Trapped") not in ("/True", "/False"):
        yield "it does not say whether it is trapped"
    intents = pdf.root_object.get("/OutputIntents") or []
    named = [str(one.get_object().get("/OutputConditionIdentifier")) for one in intents]
    if named != [profile.condition]:
        yield f"it is for the condition {', '.join(named) or '(none)'}, not {profile.condition}"


def paired(pages: Sequence[Sequence[FoundFace]], layout: Layout, before: int) -> Iterator[str]:
    """Pages whose piece is another than the printer's order has there."""
    for number, (page, sheet) in enumerate(zip(pages, layout.sheets, strict=False), before + 1):
        found = [f"{one.key} ({one.side.lower()})" for one in page]
        expected = [
            f"{key_of(one.face)} ({'back' if one.back else 'front'})" for one in sheet.placements
        ]
        if found != expected:
            shown = ", ".join(found) or "nothing"
            yield f"page {number}: found {shown}, expected {', '.join(expected) or 'nothing'}"
