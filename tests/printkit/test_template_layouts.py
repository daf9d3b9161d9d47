"""Layouts in templates: where their children lie, how texts give way, what is wrong in them."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path as FilePath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from card_data.limits import DEEPEST_LAYOUTS
from printkit.drawing.bounds import points
from printkit.drawing.geometry import Rect, box_around, transformed
from printkit.drawing.shapes import Field, Group, Path, Shape, Symbol, Text, Use
from printkit.drawing.traversal import texts, traverse, walk
from printkit.errors import MarkupError
from printkit.faces.reader import MarkupReader
from printkit.templating.xml import parse
from printkit.typography.fitting import POINT, SLACK
from printkit.typography.fonts import Fonts
from tests.card_data.copies import edit
from tests.docs.pages import ROOT, blocks
from tests.docs.session import Session
from tests.printkit.commands import refused, run
from tests.printkit.tiny_card import drawn, laid_out, write

FONTS = Fonts()
SYMBOLS = {
    "coin": Symbol("coin", (Path((("M", (0, 0)), ("L", (24, 24)))),), 24),
    "wide": Symbol("wide", (), 40, 1, 20),
    "dot": Symbol("dot", ()),
}
PAGE = Rect(0, 0, 60, 90)
STEP = 10 * POINT * 1.2  # from line to line
LINES = "one<br/>two<br/>three"
TEXT = 'font-size="10pt"'
FLOW = "<flow><page><frame x='5' y='5' width='50' height='70'/></page>{}</flow>"

Found = tuple[float, float, float, float]  # x, y, width, height


def read(markup: str) -> tuple[tuple[Shape, ...], list[MarkupError]]:
    reader = MarkupReader(FONTS, SYMBOLS)
    reader.page = PAGE
    return reader.shapes(parse(f"<svg>{markup}</svg>")), reader.errors


def shapes_of(markup: str) -> tuple[Shape, ...]:
    shapes, errors = read(markup)
    assert errors == []
    return shapes


def wrong(markup: str) -> list[str]:
    return [str(error) for error in read(markup)[1]]


def boxes(markup: str) -> list[Found]:
    return [*boxes_in(shapes_of(markup))]


def boxes_in(shapes: Sequence[Shape]) -> Iterator[Found]:
    for visit in traverse(shapes):
        if isinstance(visit.shape, Path | Use | Field):
            around = [transformed(visit.matrix, *point) for point in points(visit.shape)]
            left, top, right, bottom = box_around(around)
            yield tuple(round(side, 4) + 0.0 for side in (left, top, right - left, bottom - top))  # type: ignore[misc]


def said(markup: str) -> dict[str, Text]:
    return {text.text: text for text in texts(shapes_of(markup))}


HIGH = round(STEP, 4)  # of a line of text
INNER = '<row gap="1" pad="2"><rect width="3" height="4"/><rect width="5"/></row>'
RULE = '<line stroke="#000000"/>'
BOX = '<textbox font-size="10pt" min-font-size="6pt">{}</textbox>'
PLACES: dict[str, tuple[str, list[Found]]] = {
    "a row shares its width":
     ('<row x="10" y="5" width="32" height="8" gap="2"><rect/><rect/><rect/></row>',
     [(10, 5, 9.3333, 8), (21.3333, 5, 9.3333, 8), (32.6667, 5, 9.3333, 8)]),
    "all of the face but its padding": ('<stack pad="3 7"><rect/></stack>', [(3, 7, 54, 76)]),
    "from a corner": ('<stack x="20" y="30"><rect/></stack>', [(20, 30, 40, 60)]),
    "a width is kept":
     ('<row width="30" height="5"><rect width="12"/><rect/><rect weight="2"/></row>',
     [(0, 0, 12, 5), (12, 0, 6, 5), (18, 0, 12, 5)]),
    "a height is kept":
     ('<column width="5" height="30"><rect height="12"/><rect/><rect weight="2"/></column>',
     [(0, 0, 5, 12), (0, 12, 5, 6), (0, 18, 5, 12)]),
    "a child says how it lies":
     ('<stack align="right"><rect width="4" height="4" align="left" valign="bottom"/></stack>',
     [(0, 86, 4, 4)]),
    "as high as what is in it": (f"<column>{INNER}<rect/></column>", [(2, 2, 3, 4), (6, 2, 5, 4),
     (0, 8, 60, 82)]),
    "as wide as what is in it": (f"<row>{INNER}<rect/></row>", [(2, 2, 3, 4), (6, 2, 5, 86),
     (13, 0, 47, 90)]),
    "a weight in a row in a column":
     (f"<column><row><rect weight='2'/>{BOX.format('one')}</row><rect/></column>",
     [(0, 0, 40, HIGH), (0, HIGH, 60, round(90 - STEP, 4))]),
    "a weight in a column in a row":
     ("<row><column><rect width='5' weight='2'/></column><rect/></row>", [(0, 0, 5, 90),
     (5, 0, 55, 90)]),
    "alignment of layouts within":
     ('<column align="right"><row><rect width="3" height="4"/></row></column>', [(57, 0, 3, 4)]),
    "the least height of what takes the rest":
     ('<column height="30" width="9"><rect min-height="20"/><rect weight="3"/></column>',
     [(0, 0, 9, 20), (0, 20, 9, 10)]),
    "a line in a column lies": (f'<column gap="2"><rect height="5"/>{RULE}<rect/></column>',
     [(0, 0, 60, 5), (0, 7, 60, 0), (0, 9, 60, 81)]),
    "a line in a row stands": (f'<row gap="2"><rect width="5"/>{RULE}<rect/></row>', [(0, 0, 5, 90),
     (7, 0, 0, 90), (9, 0, 51, 90)]),
    "a text is as high as its lines": (f"<column gap='1'>{BOX.format(LINES)}<rect/></column>",
     [(0, round(3 * STEP + 1, 4), 60, round(89 - 3 * STEP, 4))]),
    "a text at the foot takes what it needs": (f"<column><rect/>{BOX.format('short')}</column>",
     [(0, 0, 60, round(90 - STEP, 4))]),
    "an empty text": ("<column><textbox/><rect/></column>", [(0, 0, 60, 90)]),
    "rows of a grid":
     ('<grid columns="2" gap="2 3" width="22" height="23"><rect/><rect/><rect/></grid>',
     [(0, 0, 10, 10), (12, 0, 10, 10), (0, 13, 10, 10)]),
    "weights of a grid":
     (f'<grid columns="2 1" rows="1 3" width="30" height="40">{3 * "<rect/>"}</grid>',
     [(0, 0, 20, 10), (20, 0, 10, 10), (0, 10, 20, 30)]),
    "over several columns":
     ('<grid columns="3" gap="3" width="36" height="23"><rect/><rect span="2"/><rect span="3"/>'
     "</grid>", [(0, 0, 10, 10), (13, 0, 23, 10), (0, 13, 36, 10)]),
    "an empty grid": ('<column><grid columns="2"/><rect height="5"/></column>', [(0, 85, 60, 5)]),
    "a grid is as high as its children": (
        f'<column><grid columns="2" gap="1">{3 * """<rect width="6" height="6"/>"""}</grid><rect/>'
        "</column>",
        [(0, 0, 6, 6), (30.5, 0, 6, 6), (0, 7, 6, 6), (0, 13, 60, 77)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", PLACES)
def test_children_lie_in_their_places(what: str) -> None:
    markup, found = PLACES[what]
    assert boxes(markup) == found


@pytest.mark.parametrize(
    ("align", "valign", "x", "y"),
    [("left", "top", 0, 0), ("center", "middle", 20, 40), ("right", "bottom", 40, 80)],
)
def test_children_that_leave_room_lie_together(align: str, valign: str, x: float, y: float) -> None:
    """Along a row and across it alike; in a column, a stack and a grid too."""
    where = f'align="{align}" valign="{valign}"'
    box = '<rect width="20" height="10"/>'
    for layout in (f"<row {where}>", f"<column {where}>", f"<stack {where}>",
                   f'<grid columns="1" {where}>'):  # fmt: skip
        kind = layout[1:].split()[0]
        assert boxes(f"{layout}{box}</{kind}>") == [(x, y, 20, 10)], kind
    half = '<rect width="10" height="10"/>' * 2
    assert boxes(f"<row {where}>{half}</row>") == [(x, y, 10, 10), (x + 10, y, 10, 10)]


@pytest.mark.parametrize(("child", "box"), [
    ("<rect/>", (0, 0, 20, 10)),
    ("<hexagon/>", (0, 0, 20, 10)),
    ("<ellipse/>", (0, 0, 20, 10)),
    ('<ellipse rx="3"/>', (7, 0, 6, 10)),
    ("<circle/>", (5, 0, 10, 10)),
    ('<circle r="2"/>', (8, 3, 4, 4)),
    ('<icon name="coin"/>', (5, 0, 10, 10)),
    ('<icon name="coin" size="6"/>', (7, 2, 6, 6)),
    ('<use href="#coin"/>', (5, 0, 10, 10)),
    ('<field name="a" label="A"/>', (0, 0, 20, 10)),
    ('<field name="a" label="A" width="4" height="2"/>', (8, 4, 4, 2)),
    ('<line stroke="#000000"/>', (0, 5, 20, 0)),
    ('<line x1="1" y1="2" x2="3" y2="5"/>', (1, 2, 2, 3)),
    ('<path d="M1 2 L3 5"/>', (1, 2, 2, 3)),
    ('<g width="4" height="2"><rect x="1" width="2" height="2"/></g>', (9, 4, 2, 2)),
    ('<g transform="translate(1 1)"><rect width="2" height="2"/></g>', (1, 1, 2, 2)),
    ('<grid columns="2" width="10" height="4"><rect/></grid>', (5, 3, 5, 4)),
])  # fmt: skip
def test_a_child_is_drawn_in_its_place(child: str, box: Found) -> None:
    layout = '<stack x="30" y="40" width="20" height="10" align="center" valign="middle">'
    x, y, width, height = box
    assert boxes(f"{layout}{child}</stack>") == [(30 + x, 40 + y, width, height)]


def test_a_symbol_keeps_its_shape() -> None:
    (use,) = shapes_of('<stack width="20" height="5"><use href="#wide"/></stack>')
    assert isinstance(use, Use)
    assert use.side == 10
    (dot,) = shapes_of('<stack x="7" width="20" height="5"><use href="#dot"/></stack>')
    assert isinstance(dot, Group)
    assert dot.matrix[4:] == (7, 0)


def test_a_text_is_as_wide_as_it_is_long() -> None:
    row = f'<row gap="1" valign="middle"><text {TEXT}>three coins</text><rect/></row>'
    (text,) = texts(shapes_of(row))
    assert text.x == pytest.approx(0)
    assert boxes(row) == [pytest.approx((text.width + 1, 0, 59 - text.width, 90), abs=1e-3)]


def test_a_text_breaks_only_where_it_says_so() -> None:
    column = f"<column><text {TEXT}>{'long ' * 3}<br/>short</text><rect/></column>"
    assert boxes(column) == [(0, round(2 * STEP, 4), 60, round(90 - 2 * STEP, 4))]
    assert len(said(column)) == 2


def test_a_piece_is_as_large_as_its_place_allows(errata: FilePath) -> None:
    print_file = errata / "print.yaml"
    tokens = (
        "components:\n  tokens: {title: Tokens, size: 20 x 30, faces: [{template: back.svg}]}\n"
    )
    edit(print_file, "components:\n", tokens)
    piece = '<piece component="tokens"/>'
    pieces = piece + piece.replace("/>", ' width="20" turn="90"/>')
    row = f'<row width="60" height="20">{pieces}</row>'
    first, second = (one for one in drawn(errata, row).shapes if isinstance(one, Group))
    assert first.matrix == pytest.approx((2 / 3, 0, 0, 2 / 3, 0, 0))
    assert second.clip is not None
    left, top, right, bottom = box_around(
        transformed(second.matrix, *point) for point in points(second)
    )
    assert (left, top, right, bottom) == pytest.approx((30, 0, 60, 20))


SMALL = f"<textbox {TEXT} min-font-size='5pt'>{LINES}</textbox>"
ROOM = 3 * 7 * POINT * 1.2  # for its lines at 7 pt


@pytest.mark.parametrize(
    ("markup", "last"),
    [
        (f"<column>{SMALL}<rect height='{90 - ROOM}'/></column>", (0, ROOM, 60, 90 - ROOM)),
        (f"<column><rect min-height='{90 - ROOM}'/>{SMALL}</column>", (0, 0, 60, 90 - ROOM)),
        (
            f"<column><rect height='{86 - ROOM}'/><row><stack><rect/><column pad='2'>{SMALL}"
            "</column></stack><rect width='9'/></row></column>",
            (51, 86 - ROOM, 9, ROOM + 4),
        ),
    ],
    ids=[
        "before it pushes what is below",
        "not art with a least height",
        "in a layout in a column",
    ],
)
def test_a_text_gives_way(markup: str, last: Found) -> None:
    assert said(markup)["one"].size == pytest.approx(7 * POINT)
    assert boxes(markup)[-1] == pytest.approx(last, abs=1e-3)


def test_texts_in_a_column_shrink_together_as_far_as_each_may() -> None:
    texts_ = (
        f"<textbox font-size='12pt'>title</textbox>"
        f"<textbox {TEXT} min-font-size='9pt'>second</textbox>"
        f"<textbox {TEXT} min-font-size='5pt'>{LINES}</textbox>"
    )
    room = (12 + 9 + 3 * 7) * POINT * 1.2
    sizes = said(f"<column height='{room}'>{texts_}</column>")
    assert sizes["title"].size == pytest.approx(12 * POINT)
    assert sizes["second"].size == pytest.approx(9 * POINT)
    assert sizes["one"].size == pytest.approx(7 * POINT)


COLUMN = f"<column><rect height='{90 - 2 * 9 * POINT * 1.2}'/>"
COLUMN += f"<textbox field='text' {TEXT} min-font-size='9pt'>{LINES}</textbox></column>"
WIDE_ROW = f"<row width='20'><text field='text' {TEXT}>{'long ' * 9}</text><rect width='4'/></row>"


@pytest.mark.parametrize(("markup", "message"), [
    (COLUMN, "needs 3 lines at 9 pt, there is room for 2"),
    (COLUMN.replace("<textbox", "<row><textbox").replace("</textbox>", "</textbox></row>"),
     "needs 3 lines at 9 pt, there is room for 2"),
    (WIDE_ROW, "is .* mm wide, there are 16 mm"),
], ids=["in a column", "in a row in a column", "in a row"])  # fmt: skip
def test_overflowing_text_is_reported_at_its_field(markup: str, message: str) -> None:
    (problem,) = read(markup)[1]
    assert re.fullmatch(f"does not fit: {message}", str(problem))
    assert problem.field == "text"


def test_a_text_takes_the_alignment_of_its_layout() -> None:
    column = f"<column align='right'><textbox {TEXT}>one</textbox></column>"
    text = said(column)["one"]
    assert text.x + text.width == pytest.approx(60)
    assert said(column.replace("<textbox", "<textbox align='left'"))["one"].x == 0


def test_colours_and_fonts_are_inherited() -> None:
    inside = "<stack fill='#445566'><rect/></stack>"
    (path,) = shapes_of(f"<row fill='#112233'>{inside}</row>")
    assert isinstance(path, Path)
    assert path.style.fill == "#445566"


def test_clip_in_a_layout() -> None:
    clip = '<clipPath id="c"><circle cx="2" cy="2" r="2"/></clipPath>'
    shapes = shapes_of(f'<row>{clip}<g clip-path="url(#c)"><rect width="9" height="9"/></g></row>')
    assert [one for one in walk(shapes) if isinstance(one, Group) and one.clip]


def test_layout_fills_what_it_is_in(errata: FilePath) -> None:
    face = drawn(errata, "<background><stack><rect/></stack></background>")
    assert [*boxes_in(face.shapes)] == [(-2, -2, 67.5, 92.9)]
    for width, wide in (("", 50), ("width='20'", 20)):
        flow = FLOW.format(f"<figure height='8' {width}><stack><rect/></stack></figure>")
        ((_, _, found, height),) = boxes_in(drawn(errata, flow).shapes)
        assert (found, height) == (wide, 8)
    symbol = '<symbol id="pip" viewBox="0 0 24 24"><row><rect/><rect/></row></symbol>'
    (errata / "templates/symbols.svg").write_text(f"<svg>{symbol}</svg>", "utf-8")
    edit(errata / "print.yaml", "back: back.svg", "back: back.svg\n    symbols: symbols.svg")
    write(errata, '<use href="#pip" width="4"/>')
    pip = laid_out(errata).symbols["pip"]
    assert [*boxes_in(pip.shapes)] == [(0, 0, 12, 24), (12, 0, 12, 24)]


LEAF = st.one_of(
    st.just("<rect/>"),
    st.builds("<rect weight='{:.2f}'/>".format, st.floats(0.1, 9)),
    st.builds("<rect width='{0:.2f}' height='{0:.2f}'/>".format, st.floats(0.1, 3)),
    st.builds("<icon name='coin' size='{:.2f}'/>".format, st.floats(0.1, 3)),
)


def laid(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=1, max_size=3).map("".join)
    pad, gap = st.floats(0, 0.3), st.floats(0, 0.3)
    kinds = st.sampled_from(("row", "column", "grid columns='2'"))
    where = st.sampled_from(("", "align='right' valign='middle'", "align='center'"))

    def layout(kind: str, pad: float, gap: float, where: str, content: str) -> str:
        if kind.startswith("grid"):
            content = content.replace(" weight", " stroke-width")
        return f"<{kind} pad='{pad}' gap='{gap}' {where}>{content}</{kind.split()[0]}>"

    return st.builds(layout, kinds, pad, gap, where, several)


@settings(max_examples=40)
@given(st.recursive(LEAF, laid, max_leaves=8).filter(lambda markup: markup[1] in "rcg"))
def test_children_never_overlap_and_never_leave_the_box(markup: str) -> None:
    shapes, errors = read(f"<column pad='1' width='50' height='50'>{markup}</column>")
    if errors:  # such as a weight in a grid, or no room
        return
    found = [*boxes_in(shapes)]
    for x, y, width, height in found:
        assert min(x, y) >= 1 - SLACK
        assert max(x + width, y + height) <= 49 + SLACK
    for (x, y, width, height), (left, top, wide, high) in combinations(found, 2):
        apart = x + width <= left + SLACK or left + wide <= x + SLACK
        assert apart or y + height <= top + SLACK or top + high <= y + SLACK


def test_wrong_child_is_reported_and_others_are_checked(errata: FilePath) -> None:
    markup = "\n<row>\n  <rect height='200'/>\n  <g><rct/></g>\n</row>"
    (errata / "templates" / "card.svg").write_text(f"<svg>{markup}</svg>", "utf-8")
    message = refused("check", "errata", "--data", str(errata.parent))
    assert "card.svg:3:3: <rect>: is 200 mm high, its place 88.9 mm" in message
    assert "card.svg:4:6: <rct>: unknown element" in message


def test_each_error_in_nested_layouts_is_reported_once() -> None:
    row = "<row gap='1 2 3'><rct/><rect/><rect/></row>"
    markup = f"<column><row>{row}</row><rect/></column>"
    assert [message.partition(":")[0] for message in wrong(markup)] == ["<rct>", "<row>"]
    text = f"<textbox field='text' {TEXT}>{'w' * 40}</textbox>"
    assert len(wrong(f"<column height='5'>{text}</column>")) == 1
    depth = DEEPEST_LAYOUTS + 1
    (message,) = wrong("<column>" * depth + "<rect/>" + "</column>" * depth)
    assert message == f"<column>: more than {DEEPEST_LAYOUTS} layouts inside one another"


@pytest.mark.sweep
def test_the_page_shows_its_pictures(tmp_path: FilePath, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session()
    for block in blocks(ROOT / "docs/guide/layouts.md"):
        session.show(block)
    for picture in (ROOT / "docs/pictures/layouts").glob("*.png"):
        contact = ["--contact"] if picture.stem == "deck" else []
        shared = ("--dpi", "90", "--data", "my_games", "--out", "made")
        run("png", "harbour", "--only", picture.stem, *contact, *shared)
        made = f"{picture.stem}/{'contact' if contact else picture.stem}.png"
        pair = (FilePath("made/harbour") / made, picture)
        shown = (Image.open(file).convert("RGB").resize((60, 60)).tobytes() for file in pair)
        difference = [abs(one - other) for one, other in zip(*shown, strict=True)]
        assert sum(difference) / len(difference) < 2, picture.stem
