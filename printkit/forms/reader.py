"""Forms read back, from any source: what a PDF is, and what stands in its fields.

A file is read behind a wall, as a damaged or a hostile one can cost any amount of time and memory
in the library that reads it. That is pikepdf: qpdf, inside it, mends the tables of damaged files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from card_data.documents import content
from card_data.limits import (
    LARGEST_FORM,
    LONGEST_VALUE,
    MOST_PRINTED_PAGES,
    SECONDS_A_FORM,
    SECONDS_A_PRINT,
)
from card_data.problems import MISWRITTEN, DataError, Problem, flaw
from card_data.wall import Wall, WallError, Worker
from printkit.forms.found import FormError, Found, ReadField
from printkit.identity import Identity, Said, identities, said_on

Pages = list[Annotated[str, Meta(max_length=LONGEST_VALUE)]]
T = TypeVar("T")
DONE = "read as a PDF"  # what is said of it if it fails
RENAMED = "another program has changed the names of the fields; give the files as they were saved"


class ReadForm(msgspec.Struct, frozen=True):
    """A form: its file, what it is, and its fields in tab order.

    ``sheets`` are the sheets in it, or one of the whole file if only its keywords say what it is.
    ``keywords`` are the pairs of all of those.
    """

    file: str
    sheets: tuple[Identity, ...]
    fields: tuple[ReadField, ...]
    keywords: tuple[str, ...] = ()


class FormReader:
    """Reads forms in a process of their own, which begins at once with the ``files`` to come."""

    def __init__(self, files: Iterable[Path] = ()) -> None:
        self.wall = Wall(reading, done=DONE)
        self.wall.begin([(file, SECONDS_A_FORM) for file in dict.fromkeys(files)])

    def read(self, file: Path) -> ReadForm:
        """The form in a file.

        Raise `DataError` for a file that cannot be read, is no sheet of ours, or has lost its
        fields, and for fields that contradict themselves.
        """
        found = asked(self.wall, file, file, SECONDS_A_FORM, Found)
        said = identities((), found.keywords)
        if not (said.identities and found.fields):
            said = self.printed(file, found.keywords)
        if wrong := unusable(said, found):
            raise DataError(Problem(message=wrong, file=str(file)))
        clashes = [
            Problem(message=each.clash, file=f"{file}, page {each.page}", item=each.label)
            for each in found.fields
            if each.clash
        ]
        if clashes:
            raise DataError(*clashes)
        keywords = tuple(found.keywords.split())
        return ReadForm(str(file), tuple(said.identities), tuple(found.fields), keywords)

    def printed(self, file: Path, keywords: str) -> Said:
        """What the codes that are printed on its pages say a file is."""
        pages = asked(Wall(looking, done=DONE), file, file, SECONDS_A_PRINT, Pages)
        return identities(pages, keywords)


def unusable(said: Said, found: Found) -> str:
    """Why a PDF that could be read is no form of ours; empty if it is one."""
    if not said.identities:
        misread = f": its code {said.misread[0]} has a wrong digit" if said.misread else ""
        return f"not a sheet of one of our games{misread}"
    if found.fields:
        return "" if all(one.name for one in found.fields) else RENAMED
    one = said.identities[0]
    what = f"this is {one.game}: {one.component}"
    if not one.sheet:
        return f"{what}, without fields to fill in; printkit build --fillable makes forms"
    form = f"fill in {one.component}-fillable.pdf, and save it instead of printing it"
    return f"{what}, sheet {one.sheet} of {one.of}, as it is printed, without fields; {form}"


def asked(wall: Wall, request: object, file: Path, seconds: float, kind: type[T]) -> T:
    """What comes from behind a wall of a file, checked as the file itself would be; raise
    `DataError` if it cannot be had."""
    try:
        return msgspec.msgpack.decode(wall.ask(request, seconds), type=kind)
    except WallError as error:
        raise DataError(Problem(message=str(error), file=str(file))) from None
    except MISWRITTEN as error:
        raise DataError(Problem(message=f"cannot be read: {flaw(error)}", file=str(file))) from None


def reading() -> Worker:
    """What reads the fields of files behind a wall, where no library can be loaded."""
    from printkit.forms import acroform  # loads pikepdf

    return lambda file, outside: answer(file, acroform.found_in)


def looking() -> Worker:
    """What reads the texts of pages behind a wall, up to the first that says what it is."""
    import pypdfium2

    def pages(raw: bytes) -> Pages:
        found: Pages = []
        with pypdfium2.PdfDocument(raw) as pdf:
            for number in range(min(len(pdf), MOST_PRINTED_PAGES)):
                found.append(pdf[number].get_textpage().get_text_range()[:LONGEST_VALUE])
                if said_on(found[-1]).identities:
                    break
        return found

    return lambda file, outside: answer(file, pages)


def answer(file: Path, read: Callable[[bytes], object]) -> bytes:
    """What is read in a file; raise `DataError` that says why it cannot be."""
    try:
        raw = content(file, LARGEST_FORM)
        wrong = "it is empty" if not raw else ""
        if len(raw) > LARGEST_FORM:
            wrong = f"it is larger than {LARGEST_FORM >> 20} MiB"
        if not wrong:
            return msgspec.msgpack.encode(read(raw))
    except MemoryError:
        raise
    except FormError as error:
        wrong = str(error)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise DataError(Problem(message=message, file=str(file))) from None
    except Exception:  # a damaged file can fail a library, and us, in any way
        wrong = "it is damaged, or no PDF at all"
    raise DataError(Problem(message=f"cannot be read as a PDF: {wrong}", file=str(file)))
