"""Presets: options of a build under a name, in a user's ``printkit.toml``.

A table ``[build.NAME]`` has options as they are typed, without their dashes. The file is looked for
in the working folder, then in the one where a user's printers are saved.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from card_data import DataError, Problem
from card_data.problems import Problems, clip, near

FILE = "printkit.toml"
PLAIN = re.compile(r"[\s\"']")  # what may be around a key
LINE = re.compile(r"\(at line ([0-9]+), column ([0-9]+)\)$")  # as tomllib ends its messages


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


def line_of(text: str, *path: str) -> int:
    """The line of a key in a TOML file, or else that of its table; 0 if neither is found."""
    at, within = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[([^\[\]]+)\]", line):
            within = PLAIN.sub("", header[1])
            if within == ".".join(path) or (f"{within}.".startswith(f"{path[0]}.") and not at):
                at = number
        elif within == ".".join(path[:-1]) and PLAIN.sub("", line.partition("=")[0]) == path[-1]:
            return number
    return at


def named(name: str) -> Preset:
    """The preset of a name; raise `DataError` if there is none."""
    presets = known_presets()
    if name not in presets:
        hint = (
            near(name, presets)
            or f"; {FILE} has none: expected [build.{clip(name, quoted=False)}] in it"
        )
        raise DataError(Problem(message=f"no preset called {clip(name)}{hint}", file="--as"))
    return presets[name]


def known_presets() -> dict[str, Preset]:
    """All presets by name; raise `DataError` with what is wrong in a file."""
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
    except (ValueError, RecursionError) as error:  # also a number too long, a list too deep
        message = str(error) if isinstance(error, ValueError) else "nested too deep"
        place = LINE.search(message)
        line, column = map(int, place.groups()) if place else (0, 0)
        message = f"not TOML: {LINE.sub('', message).strip().rstrip('.')}"
        problems.add(message, file=shown, line=line, column=column)
        raise DataError(*problems) from None
    for key in content.keys() - {"build"}:
        message = f"unknown key{near(key, ['build'])}"
        problems.add(message, file=shown, line=line_of(text, key), field=key)
    tables = content.get("build", {})
    if not isinstance(tables, dict):
        message = "found a value, expected [build.NAME]"
        problems.add(message, file=shown, line=line_of(text, "build"), field="build")
        tables = {}
    presets = [Preset(name, values, file, text) for name, values in tables.items()]
    for one in presets:
        if not isinstance(one.values, dict):
            message = f"found a value, expected a table of options: [build.NAME], then {one.name}"
            path = "build", one.name
            problems.add(message, file=shown, line=line_of(text, *path), field=".".join(path))
    problems.stop_if_any()
    yield from presets


def values_of(preset: Preset, parameters: list[Any]) -> dict[str, Any]:
    """The values that a preset gives the ``parameters`` of a command.

    Raise `DataError` with every unknown option and every unsuitable value.
    """
    options = {
        name: one
        for one in parameters
        for name in (opt.removeprefix("--") for opt in one.opts)
        if one.param_type_name == "option" and not one.hidden and name != "as"
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
            path = "build", preset.name, key
            problems.add(
                message,
                file=str(preset.file),
                line=line_of(preset.text, *path),
                field=".".join(path),
            )
    problems.stop_if_any()
    return values


def found(value: object) -> str:
    """A value as a TOML file has it, clipped for a message."""
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
    """What was expected in place of a value; empty if the value is valid."""
    if option.is_flag:
        return "" if isinstance(value, bool) else "true or false"
    if option.multiple:
        names = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return "" if names else 'a list of names, such as ["deck"]'
    if choices := getattr(option.type, "choices", ()):
        return "" if value in choices else f"one of {', '.join(choices)}"
    if option.type.name.startswith("int"):
        return "" if type(value) is int else "a whole number"
    if option.type.name == "float":
        return "" if type(value) in (int, float) else "a number"
    return "" if isinstance(value, str) else "a text in quotes"
