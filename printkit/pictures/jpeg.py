"""A JPEG without what does not show: notes, thumbnails, profiles, whatever follows its end."""

from __future__ import annotations

from card_data.limits import MOST_SCANS

START, END = b"\xff\xd8", b"\xff\xd9"
SCAN = 0xDA
FRAMES = (0xC0, 0xC1, 0xC2)  # that every program decodes: baseline, extended, progressive
NEEDED = (*FRAMES, 0xC4, 0xDB, 0xDD, SCAN)  # and the tables for them
ADOBE, JFIF = 0xEE, 0xE0  # say how its colours are coded
PLAIN_JFIF = b"JFIF\0\1\1\0\0\1\0\1\0\0"
RESTARTS = range(0xD0, 0xD8)
BITS = 8


def stripped(raw: bytes) -> bytes:
    """The JPEG with what it takes to decode it alone; empty if not every program decodes it, or if
    that would take long: each scan goes over all dots, and may itself be of a few bytes."""
    parts, at, scans = [START], 2, 0
    while raw[at : at + 1] == b"\xff" and raw[at : at + 2] != END:
        kind = raw[at + 1]
        if kind == 0xFF:  # a byte to fill up
            at += 1
            continue
        length = int.from_bytes(raw[at + 2 : at + 4], "big")
        body = raw[at + 4 : at + 2 + length]
        if length < 2 or len(body) != length - 2 or (kind in FRAMES and body[0] != BITS):
            return b""
        if kind == JFIF and body.startswith(b"JFIF\0"):
            body = PLAIN_JFIF
        elif not (kind in NEEDED or (kind == ADOBE and body.startswith(b"Adobe"))):
            body = b""
        if body:
            parts.append(bytes((0xFF, kind)) + (len(body) + 2).to_bytes(2, "big") + body)
        elif 0xC0 <= kind < 0xD0 and kind != 0xC8:
            return b""  # a frame of another kind
        at += 2 + length
        if kind == SCAN:
            scans += 1
            if scans > MOST_SCANS:
                return b""
            end = end_of_scan(raw, at)
            parts.append(raw[at:end])
            at = end
    return b"".join((*parts, END)) if raw[at : at + 2] == END else b""


def end_of_scan(raw: bytes, at: int) -> int:
    """Where the next marker is after the dots that begin ``at``."""
    while (at := raw.find(b"\xff", at)) >= 0 and at + 1 < len(raw):
        if raw[at + 1] and raw[at + 1] not in RESTARTS:
            return at
        at += 2
    return len(raw)
