"""YAML and JSON files, parsed into nodes that know their lines.

A document is parsed once, by libyaml. JSON is read by the same code.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Container, Iterator
from io import FileIO
from itertools import chain, takewhile
from pathlib import Path
from typing import Any, BinaryIO, NotRequired, TypedDict

import yaml

from card_data.limits import DEEPEST, LARGEST_FILE, LONGEST_NAME, MOST_PROBLEMS, MOST_VALUES
from card_data.parsers import LOADER
from card_data.problems import DataError, Problem, clip
from card_data.staging import real

Steps = tuple[str | int, ...]  # a path into a document: keys, and places in lists from 0

MANY = 5000  # brackets or dashes: fewer cannot nest deep enough to do harm
BEFORE_VALUES = "\n,:[{-?"  # a value, a key too, begins the text or follows one of these

LONGEST_WORD = 40  # letters that are looked at
LETTERS_BEFORE = re.compile(rb"(?<![A-Za-z])[A-Za-z]*$")
LETTERS_AFTER = re.compile(rb"[A-Za-z\xc0-\xff]+")  # those of Latin-1 too
MISREAD = re.compile(r"[ \t]#[0-9]|[“”„‟«»‘’‚‛]")  # a comment, letters
TAB = re.compile(r"[ -]*\t")  # where a line's indent is to be


class Place(TypedDict):
    """Where a problem is, as `Problems.add` and `Problem` take it."""

    file: str
    line: int
    column: int
    item: str
    field: str
    cell: NotRequired[str]  # in a spreadsheet


class Document:
    """A parsed file: its root node, the name to show in messages and, if it was read, its text."""

    in_cells = False  # whether it is a spreadsheet, whose texts people write otherwise

    def __init__(self, file: str, root: yaml.Node | None, source: str = "") -> None:
        self.file = file
        self.root = root
        self.source = source
        # inside mappings that were asked about, by the identity of their nodes
        self.places: dict[int, dict[str, tuple[yaml.Node, Any]]] = {}

    def child(self, node: yaml.Node | None, step: str | int) -> tuple[yaml.Node | None, Any]:
        """The node one ``step`` below another and the mark of its place; None twice without one."""
        if isinstance(node, yaml.MappingNode):
            if id(node) not in self.places:
                known: dict[str, tuple[yaml.Node, Any]] = {}
                for key, value in node.value:
                    mark = (value if isinstance(value, yaml.ScalarNode) else key).start_mark
                    known.setdefault(key_of(key), (value, mark))
                self.places[id(node)] = known
            return self.places[id(node)].get(str(step), (None, None))
        if isinstance(node, yaml.SequenceNode) and str(step).isdecimal():
            index = int(step)
            if index < len(node.value):
                return node.value[index], node.value[index].start_mark
        return None, None

    def mark(self, path: Steps) -> tuple[int, int]:
        """Line and column (from 1) of the value at ``path``, or of its nearest ancestor.

        A list or a mapping under a key may begin on a later line: the key's place stands for it.
        """
        node, line, column = self.root, 1, 1
        for step in path:
            node, mark = self.child(node, step)
            if node is None:
                break
            line, column = mark.line + 1, mark.column + 1
        return line, column

    def length(self, path: Steps) -> int:
        """How many entries the list at ``path`` has; 0 if there is none."""
        node = self.root
        for step in path:
            node, _ = self.child(node, step)
        return len(node.value) if isinstance(node, yaml.SequenceNode) else 0

    def row(self, path: Steps, row: int) -> int:
        """The line of a ``row`` (from 1) of the text at ``path``.

        Only a literal block, ``key: |``, has a line for each row; for any other text it is the
        line of the value, for a row that the block does not have that of its last one.
        """
        line, node = self.mark(path)[0], self.node(path)
        if not isinstance(node, yaml.ScalarNode) or node.style != "|":
            return line
        return line + min(row, len(node.value.splitlines()))

    def inside(self, path: Steps, at: int) -> tuple[int, int]:
        """Line and column (from 1) of a character of the text at ``path``, by its number from 0."""
        node = self.node(path)
        if not isinstance(node, yaml.ScalarNode) or not self.source:
            return self.mark(path)
        begin = node.start_mark.index
        if node.style in ("|", ">"):
            begin = self.source.find("\n", begin)  # after the sign of the block
        place = begin
        for char in node.value[: at + 1]:
            if not char.isspace():  # which a text of several lines has otherwise in its file
                place = max(self.source.find(char, begin), begin)
                begin = place + 1
        place += at >= len(node.value)  # the end
        before = self.source[:place]
        return before.count("\n") + 1, place - before.rfind("\n")

    def node(self, path: Steps) -> yaml.Node | None:
        """The value at ``path``; None if there is none."""
        node = self.root
        for step in path:
            node, _ = self.child(node, step)
        return node

    def place(self, path: Steps, node: yaml.Node | None = None) -> Place:
        """The place of a problem at ``path``; line and column are those of ``node`` if given.

        ``item`` is the ID or the name of the list entry that ``path`` lies in, ``field`` the rest
        of the path, as `followed` writes it.
        """
        line, column = self.mark(path)
        if node is not None:
            line, column = node.start_mark.line + 1, node.start_mark.column + 1
        item, rest = self._entry(path)
        field = followed(self.steps(path)[len(path) - len(rest) :])
        item, field = item[:LONGEST_NAME], field[: 3 * LONGEST_NAME]  # they may be of any length
        return Place(file=self.file, line=line, column=column, item=item, field=field)

    def told(self, path: Steps) -> str:
        """Where the value at ``path`` is, for a message about another."""
        return f"line {self.mark(path)[0]}"

    def steps(self, path: Steps) -> Steps:
        """``path`` with numbers for places in lists and text for keys, whatever they look like."""
        node, found = self.root, list[str | int]()
        for step in path:
            in_list = isinstance(node, yaml.SequenceNode) and str(step).isdecimal()
            found.append(int(step) if in_list else str(step))
            node, _ = self.child(node, step)
        return tuple(found)

    def _entry(self, path: Steps) -> tuple[str, Steps]:
        """The innermost list entry around ``path`` that has an ID or a name, and the path in it."""
        node = self.root
        item, rest = "", path
        for depth, step in enumerate(path, 1):
            parent, (node, _) = node, self.child(node, step)
            if isinstance(parent, yaml.SequenceNode) and isinstance(node, yaml.MappingNode):
                for key, value in node.value:
                    if key_of(key) in ("id", "name") and isinstance(value, yaml.ScalarNode):
                        item, rest = value.value.strip(), path[depth:]
                        break
        return item, rest

    def values(self) -> int:
        """How many values there are, keys, lists and mappings included."""
        return sum(1 for _ in every_node(self.root))

    def keys(self) -> dict[str, yaml.Node]:
        """The root mapping's keys as text, with their nodes; empty for any other root."""
        if not isinstance(self.root, yaml.MappingNode):
            return {}
        return {key_of(key): value for key, value in self.root.value}

    def part(self, names: Container[str], *, only: bool) -> Document:
        """This document with ``only`` the keys ``names`` of its root, or without them."""
        if not isinstance(self.root, yaml.MappingNode):
            return self
        kept = [pair for pair in self.root.value if (key_of(pair[0]) in names) == only]
        root = yaml.MappingNode(self.root.tag, kept, self.root.start_mark, self.root.end_mark)
        return Document(self.file, root, self.source)


