"""Dice Archive on paper: sizes measured in the PDF, forms by number a page, dice that fold."""

from __future__ import annotations

import io
import itertools
import math
import re

import pytest
from pypdf import PdfReader

import card_data
from printkit.drawing.shapes import Path
from printkit.drawing.traversal import fields, texts, walk
from printkit.options import Options
from printkit.painting.paint import paint_sheets, single
from printkit.sheets.layout import Layout
from printkit.typography.fonts import Fonts
from tests.printkit import commands, pdf_pages
from tests.sweeps import sweep

GAME = card_data.load("dice_archive")
DIE = GAME.lengths["die"]
FACES = range(1, GAME.data.numbers.dice.faces + 1)
SIDES = ("left", "middle", "right")
Line = list[tuple[float, float]]


def laid_out(name: str, fonts: Fonts, per_page: int | None = None) -> Layout:
    return pdf_pages.shipped(GAME.id, name, Options(per_page=per_page))


def test_every_space_of_the_board_holds_a_die_with_room(fonts: Fonts) -> None:
    layout = laid_out("board", fonts)
    found = pdf_pages.boxes(pdf_pages.page_of(layout, fonts))
    spaces = fields(layout.faces[0].shapes)
    assert [space.name for space in spaces] == [
        f"board.{side}.{n}" for side in SIDES for n in FACES
    ]
    assert spaces[2].label == "Owner of the die on 3, left table"
    for space in spaces:
        assert min(space.width, space.height) >= DIE + 2
        assert pdf_pages.drawn(space, 0, 0, found), space.name


def test_the_board_has_a_place_for_every_communal_die_and_the_boss(fonts: Fonts) -> None:
    box = GAME.data.numbers.dice
    squares = [one for one in pdf_pages.boxes(pdf_pages.page_of(laid_out("board", fonts), fonts))
               if abs(one[2] - one[3]) <= pdf_pages.CLOSE and one[2] >= DIE + 2]  # fmt: skip
    sizes = [round(one[2], 1) for one in squares]
    assert len(squares) == len(SIDES) * len(FACES) + box.communal + box.boss
    assert len(set(sizes)) == 2


@pytest.mark.parametrize(("name", "number"), sweep(
    itertools.product(["form", "form_ink_saving"], [1, 2, 4]),
    [("form", 1), ("form_ink_saving", 2), ("form", 4)],
))  # fmt: skip
def test_forms_are_named_by_position_paths_and_drawn_where_they_say(
    fonts: Fonts, name: str, number: int
) -> None:
    layout = pdf_pages.shipped(GAME.id, name, Options(per_page=number, forms=number))
    assert [face.copies for face in layout.faces] == [1] * number
    assert len(layout.sheets) == 1
    page = pdf_pages.page_of(layout, fonts)
    found, places = (
        pdf_pages.boxes(page),
        pdf_pages.spots(page, layout.faces[0].width, layout.faces[0].height),
    )
    for player, (face, place) in enumerate(zip(layout.faces, places, strict=True)):
        listed = fields(face.shapes)
        assert [(field.name, field.value) for field in listed] == [
            (f"players.{player}.name", ""),
            *((f"players.{player}.tasks.{side}", f"{n}") for side in SIDES for n in FACES),
        ]
        assert [field.label for field in listed[:2]] == [
            f"Player {player + 1}: name", f"Player {player + 1}: task 1 on the left"
        ]  # fmt: skip
        for field in listed[1:]:
            assert min(field.width, field.height) >= 8, "room for a pencil"
            assert abs(field.width - field.height) <= pdf_pages.CLOSE
            assert pdf_pages.drawn(field, place.x, place.y, found), field.name


def test_a_number_a_page_that_there_is_not_is_refused(fonts: Fonts) -> None:
    said = "--per-page: dice_archive form: found 3, expected one of 1, 2, 4"
    with pytest.raises(card_data.DataError, match=said):
        laid_out("form", fonts, 3)


def test_the_docs_state_the_ink_of_both_forms(fonts: Fonts) -> None:
    page = (commands.ROOT / "docs" / "games" / "dice_archive.md").read_text("utf-8")
    stated = {
        (name, int(number)): float(share)
        for name, number, share in re.findall(r"\| `(form\w*)` \| (\d) \| ([\d.]+) % \|", page)
    }
    measured = {
        (name, number): pdf_pages.coverage(laid_out(name, fonts, number), fonts)
        for name in ("form", "form_ink_saving")
        for number in (1, 2, 4)
    }
    assert stated.keys() == measured.keys()
    for key, share in measured.items():
        assert abs(share - stated[key]) < 0.3, (key, share)
        assert measured["form_ink_saving", key[1]] < measured["form", key[1]] / 3


