"""Tables and listings of the docs that are made from the data and the code.

They stand between ``<!-- made: NAME ARGUMENTS -->`` and ``<!-- end -->``; ``make docs`` writes
them anew.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import typer

import card_data
import printkit.cli.main
import scoring.cli.main
from card_data import limits as all_limits
from card_data.descriptions import described
from card_data.nineteen_eighty_four.model import Data
from printkit.options import HOME
from printkit.sheets.profiles import Profile
from printkit.sheets.profiles import profiles as all_profiles
from printkit.sheets.settings import sheet_settings
from printkit.templating.environment import Templates
from printkit.templating.filters import filters, functions
from printkit.templating.filters import tests as asks
from printkit.templating.plain import Items, Record
from scoring import env
from scoring.nineteen_eighty_four.advice.prospects import prospects
from scoring.nineteen_eighty_four.walk import Walk
from scoring.positions.result import Result
from tests.docs.pages import PAGES, ROOT

REGION = re.compile(r"(<!-- made: ([\w ]+) -->\n).*?(<!-- end -->)", re.S)


def table(heads: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """A table; a column whose heading ends in a colon is aligned to the right."""
    if not (rows := list(rows)):
        return "None.\n"
    top = [head.rstrip(":") for head in heads]
    rule = ["--:" if head.endswith(":") else "---" for head in heads]
    lines = [top, rule, *[[cell(one) for one in row] for row in rows]]
    return "".join([f"| {' | '.join(line)} |\n" for line in lines])


def cell(value: object) -> str:
    return " ".join(str(value).split()).replace("|", r"\|")


def rulings(game: str) -> str:
    found = card_data.load(game).clauses().values()
    rows = [[one.id, one.text or "", one.ruling] for one in found if one.ruling]
    return table(["clause", "the rulebook", "our ruling"], rows)


def house(game: str) -> str:
    found = card_data.load(game).clauses().values()
    return table(["clause", "house data"], [[one.id, one.house] for one in found if one.house])


def scorer(game: str) -> str:
    found = card_data.load(game).clauses().values()
    return table(
        ["clause", "for the program"], [[one.id, one.scorer] for one in found if one.scorer]
    )


def options(game: str) -> str:
    return table(
        ["option", "clause", "value", "other values", "what it decides"],
        [
            [f"`{name}`", one.clause, shown(one.word()), values(one), one.text]
            for name, one in card_data.load(game).options().items()
        ],
    )


def values(option: Any) -> str:
    return ", ".join([shown(value) for value in option.aid if value != option.word()])


def shown(value: str) -> str:
    return f"`{value}`"


def components(game: str) -> str:
    loaded = card_data.load(game)
    return table(
        ["component", "", "size", "printed on"],
        [[f"`{name}`", one.title, one.size, one.stock] for name, one in loaded.components.items()],
    )


def odds(game: str) -> str:
    """Return the chance to arrive in Winston: Nineteen Eighty-Four, level by level."""
    data = card_data.load(game).data
    assert isinstance(data, Data)

    def best(level: int) -> float:
        found = prospects(data, Walk(data, level))
        assert found is not None
        return found.table[found.route.start]

    levels = [level.multiplier for level in data.levels]
    arriving = [f"{100 * best(level):.1f} %" for level in levels]
    return table(["", *[f"×{level}:" for level in levels]], [["chance to arrive", *arriving]])


def sizes() -> str:
    known = sheet_settings(None).sizes
    shown_sizes = [f"`{name}` {width:g} x {height:g}" for name, (width, height) in known.items()]
    return f"In mm: {', '.join(shown_sizes)}.\n"


def icons() -> str:
    names = re.findall(r'<symbol id="(\w+)"', (ROOT / "templates/icons.svg").read_text("utf-8"))
    return f"{', '.join(map(shown, sorted(names)))}\n"


def profiles() -> str:
    heads = ["profile", "for", "files", "pieces", "order", "bleed, mm:", "safe area, mm:"]
    known = all_profiles(None)
    return table(heads, [service(name, known[name]) for name in known if name != HOME])


def service(name: str, one: Profile) -> list[str]:
    pdf = f"{one.standard}, {one.condition}"
    files = pdf if one.files == "pdf" else f"PNG, {one.dpi} dpi"
    sizes = ", ".join(one.sizes) or "all, at their own size"
    order = one.order.replace("-", ", ")
    return [f"`{name}`", one.title, files, sizes, order, f"{one.bleed:g}", f"{one.safe:g}"]


def commands(program: str) -> str:
    app = {"printkit": printkit.cli.main.app, "scoring": scoring.cli.main.app}[program]
    group: Any = typer.main.get_command(app)
    return "\n".join(told(f"{program} {name}", command) for name, command in group.commands.items())


def told(name: str, command: Any) -> str:
    """A command: what it does, its arguments and options, then its own commands."""
    about = "\n\n".join([" ".join(one.split()) for one in (command.help or "").split("\n\n")])
    shown = [one for one in command.params if not one.hidden]
    rows = [[f"`{usage(one)}`", f"{one.help or ''}{default(one)}"] for one in shown]
    inner = getattr(command, "commands", {})
    parts = [told(f"{name} {sub}", one) for sub, one in inner.items()]
    return "\n".join([f"### {name}\n\n{about}\n\n{table(['', ''], rows)}", *parts])


def usage(param: Any) -> str:
    word = str(param.metavar or param.name.upper())
    if param.param_type_name == "argument":
        return word.strip("{}")
    names = "/".join([*param.opts, *param.secondary_opts])
    choices = getattr(param.type, "choices", None)
    return names if param.is_flag else f"{names} {'|'.join(choices) if choices else word}"


def default(param: Any) -> str:
    """Return the sentence on an option's default, if the default is a single word or number."""
    if param.param_type_name == "argument" or not isinstance(param.default, str | float | int):
        return ""
    return "" if param.is_flag else f" Default: {param.default}."


