"""What a page looks at, as its address says it, and the menus from which that is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from card_data import Game
from card_data.problems import Problems
from printkit.options import Declared, Options, declared, options_in, range_problems
from printkit.printing.jobs import draw_problems, per_page_problems, players_problems
from printkit.sheets.settings import SheetSettings, no_paper, paper_title

# Options that change nothing on a page, or that no menu has.
ELSEWHERE = frozenset(("profile", "printer", "copies"))
Mode = Literal["grid", "one", "sheets"]


class View(msgspec.Struct, frozen=True):
    """What one page shows: a component, or all of them if it is empty, one ``piece`` of it by the
    name of its face, and how all is printed."""

    options: Options
    mode: Mode = "grid"
    component: str = ""
    piece: str = ""


class Menu(msgspec.Struct, frozen=True):
    """An option to choose: its name in an address, its label, and what it may be.

    ``choices`` are values with their titles; a number has ``least`` and ``most`` instead.
    """

    name: str
    label: str
    help: str
    kind: Literal["choice", "switch", "number"]
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    least: float | None = None
    most: float | None = None


def view_of(query: Mapping[str, str], data: Path | None) -> View:
    """What an address asks for; what it cannot mean counts as left out."""
    mode = query.get("mode", "")
    return View(
        options_in({key: value for key, value in query.items() if value}, data),
        mode if mode in get_args(Mode) else "grid",  # type: ignore[arg-type]
        query.get("component", ""),
        query.get("piece", ""),
    )


def judge(options: Options, game: Game[Any], settings: SheetSettings) -> None:
    """Raise `DataError` with what is wrong with options for a whole game."""
    jobs = [(game, name) for name in game.components]
    problems = Problems()
    if options.paper not in settings.papers:
        problems.extend([no_paper(options.paper, settings.papers)])
    problems.extend(range_problems(options))
    problems.extend(players_problems([game], options.players))
    problems.stop_if_any()
    problems.extend(per_page_problems(jobs, options))
    problems.extend(draw_problems(jobs, options))
    if options.marks != "crop" and options.backs == "gutterfold":
        message = "a sheet that is folded and glued is not cut by a plotter: leave out gutterfold"
        problems.add(message, file="--marks")
    problems.stop_if_any()


def menus(options: Options, game: Game[Any], settings: SheetSettings) -> Iterator[Menu]:
    """The menus of a page, set to ``options``."""
    for one in declared().values():
        if not one.keyword or one.name in ELSEWHERE:
            continue
        value = getattr(options, one.name)
        if one.name == "paper":
            papers = tuple((name, paper_title(name)) for name in settings.papers)
            yield menu(one, "choice", value, choices=papers)
        elif one.kind is Literal:
            choices = tuple((name, name.capitalize()) for name in get_args(one.type))
            yield menu(one, "choice", value, choices=choices)
        elif one.kind is bool:
            yield menu(one, "switch", "true" if value else "")
        elif one.kind in (int, float):
            least, most = one.option.least, one.option.most
            if one.name == "players":
                least, most = game.head.players.min, game.head.players.max
            shown = "" if value is None else f"{value:g}" if one.kind is float else str(value)
            yield menu(one, "number", shown, least=least, most=most)


def menu(
    one: Declared, kind: Literal["choice", "switch", "number"], value: str, **more: Any
) -> Menu:
    """The menu of an option."""
    label = one.name.replace("_", " ").capitalize()
    return Menu(one.keyword, label, one.option.help, kind, value, **more)
