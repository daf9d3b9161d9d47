"""YAML to checked records: every error of a file at once, each with its line.

A document is parsed once by libyaml into nodes that know their line and column; the nodes are then
read against the type of a record. Scalars are read by what the record expects, not by YAML 1.1's
guesses: a player may be called ``No``, and ``010`` is ten. JSON is read by the same code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml
from msgspec import inspect

T = TypeVar("T")
Path_ = tuple[str, ...]

LARGEST_FILE = 8 * 1024 * 1024  # bytes; the largest data set we know is a hundredth of this
DEEPEST = 100  # levels
MANY = 5000  # brackets or dashes: fewer cannot nest deep enough to do harm
WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
NUMBER = re.compile(r"[-+]?[0-9]{1,18}(\.[0-9]{1,18})?")
NULLS = frozenset(("", "~", "null", "Null", "NULL"))
FLAGS = {
    **dict.fromkeys(("true", "True", "yes", "Yes", "on", "On"), True),
    **dict.fromkeys(("false", "False", "no", "No", "off", "Off"), False),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in an input file: where it stands and what would do.

    ``line`` and ``column`` count from 1 (0: the file as a whole). ``item`` names the card or the
    entry, ``field`` the dotted path of the value inside it.
    """

    file: str
    line: int
    column: int
    item: str
    field: str
    message: str

    def __str__(self) -> str:
        place = self.file
        if self.line:
            place += f":{self.line}"
        if self.column:
            place += f":{self.column}"
        names = ", ".join(
            part for part in (self.item, f"field {self.field}" if self.field else "") if part
        )
        return f"{place}: {names}: {self.message}" if names else f"{place}: {self.message}"


class DataError(Exception):
    """Input that cannot be used; ``problems`` lists everything wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in problems))


class Mismatch(Exception):
    """A scalar that is not what the record expects; says what would do."""


@dataclass(frozen=True)
class Document:
    """A parsed file: its root node and the name to show in messages."""

    file: str
    root: yaml.Node | None

    def mark(self, path: Path_) -> tuple[int, int]:
        """Line and column (from 1) of the value at ``path``, or of its nearest ancestor."""
        node, line, column = self.root, 1, 1
        for step in path:
            node, at = _child(node, step)
            if node is None:
                break
            line, column = at.line + 1, at.column + 1
        return line, column

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
        return Document(self.file, root)


def key_of(node: yaml.Node) -> str:
    """A mapping's key as text; empty for a key that is a list or a mapping itself."""
    return node.value if isinstance(node, yaml.ScalarNode) else ""


def _child(node: yaml.Node | None, step: str) -> tuple[yaml.Node | None, Any]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key_of(key) == step:
                return value, key.start_mark
    elif isinstance(node, yaml.SequenceNode) and step.isdigit() and int(step) < len(node.value):
        return node.value[int(step)], node.value[int(step)].start_mark
    return None, None


def read_file(path: Path, shown: str | None = None) -> Document:
    """Parse the YAML or JSON file at ``path``; raise `DataError` if it is none."""
    name = shown or str(path)
    try:
        if path.exists() and not path.is_file():
            raise DataError([_whole(name, "cannot be read: not a file")])
        with path.open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise DataError([_whole(name, f"cannot be read: {error.strerror}")]) from None
    except ValueError as error:  # a name with a NUL byte in it
        raise DataError([_whole(name, f"cannot be read: {error}")]) from None
    if len(raw) > LARGEST_FILE:
        raise DataError([_whole(name, f"larger than {LARGEST_FILE // 1024 // 1024} MiB")])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise DataError([Problem(name, line, 0, "", "", "not UTF-8 text")]) from None
    return parse(text, name, is_json=path.suffix.lower() == ".json")


