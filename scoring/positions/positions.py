"""Reading, checking and scoring a position of any game."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

import card_data
from card_data import DataError, Game, Problem
from card_data.choices import NO_HOUSE_RULES, HouseRules
from card_data.game import no_game
from card_data.house import Choice, HouseRule, changed_rules
from card_data.limits import LONGEST_PLAYER, MOST_PLAYERS
from card_data.loader import declared_house_rules
from card_data.model import Model
from card_data.reading.decode import decode, decode_partly
from card_data.reading.documents import (
    Document,
    Steps,
    describe_value,
    parse,
    path_in_words,
    read_file,
)
from card_data.text import join_words
from scoring import games
from scoring.positions.findings import Finding, OnSheet, Squares, Unanswered, Where, order
from scoring.positions.json_models import Answer, Fix, Scored, Violation, to_plain
from scoring.positions.partial import SoFar, so_far
from scoring.positions.paths import child, unanswered
from scoring.positions.players import name_at, with_seated_names
from scoring.positions.provenance import (
    KEYS,
    MadeFor,
    check_options,
    data_notes,
    house_rule_notes,
    house_rules,
    read_made_for,
)
from scoring.positions.result import Result, Standing
from scoring.positions.rules import rules_of, warnings_of
from scoring.positions.sheet_document import SheetDocument

V = TypeVar("V")
NOT_OVER = "provisional score: the game is not over"
# What is marked of a row of check boxes, in any order; None is an answer not given yet.
Marks = Annotated[tuple[V | None, ...], Meta(extra={"marks": True})]
PlayerName = Annotated[str, Meta(max_length=LONGEST_PLAYER)]
# A player who is named outside the entries of players; where ``nobody`` may be, the word for that.
Owner = Annotated[str, Meta(extra={"nobody": ""})]
# An entry for each player; more than any game is for are not looked at.
Players = Annotated[tuple[V, ...], Meta(max_length=MOST_PLAYERS)]
# What the rules say of the other answers: it may be left out, and is checked if it is there.
Claim = int | None | UnsetType
Running = bool | UnsetType  # whether the game is not over, so that its score is as it stands
NIL = msgspec.msgpack.encode(None)
OTHER = {  # what a file is instead, by the key that names its game: in words, and its command
    "game": ("a position, not a record", "score"),
    "record": ("the record of a game, not a position", "replay"),
}


@dataclass(frozen=True)
class PositionFile:
    """A position with its game; ``document`` is the file from which it was read, or the `Sheets`.

    ``alone`` is the player of a solitaire, whose sheet has no place for a name. ``made_for`` is the
    fingerprint of the data that it was made for, if that is known; ``remarks`` are the differences
    between what it was made for and what it is scored by.
    """

    game: Game[Any]
    position: Any
    document: Document | None = None
    alone: str = ""
    made_for: str | None = None
    remarks: tuple[str, ...] = ()

    def line(self, where: Where, squares: Squares = ()) -> int:
        """Return the line of the value at ``where``, or of what would contain it; 0 without a file.

        In a grid it is that of the first of ``squares``, if each row has a line of its own.
        """
        if self.document is None or isinstance(self.document, SheetDocument):
            return 0
        return self.document.row(where, squares[0][0]) if squares else self.document.mark(where)[0]

    def at(self, where: Where, squares: Squares = ()) -> OnSheet | None:
        """Return the place on the sheets of the value at ``where``; None if there are no sheets."""
        return (
            self.document.at(where, squares) if isinstance(self.document, SheetDocument) else None
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on its source, such as that it was made for other data."""
        sheets = self.document.notes if isinstance(self.document, SheetDocument) else ()
        return (*sheets, *self.remarks)


