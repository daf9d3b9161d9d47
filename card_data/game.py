"""A whole game: its folder read, checked between files, and its texts filled in."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

import msgspec

from card_data.reader import (
    DataError,
    Document,
    Mismatch,
    Problem,
    Reading,
    near,
    read_file,
)
from card_data.records import Clause, Component, GameData, Head, Option, Row, Section

D = TypeVar("D", bound=GameData)
SHIPPED = Path(__file__).parent
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
COLUMNS: dict[str, Any] = {"text": str, "number": int, "flag": bool, "list": tuple[str, ...]}


@dataclass(frozen=True)
class Origin:
    """Where a row stands: file as shown to the user, line from 1."""

    file: str
    line: int


@dataclass(frozen=True)
class Game(Generic[D]):
    """One game's data, checked.

    ``data`` holds the numbers, the house options and the tables, typed by the game's own
    ``model.py`` where it has one. ``fingerprint`` changes with any byte of the folder's YAML.
    """

    id: str
    folder: Path
    head: Head
    data: D
    sections: tuple[Section, ...]
    components: Mapping[str, Component]
    origins: Mapping[tuple[str, int], Origin]
    fingerprint: str

    @property
    def title(self) -> str:
        return self.head.title

    def clauses(self) -> dict[str, Clause]:
        """Every clause by its ID, in the order of the rules."""
        return {clause.id: clause for section in self.sections for clause in section.clauses}

    def option(self, name: str) -> Option[Any]:
        """A house option by its name."""
        options: Any = getattr(self.data, "options", {})
        found: Option[Any] = options[name] if isinstance(options, dict) else getattr(options, name)
        return found

    def rows(self, table: str) -> tuple[Row, ...]:
        """The rows of a table of the game."""
        rows: tuple[Row, ...] = getattr(self.data, table)
        return rows

    def counts(self, component: str) -> Counter[str]:
        """How many pieces a component has, by the row's ID (the template's stem without rows)."""
        counts: Counter[str] = Counter()
        for face in self.components[component].faces:
            if face.rows is None:
                counts[Path(face.template).stem] += face.copies
            else:
                for row in self.rows(face.rows):
                    counts[row.id] += face.copies * row.copies
        return counts

    def tables(self) -> tuple[str, ...]:
        """The names of the game's tables, each a YAML file in its folder."""
        return _table_names(type(self.data))


def names(data: Path | None = None) -> list[str]:
    """The games there are: the shipped ones, or those in the folder ``data``.

    Raise `DataError` if there is none.
    """
    folder = data or SHIPPED
    try:
        found = sorted(one.parent.name for one in folder.glob("*/game.yaml"))
    except OSError as error:
        raise DataError([Problem(str(folder), 0, 0, "", "", str(error.strerror))]) from None
    if not found:
        message = "no game here: expected a folder with a game.yaml in it"
        raise DataError([Problem(str(folder), 0, 0, "", "", message)])
    return found


def folder_of(game: str, data: Path | None = None) -> Path:
    """The folder that holds ``game``: in ``data`` if that is given, else the shipped one."""
    known = names(data)
    if game not in known:
        where = str(data) if data else "card_data"
        message = f"no game called {game!r} here{near(game, known)}"
        raise DataError([Problem(where, 0, 0, "", "", message)])
    return (data or SHIPPED) / game


def load(game: str, data: Path | None = None) -> Game[Any]:
    """Read and check one game; raise `DataError` with every problem of its files.

    ``data`` is a folder of edited games to read in place of the shipped ones.
    """
    return Loader(folder_of(game, data), shipped=data is None).load()


