"""The games that can be scored: each is a folder of this package."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, cast

import card_data
from card_data import DataError, Game, Problem
from card_data.problems import clip
from card_data.words import in_words
from scoring.play.table_view import TableView
from scoring.protocols import Adviser, Blanks, Display, Engine, Facts, MakeSpaces, Redeal, Rules

PACKAGE = "scoring"  # whose folders the games are


def names() -> list[str]:
    """The games that can be scored.

    >>> names()
    ['dice_archive', 'manuscript', 'nineteen_eighty_four', 'verse_and_variant', 'winstons_archive']
    """
    return sorted(file.parent.name for file in home().glob("*/position.py"))


def refuse_own(game: str, data: Path | None, file: str, line: int = 0) -> None:
    """Raise `DataError` for one of one's own games in a folder, which nothing here can score."""
    if game not in names() and data is not None and game in card_data.names(data):
        message = (
            f"{clip(game)} is a game of your own, which has no scorer: it can be printed, but not "
            f"scored or played; those that can are {in_words(names(), 'and')}"
        )
        raise DataError(Problem(message=message, file=file, line=line, typed=not line))


def advised() -> list[str]:
    """The games that there is advice for.

    >>> advised()
    ['nineteen_eighty_four']
    """
    return [game for game in names() if has(game, "advise")]


def home() -> Path:
    """The folder that holds the games' folders."""
    return Path(import_module(PACKAGE).__path__[0])


def has(game: str, name: str) -> bool:
    """Whether a game has a module that not all games have."""
    return (home() / game / f"{name}.py").exists()


def module(game: str, name: str) -> Any:
    """A module of a game out of `names`."""
    return import_module(f"{PACKAGE}.{game}.{name}")


def rules(game: str) -> Rules:
    """The rules of a game out of `names`."""
    return cast(Rules, import_module(f"{PACKAGE}.{game}"))


def blanks(game: str) -> Blanks:
    """What may stand in the blanks of a position of a game out of `names`."""
    return cast(Blanks, module(game, "blanks"))


def display(game: str) -> Display:
    """How positions of a game out of `names` are drawn."""
    return cast(Display, module(game, "display"))


def facts(game: str) -> Facts:
    """What texts may name of a table of a game out of `names`."""
    return cast(Facts, module(game, "facts"))


def table_view(game: Game[Any]) -> TableView:
    """How a game out of `names` is shown to those who play it."""
    return cast(TableView, module(game.id, "table_view").GameTable(game))


def engine(game: str) -> Engine:
    """The engine of a game out of `names`."""
    return cast(Engine, module(game, "engine"))


def redealer(game: str) -> Redeal:
    """How what is hidden in a game out of `names` is dealt anew; where nothing is, a copy."""
    if not has(game, "redeal"):
        return lambda play, player, rng: play.copy()
    return cast(Redeal, module(game, "redeal").redealt)


def spaces(game: str) -> MakeSpaces:
    """What programs say and see of a game out of `names`."""
    return cast(MakeSpaces, module(game, "spaces").spaces)


def adviser(game: str) -> Adviser:
    """The adviser of a game out of `advised`."""
    return cast(Adviser, module(game, "advise"))
