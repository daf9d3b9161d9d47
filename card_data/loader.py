"""Loads a game's folder: reads every file, checks them against each other, fills in texts."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

from card_data import checks
from card_data.columns import TableDecoder
from card_data.game import Game, folder_of, is_shipped
from card_data.house import Choice, changed, options_of, replaced, values_for
from card_data.model import (
    OWN,
    GameData,
    Head,
    Option,
    PrintFile,
    RulesFile,
    fields_of,
    table_names,
)
from card_data.placeholders import EXAMPLE, filler, option_words
from card_data.problems import DataError, Problems, did_you_mean, quote
from card_data.reading.decode import Decoder
from card_data.reading.documents import Document, Steps, parse, read_bytes, text_of
from card_data.rulebook import Rulebook, texts
from card_data.set_up import FOR, Filler, SetUp, SetUpFile
from card_data.spreadsheets.sources import Source, file_of, file_problems
from card_data.tables import data_problems, data_type, declared_problems, own_fields, told_apart

if TYPE_CHECKING:
    from card_data.scoresheet.sheet import Scoresheet

RULES = "rules.yaml"
SET_UP_FILE = "set_up.yaml"
SCORE_FILE = "score.yaml"
NEEDED = frozenset(("prefix", "players", "tables", "files"))  # in game.yaml, to read the others
T = TypeVar("T")
Words = Mapping[str, Any]  # the values that a text may name
Parsed = dict[str, tuple[bytes, Document]]  # files by their names: what is in them, and its nodes


def load(
    game: str,
    data: Path | None = None,
    house: Iterable[str] = (),
    parsed: Parsed | None = None,
) -> Game[Any]:
    """Read and check one game, by its ID or its title; raise `DataError` with every problem of its
    files.

    ``data`` is a folder of edited games to read in place of the shipped ones. ``house`` are house
    options such as ``winstons_archive.refill_taken_stack=true``, of which those of other games are
    passed over: all is as if ``game.yaml`` had these values. ``parsed`` is what the caller keeps
    from one time to the next, so that a file that stays is not parsed again.
    """
    folder = folder_of(game, data)
    words = values_for(folder.name, house)
    loader = Loader(folder, shipped=data is None, house=words, parsed=parsed)
    try:
        return loader.load()
    finally:
        if parsed is not None:
            loader.forget()


def under(game: Game[Any], words: Mapping[str, str]) -> Game[Any]:
    """Return a game with other values of some house rules, written as in a file: it is read
    again, since clauses, aids and cards may name them; itself if it has these values already. Raise
    `DataError` as `load` does."""
    options = game.options()
    if all(name in options and options[name].word() == word for name, word in words.items()):
        return game
    return Loader(game.folder, shipped=game.shipped, house={**game.house, **words}).load()


def declared_house_rules(game: str, data: Path | None = None) -> Any:
    """The house rules of a game's data, from its ``game.yaml`` alone: a model, or a mapping.

    Raise `DataError` if that is wrong.
    """
    loader = Loader(folder_of(game, data), shipped=data is None)
    own = loader.own(data_type(game, loader.head()))
    loader.problems.raise_if_any()
    return options_of(own)


def declared_type(game: str, data: Path | None = None) -> type[GameData]:
    """Return the type of a game's data from its ``game.yaml`` alone, for schemas of its files;
    raise `DataError` if that is wrong."""
    loader = Loader(folder_of(game, data), shipped=data is None)
    kind = data_type(game, loader.head())
    loader.problems.raise_if_any()
    return kind


def load_rulebook(game: Game[Any]) -> Rulebook | None:
    """Read the rulebook of a game, None if it has none. Only printing and checking need it.

    Raise `DataError` with every problem of it.
    """
    if not os.path.lexists(game.folder / "rulebook.yaml"):
        return None
    loader = Loader(game.folder, shipped=game.shipped)
    document = loader.document("rulebook.yaml")
    rulebook = loader.read(document, Rulebook, text_values(game.head, game.data), (EXAMPLE,))
    if rulebook is not None:
        scored = game.scoresheet is not None
        found = checks.rulebook_problems(rulebook, game.clauses(), scored=scored)
        loader.add_problems(found, "rulebook.yaml")
    loader.problems.raise_if_any()
    if rulebook is None or game.scoresheet is None:
        return rulebook
    from card_data.scoresheet.scoring_table import scoring_table  # few games have a score sheet

    return rulebook.with_scoring(scoring_table(game, game.scoresheet))


def load_set_up(game: Game[Any]) -> SetUp | None:
    """Read the set-up of a game as a table, None if it has none. Only printing needs it.

    Raise `DataError` with every problem of it.
    """
    if not os.path.lexists(game.folder / SET_UP_FILE):
        return None
    loader = Loader(game.folder, shipped=game.shipped)
    document = loader.document(SET_UP_FILE)
    file = loader.read(document, SetUpFile, text_values(game.head, game.data), (FOR,))
    if file is not None and file.rows is not None and file.rows not in game.tables():
        message = f"no table {quote(file.rows)}{did_you_mean(file.rows, game.tables())}"
        loader.add_problems([(("rows",), message)], SET_UP_FILE)
    loader.problems.raise_if_any()
    filled = Filler(game, cast(SetUpFile, file))
    table = filled.table()
    loader.add_problems(filled.problems, SET_UP_FILE)
    loader.problems.raise_if_any()
    return table


def text_values(head: Head, data: GameData) -> Words:
    """Return the values that texts of a game may name."""
    own = fields_of(data)
    words = fields_of(head) | fields_of(own["numbers"]) | data.facts()
    return words | option_words(fields_of(own.get("options", {})))


@lru_cache(maxsize=64)
def table_file_type(name: str, kind: Any) -> type[msgspec.Struct]:
    """Return the type of a table's file: its rows under its name."""
    return msgspec.defstruct(name, [(name, kind)], forbid_unknown_fields=True)


