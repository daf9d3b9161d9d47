"""PDF files that are to be read as forms and are none, or cost too much: one line each, soon."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

import pikepdf
import pytest

from card_data import DataError
from card_data.limits import MOST_FORM_FIELDS, MOST_FORM_PAGES
from printkit.drawing.shapes import Field
from printkit.forms.reader import read_form
from tests.forms import blank, form, saved
from tests.printkit.test_hostile_pdfs import HOSTILE as HOSTILE_PDFS
from tests.printkit.test_hostile_pdfs import Objects, document, stream
from tests.printkit.tools import walled
from tests.sweeps import sweep

KEYS = "game=winstons_archive component=pad data=0 rules=1 sheets=1"
WIDGET = b"<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]%s>>"


@cache
def bomb() -> bytes:
    """Packed twice."""
    return zlib.compress(zlib.compress(bytes(200_000_000), 9), 9)


def one_page(widgets: bytes, more: Objects | None = None, form: bytes = b"<</Fields[]>>") -> bytes:
    """A form of a page with these widgets."""
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[%s]>>"
    pages = {
        1: b"<</Type/Catalog/Pages 2 0 R/AcroForm %s>>" % form,
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: page % widgets,
    }
    return document(pages | (more or {}), KEYS)


def text(name: bytes, more: bytes = b"") -> bytes:
    """A text field as a widget."""
    return WIDGET % (b"/FT/Tx/T(%s)%s" % (name, more))


def chain(length: int, *, end: bytes) -> bytes:
    """A widget in fields that lie in one another."""
    fields = {n: b"<</T(a)/Parent %d 0 R>>" % (n + 1) for n in range(10, 10 + length)}
    return one_page(WIDGET % b"/FT/Tx/Parent 10 0 R", fields | {10 + length: end})


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "a field in itself": (
        lambda: one_page(b"10 0 R", {10: WIDGET % b"/FT/Tx/T(a)/Parent 10 0 R"}),
        "not a sheet of one of our games",
    ),
    "fields in a circle": (
        lambda: chain(3, end=b"<</T(a)/Parent 10 0 R>>"),
        "not a sheet of one of our games",
    ),
    "fields in one another": (
        lambda: chain(5_000, end=b"<</T(a)>>"),
        "not a sheet of one of our games",
    ),
    "fields without end": (
        lambda: one_page(text(b"players.0.name") * (MOST_FORM_FIELDS + 1)),
        f"it has more than {MOST_FORM_FIELDS:,} fields",
    ),
    "pages without end": (
        lambda: document(
            {1: b"<</Type/Catalog/Pages 2 0 R>>", 3: b"<</Type/Page/Parent 2 0 R>>"}
            | {2: b"<</Type/Pages/Kids[%s]/Count 5000>>" % (b"3 0 R " * 5000)},
            KEYS,
        ),
        f"it has more than {MOST_FORM_PAGES} pages",
    ),
    "a page without end": (
        lambda: document(
            {1: b"<</Type/Catalog/Pages 2 0 R>>", 3: b"<</Type/Page/Parent 2 0 R>>"}
            | {2: b"<</Type/Pages/Kids[%s]/Count 1>>" % (b"3 0 R " * 100_000)},
            KEYS,
        ),
        "",
    ),
    "a long name": (
        lambda: one_page(text(b"a" * 5000)),
        "it has a field's name of 5,000 characters, expected at most 300",
    ),
    "a long text": (
        lambda: one_page(text(b"a", b"/V(%s)" % (b"x" * 30_000))),
        "it has a text of 30,000 characters, expected at most 20,000",
    ),
    "a dictionary as a text": (
        lambda: one_page(text(b"a", b"/V<</A 1>>")),
        "a field has a dictionary as its value",
    ),
    "a bomb as a text": (
        lambda: one_page(
            text(b"a", b"/V 9 0 R"),
            {9: b"<</Filter[/FlateDecode/FlateDecode]/Length %d>>stream\n%s\nendstream"
             % (len(bomb()), bomb())},
        ),
        "",
    ),
    "a bomb for objects": (
        lambda: one_page(b"9 0 R")
        + b"1 0 obj\n"
        + stream(bytes(300_000_000), b"/Type/ObjStm/N 9/First 9")
        + b"\nendobj",
        "",
    ),
    "lists in lists": (lambda: one_page(b"[" * 200_000), ""),
    "dictionaries in dictionaries": (lambda: one_page(text(b"a", b"/V" + b"<</V" * 100_000)), ""),
    "no form at all": (lambda: b"%PDF-1.7\n", ""),
    "a text": (lambda: b"players:\n", ""),
    "nothing": (lambda: b"", "it is empty"),
    **{f"a PDF: {name}": (made, "") for name, made in HOSTILE_PDFS.items()},
}  # fmt: skip
QUICK = ("a field in itself", "a long text")


@pytest.mark.parametrize("name", sweep(HOSTILE, QUICK))
def test_a_hostile_form_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    make, said = HOSTILE[name]
    file = tmp_path / "x.pdf"
    file.write_bytes(make())
    done = walled("score", file, seconds=2, of="scoring.cli.main")
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.removesuffix("\n").split("\n")
    assert line.isprintable()
    assert line.startswith(f"{file}: ")
    assert line.endswith(said)


SCRIPTS = {
    "a script": b"/S/JavaScript/JS(app.alert\\(1\\))",
    "a program": b"/S/Launch/F(/bin/sh)",
    "an address": b"/S/URI/URI(http://example.com)",
}


@pytest.mark.parametrize("action", SCRIPTS.values(), ids=list(SCRIPTS))
def test_what_a_form_would_do_is_neither_done_nor_read(action: bytes, tmp_path: Path) -> None:
    name = Field("players.0.name", "text", "name", 0, 0, 9, 9)
    with pikepdf.open(BytesIO(form([(name,)], KEYS))) as pdf:
        does = pikepdf.Object.parse(b"<<%s>>" % action)
        widget = pdf.pages[0].obj.Annots[0]
        widget.A, widget.AA, widget.V = does, pikepdf.Dictionary(K=does), pikepdf.String("Ann")
        pdf.Root.OpenAction = does
        (tmp_path / "x.pdf").write_bytes(saved(pdf))
    (only,) = read_form(tmp_path / "x.pdf").fields
    assert (only.name, only.text, only.label) == ("players.0.name", "Ann", "name")


@pytest.mark.parametrize("seed", sweep(range(60), range(3)))
def test_a_damaged_form_is_read_or_refused(seed: int, tmp_path: Path) -> None:
    (raw,) = blank("nineteen_eighty_four")
    chance = Random(seed)
    at = chance.randrange(len(raw))
    damaged = raw[:at] + chance.randbytes(chance.choice((0, 1, 50))) + raw[at + 50 :]
    (tmp_path / "x.pdf").write_bytes(damaged if seed % 2 else raw[:at])
    try:
        assert read_form(tmp_path / "x.pdf").fields
    except DataError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017 - it may be readable, too
