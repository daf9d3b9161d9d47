"""The games as environments for programs that learn: PettingZoo's, players in turn (AEC).

Needs the extra ``printkit[env]``; see docs/guide/environments.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import card_data
from card_data import DataError, Problem
from card_data.game import called
from card_data.problems import did_you_mean, quote
from scoring import games

if TYPE_CHECKING:
    from scoring.env.environment import Environment

__all__ = ["make"]


def make(
    game: str,
    players: int | None = None,
    *,
    data: Path | None = None,
    house: Sequence[str] = (),
    render_mode: str | None = None,
    texts: bool = False,
) -> Environment:
    """Return a game as an environment for this many ``players``, by default the fewest.

    ``data`` is a folder of edited games, ``house`` are house rules such as
    ``dice_archive.boss_die_counts=true``; ``render_mode`` may be ``ansi``; with ``texts``, `infos`
    has the decision in words. Raises `DataError` for an unknown game or option, `IllegalMove` if
    the rules do not seat that many players, `ImportError` without the extra.
    """
    try:
        from scoring.env.environment import Environment
    except ModuleNotFoundError as error:
        message = f"scoring.env needs the package {error.name}: pip install 'printkit[env]'"
        raise ImportError(message) from error
    game = called(game)
    if game not in games.names():
        message = f"no game called {quote(game)} here{did_you_mean(game, games.names())}"
        raise DataError(Problem(message=message, file="GAME", typed=True))
    loaded = card_data.load(game, data, house)
    number = loaded.head.players.min if players is None else players
    return Environment(loaded, number, render_mode, texts=texts)
