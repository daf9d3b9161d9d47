"""Reads filled forms as positions: all PDF files of one game are one position together."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import inspect

from card_data import DataError, Game, Problem
from card_data.house import Choice, replaced
from card_data.limits import LONGEST_VALUE, MOST_FORM_FILES
from card_data.loader import declared_house_rules
from card_data.problems import Problems, did_you_mean, quote, shorten
from card_data.scoresheet.table import TRUE
from card_data.text import join_words
from printkit.forms.acroform import ReadField
from printkit.forms.reader import RENAMED, ReadForm, read_form
from scoring import games
from scoring.positions.findings import OnSheet
from scoring.positions.players import name_key
from scoring.positions.positions import PositionFile, PositionReader
from scoring.positions.provenance import house_rule_notes
from scoring.positions.rules import rules_of
from scoring.positions.sheet_document import LISTS, SheetDocument, SheetField, problem_place
from scoring.sheets.fields import RUNNING, Entry, from_entries, why_misplaced

BLANK = "."  # a square of a grid with nothing in it
MOST_NAMED = 3  # files that a heading names


class FormSet(NamedTuple):
    """The forms of one game."""

    game: str
    forms: list[ReadForm]

    @property
    def name(self) -> str:
        """The name in messages: its files, or the first one if there are many."""
        files = [form.file for form in self.forms]
        more = len(files) - MOST_NAMED
        return ", ".join(files) if more <= 0 else f"{files[0]} and {len(files) - 1} more"

    def filled(self, reader: PositionReader) -> PositionFile:
        """Return the position, under the house rules that the forms were printed with; raise
        `DataError` with every field that cannot be part of one."""
        house = self.house(reader.data)
        game = reader.game(self.game, house)
        filled = FormMerger(self, game).filled()
        remarks = tuple(house_rule_notes(house, game, reader.house))
        return dataclasses.replace(filled, made_for=self.made_for, remarks=remarks)

    @property
    def made_for(self) -> str | None:
        """The fingerprint of the data from which all of them were printed; None if there are
        several."""
        found = {sheet.data for form in self.forms for sheet in form.sheets}
        return found.pop() if len(found) == 1 else None

    def house(self, data: Path | None) -> dict[str, str]:
        """Return the house rules that all of the forms were printed with; raise `DataError` for
        forms that differ in them, and for options that the game does not have."""
        problems, options = Problems(), declared_house_rules(self.game, data)
        each = [(form.file, one) for form in self.forms for one in form.sheets]
        printed = dict.fromkeys((file, frozenset(one.house.items())) for file, one in each)
        (first, usual), *_ = printed
        for file, house in printed:
            if house != usual:
                message = (
                    f"printed with {options_text(house)}, but {first} with {options_text(usual)}"
                )
                problems.add(message, file=file)
            choices = [Choice(self.game, *one, file) for one in sorted(house)]
            replaced(options, choices, problems)
        problems.raise_if_any()
        return dict(each[0][1].house)


class FormField(NamedTuple):
    """A field and its place."""

    field: ReadField
    at: OnSheet

    @property
    def text(self) -> str:
        return self.field.text.strip()

    @property
    def part(self) -> Any:
        """The value or the square that tells it apart from other fields of its name."""
        return self.field.value if self.field.kind == "check" else self.field.square

    @property
    def shown(self) -> str:
        """Its content, for a message."""
        if self.field.kind == "check":
            return "a mark" if self.text else "no mark"
        return quote(self.text) if self.text else "nothing"

    def agrees(self, other: FormField) -> bool:
        """Return whether two fields have the same content; capitals matter in squares alone, not in
        names."""
        if self.field.kind == "square":
            return self.text == other.text
        return name_key(self.text) == name_key(other.text)


Copy = dict[Any, FormField]  # the fields of one name in one copy of a form, by their parts


def gather_forms(files: Sequence[Path], data: Path | None = None) -> list[FormSet]:
    """Return the forms in files, by their games; raise `DataError` if any file cannot be read,
    since its contents might change everything. ``data`` is the folder of the user's own games, if
    any."""
    if len(files) > MOST_FORM_FILES:
        message = f"found {len(files):,} forms, expected at most {MOST_FORM_FILES}"
        raise DataError(Problem(message=message, file=str(files[MOST_FORM_FILES])))
    problems = Problems()
    found: dict[str, FormSet] = {}
    for file in dict.fromkeys(files):
        with problems.collecting():
            form = read_form(file)
            game = game_of(form, data)
            found.setdefault(game, FormSet(game, [])).forms.append(form)
    problems.raise_if_any()
    return list(found.values())


def game_of(form: ReadForm, data: Path | None) -> str:
    """Return the game of a form; raise `DataError` if it has two, or an unknown one."""
    named, known = list(dict.fromkeys(sheet.game for sheet in form.sheets)), games.scorable(data)
    if len(named) > 1:
        message = f"it has sheets of {join_words(named, 'and')}, expected those of one game"
    elif named[0] not in known:
        hint = did_you_mean(named[0], known)
        message = f"a form of {quote(named[0])}, a game that cannot be scored here{hint}"
    else:
        return named[0]
    raise DataError(Problem(message=message, file=form.file))


def options_text(house: Collection[tuple[str, str]]) -> str:
    """Return house rules in words, for a message."""
    each = [shorten(f"{name} {word}") for name, word in sorted(house)]
    return join_words(each, "and") if each else "no house rules"


class FormMerger:
    """The forms of one game, to be made into a position; collects every problem."""

    def __init__(self, forms: FormSet, game: Game[Any]) -> None:
        self.forms, self.game = forms, game
        self.problems = Problems()
        each = {name for name, one in game.components.items() if one.per_page}
        self.by_name = by_name(forms.forms, each)
        printed = [
            SheetField(field.name, field.value, field.square, at)
            for copy in chain(*self.by_name.values())
            for field, at in copy.values()
        ]
        notes = [note for form in forms.forms for note in notes_on(form, game)]
        self.sheets = SheetDocument(forms.name, printed, notes)

    def filled(self) -> PositionFile:
        self.check_names()
        self.problems.raise_if_any()
        found = dict.fromkeys(self.texts())
        found |= dict.fromkeys(self.grids({player_path(name) for name, _ in found}))
        if not found:
            self.problems.add("nothing is filled in, or it was not saved", file=self.forms.name)
        self.problems.raise_if_any()
        return from_entries(self.game, found, self.sheets)

    def check_names(self) -> None:
        """Report each file with an answer in a field that is no place of the position."""
        info, renamed = inspect.type_info(rules_of(self.game).Position), set()
        for name, copies in self.by_name.items():
            for spot in chain(*(copy.values() for copy in copies)):
                wrong = why_misplaced(info, name, spot.field.value) if spot.text else ""
                if wrong and spot.at.file not in renamed:
                    renamed.add(spot.at.file)
                    if self.game.shipped:
                        self.problems.add(RENAMED, file=spot.at.file)
                    else:
                        self.blame(spot, f"{RENAMED}, or its template is wrong: {wrong}")

    def texts(self) -> Iterator[Entry]:
        """Yield the entries in all fields but grids."""
        if any(RUNNING in form.keywords for form in self.forms.forms):
            yield "running", TRUE
        for name, copies in self.by_name.items():
            self.compare(copies)
            for spot in copies[0].values():  # others say the same
                if spot.field.kind != "square" and spot.text:
                    yield name, spot.text

    def compare(self, copies: Sequence[Copy]) -> None:
        """Report copies that disagree on the fields of a name."""
        first, *others = copies
        for other in others:
            apart = (one for one in first if one in other and not first[one].agrees(other[one]))
            if (one := next(apart, None)) is not None:
                here, there = first[one], other[one]
                self.blame(here, f"{here.shown} here, but {there.at.shown} has {there.shown}")

    def grids(self, owners: set[str]) -> Iterator[Entry]:
        """Yield the entries of all grids: a blank one is an answer of a player who plays."""
        for name, copies in self.by_name.items():
            spots = (spot for copy in copies for spot in copy.values())
            found = [one for one in spots if one.field.kind == "square"]
            text = self.grid(found) if found else ""
            if text and (player_path(name) in owners or set(text) - {BLANK, "\n"}):
                yield name, text

    def grid(self, found: Sequence[FormField]) -> str:
        """Return the squares of a grid as one text, a line for each row; empty if squares are
        missing."""
        chars: dict[tuple[int, int], str] = {}
        for one in found:
            char = one.text
            if len(char) > 1:
                self.blame(one, f"found {quote(char)}, expected one character")
            chars[one.field.square] = char[:1] or chars.get(one.field.square, BLANK)
        rows, columns = (max(place[axis] for place in chars) for axis in (0, 1))
        if rows * columns > LONGEST_VALUE or len(chars) < rows * columns:
            lost = rows * columns - len(chars)
            self.blame(found[0], f"{lost:,} of {rows} × {columns} squares are missing")
            return ""
        numbers = range(1, columns + 1)
        return "\n".join(
            "".join([chars[row, column] for column in numbers]) for row in range(1, rows + 1)
        )

    def blame(self, spot: FormField, message: str) -> None:
        """Add a problem with a field."""
        self.problems.add(message, **problem_place(spot.at))


def form_fields(forms: Iterable[ReadForm]) -> Iterator[FormField]:
    """Yield all fields in the order of filling in."""
    fields = ((form.file, field) for form in forms for field in form.fields)
    for order, (file, field) in enumerate(fields, 1):
        yield FormField(field, OnSheet(file, field.page, field.label, order))


def by_name(forms: Iterable[ReadForm], each: Collection[str]) -> dict[str, list[Copy]]:
    """Return the fields of each name in those copies of a form that have an answer there; if none
    does, in one: that in which the same player's part has an answer, or the first.

    ``each`` are the components of which each player has one. There the boxes and squares of a
    player count as answers once one is marked; on a sheet for all, a row of boxes or a grid does by
    itself.
    """
    found: dict[str, dict[tuple[str, int], Copy]] = defaultdict(lambda: defaultdict(dict))
    of_one = {form.file for form in forms if any(one.component in each for one in form.sheets)}
    for spot in form_fields(forms):
        found[spot.field.name][spot.at.file, spot.field.copy][spot.part] = spot
    parts = [
        (source, player_path(name), copy)
        for name, copies in found.items()
        for source, copy in copies.items()
        if has_text(copy)
    ]
    answered = {(source, who) for source, who, _ in parts}
    marked = {
        (source, who) for source, who, copy in parts if source[0] in of_one and of_boxes(copy)
    }
    names = {}
    for name, copies in found.items():
        who = player_path(name)
        saying = [
            copy
            for source, copy in copies.items()
            if has_text(copy) or (who and of_boxes(copy) and (source, who) in marked)
        ]
        likely = [copy for source, copy in copies.items() if (source, who) in answered]
        names[name] = saying or [*likely, *copies.values()][:1]
    return names


def has_text(copy: Copy) -> bool:
    """Return whether any of the fields of a name has content."""
    return any(spot.text for spot in copy.values())


def of_boxes(copy: Copy) -> bool:
    """Return whether the fields of a name are boxes, or the squares of a grid."""
    return any(spot.field.kind in ("check", "square") for spot in copy.values())


def player_path(name: str) -> str:
    """Return the entry of a player that contains a field; empty if none does."""
    steps = name.split(".")
    return ".".join(steps[:2]) if steps[0] in LISTS else ""


def notes_on(form: ReadForm, game: Game[Any]) -> Iterator[str]:
    """Yield how the rules and the data that a form was made from differ from those in force."""
    for one in {sheet.component: sheet for sheet in form.sheets}.values():
        if one.rules not in (0, game.head.rules_version):
            yield (
                f"{form.file}: made for version {one.rules} of the rules; "
                f"version {game.head.rules_version} is in force"
            )
        if not one.same_data(game):
            files = one.other_files(game)
            differ = "differs" if len(files) == 1 else "differ"
            what = f": {join_words(files, 'and')} {differ}" if files else ""
            yield f"{form.file}: made from other data of {game.id} than are in force{what}"