def test_the_ink_saving_instance_fills_nothing(fonts: Fonts) -> None:
    """Paths are filled with white at most."""
    page = pdf_pages.page_of(laid_out("form_ink_saving", fonts), fonts)
    fill = ""
    inside = 0
    for operands, operator, _ in pdf_pages.operations(page):
        if operator in (b"BDC", b"EMC"):
            inside += 1 if operator == b"BDC" else -1
        elif operator == b"rg":
            fill = " ".join(str(float(one)) for one in operands)
        elif operator in (b"f", b"f*", b"B", b"B*") and inside:
            assert fill == "1.0 1.0 1.0"


def net(fonts: Fonts) -> tuple[Line, list[Line], list[pdf_pages.Box]]:
    """The first net in edges of a die from its row's left top corner: outline, tabs, pips."""
    layout = laid_out("dice", fonts)
    face = next(one for one in layout.faces if one.id == "red")
    pdf = io.BytesIO()
    paint_sheets(layout, [single(face)], fonts, pdf, "")
    paths = [path for path in pdf_pages.outlines(PdfReader(pdf).pages[0]) if path]
    outline = next(path for path in paths if len(path) == 12)
    left, top = outline[0]

    def scaled(path: list[tuple[float, float]]) -> list[tuple[float, float]]:
        return [((x - left) / DIE, (y - top) / DIE) for x, y in path]

    tabs = [
        scaled(path)
        for path in paths
        if len(path) == 4
        and abs(math.dist(path[0], path[3]) - DIE) <= pdf_pages.CLOSE
        and math.dist(path[0], path[1]) > 4
    ]
    pips = [
        (min(xs), min(ys), max(xs), max(ys))
        for path in paths
        if len(path) == 9
        for xs, ys in [tuple(zip(*scaled(path), strict=True))]
        if max(xs) - min(xs) < 0.5
    ]
    return scaled(outline), tabs, pips


def test_a_net_is_a_cross_of_squares_of_a_die(fonts: Fonts) -> None:
    outline, _, _ = net(fonts)
    cross = [
        (0, 0), (1, 0), (1, -1), (2, -1), (2, 0), (4, 0),
        (4, 1), (2, 1), (2, 2), (1, 2), (1, 1), (0, 1),
    ]  # fmt: skip
    for point, corner in zip(outline, cross, strict=True):
        assert math.dist(point, corner) * DIE <= pdf_pages.CLOSE


def test_a_net_folds_every_open_edge_has_one_tab(fonts: Fonts) -> None:
    """The edges that meet when the cross is folded, each pair with a tab on one of the two."""
    _, tabs, _ = net(fonts)
    meeting = [
        (((0, 0), (0, 1)), ((4, 0), (4, 1))), (((1, -1), (1, 0)), ((0, 0), (1, 0))),
        (((2, -1), (2, 0)), ((2, 0), (3, 0))), (((1, -1), (2, -1)), ((3, 0), (4, 0))),
        (((1, 1), (1, 2)), ((0, 1), (1, 1))), (((2, 1), (2, 2)), ((2, 1), (3, 1))),
        (((1, 2), (2, 2)), ((3, 1), (4, 1))),
    ]  # fmt: skip

    def tabs_on(edge: tuple[tuple[float, float], tuple[float, float]]) -> int:
        middle = tuple(sum(pair) / 2 for pair in zip(*edge, strict=True))
        bases = [((tab[0][0] + tab[3][0]) / 2, (tab[0][1] + tab[3][1]) / 2) for tab in tabs]
        return sum(math.dist(middle, base) * DIE <= pdf_pages.CLOSE for base in bases)

    assert len(tabs) == len(meeting)
    assert [tabs_on(one) + tabs_on(other) for one, other in meeting] == [1] * len(meeting)


def test_colour_runs_onto_the_tabs_whose_folds_are_dashed(fonts: Fonts) -> None:
    """So that a fold that is a little off shows no white; only what is cut has a full line."""
    face = next(one for one in laid_out("dice", fonts).faces if one.id == "red")
    paths = [shape for shape in walk(face.shapes) if isinstance(shape, Path)]
    colour = next(die.colour for die in GAME.data.dice if die.id == "red")
    runs = [path for path in paths if path.style.fill == colour and len(path.steps) == 5]
    assert len(runs) == 7
    for run in runs:
        assert min(y for _, point in run.steps for y in point[1:]) == -0.5
    cross = next(path for path in paths if path.style.fill == colour and len(path.steps) == 13)
    assert cross.style.stroke is None
    (folds,) = [path for path in paths if path.style.dash]
    assert length(folds) == pytest.approx((5 + 7) * DIE)
    (cuts,) = [path for path in paths if path.style.stroke and not path.style.fill
               and not path.style.dash]  # fmt: skip
    assert length(cuts) == pytest.approx(7 * DIE)


def length(path: Path) -> float:
    """The length in mm of a path of straight lines."""
    total, here = 0.0, (0.0, 0.0)
    for letter, point in path.steps:
        if letter == "L":
            total += math.dist(here, point)
        here = (point[0], point[1])
    return total


