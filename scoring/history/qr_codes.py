"""Links as QR codes: on a terminal, and as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO, StringIO

import segno
from segno import QRCode

from card_data import DataError, Problem

EDGE = 2  # light modules around a code on a terminal, half of what paper has: readers do with one
DOT = 4  # dots along a side of a module, in a PNG


def codes(every: Sequence[str]) -> list[QRCode]:
    """Return the QR codes of links, without links that are too long for one; raise `DataError` if
    all are."""
    found = []
    for link in every:
        try:
            found.append(segno.make_qr(link, error="l"))
        except segno.DataOverflowError:
            continue
    if not found:
        message = f"a link of {len(every[-1]):,} characters is too long for a QR code"
        raise DataError(Problem(message=message, file="QR code"))
    return found


def half_blocks(code: QRCode) -> list[str]:
    """Return a QR code as lines, each of them two rows of its modules."""
    text = StringIO()
    code.terminal(text, border=EDGE, compact=True)
    return text.getvalue().splitlines()


def picture(code: QRCode, kind: str) -> bytes:
    """Return a QR code as the contents of a ``png`` or ``svg`` file."""
    stream = BytesIO()
    code.save(stream, kind=kind, scale=DOT)
    return stream.getvalue()
