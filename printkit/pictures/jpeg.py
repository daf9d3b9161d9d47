"""A JPEG without what does not show: notes, thumbnails, profiles, whatever follows its end."""

from __future__ import annotations

START, END = b"\xff\xd8", b"\xff\xd9"
SCAN = 0xDA
FRAMES = (0xC0, 0xC1, 0xC2)  # that every program decodes: baseline, extended, progressive
NEEDED = (*FRAMES, 0xC4, 0xDB, 0xDD, SCAN)  # and the tables for them
ADOBE, JFIF = 0xEE, 0xE0  # say how its colours are coded
PLAIN_JFIF = b"JFIF\0\1\1\0\0\1\0\1\0\0"
ALONE = (START[1], 0x01)  # markers that no length follows
RESTARTS = range(0xD0, 0xD8)
BITS = 8


def stripped(raw: bytes) -> bytes:
    """The JPEG with what it takes to decode it alone; empty if not every program decodes it."""
    parts, at = [START], 2
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
            end = next_marker(raw, at)
            parts.append(raw[at:end])
            at = end
    return b"".join((*parts, END)) if raw[at : at + 2] == END else b""


def scans_of(raw: bytes) -> int:
    """Return how many scans a decoder reads, each of which goes over all dots, and may itself be of
    a few bytes; what stands between the parts of a JPEG is passed over, as decoders do."""
    at, scans = 2, 0
    while (at := next_marker(raw, at)) + 1 < len(raw) and raw[at + 1] != END[1]:
        kind = raw[at + 1]
        scans += kind == SCAN
        at += 2
        if kind not in ALONE:
            at += max(2, int.from_bytes(raw[at : at + 2], "big"))
    return scans


def next_marker(raw: bytes, at: int) -> int:
    """Return where the next marker is from ``at`` on, but those inside a scan."""
    while (at := raw.find(b"\xff", at)) >= 0 and at + 1 < len(raw):
        kind = raw[at + 1]
        if kind and kind != 0xFF and kind not in RESTARTS:
            return at
        at += 1 if kind == 0xFF else 2
    return len(raw)