class Report(Model, frozen=True):
    """The results of a check or a score of a position.

    ``findings`` and ``unanswered``, the missing answers, come in the order of their lines.
    ``warnings`` are findings that break no clause. ``layers`` are those of the check that ran,
    ``provisional`` has the reasons why the score is not final. ``result`` is there if the position
    was scored; a provisional one has leaders, not winners. If it was to be scored and only lacks
    answers, ``so_far`` has the points by the answers so far. ``notes`` are notes on its source,
    ``made_for`` is the fingerprint of the data that it was made for, if that is known; ``options``
    are the house rules that are not as in the data. ``fixes`` are likely corrections, if they were
    asked for (`scoring.positions.likely.fixes`).
    """

    game: str
    findings: tuple[Finding, ...] = ()
    unanswered: tuple[Unanswered, ...] = ()
    layers: tuple[str, ...] = ()
    provisional: tuple[str, ...] = ()
    result: Result | None = None
    fixes: tuple[Fix, ...] = ()
    notes: tuple[str, ...] = ()
    so_far: SoFar = ()
    options: tuple[HouseRule, ...] = ()
    made_for: str | None = None
    warnings: tuple[Finding, ...] = ()

    @property
    def missing(self) -> tuple[Where, ...]:
        """The paths of the missing answers."""
        return tuple([each.where for each in self.unanswered])

    @property
    def valid(self) -> bool:
        """Whether no clause is broken; answers may still be missing."""
        return not self.findings

    @property
    def sound(self) -> bool:
        """Whether it can be scored: no clause broken, no answer missing."""
        return not (self.findings or self.unanswered)

    @property
    def final(self) -> bool:
        return self.sound and not self.provisional

    def answer(self) -> Answer:
        return Answer(
            game=self.game,
            valid=self.valid,
            final=self.final,
            violations=self.violations(),
            warnings=tuple(map(violation, self.warnings)) or UNSET,
            standings=tuple(map(scored, self.result.standings if self.result else ())),
            missing=tuple([each.path for each in self.unanswered]),
            winners=self.result.winners if self.result else (),
            leaders=self.result.leaders if self.result else (),
            decided_by=self.result.decided_by if self.result else None,
            fixes=self.fixes or UNSET,
            notes=self.notes or UNSET,
            options=self.options or UNSET,
            made_for=self.made_for or UNSET,
        )

    def violations(self) -> tuple[Violation, ...]:
        return tuple(map(violation, self.findings))

    def as_json(self) -> dict[str, Any]:
        """Return the answer as plain values, with the keys of ``--json``."""
        return to_plain(self.answer())


def violation(found: Finding) -> Violation:
    at = found.at
    return Violation(
        found.rule,
        found.path,
        found.line,
        found.text,
        file=at.file if at else UNSET,
        page=(at and at.page) or UNSET,
        label=(at and at.label) or UNSET,
        also=tuple(map(".".join, found.also)) or UNSET,
    )


def scored(standing: Standing) -> Scored:
    parts = {part.label: part.points for part in standing.tally.parts}
    return Scored(standing.place, standing.player, standing.total, parts, standing.tally.out)


class UnreadableError(DataError):
    """A source that names one of the games, and is no position or record of it.

    ``report`` has the other faults of the part that could be read, if any could.
    """

    def __init__(
        self, game: str, problems: Iterable[Problem], report: Report | None = None
    ) -> None:
        super().__init__(*problems)
        self.game = game
        self.report = report


