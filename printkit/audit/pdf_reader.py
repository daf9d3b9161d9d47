"""Opening a PDF from any source: what it may cost to read is limited.

pypdf has limits of its own for what one stream or one tree may hold; those that we lower are set
here. What they add up to is counted: each object looked up, and the bytes read and decompressed.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader, apply_configuration
from pypdf.generic import StreamObject

from card_data.documents import open_file
from card_data.limits import (
    LARGEST_PDF,
    LARGEST_STREAM,
    LONGEST_NAME,
    MOST_PDF_OBJECTS,
    PDF_STEPS,
    PDF_STEPS_A_FACE,
    PDF_STEPS_A_PAGE,
)
from printkit.audit.operations import Operation, operations
from printkit.kept.inputs import digest
from printkit.pictures.files import DIGEST

KILOBYTE = 1024
MOST_RECOVERED = 100  # objects searched for a missing root
LIMITS: Mapping[str, Any] = {
    "maximum_declared_stream_length": LARGEST_PDF,
    "array_based_stream_maximum_output_length": LARGEST_STREAM,
    "array_maximum_element_count": MOST_PDF_OBJECTS,
    "dictionary_maximum_element_count": MOST_PDF_OBJECTS,
    "zlib_maximum_output_length": LARGEST_STREAM,
    "lzw_maximum_output_length": LARGEST_STREAM,
    "run_length_maximum_output_length": LARGEST_STREAM,
    "zlib_maximum_recovery_input_length": KILOBYTE,
    "stream_decoding_work_maximum_length": 2 * LARGEST_STREAM,
    "jbig2dec_binary": None,
    "disable_legacy_handling": True,
}
FILTERS = (None, "/FlateDecode", "/ASCII85Decode", "/ASCIIHexDecode")  # of page content


class UnreadableError(Exception):
    """A file that is not a PDF, is damaged, or costs more to read than a PDF may."""


class OverspentError(BaseException):
    """A PDF takes too much work. Not an `Exception`, as pypdf catches those and goes on."""


class Pdf(PdfReader):
    """A PDF whose reading is metered."""

    def __init__(self, file: FileIO) -> None:
        self.steps = self.left = PDF_STEPS
        self.pictures: dict[int, str] = {}
        super().__init__(
            Metered(file, self),
            root_object_recovery_limit=MOST_RECOVERED,
            xref_stream_maximum_entries=MOST_PDF_OBJECTS,
        )

    def spend(self, steps: int) -> None:
        """Deduct ``steps`` from what reading the file may cost."""
        self.left -= steps
        if self.left < 0:
            raise OverspentError(f"{self.steps:,}")

    def allow(self, components: int, faces: int, pages: int) -> None:
        """Raise the limit to what a file with this many components, faces and pages may cost."""
        more = PDF_STEPS * (components - 1)
        more += PDF_STEPS_A_FACE * faces + PDF_STEPS_A_PAGE * pages
        self.steps, self.left = self.steps + more, self.left + more

    def get_object(self, indirect_reference: Any) -> Any:
        self.spend(1)
        return super().get_object(indirect_reference)

    def cache_indirect_object(self, generation: int, idnum: int, obj: Any) -> Any:
        """Keep an object that was read, unless it is a picture: those are too large together."""
        kept = super().cache_indirect_object(generation, idnum, obj)
        if isinstance(obj, StreamObject) and obj.get("/Subtype") == "/Image":
            del self.resolved_objects[generation, idnum]
        return kept

    def decompressed(self, stream: Any) -> bytes:
        """The bytes of a stream, or of several that a page's content is split into."""
        stream = stream.get_object() if stream is not None else None
        if stream is None:
            return b""
        if isinstance(stream, list):
            return b"\n".join([self.decompressed(part) for part in stream])
        filters = stream.get("/Filter")
        filters = filters.get_object() if filters is not None else None
        for one in filters if isinstance(filters, list) else [filters]:
            if one not in FILTERS:
                raise UnreadableError(f"its content is compressed by {one}")
        data: bytes = stream.get_data()
        self.spend(len(data))
        return data

    def picture(self, image: Any) -> str:
        """The digest of a picture, by its bytes as they are in the file and those of its mask; of
        one that was separated for a press the digest that is told there."""
        key = image.indirect_reference.idnum
        if key not in self.pictures:
            mask = image.get("/SMask")
            parts = [self.encoded(one) for one in (image, mask)]
            told = image.get(f"/{DIGEST}") if image.get("/ColorSpace") == "/DeviceCMYK" else None
            self.pictures[key] = digest(*parts) if told is None else str(told)[:LONGEST_NAME]
        return self.pictures[key]

    def encoded(self, stream: Any) -> bytes:
        """The bytes of a stream as they are in the file."""
        stream = stream.get_object() if stream is not None else None
        if stream is None:
            return b""
        data: bytes = stream._data  # which pypdf gives away only unpacked
        self.spend(1 + len(data) // KILOBYTE)
        return data

    def operations(self, stream: Any, wanted: Collection[bytes]) -> list[Operation]:
        """The operations of a content stream whose operators are ``wanted``."""
        return operations(self.decompressed(stream), wanted)


class Metered(BufferedReader):
    """A file's bytes; each read is metered, even of the same bytes."""

    def __init__(self, file: FileIO, pdf: Pdf) -> None:
        super().__init__(file)
        self.pdf = pdf

    def read(self, size: int | None = -1, /) -> bytes:
        found = super().read(size)
        self.pdf.left -= 1 + len(found) // KILOBYTE  # as `Pdf.spend` does, which is slow for a byte
        if self.pdf.left < 0:
            self.pdf.spend(0)
        return found


@contextmanager
def opened(file: Path) -> Iterator[Pdf]:
    """A PDF open for reading; any failure inside raises `UnreadableError`, which says why."""
    try:
        with apply_configuration(**LIMITS), open_file(file) as stream:
            size = os.fstat(stream.fileno()).st_size
            if not size:
                raise UnreadableError("it is empty")
            if size > LARGEST_PDF:
                raise UnreadableError(f"it is larger than {LARGEST_PDF >> 20} MiB")
            yield Pdf(stream)
    except UnreadableError:
        raise
    except OverspentError as error:
        raise UnreadableError(f"it takes too much work: more than {error} steps") from None
    except OSError as error:
        raise UnreadableError(error.strerror or "") from None
    except Exception as error:  # a damaged file can fail pypdf, and us, in any way
        raise UnreadableError("") from error
