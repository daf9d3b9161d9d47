"""Parses YAML and JSON files into plain values, and records where each value stands.

A text is parsed once, by libyaml, or by Python where that is missing, as in a browser. The same
code reads JSON.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Container
from io import FileIO
from itertools import takewhile
from pathlib import Path
from typing import Any, BinaryIO, NotRequired, TypedDict

import yaml

from card_data.limits import DEEPEST, LARGEST_FILE, LONGEST_NAME, MOST_VALUES
from card_data.problems import SECOND_DOCUMENT, DataError, Problem, quote
from card_data.program.staging import real_path
from card_data.text import composed

LOADER: type[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
NULLS = frozenset(("", "~", "null", "Null", "NULL"))
NAMES = ("id", "name")  # what an entry of a list is called by
FORM_DATA = "what was filled into a form, without the form: save that as a PDF"
OTHERS = {  # kinds of files by what is in their first bytes
    b"%PDF-": "a PDF",
    b"%FDF-": FORM_DATA,
    b"<xfdf": FORM_DATA,
    b"PK\x03\x04": "a workbook or other packed files",
    b"\xd0\xcf\x11\xe0": "a workbook or a text of Office before 2007",
    b"\x89PNG\r": "a picture",
    b"\xff\xd8\xff": "a picture",
}
LONGEST_SIGN = 100  # bytes: in XML a line may come first
UTF_16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}

Steps = tuple[str | int, ...]  # a path into a document: keys, and places in lists from 0
Marks = dict[Steps, tuple[yaml.Mark, yaml.Mark]]  # where the key of a value is, and the value


class Quoted(str):
    """A text in quotes or in a block: never a number, a flag or null, whatever it looks like."""

    __slots__ = ()


class Location(TypedDict):
    """The location of a problem, as keyword arguments of `Problems.add` and `Problem`."""

    file: str
    line: int
    column: int
    item: str
    field: str
    cell: NotRequired[str]  # in a spreadsheet


class Document:
    """A file as plain values: mappings whose keys are texts, lists, texts (`Quoted` ones apart),
    and None for nothing; with the name to show in messages and, if it was read, its text.

    ``marks`` say where each value stands, ``flaws`` what is wrong with the text itself: a path, a
    message, a mark.
    """

    used: set[str] | None = None  # in a spreadsheet, what its texts name in braces

    def __init__(
        self,
        file: str,
        root: Any,
        source: str = "",
        marks: Marks | None = None,
    ) -> None:
        self.file, self.root, self.source = file, root, source
        self.marks: Marks = {} if marks is None else marks
        self.flaws: list[tuple[Steps, str, yaml.Mark]] = []

    def value(self, path: Steps) -> Any:
        """Return the value at ``path``; None if there is none."""
        value = self.root
        for step in path:
            value = step_into(value, step)
        return value

    def steps(self, path: Steps) -> Steps:
        """Return ``path`` with an int for each index of a list and a text for each key."""
        value, found = self.root, list[str | int]()
        for step in path:
            in_list = isinstance(value, list) and str(step).isdecimal()
            found.append(int(step) if in_list else str(step))
            value = step_into(value, step)
        return tuple(found)

    def begin(self, path: Steps, *, key: bool = False) -> yaml.Mark | None:
        """Return where the value at ``path`` begins, or its key if ``key`` is set.

        The nearest enclosing value stands for one that the file has not; None if there is none.

        A list or a mapping may begin on a line after its key: the key's place stands for it.
        """
        known = self.steps(path)
        while known and known not in self.marks:
            known = known[:-1]
        of_key, own = self.marks.get(known, (None, None))
        return of_key if key else own

    def mark(self, path: Steps, *, key: bool = False) -> tuple[int, int]:
        """Return the line and column, from 1, of what `begin` finds."""
        mark = self.begin(path, key=key)
        return (mark.line + 1, mark.column + 1) if mark else (1, 1)

    def row(self, path: Steps, row: int) -> int:
        """Return the line of a ``row`` (from 1) of the text at ``path``.

        Only a literal block, ``key: |``, has a line for each row; for any other text it is the
        line of the value, for a row that the block does not have that of its last one.
        """
        mark, value = self.begin(path), self.value(path)
        if mark is None or not isinstance(value, Quoted) or self.source[mark.index] != "|":
            return self.mark(path)[0]
        return mark.line + 1 + min(row, len(value.splitlines()))

    def inside(self, path: Steps, at: int) -> tuple[int, int]:
        """Return the line and column, from 1, of character ``at`` of the text at ``path``."""
        mark, value = self.begin(path), self.value(path)
        if mark is None or not isinstance(value, str) or not self.source:
            return self.mark(path)
        begin = mark.index
        if self.source[begin] in "|>":
            begin = self.source.find("\n", begin)  # after the sign of the block
        place = begin
        for char in value[: at + 1]:
            if not char.isspace():  # which a text of several lines has otherwise in its file
                place = max(self.source.find(char, begin), begin)
                begin = place + 1
        place += at >= len(value)  # the end
        before = self.source[:place]
        return before.count("\n") + 1, place - before.rfind("\n")

    def place(self, path: Steps, *, key: bool = False) -> Location:
        """Return the location of a problem at ``path``, or at its ``key``.

        ``item`` is the ID or the name of the list entry that ``path`` lies in, ``field`` the rest
        of the path, as `path_in_words` writes it.
        """
        line, column = self.mark(path, key=key)
        item, field = self.named(path)
        return Location(file=self.file, line=line, column=column, item=item, field=field)

    def location_in_words(self, path: Steps) -> str:
        """Return where the value at ``path`` is, for a message about another value."""
        return f"line {self.mark(path)[0]}"

    def named(self, path: Steps) -> tuple[str, str]:
        """Return the name of the innermost list entry around ``path`` that has an ID or a name, and
        the path inside it, in words; both are cut if they are too long."""
        value, item, within, path = self.root, "", 0, self.steps(path)
        for depth, step in enumerate(path, 1):
            value = step_into(value, step)
            if isinstance(step, int) and isinstance(value, dict):
                names = [value[key] for key in NAMES if isinstance(value.get(key), str)]
                item, within = (names[0].strip(), depth) if names else (item, within)
        return item[:LONGEST_NAME], path_in_words(path[within:])[: 3 * LONGEST_NAME]

    def keys(self) -> dict[str, Any]:
        """Return the root mapping; an empty one if the root is no mapping."""
        return self.root if isinstance(self.root, dict) else {}

    def below(self, key: str) -> Document:
        """Return the value of a key of the root as a document."""
        marks = {path[1:]: mark for path, mark in self.marks.items() if path[:1] == (key,)}
        return Document(self.file, self.keys().get(key), self.source, marks)

    def part(self, names: Container[str], *, only: bool) -> Document:
        """Return this document with ``only`` the keys ``names`` of its root, or without them."""
        if not isinstance(self.root, dict):
            return self
        root = {key: value for key, value in self.root.items() if (key in names) == only}
        part = Document(self.file, root, self.source, self.marks)
        part.flaws = [one for one in self.flaws if (bool(one[0]) and one[0][0] in names) == only]
        return part


def step_into(value: Any, step: str | int) -> Any:
    """Return the value at a key of a mapping or an index of a list; None if there is none."""
    if isinstance(value, dict):
        return value.get(str(step))
    if isinstance(value, list) and str(step).isdecimal() and int(step) < len(value):
        return value[int(step)]
    return None


def describe_value(value: Any) -> str:
    """Describe a value in a message."""
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    return "nothing" if value is None else quote(str(value))


def path_in_words(path: Steps) -> str:
    """Return a path as people follow it in a file, counting the entries of lists from 1.

    >>> path_in_words(("board", "left", "1")), path_in_words(("tasks", "left", 1))
    ('board.left.1', 'tasks.left no. 2')
    >>> path_in_words(("moves", 4, "Ann")), path_in_words((0, "text"))
    ('moves no. 5, Ann', 'no. 1, text')
    """
    words = ""
    for before, step in zip((None, *path), path, strict=False):
        if isinstance(step, int):
            words += f"{' ' if words else ''}no. {step + 1}"
        else:
            after = ", " if isinstance(before, int) else "."
            words += f"{after if words else ''}{step}"
    return words


def read_file(path: Path, shown: str | None = None, home: Path | None = None) -> Document:
    """Parse the YAML or JSON file at ``path``; raise `DataError` if it cannot be parsed.

    With ``home``, no link may lead out of that folder.
    """
    name = shown or str(path)
    text = text_of(read_bytes(path, name, home), name)
    return parse(text, name, is_json=path.suffix.lower() == ".json")


def read_bytes(path: Path, name: str, home: Path | None = None) -> bytes:
    """Return the bytes of a file, at most one more than a file may have.

    Raise `DataError` if it cannot be read, for a pipe or a device, which might never end, and for a
    link that leads out of ``home``.
    """
    try:
        if home is None or not leads_out(path, home):
            return read_at_most(path, LARGEST_FILE)
        message = "is a link that leads out of its folder"
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
    except ValueError:  # a NUL byte in the name
        message = "cannot be read: no file has this name"
    raise DataError(Problem(message=message, file=name))


def read_at_most(path: Path, most: int) -> bytes:
    """Return the bytes of a file, at most one more than ``most``.

    Raise `OSError` for anything but an ordinary file, without waiting as opening a pipe would. The
    system's virtual files have a size of 0 and count as empty.
    """
    with open_file(path) as stream:
        return stream.read(most + 1) if os.fstat(stream.fileno()).st_size else b""


def open_file(path: Path) -> FileIO:
    """Open an ordinary file for reading; raise `OSError` for any other, without waiting."""
    path = on_disk(path)
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "not a file", str(path))
    return FileIO(handle)


def on_disk(path: Path) -> Path:
    """Return a file's path as the disk has it: a Mac may have taken the accents of its letters
    apart."""
    if str(path).isascii() or os.path.lexists(path):
        return path
    folder, name = on_disk(path.parent), composed(path.name)
    return next((one for one in folder.glob("*") if composed(one.name) == name), path)


def leads_out(path: Path, home: Path) -> bool:
    """Whether a link leads from ``path``, a file in the folder ``home``, to a file elsewhere.

    Links are looked for first: resolving looks at every folder up to the root.
    """
    path = on_disk(path)
    parts = takewhile(lambda part: part != home, (path, *path.parents))
    if ".." not in path.relative_to(home).parts and not any(part.is_symlink() for part in parts):
        return False
    return not real_path(path).is_relative_to(real_path(home))


def read_stream(stream: BinaryIO, name: str) -> Document:
    """Parse a stream as `read_file` parses a file; as JSON if it starts like it."""
    text = text_of(stream.read(LARGEST_FILE + 1), name)
    return parse(text, name, is_json=text.lstrip().startswith("{"))


def text_of(raw: bytes, name: str) -> str:
    """Decode a file in UTF-8 or UTF-16; raise `DataError` if it is too large or in another
    encoding."""
    line, encoding = 0, UTF_16.get(raw[:2], "utf-8-sig")
    others = (said for sign, said in OTHERS.items() if sign in raw[:LONGEST_SIGN])
    try:
        if len(raw) > LARGEST_FILE:
            message = f"the file is larger than {LARGEST_FILE // 1024 // 1024} MiB"
        elif kind := next(others, ""):
            message = f"expected YAML or JSON, found {kind}"
        else:
            return raw.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        message = "the file is damaged: it begins as UTF-16 and does not go on so"
        if encoding == "utf-8-sig":
            line = raw[: error.start].count(b"\n") + 1
            message = "the file is not UTF-8 text: save it as UTF-8"
    raise DataError(Problem(message=message, file=name, line=line))


def parse(text: str, name: str, *, is_json: bool = False) -> Document:
    """Parse one YAML or JSON document out of ``text``; ``name`` is shown in messages."""
    if is_json:
        text = _json_as_yaml(text)
    try:
        return Builder(text, name).document
    except yaml.MarkedYAMLError as error:
        from card_data.reading.yaml_hints import explain_error  # few files have one

        line, column, message = explain_error(error, text)
        raise DataError(Problem(message=message, file=name, line=line, column=column)) from None
    except yaml.YAMLError as error:
        reason = getattr(error, "reason", "it cannot be parsed")
        raise DataError(Problem(message=f"not YAML: {reason}", file=name)) from None


class Builder:
    """Builds plain values from the events of a YAML text.

    Aliases, deep nesting and too many values raise `DataError` at once: a few aliases can stand for
    billions of values, and each value takes a hundred times the memory of its text.
    """

    def __init__(self, text: str, name: str) -> None:
        loader = LOADER(text)  # guesses no types: `decode` reads scalars by its models
        self.next = loader.get_event
        self.marks: Marks = {}
        self.document = Document(name, None, text, self.marks)
        self.values = 0  # keys, lists and mappings included
        try:
            self.next()  # the stream begins
            if isinstance(self.next(), yaml.DocumentStartEvent):
                self.document.root = self.value(self.next(), ())
                self.next()  # the document ends
                if not isinstance(more := self.next(), yaml.StreamEndEvent):
                    self.fail(SECOND_DOCUMENT, more)
        finally:
            loader.dispose()

    def fail(self, message: str, event: yaml.Event) -> None:
        mark: Any = event.start_mark
        place = {"line": mark.line + 1, "column": mark.column + 1}
        raise DataError(Problem(message=message, file=self.document.file, **place))

    def value(self, event: Any, path: Steps) -> Any:
        """Return the value that begins with an event."""
        kind = type(event)
        self.values += 1
        if self.values > MOST_VALUES:
            self.fail(f"more than {MOST_VALUES:,} keys and values", event)
        if kind is yaml.ScalarEvent:
            text = composed(event.value)
            return Quoted(text) if event.style else None if text in NULLS else text
        if kind is yaml.AliasEvent:
            self.fail("an alias (*) is not allowed here: write the value out, or in quotes", event)
        if len(path) >= DEEPEST:
            self.fail(f"nested more than {DEEPEST} levels deep", event)
        return self.mapping(path) if kind is yaml.MappingStartEvent else self.sequence(path)

    def mapping(self, path: Steps) -> dict[str, Any]:
        """The entries of a mapping; of a key that comes twice the first."""
        entries: dict[str, Any] = {}
        while type(key := self.next()) is not yaml.MappingEndEvent:
            found, mark = self.value(key, (*path, "")), key.start_mark
            name = "" if found is None else found  # `card_data.reading.decode` refuses it
            below, value, wrong = (*path, str(name)), self.next(), ""
            if isinstance(name, dict | list):
                below, wrong = path, f"found {describe_value(name)} as a key, expected text"
            elif name in entries:
                wrong = "duplicate key"
            if wrong:
                self.document.flaws.append((below, wrong, mark))
                self.value(value, (*path, ""))
                continue
            single = type(value) is yaml.ScalarEvent
            self.marks[below] = mark, value.start_mark if single else mark
            entries[name] = self.value(value, below)
        return entries

    def sequence(self, path: Steps) -> list[Any]:
        """The entries of a list."""
        entries: list[Any] = []
        while type(event := self.next()) is not yaml.SequenceEndEvent:
            below = (*path, len(entries))
            self.marks[below] = event.start_mark, event.start_mark
            entries.append(self.value(event, below))
        return entries


def _json_as_yaml(text: str) -> str:
    """JSON text as YAML: tabs between tokens become spaces, escaped UTF-16 halves one character,
    and characters that end a line in YAML, or are not allowed in it, are escaped."""

    def joined(match: re.Match[str]) -> str:
        return bytes.fromhex(match[1] + match[2]).decode("utf-16-be")

    halves = r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
    escaped = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), 0x2028, 0x2029)}
    return re.sub(halves, joined, text.translate({9: " "} | escaped))
