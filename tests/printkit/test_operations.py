"""Content streams of others are taken apart exactly, and damaged ones are refused."""

from __future__ import annotations

from typing import Any

import pytest

from printkit.audit.operations import operations

ALL = frozenset((b"Tj", b"TJ", b"Do", b"cm", b"BDC", b"BI", b"q", b"Q", b"'"))


@pytest.mark.parametrize(
    ("content", "read"),
    [
        (b"", []),
        (b" % (nothing) Tj\n\t", []),
        (b"(a) Tj", [(b"Tj", [b"a"])]),
        (b"(a)Tj(b)'", [(b"Tj", [b"a"]), (b"'", [b"b"])]),
        (b"% not\r(a) Tj", [(b"Tj", [b"a"])]),
        (b"()Tj", [(b"Tj", [b""])]),
        (b"(a(b(c)) \\( d)Tj", [(b"Tj", [b"a(b(c)) ( d"])]),
        (b"(\\101\\7z\\0053\\501\\n\\r\\t\\b\\f\\(\\)\\\\\\q) Tj",
         [(b"Tj", [b"A\x07z\x053A\n\r\t\b\f()\\q"])]),
        (b"(a\\\nb\\\r\nc\r\nd\re\nf) Tj", [(b"Tj", [b"abc\nd\ne\nf"])]),
        (b"(% q Q) Tj", [(b"Tj", [b"% q Q"])]),
        (b"(\n0 0 m\n) Tj", [(b"Tj", [b"\n0 0 m\n"])]),
        (b"<41 4\n2\0 5> Tj", [(b"Tj", [b"ABP"])]),
        (b"<> Tj", [(b"Tj", [b""])]),
        (b"[(a)-3 .5(b(c))+1. <44>] TJ", [(b"TJ", [[b"a", -3, 0.5, b"b(c)", 1, b"D"]])]),
        (b"[] TJ", [(b"TJ", [[]])]),
        (b"[[1 [2]] /a true] TJ", [(b"TJ", [[[1, [2]], "/a", True]])]),
        (b"/Piece<</Id(x)/N 1/L[1(y)]/D<</E null>>>>BDC",
         [(b"BDC", ["/Piece", {"/Id": b"x", "/N": 1, "/L": [1, b"y"], "/D": {"/E": None}}])]),
        (b"/#41b#2F/X Do", [(b"Do", ["/Ab/", "/X"])]),
        (b"1 0 0 -1 .5 -.5 cm", [(b"cm", [1, 0, 0, -1, 0.5, -0.5])]),
        (b"q 1 w [1 2] 0 d 0 0 m 1 1 l h W* n 0 .5 1 rg f* B Q", [(b"q", []), (b"Q", [])]),
        (b"(a) 1 g Tj", [(b"Tj", [])]),
        (b"(a) XX Tj (b) Tj", [(b"Tj", []), (b"Tj", [b"b"])]),
        (b"q BI /W 1 ID (\xff] EIx \nEI Q", [(b"q", []), (b"BI", []), (b"Q", [])]),
        (b"BI /W 1 ID ((((", [(b"BI", [])]),
        (b"(left) 3", []),
    ],
)  # fmt: skip
def test_operands_are_exact(content: bytes, read: list[Any]) -> None:
    assert operations(content, ALL) == read


@pytest.mark.parametrize(
    "content",
    [b"(a", b"((a) Tj", b")", b"[(a) Tj", b"[1 >> TJ", b"<</a 1] TJ", b"<</a>> BDC", b"<</a 1",
     b"] TJ", b">> BDC", b"<4g> Tj", b"{", b"1.2.3 cm", b"1-2 cm", b"[--1] TJ", b"[1 g] TJ",
     b"[" * 9, b"[BI] ID"],
)  # fmt: skip
def test_damaged_content_is_refused(content: bytes) -> None:
    with pytest.raises((ValueError, LookupError)):
        operations(content, ALL)
