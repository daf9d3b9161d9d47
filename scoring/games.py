"""The games that can be scored: a folder of this package for each that can be played, and those of
one's own that have a ``score.yaml``.

What a game offers, in the order of writing:

- ``position.py``, ``check.py``, ``score.py``: what lies on the table at the end, which clauses it
  breaks, what it scores. The folder's ``__init__.py`` offers them as `positions.rules.Rules`.
- ``questions.py``, if the end of a game is to be asked for (`ask.questions`).
- ``display.py``: positions as lines of text (`positions.display`).
- ``state.py``, ``engine.py``: the table during play and the game on it (`play.engines`).
- ``template_values.py``: values that rule texts can refer to (`play.template_values`).
- ``table_view.py``: how the table is shown during play (`play.table_view`).
- ``redeal.py``, where anything is hidden (`play.engines`).
- ``observation_space.py``: what programs say and see (`env.action_tokens`).
- ``adviser.py``, where there is advice (`play.advisers`).

docs/develop/adding-an-engine.md writes one, which is in tests/small_game.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import card_data
from card_data import DataError, Game, Problem
from card_data.game import folder_of
from card_data.loader import SCORE_FILE
from card_data.problems import quote
from card_data.text import join_words

PACKAGE = "scoring"  # whose folders the games are
SHEETS = "scoring.scoresheet"  # what scores games by their score sheets


def names() -> list[str]:
    """Return the games that can be played, and so scored.

    >>> names()
    ['dice_archive', 'manuscript', 'nineteen_eighty_four', 'verse_and_variant', 'winstons_archive']
    """
    return sorted(file.parent.name for file in home().glob("*/position.py"))


def scorable(data: Path | None = None) -> list[str]:
    """Return the games that can be scored: `names`, and in the folder ``data`` those of one's own
    that have a score sheet."""
    own = card_data.names(data) if data is not None else []
    found = [game for game in own if (folder_of(game, data) / SCORE_FILE).is_file()]
    return sorted({*names(), *found})


def fail_for_own_game(
    game: str, data: Path | None, file: str, line: int = 0, *, play: bool = False
) -> None:
    """Raise `DataError` for a game of the user's own that cannot be scored, or with ``play`` cannot
    be played."""
    if game in names() or data is None or game not in card_data.names(data):
        return
    card_data.load(game, data)  # which may say why
    if play and game in scorable(data):
        wrong = ", which has no engine: it can be scored, but not played"
    else:
        wrong = f" without a {SCORE_FILE}: it can be printed, but not scored or played"
    done = "played" if play else "scored"
    can = join_words(names() if play else scorable(data), "and")
    message = f"{quote(game)} is a game of your own{wrong}; those that can be {done} are {can}"
    raise DataError(Problem(message=message, file=file, line=line, typed=not line))


def with_advice() -> list[str]:
    """Return the games for which there is advice.

    >>> with_advice()
    ['nineteen_eighty_four']
    """
    return [game for game in names() if has(game, "adviser")]


def home() -> Path:
    """Return the folder that holds the games' folders."""
    return Path(import_module(PACKAGE).__path__[0])


def has(game: str, name: str) -> bool:
    """Check whether a game has a module that not all games have."""
    return (home() / game / f"{name}.py").exists()


def module(game: str, name: str) -> Any:
    """Return a module of a game in `names`."""
    return import_module(f"{PACKAGE}.{game}.{name}")


def package(game: Game[Any]) -> Any:
    """Return the rules of a game in `scorable`: its folder, or a scorer made from its score
    sheet."""
    if game.scoresheet is None:
        return shipped(game.id)
    return import_module(f"{SHEETS}.scorer").scorer_of(game)


def shipped(game: str) -> Any:
    """Return the folder of a game in `names`."""
    return import_module(f"{PACKAGE}.{game}")


def game_module(game: Game[Any], name: str) -> Any:
    """Return a module of a game in `scorable`, from its folder or from that for score sheets; None
    if there is none."""
    if game.scoresheet is not None:
        return import_module(f"{SHEETS}.{name}")
    return module(game.id, name) if has(game.id, name) else None


def corrections(game: Game[Any]) -> Any:
    """Return the game's own `scoring.positions.corrections.Corrections`; None if it has none."""
    found = game_module(game, "corrections")
    if game.scoresheet is not None:
        return found.SheetCorrections(game.scoresheet)
    return found and found.GameCorrections()
