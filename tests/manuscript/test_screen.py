"""Untitled Manuscript Game on a screen: what is shown of the table, and how moves are chosen."""

from __future__ import annotations

import pytest

from scoring.manuscript.options import Actions, Decoration, Keep
from scoring.manuscript.table_view import GameTable
from scoring.play.decisions import TABLE, Decision
from scoring.play.play import Play
from tests.manuscript.tables import GAME, player_of, sit, spend, table_of, write
from tests.scoring.menus import asked, keys_a_move, reached, shown
from tests.sweeps import sweep

SIZES = ((80, 11), (80, 13), (118, 26))
SHOWN = GameTable(GAME)


@pytest.mark.parametrize(
    ("players", "seed"),
    sweep([(number, seed) for number in (2, 3, 4) for seed in (1, 2)], [(4, 1)]),
)
def test_a_table_fits_and_shows_what_matters(players: int, seed: int) -> None:
    for play in asked(GAME, players, seed, 250):
        decision = play.decision
        assert decision is not None
        view = play.view(play.players[0] if decision.who == TABLE else decision.who)
        width, height = SIZES[len(play.moves) % len(SIZES)]
        lines = shown(SHOWN, view, decision, width, height)
        seen = " ".join(lines)
        assert f"Round {view.round}" in seen
        active = view.me.active
        assert active is None or f"active {SHOWN.names.name(active)}" in seen
        assert all(SHOWN.names.name(text) in seen for text in view.me.pool)
        assert all(SHOWN.names.name(text) in seen for row in view.shop for text in row if text)
        book = [line[:32] for line in lines] if width == 80 else [line[:65] for line in lines]
        letters = {sign for line in book[1:10] for sign in line if sign.isalpha()}
        assert height > 20 or letters == {*view.me.legend}, "every text stands on its page"
    assert shown(SHOWN, view, None, 80, 11), "where nobody is asked, too"


def test_names_however_long_leave_room() -> None:
    play = Play(GAME, [f"{number} Bartholomew the Illuminator of Bury" for number in range(4)])
    for width, height in SIZES:
        assert shown(SHOWN, play.view(play.players[0]), None, width, height)


def busy() -> Play:
    """Ann's book with a text in single spacing, one in double spacing and one not complete."""
    play = sit("judith yonec", exemplars="harley_978")
    write(play, "lanval", "left", 1, 1)
    write(play, "perceval", "left", 1, 6, double=True)
    write(play, "the_ruin", "right", 16, 3, squares=6)
    player_of(play).active = "the_ruin"
    player_of(play).pool = ["lanval", "perceval"]
    return play


def test_both_pages_stand_on_a_small_screen_with_two_rows_to_a_line() -> None:
    """The first squares of a line have its letter; the others say which of the rows they are in."""
    lines = shown(SHOWN, busy().view("Ann"), None, 80, 11)
    assert [line[:32] for line in lines[:10]] == [
        "    123456789012    123456789012",
        "  1 AAAA·B▀▀▀···  1 ············",
        "  3 A▀▀▀·B▀▀▀···  3 ············",
        "  5 ·····B▀▀▀···  5 ············",
        "  7 ·····B▀▀▀···  7 ············",
        "  9 ·····B▀▀▀···  9 ············",
        " 11 ·····B▀▀▀··· 11 ············",
        " 13 ·····B▀▀▀··· 13 ············",
        " 15 ·····B▀▀▀··· 15 ··C▄▄▄······",
        " 17 ············ 17 ··C▀········",
    ]
    beside = " ".join([line[35:] for line in lines])
    assert "You  8 cubes, active Ruin 6/12" in beside
    assert "A Lanval 2, B Perceval 14, C Ruin 6/12" in " ".join(beside.split())
    assert "1: Judith" in beside
    assert "Harley 978 1/3" in beside, "Lanval of the three that it needs"
    assert "Bo 8 cubes 0 complete" in beside or "Bo  8 cubes, 0 complete" in beside


def test_a_large_screen_has_every_row_and_what_exemplars_need() -> None:
    lines = shown(SHOWN, busy().view("Ann"), None, 118, 26)
    assert lines[2].startswith("  1 A A A A . B | B B B . . . ")
    assert (
        sum(line.startswith(tuple([f"{row:>3} " for row in range(1, 19)])) for line in lines) == 18
    )
    beside = " ".join(" ".join([line[66:] for line in lines]).split())
    assert "Harley 978 (tile, 1 of 3, 9/20) Lanval*, Bisclavret, Yonec, Sumer" in beside
    assert "1: Judith 5x6 7/13" in beside


