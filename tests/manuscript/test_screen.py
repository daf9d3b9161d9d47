"""Untitled Manuscript Game on a screen: what is shown of the table."""

from __future__ import annotations

import re

import pytest

from scoring.cli.prompt import Prompt
from scoring.manuscript.table_view import GameTable
from scoring.play.records import Record
from scoring.play.referee import Referee
from tests import golden_files
from tests.manuscript.sitting import GAME, Sitting
from tests.scoring.screens import Asked, Typed, screen

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


@pytest.mark.parametrize(("width", "height"), [(80, 11), (118, 26)])
def test_the_book_stands_beside_what_lies_open(width: int, height: int) -> None:
    """On a small screen with two rows to a line: the first squares of a line have its letter; the
    others say which of the rows they are in. A large one has what exemplars need."""
    lines = screen(SHOWN, Asked(None, busy().play.view("Ann"), ""), width, height)
    golden_files.check(f"manuscript_screen_{width}", {"a book": "\n".join(lines)})


def test_texts_go_by_what_people_call_them_and_none_by_its_id() -> None:
    """In the table, moves, completions, refusals and the log."""
    moves = ("buy falcon song", "copy 6 The King of Tars", "copy 5 falcon song left row 1 column 3")
    at = Typed(*moves, "follow Codex Regius", "table")
    record = Record("manuscript", ("Ann", "Bo"), (), seed=3, bots=("Bo",), rolls=True)
    Prompt(Referee(GAME, record), at).run()
    assert not re.findall(r"\w*_\w*", f"{at.all} {at.words}")
    for told in (
        "buy Falcon Song  8x2 3/5",
        "it is neither your active text nor in your pool",
        "follow Codex Regius: 0 of its texts complete in your book; its minimum is 2",
        "texts A Falcon Song complete for 3",
        "Codex Regius (any 2 for 5, all for 15: Voluspa, Havamal, Loki, Thrym)",
        "Knotwork Initial 2x2 3 (Codex Regius)",
    ):
        assert told in " ".join(at.all.split()) or told in at.all, told
