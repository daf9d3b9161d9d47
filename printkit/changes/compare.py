"""Two states of a game compared: every difference, and what it does to the pieces and in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec

from card_data import DataError, Game
from card_data.documents import followed
from card_data.rulebook import cited
from printkit.changes.entries import (
    PRINT,
    RULEBOOK,
    RULES,
    SCORE,
    SET_UP,
    clause_entries,
    component_entries,
    part_entries,
    parts_as_written,
    row_entries,
    rulebook_entries,
    score_entries,
)
from printkit.changes.ingredients import Shown, changed_files
from printkit.changes.pieces import Pieces, Side
from printkit.changes.play import Replays
from printkit.changes.put_back import Part, as_written, put_back
from printkit.changes.reasons import KIT, Templates
from printkit.changes.records import OWN_ROW, Changes, Entry, Kind, Number, Piece, State
from printkit.changes.values import about, descriptions, differences, worded
from printkit.printings.snapshot import files_of
from printkit.sheets.typesetting import Typesetter

GAME = "game.yaml"
LOOKS = frozenset([  # fields of print.yaml that show on a piece
    *("size", "least", "shape", "corner", "bleed", "border", "safe", "stamp"),
    *("symbols", "back", "template", "rows", "faces"),
])  # fmt: skip
UNSAID = ("credits", "tables")  # of a game's head: neither a rule nor drawn on a piece
Entries = Callable[[Game[Any], Game[Any]], Iterator[Entry]]


def compare(before: Side, after: Side, typesetter: Typesetter) -> Changes:
    """All that is different; raise `DataError` with what is wrong in either state."""
    return Comparison(before, after, typesetter).changes()


class Comparison:
    """Compares a game with an earlier state of it."""

    def __init__(self, before: Side, after: Side, typesetter: Typesetter) -> None:
        self.before, self.after = before, after
        self.pieces = Pieces(before, after, typesetter, (*self.parts, *self.changed_tables))
        self.shown: dict[str, tuple[dict[str, Shown], ...]] = {}
        self.replays = Replays(after.game)

    def changes(self) -> Changes:
        old, new = self.before, self.after
        return Changes(
            new.game.id,
            new.game.title,
            before=State(old.name, old.game.fingerprint, old.version),
            after=State(new.name, new.game.fingerprint, new.version),
            numbers=tuple(self.number(one) for one in self.parts if one.path[0] != "options"),
            options=tuple(self.number(one) for one in self.parts if one.path[0] == "options"),
            rules=tuple(self.with_reasons(clause_entries)),
            rows=tuple(self.with_reasons(row_entries)),
            score=tuple(score_entries(old.game, new.game)),
            components=tuple(component_entries(old.game, new.game)),
            rulebook=tuple(self.rulebook),
            files=tuple(self.other_files),
            pieces=tuple(self.different_pieces()),
            problems=tuple(map(str, self.pieces.problems)),
        )

    # --- values of game.yaml

    @cached_property
    def parts(self) -> dict[Part, tuple[Any, Any]]:
        """The values of ``game.yaml`` that are different, before and after."""
        found = differences(values_of(self.before.game), values_of(self.after.game))
        return {Part(GAME, path): (old, new) for path, old, new in found if path[0] not in UNSAID}

    @cached_property
    def variants(self) -> dict[Part, Game[Any] | None]:
        """The game with each of these put back; None if it cannot be read so."""
        found: dict[Part, Game[Any] | None] = {}
        for part in self.parts:
            try:
                found[part] = put_back(self.after.game, self.before.game.folder, (part,))
            except DataError:
                found[part] = None
        return found

    def number(self, part: Part) -> Number:
        """A value of ``game.yaml`` with all its uses."""
        game, path, variant = self.after.game, part.path, self.variants[part]
        reads = [] if variant is None else [one.id for one in clause_entries(variant, game)]
        said = " ".join(descriptions(values_of(game), path))
        known = game.clauses()
        clauses = dict.fromkeys([*reads, *(one for one in cited(said) if one in known)])
        before, after = (worded(value) for value in self.parts[part])
        said_of = about(values_of(game), path)
        if path[0] == "options" and path[2:] == ("value",):  # which has words of its own
            name = str(path[1])
            before, after = (side.game.options()[name].now for side in (self.before, self.after))
            said_of = game.options()[name].text.rstrip(".")
        return Number(
            *(self.label(part), before, after, said_of),
            pieces=tuple(self.pieces.uses(part)),
            clauses=tuple(clauses),
            examples=tuple(self.replays.changed(variant)) if variant else (),
        )

    # --- entries

    def with_reasons(self, find: Entries, written: Iterator[Entry] | None = None) -> list[Entry]:
        """The entries that are different; those that are ``written`` as before have the values of
        ``game.yaml`` that changed them as reasons."""
        edited = {(one.file, one.id) for one in written or find(*self.written)}
        reasons = {part: self.touched(find, variant) for part, variant in self.variants.items()}
        found: list[Entry] = []
        for one in find(self.before.game, self.after.game):
            key = one.file, one.id
            because = [self.label(part) for part, keys in reasons.items() if key in keys]
            edit = () if key in edited else tuple(because)
            found.append(msgspec.structs.replace(one, because=edit))
        return found

    def touched(self, find: Entries, variant: Game[Any] | None) -> set[tuple[str, str]]:
        """The entries that are different in a variant of the game."""
        try:
            found = find(variant, self.after.game) if variant is not None else ()
            return {(one.file, one.id) for one in found}
        except DataError:  # a text names what there is not
            return set()

    @cached_property
    def written(self) -> tuple[Game[Any], Game[Any]]:
        """Both states with their texts as they are written."""
        return as_written(self.before.game), as_written(self.after.game)

    @cached_property
    def rulebook(self) -> list[Entry]:
        """The parts of the rulebook and the set-up that are different."""
        written = (parts_as_written(side.game) for side in (self.before, self.after))
        return self.with_reasons(rulebook_entries, part_entries(*written))

    def label(self, part: Part) -> str:
        """What a part is called: a value of ``game.yaml`` by its own name, else the file."""
        path = part.path
        if part.file != GAME:
            return part.file
        if path[0] == "options" and path[2:] == ("value",):
            return str(path[1])
        return followed(path[1:] if path[0] == "numbers" else path)

    # --- files and pieces

    @cached_property
    def files(self) -> tuple[Mapping[str, bytes], Mapping[str, bytes]]:
        """All files that each state is made of, by their names in the game's folder."""
        old, new = (
            {file.relative_to(side.game.id).as_posix() if file.parts[0] == side.game.id
             else file.name: raw for file, raw in files_of(side.game)}
            for side in (self.before, self.after)
        )  # fmt: skip
        return old, new

    @cached_property
    def other_files(self) -> list[Entry]:
        """The files that are different and are not read as values: templates, examples, settings of
        the sheets."""
        old, new = self.files
        told = {GAME, RULES, PRINT, RULEBOOK, SET_UP, SCORE, *map(without_sheet, self.tables)}
        found: list[Entry] = []
        for name in dict.fromkeys((*old, *new)):
            if name not in told and old.get(name) != new.get(name):
                kind: Kind = "changed" if name in old else "added"
                found.append(Entry(name, name, name, kind if name in new else "removed"))
        return found

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """The files of the tables; those that are in other files now come twice."""
        games = self.after.game, self.before.game
        both = [(game, table) for game in games for table in game.tables()]
        return tuple(dict.fromkeys(game.file_of(table) for game, table in both))

    @cached_property
    def changed_tables(self) -> list[Part]:
        """The files of tables, and that of the clauses, that are different."""
        old, new = self.files
        files = ((name, without_sheet(name)) for name in (*self.tables, RULES))
        return [Part(name) for name, file in files if old.get(file) != new.get(file)]

    def different_pieces(self) -> Iterator[Piece]:
        """The pieces that are different, with the reasons."""
        both = (*self.after.components, *self.before.components)
        for component in dict.fromkeys(both):
            found = [*self.pieces.differing(component)]
            reasons = self.reasons(component, found)
            for one in found:
                yield msgspec.structs.replace(one, because=tuple(reasons.get(one.name, ())))

    def reasons(self, component: str, found: list[Piece]) -> dict[str, list[str]]:
        """Why the pieces of a component that were there before look different."""
        looks = [one for one in found if one.kind == "changed" and one.looks]
        if not looks or component not in self.after.game.components:
            return {}
        parts = self.pieces.parts
        changing = self.pieces.using(component)
        besides = [*self.besides(component)]
        otherwise = self.pieces.otherwise(component)
        because: dict[str, list[str]] = {}
        for one in looks:
            those = [
                OWN_ROW if (part.file, one.id) in self.edited_rows else self.label(part)
                for part, names in zip(parts, changing, strict=True)
                if names is None or one.name in names
            ]
            if one.name in otherwise:
                those += [*besides, *self.ingredients(component, one.name)] or [KIT]
            because[one.name] = [*dict.fromkeys(those)]
        return because

    def besides(self, component: str) -> Iterator[str]:
        """The changed files that a component may look different for, beside those with values."""
        changed = [one.file for one in (*self.rulebook, *self.other_files) if not one.because]
        yield from Templates(self.after.game, self.files[1]).reasons(
            component, dict.fromkeys(changed)
        )
        for entry in component_entries(self.before.game, self.after.game):
            fields = [one.field.replace(", ", ".").rpartition(".")[2] for one in entry.fields]
            if entry.id == "lengths" or (entry.id == component and LOOKS.intersection(fields)):
                yield PRINT

    def ingredients(self, component: str, face: str) -> Iterator[str]:
        """The files of pictures, icons and fonts that a face shows otherwise than it did."""
        if component not in self.shown:
            both = (self.pieces.shown(component, now=now) for now in (False, True))
            self.shown[component] = (*both,)
        then, now = (faces.get(face, {}) for faces in self.shown[component])
        files = [one.file for one in self.other_files if one.kind != "removed"]
        yield from changed_files(then, now, self.after.game, files)

    @cached_property
    def edited_rows(self) -> set[tuple[str, str]]:
        """The rows that somebody edited."""
        return {(one.file, one.id) for one in row_entries(*self.written)}


def without_sheet(name: str) -> str:
    """The file of a table that may be one sheet of it."""
    return name.partition("#")[0]


def values_of(game: Game[Any]) -> dict[str, Any]:
    """The values of ``game.yaml``: its head, its numbers, its house options."""
    head = {name: getattr(game.head, name) for name in game.head.__struct_fields__}
    return head | {"numbers": game.data.numbers, "options": game.options()}
