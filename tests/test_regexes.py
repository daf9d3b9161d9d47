"""Every regular expression runs in linear time, whatever it is given.

Each is given long texts made of what it looks for: its own characters, alone and two by two, and
the words in it. Where one takes noticeable time, twice as much must not take four times that.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import card_data
import printkit
import scoring
from printkit.templating.lines import marked
from tests.sweeps import sweep

LENGTH = 3_000  # characters: of square time at least 4 million steps
NOTICEABLE = 0.003  # seconds, in which linear time goes through a hundred times as many
RATIO = 3  # between 2, of linear time, and 4, of square time
PACKAGES = (card_data, printkit, scoring)
METHODS = ("match", "search", "fullmatch", "sub", "split", "findall", "finditer")
OTHERS = "a1 .\"'\\({<"
KINDS = {"DIGIT": "1", "WORD": "a", "SPACE": " "}


class Used(NamedTuple):
    """A regular expression, and a method by which the code applies it."""

    where: str
    pattern: re.Pattern[Any]
    method: str


def modules(top: ModuleType) -> Iterator[ModuleType]:
    yield top
    for found in pkgutil.walk_packages(top.__path__, f"{top.__name__}."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def patterns_in(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from patterns_in(tuple(value.values()))
    elif isinstance(value, tuple | list | frozenset):
        for one in value:
            yield from patterns_in(one)


def calls(module: ModuleType) -> Iterator[tuple[str, str, str | bytes | None]]:
    """Each ``NAME.method(...)`` of a module: the names, and the first argument if it is a text."""
    source = Path(str(module.__file__)).read_text("utf-8")
    if not re.search(rf"\.(?:{'|'.join(METHODS)})\(", source):
        return
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.attr in METHODS
        ):
            first = node.args[0] if node.args else None
            text = first.value if isinstance(first, ast.Constant) else None
            text = text if isinstance(text, str | bytes) else None
            yield node.func.value.id, node.func.attr, text


def all_used(top: ModuleType) -> list[Used]:
    """The regular expressions of a package's modules, those in calls of ``re`` too."""
    found: dict[tuple[re.Pattern[Any], str], Used] = {}
    kept: dict[re.Pattern[Any], str] = {}
    for module in modules(top):
        own = {name: [*patterns_in(value)] for name, value in vars(module).items()}
        for name, patterns in own.items():
            for pattern in patterns:
                kept.setdefault(pattern, f"{module.__name__}.{name}")
        for name, method, text in calls(module):
            if name == "re" and text is not None:
                pattern = re.compile(text)
                where = f"{module.__name__}: {text!r}"
                found.setdefault((pattern, method), Used(where, pattern, method))
            for pattern in own.get(name, ()):
                where = f"{module.__name__}.{name}"
                found.setdefault((pattern, method), Used(where, pattern, method))
    applied = {pattern for pattern, _ in found}
    for pattern, where in kept.items():
        if pattern not in applied:
            for method in ("search", "fullmatch", "sub", "findall"):
                found[pattern, method] = Used(where, pattern, method)
    return list(found.values())


def atoms(parsed: Any) -> Iterator[str]:
    """The characters that a regular expression names, one of each kind of them, and its words."""
    word = ""
    for operator, given in parsed:
        if (name := str(operator)) == "LITERAL":
            word += chr(given)
            yield chr(given)
            continue
        if len(word) > 1:
            yield word
        word = ""
        if name == "IN":
            yield from atoms(given)
        elif name == "RANGE":
            yield chr(given[0])
        elif name == "CATEGORY":
            yield next((one for kind, one in KINDS.items() if str(given).endswith(kind)), " ")
        elif name == "BRANCH":
            for branch in given[1]:
                yield from atoms(branch)
        elif isinstance(given, tuple):
            for part in given:
                if hasattr(part, "data"):
                    yield from atoms(part)
    if len(word) > 1:
        yield word


def pumps(pattern: re.Pattern[Any]) -> Iterator[str]:
    """Yield the parts that, repeated, may make up a text for a regular expression."""
    parser = importlib.import_module("re._parser")
    found = [*dict.fromkeys([*atoms(parser.parse(pattern.pattern, pattern.flags)), *OTHERS])]
    single = [one for one in found if len(one) == 1][:16]
    words = [one for one in found if len(one) > 1]
    yield from found
    yield from map("".join, product(single, repeat=2))
    yield from map("".join, product(words, [*single, *words]))


def applied(used: Used, text: str) -> Callable[[], object]:
    given: Any = text.encode() if isinstance(used.pattern.pattern, bytes) else text
    if used.method == "sub":
        return lambda: used.pattern.sub(given[:0], given)
    if used.method == "finditer":
        return lambda: [*used.pattern.finditer(given)]
    return lambda: getattr(used.pattern, used.method)(given)


def seconds(work: Callable[[], object], times: int) -> float:
    found = []
    for _ in range(times):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


def slow(work: Callable[[int], Callable[[], object]]) -> bool:
    """Whether work takes more than linear time with the length that it is given."""
    length = LENGTH
    if seconds(work(length), 1) < NOTICEABLE or seconds(work(length), 2) < NOTICEABLE:
        return False
    return seconds(work(2 * length), 3) > RATIO * seconds(work(length), 3)


def of_length(pump: str, length: int, used: Used) -> Callable[[], object]:
    """A regular expression applied to a text at whose end nothing fits any more."""
    return applied(used, pump * (length // len(pump)) + "\0")


def slow_pumps(used: Used) -> Iterator[str]:
    return (
        pump
        for pump in pumps(used.pattern)
        if slow(lambda length, pump=pump: of_length(pump, length, used))  # type: ignore[misc]
    )


@pytest.mark.parametrize("top", sweep(PACKAGES, [scoring]), ids=lambda top: top.__name__)
def test_regular_expressions_take_linear_time(top: ModuleType) -> None:
    used = all_used(top)
    found = {f"{one.where} {one.method}": next(slow_pumps(one), None) for one in used}
    assert not {where: pump for where, pump in found.items() if pump}
    assert len(used) > 10


@pytest.mark.parametrize("pattern", ["[0-9]+ k", "(?:a|b)*c"])
def test_square_time_is_noticed(pattern: str) -> None:
    used = Used("here", re.compile(pattern), "findall")
    assert any(slow_pumps(used))


@pytest.mark.parametrize("sign", ["{{", "{%", "{#", "{{ '", '{% "', "{{ '\\", "<"])
def test_marks_are_set_in_linear_time(sign: str) -> None:
    """In templates that do not close what they open; 40 KB took 18 s."""
    assert seconds(lambda: marked(sign * (40_000 // len(sign)), 0), 1) < 1
