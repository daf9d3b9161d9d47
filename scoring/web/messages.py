"""The JSON messages between pages and the code that scores for them."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from card_data import DataError, Game
from card_data.limits import MOST_CHANGES, MOST_PLAYERS
from card_data.model import Clause, Model
from scoring.positions.positions import PlayerName
from scoring.positions.rules import rules_of
from scoring.web.shared_position import ConflictError, EnteredChange

REFUSALS = (msgspec.MsgspecError, RecursionError, ValueError, ConflictError, DataError)


class NewTable(Model, frozen=True):
    game: Annotated[str, Meta(max_length=255)]
    players: Annotated[tuple[PlayerName, ...], Meta(max_length=MOST_PLAYERS)] = ()


class EnteredChanges(Model, frozen=True):
    changes: Annotated[tuple[EnteredChange, ...], Meta(min_length=1, max_length=MOST_CHANGES)]


class GameOffer(Model, frozen=True):
    id: str
    title: str
    least: int
    """The fewest players."""
    most: int
    players: bool
    """Whether positions have players; not in a solitaire."""


class Failure(Model, frozen=True):
    """The reason why a request failed."""

    problems: tuple[str, ...]
    path: str = ""
    """The path that another phone has changed."""
    now: Any = None
    """The value there now."""


class ClauseTexts(Model, frozen=True):
    id: str
    title: str
    """The title of its section."""
    texts: tuple[str, ...]


def offered(game: Game[Any]) -> GameOffer:
    bounds, entries = game.head.players, hasattr(rules_of(game).Position(), "players")
    return GameOffer(game.id, game.title, bounds.min, bounds.max, entries)


def clause_texts(clause: Clause, section: str) -> ClauseTexts:
    texts = (clause.text, clause.ruling, clause.house, clause.scorer)
    return ClauseTexts(clause.id, section, tuple(filter(None, texts)))


def refusal(error: Exception) -> tuple[HTTPStatus, Failure]:
    """Return the status and message for an error out of `REFUSALS`."""
    if isinstance(error, ConflictError):
        return HTTPStatus.CONFLICT, Failure((), error.typed.path, error.now)
    if isinstance(error, DataError):
        return HTTPStatus.UNPROCESSABLE_ENTITY, failure_of(error)
    return HTTPStatus.BAD_REQUEST, Failure((str(error),))


def failure_of(error: DataError) -> Failure:
    return Failure(tuple([problem.message for problem in error.problems]))
