"""A whole game: its folder read, checked between files, and its texts filled in."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

import msgspec

from card_data.decode import Decoder, Mismatch
from card_data.documents import Document, read_file
from card_data.model import Clause, Component, GameData, Head, Option, Row, Section
from card_data.problems import DataError, Problem, Problems, clip, near

D = TypeVar("D", bound=GameData)
SHIPPED = Path(__file__).parent
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
OWN = frozenset(("numbers", "options"))  # what game.yaml holds of the game's own data
RESERVED = frozenset((*OWN, "game", "rules", "print", "facts", "problems"))
NAME = re.compile(r"[a-z][a-z0-9_]*")
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

    def options(self) -> dict[str, Option[Any]]:
        """The house options by name."""
        return _plain(getattr(self.data, "options", {}))

    def rows(self, table: str) -> tuple[Row, ...]:
        """The rows of a table of the game."""
        rows: tuple[Row, ...] = getattr(self.data, table)
        return rows

    def counts(
        self, component: str, per_page: int | None = None, forms: int | None = None
    ) -> Counter[str]:
        """How many pieces a component has, by the row's ID (the template's stem without rows).

        Of forms ``per_page`` lie on a page, ``forms`` are there in all.
        """
        counts: Counter[str] = Counter()
        for face in self.components[component].on_a_page(per_page, forms).faces:
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
        raise DataError(Problem(message=str(error.strerror), file=str(folder))) from None
    if not found:
        message = "no game here: expected a folder with a game.yaml in it"
        raise DataError(Problem(message=message, file=str(folder)))
    return found


def folder_of(game: str, data: Path | None = None) -> Path:
    """The folder that holds ``game``: in ``data`` if that is given, else the shipped one."""
    known = names(data)
    if game not in known:
        where = str(data) if data else "card_data"
        message = f"no game called {game!r} here{near(game, known)}"
        raise DataError(Problem(message=message, file=where))
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
        self.problems = Problems()
        self.documents: dict[str, Document] = {}
        self.digest = hashlib.sha256()

    def load(self) -> Game[Any]:
        head_file = self.document("game.yaml")
        head = self.read(head_file.part(OWN, only=False), Head)
        kind = self.data_type(head)
        parts = self.parts(head_file, kind)
        data = kind(**parts) if not self.problems else None
        words: dict[str, Any] | None = None
        self.options_hold(_plain(parts.get("options")))
        if data is not None:
            self.between_files(data)
            words = _plain(head) | _plain(parts["numbers"]) | data.facts()
            words |= _option_words(parts["options"])
        sections = self.table("rules.yaml", "sections", tuple[Section, ...], words)
        components = self.table("print.yaml", "components", dict[str, Component], words)
        if head is not None:
            self.clauses_hold(sections or (), head, set(_plain(parts.get("options"))))
        self.components_hold(components or {}, _table_names(kind))
        self.stop_if_wrong()
        return Game(
            self.folder.name,
            self.folder,
            cast(Head, head),
            cast(GameData, data),
            sections,
            components,
            self.origins(cast(GameData, data)),
            self.digest.hexdigest()[:12],
        )

    def stop_if_wrong(self) -> None:
        self.problems.stop_if_any()

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

    def data_type(self, head: Head | None) -> type[GameData]:
        """The shipped ``model.py`` of this game, or records made from the declared tables."""
        if (SHIPPED / self.folder.name / "model.py").exists():
            found: type[GameData] = import_module(f"card_data.{self.folder.name}.model").Data
            return found
        fields: list[Any] = [
            ("numbers", dict[str, Any], {}),
            ("options", dict[str, Option[Any]], {}),
        ]
        for table, columns in (head.tables if head is not None else {}).items():
            if self.may_be_called(table, "table", RESERVED):
                fields.append((table, tuple[self.row_type(table, columns), ...]))  # type: ignore[misc]
        made: Any = msgspec.defstruct("Data", fields, bases=(GameData,), kw_only=True, frozen=True)
        return cast(type[GameData], made)

    def row_type(self, table: str, columns: dict[str, str]) -> type[Row]:
        fields: list[Any] = []
        for column, kind in columns.items():
            if kind not in COLUMNS:
                self.blame("game.yaml", f"column {column} of {table}: {kind}{near(kind, COLUMNS)}")
            elif self.may_be_called(column, f"column of {table}", ("id", "copies")):
                fields.append((column, COLUMNS[kind]))
        row: Any = msgspec.defstruct(
            table, fields, bases=(Row,), kw_only=True, frozen=True, forbid_unknown_fields=True
        )
        return cast(type[Row], row)

    def may_be_called(self, name: str, what: str, taken: Container[str]) -> bool:
        """Whether a table or a column of game.yaml may have this name; blames it if not."""
        if NAME.fullmatch(name) and not iskeyword(name) and name not in taken:
            return True
        why = "taken by the kit" if name in taken else "expected small letters, digits and _"
        self.blame("game.yaml", f"{clip(name)} cannot be the name of a {what}: {why}")
        return False

    def blame(self, file: str, message: str) -> None:
        self.problems.add(message, file=self.shown(file))

    def read(self, document: Document, kind: type[Any], fill: Callable[[str], str] = str) -> Any:
        """``document`` as a ``kind``; None, and its problems kept, if it is none."""
        if document.root is None:
            if not any(one.file == document.file for one in self.problems):
                self.problems.add("the file is empty", file=document.file)
            return None
        decoder = Decoder(document, fill)
        value = decoder.read(kind)
        self.problems.extend(decoder.problems)
        return value

    def parts(self, head: Document, kind: type[GameData]) -> dict[str, Any]:
        """The fields of the game's data: two from game.yaml, the others a file each."""
        fields = msgspec.structs.fields(kind)
        own = [_declared(one) for one in fields if one.name in OWN]
        holder = msgspec.defstruct("Own", own, forbid_unknown_fields=True)
        parts = _plain(self.read(head.part(OWN, only=True), holder))
        words = _plain(parts["numbers"]) | _option_words(parts["options"]) if parts else None
        for one in fields:
            if one.name not in OWN:
                parts[one.name] = self.table(f"{one.name}.yaml", one.name, one.type, words)
        return parts

    def table(self, file: str, key: str, kind: Any, words: Mapping[str, Any] | None) -> Any:
        """The file's single key ``key``; its texts filled in, unless the words are not known."""
        holder = msgspec.defstruct("Holder", [(key, kind)], forbid_unknown_fields=True)
        fill = filler(words) if words is not None else str
        return getattr(self.read(self.document(file), holder, fill), key, None)

    def between_files(self, data: GameData) -> None:
        for table in _table_names(type(data)):
            rows: tuple[Row, ...] = getattr(data, table)
            first: dict[str, int] = {}
            for at, row in enumerate(rows):
                if row.id in first:
                    message = f"this ID also stands in line {first[row.id]}"
                    self.blame_at(f"{table}.yaml", (table, str(at), "id"), row.id, "id", message)
                first.setdefault(row.id, self.documents[f"{table}.yaml"].mark((table, str(at)))[0])
        for file, message in data.problems():
            self.blame(file, message)

    def options_hold(self, options: Mapping[str, Option[Any]]) -> None:
        """Words for the present value of every option that has words for aids."""
        for name, option in options.items():
            if option.aid and not option.words():
                path = ("options", name, "aid")
                self.blame_at("game.yaml", path, "", ".".join(path), f"no words for {option.value}")

    def clauses_hold(
        self, sections: tuple[Section, ...], head: Head, options: Collection[str]
    ) -> None:
        """IDs of the game's own form, each once, each saying something; options that there are."""
        seen: set[str] = set()
        for i, section in enumerate(sections):
            for j, clause in enumerate(section.clauses):
                wrong = ""
                if not re.fullmatch(rf"{head.prefix}-[0-9]+\.[0-9]+[a-z]?", clause.id):
                    wrong = f"expected an ID like {head.prefix}-1.1"
                elif clause.id in seen:
                    wrong = "this ID stands twice"
                elif not (clause.text or clause.ruling or clause.house):
                    wrong = "a clause needs a text, a ruling or house data"
                elif clause.option and clause.option not in options:
                    wrong = f"no house option {clause.option}{near(clause.option, options)}"
                seen.add(clause.id)
                if wrong:
                    path = ("sections", str(i), "clauses", str(j))
                    self.blame_at("rules.yaml", path, clause.id, "", wrong)

    def components_hold(self, components: Mapping[str, Component], tables: Sequence[str]) -> None:
        """Names that can be those of files, and faces of tables that there are."""
        for name, component in components.items():
            if not NAME.fullmatch(name):
                what = f"{clip(name)} cannot name a component: expected small letters, digits and _"
                self.blame_at("print.yaml", ("components", name), name, "", what)
            for at, face in enumerate(component.faces):
                if face.rows is not None and face.rows not in tables:
                    path = ("components", name, "faces", str(at), "rows")
                    what = f"no table {face.rows!r}{near(face.rows, tables)}"
                    self.blame_at("print.yaml", path, name, "rows", what)

    def blame_at(
        self, file: str, path: tuple[str, ...], item: str, field: str, message: str
    ) -> None:
        line, column = self.documents[file].mark(path)
        self.problems.add(
            message, file=self.shown(file), line=line, column=column, item=item, field=field
        )

    def origins(self, data: GameData) -> dict[tuple[str, int], Origin]:
        """Where each row stands, by its table and its place in it."""
        found: dict[tuple[str, int], Origin] = {}
        for table in _table_names(type(data)):
            document = self.documents[f"{table}.yaml"]
            for at in range(len(getattr(data, table))):
                found[table, at] = Origin(document.file, document.mark((table, str(at)))[0])
        return found


