"""A position as what its sheets are asked to show; the sheets themselves are printkit's."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import pytest

import scoring
from card_data.limits import MOST_FORMS
from printkit.exports.filled_sheets import Note
from scoring import picture
from scoring.positions.findings import Finding, Unanswered
from scoring.positions.positions import PositionFile, Report
from scoring.sheets import fill

LEFT = Finding("DA-1.1", ("players", "0", "tasks", "left", "1"), "five", who="Ann")
GRID = Finding("DA-1.2", ("board",), "a square", squares=((1, 2),))
OPEN = Unanswered(("players", "0", "name"), 4, "Ann", "name")


@pytest.fixture
def filled() -> PositionFile:
    return scoring.read(
        "{game: dice_archive, players: [{name: Ann, tasks: {left: [5, 2]}}], board: {}}"
    )


@pytest.mark.parametrize(
    ("players", "forms"), [(None, 2), (0, 2), (1, 2), (2, 2), (3, 3), (5, 5), (6, 5)]
)
def test_as_many_forms_as_players(players: int | None, forms: int, filled: PositionFile) -> None:
    """DA-6.4: 2 to 5; a position that is no more than begun has nobody."""
    people = None if players is None else ("somebody",) * players
    position = SimpleNamespace(players=people)
    assert fill.number_of_forms(PositionFile(filled.game, position), 2) == forms
    assert fill.number_of_forms(PositionFile(filled.game, SimpleNamespace())) == 1
    many = msgspec.structs.replace(filled.game.head.players, max=1000)
    head = msgspec.structs.replace(filled.game.head, players=many)
    crowd = SimpleNamespace(players=("somebody",) * 200)
    game = msgspec.structs.replace(filled.game, head=head)
    assert fill.number_of_forms(PositionFile(game, crowd)) == MOST_FORMS


def test_notes_number_the_findings_and_count_what_is_not_shown() -> None:
    assert picture.notes(Report("x")) == []
    assert picture.notes(Report("x", (LEFT, GRID), (OPEN,))) == [
        Note(1, "DA-1.1", "Ann: five"),
        Note(2, "DA-1.2", "a square"),
        Note(0, "Dashed:", "1 answer missing"),
    ]
    most = picture.notes(Report("x", (GRID,) * 99, (OPEN, OPEN)))
    assert (len(most), most[98].number) == (100, 99)
    assert most[99] == Note(0, "Dashed:", "2 answers missing")
    for number, more in ((100, "1 more violation"), (102, "3 more violations")):
        notes = picture.notes(Report("x", (GRID,) * number))
        assert notes[99:] == [Note(0, "", f"{more} not shown here")]
