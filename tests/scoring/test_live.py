"""The printed sheets as a page has them: every field once, in its place, with what a mark says."""

from __future__ import annotations

import gzip
from functools import cache

import pytest
from msgspec import inspect

import card_data
from printkit.cache.inputs import TEMPLATES
from printkit.faces.filling_in import TINTS
from scoring import games
from scoring.positions.field_types import step_into
from scoring.sheets.fields import why_misplaced
from scoring.sheets.live import DrawnSheet, LiveField, live_sheets
from tests.forms import SHEETS
from tests.sweeps import sweep

GAMES = games.names()
LARGEST = 60_000  # bytes of a picture that is sent


@cache
def sheets(game: str) -> list[DrawnSheet]:
    loaded = card_data.load(game)
    return live_sheets(loaded, loaded.head.players.max)


def fields(game: str) -> list[LiveField]:
    return [field for one in sheets(game) for field in one.sheet.fields]


@pytest.mark.parametrize("game", sweep(GAMES, ["dice_archive", "winstons_archive"]))
def test_each_component_with_fields_has_its_sheets(game: str) -> None:
    found = [one.sheet for one in sheets(game)]
    assert {one.component for one in found} == set(SHEETS[game])
    components = card_data.load(game).components
    most = card_data.load(game).head.players.max
    for name in SHEETS[game]:
        seats = [one.seat for one in found if one.component == name]
        own = components[name].per_page and most > 1
        assert seats == ([*range(most)] if own else [None])


def test_labels_are_left_of_the_columns_of_several_players() -> None:
    *others, pad = [one.sheet for one in sheets("dice_archive")]
    assert {one.labels for one in others} == {None}
    assert pad.labels is not None
    start, end = pad.labels
    assert 0 < start < end < min(field.x for field in pad.fields)


@pytest.mark.parametrize("game", sweep(GAMES, ["dice_archive", "verse_and_variant"]))
def test_every_field_lies_on_its_sheet_and_names_a_place(game: str) -> None:
    info = inspect.type_info(games.shipped(game).Position)
    for one in sheets(game):
        known = [(field.path, field.mark) for field in one.sheet.fields]
        assert len(set(known)) == len(known)
        for field in one.sheet.fields:
            assert 0 <= field.x < field.x + field.width <= one.sheet.width
            assert 0 <= field.y < field.y + field.height <= one.sheet.height
            value = "" if field.mark is None else str(field.mark).lower()
            place = f"{field.path}.0" if field.kind == "next" else field.path
            assert not why_misplaced(info, place, value)
            assert (field.mark is not None) == (field.kind in ("check", "next"))


@pytest.mark.parametrize("game", ["dice_archive", "verse_and_variant", "winstons_archive"])
def test_a_mark_is_the_value_that_a_position_has(game: str) -> None:
    kinds = {(field.path, type(field.mark)) for field in fields(game) if field.kind == "check"}
    expected: dict[str, set[tuple[str, type]]] = {
        "dice_archive": {("players.0.tasks.left", int)},
        "verse_and_variant": {("unscored.papyrus", int), ("spotlight", str),
                              ("players.0.eureka", bool)},
        "winstons_archive": {("players.0.out", bool)},
    }  # fmt: skip
    assert expected[game] <= kinds
    several = {field.path.rpartition(".")[0] for field in fields(game) if field.several}
    assert several == {
        "dice_archive": {f"players.{seat}.tasks" for seat in range(5)},
        "verse_and_variant": {"unscored"},
        "winstons_archive": set(),
    }[game]  # fmt: skip


def test_the_route_is_all_the_boxes_of_the_walk() -> None:
    """NE-3.5: a tap on a box makes it that of the next round."""
    boxes = card_data.load("nineteen_eighty_four").data.boxes()
    route = [field for field in fields("nineteen_eighty_four") if field.kind == "next"]
    assert [field.mark for field in route] == [box.number for box in boxes]
    assert {field.path for field in route} == {"rounds"}
    assert step_into(inspect.type_info(games.shipped("nineteen_eighty_four").Position), "rounds")
    side = route[0].width
    steps = [(field.x - route[0].x, field.y - route[0].y) for field in route]
    first = boxes[0]
    assert steps == [
        pytest.approx(((box.x - first.x) * side, (box.y - first.y) * side), abs=0.1)
        for box in boxes
    ]


def test_what_is_chosen_from_has_the_ids_of_its_rows() -> None:
    (sheet, *_) = (one.sheet for one in sheets("manuscript"))
    data = card_data.load("manuscript").data
    legend = next(field for field in sheet.fields if field.path == "players.0.legend.A")
    assert legend.list is not None
    assert list(sheet.lists[legend.list]) == [(row.id, row.title) for row in data.texts]
    assert len(sheet.lists) == 2, "texts and tiles, each told once"


@pytest.mark.parametrize("game", sweep(GAMES, ["dice_archive", "manuscript"]))
def test_pictures_are_small_enough_to_be_sent_and_shared_where_they_look_alike(game: str) -> None:
    assert all(len(gzip.compress(one.svg.encode())) < LARGEST for one in sheets(game))
    by_name = {one.sheet.picture: one.svg for one in sheets(game)}
    assert len(by_name) == len(set(by_name.values()))
    if game == "dice_archive":
        assert (
            len({one.sheet.picture for one in sheets(game) if one.sheet.component == "form"}) == 1
        )


def test_squares_have_the_tints_of_a_filled_picture() -> None:
    script = (TEMPLATES / "web" / "squares.js").read_text("utf-8")
    assert f"TINTS = [{', '.join(f'{chr(34)}{one}{chr(34)}' for one in TINTS)}]" in script
