"""A template draws the game's own pieces: as they are cut out, by their own templates."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import pytest

import card_data
from card_data import DataError
from printkit.drawing import Face, Group, Use, texts, walk
from printkit.drawing import Path as DrawnPath
from printkit.fonts import Fonts
from printkit.layout import Layout, Options, lay_out

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
