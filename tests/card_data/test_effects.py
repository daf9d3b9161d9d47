"""Cards whose text play goes by: an edit is noticed, and accepted when play has been reviewed."""

from __future__ import annotations

from pathlib import Path

import pytest

import card_data
import printkit.printing.checking
import printkit.printing.whole_game
from card_data.effects import Effects
from printkit.workshop.new_game import copy_game
from tests.printkit.tools import run

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
    """What a check finds by making files takes seconds, and is told in other tests."""
    monkeypatch.setattr(printkit.printing.checking, "print_problems", lambda *_: ())


def check(file: Path, *options: object) -> tuple[int, str]:
    """``printkit check`` of the copy: its exit status and all it says."""
    result = run("check", GAME, "--data", file.parent.parent, *options)
    return result.exit_code, result.output


def test_the_effects_of_all_cards_were_reviewed_with_their_texts() -> None:
    for name in card_data.names():
        assert list(Effects(card_data.load(name)).problems(None)) == []
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
    digest = only.rpartition("its effect is ")[2]
    text = tools.read_text("utf-8")
    own = text.index("effect: ", text.index("id: T-2c"))
    end = text.index("\n", own)
    tools.write_text(f"{text[:own]}effect: {digest}{text[end:]}", "utf-8")
    assert check(tools)[0] == 0


def test_a_card_that_play_does_not_know_is_named(tools: Path) -> None:
    edit(tools, "id: T-4d\n", "id: T-4f\n")
    status, said = check(tools)
    line = tools.read_text("utf-8").split("id: T-4f")[0].count("\n") + 1
    assert status == 1
    assert f"{tools}:{line}:9: T-4f, field id: T-4f has no effect in play" in said


def test_timing_counts_as_text(tools: Path) -> None:
    text = tools.read_text("utf-8")
    tools.write_text(text.replace("timing: anytime", "timing: instant", 1), "utf-8")
    status, said = check(tools)
    assert status == 1
    assert "T-1a" in said


def test_how_a_text_is_laid_out_does_not_count(tools: Path) -> None:
    edit(tools, "Every player gains one", "Every  player\n      gains one")
    assert check(tools)[0] == 0


def test_a_number_that_stands_in_a_text_does_not_count(tools: Path) -> None:
    """T-10a says +2 by the number's name, and play reads the same number."""
    edit(tools.parent / "game.yaml", "eureka_rank: 2", "eureka_rank: 3")
    assert check(tools)[0] == 0
