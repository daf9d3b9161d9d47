"""The operators of a content stream with their operands, whatever wrote it.

One regular expression takes it apart, and where it finds nothing the stream is damaged. Paths,
colours and line styles are most of a page and say nothing about what lies on it, so a run of them
is passed over as one.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any

DEEPEST_OPERAND = 8  # lists and dictionaries in one another
TOKEN = re.compile(
    rb"""(?:[\0\t\n\f\r ]++|%[^\r\n]*+)*+
    (?:(?P<drawing>(?:(?:\[[0-9.\ ]*+\][ ])?+(?:[-+0-9.]++[\0\t\n\f\r ]++)*+
        (?:[mlcvyhnWfFSsBbwJjMidgGkK]|re|rg|RG|BT|ET|W\*|f\*|B\*|b\*)(?:[\0\t\n\f\r ]++|\Z))++)
    |(?:(?:(?P<numbers>[-+0-9.]++(?:[\0\t\n\f\r ]++[-+0-9.]++)*+)
        |(?P<string>\((?:[^()\\]++|\\.)*+\))
        |(?P<name>/[^\0\t\n\f\r ()<>\[\]{}/%]*+)
        |(?P<items>\[(?:[-+0-9.\0\t\n\f\r ]++|\((?:[^()\\]++|\\.)*+\))*+\]))[\0\t\n\f\r ]*+)?+
        (?P<word>[^-+0-9.\0\t\n\f\r ()<>\[\]{}/%][^\0\t\n\f\r ()<>\[\]{}/%]*+)?+
        (?P<other>\[|\]|<<|>>|<[0-9A-Fa-f\0\t\n\f\r ]*+>|\()?+)""",
    re.VERBOSE | re.DOTALL,
)
# In a list, whose strings are closed: without the ? it would take square time for others.
ITEM = re.compile(rb"[-+0-9.]++|\((?:[^()\\]++|\\.)*+\)?", re.DOTALL)
PARENTHESIS = re.compile(rb"\\.|[()]", re.DOTALL)
ESCAPED = re.compile(rb"\\(?:([0-7]{1,3})|\r\n?|\n|(.))|\r\n?", re.DOTALL)
CONTROLS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
CODED = re.compile(rb"#([0-9A-Fa-f]{2})")
IMAGE_END = re.compile(rb"[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|\Z)")
KEYWORDS = {b"true": True, b"false": False, b"null": None}
Operation = tuple[bytes, list[Any]]


def operations(data: bytes, wanted: Collection[bytes]) -> list[Operation]:
    """The operations of a content stream whose operators are ``wanted``; of a picture in the stream
    just its ``BI``. Raise `ValueError` or `LookupError` if it is damaged.

    Operands are numbers, names (`str`, with their slash), strings (`bytes`), lists, dictionaries;
    in the last two also flags and None.
    """
    found: list[Operation] = []
    reader = Operands(data)
    at, end = 0, len(data)
    while at < end:
        token = TOKEN.match(data, at)
        if token is None or token.end() == at:
            raise ValueError(f"damaged at byte {at}")
        at = token.end()
        drawing, numbers, string, name, items, word, other = token.groups()
        if numbers:
            reader.held += map(float, numbers.split())
        elif string:
            reader.held.append(unescaped(string))
        elif name:
            reader.held.append(name_of(name))
        elif items:
            reader.held.append([item_of(one) for one in ITEM.findall(items)])
        if word and reader.outer:
            reader.held.append(KEYWORDS[word])
        elif word or drawing:
            operands = reader.taken()
            if word in wanted:
                found.append((word, operands))
            if word == b"BI":
                at = after_image(data, at)
                continue
        if other:
            at = reader.other(other, at)
    reader.taken()
    return found


class Operands:
    """The operands that the next operator takes, or what is in a list or dictionary that is open;
    ``outer`` are its mark and what is around it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.held: list[Any] = []
        self.outer: list[tuple[bytes, list[Any]]] = []

    def taken(self) -> list[Any]:
        """What is held, and from now on nothing is."""
        if self.outer:
            raise ValueError("a list that is not closed")
        operands, self.held = self.held, []
        return operands

    def other(self, mark: bytes, at: int) -> int:
        """Read an operand that takes more than a look, after its ``mark``; where it ends."""
        if mark == b"(":
            at, string = nested(self.data, at - 1)
            self.held.append(string)
        elif mark in (b"[", b"<<"):
            if len(self.outer) == DEEPEST_OPERAND:
                raise ValueError("lists in lists in lists")
            self.outer.append((mark, self.held))
            self.held = []
        elif mark in (b"]", b">>"):
            begun, around = self.outer.pop()
            around.append(closed(begun, mark, self.held))
            self.held = around
        else:
            digits = b"".join(mark[1:-1].replace(b"\0", b"").split()).decode()
            self.held.append(bytes.fromhex(digits + "0" * (len(digits) % 2)))
        return at


def closed(begun: bytes, ended: bytes, held: list[Any]) -> Any:
    """A list, or a dictionary, of what is between its marks."""
    if (begun, ended) == (b"[", b"]"):
        return held
    if (begun, ended) == (b"<<", b">>"):
        return {str(key): value for key, value in zip(held[::2], held[1::2], strict=True)}
    raise ValueError("a list that ends as a dictionary, or vice versa")


def item_of(item: bytes) -> float | bytes:
    """A string or a number in a list."""
    return unescaped(item) if item.startswith(b"(") else float(item)


def nested(data: bytes, start: int) -> tuple[int, bytes]:
    """Where a string with parentheses in it ends that begins at ``start``, and its bytes."""
    depth = 0
    for one in PARENTHESIS.finditer(data, start):
        depth += {b"(": 1, b")": -1}.get(one[0], 0)
        if not depth:
            return one.end(), unescaped(data[start : one.end()])
    raise ValueError("a string that is not closed")


def unescaped(string: bytes) -> bytes:
    """The bytes that a string in its parentheses stands for."""
    inside = string[1:-1]
    return ESCAPED.sub(character, inside) if b"\\" in inside or b"\r" in inside else inside


def character(escaped: re.Match[bytes]) -> bytes:
    """What an escape, or the end of a line, stands for in a string."""
    octal, letter = escaped.groups()
    if octal:
        return bytes([int(octal, 8) & 255])
    if letter:
        return CONTROLS.get(letter, letter)
    return b"" if escaped[0].startswith(b"\\") else b"\n"


@lru_cache(1024)
def name_of(name: bytes) -> str:
    """A name with its codes read, as it is looked up."""
    return CODED.sub(lambda code: bytes([int(code[1], 16)]), name).decode("utf-8", "replace")


def after_image(data: bytes, at: int) -> int:
    """Where content goes on after a picture that begins at ``at``."""
    end = IMAGE_END.search(data, at)
    return end.end() if end else len(data)
