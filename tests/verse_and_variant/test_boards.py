"""The boards and tokens of Verse & Variant: their counts, and that what they show is the data's."""

from __future__ import annotations

import io
from functools import cache
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

import card_data
from card_data.game import Game
from card_data.verse_and_variant.model import Data
from printkit.drawing.shapes import Face, Use
from printkit.drawing.traversal import texts
from printkit.options import Options
from printkit.painting.paint import paint_sheets
from printkit.printing.build import build
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.sheet import Placement
from printkit.sheets.tiling import OVERLAP
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.card_data.copies import copied, edit
from tests.printed import pieces
from tests.sweeps import sweep

NAME = "verse_and_variant"
GAME: Game[Data] = card_data.load(NAME)
DATA = GAME.data
PAPERS = ("a4", "letter", "common")
PIECES = ("tokens", "grants", "markers", "spotlight", "institutions", "prestige", "reading_desk")
FONTS = Fonts()
UNIT = 72 / 25.4  # points in a millimetre
TOKEN = 13.0  # mm


@cache
def laid_out(name: str, paper: str = "a4", data: Path | None = None) -> Layout:
    return lay_out(card_data.load(NAME, data), name, Options(paper=paper, data=data), Typesetter())


def said(face: Face) -> str:
    return " ".join(text.text for text in texts(face.shapes))


def edited(tmp_path: Path, name: str, file: str, *edits: tuple[str, str]) -> list[str]:
    """Return the words of each face of a component after the edits of one file."""
    game = copied(NAME, tmp_path)
    for old, new in edits:
        edit(game / file, old, new)
    return [said(face) for face in laid_out(name, data=game.parent).faces]


@pytest.mark.sweep
@pytest.mark.parametrize("paper", sweep(PAPERS, ["letter"]))
def test_every_piece_is_built(paper: str, tmp_path: Path) -> None:
    options = Options(paper=paper)
    built = {one.component: one for one in build([NAME], PIECES, tmp_path, options=options)}
    assert {name: one.pieces for name, one in built.items()} == {
        "tokens": 5 * 55 + 75 + 5 * 5 + 5 * 6 + 5, "grants": 5 * 5, "markers": 5 + 1 + 5 + 1,
        "spotlight": 1, "institutions": 5, "prestige": 1, "reading_desk": 1,
    }  # fmt: skip
    assert {name: one.pages for name, one in built.items()} == {
        "tokens": 2, "grants": 2, "markers": 2,
        "spotlight": 2, "institutions": 1, "prestige": 1, "reading_desk": 1,
    }  # fmt: skip


@pytest.mark.clause("VV-1.4", "VV-1.5", "VV-1.6")
def test_the_tokens_on_the_sheets_are_those_of_the_list(tmp_path: Path) -> None:
    built = build([NAME], ("tokens", "grants", "markers"), tmp_path, options=Options())
    found = {one.component: pieces(one.file) for one in built}
    suits, colours = [suit.id for suit in DATA.suits], [one.id for one in DATA.player_colours]
    features = {f"Front {suit.feature}": 55 for suit in DATA.suits}
    corruption = {f"Front corruption_{suit}": 5 for suit in suits}
    cubes = {f"Front {colour}": 6 for colour in colours}
    single = {"Front lacuna": 75, "Front token_lap": 5}
    assert found["tokens"] == features | corruption | cubes | single
    grants = {f"Front {colour}": 5 for colour in colours}
    assert found["grants"] == grants | {f"Back {colour}_back": 5 for colour in colours}
    lockdowns = {f"Front {colour}": 1 for colour in colours}
    others = {"Front token_laureate": 1, "Front token_eureka": 5, "Front token_quill": 1}
    backs = {"Back token_back": 7} | {f"Back {colour}_back": 1 for colour in colours}
    assert found["markers"] == lockdowns | others | backs


def test_players_have_different_signs_and_no_suit_colours() -> None:
    signs = [one.sign for one in DATA.player_colours]
    assert len(set(signs)) == len(signs) == GAME.head.players.max
    assert not {one.colour for one in DATA.player_colours} & {suit.colour for suit in DATA.suits}


@pytest.mark.clause("VV-1.5")
def test_a_spent_side_has_its_player_s_sign() -> None:
    signs = {one.id: one.sign for one in DATA.player_colours}
    for name in ("grants", "markers"):
        turned = {face.id: face.back for face in laid_out(name).faces if face.id in signs}
        assert turned.keys() == signs.keys()
        for owner, back in turned.items():
            assert back is not None
            shown = {one.symbol for one in back.shapes if isinstance(one, Use)}
            assert shown & set(signs.values()) == {signs[owner]}


