"""A template draws the game's own pieces: as they are cut out, by their own templates."""

import math
from io import BytesIO
from pathlib import Path

import msgspec
import pikepdf
import pytest

import card_data
from card_data import DataError
from printkit.drawing.geometry import rectangle_steps
from printkit.drawing.shapes import Group, Use
from printkit.drawing.shapes import Path as DrawnPath
from printkit.drawing.traversal import texts, walk
from printkit.inspection.contrast import signs
from printkit.options import Options
from printkit.painting.paint import painter_for
from printkit.painting.pdf import Meta
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from tests.printkit.pdf_pages import FONTS
from tests.printkit.tiny_card import write

CARD = 63.5, 88.9  # mm: a poker card


PIECE = '<piece component="deck" face="letter" x="30" y="40" width="21"/>'


def drawn(errata: Path, shapes: str, component: str = "rules") -> Layout:
    name = "back.svg" if component == "deck" else "own.svg"
    (errata / "templates" / name).write_text(f"<svg>\n{shapes}\n</svg>", "utf-8")
    printed = (errata / "print.yaml").read_text("utf-8")
    if component == "rules":
        printed = printed.replace("common/booklet.svg", "own.svg")
    (errata / "print.yaml").write_text(printed, "utf-8")
    loaded = card_data.load("errata", errata.parent)
    return lay_out(loaded, component, Options(data=errata.parent), Typesetter())


def piece_in(layout: Layout) -> Group:
    (group,) = layout.faces[0].shapes
    assert isinstance(group, Group)
    return group


def at(group: Group, x: float, y: float) -> tuple[float, float]:
    """Where a point of a piece lies on the face."""
    a, b, c, d, e, f = group.matrix
    return a * x + c * y + e, b * x + d * y + f


def test_piece_is_drawn_as_it_is_cut_out(errata: Path) -> None:
    """Without bleed, with round corners, on white paper, by symbols of its own; its words are
    examined on the piece itself, as they are too small on a picture of it."""
    layout = drawn(errata, PIECE + '<icon name="deck" x="30" y="0" size="5"/>')
    group, _ = layout.faces[0].shapes
    assert isinstance(group, Group)
    assert at(group, 0, 0) == pytest.approx((30, 40))
    assert at(group, *CARD) == pytest.approx((30 + 21, 40 + 21 * CARD[1] / CARD[0]))
    assert "A letter" in {text.text for text in texts((group,))}
    assert group.piece
    assert list(signs((group,), layout.symbols)) == []
    unmarked = msgspec.structs.replace(group, piece=False)
    assert "A letter" in {sign.what for sign in signs((unmarked,), layout.symbols)}
    assert group.clip is not None
    points = [values[at : at + 2] for _, values in group.clip.steps
              for at in range(0, len(values), 2)]  # fmt: skip
    assert (min(points)[0], max(points)[0], (0.0, 0.0) in points) == (0, CARD[0], False)
    paper = group.shapes[0]
    assert isinstance(paper, DrawnPath)
    assert (paper.style.fill, paper.steps) == ("#ffffff", group.clip.steps)
    used = [shape.symbol for shape in walk(layout.faces[0].shapes) if isinstance(shape, Use)]
    assert all(layout.symbols[name].shapes for name in used)
    assert "deck" in used, "an icon may be called like the component"


@pytest.mark.parametrize("turn", [90, -30, 180])
def test_piece_turns_clockwise_about_its_middle(turn: int, errata: Path) -> None:
    piece = f'<piece component="deck" face="letter" x="30" y="40" width="63.5" turn="{turn}"/>'
    group = piece_in(drawn(errata, piece))
    middle = 30 + CARD[0] / 2, 40 + CARD[1] / 2
    assert at(group, CARD[0] / 2, CARD[1] / 2) == pytest.approx(middle)
    right = math.cos(math.radians(turn)), math.sin(math.radians(turn))  # y is downwards
    x, y = at(group, CARD[0] / 2 + 10, CARD[1] / 2)
    assert (x, y) == pytest.approx((middle[0] + 10 * right[0], middle[1] + 10 * right[1]))


def test_the_other_side_of_a_piece_is_drawn(errata: Path) -> None:
    (group,) = drawn(errata, PIECE.replace("/>", ' side="back"/>')).faces[0].shapes
    icons = [shape for shape in walk((group,)) if isinstance(shape, Use)]
    assert [icon.symbol for icon in icons] == ["deck:quill"]
    assert not list(texts((group,)))


def test_pieces_that_draw_each_other_are_refused(errata: Path) -> None:
    with pytest.raises(DataError, match="contains itself"):
        drawn(errata, '<piece component="rules" face="booklet" width="9"/>', "deck")


def test_error_in_a_piece_is_reported_in_its_own_template(errata: Path) -> None:
    write(errata, '<icon name="quil"/>')
    with pytest.raises(DataError, match=r"card\.svg:1:.*quil"):
        drawn(errata, PIECE)


FORM = """<svg>
  <text x="3" y="6">Player {{ index + 1 }}</text>
  <text x="3" y="50">below</text>
  <field name="players.{{ index }}.name" kind="text" label="name"
         x="30" y="2" width="30" height="6"/>
  <field name="players.{{ index }}.page" kind="grid" columns="2" rows="2" label="page"
         x="3" y="10" width="8" height="8"/>
</svg>
"""
ANN, BO = ("<entry name='players.0.name'>Ann</entry>", "<entry name='players.1.name'>Bo</entry>")


def with_form(errata: Path, piece: str, form: str = FORM) -> Layout:
    (errata / "templates" / "form.svg").write_text(form, "utf-8")
    sizes = "size: 60 x 60, per_page: {2: 60 x 60}"
    with (errata / "print.yaml").open("a", encoding="utf-8") as file:
        file.write(f"  form: {{title: Form, {sizes}, faces: [{{template: form.svg}}]}}\n")
    return drawn(errata, piece)