@dataclass
class PositionReader:
    """Reads positions; loads the data of each game once for the same house rules. ``data``
    replaces the shipped data; ``house`` are the options of whoever reads them."""

    data: Path | None = None
    house: HouseRules = NO_HOUSE_RULES
    loaded: dict[tuple[str, frozenset[tuple[str, str]]], Game[Any]] = field(default_factory=dict)

    def read(self, source: Path | str | Document, name: str = "text") -> PositionFile:
        """Return the position in a file (a `Path`) or in a YAML text (a `str`, shown as ``name``).

        Raises `DataError` with everything that keeps it from being one: unreadable, not YAML, no
        known game, unknown keys, values of a wrong kind. A missing answer is None. From the output
        of ``scoring replay --json`` the position is read.
        """
        document = position_in(read_document(source, name))
        game, made = self.made(game_named_in(document, "game", self.data), document)
        filled = self.decode(game, document)
        remarks = (
            *data_notes(made, game),
            *house_rule_notes(made.house, game, self.house),
        )
        return dataclasses.replace(filled, made_for=made.data, remarks=remarks)

    def decode(self, game: Game[Any], document: Document) -> PositionFile:
        """Return the position in a document, by this game's data; raise `DataError` as `read`
        does."""
        own = document if isinstance(document, SheetDocument) else document.part(KEYS, only=False)
        try:
            position = decode(own, rules_of(game).Position, strip_spaces)
        except DataError as error:
            raise UnreadableError(game.id, error.problems, check_readable_part(game, own)) from None
        return PositionFile(game, with_seated_names(position), document)

    def made(self, name: str, document: Document) -> tuple[Game[Any], MadeFor]:
        """Return the game by which a file is to be judged, and what the file was made for; raise
        `UnreadableError` if it cannot have been made for that."""
        try:
            made = read_made_for(document)
            if made.options:
                check_options(document, name, made, declared_house_rules(name, self.data))
        except DataError as error:
            raise UnreadableError(name, error.problems) from None
        return self.game(name, made.house), made

    def game(self, name: str, said: Mapping[str, str] | None = None) -> Game[Any]:
        """Return the data of a game in `games.names`, for a file with the house rules ``said``;
        None for a file that states none."""
        words = house_rules(name, said, self.house)
        key = name, frozenset(words.items())
        if key not in self.loaded:
            house = [str(Choice(name, *one)) for one in words.items()]
            self.loaded[key] = card_data.load(name, self.data, house)
        return self.loaded[key]


def read_document(source: Path | str | Document, name: str = "text") -> Document:
    """Parse a file (a `Path`) or a YAML text (a `str`); return a document as it is."""
    if isinstance(source, Document):
        return source
    return read_file(source) if isinstance(source, Path) else parse(source, name)


def position_in(document: Document) -> Document:
    """Return the position in the output of ``--json``, or any other document as it is."""
    keys = document.keys()
    if not {"valid", "violations"} <= keys.keys():
        return document
    if keys.get("position") is None:
        message = (
            "this is what --json printed, without a position; scoring replay --json includes one"
        )
        raise DataError(Problem(message=message, file=document.file))
    return document.below("position")


def strip_spaces(text: str) -> str:
    """Strip the spaces around a text, except around a drawing."""
    return text if "\n" in text else text.strip()


def check_readable_part(game: Game[Any], document: Document) -> Report | None:
    """Check the readable part of a document with problems; return None if that is too little."""
    position, blamed = decode_partly(document, rules_of(game).Position, strip_spaces)
    if position is None:
        return None
    report = check(PositionFile(game, with_seated_names(position), document))
    unanswered = [each for each in report.unanswered if not is_unreadable(each.where, blamed)]
    return replace(report, unanswered=tuple(unanswered), provisional=())


def is_unreadable(where: Where, blamed: Collection[Steps]) -> bool:
    """Check whether a place is unanswered because it, or what contains it, is unreadable."""
    paths = {tuple(map(str, path)) for path in blamed}
    return any(where[:depth] in paths for depth in range(1, len(where) + 1))


class NoGameError(DataError):
    """A file that names an unknown game."""


def game_named_in(document: Document, key: str, data: Path | None = None) -> str:
    """Return the game that ``document`` names under ``key``; raise `DataError` if there is none."""
    known = games.scorable(data) if key == "game" else games.names()
    expected = f"expected one of {', '.join(known)}"
    keys = document.keys()
    other, (found, command) = next(item for item in OTHER.items() if item[0] != key)
    if not isinstance(document.root, dict):
        message = f"expected a mapping with the key {key}"
        if document.root is None:
            message = f"the file is empty: {message}"
    elif (game := keys.get(key)) is None and other in keys:
        line = document.mark((other,))[0]
        message = f"this is {found}: scoring {command} {shlex.quote(document.file)}"
        raise DataError(Problem(message=message, file=document.file, line=line))
    elif game is None:
        message = f"key {key} is missing: {expected}"
    elif not isinstance(game, str):
        message = f"found {describe_value(game)}, {expected}"
    elif game in known:
        return str(game)
    else:
        line = document.mark((key,))[0]
        games.fail_for_own_game(game, data, document.file, line, play=key != "game")
        message = no_game(game, known, data)
        raise NoGameError(Problem(message=message, file=document.file, line=line, field=key))
    line = document.mark((key,))[0] if document.root else 0
    raise DataError(Problem(message=message, file=document.file, line=line, field=key))