class Loader:
    """Reads the files of a game's folder and collects the problems of all of them.

    ``house`` has values of house rules to read in place of the file's own.
    """

    def __init__(
        self,
        folder: Path,
        *,
        shipped: bool,
        house: Mapping[str, str] = MappingProxyType({}),
        parsed: Parsed | None = None,
    ) -> None:
        self.folder = folder
        self.parsed = {} if parsed is None else parsed
        self.shipped = shipped
        self.house = house
        self.problems = Problems()
        self.documents: dict[str, Document] = {}
        self.digest = hashlib.sha256()
        self.digests: dict[str, str] = {}  # of each file
        self.files: dict[str, str] = {}  # those of tables that are not called by them
        self.sources: dict[str, Source] = {}  # where tables stand in spreadsheets
        self.changed: dict[str, str] = {}  # house rules that are not as in the file

    def load(self) -> Game[Any]:
        head = self.head()
        kind = data_type(self.folder.name, head)
        for file in sorted(self.folder.glob("*.yml")):
            self.problems.add(f"call it {file.stem}.yaml, with an a", file=str(file))
        self.find_files(head, kind)
        data, options = self.data(kind)
        self.add_problems(checks.option_problems(options or {}), "game.yaml")
        words: Words | None = None
        if head is not None and data is not None:
            self.check_data(data, head)
            words = text_values(head, data)
        rules = self.rules(words)
        if rules is not None and head is not None:
            self.check_rules(rules, head, options)
        printed = self.read(self.document("print.yaml"), PrintFile, words)
        if printed is not None and head is not None:
            self.check_print(printed, table_names(kind), words)
            self.add_problems(
                checks.set_up_problems(printed.components, head.players), "print.yaml"
            )
            if data is not None and not self.problems:
                data = told_apart(data, printed.components)
        scoresheet = self.scoresheet(head, data, rules)
        self.problems.raise_if_any()
        head, data = cast(Head, head), cast(GameData, data)
        rules, printed = cast(RulesFile, rules), cast(PrintFile, printed)
        return Game(
            self.folder.name,
            self.folder,
            head,
            data,
            tuple([section.under(options or {}) for section in rules.sections]),
            printed.components,
            printed.lengths,
            self.digest.hexdigest()[:12],
            self.digests,
            self.changed,
            self.files,
            self.sources,
            printed.dpi,
            scoresheet,
        )

    def scoresheet(
        self, head: Head | None, data: GameData | None, rules: RulesFile | None
    ) -> Scoresheet | None:
        """Read the score sheet; None if there is none, or it cannot be read."""
        if not os.path.lexists(self.folder / SCORE_FILE):
            return None
        document = self.document(SCORE_FILE)
        if is_shipped(self.folder.name):
            self.problems.add("the game has a scorer already: leave it out", file=document.file)
            return None
        from card_data.scoresheet.model import ScoreFile  # few games have one
        from card_data.scoresheet.reading import ScoreReader

        file = self.read(document, ScoreFile)
        if None in (file, head, data, rules):
            return None
        head, data, file = cast(Head, head), cast(GameData, data), cast(ScoreFile, file)
        sections = cast(RulesFile, rules).sections
        clauses = [clause.id for section in sections for clause in section.clauses]
        return ScoreReader(file, head, data, clauses, document, self.problems).read()

    # --- files

    def find_files(self, head: Head | None, kind: type[GameData]) -> None:
        """Find the files of the tables; a table whose file can be none is not read. Raise
        `DataError` for the file of a table that there is not."""
        said, tables = head.files if head is not None else {}, table_names(kind)
        wrong = dict(file_problems(said, tables, self.folder))
        self.add_problems(wrong.items(), "game.yaml")
        if not {path[-1] for path in wrong} <= {*tables}:
            raise DataError(*self.problems)
        for table in tables:
            name = ""
            if ("files", table) not in wrong:
                with self.problems.collecting():
                    name = file_of(table, self.folder, said, self.shown(""))
            if not name:
                self.documents[f"{table}.yaml"] = Document(self.shown(f"{table}.yaml"), None)
            elif name != f"{table}.yaml":
                self.files[table] = name

    def shown(self, name: str) -> str:
        """Return the name of a file of the folder for messages."""
        return f"{self.folder.name}/{name}" if self.shipped else str(self.folder / name)

    def raw(self, name: str, shown: str) -> bytes:
        """Read a file of the folder, and add it to the game's digest."""
        raw = read_bytes(self.folder / name, shown, self.folder)
        if name not in self.digests:
            self.digest.update(raw)
            self.digests[name] = hashlib.sha256(raw).hexdigest()[:6]
        return raw

    def document(self, name: str) -> Document:
        """Return a file of the folder, parsed once; a document without a root if that fails."""
        if name not in self.documents:
            shown = self.shown(name)
            self.documents[name] = Document(shown, None)
            try:
                raw = self.raw(name, shown)
                text = text_of(raw, shown)
                before, known = self.parsed.get(name, (b"", None))
                document = known if known is not None and before == raw else parse(text, shown)
                self.documents[name] = document
                self.parsed[name] = raw, document
            except DataError as error:
                self.problems.extend(error.problems)
            else:
                if self.documents[name].root is None:
                    self.problems.add("the file is empty", file=shown)
        return self.documents[name]

    def forget(self) -> None:
        """Drop what was parsed of files that are not read any more."""
        for name in self.parsed.keys() - self.documents.keys():
            del self.parsed[name]

    def rows(self, table: str, kind: Any) -> Document:
        """Return the file of a table, YAML or a spreadsheet, parsed once, as `document` does."""
        name, _, sheet = self.files.get(table, f"{table}.yaml").partition("#")
        if name.lower().endswith(".yaml"):
            return self.document(name)
        if table not in self.documents:
            from card_data.spreadsheets.reading import TableReader, cells_of  # few games have one

            shown = self.shown(name)
            self.documents[table] = Document(shown, None)
            with self.problems.collecting():
                reader = TableReader(table, kind, shown, self.problems)
                document = reader.document(cells_of(self.raw(name, shown), sheet, reader))
                self.documents[table] = document
                self.sources[table] = document.cells
        return self.documents[table]

    def read(
        self,
        document: Document,
        kind: type[T],
        words: Words | None = None,
        later: tuple[str, ...] = (),
    ) -> T | None:
        """Decode a ``document`` as a ``kind``, with its placeholders filled in if ``words`` are
        given, except those that start with one of ``later``; None if it has problems."""
        if document.root is None:
            return None
        return Decoder(document, self.fill(words, later), self.problems).read(kind)

    def fill(self, words: Words | None, later: tuple[str, ...] = ()) -> Callable[[str], str]:
        """Return a function that fills in the placeholders of a text; ``str`` without ``words``."""
        return filler(words, later) if words is not None else str

    def head(self) -> Head | None:
        """The part of ``game.yaml`` that every game has, with None for what is wrong; None if the
        other files cannot be read without that."""
        document, before = self.document("game.yaml").part(OWN, only=False), len(self.problems)
        if document.root is None:
            return None
        decoder = Decoder(document, str, self.problems, partly=True)
        head = decoder.read(Head)
        if head is not None and len(self.problems) == before:
            self.add_problems(declared_problems(head), "game.yaml")
            self.add_problems(checks.head_problems(head), "game.yaml")
        lesser = fields_of(head).keys() - NEEDED
        return head if lesser.issuperset(path[0] for path in decoder.unreadable if path) else None

    def own(self, kind: type[GameData]) -> Any:
        """The game's own part of ``game.yaml``; None if it cannot be read."""
        own = msgspec.defstruct("own", own_fields(kind), forbid_unknown_fields=True)
        return self.read(self.document("game.yaml").part(OWN, only=True), own)

    def data(self, kind: type[GameData]) -> tuple[GameData | None, dict[str, Option[Any]] | None]:
        """The game's own data, and its house rules; None for what cannot be read."""
        before = len(self.problems)
        own = self.own(kind)
        parts = fields_of(own)
        options: dict[str, Option[Any]] | None = None
        words: Words | None = None
        if own is not None:
            choices = [Choice(self.folder.name, *one) for one in self.house.items()]
            chosen = replaced(options_of(own), choices, self.problems)
            parts |= {"options": chosen} if "options" in parts else {}
            options = fields_of(chosen)
            self.changed = changed(options, fields_of(options_of(own)))
            words = fields_of(parts["numbers"]) | option_words(options)
        for field in msgspec.structs.fields(kind):
            if field.name not in OWN:
                parts[field.name] = self.table(field.name, field.type, words)
        read = own is not None and None not in parts.values()
        sound = read and len(self.problems) == before
        return (kind(**parts) if sound else None), options

    def table(self, name: str, kind: Any, words: Words | None) -> Any:
        """The rows of a table, listed under its name in its file; None if they have problems."""
        document = self.rows(name, kind)
        if document.root is None:
            return None
        decoder = (
            Decoder(document, str, self.problems)
            if words is None
            else TableDecoder(document, words, self.fill, self.problems)
        )
        return getattr(decoder.read(table_file_type(name, kind)), name, None)

    # --- problems

    def add_problems(self, found: Iterable[tuple[Steps, str]], file: str) -> None:
        """Add the problems of a file, each with the place that its path leads to."""
        for path, message in found:
            self.problems.add(message, **self.documents[file].place(path))

    def read_from(self, table: str) -> str:
        """Return the key of a table's document: the table's own name, or that of a YAML file."""
        return table if table in self.documents else self.files.get(table, f"{table}.yaml")

    def check_data(self, data: GameData, head: Head) -> None:
        """Rows with the ID of another row, and what the game's own checks find."""
        tables = table_names(type(data))
        for table in tables:
            file, rows = self.read_from(table), getattr(data, table)
            ids = (((table, index), row.id) for index, row in enumerate(rows))
            self.add_problems(checks.duplicates(ids, self.documents[file]), file)
            for index, row in enumerate(rows):
                found = checks.by_players_problems(row, head.players, (table, index))
                self.add_problems(found, file)
        for path, message in data_problems(self.folder.name, data, head.players):
            file = self.read_from(str(path[0])) if path[0] in tables else "game.yaml"
            self.add_problems([(path, message)], file)

    def rules(self, words: Words | None) -> RulesFile | None:
        """The clauses, of which a game may have none; None if they have problems."""
        if os.path.lexists(self.folder / RULES):
            return self.read(self.document(RULES), RulesFile, words)
        self.documents[RULES] = Document(self.shown(RULES), None)
        return RulesFile(())

    def check_rules(
        self, rules: RulesFile, head: Head, options: Mapping[str, Option[Any]] | None
    ) -> None:
        file = RULES
        self.add_problems(checks.clause_problems(rules.sections, head, options), file)
        self.add_problems(checks.option_clause_problems(rules.sections, options or {}), "game.yaml")
        ids = (
            (("sections", chapter, "clauses", index), clause.id)
            for chapter, section in enumerate(rules.sections)
            for index, clause in enumerate(section.clauses)
        )
        self.add_problems(checks.duplicates(ids, self.documents[file]), file)
        known = [clause.id for section in rules.sections for clause in section.clauses]
        self.add_problems(checks.citation_problems(texts(rules), known), file)

    def check_print(self, printed: PrintFile, tables: tuple[str, ...], words: Words | None) -> None:
        file = "print.yaml"
        found = checks.component_problems(printed.components, tables, self.folder.name)
        self.add_problems(found, file)
        if words is not None:
            known = {**words, "lengths": printed.lengths}
            self.add_problems(checks.limit_problems(printed.components, known), file)
