"""PDF files that nobody built: the preflight says what it can of them, and never works for long."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from card_data.limits import LARGEST_PDF, LONGEST_MESSAGE, MOST_PROBLEMS
from printkit.inspection.preflight import preflight
from printkit.sheets.profiles import profile_named
from tests.printkit.tools import walled
from tests.sweeps import sweep

PRESS, WHY = profile_named("press"), "cannot be read as a PDF"
Objects = dict[int, bytes]


def stream(data: bytes, words: bytes = b"", *, packed: bool = True) -> bytes:
    """An object that is a stream of these bytes."""
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
    """The objects of a page with this content, which is object 4."""
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
    "bombs one after the other": lambda: document(
        one_page(bomb()) | {3: b"<</Type/Page/Parent 2 0 R/Contents[%s]>>" % (b"4 0 R " * 5000)}
    ),
    "operators without end": lambda: document(one_page(stream(b"q " * 2_000_000))),
    "lists beside lists": lambda: document(one_page(stream(b"[/a]" * 300_000))),
    "a number without end": lambda: document(one_page(stream(b"1" * 3_000_000))),
    "lists in lists": lambda: document(one_page(stream(b"[" * 300_000))),
    "forms ten times in one another": lambda: document(
        one_page(stream(DRAWN), forms(20), b"/XObject<</X 10 0 R>>")
    ),
    "words ten times in one another": lambda: document(
        one_page(
            stream(DRAWN),
            forms(8, b"() Tj ") | {18: stream(b"", b"/Subtype/Form")},
            b"/XObject<</X 10 0 R>>",
        )
    ),
    "a form in itself": lambda: document(
        one_page(
            stream(DRAWN),
            {10: stream(b"/X Do " * 10, b"/Subtype/Form/Resources<</XObject<</X 10 0 R>>>>")},
            b"/XObject<</X 10 0 R>>",
        )
    ),
    "pages in themselves": lambda: document(
        one_page(b"<<>>") | {2: b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>"}
    ),
    "a page a hundred thousand times": lambda: document(
        one_page(stream(b"q Q")) | {2: b"<</Type/Pages/Kids[%s]>>" % (b"3 0 R " * 100_000)}
    ),
    "a deep tree of pages": lambda: document(
        one_page(b"<<>>")
        | {n: b"<</Type/Pages/Kids[%d 0 R]>>" % (n + 1) for n in (2, *range(3, 5000))}
    ),
    "a table before itself": lambda: document(one_page(stream(b"q Q")), prev=b"/Prev 9"),
    "deep dictionaries": lambda: document(one_page(b"<</A" * 50_000)),
    "a table of a million": lambda: (
        b"%PDF-1.4\n"
        + b"xref\n0 1000000\n"
        + b"0000000009 00000 n \n" * 1_000_000
        + b"trailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF"
    ),
    "objects without a table": lambda: b"%PDF-1.4\n" + b"1 0 obj\n<<>>\nendobj\n" * 500_000,
    "no end": lambda: b"%PDF-1.4\n" + b"\n" * 1_000_000,
    "no end for long": lambda: b"%PDF-1.4\n" + b"\n" * 8_000_000,
    "a table that says a trillion": lambda: (
        b"%PDF-1.5\n1 0 obj\n"
        + stream(bytes(4000), b"/Type/XRef/W[1 2 1]/Index[0 1000000000000]/Size 1000000000000")
        + b"\nendobj\nstartxref\n9\n%%EOF"
    ),
    "matrices that nothing undoes": lambda: document(
        one_page(stream(b"0 0 0 0 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID a EI"))
    ),
}


@pytest.mark.parametrize("name", sweep(HOSTILE, ["forms ten times in one another"]))
def test_a_hostile_file_is_told_about_within_its_limits(tmp_path: Path, name: str) -> None:
    file = tmp_path / "deck.pdf"
    file.write_bytes(HOSTILE[name]())
    done = walled("audit", file, seconds=2)
    assert done.returncode in (0, 1)
    assert done.stdout + done.stderr
    lines = (done.stdout + done.stderr).removesuffix("\n").split("\n")
    assert len(lines) < 2 * MOST_PROBLEMS
    assert all(len(one) < LONGEST_MESSAGE and one.isprintable() for one in lines)
    assert not re.search("Traceback|Warning", done.stderr)


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "deck.pdf"
    with file.open("wb") as stream:
        stream.truncate(LARGEST_PDF + 1)
    assert preflight(file, PRESS).findings == [f"{WHY}: it is larger than 512 MiB"]


def test_a_pipe_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "deck.pdf"
    os.mkfifo(pipe)
    assert preflight(pipe, PRESS).findings == [f"{WHY}: not a file"]
