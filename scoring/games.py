"""The games that can be scored: a folder of this package for each that can be played, and those of
one's own that have a ``score.yaml``."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import card_data
from card_data import DataError, Game, Problem
from card_data.game import folder_of
from card_data.loader import SCORE_FILE
from card_data.problems import clip
from card_data.words import in_words
from scoring.play.table_view import TableView
from scoring.positions.findings import Finding
from scoring.protocols import (
    Adviser,
    Blanks,
    Display,
    Engine,
    Facts,
    MakeSpaces,
    PlayFacts,
    Redeal,
    Rules,
)

PACKAGE = "scoring"  # whose folders the games are
SHEETS = "scoring.scoresheet"  # what scores games by their score sheets


def names() -> list[str]:
    """The games that can be played, and so scored.

    >>> names()
    ['dice_archive', 'manuscript', 'nineteen_eighty_four', 'verse_and_variant', 'winstons_archive']
    """
    return sorted(file.parent.name for file in home().glob("*/position.py"))


def scored(data: Path | None = None) -> list[str]:
    """The games that can be scored: `names`, and in the folder ``data`` those of one's own that
    have a score sheet."""
    own = card_data.names(data) if data is not None else []
    found = [game for game in own if (folder_of(game, data) / SCORE_FILE).is_file()]
    return sorted({*names(), *found})


def refuse_own(
    game: str, data: Path | None, file: str, line: int = 0, *, play: bool = False
) -> None:
    """Raise `DataError` for one of one's own games in a folder, which nothing here can score, or
    ``play``."""
    if game in names() or data is None or game not in card_data.names(data):
        return
    if play and game in scored(data):
        wrong = ", which has no engine: it can be scored, but not played"
    else:
        wrong = f" without a {SCORE_FILE}: it can be printed, but not scored or played"
    done = "played" if play else "scored"
    can = in_words(names() if play else scored(data), "and")
    message = f"{clip(game)} is a game of your own{wrong}; those that can be {done} are {can}"
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


def rules(game: Game[Any]) -> Rules:
    """The rules of a game out of `scored`."""
    return shipped(game.id) if game.scoresheet is None else cast(Rules, own(game))


def shipped(game: str) -> Rules:
    """The rules of a game out of `names`."""
    return cast(Rules, import_module(f"{PACKAGE}.{game}"))


def warnings(game: Game[Any], position: Any) -> Iterator[Finding]:
    """What may be a mistake in a position and breaks no clause; only score sheets warn."""
    return iter(()) if game.scoresheet is None else own(game).warnings(position)


def own(game: Game[Any]) -> Any:
    """The rules of a game with a score sheet, which may also warn."""
    return import_module(f"{SHEETS}.scorer").scorer_of(game)


def blanks(game: Game[Any]) -> Blanks | None:
    """What may stand in the blanks of a position of a game out of `scored`; None for one that does
    not say."""
    if game.scoresheet is not None:
        return cast(Blanks, import_module(f"{SHEETS}.blanks").blanks_of(game))
    return cast(Blanks, module(game.id, "blanks")) if has(game.id, "blanks") else None


def slips(game: Game[Any]) -> Any:
    """What a game out of `scored` knows of slips of the pen, `scoring.positions.slips.Slips`; None
    where the usual ones are all."""
    if game.scoresheet is not None:
        return import_module(f"{SHEETS}.slips").SheetSlips(game.scoresheet)
    return module(game.id, "slips").GameSlips() if has(game.id, "slips") else None


def display(game: Game[Any]) -> Display:
    """How positions of a game out of `scored` are drawn."""
    if game.scoresheet is None:
        return cast(Display, module(game.id, "display"))
    return cast(Display, import_module(f"{SHEETS}.display").SheetDisplay(game.scoresheet))


def questions(game: Game[Any]) -> Any:
    """What is asked of a table of a game out of `scored`: `scoring.ask.questions.Questions`."""
    if game.scoresheet is None:
        return module(game.id, "questions").GameQuestions(game)
    return import_module(f"{SHEETS}.questions").SheetQuestions(game, game.scoresheet)


def facts(game: Game[Any]) -> Facts:
    """What texts may name of a table of a game out of `scored`."""
    if game.scoresheet is None:
        return play_facts(game.id)
    return cast(Facts, import_module(f"{SHEETS}.facts"))


def play_facts(game: str) -> PlayFacts:
    """What texts may name of a table of a game out of `names`, during play too."""
    return cast(PlayFacts, module(game, "facts"))


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
