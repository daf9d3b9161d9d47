"""The tuck box: as large as its deck asks for, a net that closes, its file."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from pypdf import PdfReader

import card_data
from printkit.drawing.colour_vision import lightness
from printkit.drawing.geometry import Rect
from printkit.drawing.paths import parse_path
from printkit.options import Options
from printkit.sheets.layout import render_component
from printkit.sheets.settings import sheet_settings
from printkit.sheets.typesetting import Typesetter
from printkit.tools.box_net import FREE, SHOULDER, Net, net_for
from printkit.tools.tuck_box import Contents, deck_for
from tests.card_data.copies import ERRATA, TINY
from tests.printkit.commands import done, run
from tests.printkit.pdf_pages import pictures, spots, squeezed, words_of

Point = tuple[float, float, float]
Room = tuple[float, float, float]
Fold = Callable[[Point], Point]
WINSTON = "winstons_archive"
BOARD = 0.39  # mm
DECK = Contents(54, 63, 88, BOARD)
NEAR = 1e-6
ROOMS = [
    (64.0, 89.0, 22.9),  # 54 cards
    (67.0, 92.0, 72.6),  # 120 in sleeves: deeper than wide
    (64.0, 89.0, 8.0),  # a few cards
    (42.0, 64.0, 15.0),  # small ones
    (121.0, 71.0, 30.0),  # on their side
]


def test_room_is_that_of_pile_and_flaps() -> None:
    assert DECK.room == pytest.approx((64, 89, 56 * BOARD + 1))
    assert DECK._replace(cards=2).room[2] == 8
    assert (DECK.words(), DECK.size()) == ("54 cards of 0.39 mm", "64 x 89 x 22 mm")
    assert DECK._replace(cards=1, thickness=0.3).words() == "1 card of 0.3 mm"


# --- the net, folded: x to the right, y down, z from the front's middle into the box


def right_of(edge: float) -> Fold:
    """Return the fold of what lies right of a crease, inwards."""
    return lambda point: (edge - point[2], point[1], point[0] - edge)


def left_of(edge: float) -> Fold:
    return lambda point: (edge + point[2], point[1], edge - point[0])


def above(edge: float) -> Fold:
    return lambda point: (point[0], edge + point[2], edge - point[1])


def below(edge: float) -> Fold:
    return lambda point: (point[0], edge - point[2], point[1] - edge)


def end(panel: Rect) -> tuple[float, float]:
    return panel.x + panel.width, panel.y + panel.height


def folded(panel: Rect, folds: Sequence[Fold]) -> list[tuple[float, float]]:
    """From where to where a panel reaches each way, once its creases are folded, its own first."""
    corners: list[Point] = [
        (x, y, 0) for x in (panel.x, end(panel)[0]) for y in (panel.y, end(panel)[1])
    ]
    for fold in folds:
        corners = [fold(corner) for corner in corners]
    return [(min(values), max(values)) for values in zip(*corners, strict=True)]


def round_the_back(net: Net) -> list[Fold]:
    return [right_of(net.back.x), right_of(net.right.x)]


@pytest.fixture(params=ROOMS, ids=str)
def room(request: pytest.FixtureRequest) -> Room:
    size: Room = request.param
    return size


@pytest.fixture
def net(room: Room) -> Net:
    return net_for(room, BOARD)


def test_panels_fill_the_net_and_close_round_the_room(net: Net, room: Room) -> None:
    row = (net.glue, net.left, net.front, net.right, net.back)
    assert row[0].x == 0
    for one, other in itertools.pairwise(row):
        assert end(one)[0] == pytest.approx(other.x)
    assert end(net.back)[0] == pytest.approx(net.width)
    column = (net.tucks[0], net.lid, net.back, net.base, net.tucks[1])
    assert column[0].y == 0
    for one, other in itertools.pairwise(column):
        assert end(one)[1] == pytest.approx(other.y)
    assert end(net.tucks[1])[1] == pytest.approx(net.height)
    _, _, (back, _) = folded(net.back, round_the_back(net))
    left, right = net.front.x, end(net.front)[0]
    inside = right - left - BOARD, net.left.height - BOARD, back - BOARD
    assert inside == pytest.approx(room)
    assert net.right.height == pytest.approx(net.left.height)
    assert net.front.height == pytest.approx(net.back.height)
    across, down, (back, _) = folded(net.back, round_the_back(net))
    flap_across, flap_down, flap = folded(net.glue, [left_of(net.left.x), left_of(net.front.x)])
    assert across[0] == pytest.approx(net.front.x + FREE)
    assert flap == pytest.approx((back - BOARD, back - BOARD))
    assert flap_across[0] == pytest.approx(net.front.x)
    assert flap_across[1] < across[1]
    assert down[0] <= flap_down[0] < flap_down[1] <= down[1]


@pytest.mark.parametrize("at", [0, 1], ids=["lid", "base"])
def test_lids_lie_on_the_dust_flaps_and_their_tucks_inside_the_front(net: Net, at: int) -> None:
    fold = (above, below)[at]
    edge = (net.back.y, end(net.back)[1])[at]
    crease = (net.left.y, end(net.left)[1])[at]
    lid_across, lid_down, lid_deep = folded(
        (net.lid, net.base)[at], [fold(edge), *round_the_back(net)]
    )
    assert abs(lid_down[0] - crease) == pytest.approx(BOARD)
    assert net.front.x < lid_across[0] < lid_across[1] < end(net.front)[0]
    assert lid_deep == pytest.approx((BOARD, net.right.width))
    tuck = net.tucks[at]
    fold_of_tuck = fold((end(tuck)[1], tuck.y)[at])
    across, down, deep = folded(tuck, [fold_of_tuck, fold(edge), *round_the_back(net)])
    assert deep == pytest.approx((BOARD, BOARD)), "behind the front, as thick as the board"
    assert net.front.x + BOARD / 2 < across[0] < across[1] < end(net.front)[0] - BOARD / 2
    assert edge == pytest.approx(down[at])
    assert net.front.y < (down[0] + down[1]) / 2 < end(net.front)[1]


@pytest.mark.parametrize("at", [0, 2], ids=["above", "below"])
def test_dust_flaps_lie_between_front_and_back_and_not_on_one_another(net: Net, at: int) -> None:
    fold = above(net.left.y) if at == 0 else below(end(net.left)[1])
    left, _, left_deep = folded(net.dust[at], [fold, left_of(net.front.x)])
    right, _, right_deep = folded(net.dust[at + 1], [fold, right_of(net.right.x)])
    assert left[0] == pytest.approx(net.front.x)
    assert left[1] < right[0]
    assert right[1] == pytest.approx(net.right.x)
    for near, far in (left_deep, right_deep):
        assert near > 1.5 * BOARD, "the tuck goes between it and the front"
        assert far < net.right.width - BOARD / 2


def test_slits_hold_shoulders_and_outline_is_closed_and_mirrored(net: Net) -> None:
    cuts = parse_path(net.slits)
    lengths = [abs(a[1][0] - b[1][0]) for a, b in zip(cuts[::2], cuts[1::2], strict=True)]
    assert len(lengths) == 4
    assert all(SHOULDER / 3 < length < net.lid.width / 3 for length in lengths)
    flap = net.dust[0]
    shoulder = max(
        flap.y + flap.height - y
        for letter, (x, y) in [step for step in parse_path(net.cut) if step[0] == "L"]
        if abs(x - end(flap)[0]) < NEAR and flap.y < y < end(flap)[1]
    )
    assert min(lengths) > shoulder
    steps = parse_path(net.cut)
    assert ([letter for letter, _ in steps].count("M"), steps[-1][0]) == (1, "Z")
    points = [values[-2:] for _, values in steps if values]
    assert (min(x for x, _ in points), min(y for _, y in points)) == pytest.approx((0, 0))
    found = max(x for x, _ in points), max(y for _, y in points)
    assert found == pytest.approx((net.width, net.height))
    notched = net.front.x + 1, end(net.front)[0] - 1
    plain = [(x, y) for x, y in points if not notched[0] < x < notched[1]]
    for x, y in plain:
        assert any(abs(x - a) < 1e-3 and abs(net.height - y - b) < 1e-3 for a, b in plain)
    lowest = max(y for x, y in points if notched[0] < x < notched[1])
    assert lowest == pytest.approx(net.front.y + net.notch)
    assert 0 < net.notch <= net.front.width / 5


# --- the file


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("box")
    told = done("tuckbox", WINSTON, "--out", out)
    assert "for 54 cards of 0.39 mm: 64 x 89 x 22 mm inside" in told
    return out / WINSTON / "tuck_box_deck.pdf"


def test_file_names_its_deck_and_ground_runs_over_the_cut(box: Path) -> None:
    words = words_of(box)
    assert squeezed("Tuck box for 54 cards of 0.39 mm, inside 64 x 89 x 22 mm") in words
    net = net_for(DECK.room, BOARD)
    reader = PdfReader(box)
    assert reader.metadata is not None
    assert "tuck_box=deck" in str(reader.metadata["/Keywords"]).split()
    (page,) = reader.pages
    unit = 72 / 25.4
    ((_, _, left, top, _),) = spots(page, net.width, net.height)
    (picture,) = pictures(box, 2)

    def at(x: float, y: float) -> tuple[int, ...]:
        found = picture.getpixel((round((left + x) * unit * 2), round((top + y) * unit * 2)))
        assert isinstance(found, tuple)
        return found

    middle = net.lid.x + net.lid.width / 2
    ground = at(middle, 3)
    accent = card_data.load(WINSTON).head.accent
    assert ground == pytest.approx(tuple(bytes.fromhex(accent[1:])), abs=2)
    across = net.back.y + net.back.height / 2
    for out, shown in ((2.6, ground), (3.4, (255, 255, 255))):
        assert at(middle, -out) == at(middle, net.height + out) == shown
        assert at(net.width + out, across) == shown
    assert (at(2, across), at(net.left.x + 1, across + 40)) == ((255, 255, 255), ground)


@pytest.mark.parametrize(("low_ink", "ground"), [(False, "#8c2f39"), (True, "#ffffff")])
def test_words_on_it_stand_out(low_ink: bool, ground: str) -> None:
    game = card_data.load(ERRATA, TINY)
    options = Options(low_ink=low_ink, data=TINY)
    layout = render_component(game, "deck", options, Typesetter(), sheet_settings())
    deck = deck_for([layout], options)
    assert (deck.ground, lightness(deck.ink) > 50) == (ground, not low_ink)


@pytest.mark.sweep
def test_a_box_larger_than_a_page_is_in_parts(tmp_path: Path) -> None:
    thick = ("--thickness", 0.8, "--out", tmp_path)
    done("tuckbox", WINSTON, *thick)
    file = tmp_path / WINSTON / "tuck_box_deck.pdf"
    assert len(PdfReader(file).pages) == 2
    assert squeezed("page 2 of 2: B1") in words_of(file)


def test_decks_may_share_a_box(errata: Path, tmp_path: Path) -> None:
    with (errata / "print.yaml").open("a", encoding="utf-8") as file:
        faces = "{rows: cards, template: card.svg}"
        file.write(f"  more: {{title: More, size: poker, back: back.svg, faces: [{faces}]}}\n")
    shared = ("--data", errata.parent, "--out", tmp_path)
    assert "for 20 cards" in run("tuckbox", "errata", "--only", "deck,more", *shared).output
    assert (tmp_path / "errata" / "tuck_box_deck_more.pdf").exists()
