"""The columns of booklets: no clause is parted for a line, no last page is next to empty."""

from __future__ import annotations

import pytest

import card_data
from printkit.budget import Budget
from printkit.drawing import Shape, texts
from printkit.columns import LEAST, PARTED
from printkit.flow import Flow, PageDesign, Paragraph
from printkit.pages import WORTH_A_PAGE, columns_of
from printkit.fonts import Fonts
from printkit.layout import Options, lay_out
from printkit.typeset import Composer, Rect, Setting

SETTING = Setting(4.0, 4.0, 1.25, "left", "#000000", "#000000")
STEP = SETTING.size * SETTING.leading
WIDTH = 60.0


def paragraph(name: str, lines: int, *, label: bool = True, keep: bool = False) -> Paragraph:
    """One of so many lines, each with the name and its number."""
    font = Fonts().get("serif")
    composer = Composer()
    for number in range(lines):
        composer.newline()
        composer.text(f"{name}{number}", font)
    words = composer.finish()
    marked = Composer()
    if label:
        marked.text(name, font)
    return Paragraph(words, marked.finish(), SETTING, SETTING, 10.0, keep=keep)


def set_in(paragraphs: list[Paragraph], room: int) -> list[list[str]]:
    """The lines of each column, of a page with two columns of so many lines."""
    frames = [Rect(x, 0, WIDTH, room * STEP + 0.1) for x in (0, WIDTH + 5)]
    flow = Flow(paragraphs, [PageDesign((), frames)])
    return [words(column.shapes) for column in columns_of(flow, Budget()) if column.shapes]


def words(shapes: list[Shape]) -> list[str]:
    return [text.text for text in texts(tuple(shapes)) if text.text[-1].isdigit()]


def clause(name: str, *lines: int) -> list[Paragraph]:
    """A clause of paragraphs of so many lines: its text, its rulings."""
    return [paragraph(f"{name}{'xyz'[at]}", number, label=at == 0)
            for at, number in enumerate(lines)]  # fmt: skip


@pytest.mark.parametrize("room", range(8, 21))
@pytest.mark.parametrize("parts", [(1, 3), (3, 1), (1, 1), (5, 1), (6, 1, 1), (2, 2), (1, 5, 1)])
def test_no_clause_is_parted_for_a_single_line(parts: tuple[int, ...], room: int) -> None:
    """Neither its first line nor its last stands alone, also where it has rulings."""
    text = [one for name in "abcdefgh" for one in clause(name, *parts)]
    columns = set_in(text, room)
    assert sum(map(len, columns)) == 8 * sum(parts)
    for column in columns:
        for name in {line[0] for line in column}:
            there = sum(line[0] == name for line in column)
            assert there >= min(LEAST, sum(parts)), (name, column)


def test_short_paragraphs_stay_whole() -> None:
    columns = set_in([*clause("a", 6), *clause("b", PARTED - 1)] * 3, 8)
    for column in columns:
        assert sum(line.startswith("b") for line in column) % (PARTED - 1) == 0


@pytest.mark.parametrize("number", range(23, 54))
def test_the_last_page_is_worth_its_paper(number: int) -> None:
    """What would be a few lines on it is saved by smaller type, or gets company."""
    paragraphs = [one for at in range(number) for one in clause("abcdefghijklmno"[at % 15], 2)]
    frames = [Rect(x, 0, WIDTH, 24 * STEP + 0.1) for x in (0, WIDTH + 5)]
    columns = columns_of(Flow(paragraphs, [PageDesign((), frames)]), Budget())
    last = columns[-1].page
    assert sum(column.lines for column in columns) == 2 * number
    if last:
        assert sum(one.lines for one in columns if one.page == last) >= WORTH_A_PAGE


@pytest.mark.parametrize("paper", ["a4", "letter", "common"])
@pytest.mark.parametrize("game", card_data.names())
def test_booklets_end_on_a_page_that_is_worth_it(game: str, paper: str, fonts: Fonts) -> None:
    faces = lay_out(card_data.load(game), "rules", Options(paper=paper), fonts).faces
    last = {round(text.y, 1) for text in texts(faces[-1].shapes)}
    assert len(faces) == 1 or len(last) >= WORTH_A_PAGE // 2
