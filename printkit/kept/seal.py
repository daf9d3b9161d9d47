"""Seals, by which a program knows what it wrote itself: for this user, for this place, unharmed.

A seal is a keyed hash. The key is made once, at random, and lies where only its user can write, so
that what somebody else made, or copied from elsewhere, is not taken for our own.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import blake2b
from hmac import compare_digest

from printkit.kept.cache import folder_of_cache, read_own

SEAL = KEY = 32  # bytes
NAME = "key"  # of the file


def secret() -> bytes | None:
    """The key of this user, made if there is none; None where it cannot be kept."""
    folder = folder_of_cache()
    if folder is None:
        return None
    file = folder / NAME
    with suppress(OSError):
        if not os.path.lexists(file):
            part = file.with_name(f"{NAME}-{os.getpid()}.part")
            handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as stream:
                stream.write(os.urandom(KEY))
            try:
                with suppress(FileExistsError):  # another program was sooner
                    os.link(part, file)
            finally:
                part.unlink()
        key = read_own(file)
        return key if len(key) == KEY else None
    return None


def sealed(body: bytes, place: str, key: bytes) -> bytes:
    """What is to be kept at a ``place``, with its seal before it."""
    return seal_of(body, place, key) + body


def unsealed(raw: bytes, place: str, key: bytes) -> bytes | None:
    """What was kept at a ``place``; None unless the seal is the one that it was given there."""
    body = raw[SEAL:]
    return body if compare_digest(raw[:SEAL], seal_of(body, place, key)) else None


def seal_of(body: bytes, place: str, key: bytes) -> bytes:
    made = blake2b(key=key, digest_size=SEAL)
    where = place.encode(errors="surrogateescape")
    made.update(len(where).to_bytes(8, "big") + where)
    made.update(body)
    return made.digest()