@pytest.mark.parametrize("name", ["tokens", "grants"])
def test_tokens_lie_edge_to_edge_so_that_straight_cuts_do(name: str) -> None:
    for sheet in [sheet for paper in PAPERS for sheet in laid_out(name, paper).sheets]:
        size = sheet.placements[0].face.width
        for places in ({one.x for one in sheet.placements}, {one.y for one in sheet.placements}):
            assert {round(b - a, 6) for a, b in pairwise(sorted(places))} <= {size}


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("name", ["grants", "markers"])
def test_backs_are_mirrored_behind_their_fronts(name: str, flip: str, tmp_path: Path) -> None:
    options = Options(flip="long" if flip == "long" else "short")
    front, back = lay_out(GAME, name, options, Typesetter()).sheets
    about_vertical = (flip == "long") == (front.height >= front.width)
    behind = {(round(one.x, 3), round(one.y, 3)): one.face for one in back.placements}
    assert len(behind) == len(front.placements)
    for face, x, y, *_ in front.placements:
        place = (
            (front.width - x - face.width, y)
            if about_vertical
            else (x, front.height - y - face.height)
        )
        assert behind[round(place[0], 3), round(place[1], 3)] is face.back


@pytest.mark.clause("VV-1.4", "VV-1.7")
def test_each_track_has_all_its_spaces_and_bonuses() -> None:
    (board,) = laid_out("spotlight").faces
    words = said(board)
    shown = [text.text for text in texts(board.shapes)]
    for space in range(DATA.numbers.track.spaces):
        assert shown.count(str(space)) >= len(DATA.suits), space
    for bonus in DATA.numbers.bonuses:
        assert squeezed(words).count(squeezed(bonus.text)) == len(DATA.suits)
    assert words.count("set-up begins here") == len(DATA.suits)


def squeezed(text: str) -> str:
    return "".join(text.split())


def positions(face: Face, word: str) -> list[tuple[float, float]]:
    """Where a text stands on a face, left to right."""
    return sorted((one.x, one.y) for one in texts(face.shapes) if one.text == word)


@pytest.mark.clause("VV-1.4")
def test_a_lane_holds_three_tokens_and_a_space_is_as_high_as_one() -> None:
    (board,) = laid_out("spotlight").faces
    column = [positions(board, "20")[index + 1][0] - positions(board, "20")[index][0]
              for index in range(4)]  # fmt: skip
    label = 9.6
    assert min(column) - label - 0.6 >= 3 * TOKEN
    assert positions(board, "19")[0][1] - positions(board, "20")[0][1] >= TOKEN


@pytest.mark.clause("VV-1.4")
def test_a_shorter_track_begins_lower_and_the_desk_says_what_corruption_costs(
    tmp_path: Path,
) -> None:
    edits = ("{spaces: 22}", "{spaces: 20}"), ("corruption_cost: 2 ", "corruption_cost: 3 ")
    (words,) = edited(tmp_path, "spotlight", "game.yaml", *edits)
    assert "from space 19 down" in words
    assert " 21 " not in words
    assert "costs 3 Features" in said(laid_out("reading_desk", data=tmp_path).faces[0])


@pytest.mark.clause("VV-1.7", "VV-2.2")
def test_an_edited_bonus_and_set_up_change_the_board(tmp_path: Path) -> None:
    (words,) = edited(
        tmp_path, "spotlight", "game.yaml",
        ("{space: 6, icon: prestige, gain: 2, text: 2 prestige}",
         "{space: 8, icon: prestige, gain: 3, text: 3 prestige}"),
        ("cubes: 5, spaces: [1, 2]", "cubes: 5, spaces: [1, 1]"),
    )  # fmt: skip
    assert words.count("3 prestige") == 5
    assert "2 prestige" not in words
    assert "1, 1 for 3 players" in words
    moved = laid_out("spotlight", data=tmp_path).faces[0]
    (line,) = {one.y for one in texts(moved.shapes) if one.text == "3 prestige"}
    (space,) = {y for _, y in positions(moved, "8")}
    assert abs(line - space) < TOKEN / 2  # on the same space


