"""Scores for a page without a server, by Python in the browser.

It has the games that `pickled_game` makes, and keeps no tables: the page does, and sends the
position with each question. Questions and answers are JSON.

>>> from pathlib import Path
>>> from tempfile import mkdtemp
>>> import card_data
>>> folder = Path(mkdtemp())
>>> raw = pickled_game(card_data.load("winstons_archive"))
>>> _ = (folder / "winstons_archive.game").write_bytes(raw)
>>> judge = OfflineScorer(folder)
>>> found = judge.answer('{"do": "begin", "game": "winstons_archive", "players": ["Ann", "Bo"]}')
>>> found.startswith('{"status":200,"answer":{"view":{"game":"winstons_archive"')
True
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from card_data import DataError, Game, Problem
from card_data.limits import MOST_CHANGES
from card_data.model import Model
from card_data.reading.decode import decode_partly
from card_data.reading.documents import parse
from scoring.ask.questions import questions_of
from scoring.positions.players import with_seated_names
from scoring.positions.positions import PositionFile, strip_spaces
from scoring.positions.rules import rules_of
from scoring.web.entry import begun
from scoring.web.messages import REFUSALS, Failure, NewTable, refusal
from scoring.web.shared_position import EnteredChange, SharedPosition
from scoring.web.view import View, view_of

SUFFIX = ".game"


class Begin(NewTable, frozen=True, tag_field="do", tag="begin"):
    """A request for a new table."""


class Take(Model, frozen=True, tag_field="do", tag="take"):
    """Changes to a table that has this position."""

    game: str
    position: dict[str, Any]
    changes: Annotated[tuple[EnteredChange, ...], Meta(max_length=MOST_CHANGES)] = ()


class Shown(Model, frozen=True):
    """The news of a table."""

    view: View


class Answer(Model, frozen=True):
    status: int
    answer: Shown | Failure


class OfflineScorer:
    """Answers a page's questions; ``folder`` has the games, each in a file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.games: dict[str, Game[Any]] = {}

    def answer(self, question: str) -> str:
        try:
            asked = msgspec.json.decode(question, type=Begin | Take)
            found = Answer(int(HTTPStatus.OK), Shown(self.view(asked)))
        except REFUSALS as error:
            status, wrong = refusal(error)
            found = Answer(int(status), wrong)
        return msgspec.json.encode(found).decode()

    def view(self, asked: Begin | Take) -> View:
        """Return the view of a table; raise any of `REFUSALS`."""
        game = self.game(asked.game)
        if isinstance(asked, Begin):
            return view_of(begun(game, asked.players))
        table = SharedPosition("", restored(game, asked.position))
        table.take(asked.changes)
        return table.view

    def game(self, name: str) -> Game[Any]:
        """Load a game; a table may be of one that the site no longer has."""
        if name not in self.games:
            file = self.folder / f"{name}{SUFFIX}"
            if not file.is_file():
                raise DataError(Problem(message="no game of this name", file="game"))
            self.games[name] = pickle.loads(file.read_bytes())
        return self.games[name]


def pickled_game(game: Game[Any]) -> bytes:
    """Pickle the parts of a game that scoring needs, without the paths of its files."""
    nothing: Mapping[str, Any] = {}
    scored = msgspec.structs.replace(
        game, folder=PurePosixPath(game.id), components=nothing, lengths=nothing, digests=nothing,
        files=nothing, sources=nothing,
    )  # fmt: skip
    return pickle.dumps(scored, protocol=5)


def restored(game: Game[Any], position: dict[str, Any]) -> PositionFile:
    """Read a position that a page stored; values that no longer fit become unanswered."""
    document = parse(msgspec.json.encode(position).decode(), "table", is_json=True)
    kind = rules_of(game).Position
    found, _ = decode_partly(document, kind, strip_spaces)
    position = questions_of(game).complete(kind() if found is None else found)
    return PositionFile(game, with_seated_names(position))
