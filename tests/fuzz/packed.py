"""Changes to files that are no text, in their own terms: what is in a picture, a font or a ZIP file
is changed and put back with the sums and lengths that its reader looks at first.

Like those of texts, a change takes bytes and a source of chance.
"""

from __future__ import annotations

import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

from tests.fuzz.mutations import LARGEST, mutated, noise

PNG = b"\x89PNG\r\n\x1a\n"
BLOCK = 100_000
BOMB = 200 * 1024 * 1024  # bytes, which are packed to a thousandth
SIZES = (0, 1, 2, 40, 20_000, 65_535, 100_000, 2**31 - 1, 2**31, 2**32 - 1)
SHORTS = (0, 1, 2, 40, 255, 256, 20_000, 32_767, 32_768, 65_535)
PACKED = (b"IDAT", b"zTXt", b"iCCP", b"fdAT", b"iTXt", b"eXIf", b"tEXt")
FRONTS = (b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a", b"%PDF-1.4\n", b"<html>", b"BM",
          b"%!PS-Adobe-3.0 EPSF-3.0\n", b"\xff\xd8\xff", b"II*\0", b"PK\3\4", b"\0\0\0\x0cjP  ",
          b"P6 99999 99999 255\n", b"RIFF\xff\xff\xff\xffWEBP", b"#!/bin/sh\n", b"\x1f\x8b\x08",
          b"wOF2", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")  # fmt: skip
PATHS = (
    "../../evil.xml",
    "/etc/passwd",
    "xl/../xl/workbook.xml",
    "a" * 5_000,
    "\\a.xml",
    "",
    "a\n",
)
COMPOSITE = struct.pack(">hhhhhHHhh", -1, 0, 0, 9, 9, 0x0023, 1, 0, 0)  # a glyph made of glyph 1


def changed_file(raw: bytes, chance: Random, kind: str, others: Sequence[bytes]) -> bytes:
    """A file with one change; ``others`` are further ones of its kind, with which it is mixed."""
    if len(raw) > LARGEST or chance.random() < 0.2:
        return noise(raw, chance)
    if chance.random() < 0.1:
        return mixed(raw, chance, others)
    if raw.startswith(b"PK"):
        return changed_zip(raw, chance)
    if kind == "picture":
        return changed_picture(raw, chance)
    if kind == "font":
        return changed_font(raw, chance)
    return mutated(raw, chance, kind)


def mixed(raw: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """What begins as one thing and goes on as another, or is another altogether."""
    other = chance.choice((*others, *FRONTS))
    cut = chance.randrange(len(raw) + 1)
    return chance.choice((other, other + raw, raw + other, raw[:cut] + other[cut:]))


# --- pictures


def changed_picture(raw: bytes, chance: Random) -> bytes:
    if raw.startswith(PNG):
        return changed_png(raw, chance)
    if raw.startswith(b"RIFF"):
        return changed_riff(raw, chance)
    return changed_jpeg(raw, chance)


@cache
def bomb() -> bytes:
    """Nothing, very much of it, packed."""
    packer, block = zlib.compressobj(9), bytes(BLOCK)
    return b"".join([*(packer.compress(block) for _ in range(BOMB // BLOCK)), packer.flush()])


def changed_png(raw: bytes, chance: Random) -> bytes:
    """Chunks changed, with their sums right."""
    parts = list[tuple[bytes, bytes]]()
    at = len(PNG)
    while at + 12 <= len(raw):
        size = int.from_bytes(raw[at : at + 4])
        parts.append((raw[at + 4 : at + 8], raw[at + 8 : at + 8 + size]))
        at += 12 + size
    place = chance.randrange(len(parts)) if parts else 0
    match chance.randrange(7):
        case 0 | 1:  # width, height, depth, colours, interlacing
            parts = [(name, header(body, chance) if name == b"IHDR" else body)
                     for name, body in parts]  # fmt: skip
        case 2:
            parts.insert(max(1, place), (chance.choice(PACKED), b"a\0\0" + bomb()))
        case 3:
            parts = [(name, bomb() if name == b"IDAT" else body) for name, body in parts]
        case 4:
            parts = moved(parts, chance)
        case 5 if parts:
            name, body = parts[place]
            parts[place] = name, unpacked_noise(body, chance)
        case _ if parts:
            parts[place] = (chance.choice(parts)[0], noise(parts[place][1], chance))
    return PNG + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )


def header(body: bytes, chance: Random) -> bytes:
    """That of a PNG with another size, and now and then another way to be read."""
    found = bytearray(body.ljust(13, b"\0"))
    for place in chance.sample((0, 4), chance.choice((1, 2))):
        found[place : place + 4] = struct.pack(">I", chance.choice(SIZES))
    if chance.random() < 0.3:
        found[chance.randrange(8, 13)] = chance.choice((0, 1, 2, 3, 4, 6, 8, 16, 255))
    return bytes(found)


def unpacked_noise(body: bytes, chance: Random) -> bytes:
    """What is packed with noise in it, packed again."""
    try:
        return zlib.compress(noise(zlib.decompress(body), chance))
    except zlib.error:
        return noise(body, chance)


def moved(parts: list[tuple[bytes, bytes]], chance: Random) -> list[tuple[bytes, bytes]]:
    """Parts left out, doubled, many times over, or in another order."""
    if not parts:
        return parts
    place = chance.randrange(len(parts))
    times = min(chance.choice((0, 2, 1_000)), LARGEST // (len(parts[place][1]) + 1))
    if chance.random() < 0.3:
        return chance.sample(parts, len(parts))
    return [*parts[:place], *[parts[place]] * times, *parts[place + 1 :]]


def changed_riff(raw: bytes, chance: Random) -> bytes:
    """A WebP with chunks changed, or of another size."""
    parts = list[tuple[bytes, bytes]]()
    at = 12
    while at + 8 <= len(raw):
        size = int.from_bytes(raw[at + 4 : at + 8], "little")
        parts.append((raw[at : at + 4], raw[at + 8 : at + 8 + size]))
        at += 8 + size + size % 2
    if chance.random() < 0.5:
        large = struct.pack("<I", chance.choice(SIZES))[:3]
        flags = chance.choice((0, 2, 16, 18, 255))
        parts = [one for one in parts if one[0] != b"VP8X"]
        parts.insert(0, (b"VP8X", bytes([flags, 0, 0, 0]) + large * 2))
    else:
        parts = moved(parts, chance)
    if parts and chance.random() < 0.5:
        place = chance.randrange(len(parts))
        parts[place] = parts[place][0], noise(parts[place][1], chance)
    body = b"".join(
        name + struct.pack("<I", len(one)) + one + bytes(len(one) % 2) for name, one in parts
    )
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def changed_jpeg(raw: bytes, chance: Random) -> bytes:
    """Segments changed: of another size, doubled, left out; scans many times over."""
    parts = list[bytes]()
    at = 2
    while at + 4 <= len(raw) and raw[at] == 0xFF and raw[at + 1] != 0xDA:
        size = int.from_bytes(raw[at + 2 : at + 4])
        parts.append(raw[at : at + 2 + size])
        at += 2 + size
    rest = raw[at:]
    for place, part in enumerate(parts):
        if part[1] in (0xC0, 0xC1, 0xC2) and chance.random() < 0.4:
            sides = struct.pack(">HH", chance.choice(SHORTS), chance.choice(SHORTS))
            parts[place] = part[:5] + sides + part[9:]
    match chance.randrange(4):
        case 0 if parts:
            place = chance.randrange(len(parts))
            parts[place] = parts[place][:4] + noise(parts[place][4:], chance)
        case 1:
            parts = [body for _, body in moved([(b"", part) for part in parts], chance)]
        case 2:
            end = rest.rfind(b"\xff\xd9")
            times = min(LARGEST // (len(rest) + 1), chance.choice((2, 100, 5_000)))
            rest = rest[:end] * times + rest[end:]
    return raw[:2] + b"".join(parts) + rest


# --- fonts


def changed_font(raw: bytes, chance: Random) -> bytes:
    """Tables changed, with their places right; or the list of them changed."""
    if raw[:4] == b"ttcf" or chance.random() < 0.2:
        head = bytearray(raw)
        for _ in range(chance.choice((1, 2, 4))):
            place = chance.randrange(0, max(1, min(len(raw) - 3, 300)), 2)
            head[place : place + 2] = struct.pack(">H", chance.choice(SHORTS))
        return bytes(head)
    tables = tables_of(raw)
    if not tables:
        return noise(raw, chance)
    name = chance.choice([*tables])
    match chance.randrange(6):
        case 0:
            del tables[name]
        case 1:
            tables[name] = tables[chance.choice([*tables])]
        case 2:
            tables[name] = noise(tables[name], chance)
        case 3 if b"glyf" in tables:  # a glyph that is made of itself, as often as there is room
            tables[b"glyf"] = COMPOSITE * (len(tables[b"glyf"]) // len(COMPOSITE) + 1)
        case 4 if b"CFF " in tables:
            tables[b"CFF "] = noise(tables[b"CFF "], chance)
        case _:
            tables[name] = other_shorts(tables[name], chance)
    return font_of(raw[:4], tables)


def other_shorts(body: bytes, chance: Random) -> bytes:
    """A table with some of its numbers changed: counts, offsets, metrics."""
    found = bytearray(body)
    for _ in range(chance.choice((1, 1, 3, 20))):
        place = 2 * chance.randrange(max(1, len(body) // 2))
        found[place : place + 2] = struct.pack(">H", chance.choice(SHORTS))
    return bytes(found)


def tables_of(raw: bytes) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for number in range(int.from_bytes(raw[4:6])):
        entry = raw[12 + 16 * number : 28 + 16 * number]
        if len(entry) == 16:
            place, size = struct.unpack(">II", entry[8:])
            found[entry[:4]] = raw[place : place + size]
    return found


def font_of(kind: bytes, tables: Mapping[bytes, bytes]) -> bytes:
    place = 12 + 16 * len(tables)
    listed = kind + struct.pack(">HHHH", len(tables), 16, 0, 0)
    bodies = b""
    for name, body in sorted(tables.items()):
        listed += name + struct.pack(">III", 0, place + len(bodies), len(body))
        bodies += body + bytes(-len(body) % 4)
    return listed + bodies


# --- ZIP files


def changed_zip(raw: bytes, chance: Random) -> bytes:
    """Members changed as the texts that they are, packed again; or what is said of them."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            if any(one.file_size > LARGEST for one in archive.infolist()):
                return noise(raw, chance)
            parts = [(one, archive.read(one)) for one in archive.namelist()]
    except (zipfile.BadZipFile, RuntimeError, ValueError, EOFError, zlib.error, OSError):
        return noise(raw, chance)
    place = chance.randrange(len(parts)) if parts else 0
    match chance.randrange(9):
        case 0 if parts:  # packed so well that little is read before there is very much
            return zipped_again(parts, swollen=place)
        case 1:
            parts += [(f"xl/{number}.xml", b"<a/>") for number in range(3_000)]
        case 2 if parts:
            parts[place] = chance.choice(PATHS), parts[place][1]
        case 3 if parts:
            parts = [*parts[:place], *[parts[place]] * chance.choice((0, 2)), *parts[place + 1 :]]
        case 4:
            return headers_changed(raw, chance)
        case _ if parts:
            for _ in range(chance.choice((1, 1, 3))):
                name, body = parts[place]
                parts[place] = name, mutated(body, chance, "sheet")
    return zipped_again(parts)


def zipped_again(parts: Sequence[tuple[str, bytes]], swollen: int = -1) -> bytes:
    """A ZIP file of these members, of which one is followed by very many spaces."""
    stream, block = io.BytesIO(), b" " * BLOCK
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")  # of names that are there twice
        for place, (name, body) in enumerate(parts):
            told = zipfile.ZipInfo(name)
            told.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(told, "w") as member:
                member.write(body)
                for _ in range(BOMB // BLOCK if place == swollen else 0):
                    member.write(block)
    return stream.getvalue()


def headers_changed(raw: bytes, chance: Random) -> bytes:
    """What is said of the members: sizes, flags, ways to pack, where they lie."""
    found = bytearray(raw)
    signs = [at for at in range(len(raw)) if raw[at : at + 4] in (b"PK\1\2", b"PK\3\4", b"PK\5\6")]
    for _ in range(chance.choice((1, 2, 4))):
        place = chance.choice(signs or [0]) + 2 * chance.randrange(2, 22)
        found[place : place + 2] = struct.pack("<H", chance.choice(SHORTS))
    return bytes(found)
