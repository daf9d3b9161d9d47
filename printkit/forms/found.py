"""What is found in a PDF: the fields that it shows, as plain values."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from card_data.limits import LONGEST_NAME, LONGEST_VALUE, MOST_FORM_FIELDS

LONGEST_FIELD = 3 * LONGEST_NAME  # characters of a field's name, or of its label
Kind = Literal["check", "choice", "text", "square"]
Short = Annotated[str, Meta(max_length=LONGEST_FIELD)]
Text = Annotated[str, Meta(max_length=LONGEST_VALUE)]


class FormError(Exception):
    """A PDF whose fields cannot be read; says why."""


class ReadField(msgspec.Struct, frozen=True):
    """A field as a form has it.

    ``name`` is that of the template's field, a place in a position. A check box has its ``value``
    and, if it is marked, that as its ``text``. A ``square`` of a grid has its row and its column
    from 1. ``page`` counts from 1; that of a field with several widgets is its first one's.
    ``copy`` counts the fields of this name before it: a file may be merged from several copies of a
    form. ``clash`` says how the field contradicts itself; empty if it does not.
    """

    name: Short
    kind: Kind
    text: Text
    label: Short
    page: int
    copy: int = 0
    value: Short = ""
    square: tuple[int, int] = (0, 0)
    clash: Short = ""


class Found(msgspec.Struct, frozen=True):
    """What a PDF says: its keywords, and its fields in tab order."""

    keywords: Text
    fields: Annotated[list[ReadField], Meta(max_length=MOST_FORM_FIELDS)]