def check(filled: PositionFile) -> Report:
    """Check a position: broken clauses, missing answers, and why its score is not final."""
    game, position = filled.game, filled.position
    rules = rules_of(game)
    # each None is a nil byte in MessagePack, so that most positions need not be searched
    missing = tuple(unanswered_places(filled)) if NIL in msgspec.msgpack.encode(position) else ()
    findings: list[Finding] = []
    for layer in rules.LAYERS.values():
        findings += layer(position, game)
    layers = ("shape", *rules.LAYERS)
    report = Report(
        game.id,
        warnings=tuple(sorted(with_places(warnings_of(game, position), filled), key=order)),
        layers=layers,
        notes=filled.notes,
        options=changed_rules(game),
        made_for=filled.made_for,
    )
    if findings or missing:
        found = sorted(with_places(findings, filled), key=order)
        open_ = sorted(missing, key=order)
        return replace(report, findings=tuple(found), unanswered=tuple(open_))
    running = (NOT_OVER,) if position.running else tuple(rules.unfinished(position, game))
    return replace(report, layers=(*layers, "end of game"), provisional=running)


def score(filled: PositionFile) -> Report:
    """Return the check's report, with the result if the position is sound; if it only lacks
    answers, with the points so far."""
    report = check(filled)
    if not report.sound:
        points = so_far(filled.game, filled.position, filled.alone) if report.valid else ()
        return replace(report, so_far=points)
    return replace(report, result=outcome(filled, report))


def outcome(filled: PositionFile, report: Report) -> Result:
    """Score a position that this report found sound."""
    result = result_of(filled)
    return result.so_far() if report.provisional else result


def result_of(filled: PositionFile) -> Result:
    """Score a sound position, under the name of the player if it is a solitaire."""
    result = rules_of(filled.game).score(filled.position, filled.game)
    return result.of(filled.alone) if filled.alone else result


def with_places(findings: Iterable[Finding], filled: PositionFile) -> Iterator[Finding]:
    """Yield the findings with their lines, players and places."""
    for finding in findings:
        line = filled.line(finding.where, finding.squares)
        who, place = whom_and_where(finding, filled.position)
        at = filled.at(finding.where, finding.squares)
        if at is not None and finding.also and not who:
            at = replace(at, label=at.label.partition(": ")[2])  # without the first player
        yield replace(finding, line=line, who=who, place=place, at=at)


def whom_and_where(finding: Finding, position: Any) -> tuple[str, str]:
    """Return the single player whom a finding is about, if there is one, and its places as people
    follow them in the file."""
    places = (finding.where, *finding.also)
    names = dict.fromkeys([name_at(position, where) for where in places])
    own = dict.fromkeys([path_in_words(own_steps(position, where)) for where in places])
    if len(names) == 1:
        return finding.who or next(iter(names)), join_words(own, "and")
    return finding.who, f"{join_words(own, 'and')} of {join_words(names, 'and')}"


def unanswered_places(filled: PositionFile) -> Iterator[Unanswered]:
    """Yield the missing answers of a position."""
    for where in unanswered(filled.position):
        who = name_at(filled.position, where)
        place = path_in_words(own_steps(filled.position, where))
        lacking = isinstance(filled.document, SheetDocument) and filled.document.lacks(where)
        yield Unanswered(where, filled.line(where), who, place, filled.at(where), lacking)


def own_steps(position: Any, where: Where) -> Steps:
    """Return a path with list indices as numbers, relative to a player's entry inside one."""
    path = steps(position, where)
    return path[2:] if name_at(position, where) else path


def steps(value: Any, where: Where) -> Steps:
    """Return the path ``where`` into a value, with list indices as numbers."""
    path: list[str | int] = []
    for step in where:
        path.append(int(step) if isinstance(value, tuple) else step)
        value = child(value, step)
    return tuple(path)
