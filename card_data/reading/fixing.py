"""Corrects misspelt names in the files of a game, where a problem has a fix.

A file is edited at the place of the problem and nowhere else, so comments and layout stay. A name
that stands there more than once is ambiguous, and stays a problem.
"""

from __future__ import annotations

import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from card_data.limits import LARGEST_FILE, LONGEST_NAME
from card_data.problems import DataError, Fix, Problem
from card_data.program.staging import Staging, real_path
from card_data.reading.documents import parse, read_at_most

# A name, or a placeholder with one: nothing that YAML, SVG or Jinja2 would read otherwise.
PLAIN = re.compile(rf"\{{?\w[\w./ -]{{0,{2 * LONGEST_NAME}}}\}}?")
TAG = re.compile(r"<[^<>\"']*+(?:(?:\"[^\"]*+\"|'[^']*+')[^<>\"']*+)*+>")
Stretch = tuple[int, int]  # where it begins and ends in a text


class Change(NamedTuple):
    """A change of a file: the ``line``, and the names there before and after."""

    file: str
    line: int
    fix: Fix

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.fix.old} -> {self.fix.new}"


def fix_all(problems: Iterable[Problem], folder: Path) -> list[Change]:
    """Apply all fixes to the files of a game's own ``folder``, or none of them.

    Raise `OSError` if they cannot be written.
    """
    by_file: defaultdict[str, list[Problem]] = defaultdict(list)
    for problem in problems:
        fix = problem.fix
        if fix is not None and PLAIN.fullmatch(fix.old) and PLAIN.fullmatch(fix.new):
            by_file[problem.file].append(problem)
    changes: list[Change] = []
    with Staging(folder) as staging:
        for file, those in by_file.items():
            text, path = own_text(file, folder), Path(file)
            edits = edits_of(text, those, path.suffix)
            if edits:
                staging.write(path, edited(text, edits).encode())
                shutil.copymode(path, staging.files[path])
            changes += [Change(file, text.count("\n", 0, at) + 1, fix) for (at, _), fix in edits]
        staging.move_all()
    return changes


def own_text(file: str, folder: Path) -> str:
    """Return the text of an editable file in a game's own folder; empty for any other file, and for
    a link."""
    path = Path(file)
    with suppress(OSError, ValueError):
        own = real_path(path) == real_path(folder) / path.relative_to(folder)
        raw = read_at_most(path, LARGEST_FILE) if own and path.suffix in (".yaml", ".svg") else b""
        return raw.decode() if len(raw) <= LARGEST_FILE else ""
    return ""


def edits_of(text: str, problems: Iterable[Problem], suffix: str) -> list[tuple[Stretch, Fix]]:
    """Return the replacements in a file's text, in order, without those that overlap."""
    find = in_markup if suffix == ".svg" else in_yaml
    fixes = [(problem.line, problem.column, problem.fix) for problem in problems if problem.fix]
    found = {
        (place, fix.old, fix.new)
        for line, column, fix in fixes
        if (at := offset(text, line, column)) is not None
        for place in find(text, at, column, fix.old)
    }
    edits = sorted(found)
    overlap = (pair for pair in pairwise(edits) if pair[0][0][1] > pair[1][0][0])
    unclear = {edit for pair in overlap for edit in pair}
    return [(place, Fix(*fix)) for place, *fix in edits if (place, *fix) not in unclear]


def edited(text: str, edits: list[tuple[Stretch, Fix]]) -> str:
    """Return a text with the edits applied."""
    for (start, end), fix in reversed(edits):
        text = text[:start] + fix.new + text[end:]
    return text


def offset(text: str, line: int, column: int) -> int | None:
    """Return the index of a line and column, counted from 1; None if the text has no such line.

    >>> offset("ab\\ncd", 2, 2), offset("ab", 2, 1)
    (4, None)
    """
    lines = text.split("\n")
    mark = text.startswith("\ufeff") and line == 1  # which no column counts
    if not 1 <= line <= len(lines):
        return None
    return sum(len(one) + 1 for one in lines[: line - 1]) + max(column - 1, 0) + mark


def once(text: str, name: str, within: Stretch) -> Iterator[Stretch]:
    """Yield where a name stands as a whole word in a stretch of a text, if it does so once."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    found = list(word.finditer(text, *within))
    if len(found) == 1:
        yield found[0].span()


def in_yaml(text: str, at: int, column: int, name: str) -> Iterator[Stretch]:
    """Yield where a name stands at a place of a YAML file, or else in the value or entry that
    begins there."""
    if text.startswith(name, at):
        yield at, at + len(name)
        return
    with suppress(DataError):
        bare = text.removeprefix("\ufeff")  # which the parser does not count
        shift = len(text) - len(bare)
        marks = [*parse(bare, "").marks.items()]
        for index, (path, places) in enumerate(marks):
            if at - shift in [place.index for place in places]:
                later = (one for below, one in marks[index:] if below[: len(path)] != path)
                end = next((key.index + shift for key, _ in later), len(text))
                yield from once(text, name, (at, end))


def in_markup(text: str, at: int, column: int, name: str) -> Iterator[Stretch]:
    """Yield where a name stands in the tag that begins at a place of a template and in its closing
    tag; or in the line, if no tag begins there."""
    tag = TAG.match(text, at) if column else None
    if tag is None:
        end = text.find("\n", at)
        yield from once(text, name, (at, len(text) if end < 0 else end))
    elif not text.startswith(name, at + 1):
        yield from once(text, name, tag.span())
    elif tag[0].endswith("/>"):
        yield at + 1, at + 1 + len(name)
    else:
        closing = re.compile(rf"<(/?){re.escape(name)}(?![\w:.-])").search(text, tag.end())
        if closing is not None and closing[1]:  # else others of the name are in it
            yield from ((at + 1, at + 1 + len(name)), (closing.end() - len(name), closing.end()))