class Loader:
    """Reads a game's folder file by file and keeps the problems of all of them."""

    def __init__(self, folder: Path, *, shipped: bool) -> None:
        self.folder = folder
        self.shipped = shipped
        self.problems: list[Problem] = []
        self.documents: dict[str, Document] = {}
        self.digest = hashlib.sha256()

    def load(self) -> Game[Any]:
        head_document = self.document("game.yaml")
        self.stop_if_wrong()
        kind = self.data_type(head_document)
        head = self.part(head_document, Head, but={"numbers", "options"})
        parts = self.parts(head_document, kind)
        self.stop_if_wrong()
        data = kind(**parts)
        self.between_files(data)
        words = {**_plain(head), **_plain(data.numbers), **data.facts()}  # type: ignore[attr-defined]
        sections = self.mapping_file("rules.yaml", "sections", tuple[Section, ...], words)
        components = self.mapping_file("print.yaml", "components", dict[str, Component], words)
        if sections is not None and components is not None:
            self.clauses_hold(sections, head, data)
            self.components_hold(components, data)
        self.stop_if_wrong()
        assert head is not None
        assert sections is not None
        assert components is not None
        return Game(
            self.folder.name,
            self.folder,
            head,
            data,
            sections,
            components,
            self.origins(kind),
            self.digest.hexdigest()[:12],
        )

    def stop_if_wrong(self) -> None:
        if self.problems:
            raise DataError(self.problems)

    def shown(self, name: str) -> str:
        return f"{self.folder.name}/{name}" if self.shipped else str(self.folder / name)

    def document(self, name: str) -> Document:
        path = self.folder / name
        if name not in self.documents:
            try:
                self.documents[name] = read_file(path, self.shown(name))
                self.digest.update(path.read_bytes())
            except DataError as error:
                self.problems.extend(error.problems)
                self.documents[name] = Document(self.shown(name), None)
        return self.documents[name]

    def data_type(self, head: Document) -> type[GameData]:
        """The shipped ``model.py`` of this game, or records made from the declared tables."""
        if (SHIPPED / self.folder.name / "model.py").exists():
            found: type[GameData] = import_module(f"card_data.{self.folder.name}.model").Data
            return found
        tables = self.part(head, Head, but={"numbers", "options"})
        self.stop_if_wrong()
        assert tables is not None
        fields: list[Any] = [
            ("numbers", dict[str, Any], {}),
            ("options", dict[str, Option[Any]], {}),
        ]
        for table, columns in tables.tables.items():
            fields.append((table, tuple[self.row_type(table, columns), ...]))  # type: ignore[misc]
        self.stop_if_wrong()
        made: Any = msgspec.defstruct("Data", fields, bases=(GameData,), kw_only=True, frozen=True)
        return cast(type[GameData], made)

    def row_type(self, table: str, columns: dict[str, str]) -> type[Row]:
        for column, kind in columns.items():
            if kind not in COLUMNS:
                self.blame("game.yaml", f"column {column} of {table}: {kind}{near(kind, COLUMNS)}")
        fields = [(column, COLUMNS.get(kind, str)) for column, kind in columns.items()]
        row: Any = msgspec.defstruct(
            table, fields, bases=(Row,), kw_only=True, frozen=True, forbid_unknown_fields=True
        )
        return cast(type[Row], row)

    def blame(self, file: str, message: str) -> None:
        self.problems.append(Problem(self.shown(file), 0, 0, "", "", message))

    def part(self, document: Document, kind: type[Any], but: set[str]) -> Any:
        """The mapping ``document`` without the keys ``but``, read as a ``kind``."""
        import yaml

        root = document.root
        if isinstance(root, yaml.MappingNode):
            kept = [pair for pair in root.value if pair[0].value not in but]
            root = yaml.MappingNode(root.tag, kept, root.start_mark, root.end_mark)
        reading = Reading(Document(document.file, root))
        value = reading.read(kind)
        self.problems.extend(one for one in reading.problems if one not in self.problems)
        return value

    def parts(self, head: Document, kind: type[GameData]) -> dict[str, Any]:
        """The fields of the game's data: two from game.yaml, the others a file each."""
        parts: dict[str, Any] = {}
        words: dict[str, Any] = {}
        for one in msgspec.structs.fields(kind):
            if one.name in ("numbers", "options"):
                only = _only(head, one.name)
                holder = msgspec.defstruct("Holder", [(one.name, one.type)])
                parts[one.name] = self.field_of(only, holder, one.name, str)
                words = _plain(parts.get("numbers")) or words
            else:
                parts[one.name] = self.mapping_file(f"{one.name}.yaml", one.name, one.type, words)
        return parts

    def mapping_file(self, file: str, key: str, kind: Any, words: Mapping[str, Any]) -> Any:
        """The file's single key ``key``, its texts filled in with ``words``."""
        document = self.document(file)
        if document.root is None:
            if not any(one.file == document.file for one in self.problems):
                self.blame(file, f"empty: expected the key {key}")
            return None
        holder = msgspec.defstruct("Holder", [(key, kind)], forbid_unknown_fields=True)
        return self.field_of(document, holder, key, filler(words))

    def field_of(
        self, document: Document, holder: type[Any], key: str, fill: Callable[[str], str]
    ) -> Any:
        reading = Reading(document, fill)
        value = reading.read(holder)
        self.problems.extend(reading.problems)
        return getattr(value, key, None)

    def between_files(self, data: GameData) -> None:
        for table in _table_names(type(data)):
            rows: tuple[Row, ...] = getattr(data, table)
            first: dict[str, int] = {}
            for at, row in enumerate(rows):
                if row.id in first:
                    line, column = self.documents[f"{table}.yaml"].mark((table, str(at), "id"))
                    message = f"this ID also stands in line {first[row.id]}"
                    self.problems.append(
                        Problem(self.shown(f"{table}.yaml"), line, column, row.id, "id", message)
                    )
                first.setdefault(row.id, self.documents[f"{table}.yaml"].mark((table, str(at)))[0])
        for file, message in data.problems():
            self.blame(file, message)

    def clauses_hold(self, sections: tuple[Section, ...], head: Head, data: GameData) -> None:
        seen: set[str] = set()
        options: Any = getattr(data, "options", {})
        known = set(options if isinstance(options, dict) else msgspec.structs.asdict(options))
        for i, section in enumerate(sections):
            for j, clause in enumerate(section.clauses):
                wrong = ""
                if not re.fullmatch(rf"{head.prefix}-[0-9]+\.[0-9]+[a-z]?", clause.id):
                    wrong = f"expected an ID like {head.prefix}-1.1"
                elif clause.id in seen:
                    wrong = "this ID stands twice"
                elif not (clause.text or clause.ruling or clause.house):
                    wrong = "a clause needs a text, a ruling or house data"
                elif clause.option and clause.option not in known:
                    wrong = f"no house option {clause.option}{near(clause.option, known)}"
                seen.add(clause.id)
                if wrong:
                    path = ("sections", str(i), "clauses", str(j))
                    line, column = self.documents["rules.yaml"].mark(path)
                    self.problems.append(
                        Problem(self.shown("rules.yaml"), line, column, clause.id, "", wrong)
                    )

    def components_hold(self, components: dict[str, Component], data: GameData) -> None:
        tables = _table_names(type(data))
        for name, component in components.items():
            for at, face in enumerate(component.faces):
                if face.rows is not None and face.rows not in tables:
                    path = ("components", name, "faces", str(at), "rows")
                    line, column = self.documents["print.yaml"].mark(path)
                    message = f"no table {face.rows!r}{near(face.rows, tables)}"
                    self.problems.append(
                        Problem(self.shown("print.yaml"), line, column, name, "rows", message)
                    )

    def origins(self, kind: type[GameData]) -> dict[tuple[str, int], Origin]:
        import yaml

        found: dict[tuple[str, int], Origin] = {}
        for table in _table_names(kind):
            document = self.documents[f"{table}.yaml"]
            listed = document.keys().get(table)
            if isinstance(listed, yaml.SequenceNode):
                for at, node in enumerate(listed.value):
                    found[table, at] = Origin(document.file, node.start_mark.line + 1)
        return found


