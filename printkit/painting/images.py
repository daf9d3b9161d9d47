"""Pictures in a PDF: an image, and a mask of what shows through it; their bytes are fetched as they
are written."""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase.pdfdoc import PDFObject, xObjectName

from printkit.drawing.shapes import Image
from printkit.pictures.store import store

PREFIX = "picture."  # of the name of one in a file
FILTERS = {"jpeg": "DCTDecode", "zlib": "FlateDecode"}


class ImageObject(PDFObject):  # type: ignore[misc]
    """An image in a PDF, or the ``mask`` of one: what shows of it, in grey."""

    __RefOnly__ = 1  # a stream is an object of its own

    def __init__(self, image: Image, mask: Any = None, *, is_mask: bool = False) -> None:
        self.image, self.mask, self.is_mask = image, mask, is_mask

    def format(self, document: Any) -> bytes:
        image = self.image
        grey = image.grey or self.is_mask
        coding = "zlib" if self.is_mask else image.coding
        dots = store().load(image)[self.is_mask]
        mask = f" /SMask {self.mask.format(document).decode()}" if self.mask else ""
        return stream_of(image, "Gray" if grey else "RGB", FILTERS[coding], dots, mask)


def stream_of(image: Image, space: str, coding: str, dots: bytes, more: str = "") -> bytes:
    """Return the object of an image with these bytes in a colour space."""
    head = (
        f"<< /Type /XObject /Subtype /Image /Width {image.columns} /Height {image.rows} "
        f"/ColorSpace /Device{space} /BitsPerComponent 8 /Filter /{coding}{more} "
        f"/Length {len(dots)} >>\nstream\n"
    )
    return head.encode() + dots + b"\nendstream"


def name_of(image: Image) -> str:
    """Return what a picture is called in a PDF, by its bytes: the same in every file."""
    return f"{PREFIX}{image.digest}"


def add(document: Any, name: str, image: Image) -> None:
    mask = document.Reference(ImageObject(image, is_mask=True)) if image.clear else None
    document.Reference(ImageObject(image, mask), xObjectName(name))
