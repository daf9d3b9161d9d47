"""PDF files that nobody built: the audit says what is wrong with them, and never works for long.

What each of them may cost is counted, so that these tests need no clock.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, NameObject

import printkit
from card_data.limits import LARGEST_PDF, PDF_STEPS
from printkit.audit import pdf_reader
from printkit.options import Options
from printkit.workshop.rebuild import audit_file
from tests.sweeps import sweep

KEYS = "game=winstons_archive component=pad paper=a4 flip=long"
Objects = dict[int, bytes]


def stream(data: bytes, words: bytes = b"", *, packed: bool = True) -> bytes:
    """An object that is a stream of these bytes."""
    if packed:
        data, words = zlib.compress(data, 9), words + b"/Filter/FlateDecode"
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (words, len(data), data)


def document(objects: Objects, keys: str = KEYS, prev: bytes = b"") -> bytes:
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


PIECE = b"/Piece <</Id (x) /Number 1 /Page 1 /Side /Front>> BDC 1 0 0 1 0 0 cm /X Do EMC"


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
        one_page(stream(PIECE), forms(20), b"/XObject<</X 10 0 R>>")
    ),
    "words ten times in one another": lambda: document(
        one_page(
            stream(PIECE),
            forms(8, b"() Tj ") | {18: stream(b"", b"/Subtype/Form")},
            b"/XObject<</X 10 0 R>>",
        )
    ),
    "a form in itself": lambda: document(
        one_page(
            stream(PIECE),
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
    "keywords that are somewhere else": lambda: document(
        one_page(stream(b"q Q"))
        | {999_999: b"<</Keywords 5 0 R>>"}
        | {number: b"%d 0 R" % (number + 1) for number in range(5, 5000)}
    ),
    "no end": lambda: b"%PDF-1.4\n" + b"\n" * 1_000_000,
    "no end for long": lambda: b"%PDF-1.4\n" + b"\n" * 8_000_000,
    "a table that says a trillion": lambda: (
        b"%PDF-1.5\n1 0 obj\n"
        + stream(bytes(4000), b"/Type/XRef/W[1 2 1]/Index[0 1000000000000]/Size 1000000000000")
        + b"\nendobj\nstartxref\n9\n%%EOF"
    ),
    "matrices that nothing undoes": lambda: document(
        one_page(stream(b"/Piece <</Id (x) /Number 1 /Page 1 /Side /Front>> BDC 0 0 0 0 0 0 cm"))
    ),
}


SLOW = ("no end for long", "lists beside lists")
COUNTED = (  # refused for the work that they take
    "words ten times in one another",
    "a table of a million",
    "objects without a table",
)


@pytest.mark.parametrize("name", sweep(HOSTILE, [name for name in HOSTILE if name not in SLOW]))
def test_a_hostile_file_is_refused(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name in COUNTED:
        for limit in ("PDF_STEPS", "PDF_STEPS_A_FACE", "PDF_STEPS_A_PAGE"):
            less = getattr(pdf_reader, limit) // 10  # to be quick
            monkeypatch.setattr(pdf_reader, limit, less)
    assert_refused(tmp_path / "deck.pdf", name)


@pytest.mark.sweep
@pytest.mark.parametrize("name", COUNTED)
def test_a_hostile_file_is_refused_at_the_limit(tmp_path: Path, name: str) -> None:
    assert_refused(tmp_path / "deck.pdf", name)


def assert_refused(file: Path, name: str) -> None:
    file.write_bytes(HOSTILE[name]())
    found = audit_file(file, None)
    assert found
    assert all(line.startswith(f"{file}: ") for line in found)
    assert name not in COUNTED or "it takes too much work" in found[0]


def test_the_limit_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_reader, "PDF_STEPS", PDF_STEPS // 10)  # to be quick
    file = tmp_path / "deck.pdf"
    file.write_bytes(HOSTILE["objects without a table"]())
    work = f"it takes too much work: more than {PDF_STEPS // 10:,} steps"
    assert audit_file(file, None) == [f"{file}: cannot be read as a PDF: {work}"]


def test_content_compressed_as_printkit_never_does_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deck.pdf"
    file.write_bytes(document(one_page(stream(b"x", b"/Filter/LZWDecode", packed=False))))
    said = "cannot be read as a PDF: its content is compressed by /LZWDecode"
    assert audit_file(file, None) == [f"{file}: {said}"]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("per_page=\xb2", ""),
        ("per_page=1000000000000", ""),
        ("forms=1000000000000", ""),
        ("copies=1000000000000", "pieces, expected at most 20,000"),
        ("players=1000000000000", "the game is for"),
        ("draw=9999999999999", ""),
        ("component=..", "has no component"),
        ("game=../../etc", "no game called"),
        ("paper=\x1b[31m", "no paper called"),
        ("with=deck,x", "has no component x"),
    ],
)
def test_hostile_keywords_are_refused(tmp_path: Path, keys: str, message: str) -> None:
    file = tmp_path / "deck.pdf"
    file.write_bytes(document(one_page(stream(b"q Q")), f"{KEYS} {keys}"))
    try:
        found = audit_file(file, None)
    except printkit.DataError as error:
        found = [str(problem) for problem in error.problems]
    assert found
    assert message in "\n".join(found)


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "deck.pdf"
    with file.open("wb") as stream:
        stream.truncate(LARGEST_PDF + 1)
    assert audit_file(file, None) == [f"{file}: cannot be read as a PDF: it is larger than 512 MiB"]


def test_a_pipe_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "deck.pdf"
    os.mkfifo(pipe)
    assert audit_file(pipe, None) == [f"{pipe}: cannot be read as a PDF: not a file"]


def test_a_face_too_many_is_found(tmp_path: Path, errata: Path) -> None:
    """A file that does match costs far less than it may; with a form more it no longer matches."""
    (sound,) = printkit.build(
        ["errata"], ["deck"], tmp_path / "out", options=Options(data=errata), audit=False
    )
    assert audit_file(sound.file, errata) == []
    writer = PdfWriter(clone_from=sound.file)
    more = DecodedStreamObject()
    more.set_data(b"/Piece <</Id (planted) /Number 1 /Page 1 /Side /Front>> BDC EMC")
    writer.pages[0][NameObject("/Contents")] = writer._add_object(more)
    writer.write(tmp_path / "deck.pdf")
    assert any("planted" in line for line in audit_file(tmp_path / "deck.pdf", errata))