# Choosing


def labels(play: Play, *chosen: str) -> list[str]:
    assert play.decision is not None
    return [one.label for one in SHOWN.menu(play.decision, play.view("Ann"), chosen).entries]


def tight(*, begun: bool) -> Play:
    """Ann has two cubes and little room: all but a corner of each page is under tiles."""
    play = sit("judith yonec lanval the_ruin", exemplars="harley_978")
    ann, box = player_of(play), table_of(play).box
    write(play, "lanval", "left", 1, 1)
    for side, corner in (
        ("left", box.grid.block(15, 1, 9, 4)),
        ("right", box.grid.block(1, 1, 4, 5)),
    ):
        page = ann.pages[next(one for one in ann.pages if one == side)]
        page.tiles = box.grid.all & ~page.taken & ~corner
    ann.pool = ["lanval", "wulf_and_eadwacer", "the_voyage_of_bran", "o_fortuna"]
    if begun:
        write(play, "the_ruin", "left", 15, 1, squares=5)
        ann.active = "the_ruin"
    player_of(play, "Bo").pool = ["sir_orfeo", "deor"]
    spend(play, 6)
    return play


@pytest.mark.parametrize("begun", [False, True])
def test_every_action_can_be_chosen(begun: bool) -> None:
    """MS-2: purchases, loans, copying with its squares, every place, lines to scrape away."""
    play = tight(begun=begun)
    decision = play.decision
    assert decision is not None
    assert isinstance(decision.options, Actions)
    found = [*reached(SHOWN, decision, play.view("Ann"))]
    assert len(found) > 30
    assert sorted(found) == sorted(decision.options)


def test_texts_to_keep_and_places_for_a_tile_can_all_be_chosen() -> None:
    """MS-2.5, MS-2.8."""
    play = tight(begun=False)
    keep = Decision("Ann", "texts to keep", "MS-2.8", Keep(("lanval", "deor", "judith"), 1, 1))
    assert sorted(reached(SHOWN, keep, play.view("Ann"))) == sorted(keep.options)
    assert labels(play) == ["buy", "borrow", "begin", "scrape"]
    tile = Decision("Ann", "tile", "MS-2.5", Decoration(table_of(play), 0, "exeter_book"))
    assert sorted(reached(SHOWN, tile, play.view("Ann"))) == sorted(tile.options)
    menu = SHOWN.menu(tile, play.view("Ann"), ("left page",))
    assert (menu.entries[0].label, menu.expects) == ("15", "the row of its top left square")


def test_a_text_is_begun_by_cubes_page_row_column_and_layout() -> None:
    """MS-3.6."""
    play = sit("judith yonec lanval the_ruin")
    player_of(play).pool = ["lanval", "pwyll"]
    assert labels(play, "begin") == ["Lanval 4x3 2/4", "Pwyll 27 prose 6/11"]
    steps = ["begin", "Pwyll 27 prose 6/11"]
    assert labels(play, *steps)[1] == "2 cubes, up to 4 squares"
    steps.append("2 cubes, up to 4 squares")
    assert labels(play, *steps) == ["left page", "right page"]
    assert labels(play, *steps, "right page")[:3] == ["1", "2", "3"]
    assert labels(play, *steps, "right page", "2")[:3] == ["1", "2", "3"]
    lines = labels(play, *steps, "right page", "2", "1")
    assert lines[-1] == "lines of 12"
    decision = play.decision
    assert decision is not None
    menu = SHOWN.menu(decision, play.view("Ann"), (*steps, "right page", "2", "1", "lines of 12"))
    assert ("single-spaced", "copy 2 pwyll right row 2 column 1 lines of 12") in [
        (entry.label, entry.words) for entry in menu.entries
    ]


def test_a_text_that_is_begun_is_copied_on_by_two_keys() -> None:
    play = busy()
    assert labels(play, "copy on")[:2] == ["1 cube, up to 1 square", "2 cubes, up to 4 squares"]
    assert labels(play, "copy on")[-1] == "fewer squares"
    assert labels(play, "copy on", "fewer squares", "2 cubes")[:2] == ["1 square", "2 squares"]


def test_a_move_takes_fewer_keys_than_at_the_prompt() -> None:
    screen, prompt = keys_a_move(GAME, 3, 1, 60)
    assert screen < 4 < prompt
