"""Entries of a game's files side by side: rows, clauses, components, the parts of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any, TypeVar

import msgspec

from card_data import Game, load_rulebook, load_set_up
from card_data.model import Clause, Model, Row
from card_data.rulebook import Rulebook, texts
from card_data.scoresheet.sheet import Expression, Shown, Words
from card_data.set_up import SetUpFile
from card_data.tables import title_of
from printkit.changes.put_back import AsWritten
from printkit.changes.records import Change, Entry, Kind
from printkit.changes.values import MISSING, change, changes, differences

RULES, PRINT, RULEBOOK, SET_UP = "rules.yaml", "print.yaml", "rulebook.yaml", "set_up.yaml"
SCORE = "score.yaml"
T = TypeVar("T")
Parts = dict[tuple[str, str], list[str]]  # texts by file and part
DERIVED = ("effect",)  # columns that say nothing of a row: a digest of its own texts


def row_entries(before: Game[Any], after: Game[Any]) -> Iterator[Entry]:
    """The rows of all tables that are different; one that differs in its ID alone, or in a little
    more, is renamed."""
    for table in dict.fromkeys((*before.tables(), *after.tables())):
        file = (after if table in after.tables() else before).file_of(table)
        old, new = rows_of(before, table), rows_of(after, table)
        renamed = renamings(old, new)
        for name, row in new.items():
            was = renamed.get(name, name)
            if was not in old:
                yield Entry(file, name, title_of(row), "added", added(row))
            elif fields := row_changes(old[was], row):
                kind: Kind = "changed" if was == name else "renamed"
                shown = tuple(one for one in fields if one.field != "id")
                yield Entry(file, name, title_of(row), kind, shown, "" if was == name else was)
        for name in gone(old, (*new, *renamed.values())):
            yield Entry(file, name, title_of(old[name]), "removed")


def gone(old: Iterable[T], new: Iterable[T]) -> Iterator[T]:
    """What is there no longer, in its old order."""
    still = {*new}
    return (name for name in old if name not in still)


def rows_of(game: Game[Any], table: str) -> dict[str, Row]:
    """A table's rows by ID; none if the game has no such table."""
    return {row.id: row for row in game.rows(table)} if table in game.tables() else {}


def row_changes(before: Row, after: Row) -> tuple[Change, ...]:
    """What is different in a row."""
    found = differences(before, after)
    return tuple(
        change(path, old, new, after) for path, old, new in found if path[0] not in DERIVED
    )


def added(row: Row) -> tuple[Change, ...]:
    """What a new row says, but for what most rows leave out."""
    fields = msgspec.structs.fields(type(row))
    usual = {field.name: field.default for field in fields}
    usual |= {
        field.name: field.default_factory()
        for field in fields
        if field.default_factory is not msgspec.NODEFAULT
    }
    values = ((name, getattr(row, name)) for name in row.__struct_fields__)
    said = [(name, value) for name, value in values if value != usual[name]]
    return tuple(
        change((name,), MISSING, value, row) for name, value in said if name not in ("id", *DERIVED)
    )


def renamings(old: Mapping[str, Row], new: Mapping[str, Row]) -> dict[str, str]:
    """The earlier IDs of rows that have another now: one thing at most is different beside it, or
    they have the same title."""
    left = {name: old[name] for name in gone(old, new)}
    found: dict[str, str] = {}
    for name, row in new.items():
        if name in old:
            continue
        alike = sorted(left, key=lambda other: unlike(left[other], row))
        for was in alike[:1]:
            titled = title_of(left[was]) == title_of(row) != row.id
            if titled or unlike(left[was], row) <= 1 < len(row.__struct_fields__) - 3:
                found[name] = was
                del left[was]
    return found


def unlike(before: Row, after: Row) -> int:
    """In how many columns two rows differ beside their IDs."""
    names = [name for name in after.__struct_fields__ if name not in ("id", *DERIVED)]
    return sum(getattr(before, name, MISSING) != getattr(after, name) for name in names)


def clause_entries(before: Game[Any], after: Game[Any]) -> Iterator[Entry]:
    """The clauses that are different."""
    chapters = {
        clause.id: section.title
        for game in (before, after)
        for section in game.sections
        for clause in section.clauses
    }
    old, new = before.clauses(), after.clauses()
    for name, clause in new.items():
        if name not in old:
            yield Entry(RULES, name, chapters[name], "added", statements(None, clause))
        elif fields := statements(old[name], clause):
            yield Entry(RULES, name, chapters[name], "changed", fields)
    for name in gone(old, new):
        yield Entry(RULES, name, chapters[name], "removed", statements(old[name], None))


def statements(before: Clause | None, after: Clause | None) -> tuple[Change, ...]:
    """What is different in a clause, its ID aside."""
    return changes(said_in(before), said_in(after), after or before)


def said_in(clause: Clause | None) -> dict[str, Any]:
    """What a clause says, by its fields; nothing of one that is not there."""
    fields = {} if clause is None else msgspec.structs.asdict(clause)
    return {name: value for name, value in fields.items() if value and name != "id"}


