"""Tables of the docs that are made from the data and the code.

They stand between ``<!-- made: NAME ARGUMENTS -->`` and ``<!-- end -->``; ``make docs`` writes
them anew.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import typer

import card_data
import printkit.cli.main
import scoring.cli.main
from card_data import limits as all_limits
from card_data.model import Clause, fields_of
from printkit.sheets.profiles import profiles as all_profiles
from printkit.sheets.settings import sheet_settings
from tests.docs.pages import PAGES

REGION = re.compile(r"(<!-- made: ([\w ]+) -->\n).*?(<!-- end -->)", re.S)


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table; a column whose heading ends in a colon stands at the right."""
    heads = list(heads)
    rule = ["--:" if head.endswith(":") else "---" for head in heads]
    lines = [[head.rstrip(":") for head in heads], rule, *[[cell(one) for one in row] for row in rows]]
    return "".join([f"| {' | '.join(line)} |\n" for line in lines])


def cell(value: object) -> str:
    return " ".join(str(value).split()).replace("|", r"\|")


def clauses(game: str, said: Callable[[Clause], str | None], heading: str) -> str:
    """What a game's clauses say of one kind."""
    found = [(clause.id, said(clause)) for clause in card_data.load(game).clauses().values()]
    return table(["clause", heading], [[id_, text] for id_, text in found if text])


def rulings(game: str) -> str:
    return clauses(game, lambda clause: clause.ruling, "ruling")


def house(game: str) -> str:
    return clauses(game, lambda clause: clause.house, "house data")


def scorer(game: str) -> str:
    return clauses(game, lambda clause: clause.scorer, "in a position or a record")


def options(game: str) -> str:
    loaded = card_data.load(game)
    told: Any = loaded.data
    return table(
        ["option", "clause", "value", "other values", "what it decides"],
        [
            [f"`{name}`", one.clause, shown(one.word()), values(one), one.text]
            for name, one in fields_of(told.options).items()
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
        [
            [f"`{name}`", one.title, one.size, one.stock]
            for name, one in loaded.components.items()
        ],
    )


def sizes() -> str:
    rows = [[f"`{name}`", f"{width:g} x {height:g}"] for name, (width, height) in sheet_settings(None).sizes.items()]
    return table(["size", "mm"], rows)


def profiles() -> str:
    rows = []
    for name, one in all_profiles(None).items():
        if name != "home":
            kind = f"{one.standard}, {one.condition}" if one.files == "pdf" else f"PNG, {one.dpi} dpi"
            rows.append([f"`{name}`", one.title, kind, ", ".join(one.sizes or ["all, at their own size"]), one.order.replace("-", ", "), f"{one.bleed:g}", f"{one.safe:g}"])
    return table(["profile", "for", "files", "pieces", "order", "bleed, mm:", "safe area, mm:"], rows)


def commands(program: str) -> str:
    """Every command of a program, with its arguments and options."""
    app = {"printkit": printkit.cli.main.app, "scoring": scoring.cli.main.app}[program]
    group: Any = typer.main.get_command(app)
    return "\n".join(told(f"{program} {name}", command) for name, command in group.commands.items())


def told(name: str, command: Any) -> str:
    subcommands = [told(f"{name} {sub}", one) for sub, one in getattr(command, "commands", {}).items()]
    about = " ".join((command.help or "").partition("\n\n")[0].split())
    rows = [
        [f"`{usage(one)}`", (getattr(one, "help", "") or "") + default(one)]
        for one in command.params
        if not getattr(one, "hidden", False)
    ]
    return "\n".join([f"### {name}\n\n{about}\n\n{table(['', ''], rows)}", *subcommands])


def usage(param: Any) -> str:
    """An argument or an option as it is typed."""
    if param.param_type_name == "argument":
        return str(param.metavar or param.name.upper()).strip("{}")
    names = "/".join([*param.opts, *param.secondary_opts])
    if param.is_flag:
        return names
    choices = getattr(param.type, "choices", None)
    return f"{names} {'|'.join(map(str, choices)) if choices else param.metavar or param.name.upper()}"


def default(param: Any) -> str:
    value = param.default
    if param.param_type_name == "argument" or param.is_flag or value is None or value == () or callable(value):
        return ""
    return f" Default: {value}."


def limits() -> str:
    """Every limit of ``card_data/limits.py`` with the comment beside it, by its sections."""
    text = Path(str(all_limits.__file__)).read_text("utf-8")
    parts = re.split(r"^# --- (.+)\n", text, flags=re.M)[1:]
    made = []
    for title, body in zip(parts[::2], parts[1::2], strict=True):
        rows = [
            [f"`{limit}`", f"{getattr(all_limits, limit):,}", said]
            for limit, said in re.findall(r"^([A-Z_]+) = [^#]+# (.+)$", body, re.M)
        ]
        made.append(f"## {title[0].upper()}{title[1:]}\n\n{table(['limit', 'number:', 'of what'], rows)}")
    return "\n".join(made)


MAKERS: dict[str, Callable[..., str]] = {
    one.__name__: one
    for one in (rulings, house, scorer, options, components, sizes, profiles, commands, limits)
}


def made(text: str) -> str:
    """A page's text with every region made anew."""

    def region(found: re.Match[str]) -> str:
        maker, *arguments = found[2].split()
        return f"{found[1]}\n{MAKERS[maker](*arguments)}\n{found[3]}"

    return REGION.sub(region, text)


def main() -> None:
    """Write all pages whose tables have changed."""
    for page in PAGES:
        text = page.read_text("utf-8")
        if (now := made(text)) != text:
            page.write_text(now, "utf-8")
            print(page)


if __name__ == "__main__":
    main()
