"""What holds for the project as a whole: its structure, its docs, its lock."""

from __future__ import annotations

import ast
import doctest
import re
import tomllib
from pathlib import Path

import pytest
import typer

import card_data
import card_data.game
import printkit.cli.main
import printkit.printing.builder

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "bench").glob("*.md")])


def imports_of(package: str, but: str = "") -> set[str]:
    found: set[str] = set()
    for file in (ROOT / package).rglob("*.py"):
        if but and file == ROOT / package / but:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.split(".")[0])
    return found


def test_printkit_and_scoring_stand_on_card_data_and_apart() -> None:
    assert "scoring" not in imports_of(
        "printkit", but="templating/examples.py"
    )  # it plays examples
    assert "printkit" not in imports_of("scoring", but="picture.py")  # it draws positions
    assert not {"printkit", "scoring"} & imports_of("card_data")


@pytest.mark.parametrize("game", card_data.names())
def test_printkit_knows_no_game_by_name(game: str) -> None:
    for file in (ROOT / "printkit").rglob("*.py"):
        code = re.sub(r'""".*?"""', "", file.read_text("utf-8"), flags=re.S)
        assert game not in code, file


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        if not link.startswith("http"):
            assert (page.parent / link).exists(), link


@pytest.mark.parametrize("name", card_data.names())
def test_every_ruling_and_option_is_on_the_games_page(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text("utf-8")
    game = card_data.load(name)
    ours = {one.id: one.ruling or one.house or one.scorer for one in game.clauses().values()}
    rulings = [clause for clause, said in ours.items() if said]
    assert [one for one in rulings if f"| {one} |" not in page] == []
    options = [clause.option for clause in game.clauses().values() if clause.option]
    assert [one for one in options if f"`{one}`" not in page] == []


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


def test_the_commands_of_the_readme_exist() -> None:
    """The Makefile has every target, and each command every option, that the docs name."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for page in PAGES:
        for target in re.findall(r"(?:^|`)make ([a-z]+)", page.read_text("utf-8"), re.M):
            assert f"\n{target}:" in makefile, target
    words = "\n".join(page.read_text("utf-8") for page in PAGES)
    commands = typer.main.get_command(printkit.cli.main.app).commands  # type: ignore[attr-defined]
    for name, rest in re.findall(r"(?:^|`)printkit ([a-z]+)([^\n`#]*)", words, re.M):
        known = {option for one in commands[name].params for option in one.opts}
        assert set(re.findall(r"--[a-z][a-z-]*", rest)) <= known, (name, rest)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_lets_a_game_be_kept_in_the_file_of_a_position(page: Path) -> None:
    """Who types in its commands one after the other is refused nothing."""
    text = page.read_text("utf-8")
    positions = set(re.findall(r"^scoring blank .*> (\S+)", text, re.M))
    assert positions.isdisjoint(re.findall(r"--record (\S+?)[`\s]", text))
