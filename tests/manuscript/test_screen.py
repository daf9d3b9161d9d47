"""Untitled Manuscript Game on a screen: what is shown of the table."""

from __future__ import annotations

from scoring.manuscript.table_view import GameTable
from tests.manuscript.tables import GAME, Sitting
from tests.scoring.screens import Asked, screen

SHOWN = GameTable(GAME)


def busy() -> Sitting:
    """Ann's book with a text in single spacing, one in double spacing and one not complete."""
    at = Sitting("judith yonec", exemplars="harley_978")
    at.write("lanval", "left", 1, 1)
    at.write("perceval", "left", 1, 6, double=True)
    at.write("the_ruin", "right", 16, 3, squares=6)
    at.ann.active = "the_ruin"
    at.ann.pool = ["lanval", "perceval"]
    return at


def test_both_pages_stand_on_a_small_screen_with_two_rows_to_a_line() -> None:
    """The first squares of a line have its letter; the others say which of the rows they are in."""
    lines = screen(SHOWN, Asked(None, busy().play.view("Ann"), ""), 80, 11)
    assert [line[:32] for line in lines[:10]] == [
        "    123456789012    123456789012", "  1 AAAA·B▀▀▀···  1 ············",
        "  3 A▀▀▀·B▀▀▀···  3 ············", "  5 ·····B▀▀▀···  5 ············",
        "  7 ·····B▀▀▀···  7 ············", "  9 ·····B▀▀▀···  9 ············",
        " 11 ·····B▀▀▀··· 11 ············", " 13 ·····B▀▀▀··· 13 ············",
        " 15 ·····B▀▀▀··· 15 ··C▄▄▄······", " 17 ············ 17 ··C▀········",
    ]  # fmt: skip
    beside = " ".join([line[35:] for line in lines])
    told = " ".join(beside.split())
    assert "Ann cubes Ann 8; pool Lanval, Perceval; active Ruin; texts Lanval complete" in told
    assert "1: Judith" in told


def test_a_large_screen_has_what_exemplars_need() -> None:
    lines = screen(SHOWN, Asked(None, busy().play.view("Ann"), ""), 118, 26)
    beside = " ".join(" ".join([line[35:] for line in lines]).split())
    assert (
        "Harley 978 (3 for 9, all for 20: Lanval, Bisclavret, Yonec, Sumer, Song of Lewes)"
        in beside
    )
    assert "1: Judith 5x6 7/13" in beside
    assert "legend A Lanval, B Perceval, C Ruin" in beside
