"""The table of Untitled Manuscript Game as those who play it see it, and the moves on offer."""

from __future__ import annotations

import pytest

from scoring.manuscript.display import TEXTS, TILE
from scoring.manuscript.state import PlacedTile, TextView
from scoring.manuscript.table_view import GameTable
from scoring.play.play import Play
from tests.manuscript.sitting import GAME, Sitting, exeter, seen
from tests.scoring.screens import painted
from tests.scoring.tools import decided

SIGNS = {TILE: "t", **dict(zip(TEXTS, "1234", strict=False))}
SIGNS |= {style.partition(" on ")[2]: sign for style, sign in SIGNS.items()}
TABLE = GameTable(GAME)


def fourth_round() -> Sitting:
    """Ann has four texts in her book, two of them complete, and a tile; the shop is half empty."""
    exemplars = "codex_regius exeter_book codex_manesse auchinleck_manuscript beowulf_manuscript"
    at = Sitting(players=3, exemplars=exemplars)
    table, ann, bo, cy = at.table, *at.table.players
    at.write("deor", "left", 1, 1)
    at.write("perceval", "left", 1, 6, double=True)
    at.write("lanval", "right", 2, 3, squares=6)
    at.write("debate_between_saturn_and_solomon", "right", 10, 1, length=5, squares=1)
    ann.active, ann.pool, ann.hand, ann.exemplars = "lanval", ["deor"], [3, 0, 2], ["codex_regius"]
    ann.lay("codex_regius", PlacedTile("right", 17, 10, 2, 2), table.box.grid)
    table.tiles.remove("codex_regius")
    bo.pool, bo.hand, cy.hand = ["yonec", "yvain"], [0, 4, 0], [0, 0, 0]
    table.discard, table.round, table.quill = ["havamal"], 4, 1
    for row in table.shop:
        row[2:] = [None, None, None]
    return at


@pytest.mark.clause("MS-1.9", "MS-2.2", "MS-2.5", "MS-4.1")
def test_the_whole_table_as_a_player_sees_it() -> None:
    """What bears a text has its colour (1 to 4), tiles t; d is dim."""
    drawing = painted(TABLE.drawing(seen(fourth_round().play, "Ann"), None, 120, 40), SIGNS)
    rows, styles = drawing[::2], drawing[1::2]
    assert {*"1234td"} <= {*"".join(styles[:10])}
    beside = " ".join(" ".join([row[35:] for row in rows]).split())
    for told in (
        "Round 4 Quill Bo Draw pile 51 Shop 3: Beowulf 4x12 13/23, 2: Deor 3x5 3/5, "
        "3: Cligès 5x6 7/13, 2: Branwen P22 5/9 Discard Havamal 4x9 9/16 Exemplars ",
        "Codex Regius (any 2 for 5, all for 15: Voluspa, Havamal, Loki, Thrym)",
        "Drypoint Angel 1x4 3 (Exeter Book)",
        "Ann cubes 3 of Ann, 2 of Cy; pool Deor 3x5 3/5; exemplars Codex Regius (any 2 for 5, all "
        "for 15: Voluspa, Havamal, Loki, Thrym); active Lanval 4x3 2/4; texts A Deor complete "
        "for 3, B Perceval complete for 14, C Lanval 6 of 12 squares, D Saturn 1 of 24 squares; "
        "tiles Knotwork Initial 2x2 3 "
        "Bo cubes 4 of Bo; pool Yonec 4x5 4/7, Yvain 4x9 9/16 Cy cubes none",
        "Texts: line length x lines, or P and the squares of prose; points single-/double-spaced.",
        "1, 2, 3, 4, 5 or 6 cubes copy 1, 4, 8, 12, 18 or 28 squares. 0, 1, 2, 3 or 4 pairs of "
        "unused columns score 0, 2, 5, 12 or 20.",
    ):
        assert told in beside


