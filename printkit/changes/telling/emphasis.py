"""Two texts as one: what is the same once, with a little of it around what is different."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import SequenceMatcher

BREAK, TAG = re.compile(r"<br[^<>]*>"), re.compile(r"</?[a-z][^<>]*>")
ICON = re.compile(r"<icon\b[^<>]*?\bname=[\"']?([\w-]+)[^<>]*>")
WORD = re.compile(r"−?\w+(?:[’'-]\w+)*|[^\w\s]")
AROUND = 6  # words that are shown before and after a difference
LEAST_ALIKE = 0.5  # below it two texts are set side by side
Marked = Callable[[str, str], str]


def plain(text: str) -> str:
    """A text without its tags, an icon as its name, on one line.

    >>> plain("Gain <b>2</b> <icon name='quill'/>")
    'Gain 2 (quill)'
    """
    return " ".join(TAG.sub("", BREAK.sub(" ", ICON.sub(r"(\1)", text))).split())


def merged(before: str, after: str, marked: Marked, apart: Marked) -> str:
    """Two texts as one: ``marked`` gives what stands for the words that are different, given those
    before and after, of which one may be empty, and ``apart`` what stands for two texts that
    have little in common.

    >>> marked = "[{} → {}]".format
    >>> merged("Deal 3, then go on", "Deal 4, then go on", marked, marked)
    'Deal [3 → 4], then go on'
    """
    old, new = Words(plain(before)), Words(plain(after))
    matcher = SequenceMatcher(None, old.words, new.words, False)
    if matcher.ratio() < LEAST_ALIKE:
        return apart(old.text, new.text)
    said = ""
    codes = matcher.get_opcodes()
    for place, (kind, low, high, start, end) in enumerate(codes):
        side, first = (new, start) if end > start else (old, low)
        said += " " * side.spaced(first)
        if kind == "equal":
            said += shortened(new, start, end, place > 0, place < len(codes) - 1)
        else:
            said += marked(old.between(low, high), new.between(start, end))
    return said


def shortened(words: Words, start: int, end: int, after: bool, before: bool) -> str:
    """What two texts share between places in one of them; only its ends where it is long: those
    ``after`` a difference, and ``before`` one."""
    first, last = start + AROUND * after, end - AROUND * before
    if last - first <= 1:
        return words.between(start, end)
    ends = [words.between(start, first), "…", words.between(last, end)]
    return " ".join(filter(None, ends))


class Words:
    """A text, and its words and signs by their places."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = [found.span() for found in WORD.finditer(text)]
        self.words = [text[start:end] for start, end in self.spans]

    def between(self, start: int, end: int) -> str:
        """The text of some words; empty for none."""
        return self.text[self.spans[start][0] : self.spans[end - 1][1]] if end > start else ""

    def spaced(self, place: int) -> bool:
        """Whether there is a space before a word."""
        return place < len(self.spans) and self.text[: self.spans[place][0]].endswith(" ")
