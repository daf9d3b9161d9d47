"""Untitled Manuscript Game on a screen: what is shown of the table."""

from __future__ import annotations

import pytest

from scoring.manuscript.table_view import GameTable
from tests import golden_files
from tests.manuscript.sitting import GAME, Sitting
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


@pytest.mark.parametrize(("width", "height"), [(80, 11), (118, 26)])
def test_the_book_stands_beside_what_lies_open(width: int, height: int) -> None:
    """On a small screen with two rows to a line: the first squares of a line have its letter; the
    others say which of the rows they are in. A large one has what exemplars need."""
    lines = screen(SHOWN, Asked(None, busy().play.view("Ann"), ""), width, height)
    golden_files.check(f"manuscript_screen_{width}", {"a book": "\n".join(lines)})
