"""The expected output of programs, in ``tests/golden/NAME.txt``: each case in lines that begin with
``> ``, its output below. ``make golden`` has the tests write it anew: look at what has changed
before you commit it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"
WRITING = "GOLDEN"  # a variable of the environment


def kept(name: str) -> dict[str, str]:
    """Return the expected outputs by case."""
    found: dict[str, list[str]] = {}
    case: list[str] = []
    said: list[str] = ["."]
    for line in (FOLDER / f"{name}.txt").read_text("utf-8").split("\n")[:-1]:
        if line.startswith("> "):
            if said:
                case, said = [], []
            case.append(line[2:])
            found["\n".join(case)] = said
            if len(case) > 1:
                del found["\n".join(case[:-1])]
        else:
            said.append(line)
    return {one: "\n".join(lines) for one, lines in found.items()}


def check(name: str, said: Mapping[str, str]) -> None:
    """Whether this is what is kept; or write it."""
    if WRITING in os.environ:
        blocks = ["> " + case.replace("\n", "\n> ") + f"\n{text}\n" for case, text in said.items()]
        (FOLDER / f"{name}.txt").write_text("".join(blocks), "utf-8")
    assert kept(name) == said