def said(layout: Layout) -> list[str]:
    return [text.text for text in texts(layout.faces[0].shapes)]


def test_entries_are_written_into_the_fields_of_a_form(errata: Path) -> None:
    """The only face of a component need not be named."""
    piece = f'<piece component="form" form="2">{ANN}{BO}</piece>'
    assert said(with_form(errata, piece)) == ["Player 2", "below", "Bo"]
    assert said(drawn(errata, '<piece component="form" face="form"/>')) == ["Player 1", "below"]


def test_each_line_of_a_grid_is_a_row(errata: Path) -> None:
    entry = '<entry name="players.0.page"> A\nB </entry>'
    layout = with_form(errata, f'<piece component="form">{entry}</piece>')
    at = {text.text: text for text in texts(layout.faces[0].shapes)}
    assert at["A"].x > 7 > at["B"].x  # the middle of the grid
    assert at["A"].y < 14 < at["B"].y


def test_a_window_shows_a_part_as_wide_as_the_piece_says(errata: Path) -> None:
    """What cannot be seen is left out, so that nobody finds it by searching."""
    piece = f'<piece component="form" window="0 0 20 10" x="50" y="40" width="40">{ANN}</piece>'
    layout = with_form(errata, piece)
    group = piece_in(layout)
    assert said(layout) == ["Player 1"]
    assert at(group, 20, 10) == pytest.approx((90, 60))
    assert group.clip is not None
    xs = [x for _, values in group.clip.steps for x in values[::2]]
    assert (min(xs), max(xs)) == (0, 20)


@pytest.mark.parametrize(
    ("turn", "corner"), [(0, (30, 40)), (8, None), (90, (30, 40)), (180, (30, 40))]
)
def test_content_of_a_piece_is_upright(
    turn: int, corner: tuple[float, float] | None, errata: Path
) -> None:
    inside = '<circle r="2" fill="#ff0000"/>'
    piece = f'<piece component="form" x="30" y="40" width="30" turn="{turn}">{inside}</piece>'
    drawn, mark = with_form(errata, piece).faces[0].shapes
    assert isinstance(drawn, Group)
    assert isinstance(mark, Group)
    assert mark.matrix[:4] == (1, 0, 0, 1)
    x, y = corner or at(drawn, 0, 0)  # of a piece that is hardly turned its own
    assert mark.matrix[4:] == pytest.approx((x + 1, y + 1), abs=0.3)


def test_content_of_a_piece_is_on_top(errata: Path) -> None:
    shapes = (
        '<g transform="translate(5 5)">'
        '<piece component="form"><text font-size="9pt">1</text></piece></g>'
        '<rect width="90" height="90"/>'
    )
    face = with_form(errata, shapes).faces[0]
    last = face.shapes[-1]
    assert isinstance(last, Group)
    assert [text.text for text in texts((last,))] == ["1"]
    assert at(last, 0, 0) == pytest.approx((6, 6))


@pytest.mark.parametrize(("piece", "message"), [
    ('<piece component="form" form="0"/>', "form: found '0', expected a whole number from 1"),
    ('<piece component="form" form="two"/>', "form: found 'two'"),
    ('<piece component="deck" face="letter" form="2"/>', "the deck is no form"),
    ('<piece component="deck"/>', "the deck has several faces"),
    (f'<piece component="form" form="3">{ANN}</piece>', "nothing to write on the form, number 3"),
    (f'<piece component="form"><entry name="a"><b>Ann</b></entry>{ANN}</piece>', "an entry is"),
    ('<piece component="form" window="0 0 20"/>', "window: found '0 0 20', expected left"),
    ('<piece component="form" window="50 0 20 10"/>', "height in its 60 x 60 mm"),
    ('<piece component="form" window="-1 0 20 10"/>', "window: found"),
    ('<piece component="form" window="0 0 0 10"/>', "window: found"),
    ('<piece component="form"><entry value="1"/></piece>', "value has no effect here"),
    (ANN, "is not allowed here"),
])  # fmt: skip
def test_unknown_entry_is_reported_at_its_line(piece: str, message: str, errata: Path) -> None:
    with pytest.raises(DataError, match=message) as refused:
        with_form(errata, piece)
    (problem,) = refused.value.problems
    assert (Path(problem.file).name, problem.line) == ("own.svg", 2)


@pytest.mark.parametrize(("rx", "corner"), [("", 0), ('rx="0"', 0), ('rx="2.5"', 2.5)])
def test_detail_has_its_own_corners(rx: str, corner: float, errata: Path) -> None:
    """Square ones, if it says nothing."""
    form = f'<svg><detail name="a" x="10" y="20" width="30" height="8" {rx}/></svg>'
    layout = with_form(errata, '<piece component="form" detail="a"/>', form)
    clip = piece_in(layout).clip
    assert clip is not None
    assert clip.steps == rectangle_steps(0, 0, 30, 8, corner, corner)


def test_a_piece_that_is_shown_again_is_written_once(errata: Path) -> None:
    written = []
    for times in (1, 2, 9):
        layout = drawn(errata, times * PIECE)
        file = BytesIO()
        meta = Meta("", "", "", "", "")
        painter = painter_for(layout.faces, file, meta, FONTS, layout.symbols)
        painter.paint(layout.sheets)
        painter.save()
        with pikepdf.open(file) as pdf:
            (page,) = pdf.pages
            written.append(len(page.Contents.read_bytes()))
    assert written[1] < written[0]
    assert written[2] - written[1] < 7 * 400  # where it lies, and its outline
