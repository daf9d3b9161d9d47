"""Forms read back, from any source: what a PDF is, and what stands in its fields.

pikepdf reads them: qpdf, inside it, mends the tables of damaged files.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from card_data.limits import LARGEST_FORM, LONGEST_VALUE, MOST_PRINTED_PAGES
from card_data.problems import DataError, Problem
from card_data.reading.documents import read_at_most
from printkit.forms.acroform import FormError, PdfFields, ReadField, read_fields
from printkit.identity import CodesRead, Identity, codes_on_page, identities

T = TypeVar("T")
RENAMED = "another program has changed the names of the fields; give the files as they were saved"


class ReadForm(NamedTuple):
    """A form: its file, what it is, and its fields in tab order.

    ``sheets`` are the sheets in it, or one of the whole file if only its keywords say what it is.
    ``keywords`` are the pairs of all of those.
    """

    file: str
    sheets: tuple[Identity, ...]
    fields: tuple[ReadField, ...]
    keywords: tuple[str, ...] = ()


def read_form(file: Path) -> ReadForm:
    """Return the form in a file.

    Raise `DataError` for a file that cannot be read, is no sheet of ours, or has lost its fields,
    and for fields that contradict themselves.
    """
    found = read_in(file, read_fields)
    said = identities((), found.keywords)
    if not (said.identities and found.fields):
        said = identities(read_in(file, printed), found.keywords)
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


def unusable(said: CodesRead, found: PdfFields) -> str:
    """Return why a PDF that could be read is no form of ours; empty if it is one."""
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


def printed(raw: bytes) -> list[str]:
    """Return the texts of the pages of a PDF, up to the first that says what it is."""
    import pypdfium2

    found: list[str] = []
    with pypdfium2.PdfDocument(raw) as pdf:
        for number in range(min(len(pdf), MOST_PRINTED_PAGES)):
            found.append(pdf[number].get_textpage().get_text_range()[:LONGEST_VALUE])
            if codes_on_page(found[-1]).identities:
                break
    return found


def read_in(file: Path, read: Callable[[bytes], T]) -> T:
    """Return what is read in a PDF; raise `DataError` that says why it cannot be."""
    try:
        raw = read_at_most(file, LARGEST_FORM)
        wrong = "it is empty" if not raw else ""
        if len(raw) > LARGEST_FORM:
            wrong = f"it is larger than {LARGEST_FORM >> 20} MiB"
        if not wrong:
            return read(raw)
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
