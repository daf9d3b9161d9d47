"""A user's settings: the folder that holds them, and ``printkit.toml``.

That file is looked for in the folder and in the one that the user works in, which goes first: it
has presets of builds (`printkit.cli.presets`) and house rules (`card_data.choices`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from card_data.limits import LARGEST_PRESETS
from card_data.problems import DataError, Problem, Problems, did_you_mean, quote, shorten
from card_data.program.folders import settings_folder
from card_data.reading.documents import read_bytes, text_of

FILE = "printkit.toml"
TABLES = {"build": "[build.NAME]", "options": "[options]"}  # with how each is written
PLAIN = re.compile(r"[\s\"']")  # what may be around a key
LINE = re.compile(r"\(at line ([0-9]+), column ([0-9]+)\)$")  # as tomllib ends its messages


class Settings(NamedTuple):
    """A settings file: its path, text and content."""

    file: Path
    text: str
    content: Mapping[str, Any]

    def line(self, *path: str) -> int:
        """The line of a key, or else that of its table; 0 if neither is found."""
        at, within, wanted = 0, "", ".".join(path)
        for number, line in enumerate(self.text.splitlines(), 1):
            if header := re.match(r"\s*\[([^\[\]]+)\]", line):
                within = PLAIN.sub("", header[1])
                if within == wanted or (f"{within}.".startswith(f"{path[0]}.") and not at):
                    at = number
                continue
            key = ".".join(filter(None, (within, PLAIN.sub("", line.partition("=")[0]))))
            if key == wanted or (not within and key.startswith(f"{wanted}.")):
                return number
        return at

    def problem(self, message: str, *path: str) -> Problem:
        """Return a problem of a key, with its place."""
        field = ".".join(path)
        return Problem(message=message, file=str(self.file), line=self.line(*path), field=field)

    def table(self, key: str) -> Mapping[str, Any]:
        """The table of a key; an empty one if it is not there. Raise `DataError` for a value."""
        table = self.content.get(key, {})
        if not isinstance(table, dict):
            raise DataError(self.problem(f"found a value, expected {TABLES[key]}", key))
        return table


def all_settings() -> Iterator[Settings]:
    """The user's files that there are, the one that goes first at the end; raise `DataError` with
    what is wrong in one."""
    for file in (settings_folder() / FILE, Path(FILE)):
        if os.path.lexists(file):
            yield read(file)


def read(file: Path) -> Settings:
    """A file of settings; raise `DataError` for one that is not TOML, or has unknown tables."""
    import tomllib  # few users have such a file

    problems, shown = Problems(), str(file)
    raw = read_bytes(file, shown)
    if len(raw) > LARGEST_PRESETS:
        problems.add(f"the file is larger than {LARGEST_PRESETS // 1024} KiB", file=shown)
        problems.raise_if_any()
    text = text_of(raw, shown)
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        message = "nested too deep" if isinstance(error, RecursionError) else "a number is too long"
        if isinstance(error, tomllib.TOMLDecodeError):
            message = str(error)
        place = LINE.search(message)
        line, column = map(int, place.groups()) if place else (0, 0)
        message = f"not TOML: {LINE.sub('', message).strip().rstrip('.')}"
        problems.add(message, file=shown, line=line, column=column)
        raise DataError(*problems) from None
    settings = Settings(file, text, content)
    for key in content.keys() - {*TABLES}:
        problems.extend([settings.problem(f"unknown key{did_you_mean(key, TABLES)}", key)])
    problems.raise_if_any()
    return settings


def value_in_words(value: object) -> str:
    """A value as a TOML file has it, clipped for a message."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, (int, float)):
        return shorten(str(value))
    return (
        "a list" if isinstance(value, list) else "a table" if isinstance(value, dict) else "a date"
    )
