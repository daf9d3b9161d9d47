"""Reading, checking and scoring a position of any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import yaml
from msgspec import Meta

import card_data
from card_data import DataError, Game, Problem
from card_data.decode import decode
from card_data.documents import Document, parse, read_file
from card_data.problems import clip, near
from scoring import games
from scoring.answers import Answer, Scored, Violation, plain
from scoring.findings import Finding, Squares, Where
from scoring.result import Result, Standing

V = TypeVar("V")
# What is marked of a row of check boxes, in any order; None is an answer not given yet.
Marks = Annotated[tuple[V | None, ...], Meta(extra={"marks": True})]
Claim = int | None | msgspec.UnsetType  # a sum that may be left out; is checked if it is there
NIL = msgspec.msgpack.encode(None)
NESTED = (msgspec.Struct, dict, tuple)


@dataclass(frozen=True)
class Filled:
    """A position with the game it belongs to; ``document`` is the file it was read from."""

    game: Game[Any]
    position: Any
    document: Document | None = None

    def line(self, where: Where, squares: Squares = ()) -> int:
        """The line of the value at ``where`` or of what it would stand in; 0 without a file.

        In a grid it is that of the first of ``squares``, if each row has a line of its own.
        """
        if self.document is None:
            return 0
        return self.document.row(where, squares[0][0]) if squares else self.document.mark(where)[0]


@dataclass(frozen=True)
class Report:
    """What a check or a score says of a position.

    ``missing`` lists the paths not answered yet, ``layers`` the layers of the check that ran,
    ``provisional`` why the score is not final. ``result`` is there if the position was scored.
    """

    game: str
    findings: tuple[Finding, ...] = ()
    missing: tuple[Where, ...] = ()
    layers: tuple[str, ...] = ()
    provisional: tuple[str, ...] = ()
    result: Result | None = None

    @property
    def valid(self) -> bool:
        """Whether no clause is broken; answers may still be missing."""
        return not self.findings

    @property
    def sound(self) -> bool:
        """Whether it can be scored: no clause broken, no answer missing."""
        return not (self.findings or self.missing)

    @property
    def final(self) -> bool:
        return self.sound and not self.provisional

    def answer(self) -> Answer:
        """The report as the answer that ``--json`` prints."""
        first = self.result.winners if self.result else ()
        return Answer(
            game=self.game,
            valid=self.valid,
            final=self.final,
            violations=tuple(
                [
                    Violation(finding.rule, finding.path, finding.line, finding.message)
                    for finding in self.findings
                ]
            ),
            standings=tuple(map(scored, self.result.standings if self.result else ())),
            missing=tuple([".".join(where) for where in self.missing]),
            winners=first if self.final else (),
            leaders=() if self.final else first,
            decided_by=self.result.decided_by if self.result and self.final else None,
        )

    def as_json(self) -> dict[str, Any]:
        """The answer as plain values, with the keys of ``--json``."""
        return plain(self.answer())


def scored(standing: Standing) -> Scored:
    """A standing as an answer has it."""
    parts = {part.label: part.points for part in standing.tally.parts}
    return Scored(standing.place, standing.player, standing.total, parts, standing.tally.out)


class UnreadableError(DataError):
    """A source that names one of the games, and is no position or record of it."""

    def __init__(self, game: str, problems: Iterable[Problem]) -> None:
        super().__init__(*problems)
        self.game = game


@dataclass
class PositionReader:
    """Reads positions; loads the data of each game once. ``data`` replaces the shipped data."""

    data: Path | None = None
    loaded: dict[str, Game[Any]] = field(default_factory=dict)

    def read(self, source: Path | str, name: str = "text") -> Filled:
        """The position in a file (a `Path`) or in a YAML text (a `str`, shown as ``name``).

        Raises `DataError` with everything that keeps it from being one: unreadable, not YAML, no
        known game, unknown keys, values of a wrong kind. An answer not given is None.
        """
        document = read_document(source, name)
        return self.decode(self.game(named(document, "game")), document)

    def decode(self, game: Game[Any], document: Document) -> Filled:
        """The position in a document; raise `DataError` as `read` does."""
        try:
            position = decode(document, games.rules(game.id).Position)
        except DataError as error:
            raise UnreadableError(game.id, error.problems) from None
        return Filled(game, position, document)

    def game(self, name: str) -> Game[Any]:
        """The data of a game out of `games.names`."""
        if name not in self.loaded:
            self.loaded[name] = card_data.load(name, self.data)
        return self.loaded[name]


def read_document(source: Path | str, name: str = "text") -> Document:
    """A file (a `Path`) or a YAML text (a `str`), parsed."""
    return read_file(source) if isinstance(source, Path) else parse(source, name)


def named(document: Document, key: str) -> str:
    """The game that ``document`` names under ``key``; raise `DataError` if there is none."""
    known = games.names()
    expected = f"expected one of {', '.join(known)}"
    if not isinstance(document.root, yaml.MappingNode):
        message = f"expected a mapping with the key {key}"
        if document.root is None:
            message = f"the file is empty: {message}"
    elif (game := document.keys().get(key)) is None:
        message = f"key {key} is missing: {expected}"
    elif not isinstance(game, yaml.ScalarNode):
        message = f"found a list or a mapping, {expected}"
    elif game.value in known:
        return str(game.value)
    else:
        message = f"no game called {clip(game.value)} here{near(game.value[:40], known)}"
    line = document.mark((key,))[0] if document.root else 0
    raise DataError(Problem(message=message, file=document.file, line=line, field=key))


def check(filled: Filled) -> Report:
    """Everything wrong with a position: broken clauses, answers missing, why it is not final."""
    game, position = filled.game, filled.position
    rules = games.rules(game.id)
    # each None is a nil byte in MessagePack, so that most positions need not be searched
    missing = tuple(unanswered(position)) if NIL in msgspec.msgpack.encode(position) else ()
    findings: list[Finding] = []
    for layer in rules.LAYERS.values():
        findings += layer(position, game)
    layers = ("shape", *rules.LAYERS)
    if findings or missing:
        return Report(game.id, tuple(placed(findings, filled)), missing, layers)
    running = tuple(rules.unfinished(position, game))
    return Report(game.id, layers=(*layers, "end of game"), provisional=running)


def score(filled: Filled) -> Report:
    """The check's report, with the result if the position is sound."""
    report = check(filled)
    if not report.sound:
        return report
    result = games.rules(filled.game.id).score(filled.position, filled.game)
    return Report(report.game, layers=report.layers, provisional=report.provisional, result=result)


def placed(findings: list[Finding], filled: Filled) -> Iterator[Finding]:
    """The findings with their lines."""
    for finding in findings:
        yield msgspec.structs.replace(finding, line=filled.line(finding.where, finding.squares))


def unanswered(value: Any, where: Where = ()) -> Iterator[Where]:
    """The paths inside a record, mapping or list where the value is None."""
    for step, part in parts(value):
        if part is None:
            yield (*where, str(step))
        elif isinstance(part, NESTED):
            yield from unanswered(part, (*where, str(step)))


def parts(value: Any) -> Iterable[tuple[Any, Any]]:
    """The values right inside a record, mapping or list, with their names or numbers."""
    if isinstance(value, msgspec.Struct):
        return zip(value.__struct_fields__, msgspec.structs.astuple(value), strict=True)
    return value.items() if isinstance(value, dict) else enumerate(value)
