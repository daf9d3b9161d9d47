"""A template draws the game's own pieces: as they are cut out, by their own templates."""

from __future__ import annotations

import math
import shutil
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

import card_data
from card_data import DataError
from printkit.drawing import Face, Group, Use, texts, walk
from printkit.drawing import Path as DrawnPath
from printkit.fonts import Fonts
from printkit.layout import Layout, Options, lay_out
from printkit.pdf import Meta, painter_for

GAMES = Path(__file__).parent.parent / "tiny_game"
CARD = 63.5, 88.9  # mm: a poker card


def drawn(folder: Path, shapes: str, fonts: Fonts, component: str = "deck") -> Layout:
    """Errata's deck with these shapes for its back; or its booklet, with them for all of it."""
    game = folder / "errata"
    shutil.copytree(GAMES / "errata", game, dirs_exist_ok=True)
    name = "back.svg" if component == "deck" else "own.svg"
    (game / "templates" / name).write_text(f"<svg>\n{shapes}\n</svg>", "utf-8")
    if component == "rules":
        printed = (game / "print.yaml").read_text("utf-8")
        printed = printed.replace("common/booklet.svg", "own.svg")
        (game / "print.yaml").write_text(printed, "utf-8")
    return lay_out(card_data.load("errata", folder), component, Options(data=folder), fonts)


def piece_in(face: Face) -> Group:
    (group,) = face.shapes
    assert isinstance(group, Group)
    return group


def at(group: Group, x: float, y: float) -> tuple[float, float]:
    """Where a point of a piece lies on the face."""
    a, b, c, d, e, f = group.matrix
    return a * x + c * y + e, b * x + d * y + f


def test_a_piece_is_drawn_where_and_as_wide_as_it_says(tmp_path: Path, fonts: Fonts) -> None:
    piece = '<piece component="deck" face="letter" x="30" y="40" width="21"/>'
    group = piece_in(drawn(tmp_path, piece, fonts, "rules").faces[0])
    assert at(group, 0, 0) == pytest.approx((30, 40))
    assert at(group, *CARD) == pytest.approx((30 + 21, 40 + 21 * CARD[1] / CARD[0]))
    assert "A letter" in {text.text for text in texts((group,))}


@pytest.mark.parametrize("turn", [90, -30, 180])
def test_a_piece_is_turned_about_its_middle_clockwise(
    turn: int, tmp_path: Path, fonts: Fonts
) -> None:
    piece = f'<piece component="deck" face="letter" x="30" y="40" width="63.5" turn="{turn}"/>'
    group = piece_in(drawn(tmp_path, piece, fonts, "rules").faces[0])
    middle = 30 + CARD[0] / 2, 40 + CARD[1] / 2
    assert at(group, CARD[0] / 2, CARD[1] / 2) == pytest.approx(middle)
    right = math.cos(math.radians(turn)), math.sin(math.radians(turn))  # y is downwards
    x, y = at(group, CARD[0] / 2 + 10, CARD[1] / 2)
    assert (x, y) == pytest.approx((middle[0] + 10 * right[0], middle[1] + 10 * right[1]))


def test_a_piece_shows_no_bleed_and_has_round_corners(tmp_path: Path, fonts: Fonts) -> None:
    piece = '<piece component="deck" face="letter" x="0" y="0" width="20"/>'
    clip = piece_in(drawn(tmp_path, piece, fonts, "rules").faces[0]).clip
    assert clip is not None
    points = [values[at : at + 2] for _, values in clip.steps for at in range(0, len(values), 2)]
    assert min(points)[0] == 0
    assert max(points)[0] == CARD[0]
    assert (0.0, 0.0) not in points


def test_a_piece_hides_what_lies_below_it(tmp_path: Path, fonts: Fonts) -> None:
    """Its paper is white where its template draws nothing."""
    piece = '<piece component="deck" face="letter" x="0" y="0" width="20"/>'
    group = piece_in(drawn(tmp_path, piece, fonts, "rules").faces[0])
    paper = group.shapes[0]
    assert isinstance(paper, DrawnPath)
    assert paper.style.fill == "#ffffff"
    assert group.clip is not None
    assert paper.steps == group.clip.steps


def test_its_other_side_is_drawn(tmp_path: Path, fonts: Fonts) -> None:
    piece = '<piece component="deck" face="letter" side="back" x="0" y="0" width="20"/>'
    (group,) = drawn(tmp_path, piece, fonts, "rules").faces[0].shapes
    icons = [shape for shape in walk((group,)) if isinstance(shape, Use)]
    assert [icon.symbol for icon in icons] == ["deck:quill"]
    assert not list(texts((group,)))


def test_a_piece_keeps_its_own_symbols(tmp_path: Path, fonts: Fonts) -> None:
    """Two components may use one name for different drawings."""
    piece = '<piece component="deck" face="letter" x="0" y="0" width="20"/>'
    layout = drawn(tmp_path, piece, fonts, "rules")
    for shape in walk(layout.faces[0].shapes):
        if isinstance(shape, Use):
            assert layout.symbols[shape.symbol].shapes


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ('component="dekc" face="letter"', "no component 'dekc'; did you mean deck"),
        ('component="deck" face="leter"', "no face 'leter' of deck; did you mean letter"),
        ('component="rules" face="own"', "the rules would draw itself"),
        ('component="deck" face="letter" side="left"', "side: found 'left'"),
        ('component="deck" face="letter" width="0"', "width: found '0'"),
    ],
)
def test_a_piece_that_cannot_be_drawn_is_told_at_its_line(
    attributes: str, message: str, tmp_path: Path, fonts: Fonts
) -> None:
    with pytest.raises(DataError, match=message) as refused:
        drawn(tmp_path, f"<piece {attributes}/>", fonts, "rules")
    (problem,) = refused.value.problems
    assert (Path(problem.file).name, problem.line) == ("own.svg", 2)


