"""Numbers and names as a sentence has them."""

from __future__ import annotations

import re
from collections.abc import Iterable


def plural(number: int, noun: str, nouns: str = "") -> str:
    """A number with its noun, whose plural is ``nouns`` if an s or es does not make it.

    >>> plural(1, "page"), plural(2, "page"), plural(3, "box"), plural(0, "copy", "copies")
    ('1 page', '2 pages', '3 boxes', '0 copies')
    """
    if number == 1:
        return f"{number} {noun}"
    return f"{number} {nouns or noun + ('es' if noun.endswith('x') else 's')}"


def join_words(values: Iterable[object], last: str) -> str:
    """Numbers or names as a sentence lists them; empty for none.

    >>> join_words((3, 2, 1), "and"), join_words(["Ann"], "or"), join_words((), "or")
    ('3, 2 and 1', 'Ann', '')
    """
    *others, end = [str(value) for value in values] or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def capitalized(text: str) -> str:
    """A text as a line or a sentence begins; the rest of it stays as it is.

    >>> capitalized("cards of Ann"), capitalized("")
    ('Cards of Ann', '')
    """
    return text[:1].upper() + text[1:]


def plain_name(name: str) -> str:
    """A name without what its spelling may vary; a path stays one.

    >>> plain_name("Winston’s  archive"), plain_name("winstons_archive"), plain_name("Cat & Fox")
    ('winstons archive', 'winstons archive', 'cat and fox')
    """
    plain = re.sub("['’]", "", name.casefold().replace("&", " and "))
    return " ".join(re.sub(r"[^\w/\\]+|_", " ", plain).split())