@pytest.mark.parametrize("paper", sweep(PAPERS, ["letter"]))
def test_the_board_is_two_pages_whose_join_shows_the_same(paper: str) -> None:
    layout = laid_out("spotlight", paper)
    bare = [sheet._replace(shapes=()) for sheet in layout.sheets]
    pdf = io.BytesIO()
    paint_sheets(layout, bare, FONTS, pdf, "")
    shown = [page.render(scale=3).to_pil() for page in pypdfium2.PdfDocument(pdf.getvalue())]
    (upper,), (lower,) = (sheet.placements for sheet in layout.sheets)
    above = strip(shown[0], upper, upper.face.height - OVERLAP)
    assert apart(above, strip(shown[1], lower, 0)) < 6
    assert apart(above, strip(shown[1], lower, 2)) > 12  # were it 2 mm off
    assert len(set(above.tobytes())) > 5  # there is something to see


def test_the_board_is_joined_along_a_line_between_spaces() -> None:
    layout = laid_out("spotlight", "letter")
    upper = layout.sheets[0].placements[0].face
    above, last = (positions(layout.faces[0], space)[0][1] for space in ("13", "12"))
    line = last - 1.7 + (last - above) / 2  # digits stand 1.7 mm below the middle of a space
    assert line == pytest.approx(upper.height - OVERLAP, abs=0.1)


def strip(picture: Image.Image, place: Placement, top: float) -> Image.Image:
    """Return a strip of a page from ``top`` mm of its part on, as high as the overlap, in grey."""
    x, y = round(place.x * UNIT * 3) + 2, round((place.y + top) * UNIT * 3) + 2
    across, down = round(place.face.width * UNIT * 3) - 6, round(OVERLAP * UNIT * 3) - 6
    return picture.convert("L").crop((x, y, x + across, y + down))


def apart(a: Image.Image, b: Image.Image) -> float:
    """How much two pictures differ on average, out of 255."""
    return ImageStat.Stat(ImageChops.difference(a, b)).mean[0]


@pytest.mark.clause("VV-5.4", "VV-5.5")
def test_slots_follow_the_data(tmp_path: Path) -> None:
    plain = [said(face) for face in laid_out("institutions").faces]
    for words, suit in zip(plain, DATA.suits, strict=True):
        assert suit.title in words
        for slot in DATA.numbers.institution.slots:
            assert slot.text in words
    after = edited(
        tmp_path, "institutions", "game.yaml",
        ("{prestige: 3, perk: lacuna, text: gain a lacuna}",
         "{prestige: 8, perk: grant, text: refresh a Grant}"),
        ("cost: 2                  # Features", "cost: 3"),
    )  # fmt: skip
    assert len(after) == 5
    for words in after:
        assert " 8 " in f" {words} "
        assert "refresh a Grant" in words
        assert "gain a lacuna" not in words
        assert "3 " in words.split("a cube")[0]


@pytest.mark.clause("VV-1.4")
def test_prestige_track_counts_to_its_last_space_and_each_player_has_a_lap_marker(
    tmp_path: Path,
) -> None:
    (board,) = laid_out("prestige").faces
    shown = [text.text for text in texts(board.shapes)]
    assert [text for text in shown if text.isdigit()][:100] == [str(n) for n in range(100)]
    assert shown.count("+100") == 5
    (after,) = edited(
        tmp_path, "prestige", "game.yaml", ("prestige_track: 100", "prestige_track: 80")
    )
    assert "Past 79" in after
    assert after.count("+80") == 5
    assert " 80 " not in f" {after} ".replace("counts 80.", "")
    lap = next(face for face in laid_out("tokens").faces if face.id == "token_lap")
    assert (said(lap), lap.copies) == ("+100", GAME.head.players.max)
    assert "+80" in [said(face) for face in laid_out("tokens", data=tmp_path).faces]


@pytest.mark.clause("VV-5.5")
def test_a_cube_does_not_cover_the_prestige_of_its_slot() -> None:
    """A printed cube lies on the picture of one."""
    for board in laid_out("institutions").faces:
        cubes = [one for one in board.shapes if isinstance(one, Use) and one.symbol == "cube"]
        for cube, slot in zip(cubes, DATA.numbers.institution.slots, strict=True):
            edge = cube.x + cube.side / 2 + TOKEN / 2
            numbers = [x for x, _ in positions(board, str(slot.prestige))]
            assert any(edge < x < edge + TOKEN for x in numbers), slot


def test_long_text_of_game_yaml_is_reported_at_its_line(tmp_path: Path) -> None:
    game = copied(NAME, tmp_path)
    line = edit(
        game / "game.yaml", "text: refresh one Grant}", f"text: {'refresh one Grant ' * 20}}}", 9
    )
    for name in ("spotlight", "institutions"):
        with pytest.raises(card_data.DataError) as raised:
            laid_out(name, data=game.parent)
        (problem,) = raised.value.problems
        assert Path(problem.file).name == "game.yaml"
        assert problem.line >= line
        assert "does not fit" in problem.message