def test_pieces_that_draw_each_other_are_refused(tmp_path: Path, fonts: Fonts) -> None:
    piece = '<piece component="rules" face="booklet" width="9"/>'
    with pytest.raises(DataError, match="would draw itself"):
        drawn(tmp_path, piece, fonts)


def test_a_mistake_in_a_piece_is_told_in_its_own_template(tmp_path: Path, fonts: Fonts) -> None:
    shutil.copytree(GAMES / "errata", tmp_path / "errata")
    (tmp_path / "errata" / "templates" / "card.svg").write_text('<svg><icon name="quil"/></svg>')
    piece = '<piece component="deck" face="letter" width="20"/>'
    game = tmp_path / "errata"
    (game / "templates" / "own.svg").write_text(f"<svg>{piece}</svg>", "utf-8")
    printed = (game / "print.yaml").read_text("utf-8").replace("common/booklet.svg", "own.svg")
    (game / "print.yaml").write_text(printed, "utf-8")
    with pytest.raises(DataError, match=r"card\.svg:1:.*quil"):
        lay_out(card_data.load("errata", tmp_path), "rules", Options(data=tmp_path), fonts)


NUMBER = '<detail name="number" x="8" y="7" width="12" height="14" rx="1"/>'


def with_detail(tmp_path: Path, pieces: str, fonts: Fonts, detail: str = NUMBER) -> Layout:
    """Errata's booklet with these pieces for all of it, each card having a detail."""
    shutil.copytree(GAMES / "errata", tmp_path / "errata")
    templates = tmp_path / "errata" / "templates"
    card = (templates / "card.svg").read_text("utf-8")
    (templates / "card.svg").write_text(card.replace("</svg>", f"  {detail}\n</svg>"), "utf-8")
    (templates / "own.svg").write_text(f"<svg>\n{pieces}\n</svg>", "utf-8")
    printed = tmp_path / "errata" / "print.yaml"
    words = printed.read_text("utf-8").replace("common/booklet.svg", "own.svg")
    printed.write_text(words, "utf-8")
    return lay_out(card_data.load("errata", tmp_path), "rules", Options(data=tmp_path), fonts)


def test_a_detail_is_shown_alone_as_wide_as_the_piece_says(tmp_path: Path, fonts: Fonts) -> None:
    piece = '<piece component="deck" face="letter" detail="number" x="30" y="40" width="24"/>'
    group = piece_in(with_detail(tmp_path, piece, fonts).faces[0])
    assert at(group, 0, 0) == pytest.approx((30, 40))
    assert at(group, 12, 14) == pytest.approx((54, 68))
    (number,) = texts((group,))
    assert number.text == "2"  # and not the word below it, nor the icon
    assert not [shape for shape in walk((group,)) if isinstance(shape, Use)]
    (inner,) = [shape for shape in group.shapes if isinstance(shape, Group)]
    assert at(inner, 8, 7) == (0, 0)


@pytest.mark.parametrize(
    ("detail", "message"),
    [
        (NUMBER, "no detail 'nubmer' of letter; did you mean number"),
        (NUMBER + NUMBER, "a second 'number'"),
        (f"<g>{NUMBER}</g>", "a detail cannot stand in a symbol or a group"),
        ('<detail x="8" y="7" width="12" height="14"/>', "name: missing"),
    ],
)
def test_a_detail_that_is_none_is_refused(
    detail: str, message: str, tmp_path: Path, fonts: Fonts
) -> None:
    piece = '<piece component="deck" face="letter" detail="nubmer" width="24"/>'
    with pytest.raises(DataError, match=message):
        with_detail(tmp_path, piece, fonts, detail)


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ('example="gmae"', "no example 'gmae'"),
        ('form="0"', "form: found '0'"),
        ('window="3 4 5"', "window: found '3 4 5'"),
        ('window="3 4 5 0"', "window: found '3 4 5 0'"),
    ],
)
def test_a_sheet_that_cannot_be_shown_is_refused(
    attributes: str, message: str, tmp_path: Path, fonts: Fonts
) -> None:
    piece = f'<piece component="deck" face="letter" {attributes}/>'
    with pytest.raises(DataError, match=message):
        drawn(tmp_path, piece, fonts, "rules")


def test_a_window_shows_that_part_of_a_piece(tmp_path: Path, fonts: Fonts) -> None:
    piece = '<piece component="deck" face="letter" window="8 7 12 14" x="30" y="40" width="24"/>'
    group = piece_in(drawn(tmp_path, piece, fonts, "rules").faces[0])
    assert at(group, 12, 14) == pytest.approx((54, 68))
    assert [text.text for text in texts((group,))] == ["2"]


def test_a_piece_that_is_shown_again_is_written_once(tmp_path: Path, fonts: Fonts) -> None:
    written = []
    for times in (1, 2, 9):
        piece = '<piece component="deck" face="letter" x="30" y="40" width="20"/>'
        layout = drawn(tmp_path, times * piece, fonts, "rules")
        file = BytesIO()
        meta = Meta("", "", "", "", "")
        painter = painter_for(layout.faces, file, meta, fonts, layout.symbols)
        painter.paint(layout.sheets)
        painter.save()
        with pikepdf.open(file) as pdf:
            (page,) = pdf.pages
            written.append(len(page.Contents.read_bytes()))
    assert written[1] < written[0]
    assert written[2] - written[1] < 7 * 400  # where it lies, and its outline
