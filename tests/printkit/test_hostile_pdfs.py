"""Hostile PDFs, for the preflight or as forms: one line each, soon."""

import os
import re
import zlib
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

import pikepdf
import pytest

from card_data import DataError, limits
from printkit.drawing.shapes import Field
from printkit.forms.reader import read_form
from printkit.inspection.preflight import preflight
from printkit.sheets.profiles import profile_named
from tests.forms import blank, form, saved
from tests.printkit.commands import walled
from tests.sweeps import sweep

PRESS, WHY = profile_named("press"), "cannot be read as a PDF"
Objects = dict[int, bytes]


def stream(data: bytes, words: bytes = b"", *, packed: bool = True) -> bytes:
    if packed:
        data, words = zlib.compress(data, 9), words + b"/Filter/FlateDecode"
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (words, len(data), data)


def document(objects: Objects, keys: str = "", prev: bytes = b"") -> bytes:
    """A PDF of these objects: 1 is its root, 2 its pages; its keywords are ``keys``."""
    information = b"<</Keywords(%s)>>" % keys.encode("latin-1")
    raw, places = b"%PDF-1.4\n", {}
    for number, body in (objects | {999_999: information}).items():
        places[number] = len(raw)
        raw += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(raw)
    raw += b"xref\n0 1\n0000000000 65535 f \n"
    for number, place in places.items():
        raw += b"%d 1\n%010d 00000 n \n" % (number, place)
    trailer = b"trailer\n<</Root 1 0 R/Info 999999 0 R/Size 1000000%s>>\n" % prev
    return raw + trailer + b"startxref\n%d\n%%%%EOF\n" % start


def one_page(content: bytes, more: Objects | None = None, resources: bytes = b"") -> Objects:
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<%s>>>>"
    return {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: page % resources,
        4: content,
    } | (more or {})


def forms(depth: int, words: bytes = b"") -> Objects:
    """Forms of which each draws the next one ten times, and shows ``words``."""
    ten = stream(words + b"/X Do " * 10)
    return {
        number: ten.replace(
            b"/Length", b"/Subtype/Form/Resources<</XObject<</X %d 0 R>>>>/Length" % (number + 1), 1
        )
        for number in range(10, 10 + depth)
    }


DRAWN = b"1 0 0 1 0 0 cm /X Do"


@cache
def bomb() -> bytes:
    return stream(bytes(100_000_000))


