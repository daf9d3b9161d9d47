"""Presets: options of a build under a name, in a user's ``printkit.toml``.

A table ``[build.NAME]`` has options as they are typed, without their dashes. It is looked for in
the folder that one stands in, then in the one where a user's printers are kept.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import typer

from card_data import DataError
from card_data.problems import Problems, near
from printkit.cli.common import problems_reported

FILE = "printkit.toml"
LINE = re.compile(r"\(at line ([0-9]+), column ([0-9]+)\)$")  # as tomllib ends its messages
OTHERS = ("as", "help", "layout")  # options that no preset has: one by itself, one by its new name


class Preset(NamedTuple):
    """The options under a name, as they stand in the text of a file."""

    name: str
    values: Mapping[str, Any]
    file: Path
    text: str

    @property
    def typed(self) -> str:
        """The options as one would type them."""
        words: list[str] = []
        for key, value in self.values.items():
            if isinstance(value, bool):
                words += [f"--{key}"] * value
            else:
                each = value if isinstance(value, list) else [value]
                words += [f"--{key} {one}" for one in each]
        return " ".join(words)

    def line(self, key: str) -> int:
        """The line of one of the options, or else that of the name; 0 if they are not found."""
        at = 0
        for number, line in enumerate(self.text.splitlines(), 1):
            header = re.match(r"\s*\[([^\[\]]*)\]", line)
            if header and header[1].replace('"', "").replace(" ", "") == f"build.{self.name}":
                at = number
            elif header and at:
                break
            elif at and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*=""", line):
                return number
        return at


def use(ctx: typer.Context, name: str | None) -> str | None:
    """Have options that are not typed as the preset of a name has them."""
    if name is None or ctx.resilient_parsing:
        return name
    with problems_reported():
        presets = known()
        if name not in presets:
            problems = Problems()
            hint = near(name, presets) or f"; {FILE} has none: expected [build.{name}] in it"
            problems.add(f"no preset called {name!r}{hint}", file="--as")
            problems.stop_if_any()
        ctx.default_map = values_of(presets[name], ctx.command.params)
    return name


def known() -> dict[str, Preset]:
    """The presets there are by their names; raise `DataError` with what is wrong in a file."""
    from printkit.sheets.printers import config_folder

    presets: dict[str, Preset] = {}
    for file in (config_folder() / FILE, Path(FILE)):  # the nearer one wins
        if os.path.lexists(file):
            presets |= {one.name: one for one in read(file)}
    return presets


def read(file: Path) -> Iterator[Preset]:
    """The presets in a file; raise `DataError` if it has anything else."""
    import tomllib

    from card_data.documents import read_bytes, text_of
    from card_data.limits import LARGEST_PRESETS

    problems, shown = Problems(), str(file)
    raw = read_bytes(file, shown)
    if len(raw) > LARGEST_PRESETS:
        problems.add(f"the file is larger than {LARGEST_PRESETS // 1024} KiB", file=shown)
        problems.stop_if_any()
    text = text_of(raw, shown)
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also for a number too long, or too deep a list
        message = str(error) if isinstance(error, ValueError) else "nested too deep"
        place = LINE.search(message)
        line, column = map(int, place.groups()) if place else (0, 0)
        message = f"not TOML: {LINE.sub('', message).strip().rstrip('.')}"
        problems.add(message, file=shown, line=line, column=column)
        raise DataError(*problems) from None
    for key in content.keys() - {"build"}:
        problems.add(f"unknown key{near(key, ['build'])}", file=shown, field=key)
    tables = content.get("build", {})
    if not isinstance(tables, dict):
        problems.add("found a value, expected [build.NAME]", file=shown, field="build")
        tables = {}
    presets = [Preset(name, values, file, text) for name, values in tables.items()]
    for one in presets:
        if not isinstance(one.values, dict):
            message = f"found a value, expected a table of options: [build.NAME], then {one.name}"
            problems.add(message, file=shown, field=f"build.{one.name}")
    problems.stop_if_any()
    yield from presets


def values_of(preset: Preset, parameters: list[Any]) -> dict[str, Any]:
    """The values of the ``parameters`` of a command that a preset names.

    Raise `DataError` with every option that there is not, and every value that will not do.
    """
    options = {
        name: one
        for one in parameters
        for name in (opt.removeprefix("--") for opt in one.opts)
        if one.param_type_name == "option" and name not in OTHERS
    }
    problems = Problems()
    values: dict[str, Any] = {}
    for key, value in preset.values.items():
        message = ""
        if key not in options:
            message = f"unknown option{near(key, options)}"
        elif wanted := wrong(options[key], value):
            message = f"found {found(value)}, expected {wanted}"
        else:
            values[options[key].name] = value
        if message:
            file, field = str(preset.file), f"build.{preset.name}.{key}"
            problems.add(message, file=file, line=preset.line(key), field=field)
    problems.stop_if_any()
    return values


def found(value: object) -> str:
    """A value as a file in TOML has it, as far as a message has room."""
    from card_data.problems import clip

    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return clip(value)
    if isinstance(value, (int, float)):
        return clip(str(value), quoted=False)
    return (
        "a list" if isinstance(value, list) else "a table" if isinstance(value, dict) else "a date"
    )


def wrong(option: Any, value: object) -> str:
    """What was expected in place of a value; empty if it will do."""
    if option.is_flag:
        return "" if isinstance(value, bool) else "true or false"
    if option.multiple:
        names = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return "" if names else 'a list of names, such as ["deck"]'
    if choices := getattr(option.type, "choices", ()):
        return "" if value in choices else f"one of {', '.join(choices)}"
    if option.type.name == "integer":
        return "" if type(value) is int else "a whole number"
    if option.type.name == "float":
        return "" if type(value) in (int, float) else "a number"
    return "" if isinstance(value, str) else "a text in quotes"
