"""Papers and sizes of a user's own, in a sheets.yaml of the --data folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

from card_data import DataError
from printkit.sheets.settings import SheetSettings, sheet_settings
from tests.printkit.tools import UNIT, refused, run


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


def test_without_a_file_all_is_as_shipped(tmp_path: Path) -> None:
    assert sheet_settings(tmp_path) == sheet_settings()


def test_margin_and_gutter_may_be_nothing(tmp_path: Path) -> None:
    found = settings_of(tmp_path, "margin: 0\ngutter: 0")
    assert (found.margin, found.gutter) == (0, 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("papers: {a5: [148]}", r"sheets\.yaml:1:\d+: field papers.a5: found 1 number, expected a"),
        ("papers: {a5: [148, 210, 3]}", "found 3 numbers, expected a width and a height"),
        ("sizes: {page: [148, 210]}", "page already means the whole paper"),
        ("papers:\n  a5: [148, 0]", r"sheets\.yaml:2:\d+: field papers.a5 no. 2: found 0"),
        ("papers: {A 5: [148, 210]}", "A 5"),
        ("paper: {a5: [148, 210]}", r"field paper: unknown key; did you mean papers\?"),
        ("margin: -1", "field margin: found -1, expected a number from 0 to 1500"),
        ("papers: {a5: [148, 99999]}", "expected a number from 1 to 1500"),
        ("papers: [", "not YAML"),
    ],
)
def test_it_is_checked_like_other_data(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=said):
        settings_of(tmp_path, text)


def test_a_game_prints_and_is_audited_on_a_paper_of_ones_own(errata: Path) -> None:
    data, out = errata.parent, errata.parent / "out"
    (data / "sheets.yaml").write_text("papers: {a5: [148, 210]}\nsizes: {poker: [60, 90]}\n")
    shared = ["--data", data, "--paper", "a5"]
    assert run("check", *shared).exit_code == 0
    assert run("build", "errata", *shared, "--no-audit", "--out", out).exit_code == 0
    page = PdfReader(out / "errata" / "deck.pdf").pages[0]
    size = sorted((float(page.mediabox.width) / UNIT, float(page.mediabox.height) / UNIT))
    assert size == pytest.approx([148, 210], abs=0.01)
    audited = run("audit", out / "errata" / "deck.pdf", "--data", data)
    assert "matches the data" in audited.stdout
    assert "a5      148 x 210" in run("list", "--data", data).stdout


def test_an_unknown_paper_is_suggested_once(errata: Path) -> None:
    (errata.parent / "sheets.yaml").write_text("papers: {tabloid: [279.4, 431.8]}\n")
    said = refused("build", "--data", errata.parent, "--paper", "tabliod", "--out", errata)
    assert said.splitlines() == [
        "--paper: no paper called 'tabliod'; did you mean tabloid?",
        "1 problem; nothing was written.",
    ]
