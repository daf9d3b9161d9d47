"""The pieces of a game as tables: a row for each, with what its columns hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup

from card_data import Game
from card_data.model import Row
from card_data.tables import title_of
from card_data.text import capitalized, plain_name, plural
from printkit.exports.html.texts import HtmlText, in_words, value_in_words, words
from printkit.inspection.alt_texts import AltText

HIDDEN = frozenset(("id", "effect", "copies", "by_players", "title", "name"))  # told otherwise
PICTURE = re.compile(r"\.(png|jpe?g|webp|svg)(#.*)?$", re.I)  # a file of one
NUMBERED = re.compile(r"(?=.*\d)(?=.*-)[\w.-]+")  # an ID that is no word, so that texts may cite it
LINK = Markup('<a href="#{}">{}</a>{}')


class Table(NamedTuple):
    """A table: what stands above its columns, and its rows with their anchors."""

    anchor: str
    title: str
    head: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Markup]]]


class Pieces(NamedTuple):
    """A component: how many pieces it has, the tables of those that show rows, and what the others
    say, the backs that pieces share among them."""

    anchor: str
    title: str
    number: str
    tables: Sequence[Table]
    says: Sequence[str]


class PieceTables:
    """Tells the pieces of a ``game``, which have these alternative texts; texts lead to ``links``,
    and to the pieces whose IDs they cite."""

    def __init__(
        self, game: Game[Any], said: Mapping[str, list[AltText]], links: Mapping[str, str]
    ) -> None:
        self.game, self.said = game, said
        self.rows = {name: {row.id: row for row in game.rows(name)} for name in game.tables()}
        self.printed = {
            (side.table, side.id): f"piece-{name}-{side.id}"
            for name, sides in reversed([*said.items()])
            for side in sides
            if side.table
        }
        cited = {
            row: f"#{anchor}" for (_, row), anchor in self.printed.items() if NUMBERED.match(row)
        }
        self.links = {**cited, **links}
        self.referred: dict[str, None] = {}

    def html(self, text: object) -> Markup:
        """A text of the data, which may have markup."""
        return HtmlText(self.links).all_of(str(text))

    def components(self) -> Iterator[Pieces]:
        """The components in order."""
        for name, sides in self.said.items():
            component, counts = self.game.components[name], self.game.counts(name)
            tables = dict.fromkeys(face.rows for face in component.faces if face.rows)
            says = {one: None for side in sides if not side.table for one in side.words}
            yield Pieces(
                f"component-{name}", component.title, plural(counts.total(), "piece"),
                [self.pieces(name, table, counts) for table in tables], [*says],
            )  # fmt: skip

    def pieces(self, component: str, table: str, counts: Mapping[str, int]) -> Table:
        """The pieces of a component that show the rows of a table."""
        says: dict[str, list[str]] = {}
        for side in self.said[component]:
            if side.table == table:
                says.setdefault(side.id, []).extend(side.words)
        rows = [self.rows[table][name] for name in says]
        more: dict[str, Sequence[Markup]] = {}
        if any(counts[row.id] > 1 for row in rows):
            more["Copies"] = [Markup(counts[row.id]) for row in rows]
        heard = [Markup.escape(self.heard(row, says[row.id])) for row in rows]
        if any(heard):
            more["Looks"] = heard
        return self.table(f"piece-{component}", label_of(table), rows, more)

    def heard(self, row: Row, says: Iterable[str]) -> str:
        """Return the texts of a piece that are not in its row."""
        known = {str(value).casefold() for _, value in columns_of(row)}
        known |= {row.id.casefold(), words(title_of(row)).casefold()}
        return "; ".join(dict.fromkeys(one for one in says if one.casefold() not in known))

    def tables(self) -> Iterator[Table]:
        """Yield the tables that the pieces shown so far refer to."""
        told: set[str] = set()
        while left := [table for table in self.referred if table not in told]:
            for name in left:
                told.add(name)
                yield self.table(f"row-{name}", label_of(name), [*self.rows[name].values()], {})

    def table(
        self, anchor: str, title: str, rows: Sequence[Row], more: Mapping[str, Sequence[Markup]]
    ) -> Table:
        """Rows as a table: what they are called, their columns, and ``more`` columns."""
        columns = dict.fromkeys(column for row in rows for column, _ in columns_of(row))
        named = [words(title_of(row)) for row in rows]
        ids = any(
            plain_name(row.id) not in plain_name(name)
            for row, name in zip(rows, named, strict=True)
        )
        cells: list[tuple[str, Sequence[Markup]]] = []
        for at, row in enumerate(rows):
            values = dict(columns_of(row))
            found = [Markup.escape(value_in_words(named[at]))]
            found += [Markup.escape(value_in_words(row.id))] * ids
            found += [self.cell(column, values.get(column)) for column in columns]
            cells.append((f"{anchor}-{row.id}", [*found, *(one[at] for one in more.values())]))
        head = [title, *["ID"] * ids, *map(label_of, columns), *more]
        return Table(anchor, title, head, cells)

    def cell(self, column: str, value: Any) -> Markup:
        """Return the cell of a row's value in a column."""
        shown = self.reference(column, value)
        return self.value(value) if shown is None else shown

    def reference(self, column: str, value: Any) -> Markup | None:
        """Links to the rows of another table whose IDs the column holds; None if it holds none."""
        if isinstance(value, tuple | list):
            links = [self.reference(column, one) for one in value]
            found = [link for link in links if link is not None]
            return Markup(", ").join(found) if found and len(found) == len(links) else None
        for table in (column, f"{column}s", f"{column}es") if isinstance(value, str) else ():
            if row := self.rows.get(table, {}).get(value):
                anchor = self.printed.get((table, value), f"row-{table}-{value}")
                if (table, value) not in self.printed:
                    self.referred[table] = None
                title = value_in_words(words(title_of(row)))
                own = plain_name(value) not in plain_name(title)
                return LINK.format(anchor, title, f" ({value_in_words(value)})" if own else "")
        return None

    def value(self, value: Any) -> Markup:
        """A value of a column in words."""
        if isinstance(value, bool):
            return Markup("yes" if value else "no")
        if isinstance(value, str):
            return self.html(value_in_words(value))
        if isinstance(value, int | float):
            return Markup.escape(f"{value:g}".replace("-", "−"))
        if isinstance(value, msgspec.Struct):
            value = msgspec.structs.asdict(value)
        if isinstance(value, Mapping):
            inside = (
                Markup("{} {}").format(label_of(str(name)).lower(), self.value(one))
                for name, one in value.items()
                if one not in (None, "", ())
            )
            return Markup(", ").join(inside)
        if isinstance(value, Sequence):
            return Markup(", ").join(map(self.value, value))
        return Markup()


def columns_of(row: Row) -> list[tuple[str, Any]]:
    """Return the columns of a row that are shown, with their values; pictures are left out."""
    return [
        (name, value)
        for name in row.__struct_fields__
        if name not in HIDDEN
        and (value := getattr(row, name)) not in (None, "", (), {}, [])
        and not (isinstance(value, str) and PICTURE.search(value))
    ]


def label_of(column: str) -> str:
    """The name of a column as a label.

    >>> label_of("line_length")
    'Line length'
    """
    return capitalized(in_words(column))
