"""What pages are shown says what the kit says of the same position."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import scoring
from scoring.ask.questions import questions_of
from scoring.positions import positions
from scoring.positions.positions import PositionFile
from scoring.web.view import judged, view_of
from tests.scoring.web.tools import FILES, GAMES, ONE_EACH, answers, at, entered, item_of, table_of
from tests.sweeps import sweep


def completed(file: Path) -> PositionFile:
    filled = scoring.read(file)
    return PositionFile(filled.game, questions_of(filled.game).complete(filled.position))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_view_says_what_scoring_says(file: Path) -> None:
    filled = completed(file)
    view, report = view_of(filled), positions.score(judged(filled))
    faults = [(one.rule, one.path, one.words) for one in view.faults]
    of_file = positions.check(scoring.read(file)).findings
    assert sorted(faults) == sorted((one.rule, one.path, one.text) for one in of_file)
    assert all(one.item == "" or item_of(view, one.item) for one in view.faults)
    assert view.missing == len(view.items) - sum(not one.open for one in view.items)
    if not view.faults and not view.missing:
        assert report.result is not None
        assert view.outcome is not msgspec.UNSET
        assert view.outcome.verdict == report.result.verdict
        shown = [(one.place, one.player, one.total) for one in view.outcome.places]
        assert shown == [(one.place, one.player, one.total) for one in report.result.standings]
        totals = {(one.player, one.words, one.exact) for one in view.totals}
        alone = not hasattr(filled.position, "players")  # whose total has no name
        assert totals == {("" if alone else who, str(total), True) for _, who, total in shown}
    else:
        assert view.outcome is msgspec.UNSET


@pytest.mark.parametrize("file", sweep(FILES, ONE_EACH), ids=lambda file: file.stem)
def test_an_evening_entered_item_by_item_is_the_same_position(file: Path) -> None:
    filled, wanted = answers(file)
    table = table_of(filled.game.id, 0)
    said = [item.path for item, _ in entered(table, wanted)]
    assert set(said) == set(wanted) & set(said)
    whole = completed(file)
    asked = [item.path for item in view_of(whole).items]
    position = table.view.position
    model = msgspec.json.decode(msgspec.json.encode(whole.position))
    assert {path: at(position, path) for path in asked} == {path: at(model, path) for path in asked}


@pytest.mark.parametrize("game", sweep(GAMES, ["manuscript", "winstons_archive"]))
def test_a_blank_table_asks_for_everything_and_finds_nothing_wrong(game: str) -> None:
    view = table_of(game).view
    assert view.missing == sum(item.open for item in view.items) > 0
    assert view.faults == () == view.fixes
    assert view.outcome is msgspec.UNSET
    assert len({item.path for item in view.items}) == len(view.items)
    assert all(item.words and not item.words.startswith("Ann") for item in view.items)


def test_names_that_are_missing_or_shared_are_called_by_their_seats() -> None:
    table = table_of("winstons_archive", 0)
    assert table.view.items[0].kind == "players"
    assert table.view.items[0].open
    assert table.view.totals == ()
