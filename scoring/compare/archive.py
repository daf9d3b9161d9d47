"""Positions of evenings that were played, scored under two rule sets: whose place changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from card_data import DataError, Problem
from card_data.documents import Document, parse
from card_data.words import counted
from scoring.compare.pairs import RuleSet
from scoring.play import records
from scoring.positions.made import overruled
from scoring.positions.positions import (
    Filled,
    PositionReader,
    Report,
    named,
    read_document,
    score,
)
from scoring.positions.result import Result, Standing
from scoring.positions.written import text

MOST_FILES = 10_000
MOST_PROBLEMS = 3  # of a file that are told
ENDS = (".yaml", ".yml", ".json")
FORM = ".pdf"

RulesOf = Callable[[str], tuple[RuleSet, RuleSet]]  # the old and the new rules of a game


class Moved(NamedTuple):
    """A player whose score or place is another; ``parts`` are those of the score that differ, each
    with its points before and after, None where there is no such part."""

    player: str
    old: Standing
    new: Standing
    parts: dict[str, tuple[int | None, int | None]]


class Archived(NamedTuple):
    """A position under both rule sets.

    ``problems`` say, with the file, why it cannot be scored under one; ``moved`` are the players
    whose score or place is another. ``winners`` are those before and after: who leads, if it is
    provisional. It is ``overruled`` if it was made under other house options than those typed. One
    of another game is not scored.
    """

    file: str
    problems: tuple[str, ...] = ()
    moved: tuple[Moved, ...] = ()
    winners: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    of_another_game: bool = False
    overruled: bool = False

    @property
    def sound(self) -> bool:
        """Whether it was scored under both."""
        return not (self.problems or self.of_another_game)

    @property
    def places_change(self) -> bool:
        """Whether anybody's place is another."""
        return any(one.old.place != one.new.place for one in self.moved)


def archived(paths: list[Path], old: RuleSet, new: RuleSet) -> list[Archived]:
    """The positions in files and in the folders given, in the order of their names, those in PDF
    forms last.

    A record counts by what it came to under the old rules. Raises `DataError` for a folder without
    any, or with too many.
    """
    files, forms = parted(paths)
    found = [compared(file, old, new) for file in files]
    return [*found, *in_forms(forms, lambda game: (old, new), old.data or new.data)]


def of_any_game(paths: list[Path], rules_of: RulesOf, data: Path | None) -> list[Archived]:
    """The positions in files and folders, each under the old and the new rules of its own game,
    those in PDF forms last; ``data`` is the folder of one's own games, if any.

    Raises `DataError` for a folder without any, or with too many.
    """
    files, forms = parted(paths)
    found = [by_its_game(file, rules_of, data) for file in files]
    return [*found, *in_forms(forms, rules_of, data)]


def parted(paths: list[Path]) -> tuple[list[Path], list[Path]]:
    """The files that paths stand for, without the forms among them, and these."""
    forms = [path for path in paths if path.suffix.lower() == FORM and not path.is_dir()]
    return [file for path in paths if path not in forms for file in files_in(path)], forms


def in_forms(files: list[Path], rules_of: RulesOf, data: Path | None) -> Iterator[Archived]:
    """The positions in PDF forms, those of a game as one, each under both rule sets."""
    if not files:
        return
    from scoring.sheets.read import gathered  # which few comparisons need

    try:
        found = gathered(files, data)
    except DataError as error:
        yield refused(str(files[0]), error)
        return
    for forms in found:
        try:
            old, new = rules_of(forms.game)
            filled = forms.filled(PositionReader(old.data))  # under the options it was printed with
            yield compared(parse(text(filled), forms.name), old, new)
        except DataError as error:
            yield refused(forms.name, error)


def by_its_game(file: Path, rules_of: RulesOf, data: Path | None) -> Archived:
    """The position in a file under both rule sets of the game that it names."""
    try:
        old, new = rules_of(game_of(read_document(file), data))
    except DataError as error:
        return refused(str(file), error)
    return compared(file, old, new)


def refused(name: str, error: DataError) -> Archived:
    """A position that cannot be read under one of the rule sets."""
    return Archived(name, tuple([str(one) for one in error.problems[:MOST_PROBLEMS]]))


