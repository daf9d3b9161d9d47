"""The project as a whole: its structure, its credits, its lock."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import card_data
import card_data.game

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("game", card_data.names())
def test_printkit_knows_no_game_by_name(game: str) -> None:
    for file in (ROOT / "printkit").rglob("*.py"):
        code = re.sub(r'""".*?"""', "", file.read_text("utf-8"), flags=re.S)
        assert game not in code, file


@pytest.mark.parametrize("name", card_data.names())
def test_credits_are_in_the_readme(name: str) -> None:
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    head = card_data.load(name).head
    assert head.title in readme
    for person in head.credits.design:
        assert person in readme


def locked(file: str) -> dict[str, str]:
    """The versions and hashes in a lock by their packages; there are no addresses in it."""
    text = (ROOT / ".ci" / file).read_text("utf-8").replace(" \\\n", "")
    options, *lines = [line for line in text.splitlines() if line]
    assert options == "--only-binary :all:"
    package, system = r"([a-z0-9-]+)==([0-9][a-z0-9.]*)", r"(?: ; [\w .()'=!<>*]+)?"
    form = rf"{package}{system}((?:    --hash=sha256:[0-9a-f]{{64}})+)"
    found = [re.fullmatch(form, line) for line in lines]
    assert all(found), [line for line, match in zip(lines, found, strict=True) if not match]
    return {match[1]: match[2] + match[3] for match in found if match}


def test_the_locks_have_what_is_asked_for_and_printing_needs_nothing_of_developing() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    running, developing = (
        {re.split(r"[<>=]", one)[0].lower().replace("_", "-") for one in wanted}
        for wanted in (project["dependencies"] + extras["checkout"], extras["dev"])
    )
    run, develop = locked("lock.txt"), locked("lock-dev.txt")
    assert running <= run.keys()
    assert developing <= develop.keys()
    assert run.items() <= develop.items(), "the same versions, so nothing is installed twice"
    assert not developing & run.keys()


def test_one_test_checks_each_golden_file() -> None:
    named = re.compile(r'(?:\.check\(\s*(?:\w+, )?f?|^NAME = )"([^"]+)"', re.M)
    tests = (ROOT / "tests").rglob("test_*.py")
    found = Counter(name for one in tests for name in named.findall(one.read_text("utf-8")))
    for file in (ROOT / "tests" / "golden").iterdir():
        name = re.sub(r"\d+$", "{width}", file.stem)
        assert found[name] == 1, name


def keys_twice(node: yaml.Node | None) -> Iterator[str]:
    """The keys that stand twice in a mapping: PyYAML takes the last and says nothing."""
    if isinstance(node, yaml.SequenceNode):
        for one in node.value:
            yield from keys_twice(one)
    elif isinstance(node, yaml.MappingNode):
        keys = Counter(str(key.value) for key, _ in node.value)
        yield from (key for key, times in keys.items() if times > 1)
        for _, value in node.value:
            yield from keys_twice(value)


def test_no_case_of_a_test_stands_twice() -> None:
    assert [*keys_twice(yaml.compose("a: [{b: 1, c: 2, b: 3}]"))] == ["b"]
    for file in (ROOT / "tests").rglob("*.yaml"):
        assert [*keys_twice(yaml.compose(file.read_text("utf-8")))] == [], file