def test_opposite_faces_of_a_net_add_to_seven(fonts: Fonts) -> None:
    _, _, pips = net(fonts)
    count = dict.fromkeys(((0, 0), (1, 0), (2, 0), (3, 0), (1, -1), (1, 1)), 0)
    for left, top, right, foot in pips:
        cell = math.floor((left + right) / 2), math.floor((top + foot) / 2)
        assert count.keys() >= {cell}
        count[cell] += 1
    count[1, -1] += 1  # the one is the owner's mark, not a pip
    assert sorted(count.values()) == list(FACES)
    assert count[0, 0] + count[2, 0] == count[1, 0] + count[3, 0] == count[1, -1] + count[1, 1] == 7


def test_the_pad_is_filled_in_player_by_player(fonts: Fonts) -> None:
    listed = fields(laid_out("pad", fonts).faces[0].shapes)
    sides = ("left", "middle", "right")
    sums = [f"{key}.{side}" for side in sides for key in ("dice", "marks", "points")]
    assert [field.name for field in listed] == [
        f"players.{player}.{name}"
        for player in range(GAME.head.players.max)
        for name in ("name", *sums, "total")
    ]
    labels = {field.name: field.label for field in listed}
    assert labels["players.0.name"] == "Player 1: name"
    assert labels["players.4.dice.left"] == "Player 5: dice, left"


@pytest.mark.parametrize(("forms", "per_page", "pages"), [(5, None, 3), (1, None, 1), (5, 4, 2)])
def test_as_many_forms_as_there_are_players(
    forms: int, per_page: int | None, pages: int, fonts: Fonts
) -> None:
    """Numbered through, so that each player has a form, on as many pages as it takes."""
    layout = pdf_pages.shipped(GAME.id, "form", Options(forms=forms, per_page=per_page))
    assert (layout.pieces, len(layout.sheets)) == (forms, pages)
    assert [face.number for face in layout.faces] == [*range(1, forms + 1)]
    assert [fields(face.shapes)[0].name for face in layout.faces] == [
        f"players.{player}.name" for player in range(forms)
    ]


@pytest.mark.clause("DA-1.7", "DA-1.8")
def test_the_board_says_the_objective_and_the_set_up(fonts: Fonts) -> None:
    said = pdf_pages.squeezed(
        "".join(text.text for text in texts(laid_out("board", fonts).faces[0].shapes))
    )
    assert (
        pdf_pages.squeezed("Score the most points: on each side, left, middle and right,") in said
    )
    assert pdf_pages.squeezed("your dice here × your marks on the form") in said
    assert pdf_pages.squeezed("the 6 dice of a colour, a form and a pencil") in said
    first = "The highest is the first Worker of the Week; tied players roll again."
    assert pdf_pages.squeezed(first) in said


@pytest.mark.clause("DA-2.3", "DA-5.2")
def test_the_token_does_not_claim_the_ties_of_the_score(fonts: Fonts) -> None:
    face = laid_out("token", fonts).faces[0]
    said = " ".join(text.text for text in texts(face.shapes))
    assert said == "Worker of the Week breaks motivation ties"


@pytest.mark.clause("DA-2.1")
@pytest.mark.parametrize("name", ["aid", "board"])
def test_no_page_says_that_dice_are_filed_on_the_aid(fonts: Fonts, name: str) -> None:
    said = pdf_pages.squeezed(
        "".join(text.text for text in texts(laid_out(name, fonts).faces[0].shapes))
    )
    assert pdf_pages.squeezed("rolls the communal dice and the boss die.") in said
    assert pdf_pages.squeezed("them here") not in said


@pytest.mark.parametrize(("number", "stacked"), [(1, True), (2, False), (4, True)])
def test_tables_that_stand_one_below_another_are_not_called_left_or_right(
    fonts: Fonts, number: int, stacked: bool
) -> None:
    """They say which table of the board they score with (DA-5.1)."""
    face = laid_out("form", fonts, number).faces[0]
    said = [text.text for text in texts(face.shapes)]
    for side in SIDES:
        assert (f"scores with the board’s {side} table" in said) == stacked
        assert (side.capitalize() in said) == (not stacked)


def test_the_components_and_their_counts(builds: commands.BuildGame) -> None:
    counts = {name: built.pieces for name, built in builds("dice_archive").items()}
    box, most = GAME.data.numbers.dice, GAME.head.players.max
    del counts["rules"], counts[""]  # as many as it has pages; all of it in one file
    assert counts.pop("dice") == most * box.a_player + box.communal + box.boss == 34
    assert counts == {
        "board": 1, "form": most + 1, "form_ink_saving": most + 1, "token": 1, "aid": most,
        "set_up": 1, "pad": 2,
    }  # fmt: skip
