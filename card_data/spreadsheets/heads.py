"""The names of columns, made of their heads."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from keyword import iskeyword

from card_data.limits import LONGEST_NAME

MARKS = range(0x300, 0x370)  # accents, once letters are taken apart
VARIANT = re.compile("[\ufe00-\ufe0f]")  # how the sign before is to look
SILENT = ("Cc", "Cf", "Mn", "Zs")  # categories of characters that have no place in a name
ROOM = 5  # characters for the number of a name


def column_name(head: str) -> str:
    """The name of the column with a head, in English letters and digits; empty if it has none.

    >>> column_name(" Card Name "), column_name("Größe"), column_name("Class"), column_name("2nd")
    ('card_name', 'grosse', 'class_', 'c2nd')
    """
    return joined(re.findall("[a-z0-9]+", without_accents(head.casefold())))


def names_of(head: str) -> tuple[str, str, str]:
    """The names that the column with a head may have: of its letters and signs, of its letters, and
    of the English ones alone. Each may be empty.

    >>> names_of("K💰"), names_of("Цена %")
    (('k_money_bag', 'k', 'k'), ('цена_percent_sign', 'цена', ''))
    """
    letters = signs = ""
    for char in VARIANT.sub("", unicodedata.normalize("NFKC", head.casefold())):
        plain = without_accents(char)
        letter = plain if plain.isascii() and plain.isalnum() else char
        if f"a{letter}".isidentifier() and letter != "_":
            letters, signs = letters + letter, signs + letter
        elif unicodedata.category(char) not in SILENT:
            name = unicodedata.name(char, f"u{ord(char):x}").casefold()
            letters, signs = f"{letters} ", f"{signs} {name.replace('-', ' ')} "
        else:
            letters, signs = f"{letters} ", f"{signs} "
    return joined(signs.split()), joined(letters.split()), column_name(head)


def without_accents(text: str) -> str:
    """Return a text without the accents of its letters."""
    return "".join(one for one in unicodedata.normalize("NFKD", text) if ord(one) not in MARKS)


def joined(words: Iterable[str]) -> str:
    """Words as one name."""
    name = "_".join(words)[:LONGEST_NAME]
    if name and not name.isidentifier():
        name = f"c{name}"[:LONGEST_NAME]
    return f"{name}_" if iskeyword(name) else name


def numbered(name: str) -> Iterator[str]:
    """Yield the names of columns that would all have this one."""
    yield name
    yield from (f"{name[: LONGEST_NAME - ROOM]}_{number}" for number in count(2))


def distinct_names(heads: Iterable[str], aliases: Mapping[str, str]) -> Iterator[str]:
    """Yield a name for each head, no two of one column, which may have ``aliases``; empty for a
    head without anything that could be named.

    >>> [*distinct_names(["K💰", "K🤝", "Cost %", "Text", "Text", "Qty", "N"], {"qty": "n"})]
    ['k_money_bag', 'k_handshake', 'cost', 'text', 'text_2', 'qty', 'n_2']
    """
    each = [names_of(head) for head in heads]
    several = Counter(letters for _, letters, _ in each)
    used: set[str] = set()
    for signs, letters, _ in each:
        name = letters if letters and several[letters] == 1 else signs
        if name:
            name = next(one for one in numbered(name) if aliases.get(one, one) not in used)
            used.add(aliases.get(name, name))
        yield name