def _table_names(kind: type[GameData]) -> tuple[str, ...]:
    fields = (one.name for one in msgspec.structs.fields(kind))
    return tuple(name for name in fields if name not in OWN)


def _declared(field: msgspec.structs.FieldInfo) -> Any:
    """A field as `msgspec.defstruct` takes it, with its default if it has one."""
    if field.required:
        return field.name, field.type
    if field.default_factory is not msgspec.NODEFAULT:
        return field.name, field.type, msgspec.field(default_factory=field.default_factory)
    return field.name, field.type, field.default


def _plain(value: Any) -> dict[str, Any]:
    """A record's fields as a mapping; properties stay reachable through nested records."""
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.asdict(value)
    return dict(value) if isinstance(value, dict) else {}


def _option_words(options: Any) -> dict[str, Any]:
    """What aids say of the house options, for texts to name as ``{options.NAME}``."""
    return {"options": {name: option.words() for name, option in _plain(options).items()}}


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
        if value is None:
            raise Mismatch(f"{match[0]} has no value")
        if isinstance(value, msgspec.Struct | dict | list | tuple) or callable(value):
            raise Mismatch(f"{match[0]} names a group of values, expected one of them")
        return str(value).replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else str(value)

    def fill(text: str) -> str:
        return PLACEHOLDER.sub(look_up, text) if "{" in text else text

    return fill