def every_node(root: yaml.Node | None) -> Iterator[yaml.Node]:
    """A node and all that is in it."""
    left = [root] if root is not None else []
    while left:
        node = left.pop()
        yield node
        if isinstance(node, yaml.MappingNode):
            left += chain.from_iterable(node.value)
        elif isinstance(node, yaml.SequenceNode):
            left += node.value


def followed(path: Steps) -> str:
    """A path as a person follows it in a file, who counts what is in a list from 1.

    >>> followed(("board", "left", "1")), followed(("tasks", "left", 1))
    ('board.left.1', 'tasks.left no. 2')
    >>> followed(("moves", 4, "Ann")), followed((0, "text"))
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


def read_otherwise(document: Document) -> tuple[str, ...]:
    """What is not read as it was likely meant, though it is YAML: `card_data.slips.read_otherwise`.

    Most texts have none of the signs for it.
    """
    source = document.source
    if ("#" not in source and source.isascii()) or not MISREAD.search(source):
        return ()
    from card_data import slips

    return tuple(slips.read_otherwise(source, every_node(document.root)))[:MOST_PROBLEMS]


def key_of(node: yaml.Node) -> str:
    """A mapping's key as text; empty for a key that is a list or a mapping itself."""
    return node.value if isinstance(node, yaml.ScalarNode) else ""


