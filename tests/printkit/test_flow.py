"""The columns of booklets: no clause is split for a line, no last page is next to empty."""

import msgspec
import pytest

from printkit.drawing.bounds import corners
from printkit.drawing.geometry import IDENTITY, Rect
from printkit.drawing.shapes import Group, Shape
from printkit.drawing.traversal import texts
from printkit.typography.columns import LEAST, SHORTEST_OVER, SHORTEST_SPLIT
from printkit.typography.fitting import Composer, Setting
from printkit.typography.flow import (
    AnyBlock,
    Column,
    Figure,
    Flow,
    Mark,
    NoteStyle,
    PageDesign,
    Panel,
    Paragraph,
    Row,
)
from printkit.typography.fonts import Fonts
from printkit.typography.pages import LITTLE, WORTH_A_PAGE, columns_of

SETTING = Setting(4.0, 4.0, 1.25, "left", "#000000", "#000000")
STEP = SETTING.size * SETTING.leading
WIDTH = 60.0
FONT = Fonts().get("serif")


def add(composer: Composer, text: str) -> None:
    composer.text(text, FONT)


def composed(text: str) -> Composer:
    """The words of a text, whose lines end where it says so."""
    composer = Composer()
    for line in text.splitlines():
        composer.newline(FONT)
        add(composer, line)
    return composer


def paragraph(name: str, lines: int, *, label: bool = True, keep: bool = False) -> Paragraph:
    """A paragraph of this many lines, each with the name and its number."""
    words = composed("\n".join(f"{name}{number}" for number in range(lines))).finish()
    marked = composed(name).finish() if label else []
    return Paragraph(words, marked, SETTING, SETTING, 10.0, keep=keep)


def set_in(paragraphs: list[Paragraph], room: int) -> list[Column]:
    """The columns of a text on pages with two columns of this many lines."""
    frames = [Rect(x, 0, WIDTH, room * STEP + 0.1) for x in (0, WIDTH + 5)]
    return columns_of(Flow(paragraphs, [PageDesign((), frames)]))


def words(shapes: list[Shape]) -> list[str]:
    return [text.text for text in texts(tuple(shapes)) if text.text[-1].isdigit()]


def clause(name: str, *lines: int) -> list[Paragraph]:
    """A clause of paragraphs of this many lines each: its text, its rulings."""
    return [paragraph(f"{name}{'xyz'[at]}", number, label=at == 0)
            for at, number in enumerate(lines)]  # fmt: skip


@pytest.mark.parametrize("room", range(8, 21))
@pytest.mark.parametrize("parts", [(1, 3), (3, 1), (1, 1), (5, 1), (6, 1, 1), (2, 2), (1, 5, 1)])
def test_no_clause_is_split_for_a_single_line(parts: tuple[int, ...], room: int) -> None:
    """Neither its first line nor its last stands alone, also where it has rulings."""
    text = [one for name in "abcdefgh" for one in clause(name, *parts)]
    columns = [words(column.shapes) for column in set_in(text, room) if column.shapes]
    assert sum(map(len, columns)) == 8 * sum(parts)
    for column in columns:
        for name in {line[0] for line in column}:
            there = sum(line[0] == name for line in column)
            assert there >= min(LEAST, sum(parts)), (name, column)


@pytest.mark.parametrize("above", range(1, 26))
def test_a_short_paragraph_is_split_over_columns_but_not_over_pages(above: int) -> None:
    """Nor is the line that leads to it parted from it."""
    text = [paragraph("a", above), paragraph("c", 1, keep=True), paragraph("d", SHORTEST_OVER - 1)]
    found = [(one.page, words(one.shapes)) for one in set_in(text, 12)]
    assert len({page for page, lines in found if any(line[0] == "d" for line in lines)}) == 1
    assert [lines for _, lines in found if "c0" in lines and "d0" not in lines] == []


@pytest.mark.parametrize("number", range(23, 54))
def test_the_last_page_is_worth_its_paper(number: int) -> None:
    """What would be a few lines on it is saved by smaller type, or gets company: all that it needs,
    unless there are very few."""
    paragraphs = [one for at in range(number) for one in clause("abcdefghijklmno"[at % 15], 2)]
    columns = set_in(paragraphs, 24)
    last = columns[-1].page
    assert sum(len(words(column.shapes)) for column in columns) == 2 * number
    if last:
        end = max(one.end for one in columns if one.page == last)
        few = number in (*range(24, 29), *range(48, 53))
        assert end >= (LITTLE if few else WORTH_A_PAGE) * columns[0].frame.height


PAGE = [Rect(0, 0, WIDTH, 100.0), Rect(WIDTH + 5, 0, WIDTH, 100.0)]