HOSTILE: dict[str, Callable[[], bytes]] = {
    "a bomb in a page": lambda: document(one_page(bomb())),
    "bombs one after the other": lambda: document(one_page(bomb())
     | {3: b"<</Type/Page/Parent 2 0 R/Contents[%s]>>" % (b"4 0 R " * 5000)}),
    "operators without end": lambda: document(one_page(stream(b"q " * 2_000_000))),
    "lists beside lists": lambda: document(one_page(stream(b"[/a]" * 300_000))),
    "a number without end": lambda: document(one_page(stream(b"1" * 3_000_000))),
    "lists in lists": lambda: document(one_page(stream(b"[" * 300_000))),
    "forms ten times in one another": lambda: document(one_page(stream(DRAWN), forms(20),
     b"/XObject<</X 10 0 R>>")),
    "words ten times in one another": lambda: document(one_page(stream(DRAWN), forms(8, b"() Tj ")
     | {18: stream(b"", b"/Subtype/Form")}, b"/XObject<</X 10 0 R>>")),
    "a form in itself": lambda: document(one_page(stream(DRAWN),
     {10: stream(b"/X Do " * 10, b"/Subtype/Form/Resources<</XObject<</X 10 0 R>>>>")},
     b"/XObject<</X 10 0 R>>")),
    "pages in themselves": lambda: document(one_page(b"<<>>")
     | {2: b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>"}),
    "a page a hundred thousand times": lambda: document(one_page(stream(b"q Q"))
     | {2: b"<</Type/Pages/Kids[%s]>>" % (b"3 0 R " * 100_000)}),
    "a deep tree of pages": lambda: document(one_page(b"<<>>")
     | {n: b"<</Type/Pages/Kids[%d 0 R]>>" % (n + 1) for n in (2, *range(3, 5000))}),
    "a table before itself": lambda: document(one_page(stream(b"q Q")), prev=b"/Prev 9"),
    "deep dictionaries": lambda: document(one_page(b"<</A" * 50_000)),
    "a table of a million": lambda: (b"%PDF-1.4\n" + b"xref\n0 1000000\n"
     + b"0000000009 00000 n \n" * 1_000_000 + b"trailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF"),
    "objects without a table": lambda: b"%PDF-1.4\n" + b"1 0 obj\n<<>>\nendobj\n" * 500_000,
    "no end": lambda: b"%PDF-1.4\n" + b"\n" * 1_000_000,
    "no end for long": lambda: b"%PDF-1.4\n" + b"\n" * 8_000_000,
    "a table that says a trillion": lambda: (b"%PDF-1.5\n1 0 obj\n" + stream(bytes(4000),
     b"/Type/XRef/W[1 2 1]/Index[0 1000000000000]/Size 1000000000000")
     + b"\nendobj\nstartxref\n9\n%%EOF"),
    "matrices that nothing undoes":
     lambda: document(one_page(stream(b"0 0 0 0 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID a EI"))),
}  # fmt: skip


@pytest.mark.parametrize("name", sweep(HOSTILE, ["forms ten times in one another"]))
def test_hostile_file_is_reported_within_limits(tmp_path: Path, name: str) -> None:
    file = tmp_path / "deck.pdf"
    file.write_bytes(HOSTILE[name]())
    done = walled("audit", file, seconds=2)
    assert done.returncode in (0, 1)
    assert done.stdout + done.stderr
    lines = (done.stdout + done.stderr).removesuffix("\n").split("\n")
    assert len(lines) < 2 * limits.MOST_PROBLEMS
    assert all(len(one) < limits.LONGEST_MESSAGE and one.isprintable() for one in lines)
    assert not re.search("Traceback|Warning", done.stderr)


def test_a_form_in_itself_is_found(tmp_path: Path) -> None:
    file = tmp_path / "deck.pdf"
    file.write_bytes(HOSTILE["a form in itself"]())
    assert "page 1: it draws a form inside itself" in preflight(file, PRESS).findings


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "deck.pdf"
    with file.open("wb") as stream:
        stream.truncate(limits.LARGEST_PDF + 1)
    assert preflight(file, PRESS).findings == [f"{WHY}: it is larger than 512 MiB"]


def test_a_pipe_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "deck.pdf"
    os.mkfifo(pipe)
    assert preflight(pipe, PRESS).findings == [f"{WHY}: not a file"]


KEYS = "game=winstons_archive component=pad data=0 rules=1 sheets=1"
WIDGET = b"<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]%s>>"


@cache
def packed_twice() -> bytes:
    return zlib.compress(zlib.compress(bytes(200_000_000), 9), 9)


def form_page(
    widgets: bytes, more: Objects | None = None, fields: bytes = b"<</Fields[]>>"
) -> bytes:
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[%s]>>"
    pages = {
        1: b"<</Type/Catalog/Pages 2 0 R/AcroForm %s>>" % fields,
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: page % widgets,
    }
    return document(pages | (more or {}), KEYS)


def text(name: bytes, more: bytes = b"") -> bytes:
    return WIDGET % (b"/FT/Tx/T(%s)%s" % (name, more))


def chain(length: int, *, end: bytes) -> bytes:
    """A widget in fields that lie in one another."""
    fields = {n: b"<</T(a)/Parent %d 0 R>>" % (n + 1) for n in range(10, 10 + length)}
    return form_page(WIDGET % b"/FT/Tx/Parent 10 0 R", fields | {10 + length: end})


HOSTILE_FORMS: dict[str, tuple[Callable[[], bytes], str]] = {
    "a field in itself": (
        lambda: form_page(b"10 0 R", {10: WIDGET % b"/FT/Tx/T(a)/Parent 10 0 R"}),
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
        lambda: form_page(text(b"players.0.name") * (limits.MOST_FORM_FIELDS + 1)),
        f"it has more than {limits.MOST_FORM_FIELDS:,} fields",
    ),
    "pages without end": (
        lambda: document(
            {1: b"<</Type/Catalog/Pages 2 0 R>>", 3: b"<</Type/Page/Parent 2 0 R>>"}
            | {2: b"<</Type/Pages/Kids[%s]/Count 5000>>" % (b"3 0 R " * 5000)},
            KEYS,
        ),
        f"it has more than {limits.MOST_FORM_PAGES} pages",
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
        lambda: form_page(text(b"a" * 5000)),
        "it has a field's name of 5,000 characters, expected at most 300",
    ),
    "a long text": (
        lambda: form_page(text(b"a", b"/V(%s)" % (b"x" * 30_000))),
        "it has a text of 30,000 characters, expected at most 20,000",
    ),
    "a dictionary as a text": (
        lambda: form_page(text(b"a", b"/V<</A 1>>")),
        "a field has a dictionary as its value",
    ),
    "a bomb as a text": (
        lambda: form_page(
            text(b"a", b"/V 9 0 R"),
            {9: b"<</Filter[/FlateDecode/FlateDecode]/Length %d>>stream\n%s\nendstream"
             % (len(packed_twice()), packed_twice())},
        ),
        "",
    ),
    "a bomb for objects": (
        lambda: form_page(b"9 0 R")
        + b"1 0 obj\n"
        + stream(bytes(300_000_000), b"/Type/ObjStm/N 9/First 9")
        + b"\nendobj",
        "",
    ),
    "lists in lists": (lambda: form_page(b"[" * 200_000), ""),
    "dictionaries in dictionaries": (lambda: form_page(text(b"a", b"/V" + b"<</V" * 100_000)), ""),
    "no form at all": (lambda: b"%PDF-1.7\n", ""),
    "a text": (lambda: b"players:\n", ""),
    "nothing": (lambda: b"", "it is empty"),
    **{f"a PDF: {name}": (made, "") for name, made in HOSTILE.items()},
}  # fmt: skip
QUICK = ("a field in itself", "a long text")


@pytest.mark.parametrize("name", sweep(HOSTILE_FORMS, QUICK))
def test_a_hostile_form_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    make, said = HOSTILE_FORMS[name]
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
def test_actions_in_a_form_are_ignored(action: bytes, tmp_path: Path) -> None:
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