def parse(text: str, name: str, *, is_json: bool = False) -> Document:
    """Parse one YAML or JSON document out of ``text``; ``name`` is shown in messages."""
    if is_json:
        text = _json_as_yaml(text)
    if any(text.count(sign) > MANY for sign in "[{-?") or ("&" in text and "*" in text):
        _walk(text, name)
    loader = yaml.CSafeLoader(text)
    try:
        root = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise DataError(
            [Problem(name, line, column, "", "", f"not YAML: {error.problem}")]
        ) from None
    except yaml.YAMLError as error:
        reason = getattr(error, "reason", "it cannot be parsed")
        raise DataError([_whole(name, f"not YAML: {reason}")]) from None
    finally:
        loader.dispose()
    return Document(name, root)


def _whole(name: str, message: str) -> Problem:
    return Problem(name, 0, 0, "", "", message)


def _json_as_yaml(text: str) -> str:
    """JSON is YAML but for tabs between tokens, escapes in UTF-16 halves, and some characters that
    end a YAML line or may not stand in YAML but escaped."""

    def joined(match: re.Match[str]) -> str:
        return bytes.fromhex(match[1] + match[2]).decode("utf-16-be")

    halves = r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
    escaped = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), 0x2028, 0x2029)}
    return re.sub(halves, joined, text.translate({9: " "} | escaped))


def _walk(text: str, name: str) -> None:
    """Refuse aliases and great depth in a text that may have them, event by event.

    libyaml builds nodes recursively on the C stack, which a file of brackets would overrun; a few
    aliases can stand for billions of nodes.
    """
    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if isinstance(event, yaml.AliasEvent) or depth > DEEPEST:
                message = too_deep() if depth > DEEPEST else "an alias (*): write the value out"
                mark: Any = event.start_mark
                line, column = mark.line + 1, mark.column + 1
                raise DataError([Problem(name, line, column, "", "", message)])
    except yaml.YAMLError:
        return  # said where the nodes are built


def too_deep() -> str:
    return f"nested more than {DEEPEST} levels deep"