def _table_names(kind: type[GameData]) -> tuple[str, ...]:
    fields = (one.name for one in msgspec.structs.fields(kind))
    return tuple(name for name in fields if name not in ("numbers", "options"))


def _only(document: Document, key: str) -> Document:
    import yaml

    root = document.root
    assert isinstance(root, yaml.MappingNode)
    kept = [pair for pair in root.value if pair[0].value == key]
    return Document(document.file, yaml.MappingNode(root.tag, kept, root.start_mark, root.end_mark))


def _plain(value: Any) -> dict[str, Any]:
    """A record's fields as a mapping; properties stay reachable through nested records."""
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.asdict(value)
    return dict(value) if isinstance(value, dict) else {}


def filler(words: Mapping[str, Any]) -> Callable[[str], str]:
    """A function that replaces ``{a.b}`` in a text by the value ``a.b`` of ``words``.

    Only plain look-ups: no formats, no attributes that start with an underscore.
    """

    def look_up(match: re.Match[str]) -> str:
        value: Any = words
        for step in match[1].split("."):
            known = _plain(value)
            if step in known:
                value = known[step]
            elif step.isidentifier() and not step.startswith("_") and hasattr(value, step):
                value = getattr(value, step)
            else:
                raise Mismatch(f"{match[0]} names no value{near(step, known)}")
        if isinstance(value, msgspec.Struct | dict | list | tuple) or callable(value):
            raise Mismatch(f"{match[0]} names a group of values, expected one of them")
        return str(value).replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else str(value)

    def fill(text: str) -> str:
        return PLACEHOLDER.sub(look_up, text) if "{" in text else text

    return fill
