"""Papers and sizes of a user's own, in a sheets.yaml of the --data folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

import card_data
from printkit.options import Options
from printkit.sheets.layout import lay_out
from printkit.sheets.settings import SheetSettings, sheet_settings
from printkit.sheets.typesetting import Typesetter
from tests.card_data.copies import edit, problems
from tests.printkit.tools import UNIT, done, refused, run


def settings_of(folder: Path, text: str) -> SheetSettings:
    folder.mkdir(exist_ok=True)
    (folder / "sheets.yaml").write_text(text, "utf-8")
    return sheet_settings(folder)


def test_names_are_added_and_replaced(tmp_path: Path) -> None:
    shipped = sheet_settings()
    found = settings_of(tmp_path, "papers: {a5: [148, 210], a4: [209, 296]}\nmargin: 4")
    assert found.sheet_size("a5") == (148, 210)
    assert found.sheet_size("a4") == (209, 296)
    assert found.sheet_size("letter") == shipped.sheet_size("letter")
    assert (found.margin, found.gutter, found.sizes) == (4, shipped.gutter, shipped.sizes)
    assert sheet_settings() == shipped


def test_margin_and_gutter_may_be_nothing(tmp_path: Path) -> None:
    assert sheet_settings(tmp_path) == sheet_settings(), "without a file all is as shipped"
    found = settings_of(tmp_path, "margin: 0\ngutter: 0")
    assert (found.margin, found.gutter) == (0, 0)


@pytest.mark.sweep
def test_a_game_prints_on_a_paper_of_ones_own(errata: Path) -> None:
    data, out = errata.parent, errata.parent / "out"
    (data / "sheets.yaml").write_text("papers: {a5: [148, 210]}\nsizes: {poker: [60, 90]}\n")
    shared = ["--data", data, "--paper", "a5"]
    done("check", *shared)
    done("build", "errata", *shared, "--out", out)
    page = PdfReader(out / "errata" / "deck.pdf").pages[0]
    size = sorted((float(page.mediabox.width) / UNIT, float(page.mediabox.height) / UNIT))
    assert size == pytest.approx([148, 210], abs=0.01)
    assert ["a5", "148", "x", "210"] in map(
        str.split, run("list", "--data", data).stdout.splitlines()
    )


def test_an_unknown_paper_is_suggested_once(errata: Path) -> None:
    (errata.parent / "sheets.yaml").write_text("papers: {tabloid: [279.4, 431.8]}\n")
    said = refused("build", "--data", errata.parent, "--paper", "tabliod", "--out", errata)
    assert said.splitlines() == [
        "--paper: no paper called 'tabliod'; did you mean tabloid?",
        "1 problem; nothing was written.",
    ]


@pytest.mark.parametrize(
    ("name", "size"),
    [("a3", (297, 420)), ("a5", (148, 210)), ("legal", (215.9, 355.6)),
     ("tabloid", (279.4, 431.8)), ("sra3", (320, 450))],
)  # fmt: skip
def test_papers_that_printers_take_are_shipped(name: str, size: tuple[float, float]) -> None:
    assert sheet_settings().sheet_size(name) == size


@pytest.mark.parametrize(
    ("paper", "size", "sheets"),
    [("a4", (210, 297), 1), ("a3", (297, 420), 1), ("a5", (200, 263), 4)],
)
def test_board_has_room_for_dice(paper: str, size: tuple[float, float], sheets: int) -> None:
    game = card_data.load("dice_archive")
    layout = lay_out(game, "board", Options(paper=paper), Typesetter())
    (face,) = layout.faces
    assert (face.width, face.height) == size
    assert len(layout.sheets) == sheets


@pytest.mark.parametrize(
    ("least", "message"),
    [("60 x 200", "only for size: page, which depends on the paper: leave it out"),
     ("large", None)],
)  # fmt: skip
def test_only_page_has_a_least_size(least: str, message: str | None, errata: Path) -> None:
    size = "poker" if message else "page"
    line = edit(
        errata / "print.yaml", "    size: poker\n", f"    size: {size}\n    least: {least}\n"
    )
    if message:
        (problem,) = problems(errata)
        assert (problem.line, problem.message) == (line + 1, message)
        return
    said = refused("check", "--data", errata.parent)
    assert f"print.yaml:{line + 1}:" in said
    assert "deck, field least: found 'large', expected a name of sheets.yaml" in said
