"""Where words may be hyphenated at the end of a line: in the British way, by pyphen's patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from printkit.typography.fitting import Fragment, Word, word_of
from printkit.typography.fonts import SOFT_HYPHEN

if TYPE_CHECKING:
    from pyphen import Pyphen

LANGUAGE = "en_GB"
FEWEST_BEFORE, FEWEST_AFTER = 2, 3  # letters
# Lower-case letters with punctuation around them: what has a capital or a digit is a name, a number
# or an ID.
HYPHENATABLE = re.compile(r"[^\w]*([a-zß-öø-ÿ]{5,40})(’s)?[^\w]*")


def halves(word: Word) -> Iterator[tuple[Word, Word]]:
    """The two parts of a word, the first with its hyphen, wherever it may be hyphenated."""
    found = HYPHENATABLE.fullmatch("".join(fragment.text for fragment in word.fragments))
    if found:
        for position in patterns().positions(found[1]):
            yield hyphenated(word, found.start(1) + position)


@cache
def patterns() -> Pyphen:
    """The patterns, read when the first word is to be hyphenated: it takes a tenth of a second."""
    from pyphen import Pyphen

    return Pyphen(lang=LANGUAGE, left=FEWEST_BEFORE, right=FEWEST_AFTER)


def hyphenated(word: Word, position: int) -> tuple[Word, Word]:
    """Return a word's first ``position`` characters with a hyphen, and the rest of it."""
    before: list[Fragment] = []
    after = list(word.fragments)
    while len(after[0].text) < position:
        position -= len(after[0].text)
        before.append(after.pop(0))
    cut = after.pop(0)
    before.append(cut.saying(cut.text[:position] + SOFT_HYPHEN))
    if cut.text[position:]:
        after.insert(0, cut.saying(cut.text[position:]))
    return (
        word_of(before, word.space, word.newline, word.font),
        word_of(after, 0.0, newline=False, font=word.font),
    )