def figure(height: float, *, span: bool = False, keep: bool = False) -> Figure:
    mark = Mark(anchor="figure")
    return Figure((), height, WIDTH, span=span, keep=keep, floats=True, mark=mark)


def columns(*blocks: AnyBlock) -> list[Column]:
    return columns_of(Flow(blocks, [PageDesign((), PAGE)]))


def place_of(column: list[Column]) -> tuple[int, float, float]:
    """The page of the figure, and its top left corner."""
    groups = [(one.page, shape) for one in column for shape in one.shapes]
    ((page, group),) = [
        (page, one) for page, one in groups if isinstance(one, Group) and one.anchor == "figure"
    ]
    inner = group.shapes[0]
    assert isinstance(inner, Group)
    return page, *inner.matrix[4:]


def test_text_fills_the_place_of_a_figure_without_room() -> None:
    """No hole is left in the first column; the figure is at the top of the second."""
    found = columns(paragraph("a", 12), figure(60), *[paragraph(name, 3) for name in "bcdefgh"])
    assert place_of(found) == (0, WIDTH + 5, 0.0)
    assert [line[0] for line in words(found[0].shapes)][-1] in "bcd"


def test_a_figure_stays_with_its_caption() -> None:
    for before in range(1, 12):
        found = columns(
            *[paragraph("a", 1, label=False) for _ in range(before)],
            figure(50, keep=True), paragraph("b", 1), paragraph("c", 20),
        )  # fmt: skip
        _, x, _ = place_of(found)
        (at,) = [one.frame.x for one in found if "b0" in words(one.shapes)]
        assert at == x


def test_columns_above_a_wide_figure_are_balanced_and_go_on_below() -> None:
    found = columns(
        *[paragraph(name, 2) for name in "abcd"], figure(30, span=True), paragraph("e", 8)
    )
    above, beside, wide, below, last = found
    assert len(words(above.shapes)) == len(words(beside.shapes)) == 4
    _, x, y = place_of(found)
    assert y >= max(above.end, beside.end)
    assert x == (2 * WIDTH + 5 - WIDTH) / 2  # narrower than the page, in its middle
    assert below.frame.y > wide.end
    assert len(words(below.shapes)) == len(words(last.shapes)) == 4


def test_text_after_a_wide_figure_fills_the_page() -> None:
    text = [paragraph(name, 6) for name in "abcdefghijkl"]
    found = columns(*text[:3], figure(70, span=True), *text[3:])
    page, _, y = place_of(found)
    assert (page, y) == (1, 0.0)
    first = [len(words(one.shapes)) for one in found if one.page == 0]
    assert sum(first) >= 2 * 100 / STEP - 2 * SHORTEST_SPLIT


def test_wide_figure_moves_up_within_its_chapter() -> None:
    """Not above the chapter's title, and not into the next chapter."""
    text = [paragraph(name, 6) for name in "abcd"]
    found = columns(title("t"), *text, figure(50, span=True), title("u"), paragraph("e", 30))
    assert place_of(found)[0] == 0
    order = [line[0] for one in found for line in words(one.shapes) if line[0] in "tu"]
    assert order == ["t", "u"]
    after = {line[0] for one in found if one.page == 1 for line in words(one.shapes)}
    assert "d" in after


@pytest.mark.parametrize(("lines", "page"), [(32, 1), (16, 0)])
def test_a_chapter_goes_to_the_next_page_with_its_figure(lines: int, page: int) -> None:
    """Unless that leaves a quarter of its page blank."""
    found = columns(paragraph("a", lines), title("t"), paragraph("b", 6), figure(70, span=True))
    (at,) = [one.page for one in found if "t0" in words(one.shapes)]
    assert (at, place_of(found)[0]) == (page, 1)


def test_a_figure_does_not_part_a_list() -> None:
    item = Mark(role="LI")
    items = [msgspec.structs.replace(paragraph(name, 3), mark=item) for name in "bcdefg"]
    found = columns(title("t"), paragraph("a", 12), *items, figure(60, span=True))
    above = {line[0] for one in found if not one.page for line in words(one.shapes)}
    assert (place_of(found)[0], above) == (0, {*"ta"})


def test_a_title_stays_where_the_figure_below_it_has_no_room() -> None:
    """The text that follows the figure goes between them."""
    found = columns(paragraph("a", 12), title("t"), figure(60), *map(paragraph, "bcd", (3, 20, 20)))
    assert "t0" in words(found[0].shapes)
    assert "b0" in words(found[0].shapes)
    assert place_of(found)[1] == WIDTH + 5


