"""Writes numbers and names as they stand in a sentence."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from unicodedata import normalize

NO_OLD_FORM = "[^\uf900-\ufaff\U0002f800-\U0002fa1f]+"  # CJK compatibility ideographs


def plural(number: int, noun: str, nouns: str = "") -> str:
    """Return a number with its noun; ``nouns`` is the plural, if that is irregular.

    >>> plural(1, "page"), plural(2, "page"), plural(3, "box"), plural(0, "copy", "copies")
    ('1 page', '2 pages', '3 boxes', '0 copies')
    """
    if number == 1:
        return f"{number} {noun}"
    return f"{number} {nouns or noun + ('es' if noun.endswith('x') else 's')}"


def join_words(values: Iterable[object], last: str) -> str:
    """Return numbers or names as a list in a sentence; empty for none.

    >>> join_words((3, 2, 1), "and"), join_words((1, 2), "or"), join_words(["Ann"], "or")
    ('3, 2 and 1', '1 or 2', 'Ann')
    >>> join_words((), "or")
    ''
    """
    *others, end = [str(value) for value in values] or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def join_first(values: Sequence[str], most: int = 3) -> str:
    """Return the first few of many names as a list in a sentence, and how many more there are.

    >>> join_first("abc"), join_first("abcde")
    ('a, b and c', 'a, b, c and 2 more')
    """
    more = len(values) - most
    return join_words([*values[:most], *([f"{more} more"] if more > 0 else [])], "and")


def capitalized(text: str) -> str:
    """Return a text with a capital first letter; the rest stays as it is.

    >>> capitalized("cards of Ann"), capitalized("")
    ('Cards of Ann', '')
    """
    return text[:1].upper() + text[1:]


def apart(found: float, bound: float, digits: int = 1) -> str:
    """Return a number rounded to so many decimal places, but never to or over the ``bound`` that it
    missed.

    >>> apart(2.97, 3), apart(2.94, 3), apart(340.2, 340, 0), apart(149.9, 300, 0)
    ('2.9', '2.9', '341', '150')
    """
    shown, steps = round(found, digits), 10**digits
    if shown == bound or (shown < bound) != (found < bound):
        away = math.floor if found < bound else math.ceil
        shown = away(found * steps) / steps
    return f"{shown:.{digits}f}"


def composed(text: str) -> str:
    """Return a text with each letter and its accents as one character, where Unicode has one. The
    old forms of ideographs, such as 神 (U+FA19) in Japanese names, stay as they are written.

    >>> len("Ba\u0308r"), len(composed("Ba\u0308r")), composed("\ufa19") == "\ufa19"
    (4, 3, True)
    """
    if text.isascii():
        return text
    return re.sub(NO_OLD_FORM, lambda part: normalize("NFC", part[0]), text)


def plain_name(name: str) -> str:
    """Return a name without the differences that spellings may have; a path stays a path.

    >>> plain_name("Winston’s  archive"), plain_name("winstons_archive"), plain_name("Cat & Fox")
    ('winstons archive', 'winstons archive', 'cat and fox')
    """
    plain = re.sub("['’]", "", name.casefold().replace("&", " and "))
    return " ".join(re.sub(r"[^\w/\\]+|_", " ", plain).split())
