"""Pictures as they are printed, kept in files under the digests of their bytes.

So nobody can put another in a picture's place, and thousands of them need no memory. They lie in
the user's own cache, from which builds remove the oldest, or for this run in a temporary folder.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from card_data import DataError, Problem
from card_data.documents import content
from card_data.limits import LARGEST_KEPT_PICTURES, LARGEST_PICTURE
from printkit.drawing.shapes import Image
from printkit.kept.cache import folder_of_cache
from printkit.kept.inputs import digest

FOLDER = "pictures"
MOST_BYTES = LARGEST_PICTURE + 64  # with the lengths of its parts
DECODER = msgspec.msgpack.Decoder(tuple[bytes, bytes])


def folder() -> Path:
    """Where pictures are kept."""
    cached = folder_of_cache()
    if cached is not None:
        made = cached / FOLDER
        with suppress(OSError):
            made.mkdir(mode=0o700, exist_ok=True)
            return made
    return Path(temporary().name)


@cache
def temporary() -> TemporaryDirectory[str]:
    """A folder for this run, which goes with it."""
    return TemporaryDirectory(prefix="printkit-pictures-")


def packed(dots: bytes, alpha: bytes) -> bytes:
    """What is kept of a picture."""
    return msgspec.msgpack.encode((dots, alpha))


def keep(name: str, raw: bytes) -> None:
    """Keep a picture that is called by its digest, unless that is another's."""
    file = folder() / name
    if file.is_file() or parts_of(name, raw) is None:
        return
    part = file.with_name(f"{name}-{os.getpid()}.part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.write(raw)
    part.replace(file)


def weight_of(image: Image) -> int:
    """How many bytes of a file a picture takes."""
    if image.dots:
        return len(image.dots) + len(image.alpha)
    with suppress(OSError):
        return (folder() / image.digest).stat().st_size
    return 0


def load(image: Image) -> tuple[bytes, bytes]:
    """The dots and the alpha of a picture; raise `DataError` if they are kept no more."""
    if image.dots:
        return image.dots, image.alpha
    with suppress(OSError):
        file = folder() / image.digest
        parts = parts_of(image.digest, content(file, MOST_BYTES))
        if parts is not None:
            with suppress(OSError):
                os.utime(file)  # it is used
            return parts
    message = "a picture is gone that was kept there for this build; build once more"
    raise DataError(Problem(message=message, file=str(folder())))


def parts_of(name: str, raw: bytes) -> tuple[bytes, bytes] | None:
    """The dots and the alpha of the picture of this digest; None if the bytes are not its."""
    try:
        dots, alpha = DECODER.decode(raw) if len(raw) <= MOST_BYTES else (b"", b"")
    except msgspec.MsgspecError:
        return None
    return (dots, alpha) if digest(dots, alpha) == name else None


def forget_oldest() -> None:
    """Remove the pictures that were not used for longest, beyond what there is room for."""
    room = LARGEST_KEPT_PICTURES
    with suppress(OSError):
        found = [
            (file.stat().st_mtime_ns, file.stat().st_size, file) for file in folder().iterdir()
        ]
        for _, size, file in sorted(found, reverse=True):
            room -= size
            if room < 0:
                file.unlink()