def test_text_split_over_pages_keeps_its_column_width() -> None:
    """However few lines of it are left: set wider, it would have other lines, and lose some."""
    wide = msgspec.structs.replace(paragraph("b", 1), span=True)
    found = columns(paragraph("a", 43), wide, paragraph("c", 20))
    rest = [one for one in found if one.page == 1 and words(one.shapes)[0].startswith("a")]
    assert {one.frame.width for one in rest} == {WIDTH}
    said = [line for one in found for line in words(one.shapes) if line.startswith("a")]
    assert said == [f"a{number}" for number in range(43)]


@pytest.mark.parametrize("above", range(1, 10))
def test_wide_heading_stays_with_its_text_in_one_column(above: int) -> None:
    heading, text = (
        msgspec.structs.replace(paragraph(name, 1, label=False, keep=name == "h"), span=True)
        for name in "hi"
    )
    frame = Rect(0, 0, WIDTH, 10 * STEP + 0.1)
    flow = Flow([paragraph("a", above), heading, text], [PageDesign((), [frame])])
    pages = [words(one.shapes) for one in columns_of(flow)]
    assert [page for page in pages if "h0" in page] == [page for page in pages if "i0" in page]


def title(name: str) -> Paragraph:
    one = paragraph(name, 1, label=False, keep=True)
    return msgspec.structs.replace(one, indent=0.0, mark=Mark(title="Next"))


def test_no_figure_moves_past_the_next_chapter() -> None:
    found = columns(paragraph("a", 12), figure(60), title("c"), *[paragraph("d", 4)] * 5)
    order = [
        shape.title or shape.anchor for one in found for shape in one.shapes
        if isinstance(shape, Group) and (shape.title or shape.anchor)
    ]  # fmt: skip
    assert order == ["figure", "Next"]


def panel(*blocks: Paragraph | Figure | Row, span: bool = False, floats: bool = False) -> Panel:
    return Panel(blocks, "#eeeeee", 3.0, span=span, floats=floats)


def boxes(found: list[Column]) -> list[tuple[int, Rect]]:
    """The tinted boxes, each with its page."""

    def around(shapes: tuple[Shape, ...]) -> Rect:
        xs, ys = zip(*corners(shapes, IDENTITY), strict=True)
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    groups = [
        (one.page, shape) for one in found for shape in one.shapes if isinstance(shape, Group)
    ]
    return [(page, around(group.shapes)) for page, group in groups if group.role == "Artifact"]


@pytest.mark.parametrize("above", range(10, 19))
def test_a_panel_is_never_split(above: int) -> None:
    """It is one box, in a column of its own if there is no room for it, and has its padding."""
    found = columns(paragraph("a", above), panel(paragraph("b", 3), paragraph("c", 3)))
    ((page, box),) = boxes(found)
    assert box.height == pytest.approx(6 * STEP + 6)
    assert page == 0
    assert box.y + box.height <= 100.1
    inside = [text for one in found for text in texts(tuple(one.shapes)) if text.text[0] in "bc"]
    assert all(box.x + 3 <= text.x <= box.x + WIDTH - 3 for text in inside)
    assert all(box.y < text.y < box.y + box.height for text in inside)


def test_a_panel_over_the_page_sets_its_blocks_in_balanced_columns() -> None:
    wide = panel(*[paragraph(name, 4) for name in "bcde"], span=True)
    ((_, box),) = boxes(columns(paragraph("a", 4), wide))
    assert box.width == 2 * WIDTH + 5
    assert box.height == pytest.approx(8 * STEP + 6, abs=1)


def test_only_a_panel_that_floats_lets_what_follows_go_first() -> None:
    rest = [paragraph(name, 3) for name in "cdefghijkl"]
    for floats in (False, True):
        example = panel(paragraph("b", 12), floats=floats)
        found = columns(paragraph("a", 14), example, *rest)
        assert any(line[0] == "c" for line in words(found[0].shapes)) == floats


def test_a_panel_taller_than_a_page_is_divided_between_its_blocks() -> None:
    long = panel(*[paragraph(name, 6) for name in "abcdefgh"])
    found = columns(long)
    assert [page for page, _ in boxes(found)] == [0, 0, 1]
    said = [line for one in found for line in words(one.shapes)]
    assert said == [f"{name}{number}" for name in "abcdefgh" for number in range(6)]


def one_column(*blocks: AnyBlock) -> list[Column]:
    """Set in a single column, 100 mm high, on each page."""
    return columns_of(Flow(blocks, [PageDesign((), PAGE[:1])]))


