"""Fingerprints of files: of all that a painter is given, and of what paints it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from printkit.drawing.shapes import Face
from printkit.faces.wire import Parts
from printkit.kept import inputs
from printkit.sheets.layout import Layout
from printkit.sheets.sheet import Sheet
from printkit.typography.files import PACKAGES
from printkit.typography.fonts import Fonts

KEYS = re.compile("|".join(sorted(PACKAGES, key=len, reverse=True)).encode())  # longest first


def fingerprint(
    layouts: Sequence[Layout], keywords: str, fonts: Fonts, kind: str, every_font: bool = False
) -> str:
    """A digest of what a file of some layouts shows: of two files that have the same, one need not
    be painted.

    ``kind`` says how it is painted. A font counts if a text is set in it, or with ``every_font``.
    """
    shown = msgspec.msgpack.encode([shown_in(layout) for layout in layouts])
    keys = PACKAGES if every_font else {key.decode() for key in KEYS.findall(shown)}
    files = [inputs.digest_of_file(fonts.by_key(key).path) for key in sorted(keys)]
    date = os.environ.get(inputs.DATE, "")
    said = inputs.kit(), kind, keywords, date, *files
    return inputs.digest(shown, *(one.encode(errors="replace") for one in said))


def shown_in(layout: Layout) -> list[Any]:
    """What a painter and the audit are given of a layout, each face and each shared group once."""
    faces = distinct(layout.sheets)
    parts = Parts([face.shapes for face in faces.values()])
    places = {key: place for place, key in enumerate(faces)}
    head = layout.game.head
    return [
        *(head.title, head.credits.design, layout.title, layout.pieces, layout.fillable),
        [parts.face(msgspec.structs.replace(face, back=None)) for face in faces.values()],
        parts.shared,
        [
            (
                [(places[id(one.face)], *one[1:]) for one in sheet.placements],
                sheet._replace(placements=()),
            )
            for sheet in layout.sheets
        ],
        layout.symbols,
        [(guest.title, guest.pieces) for guest in layout.guests],
    ]


def distinct(sheets: Iterable[Sheet]) -> dict[int, Face]:
    """The faces on sheets, by their identity."""
    return {id(one.face): one.face for sheet in sheets for one in sheet.placements}