def score_entries(before: Game[Any], after: Game[Any]) -> Iterator[Entry]:
    """What score sheets say otherwise: fields, definitions, parts and the like."""
    old, new = said_of_score(before), said_of_score(after)
    for name, value in new.items():
        if name not in old:
            yield Entry(SCORE, name, "", "added", changes({}, value))
        elif fields := changes(old[name], value):
            yield Entry(SCORE, name, "", "changed", fields)
    for name in gone(old, new):
        yield Entry(SCORE, name, "", "removed")


def said_of_score(game: Game[Any]) -> dict[str, dict[str, Any]]:
    """What a score sheet says, by what it is: expressions as they are written."""
    sheet = game.scoresheet
    if sheet is None:
        return {}
    named: dict[str, Model] = {
        f"{field.level} {name}": field for name, field in sheet.fields.items()
    }
    named |= {f"define {one.name}": one for one in sheet.definitions}
    named |= {f"must no. {number}": one for number, one in enumerate(sheet.must, 1)}
    named |= {f"part {one.name}": one for one in sheet.parts}
    named |= {f"tie no. {number}": one for number, one in enumerate(sheet.ties, 1)}
    named |= {"out": sheet.out} if sheet.out else {}
    return {name: as_written(one) for name, one in {**named, "wins": sheet.wins}.items()}


def as_written(said: Model) -> dict[str, Any]:
    """What one thing of a score sheet says, without what it leaves out."""
    fields = {name: written(getattr(said, name)) for name in said.__struct_fields__}
    return {name: value for name, value in fields.items() if value not in (None, "", ())}


def written(value: Any) -> Any:
    """A value of a score sheet, expressions and texts in which they stand as they are written."""
    if isinstance(value, Expression):
        return value.text
    if isinstance(value, Shown):
        return f"{{{value.value.text}}}"
    if isinstance(value, Words):
        return value.text
    if isinstance(value, tuple) and any(isinstance(one, Words | Shown) for one in value):
        return "".join(map(written, value))
    return value


def component_entries(before: Game[Any], after: Game[Any]) -> Iterator[Entry]:
    """The components of ``print.yaml`` that are different, and its shared lengths."""
    old, new = before.components, after.components
    for name, component in new.items():
        if name not in old:
            yield Entry(PRINT, name, component.title, "added")
        elif fields := changes(old[name], component, component):
            yield Entry(PRINT, name, component.title, "changed", fields)
    for name in gone(old, new):
        yield Entry(PRINT, name, old[name].title, "removed")
    if fields := changes(before.lengths, after.lengths):
        yield Entry(PRINT, "lengths", "lengths", "changed", fields)


def rulebook_entries(before: Game[Any], after: Game[Any]) -> Iterator[Entry]:
    """The parts of the rulebook and of the set-up whose texts are different."""
    yield from part_entries(parts_of(before), parts_of(after))


def part_entries(old: Parts, new: Parts) -> Iterator[Entry]:
    for (file, name), said in new.items():
        if (file, name) not in old:
            yield Entry(file, name, name, "added")
        elif fields := tuple(text_changes(old[file, name], said)):
            yield Entry(file, name, name, "changed", fields)
    for file, name in gone(old, new):
        yield Entry(file, name, name, "removed")


def parts_of(game: Game[Any]) -> Parts:
    """What a game's rulebook and its set-up say; raise `DataError` with what is wrong in them."""
    return texts_of(load_rulebook(game), load_set_up(game))


def parts_as_written(game: Game[Any]) -> Parts:
    """The same with its placeholders."""
    loader = AsWritten(game.folder, shipped=game.shipped)
    kinds: dict[str, Any] = {RULEBOOK: Rulebook, SET_UP: SetUpFile}
    return texts_of(
        *[
            loader.read(loader.document(name), kind) if (game.folder / name).exists() else None
            for name, kind in kinds.items()
        ]
    )


def texts_of(rulebook: Any, set_up: Any) -> Parts:
    """The texts of a rulebook and a set-up, by the file and the part that they stand in."""
    found: Parts = {}
    if rulebook is not None:
        found |= {(RULEBOOK, name): texts_in(part) for name, part in named_parts(rulebook)}
    if set_up is not None:
        found[SET_UP, "set-up"] = texts_in(set_up)
    return found


def named_parts(rulebook: Rulebook) -> Iterator[tuple[str, Any]]:
    """The parts of a rulebook, each with what it is called."""
    for name in ("about", "objective", "first_turn", "glossary", "index", "reference"):
        yield name.replace("_", " "), getattr(rulebook, name)
    for chapter in rulebook.chapters:
        yield f"chapter “{chapter.title}”", chapter
    for name, figure in rulebook.figures.items():
        yield f"figure {name}", figure
    for name, example in rulebook.examples.items():
        yield f"example {name}", example


def texts_in(part: Any) -> list[str]:
    """Whatever is said in a part, in order; of a mapping its keys too."""
    if isinstance(part, Mapping):
        return [f"{key}: {said}" for key, value in part.items() for _, said in texts(value)]
    return [said for _, said in texts(part)]


def text_changes(before: Sequence[str], after: Sequence[str]) -> Iterator[Change]:
    """The texts that are different in two lists, those that stand in one place side by side."""
    for kind, low, high, start, end in SequenceMatcher(None, before, after, False).get_opcodes():
        if kind == "equal":
            continue
        old, new = before[low:high], after[start:end]
        for one, other in zip_longest(old, new):
            yield Change("", one, other)