def test_panel_is_split_in_one_column() -> None:
    """Between its blocks; where little would be blank it stays whole."""
    example = panel(*[paragraph(name, 3) for name in "bcd"], floats=True)
    more = paragraph("e", 30)
    found = one_column(paragraph("a", 11), example, more)
    assert [page for page, _ in boxes(found)] == [0, 1]
    assert "c2" in words(found[0].shapes)
    assert "d0" in words(found[1].shapes)
    assert [page for page, _ in boxes(one_column(paragraph("a", 16), example, more))] == [1]


def test_text_precedes_a_figure_in_a_split_panel() -> None:
    example = panel(paragraph("b", 2), figure(50), *map(paragraph, "cd", (3, 3)), floats=True)
    found = one_column(paragraph("a", 8), example, paragraph("e", 30))
    assert [page for page, _ in boxes(found)] == [0, 1]
    assert words(found[0].shapes)[-6:] == ["c0", "c1", "c2", "d0", "d1", "d2"]
    assert place_of(found)[0] == 1


def test_the_cells_of_a_row_stand_side_by_side() -> None:
    cells = (paragraph("b", 1, label=False), paragraph("c", 3, label=False))
    row = Row(cells, (1, 3), "#aaaaaa", keep=True)
    found = columns(row, paragraph("d", 1), paragraph("e", 9))
    place = {one.text: one for column in found for one in texts(tuple(column.shapes))}
    assert place["b0"].y == place["c0"].y
    assert place["c0"].x > place["b0"].x
    assert place["d0"].y > place["c2"].y


def noted(*anchors: str) -> Paragraph:
    """A paragraph whose last line cites ``anchors``."""
    composer = composed("n0\nn1\nn2")
    for anchor in anchors:
        composer.note(anchor, FONT)
    return Paragraph(composer.finish(), [], SETTING, SETTING, 0.0)


NOTES = NoteStyle(add, Setting(2.0, 2.0, 1.0, "left", "#8c2f39", "#8c2f39"), 1.0)


@pytest.mark.parametrize("span", [None, False, True])
def test_citations_stand_in_the_margin(span: bool | None) -> None:
    """Also beside a panel, whose box it is outside of; a second one stands below the first."""
    cites = noted("ER-1.1", "ER-1.2")
    block = cites if span is None else panel(cites, span=span)
    flow = Flow([block], [PageDesign((), PAGE)], NOTES)
    place = {one.text: one for column in columns_of(flow) for one in texts(tuple(column.shapes))}
    first, second = place["1.1"], place["1.2"]
    assert (first.link, second.link) == ("ER-1.1", "ER-1.2")
    assert first.x == second.x == (2 * WIDTH + 5 if span else WIDTH) + 1
    assert first.y == pytest.approx(place["n2"].y)
    assert second.y == pytest.approx(first.y + 2.3)


@pytest.mark.parametrize("leader", [False, True])
def test_reference_names_the_page_of_its_anchor(leader: bool) -> None:
    """Each page once; with a leader at the right edge of the column."""
    there = msgspec.structs.replace(paragraph("b", 3), breaks="page", mark=Mark(anchor="there"))
    refers = msgspec.structs.replace(
        paragraph("r", 1, label=False), refers=("there",) * 2, leader=leader, add=add
    )
    found = columns(refers, there)
    said = [one for one in texts(tuple(found[0].shapes)) if one.text.strip()]
    assert [one.text for one in said if "2" in one.text] == ["2"]
    number = next(one for one in said if one.text == "2")
    assert number.link == "there"
    assert (number.x + number.width == pytest.approx(WIDTH)) == leader


@pytest.mark.parametrize(("pages", "listed"), [(3, False), (4, True)])
def test_contents_are_left_out_of_a_short_text(pages: int, listed: bool) -> None:
    contents = msgspec.structs.replace(panel(paragraph("c", 1)), least_pages=4)
    rest = [msgspec.structs.replace(paragraph("p", 3), breaks="page") for _ in range(pages - 1)]
    found = columns(contents, paragraph("a", 3), *rest)
    assert found[-1].page == pages - 1
    assert any("c0" in words(one.shapes) for one in found) == listed


@pytest.mark.parametrize("before", [paragraph("a", 3), figure(20, span=True)])
def test_a_block_may_begin_a_page(before: AnyBlock) -> None:
    late = msgspec.structs.replace(paragraph("b", 3), breaks="page")
    found = columns(before, late)
    assert [one.page for one in found if "b0" in words(one.shapes)] == [1]


def test_smaller_type_saves_a_page_that_a_box_leaves_half_blank() -> None:
    found = columns(paragraph("a", 18), panel(figure(50), span=True), paragraph("b", 36))
    assert place_of(found)[0] == 0
