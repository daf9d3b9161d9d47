"""Every command, file, snippet and output that the pages show works as shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, blocks, name, prose
from tests.docs.session import GROUPS, UNTRIED, Session, folder
from tests.sweeps import sweep

MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
SHOWING = [page for page in PAGES if blocks(page)]
LONG = (  # pages that take longest
    "changes.md", "forms.md", "game-reference.md", "html.md", "layouts.md", "make-a-game.md",
    "printing.md", "python.md", "scoresheets.md", "site.md",
)  # fmt: skip


def follow(page: Path, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "kept"))
    for block in blocks(page):
        try:
            session.show(block)
        except AssertionError as error:
            raise AssertionError(f"{name(page)}:{block.line}: {error}") from error


@pytest.mark.parametrize(
    "page", sweep(SHOWING, [page for page in SHOWING if page.name not in LONG]), ids=name
)
def test_page_does_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow(page, Session(), tmp_path, monkeypatch)


@pytest.mark.sweep
@pytest.mark.parametrize("page", SHOWING, ids=name)
def test_all_commands_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow(page, Session(in_full=True), tmp_path, monkeypatch)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_commands_in_the_text_exist_with_their_options(page: Path) -> None:
    named = r"`(printkit|scoring) ([a-z][a-z-]*)([^`]*)`"
    for program, command, rest in re.findall(named, prose(page)):
        assert command in GROUPS[program].commands, (program, command)
        chosen = GROUPS[program].commands[command]
        subcommands = getattr(chosen, "commands", {})
        params = [*chosen.params, *[one for sub in subcommands.values() for one in sub.params]]
        known = {option for one in params for option in (*one.opts, *one.secondary_opts)}
        assert set(re.findall(r"--[a-z][a-z0-9-]*", rest)) <= known | {"--help"}, (command, rest)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_make_has_the_targets_that_a_page_names(page: Path) -> None:
    for target in re.findall(r"(?:^|`)make ([a-z][a-z-]*)", page.read_text("utf-8"), re.M):
        assert f"\n{target}:" in MAKEFILE, target


def test_the_page_on_engines_leads_to_every_file_of_its_game() -> None:
    page = (ROOT / "docs/develop/adding-an-engine.md").read_text("utf-8")
    linked = re.findall(r"\]\(\.\./\.\./(tests/small_game/\w+/\w+/[^)]+)\)", page)
    files = (ROOT / "tests/small_game").glob("*/*/*.*")
    there = {file.relative_to(ROOT).as_posix() for file in files if file.suffix != ".pyc"}
    assert {*linked} == there - {"tests/small_game/card_data/high_or_low/__init__.py"}


def test_each_exception_is_in_the_docs() -> None:
    lines = [line for page in PAGES for block in blocks(page) for line in block.text.splitlines()]
    for start in UNTRIED:
        assert any(line.lstrip().startswith(start) for line in lines), start