def files_in(path: Path) -> list[Path]:
    """The files that a path stands for: itself, or the positions in a folder."""
    if not path.is_dir():
        return [path]
    found = sorted(file for file in path.iterdir() if file.suffix.lower() in ENDS)
    if not found or len(found) > MOST_FILES:
        message = f"found {len(found)} files named {', '.join(ENDS)}, expected 1 to {MOST_FILES:,}"
        raise DataError(Problem(message=message, file=str(path), typed=True))
    return found


def compared(source: Path | Document, old: RuleSet, new: RuleSet) -> Archived:
    """The position in a file, or in its document, under both rule sets."""
    name = source.file if isinstance(source, Document) else str(source)
    try:
        document = read_document(source)
        if game_of(document, old.data or new.data) != old.game.id:
            return Archived(name, of_another_game=True)
        before, after = (scored(document, one, old) for one in (old, new))
        other = any(is_overruled(document, one) for one in (old, new))
    except DataError as error:
        return refused(name, error)
    problems = [*wrong(before, old), *wrong(after, new)]
    if problems or before.result is None or after.result is None:
        return Archived(name, tuple([f"{name}: {problem}" for problem in problems]))
    winners = leaders(before.result), leaders(after.result)
    players = tuple(moved(before.result, after.result))
    return Archived(name, (), players, winners, overruled=other)


def is_record(document: Document) -> bool:
    """Whether a document is a record, not a position."""
    keys = document.keys()
    return "record" in keys and "game" not in keys


def game_of(document: Document, data: Path | None) -> str:
    """The game that a position or a record names; raise `DataError` if there is none. ``data`` is
    the folder of one's own games, if any."""
    return named(document, "record" if is_record(document) else "game", data)


def scored(document: Document, rules: RuleSet, old: RuleSet) -> Report:
    """What a position, or the end of a record, scores, under the house options that are typed, else
    under its own; raise `DataError` if it cannot be read."""
    game, _ = rules.reader.made(rules.game.id, document)
    if is_record(document):
        filled = end_of(document, old)
        return score(Filled(game, filled.position, alone=filled.alone))
    return score(rules.reader.decode(game, document))


def is_overruled(document: Document, rules: RuleSet) -> bool:
    """Whether a file was made under other house options than those typed."""
    game, made = rules.reader.made(rules.game.id, document)
    return any(overruled(made.house, game, rules.house))


def end_of(document: Document, old: RuleSet) -> Filled:
    """What a record came to under the old rules."""
    game, _ = old.reader.made(old.game.id, document)
    replayed = records.play_back(records.decoded(document, game))
    if replayed.play is None or replayed.findings:
        found = replayed.findings[0]
        message = f"under {old.name}: {found.rule}: {found.said}"
        raise DataError(Problem(message=message, file=document.file, line=found.line))
    return replayed.play.filled()


def wrong(report: Report, rules: RuleSet) -> Iterator[str]:
    """Why a position is not scored under a rule set."""
    for found in report.findings[:MOST_PROBLEMS]:
        yield f"under {rules.name}: {found.rule}: {found.said}"
    if (more := len(report.findings) - MOST_PROBLEMS) > 0:
        yield f"under {rules.name}: {counted(more, 'more violation')}"
    if report.missing:
        yield f"under {rules.name}: {counted(len(report.missing), 'answer')} missing"


def leaders(result: Result) -> tuple[str, ...]:
    """Who wins, or leads so far."""
    return result.winners or result.leaders


def moved(old: Result, new: Result) -> Iterator[Moved]:
    """The players whose score or place is another, in the order of their old places."""
    after = {standing.player: standing for standing in new.standings}
    for before in old.standings:
        now = after[before.player]
        if (before.place, before.total, before.tally.out) != (now.place, now.total, now.tally.out):
            yield Moved(before.player, before, now, other_parts(before, now))


def other_parts(old: Standing, new: Standing) -> dict[str, tuple[int | None, int | None]]:
    """The parts of a score that differ."""
    before, now = (
        {part.label: part.points for part in standing.tally.parts} for standing in (old, new)
    )
    labels = dict.fromkeys([*before, *now])
    pairs = {label: (before.get(label), now.get(label)) for label in labels}
    return {label: pair for label, pair in pairs.items() if pair[0] != pair[1]}