@pytest.mark.clause("MS-1.9")
def test_what_a_player_sees_as_plain_values() -> None:
    """The rows of the shop run from the draw pile to the discard pile, as the table has them."""
    at = fourth_round()
    view = seen(at.play, "Bo")
    assert view.spent == {"Ann": 0, "Bo": 0, "Cy": 0}
    assert view.shop == tuple(map(tuple, at.table.shop))
    assert (view.me.name, [other.name for other in view.others]) == ("Bo", ["Cy", "Ann"])
    assert (view.me.texts, view.me.legend, view.me.tiles) == ({}, {}, ())
    ann = view.others[1]
    assert ann.cubes == {"Ann": 3, "Bo": 0, "Cy": 2}
    assert (ann.paid, ann.pool, ann.active) == (0, ("deor",), "lanval")
    assert ann.texts == {
        "deor": TextView("left", 1, (1,), 3, False, 1, 15, True),
        "perceval": TextView("left", 1, (6,), 4, True, 1, 32, True),
        "lanval": TextView("right", 2, (3,), 4, False, 1, 6, False),
        "debate_between_saturn_and_solomon": TextView("right", 10, (1,), 5, False, 1, 1, False),
    }
    assert ann.legend == dict(zip("ABCD", ann.texts, strict=True))
    assert (ann.tiles, ann.exemplars) == (("codex_regius",), ("codex_regius",))
    assert ann.left.splitlines()[:3] == ["AAA..BBBB...", "AAA.........", "AAA..BBBB..."]
    assert ann.right.splitlines()[-2:] == [".........11.", ".........11."]
    assert [len(row) for row in ann.right.splitlines()] == [12] * 18


@pytest.mark.clause("MS-2.9")
def test_the_last_round_is_told() -> None:
    at = fourth_round()
    at.table.last = True
    drawing = painted(TABLE.drawing(seen(at.play, "Bo"), None, 90))
    assert drawing[0].endswith("Round 4   Quill Bo   Draw pile 51   Last round")


@pytest.mark.clause("MS-1.3", "MS-1.4")
def test_a_text_that_is_offered_has_its_size_and_points_as_caption() -> None:
    at = fourth_round()
    for words, said in {
        "buy lanval": "4x3 2/4", "buy lanval to active": "4x3 2/4", "buy nothing": "",
        "borrow debate_between_saturn_and_solomon give": "P24 6/11",
        "follow exeter_book": "any 3 for 10, all for 20, Drypoint Angel 1x4 3",
        "follow codex_regius": "any 2 for 5, all for 15", "scrape lanval 1": "",
    }.items():  # fmt: skip
        assert TABLE.gives(words, decided(at.play), seen(at.play, "Ann")) == said


@pytest.mark.clause("MS-2.1")
def test_a_move_is_told_by_the_titles_of_what_it_names() -> None:
    assert TABLE.title("buy lanval to active") == "Lanval, the Fae-bound Knight"
    assert TABLE.title("copy 5 the_falcon_song left row 1 column 3 double") == "The Falcon Song"
    assert TABLE.title("follow codex_regius") == "The Codex Regius"
    assert TABLE.title("keep deor the_falcon_song") == "Deor and The Falcon Song"
    assert TABLE.title("copy 1") == TABLE.title("place left row 9 column 4") == ""


def offered(play: Play) -> list[str]:
    """The moves that are numbered."""
    decision = decided(play)
    return TABLE.offered(decision, seen(play, decision.who))


@pytest.mark.clause("MS-2.2", "MS-2.3", "MS-2.4", "MS-2.5", "MS-3.6")
def test_some_actions_of_every_kind_are_on_offer() -> None:
    at = fourth_round()
    found = offered(at.play)
    assert found[:4] == [f"buy {text}" for text in ("beowulf", "deor", "cliges", "branwen")]
    assert [one for one in found if one.startswith("borrow")] == [
        f"borrow {text} {how}" for text in ("yonec", "yvain") for how in ("give", "spend")
    ]
    assert {one.split(" ")[0] for one in found} == {"buy", "borrow", "copy", "scrape"}
    assert found == offered(at.play), "the same at every look"


@pytest.mark.clause("MS-2.5")
def test_a_tile_may_be_declined_or_put_in_one_of_some_places() -> None:
    at = exeter("follow exeter_book")
    first, *places = offered(at.play)
    assert first == "decline"
    assert all(one.startswith("place ") for one in places)
    assert 3 <= len(places) <= 12


@pytest.mark.clause("MS-2.8")
def test_what_may_be_kept_is_on_offer() -> None:
    at = Sitting()
    at.bo.pool = ["yvain", "yonec"]
    at.spend(8, "Bo")
    at.spend(7)
    at.move(f"buy {at.shop[0][0]}")
    at.move("keep nothing")
    assert offered(at.play) == ["keep nothing", "keep yvain", "keep yonec", "keep yvain yonec"]