def read_file(path: Path, shown: str | None = None, home: Path | None = None) -> Document:
    """Parse the YAML or JSON file at ``path``; raise `DataError` if it cannot be parsed.

    With ``home``, no link may lead out of that folder.
    """
    name = shown or str(path)
    text = text_of(read_bytes(path, name, home), name)
    return parse(text, name, is_json=path.suffix.lower() == ".json")


def read_bytes(path: Path, name: str, home: Path | None = None) -> bytes:
    """What is in the file at ``path``, or one byte more than a file may have.

    Raise `DataError` if it cannot be read, also for a pipe or a device, which might never end, and
    for a link that leads out of ``home``.
    """
    try:
        if home is not None and leads_out(path, home):
            message = "is a link that leads out of its folder"
            raise DataError(Problem(message=message, file=name))
        return content(path, LARGEST_FILE)
    except OSError as error:
        raise DataError(Problem(message=f"cannot be read: {error.strerror}", file=name)) from None
    except ValueError:  # a NUL byte in the name
        raise DataError(
            Problem(message="cannot be read: no file has this name", file=name)
        ) from None


def content(path: Path, most: int) -> bytes:
    """What is in a file, at most one byte more than ``most``.

    Raise `OSError` for all but ordinary files; nobody is waited for, as opening a pipe would. Those
    that the system makes up as they are read have a size of 0, and count as empty.
    """
    with open_file(path) as stream:
        return stream.read(most + 1) if os.fstat(stream.fileno()).st_size else b""