@dataclass
class Reading:
    """The reading of one document against a record's type; gathers every problem.

    ``fill`` is given each text and returns what to keep (placeholders replaced); it raises
    `Mismatch` for a text that will not do.
    """

    document: Document
    fill: Callable[[str], str] = str
    problems: list[Problem] = field(default_factory=list)

    def read(self, kind: type[T]) -> T | None:
        """The document as a ``kind``, or None when `problems` says why not."""
        before = len(self.problems)
        value = self.value(self.document.root, inspect.type_info(kind), ())
        return value if len(self.problems) == before else None

    def blame(self, path: Path_, message: str, node: yaml.Node | None = None) -> None:
        """Record a problem at ``path``; ``node`` gives its place when the path has none."""
        if node is None:
            line, column = self.document.mark(path)
        else:
            line, column = node.start_mark.line + 1, node.start_mark.column + 1
        item, rest = self._item(path)
        self.problems.append(
            Problem(self.document.file, line, column, item, ".".join(rest), message)
        )

    def _item(self, path: Path_) -> tuple[str, Path_]:
        """The ID or name of the list entry that ``path`` lies in, and the path inside it."""
        node = self.document.root
        item, rest = "", path
        for depth, step in enumerate(path):
            node, _ = _child(node, step)
            if isinstance(node, yaml.MappingNode):
                for key, value in node.value:
                    if key_of(key) in ("id", "name") and isinstance(value, yaml.ScalarNode):
                        item, rest = value.value, path[depth + 1 :]
                        break
        return item, rest

    def value(self, node: yaml.Node | None, info: inspect.Type, path: Path_) -> Any:
        if isinstance(info, inspect.UnionType):
            return self._union(node, info, path)
        if isinstance(info, inspect.Metadata):
            return self.value(node, info.type, path)
        if len(path) > DEEPEST:
            return self.blame(path[:1], too_deep(), node)
        if isinstance(info, inspect.StructType):
            return self._record(node, info, path)
        if isinstance(info, inspect.DictType):
            return self._mapping(node, info, path)
        if isinstance(info, inspect.ListType | inspect.VarTupleType):
            return self._sequence(node, info, path)
        if isinstance(info, inspect.AnyType):
            return self._anything(node, path)
        if not isinstance(node, yaml.ScalarNode):
            return self.blame(path, f"found {_shape(node)}, expected {expected(info)}", node)
        try:
            return self._scalar(node, info)
        except Mismatch as error:
            return self.blame(path, str(error), node)

    def _union(self, node: yaml.Node | None, info: inspect.UnionType, path: Path_) -> Any:
        """None or one other type, which is all that our records use."""
        if _is_null(node):
            return None
        others = [one for one in info.types if not isinstance(one, inspect.NoneType)]
        return self.value(node, others[0], path)

    def _record(self, node: yaml.Node | None, info: inspect.StructType, path: Path_) -> Any:
        if not isinstance(node, yaml.MappingNode):
            return self.blame(path, f"found {_shape(node)}, expected a mapping of fields", node)
        fields = {one.encode_name: one for one in info.fields}
        values: dict[str, Any] = {}
        sound = True
        for key, name, child in self._pairs(node, path):
            if name not in fields:
                self.blame((*path, name), f"unknown key{near(name, fields)}", key)
                sound = False
                continue
            before = len(self.problems)
            values[fields[name].name] = self.value(child, fields[name].type, (*path, name))
            sound = sound and len(self.problems) == before
        for name, one in fields.items():
            if one.required and one.name not in values:
                if name not in {key_of(key) for key, _ in node.value}:
                    self.blame(path, f"key {name} is missing: expected {expected(one.type)}", node)
                sound = False
        return info.cls(**values) if sound else None

    def _pairs(
        self, node: yaml.MappingNode, path: Path_
    ) -> Iterator[tuple[yaml.ScalarNode, str, yaml.Node]]:
        taken: set[str] = set()
        for key, child in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.blame(path, f"found {_shape(key)} as a key, expected text", key)
            elif key.value in taken:
                self.blame((*path, key.value), "this key stands here twice", key)
            else:
                taken.add(key.value)
                yield key, key.value, child

    def _mapping(self, node: yaml.Node | None, info: inspect.DictType, path: Path_) -> Any:
        if not isinstance(node, yaml.MappingNode):
            return self.blame(path, f"found {_shape(node)}, expected a mapping", node)
        values: dict[Any, Any] = {}
        for key, name, child in self._pairs(node, path):
            try:
                at = self._scalar(key, info.key_type, is_key=True)
            except Mismatch as error:
                self.blame((*path, name), f"as a key, {error}", key)
                continue
            if at in values:
                self.blame((*path, name), f"this key stands here twice, as {at}", key)
            values[at] = self.value(child, info.value_type, (*path, name))
        return values

    def _sequence(
        self, node: yaml.Node | None, info: inspect.ListType | inspect.VarTupleType, path: Path_
    ) -> Any:
        if not isinstance(node, yaml.SequenceNode):
            return self.blame(path, f"found {_shape(node)}, expected a list", node)
        if info.min_length is not None and len(node.value) < info.min_length:
            self.blame(
                path, f"found {len(node.value)} entries, expected {info.min_length} or more", node
            )
        values = [
            self.value(child, info.item_type, (*path, str(at)))
            for at, child in enumerate(node.value)
        ]
        return values if isinstance(info, inspect.ListType) else tuple(values)

    def _anything(self, node: yaml.Node | None, path: Path_) -> Any:
        if len(path) > DEEPEST:
            return self.blame(path[:1], too_deep(), node)
        if isinstance(node, yaml.MappingNode):
            return {
                name: self._anything(child, (*path, name))
                for _, name, child in self._pairs(node, path)
            }
        if isinstance(node, yaml.SequenceNode):
            return [self._anything(child, (*path, str(at))) for at, child in enumerate(node.value)]
        return None if _is_null(node) else _guess(node)

    def _scalar(self, node: yaml.ScalarNode, info: inspect.Type, *, is_key: bool = False) -> Any:
        text: str = node.value
        plain = not node.style
        if isinstance(info, inspect.StrType):
            if plain and text in NULLS:
                raise Mismatch(f"found nothing, expected {expected(info)}")
            if info.pattern is not None and not re.search(info.pattern, text):
                raise Mismatch(f"found {clip(text)}, expected {expected(info)}")
            return self.fill(text)
        bare = plain or is_key  # JSON quotes every key
        if isinstance(info, inspect.IntType) and bare and WHOLE.fullmatch(text):
            number = int(text)
            if within(number, info):
                return number
        if isinstance(info, inspect.FloatType) and plain and NUMBER.fullmatch(text):
            amount = float(text)
            if within(amount, info):
                return amount
        if isinstance(info, inspect.BoolType) and plain and text in FLAGS:
            return FLAGS[text]
        if isinstance(info, inspect.LiteralType) and text in info.values:
            return text
        hint = near(text, info.values) if isinstance(info, inspect.LiteralType) else ""
        found = "nothing" if plain and text in NULLS else clip(text, quoted=not plain)
        raise Mismatch(f"found {found}, expected {expected(info)}{hint}")


