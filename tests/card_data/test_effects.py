"""Cards whose text play goes by: an edit is noticed, and accepted when play has been reviewed."""

from __future__ import annotations

from pathlib import Path

import pytest

import card_data
import printkit.printing.checking
import printkit.printing.whole_game
from card_data.effects import Effects
from printkit.tools.new_game import copy_game
from tests.printkit.commands import run

GAME = "verse_and_variant"


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """The tools.yaml of a copy of the game, which has no rulebook: its examples take a second."""
    copy = copy_game(GAME, tmp_path / "mine")
    (copy / "rulebook.yaml").unlink()
    return copy / "tools.yaml"


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_bytes().decode()
    assert text.count(old) == 1
    file.write_bytes(text.replace(old, new).encode())


@pytest.fixture(autouse=True)
def unprinted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the checks that make files: they take seconds, and other tests cover them."""
    monkeypatch.setattr(printkit.printing.checking, "print_problems", lambda *_: ())


def check(file: Path, *options: object) -> tuple[int, str]:
    """``printkit check`` of the copy: its exit status and all it says."""
    result = run("check", GAME, "--data", file.parent.parent, *options)
    return result.exit_code, result.output


def test_the_effects_of_all_cards_were_reviewed_with_their_texts() -> None:
    for name in card_data.names():
        assert list(Effects(card_data.load(name)).problems(None, None)) == []
    assert len(Effects(card_data.load(GAME)).rows) == 75


def test_an_edited_text_is_named_until_it_is_accepted(tools: Path) -> None:
    edit(tools, "Every player gains one", "Every player but you gains one")
    status, said = check(tools)
    line = 1 + tools.read_text("utf-8").split("id: T-2c")[0].count("\n")
    assert status == 1
    only, summary = said.splitlines()
    assert summary == "1 problem found."
    assert only.startswith(f"{tools}:{line + 5}:")
    assert "T-2c, field text: the text has changed" in only
    assert only.endswith(f"printkit check {GAME} --data {tools.parent.parent} --accept T-2c")
    before = tools.read_text("utf-8").splitlines()
    assert check(tools, "--accept", "T-2c")[0] == 0
    assert check(tools)[0] == 0
    after = tools.read_text("utf-8").splitlines()
    assert [a != b for a, b in zip(before, after, strict=True)].count(True) == 1


def test_what_is_accepted_is_written_whatever_else_is_wrong(tools: Path) -> None:
    edit(tools, "Every player gains one", "Every player but you gains one")
    edit(tools, "choose again for", "choose another for")
    status, said = check(tools, "--accept", "T-2c")
    only, summary = said.splitlines()
    assert (status, summary) == (1, "1 problem found.")
    assert "T-5c" in only


def test_a_card_that_play_does_not_know_is_named(tools: Path) -> None:
    edit(tools, "id: T-4d\n", "id: T-4f\n")
    status, said = check(tools)
    line = tools.read_text("utf-8").split("id: T-4f")[0].count("\n") + 1
    assert status == 1
    assert f"{tools}:{line}:9: T-4f, field id: T-4f has no effect in play" in said


@pytest.mark.parametrize("flow", [True, False])
def test_a_row_of_ones_own_gets_its_first_digest(tools: Path, flow: bool) -> None:
    text = tools.read_text("utf-8")
    row = "  - id: T-2c\n    title: Catalog Concordance\n    rank: 2\n    timing: instant\n"
    start, end = text.index(row), text.index("  - id: T-2d")
    own = row + "    text: Nothing.\n"
    if flow:
        own = "  - {id: T-2c, title: Catalog, rank: 2, timing: instant, text: Nothing.}\n"
    tools.write_text(text[:start] + own + text[end:], "utf-8")
    assert check(tools)[0] == 1
    assert check(tools, "--accept", "T-2c")[0] == 0
    assert check(tools)[0] == 0


@pytest.mark.parametrize(("file", "old", "new", "named"), [
    ("tools", "rank: 1\n    timing: anytime", "rank: 1\n    timing: instant", "T-1a"),
    ("tools", "Every player gains one", "Every  player\n      gains one", ""),  # but for layout
    ("game", "eureka_rank: 2", "eureka_rank: 3", ""),  # T-10a says +2 by the number's name
])  # fmt: skip
def test_what_counts_as_text(file: str, old: str, new: str, named: str, tools: Path) -> None:
    other = tools.with_name(f"{file}.yaml")
    other.write_text(other.read_text("utf-8").replace(old, new, 1), "utf-8")
    status, said = check(tools)
    assert (status == 1, named in said) == (bool(named), True)


def test_accepting_changes_nothing_but_the_digests(tools: Path) -> None:
    windows = tools.read_bytes().replace(b"\n", b"\r\n")
    tools.write_bytes(b"# \xe2\x80\x9cTools\xe2\x80\x9d\r\n" + windows)
    whole = tools.read_bytes()
    edit(tools, "Every player gains one", "Every player but you gains one")
    edit(tools, "whoever wins this one", "whoever wins it")
    edited = tools.read_bytes()
    assert check(tools, "--accept", "T-2c", "--accept", "T-4e", "--accept", "T-2c")[0] == 0
    accepted = tools.read_bytes()
    assert len(accepted) == len(edited)
    assert sum(a != b for a, b in zip(accepted, edited, strict=True)) <= 16
    assert accepted.startswith(whole[:40])


def test_a_card_that_is_none_gets_a_near_miss_and_changes_nothing(tools: Path) -> None:
    before = tools.read_bytes()
    status, said = check(tools, "--accept", "T-5f")
    assert (status, tools.read_bytes()) == (2, before)
    assert "no card called 'T-5f' has an effect; did you mean T-5" in said


def test_accepting_needs_one_game(tools: Path) -> None:
    result = run("check", "--data", tools.parent.parent, "--accept", "T-1a")
    assert result.exit_code == 2
    assert "--accept: name one game, as in printkit check GAME --accept ID" in result.output
