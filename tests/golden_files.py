"""The expected output of programs, in ``tests/golden/NAME.txt``: each case in lines that begin with
``> ``, its output below. ``make golden`` has the tests write it anew: look at what has changed
before you commit it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"
WRITING = "GOLDEN"  # a variable of the environment


def kept(name: str) -> dict[str, str]:
    """Return the expected outputs by case."""
    found: dict[str, str] = {}
    case = ""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").split("\n")[:-1]
    for begins, some in groupby(lines, lambda line: line.startswith("> ")):
        block = [*some]
        if begins:
            case = "\n".join([line[2:] for line in block])
            assert case not in found, f"twice in {name}.txt: {case}"
        found[case] = "" if begins else "\n".join(block)
    return found


def check(name: str, said: Mapping[str, str]) -> None:
    """Whether this is what is kept; or write it."""
    assert said, name
    if WRITING in os.environ:
        blocks = ["> " + case.replace("\n", "\n> ") + f"\n{text}\n" for case, text in said.items()]
        (FOLDER / f"{name}.txt").write_text("".join(blocks), "utf-8")
    assert kept(name) == said