def open_file(path: Path) -> FileIO:
    """An ordinary file, open for reading; raise `OSError` for any other, without waiting."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "not a file", str(path))
    return FileIO(handle)


def leads_out(path: Path, home: Path) -> bool:
    """Whether ``path``, a file in the folder ``home``, is by some link a file elsewhere.

    Resolving costs a look at every folder up to the root, and hardly any file is a link.
    """
    inside = takewhile(lambda part: part != home, (path, *path.parents))
    if ".." not in path.relative_to(home).parts and not any(part.is_symlink() for part in inside):
        return False
    return not real(path).is_relative_to(real(home))


def read_stream(stream: BinaryIO, name: str) -> Document:
    """Parse what comes in by a pipe, as `read_file` does; it is JSON if it looks like it."""
    text = text_of(stream.read(LARGEST_FILE + 1), name)
    return parse(text, name, is_json=text.lstrip().startswith("{"))


def text_of(raw: bytes, name: str) -> str:
    """The text of a file in UTF-8, or in UTF-16; raise `DataError` for one too large, or in another
    encoding."""
    if len(raw) > LARGEST_FILE:
        message = f"the file is larger than {LARGEST_FILE // 1024 // 1024} MiB"
        raise DataError(Problem(message=message, file=name))
    if raw.startswith(b"%PDF-"):
        raise DataError(Problem(message="this is a PDF, expected YAML or JSON", file=name))
    if encoding := utf_16(raw):
        try:
            return raw.decode(encoding).removeprefix("\ufeff")
        except UnicodeDecodeError:
            message = "the file is damaged: it begins as UTF-16 and does not go on so"
            raise DataError(Problem(message=message, file=name)) from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        message = f"the file is not UTF-8 text{other_encoding(raw, error.start)}"
        raise DataError(Problem(message=message, file=name, line=line)) from None


def utf_16(raw: bytes) -> str:
    """Which UTF-16 bytes begin as, with its mark or with every other byte zero; empty for none."""
    ends = {"utf-16-le": (b"\xff\xfe", slice(1, 4, 2)), "utf-16-be": (b"\xfe\xff", slice(0, 4, 2))}
    for encoding, (mark, zeros) in ends.items():
        if raw.startswith(mark) or (raw[zeros] == b"\0\0" and raw[:4].count(0) == 2):
            return encoding
    return ""


def other_encoding(raw: bytes, at: int) -> str:
    """What a text that is not UTF-8 seems to be instead, and what to do; ``at`` is its first fault.

    >>> other_encoding("name: Zoë".encode("latin-1"), 8)
    "; as Latin-1 it would say 'Zoë' here: save it as UTF-8"
    """
    before = LETTERS_BEFORE.search(raw[max(0, at - LONGEST_WORD) : at])
    after = LETTERS_AFTER.match(raw[at : at + LONGEST_WORD])
    if before is None or after is None:
        return ": save it as UTF-8"
    word = (before[0] + after[0]).decode("latin-1")
    return f"; as Latin-1 it would say {clip(word)} here: save it as UTF-8"


def parse(text: str, name: str, *, is_json: bool = False) -> Document:
    """Parse one YAML or JSON document out of ``text``; ``name`` is shown in messages."""
    if is_json:
        text = _json_as_yaml(text)
    if _suspect(text):
        _walk(text, name)
    loader = LOADER(text)  # guesses no types: `decode` reads scalars by its models
    try:
        root = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        message = f"not YAML: {error.problem}"
        if tab := tab_near(text, line):
            if "any token" in message or "tab" in message:  # libyaml's words for it
                line, column, message = tab, 1, "not YAML: found a tab"
            message += f" (line {tab} is indented with a tab: use spaces)"
        else:
            from card_data.slips import slip_in  # few files have one

            began = error.context_mark.line + 1 if error.context_mark else line
            line, column, message = slip_in(text, line, began) or (line, column, message)
        raise DataError(Problem(message=message, file=name, line=line, column=column)) from None
    except yaml.YAMLError as error:
        reason = getattr(error, "reason", "it cannot be parsed")
        raise DataError(Problem(message=f"not YAML: {reason}", file=name)) from None
    finally:
        loader.dispose()
    return Document(name, root, text)


def tab_near(text: str, line: int) -> int:
    """The line with a tab in its indent, ``line`` or one next to it; 0 if there is none."""
    lines = text.splitlines()
    near_by = [at for at in (line, line - 1, line + 1) if 0 < at <= len(lines)]
    return next((at for at in near_by if TAB.match(lines[at - 1])), 0)


def _json_as_yaml(text: str) -> str:
    """JSON text as YAML: tabs between tokens become spaces, escaped UTF-16 halves one character,
    and characters that end a line in YAML, or are not allowed in it, are escaped."""

    def joined(match: re.Match[str]) -> str:
        return bytes.fromhex(match[1] + match[2]).decode("utf-16-be")

    halves = r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
    escaped = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), 0x2028, 0x2029)}
    return re.sub(halves, joined, text.translate({9: " "} | escaped))


def _suspect(text: str) -> bool:
    """Whether a text may have aliases, great depth or more values than a file may have.

    Ordinary files have none of the signs for it, and are parsed once.
    """
    deep = any(text.count(sign) > MANY for sign in "[{-?")
    return deep or most_values(text) > MOST_VALUES or ("&" in text and "*" in text)


def most_values(text: str) -> int:
    """At least as many values as a text can have, found without parsing it.

    ``{a, b}`` has two for each sign that values follow, as no value is one too.
    """
    return 2 * sum([text.count(sign) for sign in BEFORE_VALUES]) + 1


def _walk(text: str, name: str) -> None:
    """Refuse aliases, great depth and too many values in a text, event by event.

    libyaml builds nodes recursively on the C stack, which a file of brackets would overrun; a few
    aliases can stand for billions of nodes, and each takes a hundred times the room of its sign.
    """
    depth = values = 0
    try:
        for event in yaml.parse(text, Loader=LOADER):
            if isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            elif isinstance(event, yaml.NodeEvent):
                values += 1
                depth += isinstance(event, yaml.CollectionStartEvent)
                if wrong := _refused(event, depth, values):
                    mark: Any = event.start_mark
                    line, column = mark.line + 1, mark.column + 1
                    raise DataError(Problem(message=wrong, file=name, line=line, column=column))
    except yaml.YAMLError:
        return  # reported where the nodes are built


def _refused(event: yaml.NodeEvent, depth: int, values: int) -> str:
    """What is wrong with a value so deep in its file, the so-manieth of it; empty if nothing is."""
    if depth > DEEPEST:
        return too_deep()
    if values > MOST_VALUES:
        return f"more than {MOST_VALUES:,} keys and values"
    if isinstance(event, yaml.AliasEvent):
        return "an alias (*) is not allowed here: write the value out"
    return ""


def too_deep() -> str:
    return f"nested more than {DEEPEST} levels deep"
