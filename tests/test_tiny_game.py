"""A game of data and templates only: it proves that printkit knows no game by name."""

from __future__ import annotations

import shutil
from operator import attrgetter
from pathlib import Path

import pytest
from pypdf import PdfReader

import card_data
import printkit
from printkit.drawing.traversal import fields
from printkit.options import Options
from printkit.sheets.layout import lay_out
from printkit.sheets.profiles import profiles
from printkit.sheets.settings import sheet_settings
from printkit.sheets.typesetting import Typesetter
from tests.docs.pages import blocks

GAMES = Path(__file__).parent / "tiny_game"
PAGE = Path(__file__).parent.parent / "docs" / "guide" / "make-a-game.md"
REFERENCE = PAGE.with_name("game-reference.md")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[printkit.BuildResult]:
    out = tmp_path_factory.mktemp("tiny")
    return printkit.build(out=out, options=printkit.Options(data=GAMES))


def test_it_holds_no_python() -> None:
    assert {file.suffix for file in GAMES.rglob("*") if file.is_file()} == {".yaml", ".svg"}


def test_it_prints_its_words_and_its_numbers(built: list[printkit.BuildResult]) -> None:
    assert [(part.component, part.pieces, part.pages) for part in built] == [
        ("deck", 10, 4), ("rules", 1, 1),
        ("", 11, 8),  # the whole game in one file, after a cover sheet and a page of all pieces
    ]  # fmt: skip
    text = "".join(page.extract_text() for page in PdfReader(built[0].file).pages)
    assert (text.count("A comma"), text.count("The wrong page")) == (4, 1)
    rules = PdfReader(built[1].file).pages[0].extract_text()
    assert "Deal 3 cards" in rules
    assert "12" in rules


def test_its_aid_words_follow_its_option(tmp_path: Path) -> None:
    folder = tmp_path / "errata"
    shutil.copytree(GAMES / "errata", folder)
    text = (folder / "cards.yaml").read_text("utf-8")
    (folder / "cards.yaml").write_text(text.replace("A comma", '"A comma, {options.open_hands}"'))
    head = (folder / "game.yaml").read_text("utf-8")
    said = 'text: Hands lie face up.\n    aid: {"false": shut, "true": open}'
    for value, word in (("false", "shut"), ("true", "open")):
        changed = head.replace("text: Hands lie face up.", said).replace(
            "value: false", f"value: {value}"
        )
        (folder / "game.yaml").write_text(changed, "utf-8")
        assert card_data.load("errata", tmp_path).rows("cards")[0].word == f"A comma, {word}"  # type: ignore[attr-defined]


def test_the_fields_that_the_docs_show_can_be_read(tmp_path: Path) -> None:
    (shown,) = [block.text for block in blocks(REFERENCE) if block.kind == "xml"]
    folder = Path(shutil.copytree(GAMES / "errata", tmp_path / "errata"))
    (folder / "templates" / "card.svg").write_text(f"<svg>{shown}</svg>", "utf-8")
    layout = lay_out(
        card_data.load("errata", tmp_path), "deck", Options(data=tmp_path), Typesetter()
    )
    number, check, grid = sorted(fields(layout.faces[1].shapes), key=attrgetter("y"))
    assert (number.name, number.label, number.order) == (
        "players.1.hand", "Player 2: cards in hand", 1
    )  # fmt: skip
    assert (check.name, check.kind, check.value) == ("players.1.played", "check", "comma")
    assert (grid.name, grid.kind, grid.columns, grid.rows) == ("players.1.board", "grid", 8, 8)


def test_the_set_up_that_the_docs_show_can_be_read(tmp_path: Path) -> None:
    (block,) = [block for block in blocks(REFERENCE) if block.file.endswith("set_up.yaml")]
    folder = Path(shutil.copytree(GAMES / "errata", tmp_path / "errata"))
    (folder / "set_up.yaml").write_text(block.text, "utf-8")
    found = card_data.load_set_up(card_data.load("errata", tmp_path))
    assert found is not None
    cells = [line.cells for section in found.sections for line in section.lines]
    assert cells == [(("3", 1),), (("10", 1),), ()]


def test_the_papers_that_the_docs_show_can_be_read(tmp_path: Path) -> None:
    (block,) = [one for one in blocks(PAGE.with_name("printing.md")) if "papers:" in one.text]
    (tmp_path / "sheets.yaml").write_text(block.text, "utf-8")
    assert sheet_settings(tmp_path).sheet_size("b5") == (176, 250)


def test_the_profile_that_the_docs_show_can_be_read(tmp_path: Path) -> None:
    (block,) = [one for one in blocks(PAGE.with_name("press.md")) if one.kind == "yaml"]
    (tmp_path / "profiles.yaml").write_text(block.text, "utf-8")
    shop = profiles(tmp_path)["corner_shop"]
    assert (shop.bleed, shop.ink, shop.sizes["card"]) == (5, 300, (62, 88))
