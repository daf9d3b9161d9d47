"""Columns in texts: ``{cost}`` in a text of a row becomes what the row has in that column."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import NODEFAULT, inspect

from card_data.limits import DEEPEST_COLUMN
from card_data.problems import Problems
from card_data.reading.decode import Decoder, Mismatch, bare_type, is_scalar, item_of
from card_data.reading.documents import Document, Steps

ROW = 2  # steps of its path: a table, and a place in it


class CircleError(Mismatch):
    """A text needs itself, or too many others one after another."""


class RowWords(Mapping[str, Any]):
    """The names that texts of the current row may use: its columns, or else ``words``. A column is
    ``read`` when it is first needed; one of nested values cannot be named."""

    def __init__(self, words: Mapping[str, Any], read: Callable[[Any, inspect.Type], Any]) -> None:
        self.words, self.read = words, read
        self.row: Mapping[str, Any] = {}
        self.fields: Mapping[str, inspect.Field] = {}
        self.columns: dict[str, inspect.Field] = {}
        self.known: dict[str, Any] = {}
        self.asked: list[str] = []  # one for another

    def begin(self, row: Mapping[str, Any], fields: Mapping[str, inspect.Field]) -> None:
        """Go on to another row."""
        self.row, self.known = row, {}
        if fields is not self.fields:
            self.columns = {name: one for name, one in fields.items() if worded(one.type)}
            self.fields = fields

    def __iter__(self) -> Iterator[str]:
        return iter({**self.words, **self.columns})

    def __len__(self) -> int:
        return len({**self.words, **self.columns})

    def __contains__(self, name: object) -> bool:
        return name in self.columns or name in self.words

    def __getitem__(self, name: str) -> Any:
        if name not in self.columns:
            return self.words[name]
        if name not in self.known:
            if name in self.asked:
                raise CircleError(f"goes round in a circle: {' → '.join([*self.asked, name])}")
            if len(self.asked) == DEEPEST_COLUMN:
                raise CircleError(f"more than {DEEPEST_COLUMN} columns that name one another")
            self.asked.append(name)
            try:
                self.known[name] = self.value(name)
            finally:
                self.asked.pop()
        return self.known[name]

    def value(self, name: str) -> Any:
        """Return the value of a column; empty if it is wrong, which is reported at the column."""
        if name not in self.row:
            usual = self.columns[name].default
            return "" if usual is NODEFAULT else usual
        try:
            return self.read(self.row[name], self.columns[name].type)
        except CircleError:
            raise
        except Mismatch:
            return ""


def worded(declared: inspect.Type) -> bool:
    """Whether a text can say a value of this type: it is single, or a list of single ones."""
    return is_scalar(item_of(declared) or bare_type(declared))


class TableDecoder(Decoder):
    """Reads the rows of a table; ``filler`` makes of what they may name what fills in their texts,
    as `card_data.placeholders.filler` does."""

    def __init__(
        self,
        document: Document,
        words: Mapping[str, Any],
        filler: Callable[[Mapping[str, Any]], Callable[[str], str]],
        problems: Problems,
    ) -> None:
        self.words = RowWords(words, self.said)
        fill = filler(self.words)
        if document.used is not None and fill is not str:
            from card_data.spreadsheets.markup import marked  # few games have a spreadsheet

            fill = marked(fill, self.words, document.used)
        super().__init__(document, fill, problems)

    def _model(self, found: Any, info: inspect.StructType, path: Steps) -> Any:
        if len(path) == ROW and isinstance(found, dict):
            self.words.begin(found, self._fields(info))
        return super()._model(found, info, path)

    def said(self, found: Any, declared: inspect.Type) -> Any:
        """A value as a text says it: of a flag yes or no, of a list its items with commas, of no
        number nothing."""
        item = item_of(declared)
        if item is not None:
            entries = found if isinstance(found, list) else ()
            return ", ".join([str(self.said(one, item)) for one in entries])
        if isinstance(declared, inspect.UnionType):
            return "" if found is None else self.said(found, bare_type(declared))
        value = self.scalar(found, declared)
        return ("no", "yes")[value] if isinstance(value, bool) else value
