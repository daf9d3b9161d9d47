"""The pieces of a game in words: for each its row, and what else is printed on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup

from card_data import Game
from card_data.model import Row
from card_data.tables import title_of
from card_data.words import capitalized, counted, plain_name
from printkit.exports.html.texts import Texts, labels_summed, value_in_words, words
from printkit.sheets.aloud.faces import FaceSaid
from printkit.sheets.aloud.markup import Said, in_words

HIDDEN = frozenset(("id", "effect", "copies", "by_players", "title", "name"))  # told otherwise
SHORT = 28  # characters: texts that are told one after the other
ENDED = (".", ":", "?", "!", ";")
PICTURE = re.compile(r"\.(png|jpe?g|webp|svg)(#.*)?$", re.I)  # a file of one
COUNTED = 3  # steps from which on numbers are told as the first and the last
PLAIN = (str, int, float)
NUMBERED = re.compile(r"(?=.*\d)(?=.*-)[\w.-]+")  # an ID that is no word, so that texts may cite it


class Block(NamedTuple):
    """Something that a piece says: a paragraph ``p``, a list ``ul``, a ``table`` of rows."""

    kind: str
    lines: Sequence[Any]


class Piece(NamedTuple):
    """A piece in words. ``facts`` are its columns, each with a label; ``link`` is the ID that texts
    may cite it by."""

    anchor: str
    title: str
    copies: str
    facts: Sequence[tuple[str, Markup]]
    front: Sequence[Block]
    back: Sequence[Block]

    def words(self) -> str:
        """All that it says, as plain text."""
        said = [f"{label}: {value}" for label, value in self.facts]
        for block in (*self.front, *self.back):
            rows = block.lines if block.kind == "table" else [block.lines]
            said += [str(cell) for row in rows for cell in row]
        return " ".join(Markup(" ".join(said)).striptags().split())


class Pieces(NamedTuple):
    """A component: its pieces, and what the back of all of them says."""

    anchor: str
    title: str
    number: str
    pieces: Sequence[Piece]
    back: Sequence[Block]


class Table(NamedTuple):
    """A table that pieces refer to: what stands above its columns, and its rows with anchors."""

    anchor: str
    title: str
    head: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Markup]]]


def cited(game: Game[Any], said: Mapping[str, list[FaceSaid]]) -> dict[str, str]:
    """The anchors of the pieces that texts may cite, by their IDs."""
    return {
        face.id: anchor_of(name, face.id)
        for name, faces in said.items()
        for face in faces
        if face.table and not face.back and NUMBERED.fullmatch(face.id)
    }


def anchor_of(component: str, face: str) -> str:
    return f"piece-{component}-{face}"


class Teller:
    """Tells the pieces of a ``game`` from what they have ``said``; ``tables`` collects those that
    they refer to."""

    def __init__(self, game: Game[Any], said: Mapping[str, list[FaceSaid]], texts: Texts) -> None:
        self.game, self.said, self.texts = game, said, texts
        self.rows = {name: {row.id: row for row in game.rows(name)} for name in game.tables()}
        self.printed = {
            (face.table, face.id): anchor_of(name, face.id)
            for name, faces in reversed([*said.items()])
            for face in faces
            if face.table and not face.back
        }
        self.referred: dict[str, None] = {}

    def components(self) -> Iterator[Pieces]:
        """The components in order."""
        for name, faces in self.said.items():
            counts = self.game.counts(name)
            pieces: list[Piece] = []
            shared: list[Block] = []
            for number, face in enumerate(faces):
                if face.back:
                    continue
                after = faces[number + 1] if number + 1 < len(faces) else None
                own = after is not None and after.back and (after.table or len(counts) == 1)
                pieces.append(self.piece(name, face, after if own else None, counts))
                if after is not None and after.back and not own:
                    shared += self.blocks(after.parts)
            title = self.game.components[name].title
            yield Pieces(
                f"component-{name}", title, counted(counts.total(), "piece"), pieces, shared
            )

    def piece(
        self, component: str, face: FaceSaid, back: FaceSaid | None, counts: Mapping[str, int]
    ) -> Piece:
        """One piece."""
        row = self.rows[face.table].get(face.id) if face.table else None
        pictures = {part.field: part.text for part in face.parts if part.kind == "picture"}
        facts = list(self.facts(row, pictures)) if row is not None else []
        title = self.title(component, face, row)
        known = {title, *(value.striptags() for _, value in facts)}
        known |= set(self.looked_up(row)) if row is not None else set()
        copies = counts[face.id]
        return Piece(
            anchor_of(component, face.id),
            title,
            counted(copies, "copy", "copies") if copies > 1 else "",
            facts,
            list(self.blocks(face.parts, row, known)),
            list(self.blocks(back.parts, row, known)) if back else [],
        )

    def title(self, component: str, face: FaceSaid, row: Row | None) -> str:
        """What a piece is called, without markup."""
        if row is None:
            several = len({one.id for one in self.said[component] if not one.back}) > 1
            whole = self.game.components[component].title
            return value_in_words(face.id).capitalize() if several else whole
        title = words(title_of(row))
        return title if title != row.id else label_of(title)

    def facts(self, row: Row, pictures: Mapping[str, str]) -> Iterator[tuple[str, Markup]]:
        """The columns of a row, each with its label; those that name ``pictures`` have their words
        in place of a file."""
        for column, value in columns_of(row):
            if column in pictures:
                yield label_of(column), Markup.escape(pictures[column])
                continue
            if value in pictures.values() or PICTURE.search(str(value)):
                continue
            shown = self.reference(column, value) or self.value(value)
            if shown:
                yield label_of(column), shown
        if plain_name(row.id) not in plain_name(words(title_of(row))):
            yield "ID", Markup.escape(value_in_words(row.id))

    def reference(self, column: str, value: Any) -> Markup | None:
        """Links to the rows of another table whose IDs the column holds; None if it holds none."""
        if isinstance(value, tuple | list):
            links = [self.reference(column, one) for one in value]
            found = [link for link in links if link is not None]
            return Markup(", ").join(found) if found and len(found) == len(links) else None
        named = next(self.referred_to(column, value), None)
        if named is None:
            return None
        table, row = named
        anchor = self.printed.get((table, value))
        if anchor is None:
            self.referred[table] = None
            anchor = f"row-{table}-{value}"
        title = value_in_words(words(title_of(row)))
        own = plain_name(value) not in plain_name(title)
        link = Markup('<a href="#{}">{}</a>{}')
        return link.format(anchor, title, f" ({value_in_words(value)})" if own else "")

    def referred_to(self, column: str, value: Any) -> Iterator[tuple[str, Row]]:
        """The rows that a value may name, each with its table: of the column's name, or that of
        several."""
        if isinstance(value, str):
            for table in (column, f"{column}s", f"{column}es"):
                if row := self.rows.get(table, {}).get(value):
                    yield table, row

    def looked_up(self, row: Row) -> Iterator[str]:
        """The texts of the rows that a row refers to, which are told where they are."""
        for column, value in columns_of(row):
            for _, other in self.referred_to(column, value):
                yield from (other.id, words(title_of(other)))
                yield from (str(one) for _, one in columns_of(other) if isinstance(one, PLAIN))

    def value(self, value: Any) -> Markup:
        """A value of a column in words."""
        if isinstance(value, bool):
            return Markup("yes" if value else "no")
        if isinstance(value, str):
            return self.texts(value_in_words(value))
        if isinstance(value, int | float):
            return Markup.escape(f"{value:g}".replace("-", "−"))
        if isinstance(value, msgspec.Struct | Mapping):
            inside = (
                Markup("{} {}").format(label_of(str(name)).lower(), self.value(one))
                for name, one in items_of(value)
                if one not in (None, "", ())
            )
            return Markup(", ").join(inside)
        if isinstance(value, Sequence):
            return Markup(", ").join(map(self.value, value))
        return Markup()

    def blocks(
        self, parts: Iterable[Said], row: Row | None = None, known: Iterable[str] = ()
    ) -> Iterator[Block]:
        """What a side says, without what the columns of its row say already."""
        seen = {word.casefold() for word in known}
        columns = {column for column, _ in columns_of(row)} if row else set()
        if row is not None:
            columns |= HIDDEN
            seen |= {row.id.casefold()}
        kind, lines = "", list[Any]()
        for part in parts:
            if part.field in columns or (row and part.text.casefold() in seen):
                continue
            new, line = self.block(part)
            if new != kind or new == "table":
                yield from made(kind, lines)
                kind, lines = new, []
            lines += line
        yield from made(kind, lines)

    def block(self, part: Said) -> tuple[str, list[Any]]:
        """The kind of block that something belongs in, and what it adds to that."""
        if part.kind == "table":
            return "table", [[self.texts.html(cell) for cell in row] for row in part.rows]
        if part.kind == "field":
            return "fields", [part.text] if part.text else []
        if part.kind == "piece":
            return "few", [self.pictured(part)]
        text = self.texts.html(part.runs)
        if part.kind == "picture":
            return "p", [Markup("Picture: {}").format(text)] if text else []
        if part.kind == "icon":
            return "few", [text]
        if part.kind == "item":
            label = Markup("<b>{}</b> ").format(part.label) if part.label else ""
            return "ul", [label + text]
        if part.kind == "heading":
            return "p", [Markup("<b>{}</b>").format(text)]
        few = len(part.text) <= SHORT and not part.text.endswith(ENDED)
        return ("few" if few else "p"), [text]

    def pictured(self, part: Said) -> Markup:
        """A piece of the game that is shown on another."""
        component, _, face = part.field.partition(" ")
        for said in self.said.get(component, ()):
            if said.id == face and said.table:
                return Markup.escape(words(title_of(self.rows[said.table][face])))
        return Markup.escape(value_in_words(face or component))

    def tables(self) -> Iterator[Table]:
        """The tables that the pieces told so far refer to."""
        told: set[str] = set()
        while left := [table for table in self.referred if table not in told]:
            for table in left:
                told.add(table)
                yield self.table(table)

    def table(self, table: str) -> Table:
        rows = list(self.rows[table].values())
        columns = list(dict.fromkeys(column for row in rows for column, _ in columns_of(row)))
        head = [label_of(table.removesuffix("s")), *map(label_of, columns)]
        cells: list[tuple[str, list[Markup]]] = []
        for row in rows:
            values = dict(columns_of(row))
            found = [self.texts(value_in_words(title_of(row)))]
            for column in columns:
                value = values.get(column)
                shown = Markup() if value is None else self.reference(column, value)
                found.append(self.value(value) if shown is None else shown)
            cells.append((f"row-{table}-{row.id}", found))
        return Table(f"table-{table}", label_of(table), head, cells)


def made(kind: str, lines: Sequence[Any]) -> Iterator[Block]:
    """The block of some lines: short texts are one paragraph, fields a list of what they are."""
    if not lines:
        return
    if kind == "few":
        yield Block("p", [Markup(", ").join(counted_through(lines))])
    elif kind == "fields":
        yield Block("fields", labels_summed(lines))
    else:
        yield Block(kind, lines)


def counted_through(lines: Sequence[Markup]) -> Iterator[Markup]:
    """Short texts, those that count from one number to another as that; an icon beside its own word
    is left out."""
    at = 0
    while at < len(lines):
        end = at
        while end + 1 < len(lines) and step(lines, end) == step(lines, at) in (1, -1):
            end += 1
        if end - at >= COUNTED:
            yield Markup("{} to {}").format(lines[at], lines[end])
            at = end + 1
            continue
        beside = (lines[place] for place in (at - 1, at + 1) if 0 <= place < len(lines))
        word = lines[at].striptags().casefold()
        if not (
            is_icon(lines[at])
            and any(one.striptags().casefold() == word and not is_icon(one) for one in beside)
        ):
            yield lines[at]
        at += 1


def step(lines: Sequence[Markup], at: int) -> int:
    """By how much the number after the one at a place is larger; 0 where they are none."""
    both = lines[at : at + 2]
    return int(both[1]) - int(both[0]) if all(one.isdecimal() for one in both) else 0


def is_icon(line: Markup) -> bool:
    return line.startswith("<span")


def columns_of(row: Row) -> list[tuple[str, Any]]:
    """The columns of a row that are told, with their values."""
    return [
        (name, value)
        for name in row.__struct_fields__
        if name not in HIDDEN and (value := getattr(row, name)) not in (None, "", (), {}, [])
    ]


def items_of(value: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(value, Mapping):
        return value.items()
    return ((name, getattr(value, name)) for name in value.__struct_fields__)


def label_of(column: str) -> str:
    """The name of a column as a label.

    >>> label_of("line_length")
    'Line length'
    """
    return capitalized(in_words(column))