def within(number: float, info: inspect.IntType | inspect.FloatType) -> bool:
    """Whether a number is inside the bounds of its type."""
    return (
        (info.ge is None or number >= info.ge)
        and (info.gt is None or number > info.gt)
        and (info.le is None or number <= info.le)
    )


def _is_null(node: yaml.Node | None) -> bool:
    if node is None:
        return True
    return isinstance(node, yaml.ScalarNode) and not node.style and node.value in NULLS


def _guess(node: yaml.Node | None) -> str | int | float | bool:
    """A scalar nobody declared: a number, a flag or text, by its looks."""
    assert isinstance(node, yaml.ScalarNode)
    text: str = node.value
    if not node.style:
        if WHOLE.fullmatch(text):
            return int(text)
        if NUMBER.fullmatch(text):
            return float(text)
        if text in FLAGS:
            return FLAGS[text]
    return text


def _shape(node: yaml.Node | None) -> str:
    if _is_null(node):
        return "nothing"
    if isinstance(node, yaml.MappingNode):
        return "a mapping"
    if isinstance(node, yaml.SequenceNode):
        return "a list"
    return clip(str(node.value)) if node is not None else "nothing"


def clip(text: str, *, quoted: bool = True) -> str:
    """``text`` short enough to stand in a message."""
    short = text if len(text) <= 40 else text[:37] + "…"
    return repr(short) if quoted or not short.isprintable() else short


def expected(info: inspect.Type) -> str:
    """What a value of this type looks like, in words."""
    if isinstance(info, inspect.Metadata):
        return expected(info.type)
    if isinstance(info, inspect.UnionType):
        return " or ".join(
            expected(one) for one in info.types if not isinstance(one, inspect.NoneType)
        )
    if isinstance(info, inspect.LiteralType):
        return "one of " + ", ".join(str(value) for value in info.values)
    if isinstance(info, inspect.IntType):
        if info.ge is not None and info.le is not None:
            return f"a whole number from {info.ge} to {info.le}"
        return "a whole number" + (f" of at least {info.ge}" if info.ge is not None else "")
    if isinstance(info, inspect.FloatType):
        above = f" above {info.gt}" if info.gt is not None else ""
        return f"a number{above}" + (f", at most {info.le}" if info.le is not None else "")
    if isinstance(info, inspect.BoolType):
        return "true or false"
    if isinstance(info, inspect.StrType):
        return f"text like {info.pattern}" if info.pattern else "text"
    if isinstance(info, inspect.ListType | inspect.VarTupleType):
        return "a list"
    return "a mapping"


def near(name: str, known: Any) -> str:
    """``; did you mean …?`` for a near miss of a known name, else the names that would do."""
    from difflib import get_close_matches

    names = [str(one) for one in known]
    close = get_close_matches(name, names, 1, 0.6)
    if close:
        return f"; did you mean {close[0]}?"
    return f" (known: {', '.join(sorted(names))})" if names else ""


def record(document: Document, kind: type[T], fill: Callable[[str], str] = str) -> T:
    """``document`` read as a ``kind``; raise `DataError` with every problem it has."""
    reading = Reading(document, fill)
    value = reading.read(kind)
    if value is None:
        raise DataError(reading.problems)
    return value


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of every record: immutable, unknown keys refused."""
