"""Where a game's texts are in its files; looked up only when something is wrong with one."""

from __future__ import annotations

from typing import Any

from card_data import DataError, Game, Problem
from card_data.documents import read_file
from card_data.game import SHIPPED
from card_data.model import Row
from printkit.errors import Place


class Origins:
    """Finds the rows, clauses and values of one game, by the names that templates give them."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def problem(self, message: str, field: str, table: str, row: Row | None) -> Problem | None:
        """What is wrong with the text that ``field`` names; None if there is no such text.

        ``field`` is a column of the face's own ``row`` of ``table``, or ``TABLE.ROW.COLUMN``,
        ``rules.CLAUSE.text``, ``rules.`` and a path in rules.yaml, or ``game.`` and one in
        game.yaml.
        """
        first, *path = field.split(".")
        item, last = ".".join(path[:-1]), path[-1] if path else ""
        if first in self.game.tables():
            rows = {other.id: other for other in self.game.rows(first)}
            return self.in_row(message, first, rows[item], last) if item in rows else None
        if first == "rules" and self.clause(item):
            return self.in_file(message, "rules.yaml", self.clause(item), item, last)
        if first in ("rules", "game") and path:
            return self.in_file(message, f"{first}.yaml", tuple(path), "", ".".join(path))
        return self.in_row(message, table, row, field) if field and row is not None else None

    def in_row(self, message: str, table: str, row: Row, field: str) -> Problem:
        index = next(index for index, other in enumerate(self.game.rows(table)) if other is row)
        origin = self.game.origins[table, index]
        return Problem(
            message=message, file=origin.file, line=origin.line, item=row.id, field=field
        )

    def holding(self, message: str, text: str, table: str, row: Row | None) -> Problem | None:
        """What is wrong with a ``text``, told at the first row that holds it, ``row`` before all
        others."""
        rows = [(table, row)] if row is not None else []
        rows += [(name, other) for name in self.game.tables() for other in self.game.rows(name)]
        for name, other in rows:
            for column in other.__struct_fields__:
                if getattr(other, column) == text:
                    return self.in_row(message, name, other, column)
        return None

    def in_component(self, message: str, component: str, field: str = "") -> Problem:
        """What is wrong with a component of print.yaml."""
        path = ("components", component, *([field] if field else []))
        return self.in_file(message, "print.yaml", path, component, field)

    def in_file(
        self, message: str, name: str, path: tuple[str, ...], item: str, field: str
    ) -> Problem:
        place = self.place(name, path)
        return Problem(message=message, item=item, field=field, **place._asdict())

    def place(self, name: str, path: tuple[str, ...]) -> Place:
        """The place of a value in one of the game's files, which is read again."""
        file = self.game.folder / name
        shipped = self.game.folder.parent == SHIPPED
        shown = f"{self.game.id}/{name}" if shipped else str(file)
        try:
            return Place(shown, *read_file(file, shown).mark(path))
        except DataError:  # changed since it was read
            return Place(shown)

    def clause(self, name: str) -> tuple[str, ...]:
        """The path of a clause in rules.yaml; empty if there is none of this ID."""
        for section_index, section in enumerate(self.game.sections):
            for index, clause in enumerate(section.clauses):
                if clause.id == name:
                    return "sections", str(section_index), "clauses", str(index)
        return ()
