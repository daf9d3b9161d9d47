"""Games of one's own: started blank, and made as docs/make-your-own-game.md says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from PIL import Image

from card_data.problems import DataError
from printkit.workshop.new_game import blank_game, copy_game
from tests.printkit.tools import ROOT, files, refused, run

PAGE = (ROOT / "docs" / "make-your-own-game.md").read_text("utf-8")


def typed(line: str) -> str:
    """What a line of the page prints."""
    result = run(*shlex.split(line)[1:])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_page_followed_literally_ends_with_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first command, every file where the page says, then its commands and what they print."""
    monkeypatch.chdir(tmp_path)
    start = re.search(r"```\n(printkit new --blank .*)\n```", PAGE)
    assert start is not None
    typed(start[1])
    folder = tmp_path / "my_games" / "errata"
    for heading, block in re.findall(r"## (\w+\.yaml)\n+```yaml\n(.*?)```", PAGE, re.S):
        (folder / heading).write_text(block, "utf-8")
    card, back = re.findall(r"```xml\n(.*?)```", PAGE, re.S)
    assert "That is `templates/card.svg`; `templates/back.svg`" in PAGE
    (folder / "templates" / "card.svg").write_text(card, "utf-8")
    (folder / "templates" / "back.svg").write_text(back, "utf-8")
    (shown,) = re.findall(r"```\n(\$ .*?)```", PAGE, re.S)
    steps = re.findall(r"^\$ (.*)\n((?:[^$].*\n)*)", shown, re.M)
    assert [words.split()[1] for words, _ in steps] == ["check", "build", "png"]
    for words, output in steps:
        assert typed(words) == output
    picture = tmp_path / "output" / "my_games" / "png" / "errata" / "deck" / "contact.png"
    made, on_page = (
        Image.open(file).convert("RGB").resize((60, 60))
        for file in (picture, ROOT / "docs" / "errata.png")
    )
    difference = [abs(a - b) for a, b in zip(made.tobytes(), on_page.tobytes(), strict=True)]
    assert sum(difference) / len(difference) < 2


def test_a_blank_game_prints_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = run("new", "--blank", "mine")
    assert made.exit_code == 0
    folder = tmp_path / "mine" / "my_game"
    assert {file.name for file in folder.rglob("*.*")} == {
        "game.yaml", "cards.yaml", "rules.yaml", "print.yaml", "card.svg", "back.svg",
    }  # fmt: skip
    said = typed(made.stdout.splitlines()[-1])
    assert "output/mine/my_game/deck.pdf" in said
    assert "already exists; choose another folder" in refused("new", "--blank", "mine")


@pytest.mark.parametrize("name", ["a/b", "..", "my game", "", "-x"])
def test_a_blank_game_needs_a_name_that_can_be_one(name: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="expected a name of letters, digits and"):
        blank_game(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_copy_needs_a_game_and_a_folder() -> None:
    said = run("new", "winstons_archive")
    assert said.exit_code == 2
    assert "name a game and a folder, or give --blank and a folder" in said.stderr


def test_a_copy_has_the_data_the_examples_and_the_templates_of_a_game(tmp_path: Path) -> None:
    """As they are; but no Python."""
    copy = files(copy_game("winstons_archive", tmp_path))
    data = files(ROOT / "card_data" / "winstons_archive")
    drawn = files(ROOT / "templates" / "winstons_archive")
    kept = {name: text for name, text in data.items() if name.endswith(".yaml")}
    assert any(name.startswith("examples/") for name in kept)
    assert copy == kept | {f"templates/{name}": text for name, text in drawn.items()}
