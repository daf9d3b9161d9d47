"""A position as what its sheets are asked to show; the sheets themselves are printkit's."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import scoring
from card_data import DataError
from card_data.limits import MOST_FORMS
from printkit.exports.picture import Note
from printkit.faces.filled import Fault, Filling
from printkit.options import Options
from scoring import picture
from scoring.positions.findings import Finding, Unanswered
from scoring.positions.positions import Filled, Report
from scoring.sheets import fields, fill

SOUND = Path(__file__).parents[1] / "positions" / "wa_two_players.yaml"
LEFT = Finding("DA-1.1", ("players", "0", "tasks", "left", "1"), "five", who="Ann")
GRID = Finding("DA-1.2", ("board",), "a square", squares=((1, 2),))
OPEN = Unanswered(("players", "0", "name"), 4, "Ann", "name")


@pytest.fixture
def filled() -> Filled:
    return scoring.read(
        "{game: dice_archive, players: [{name: Ann, tasks: {left: [5, 2]}}], board: {}}"
    )


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What printkit is asked for, in the place of pictures."""
    asked: list[Any] = []

    def sheet(*given: Any) -> str:
        asked.append(given)
        return "sheet"

    def painted(*given: Any) -> bytes:
        asked.append(given)
        return b"drawn"

    monkeypatch.setattr(picture, "picture", sheet)
    monkeypatch.setattr(picture, "painted", painted)
    return asked


def test_a_position_is_drawn_with_its_faults_and_missing_answers(
    filled: Filled, drawn: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the words of the sheets, where those differ."""
    words = msgspec.structs.replace(filled.position)
    seen: list[Any] = []

    def as_written(*given: Any) -> Any:
        seen.append(given)
        return words

    monkeypatch.setattr(picture, "as_written", as_written)
    report = Report("dice_archive", (LEFT, GRID), (OPEN,))
    assert picture.draw(filled, report, "png", 40, Path("mine")) == b"drawn"
    (game, filling, notes, options, typesetter), painted = drawn
    assert seen == [(filled.position, filled.game)]
    assert game is filled.game
    assert filling == Filling(
        fields.entries(Filled(filled.game, words)),
        [
            Fault(1, "players.0.tasks.left", "2"),
            Fault(2, "board", "", ((1, 2),)),
        ],
        ["players.0.name"],
    )
    assert notes == picture.notes(report)
    assert options == Options(data=Path("mine"), forms=2)
    assert painted == ("sheet", "Dice Archive", "png", 40, typesetter.fonts)


def test_a_picture_is_an_svg_of_the_shipped_game_unless_asked_otherwise(
    filled: Filled, drawn: list[Any]
) -> None:
    picture.draw(filled, Report("dice_archive"))
    assert drawn[0][1].faults == drawn[0][1].missing == drawn[0][2] == []
    assert drawn[0][3] == Options(forms=2)
    assert drawn[1][2:4] == ("svg", 150)


def test_a_picture_is_written_as_the_kind_that_its_name_says(
    filled: Filled, drawn: list[Any], tmp_path: Path
) -> None:
    out = tmp_path / "new" / "picture.PNG"
    report = Report("dice_archive", (LEFT,))
    picture.write(filled, report, out)
    assert out.read_bytes() == b"drawn"
    assert (drawn[1][2:4], drawn[0][3]) == (("png", 150), Options(forms=2))
    assert len(drawn[0][1].faults) == 1
    picture.write(filled, report, tmp_path / "picture.svg", 40, Path("mine"))
    assert (drawn[3][2:4], drawn[2][3]) == (("svg", 40), Options(data=Path("mine"), forms=2))
    assert [one.name for one in out.parent.iterdir()] == ["picture.PNG"]


def test_a_name_that_ends_otherwise_is_no_picture() -> None:
    assert [picture.kind_of(Path(name)) for name in ("a.svg", "a.PNG")] == ["svg", "png"]
    with pytest.raises(DataError) as error:
        picture.kind_of(Path("folder") / f"{'x' * 50}.jpg")
    assert str(error.value) == (
        f"--out: found '{'x' * 37}…', expected a name that ends in .svg or .png"
    )


@pytest.mark.parametrize(
    ("players", "forms"), [(None, 2), (0, 2), (1, 2), (2, 2), (3, 3), (5, 5), (6, 5)]
)
def test_as_many_forms_as_players_within_those_who_may_play(
    players: int | None, forms: int, filled: Filled
) -> None:
    """DA-6.4: 2 to 5; a position that is no more than begun has nobody."""
    people = None if players is None else ("somebody",) * players
    position = SimpleNamespace(players=people)
    assert fill.forms(Filled(filled.game, position), 2) == forms
    assert fill.forms(Filled(filled.game, SimpleNamespace())) == 1
    many = msgspec.structs.replace(filled.game.head.players, max=1000)
    head = msgspec.structs.replace(filled.game.head, players=many)
    crowd = SimpleNamespace(players=("somebody",) * 200)
    game = msgspec.structs.replace(filled.game, head=head)
    assert fill.forms(Filled(game, crowd)) == MOST_FORMS


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


def test_no_more_faults_are_marked_than_are_noted(filled: Filled, drawn: list[Any]) -> None:
    picture.draw(filled, Report("dice_archive", (GRID,) * 120))
    assert [fault.number for fault in drawn[0][1].faults] == [*range(1, 100)]
