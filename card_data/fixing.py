"""Misspelt names put right in the files of a game, where a problem knows what was meant.

A file is edited at the place of the problem and nowhere else, so comments and layout stay. What
stands there more than once is nobody's to choose, and stays a problem.
"""

from __future__ import annotations

import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from card_data.documents import content, every_node, parse
from card_data.limits import LARGEST_FILE, LONGEST_NAME
from card_data.problems import DataError, Fix, Problem
from card_data.staging import Staging, real

# A name, or a placeholder with one: nothing that YAML, SVG or Jinja2 would read otherwise.
PLAIN = re.compile(rf"\{{?\w[\w./ -]{{0,{2 * LONGEST_NAME}}}\}}?")
TAG = re.compile(r"<[^<>\"']*+(?:(?:\"[^\"]*+\"|'[^']*+')[^<>\"']*+)*+>")
Stretch = tuple[int, int]  # where it begins and ends in a text
Edit = tuple[Stretch, Fix]
# Where a name stands at a place, which has a column of 0 if only its line is known; nowhere if it
# is not clear where.
Finder = Callable[[int, int, str], Iterator[Stretch]]


class Change(NamedTuple):
    """What was changed in a file: its ``line``, and the names there before and after."""

    file: str
    line: int
    fix: Fix

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.fix.old} -> {self.fix.new}"


def fix_all(problems: Iterable[Problem], folder: Path) -> list[Change]:
    """Mend what can be mended in the files of a game's own ``folder``, all of them or none.

    Raise `OSError` if they cannot be written.
    """
    by_file: defaultdict[str, list[Problem]] = defaultdict(list)
    for problem in problems:
        if problem.fix is not None and is_plain(problem.fix):
            by_file[problem.file].append(problem)
    changes: list[Change] = []
    with Staging(folder) as staging:
        for file, those in by_file.items():
            text, path = own_text(file, folder), Path(file)
            edits = edits_of(text, those, FINDERS[path.suffix](text)) if text else []
            if edits:
                staging.write(path, edited(text, edits).encode())
                shutil.copymode(path, staging.files[path])
            changes += [Change(file, text.count("\n", 0, at) + 1, fix) for (at, _), fix in edits]
        staging.move_all()
    return changes


def is_plain(fix: Fix) -> bool:
    """Whether both names are no more than names."""
    return all(PLAIN.fullmatch(name) for name in (fix.old, fix.new))


def own_text(file: str, folder: Path) -> str:
    """The text of a file in a game's own folder that can be edited, and is there by no link; empty
    for any other."""
    path = Path(file)
    try:
        own = real(path) == real(folder) / path.relative_to(folder)
        raw = content(path, LARGEST_FILE) if own and path.suffix in FINDERS else b""
        return raw.decode() if len(raw) <= LARGEST_FILE else ""
    except (OSError, ValueError):
        return ""


def edits_of(text: str, problems: Iterable[Problem], find: Finder) -> list[Edit]:
    """What to replace in a file's text, from its beginning on; nothing that overlaps."""
    found: set[tuple[Stretch, str, str]] = set()
    for problem in problems:
        at = offset(text, problem.line, problem.column)
        if at is not None and (fix := problem.fix) is not None:
            found |= {(place, fix.old, fix.new) for place in find(at, problem.column, fix.old)}
    edits = sorted(found)
    overlap = (pair for pair in pairwise(edits) if pair[0][0][1] > pair[1][0][0])
    unclear = {edit for pair in overlap for edit in pair}
    return [(place, Fix(*fix)) for place, *fix in edits if (place, *fix) not in unclear]


def edited(text: str, edits: Iterable[Edit]) -> str:
    """A text with other words at some places."""
    for (start, end), fix in reversed([*edits]):
        text = text[:start] + fix.new + text[end:]
    return text


def offset(text: str, line: int, column: int) -> int | None:
    """Where a line and column, counted from 1, are in a text; None if nowhere in it.

    >>> offset("ab\\ncd", 2, 2), offset("ab", 2, 1)
    (4, None)
    """
    lines = text.removeprefix("\ufeff").split("\n")
    if not 1 <= line <= len(lines):
        return None
    mark = len(text) - sum(map(len, lines)) - len(lines) + 1  # 1 for a byte order mark
    return mark + sum(len(one) + 1 for one in lines[: line - 1]) + max(column - 1, 0)


def once(text: str, name: str, within: Stretch) -> Iterator[Stretch]:
    """Where a name stands as a whole word in a stretch of a text, if it does so once."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    found = list(word.finditer(text, *within))
    if len(found) == 1:
        yield found[0].span()


def in_yaml(text: str) -> Finder:
    """Finds a name in the key or the value that begins at a place of a YAML file, or else in the
    entry that begins there; in the midst of a value, the name itself."""
    ends: defaultdict[int, list[int]] = defaultdict(list)
    mark = text.startswith("\ufeff")  # which the parser does not count
    with suppress(DataError):
        for node in every_node(parse(text, "").root):
            ends[node.start_mark.index + mark].append(node.end_mark.index + mark)

    def find(at: int, column: int, name: str) -> Iterator[Stretch]:
        if at not in ends and text.startswith(name, at):
            yield at, at + len(name)
        found = ([*once(text, name, (at, end))] for end in sorted(ends.get(at, ())))
        yield from next(filter(None, found), ())

    return find


def in_markup(text: str) -> Finder:
    """Finds a name in the tag that begins at a place of a template, and in what closes it; or in
    the line, where the place is no tag."""

    def find(at: int, column: int, name: str) -> Iterator[Stretch]:
        tag = TAG.match(text, at) if column else None
        if tag is None:
            end = text.find("\n", at)
            yield from once(text, name, (at, len(text) if end < 0 else end))
        elif text.startswith(name, at + 1):
            yield from named(tag, name)
        else:
            yield from once(text, name, tag.span())

    return find


def named(tag: re.Match[str], name: str) -> Iterator[Stretch]:
    """The names of an element in its tag and in the one that closes it; none where others of the
    name are in it."""
    opened = tag.start() + 1, tag.start() + 1 + len(name)
    if tag[0].endswith("/>"):
        yield opened
        return
    after = re.compile(rf"<(/?){re.escape(name)}(?![\w:.-])").search(tag.string, tag.end())
    if after is not None and after[1]:
        yield opened
        yield after.end() - len(name), after.end()


# By the suffix of a file: what finds names in its text.
FINDERS: Mapping[str, Callable[[str], Finder]] = MappingProxyType(
    {".yaml": in_yaml, ".svg": in_markup}
)
