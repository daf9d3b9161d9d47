"""Texts that people type in cells, as the markup that texts of YAML have: ``**bold**``,
``*italic*``, ``{icon}`` and line breaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from card_data.limits import LONGEST_VALUE
from card_data.reading.decode import Mismatch

BREAK = "\r\n|[\r\n\v\x85\u2028\u2029]"  # what programs write between lines
# A backslash takes the meaning from the sign behind it; with - it stands for nothing at all.
SIGN = re.compile(rf"\\(?:{BREAK}|[*{{}};\\-])|\*+|\{{[^{{}}]*\}}|{BREAK}")
ICON = re.compile(r"[\w-]+")
TAGS = {"*": "i", "**": "b"}
NOTHING = r"\-"  # keeps the spaces at an end of a text, or stands for an empty one
LONGEST_RUN = 3  # of asterisks that mean something
SPECIAL = re.compile(rf"[*\\]|{BREAK}")  # what `escaped` guards


def marked(
    fill: Callable[[str], str], words: Mapping[str, Any], used: set[str]
) -> Callable[[str], str]:
    """Return a function that makes markup of a cell's text; ``fill`` puts in the values of
    ``words``, as in any text, and their names into ``used``.

    A name in braces that is none of them is an icon.
    """

    def braces(sign: str) -> str:
        name = sign[1:-1]
        several = isinstance(words.get(name), msgspec.Struct | Mapping | list | tuple)
        if not name:
            return sign
        if ICON.fullmatch(name) and (words.get(name) is None or several):
            return f'<icon name="{name}"/>'
        used.add(name)
        return fill(sign)

    def mark(text: str) -> str:
        said = Marking(text, braces).text() if SIGN.search(text) else text
        if len(said) > LONGEST_VALUE:
            found = f"found {len(said):,} characters with its markup"
            raise Mismatch(f"{found}, expected at most {LONGEST_VALUE:,}")
        return said

    return mark


class Marking:
    """One text, part by part; asterisks are themselves until others close them."""

    def __init__(self, source: str, braces: Callable[[str], str]) -> None:
        self.source, self.braces = source, braces
        self.parts: list[str] = []
        self.open: list[tuple[str, int]] = []  # asterisks, and which part they are
        self.waiting = dict.fromkeys(TAGS, 0)  # how many of each are open

    def text(self) -> str:
        at = 0
        for found in SIGN.finditer(self.source):
            self.parts.append(self.source[at : found.start()])
            at, sign = found.end(), found[0]
            if sign[0] == "*":
                self.asterisks(sign, self.source[found.start() - 1 : found.start()],
                               self.source[at : at + 1])  # fmt: skip
            elif sign[0] == "{":
                self.parts.append(self.braces(sign))
            elif sign[0] == "\\":
                self.parts.append("" if sign == NOTHING else sign[1:])
            else:
                self.parts.append("<br/>")
        return "".join([*self.parts, self.source[at:]])

    def asterisks(self, run: str, before: str, after: str) -> None:
        """Close what is open, or open something: never inside a word, or beside a space."""
        if len(run) > LONGEST_RUN:
            self.parts.append(run)
            return
        if before and not before.isspace() and not after.isalnum():
            while run and (sign := self.closed_by(run)):
                run = run[len(sign) :]
        opens = after and not after.isspace() and not before.isalnum()
        while run:
            sign = run if len(run) < LONGEST_RUN else "**"
            if opens:
                self.open.append((sign, len(self.parts)))
                self.waiting[sign] += 1
            self.parts.append(sign)
            run = run[len(sign) :]

    def closed_by(self, run: str) -> str:
        """The asterisks that the first of a ``run`` close; empty for none."""
        wanted = run if len(run) < LONGEST_RUN else (self.open or [("", 0)])[-1][0]
        if not self.waiting.get(wanted):
            return ""
        sign = ""
        while sign != wanted:
            sign, part = self.open.pop()
            self.waiting[sign] -= 1
        self.parts[part] = f"<{TAGS[sign]}>"
        self.parts.append(f"</{TAGS[sign]}>")
        return sign


def escaped(text: str) -> str:
    """A text of YAML as a cell has it, from which `marked` makes the same text again.

    >>> escaped("2*3"), escaped(" x"), escaped("")
    ('2\\\\*3', '\\\\- x', '')
    """
    said = SPECIAL.sub(lambda found: f"\\{found[0]}", text)
    return NOTHING * said[:1].isspace() + said + NOTHING * said[-1:].isspace()