def reached() -> str:
    """The records that templates can reach from what they are given, with their fields."""
    fields = records()
    return table(["record", "its fields"], [[f"`{one}`", ", ".join(fields[one])] for one in fields])


def records() -> dict[str, list[str]]:
    """The fields of each record, by the class of what it shows, in all shipped games."""
    found: dict[str, list[str]] = {}
    left = [value for game in card_data.names() for value in templates(game).words.values()]
    seen: set[int] = set()
    while left:
        value = left.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, Record):
            shows = type(value._of)
            found[f"{shows.__module__.removeprefix('card_data.')}.{shows.__name__}"] = value.names()
            left += [value[name] for name in value.names()]
        elif isinstance(value, MappingProxyType):
            left += value.values()
        elif isinstance(value, Items):
            left += value
    return dict(sorted(found.items()))


@cache
def templates(game: str) -> Templates:
    return Templates(card_data.load(game))


def called() -> str:
    rows = [("functions", functions()), ("filters", filters()), ("tests", asks())]
    return table(
        ["what", "names"],
        [[one, ", ".join(f"`{name}`" for name in sorted(some))] for one, some in rows],
    )


def limits() -> str:
    """Every limit of ``card_data/limits.py`` with the comment beside it, by its sections."""
    text = Path(str(all_limits.__file__)).read_text("utf-8")
    parts = re.split(r"^# --- (.+)\n", text, flags=re.M)[1:]
    return "\n".join(map(limits_about, parts[::2], parts[1::2]))


def limits_about(title: str, lines: str) -> str:
    rows = [
        [f"`{limit}`", f"{getattr(all_limits, limit):,}", said]
        for limit, said in re.findall(r"^([A-Z_]+) = [^#\n]+# (.+)$", lines, re.M)
    ]
    heading = f"## {title[0].upper()}{title[1:]}"
    return f"{heading}\n\n{table(['limit', 'number:', 'of what'], rows)}"


def environments() -> str:
    """How many words and numbers each game has for programs that learn."""
    rows = []
    for game in map(card_data.load, card_data.names()):
        few, many = game.head.players.min, game.head.players.max
        made = [env.make(game.id, number) for number in dict.fromkeys((few, many or few))]
        numbers = ", ".join(f"{len(one.places):,}" for one in made)
        rows.append([game.title, len(made[0].words), numbers])
    what = "numbers in an observation, with the fewest and the most players:"
    return table(["game", "actions:", what], rows)


def result() -> str:
    return "\n".join(map(fields, [Result, *parts(Result)]))


def parts(model: type) -> list[type]:
    """The classes of the same module that a class has in its fields, and they in theirs."""
    named = re.findall(r"\w+", " ".join(model.__annotations__.values()))
    module = vars(sys.modules[model.__module__])
    own = [module[name] for name in named if isinstance(module.get(name), type)]
    found = [one for one in own if one.__module__ == model.__module__]
    return list(dict.fromkeys([one for part in found for one in (part, *parts(part))]))


def fields(model: type) -> str:
    told = described(model)
    rows = [[f"`{name}`", f"`{kind}`", told[name]] for name, kind in model.__annotations__.items()]
    return table([f"`{model.__name__}`", "type", str(model.__doc__).partition("\n")[0]], rows)


MAKERS: dict[str, Callable[..., str]] = {
    name: globals()[name]
    for name in (
        *("rulings", "icons", "result", "house", "scorer", "options", "components", "odds"),
        *("sizes", "profiles", "commands", "limits", "reached", "called", "environments"),
    )
}


def made(text: str) -> str:

    def region(found: re.Match[str]) -> str:
        maker, *arguments = found[2].split()
        return f"{found[1]}\n{MAKERS[maker](*arguments)}\n{found[3]}"

    return REGION.sub(region, text)


def main() -> None:
    for page in PAGES:
        text = page.read_text("utf-8")
        if (now := made(text)) != text:
            page.write_text(now, "utf-8")
            print(page)


if __name__ == "__main__":
    main()
