"""Which states of a game to compare: as it is now, and as it was printed, or as another folder has
it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import card_data
from card_data import DataError, Game, Problem
from card_data.game import folder_of, is_shipped
from card_data.problems import Problems, clip
from card_data.version import version
from printkit.changes.compare import compare
from printkit.changes.pieces import Side
from printkit.changes.records import Changes
from printkit.options import Options
from printkit.printing.jobs import select_jobs
from printkit.printings.records import Printing
from printkit.printings.store import damage, drawings, games_with, printing
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter

SHIPPED = "the shipped game"


def compared(
    games: Sequence[str], data: Path | None, since: str | None = None, against: Path | None = None
) -> list[Changes]:
    """What is different in games, as `states` has it; without any all that there is an earlier
    state of.

    Raise `DataError` with every problem of each.
    """
    problems, typesetter = Problems(), Typesetter()
    found: list[Changes] = []
    for game in games or comparable(data, since, against):
        with problems.kept():
            found.append(compare(*states(game, data, since, against), typesetter))
    problems.stop_if_any()
    return found


def comparable(data: Path | None, since: str | None, against: Path | None) -> list[str]:
    """The games of which there is an earlier state; all of them if there is none of any, so that
    each is told to have none."""
    known = card_data.names(data)
    if against is not None:
        both = [name for name in card_data.names(against) if name in known]
    else:
        kept = games_with(since)
        both = [name for name in known if name in kept or (data and is_shipped(name))]
    return both or known


def states(
    game: str, data: Path | None, since: str | None = None, against: Path | None = None
) -> tuple[Side, Side]:
    """A game as it was and as it is: against the folder ``against``, else since the printing of the
    name ``since``, else since the latest one, else against the shipped game of the same name.

    Raise `DataError` where there is none of them, and with what is wrong in either state.
    """
    folder_of(game, data)  # which tells an unknown name
    if against is not None:
        now = side(game, Options(data=data), named(data))
        return side(game, Options(data=against), named(against)), now
    if since is not None or game in games_with():
        kept = printing(game, since)
        now = side(game, kept.printed_with(data), named(data))
        return of_printing(kept), now
    if data is not None and is_shipped(game):
        return side(game, Options(), SHIPPED), side(game, Options(data=data), named(data))
    message = "nothing is marked as printed yet, so there is nothing to compare it with"
    advice = "printkit mark-printed keeps what you print; --against DIR compares two folders"
    raise DataError(Problem(message=f"{message}: {advice}", file=game, typed=True))


def side(game: str, options: Options, name: str) -> Side:
    """A state of a game that is read from a folder, or is shipped."""
    jobs = select_jobs([game], (), options, settings_for(options), one_file=True)
    return Side(jobs[0][0], name, version(), options, tuple(key for _, key in jobs))


def of_printing(kept: Printing) -> Side:
    """A state that was printed."""
    folder = kept.folder / "data"
    options = kept.printed_with(folder)
    game: Game[Any] = card_data.load(kept.game, folder, options.house)
    if strange := sorted(kept.components.keys() - game.components.keys()):
        why = f"its data have no component called {clip(strange[0])}"
        raise DataError(damage(kept.folder, why))
    name = f"the printing {kept.name}" + f" of {kept.day}" * (kept.day not in kept.name)
    return Side(
        game,
        name,
        kept.version,
        options,
        tuple(kept.components),
        kept.components,
        partial(drawings, kept),
    )


def named(data: Path | None) -> str:
    """A folder of games in words."""
    return SHIPPED if data is None else str(data)
