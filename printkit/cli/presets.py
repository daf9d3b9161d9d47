"""Presets: options of a build under a name, in a user's ``printkit.toml``.

A table ``[build.NAME]`` has options as they are typed, without their dashes. The file is looked for
in the user's folder of settings and in the one that the user works in, which goes first.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from card_data import DataError, Problem
from card_data.documents import read_bytes, text_of
from card_data.folders import settings_folder
from card_data.limits import LARGEST_PRESETS
from card_data.problems import Problems, clip, near

FILE = "printkit.toml"
TABLE = "build"
PLAIN = re.compile(r"[\s\"']")  # what may be around a key
LINE = re.compile(r"\(at line ([0-9]+), column ([0-9]+)\)$")  # as tomllib ends its messages


class Preset(NamedTuple):
    """The options under a name, as they stand in a ``file`` with a ``text``."""

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

    def problem(self, message: str, *keys: str) -> Problem:
        """What is wrong with a key of it, with its place."""
        return problem(message, self.file, self.text, TABLE, self.name, *keys)


def problem(message: str, file: Path, text: str, *path: str) -> Problem:
    """What is wrong with a key in a file with a text."""
    return Problem(message=message, file=str(file), line=line_of(text, path), field=".".join(path))


def line_of(text: str, path: tuple[str, ...]) -> int:
    """The line of a key, or else that of its table; 0 if neither is found."""
    at, within, wanted = 0, "", ".".join(path)
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[([^\[\]]+)\]", line):
            within = PLAIN.sub("", header[1])
            if within == wanted or (f"{within}.".startswith(f"{path[0]}.") and not at):
                at = number
            continue
        key = ".".join(filter(None, (within, PLAIN.sub("", line.partition("=")[0]))))
        if key == wanted or (not within and key.startswith(f"{wanted}.")):
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
    presets: dict[str, Preset] = {}
    for file in (settings_folder() / FILE, Path(FILE)):
        if os.path.lexists(file):
            presets |= {one.name: one for one in presets_in(file)}
    return presets


def presets_in(file: Path) -> list[Preset]:
    """The presets in a file; raise `DataError` for one that is not TOML, or has anything else."""
    raw = read_bytes(file, str(file))
    if len(raw) > LARGEST_PRESETS:
        message = f"the file is larger than {LARGEST_PRESETS // 1024} KiB"
        raise DataError(Problem(message=message, file=str(file)))
    text = text_of(raw, str(file))
    content = parsed(text, str(file))
    problems = Problems()
    problems.extend(
        problem(f"unknown key{near(key, (TABLE,))}", file, text, key)
        for key in content
        if key != TABLE
    )
    tables = content.get(TABLE, {})
    if not isinstance(tables, dict):
        problems.extend([problem("found a value, expected [build.NAME]", file, text, TABLE)])
        tables = {}
    presets = [Preset(name, values, file, text) for name, values in tables.items()]
    for one in presets:
        if not isinstance(one.values, dict):
            message = f"found a value, expected a table of options: [build.NAME], then {one.name}"
            problems.extend([one.problem(message)])
    problems.stop_if_any()
    return presets


def parsed(text: str, shown: str) -> dict[str, Any]:
    """The content of a TOML file; raise `DataError` for what is none."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        message = "nested too deep" if isinstance(error, RecursionError) else "a number is too long"
        if isinstance(error, tomllib.TOMLDecodeError):
            message = str(error)
        place = LINE.search(message)
        line, column = map(int, place.groups()) if place else (0, 0)
        message = f"not TOML: {LINE.sub('', message).strip().rstrip('.')}"
        raise DataError(Problem(message=message, file=shown, line=line, column=column)) from None


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
            problems.extend([preset.problem(message, key)])
    problems.stop_if_any()
    return values


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


def found(value: object) -> str:
    """A value as a TOML file has it, clipped for a message."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a table"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return clip(text, quoted=isinstance(value, str))
