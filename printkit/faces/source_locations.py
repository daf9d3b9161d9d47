"""Where a game's texts are in its files; looked up only when something is wrong with one."""

from __future__ import annotations

from typing import Any, NamedTuple

from card_data import DataError, Game, Problem
from card_data.model import Clause, Row
from card_data.reading.documents import Document, path_in_words, read_file
from card_data.text import plural
from printkit.errors import MarkupError

PAD = "common/pad.svg"  # the score pad that the kit lays out


class Source(NamedTuple):
    """A text of the data: its file, its path in there, its entry and field as messages name them,
    and the words that may come from it."""

    file: str
    path: tuple[str, ...]
    item: str
    field: str
    words: str


class SourceMap:
    """Finds the rows, clauses and values of one game, by the names that templates give them."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.documents: dict[str, Document] = {}

    def problem(self, error: MarkupError, table: str, row: Row | None) -> Problem | None:
        """Return what is wrong with the text that the error's ``field`` names.

        None if there is no such text, or if it does not contain the characters that the font lacks.
        """
        source = self.source(error.field, table, row)
        if source is None or (error.glyphs and set(error.glyphs).isdisjoint(source.words)):
            return None
        return self.in_file(str(error), *source[:-1])

    def source(self, field: str, table: str, row: Row | None) -> Source | None:
        """Return the text that ``field`` names; None if there is none.

        ``field`` is a column of the face's own ``row`` of ``table``, or ``TABLE.ROW.COLUMN``,
        ``rules.CLAUSE.text``, or a file and a path in it, such as ``game.title``: a path in
        rules.yaml, game.yaml, print.yaml, rulebook.yaml or set_up.yaml.
        """
        first, *path = field.split(".")
        item, last = ".".join(path[:-1]), path[-1] if path else ""
        if first in self.game.tables():
            rows = {other.id: other for other in self.game.rows(first)}
            return self.in_row(first, rows[item], last) if item in rows else None
        if first == "rules" and item in self.game.clauses():
            clause = self.game.clauses()[item]
            return self.in_entry(clause, "rules.yaml", self.clause(item), last)
        if path and first in ("rules", "game", "print", "rulebook", "set_up"):
            return self.in_document(f"{first}.yaml", tuple(path))
        return self.in_row(table, row, field) if row is not None else None

    def in_row(self, table: str, row: Row, field: str) -> Source | None:
        index = next(index for index, other in enumerate(self.game.rows(table)) if other is row)
        return self.in_entry(row, self.game.file_of(table), (table, str(index)), field)

    def in_entry(
        self, entry: Row | Clause, file: str, path: tuple[str, ...], field: str
    ) -> Source | None:
        if field not in entry.__struct_fields__:
            return None
        return Source(file, (*path, field), entry.id, field, str(getattr(entry, field)))

    def in_document(self, file: str, path: tuple[str, ...]) -> Source | None:
        """Return a value of a file; its text may stand beside others of the same file."""
        document = self.document(file)
        if document is None or document.value(path) is None:
            return None
        words = (self.game.folder / file).read_text("utf-8")
        return Source(file, path, "", path_in_words(document.steps(path)), words)

    def in_component(self, message: str, component: str, *path: str) -> Problem:
        """Return the problem of a component of print.yaml, or of the value at ``path`` in it."""
        full = ("components", component, *path)
        document = self.document("print.yaml")
        steps = document.steps(full)[2:] if document is not None else path
        return self.in_file(message, "print.yaml", full, component, path_in_words(steps))

    def too_many_lines(self, cut: str, size: tuple[float, float]) -> Problem:
        """Return what is wrong with a score pad that is ``cut`` so, to a ``size`` in mm, and has
        more lines than that has room for: at what makes most of them in score.yaml."""
        from card_data.scoresheet.pad import lines_by_origin  # few games have one

        made = lines_by_origin(self.game)
        ((path, lines),) = made.most_common(1)
        message = f"makes {lines} of the {plural(made.total(), 'line')} of the score pad"
        return self.too_many(message, path, cut, size)

    def too_many_marks(self, cut: str, size: tuple[float, float]) -> Problem:
        """Return what is wrong with a score pad that is ``cut`` so, to a ``size`` in mm, and has
        more marks beside each other than that has room for: at those that need most."""
        from card_data.scoresheet.pad import widest_marks

        path, marks = widest_marks(self.game)
        players = self.game.head.players.max if path[1] == "player" else 1
        each = f" for each of {players} players" if players > 1 else ""
        message = f"makes {plural(marks, 'box', 'boxes')} in a line of the score pad{each}"
        return self.too_many(message, path, cut, size)

    def too_many(
        self, made: str, path: tuple[str, ...], cut: str, size: tuple[float, float]
    ) -> Problem:
        larger = "" if cut == "page" else "give the pad size: page in print.yaml, or "
        message = (
            f"{made}, more than {size[0]:g} x {size[1]:g} mm have room for; "
            f"{larger}note fewer values"
        )
        return self.in_file(message, "score.yaml", path, "", ".".join(path))

    def in_file(
        self, message: str, name: str, path: tuple[str, ...], item: str, field: str
    ) -> Problem:
        """Return what is wrong with a value in one of the game's files."""
        source = self.game.sources.get(path[0]) if path else None
        if source is not None and name == self.game.file_of(path[0]):
            at = int(path[1])
            return Problem(
                message=message, file=source.file, line=source.line(at), item=item, field=field,
                cell=source.cell(at, *path[2:3]),
            )  # fmt: skip
        document = self.document(name)
        line, column = document.mark(path) if document is not None else (0, 0)
        return Problem(
            message=message, file=self.shown(name), line=line, column=column, item=item, field=field
        )

    def document(self, name: str) -> Document | None:
        """Return one of the game's files, read again; None if it has become unreadable since."""
        if name not in self.documents:
            try:
                folder = self.game.folder
                self.documents[name] = read_file(folder / name, self.shown(name), folder)
            except DataError:
                return None
        return self.documents[name]

    def shown(self, name: str) -> str:
        """Return one of the game's files as the user knows it."""
        return f"{self.game.id}/{name}" if self.game.shipped else str(self.game.folder / name)

    def clause(self, name: str) -> tuple[str, ...]:
        """Return the path of a clause in rules.yaml; empty if there is none of this ID."""
        for section_index, section in enumerate(self.game.sections):
            for index, clause in enumerate(section.clauses):
                if clause.id == name:
                    return "sections", str(section_index), "clauses", str(index)
        return ()
