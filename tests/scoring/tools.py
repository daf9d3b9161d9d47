"""Helpers for the tests of every game: house rules, answers to a play, findings of a check."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import card_data
from card_data import Game
from scoring.cli.main import app
from scoring.play.decisions import Decision, Question, Script
from scoring.play.moves import Choices
from scoring.play.play import IllegalMove, Play
from scoring.positions.findings import Finding
from scoring.positions.positions import PositionFile, Report
from scoring.positions.result import Result, Standing

TESTS = Path(__file__).parents[1]
POSITIONS, RECORDS = TESTS / "positions", TESTS / "records"
# of `scoring score --json`
KEYS = {
    "game", "valid", "final", "violations", "standings", "missing", "winners", "leaders",
    "decided_by",
}  # fmt: skip


def house(game: Game[Any], **options: Any) -> Game[Any]:
    """A game with other values of its house rules."""
    changed = {
        name: msgspec.structs.replace(game.options()[name], value=value)
        for name, value in options.items()
    }
    data = msgspec.structs.replace(
        game.data, options=msgspec.structs.replace(game.data.options, **changed)
    )
    return msgspec.structs.replace(game, data=data)


def decided(play: Play) -> Decision[Any]:
    """Return the next decision in a game that is not over."""
    assert play.decision is not None
    return play.decision


def asked(play: Play) -> tuple[str, str]:
    """Who has to answer, and what."""
    decision = decided(play)
    return decision.who, decision.what


def options(play: Play) -> list[str]:
    """The moves to choose from, in words."""
    return words(decided(play))


def words(decision: Decision[Any]) -> list[str]:
    """The moves that answer a decision of few options, in words."""
    assert isinstance(decision.options, Choices)
    return [*decision.options]


def answer(play: Play, *moves: str) -> None:
    """Answer one decision after the other."""
    for move in moves:
        play.move(move)


def refused(play: Play, move: str, who: str | None = None) -> Finding:
    """Why a move is refused, which then has changed nothing."""
    before = repr(play.turns), repr(play.state), play.decisions
    with pytest.raises(IllegalMove) as error:
        play.move(move, who)
    assert (repr(play.turns), repr(play.state), play.decisions) == before
    (finding,) = error.value.findings
    assert str(error.value) == f"{finding.rule}: {finding.message}"
    return finding


def drive(script: Script, *moves: str) -> list[Decision[Any]]:
    """Run a part of an engine with these moves to its end; the decisions it asked for."""
    found = []
    answers = iter(moves)
    try:
        question: Question = next(script)
        while True:
            assert isinstance(question, Decision)
            found.append(question)
            question = script.send(question.options.parse(next(answers))[1])
    except StopIteration:
        pass
    assert not list(answers), "moves left over"
    return found


def broken(report: Report) -> list[tuple[str, str]]:
    """The rule and path of each finding."""
    return [(finding.rule, finding.path) for finding in report.findings]


def scored(report: Report) -> Result:
    """The result of a sound position."""
    assert report.result is not None
    return report.result


def standings(report: Report) -> tuple[Standing, ...]:
    """The standings of a sound position, best first."""
    return scored(report).standings


@cache
def ended(name: str, seed: int = 1) -> PositionFile:
    """The end of a random game, of one player more with each seed; it is played once."""
    game = card_data.load(name)
    bounds = game.head.players
    players = bounds.min + seed % (bounds.max - bounds.min + 1)
    play = Play(game, ["Łucja", "Ζωή", "No", "O'Neil", "null", "Ed"][:players])
    play.play_on(Random(seed))
    return play.filled()


def seated(name: str) -> Play:
    """A new game of one of the games that can be scored, with as few players as it may have."""
    game = card_data.load(name)
    return Play(game, ["Ann", "Bo", "Cy"][: game.head.players.min])


def run(*arguments: str, lines: str | bytes = "") -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a command at which lines are typed."""
    outcome = CliRunner().invoke(app, list(arguments), input=lines, catch_exceptions=False)
    return outcome.exit_code, outcome.stdout, outcome.stderr


def saved(folder: Path, content: str | bytes, name: str = "evening.yaml") -> str:
    """Write a file with this content, and return its name."""
    path = folder / name
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return str(path)
