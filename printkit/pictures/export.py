"""Pictures as they are in a file of another kind."""

from __future__ import annotations

import io
import zlib
from base64 import b64encode
from typing import Any

import PIL.Image

from printkit.drawing.shapes import Image
from printkit.pictures.store import store


def data_uri(image: Image) -> str:
    """Return a picture as an address that holds all of it."""
    if image.coding == "jpeg":
        kind, raw = "jpeg", store().load(image)[0]
    else:
        file = io.BytesIO()
        decoded(image).save(file, "PNG")
        kind, raw = "png", file.getvalue()
    return f"data:image/{kind};base64,{b64encode(raw).decode()}"


def decoded(image: Image) -> Any:
    """Return the dots of a picture, with its alpha channel if it has one."""
    dots, alpha = store().load(image)
    if image.coding == "jpeg":
        return PIL.Image.open(io.BytesIO(dots), formats=("JPEG",))
    size = image.columns, image.rows
    made = PIL.Image.frombytes("L" if image.grey else "RGB", size, inflated(dots, image))
    if image.clear:
        made.putalpha(PIL.Image.frombytes("L", size, inflated(alpha, image)))
    return made


def inflated(raw: bytes, image: Image) -> bytes:
    """Deflated dots; no more of them than the picture has."""
    return zlib.decompressobj().decompress(raw, 3 * image.columns * image.rows)
