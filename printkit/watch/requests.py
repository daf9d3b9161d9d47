"""How a page's query chooses the options of printing, and the menus for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args
from urllib.parse import parse_qsl

import msgspec

from card_data import Game
from card_data.problems import Problems
from printkit.options import DeclaredOption, Options, declared, options_in, range_problems
from printkit.printing.jobs import players_problems
from printkit.sheets.settings import SheetSettings, paper_title

ELSEWHERE = ("profile", "printer", "copies")  # change nothing on a page, or no menu has them


class Menu(msgspec.Struct, frozen=True):
    """An option: its name in a query, its label, and its value there. It is chosen among
    ``choices``, values with their titles, or is a number from ``least`` to ``most``, or a switch.
    """

    name: str
    label: str
    help: str
    value: str
    choices: list[tuple[str, str]] = []
    least: float | None = None
    most: float | None = None
    switch: bool = False


def options_with_menu() -> Iterator[DeclaredOption]:
    kept = (one for one in declared().values() if one.keyword and one.name not in ELSEWHERE)
    return (one for one in kept if one.kind is not str or one.name == "paper")


def options_of_query(query: str, options: Options) -> tuple[Options, str]:
    """Return the options of a query, with the folder and the house rules of these ``options``, and
    the component whose sheets the page looks at, if any. Invalid values count as left out."""
    words = dict(parse_qsl(query))
    names = words.keys() & {one.keyword for one in options_with_menu()}
    given = options_in({name: words[name] for name in names}, options.data)
    return msgspec.structs.replace(given, house=options.house), words.get("sheets", "")


def check_options(options: Options, game: Game[Any]) -> None:
    problems = Problems()
    problems.extend([*range_problems(options), *players_problems([game], options.players)])
    problems.raise_if_any()


def menus(options: Options, game: Game[Any], settings: SheetSettings) -> Iterator[Menu]:
    """The menus of a page, set to ``options``."""
    players = game.head.players
    forms = sorted({number for part in game.components.values() for number in part.per_page})
    for one in options_with_menu():
        value, least, most = getattr(options, one.name), one.option.least, one.option.most
        choices: list[tuple[str, str]] = []
        if one.name == "paper":
            choices = [(name, paper_title(name)) for name in settings.papers]
        elif one.name in ("per_page", "forms") and not forms:
            continue
        elif one.name == "per_page":
            choices = [("", ""), *((str(number), str(number)) for number in forms)]
        elif one.kind is Literal:
            choices = [(name, name.capitalize()) for name in get_args(one.type)]
        elif one.name == "players":
            least, most = players.min, players.max
        text = "" if value in (None, False) else "true" if value is True else f"{value}"
        yield Menu(
            one.keyword, one.name.replace("_", " ").capitalize(), one.option.help, text, choices,
            least, most, one.kind is bool,
        )  # fmt: skip
