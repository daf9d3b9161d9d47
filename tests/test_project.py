"""What holds for the project as a whole: its structure, its credits, its lock."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path

import pytest

import card_data
import card_data.game
import printkit.printing.builder

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


def test_the_lock_names_versions_and_hashes_and_no_addresses() -> None:
    text = (ROOT / ".ci" / "lock.txt").read_text("utf-8").replace(" \\\n", "")
    options, *lines = [line for line in text.splitlines() if line]
    assert options == "--only-binary :all:"
    package, system = r"([a-z0-9-]+)==[0-9][a-z0-9.]*", r"( ; [\w .()'=!<>*]+)?"
    form = rf"{package}{system}(    --hash=sha256:[0-9a-f]{{64}})+"
    found = [re.fullmatch(form, line) for line in lines]
    assert all(found), [line for line, match in zip(lines, found, strict=True) if not match]
    locked = {match[1] for match in found if match}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    names = {re.split(r"[<>=]", one)[0].lower().replace("_", "-") for one in wanted}
    assert names - locked == set()


def test_the_examples_in_printkit_run(tmp_path: Path) -> None:
    finder = doctest.DocTestFinder()
    runner = doctest.DocTestRunner()
    for module in (card_data, card_data.game, printkit.printing.builder):
        for example in finder.find(module, globs={"folder": tmp_path}):
            runner.run(example)
    assert runner.tries > 0
    assert runner.failures == 0
