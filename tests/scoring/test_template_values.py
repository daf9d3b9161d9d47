"""Values that rule texts can refer to: of a record and a position of each game."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import card_data
from card_data import DataError
from card_data.placeholders import look_up
from card_data.reading.documents import parse
from scoring.play.template_values import key, of_position, of_record, position_in, record_in

TESTS = Path(__file__).parent.parent


def record(game: str, moves: list[dict[str, str]], players: list[str]) -> dict[str, Any]:
    text = yaml.safe_dump({"record": game, "players": players, "moves": moves})
    return of_record(record_in(parse(text, "week.yaml"), card_data.load(game)))


def evening(name: str, moves: int) -> dict[str, Any]:
    kept = yaml.safe_load((TESTS / "records" / f"{name}.yaml").read_text("utf-8"))
    return record(kept["record"], kept["moves"][:moves], kept["players"])


def position(text: str) -> dict[str, Any]:
    document = parse(text, "end.yaml")
    return of_position(position_in(document, card_data.load(document.keys()["game"])))


CASES: dict[str, dict[str, Any]] = yaml.safe_load(
    (TESTS / "scoring" / "template_values.yaml").read_text("utf-8")
)


@pytest.mark.parametrize("case", CASES)
def test_texts_can_refer_to_these_values(case: str) -> None:
    given = CASES[case]
    assert given.keys() - {"record", "first", "position"} <= {"values", "entries"}
    if "record" in given:
        found = record(**{{"record": "game"}.get(k, k): v for k, v in given["record"].items()})
    elif "first" in given:
        ((moves, name),) = given["first"].items()
        found = evening(name, moves)
    else:
        where = given["position"]
        file = TESTS / "positions" / f"{where}.yaml"
        found = position(
            file.read_text("utf-8") if isinstance(where, str) else yaml.safe_dump(where)
        )
    assert {name: look_up(name, found) for name in given["values"]} == given["values"]
    assert given.get("entries", {}).items() <= dict(found["entries"]).items()


def test_the_end_of_dice_archive() -> None:
    """DA-5.1, DA-5.2: dice times marks on each side; a tie goes to the right table."""
    found = position((TESTS / "positions" / "da_tiebreak.yaml").read_text("utf-8"))
    winner = found["winners"]
    assert found["decided_by"] == "DA-5.2"
    assert found["tiebreaks"]["1"] == "most dice in the board's right table"
    for side in ("left", "middle", "right"):
        dice, marks = found["end"][winner]["dice"][side], found["end"][winner]["tasks"][side]
        assert found["score"][winner]["parts"][side] == dice * marks["number"]


@cache
def opening_of_winstons_archive() -> dict[str, Any]:
    data = card_data.load("winstons_archive").data
    deck = Counter({row.id: row.copies for row in (*data.books, *data.manuscripts, *data.specials)})
    top = ["M03", "A1", "open_secrets", "A2"]
    shuffled = " ".join([*top, *(deck - Counter(top)).elements()])
    moves = [{"table": shuffled}, {"Ann": "leave"}, {"Ann": "take"}]
    return record("winstons_archive", moves, ["Ann", "Bo"])


def test_a_stack_taken_in_winstons_archive() -> None:
    """WA-2.1, WA-3.1, WA-3.3: three stacks; what is declined gets a card; what is taken is kept."""
    found = opening_of_winstons_archive()
    titles = {book.id: book.title for book in card_data.load("winstons_archive").data.books}
    values = {
        "after.1.deck": 51, "after.1.stacks.3.all": "open_secrets",
        "after.2.stacks.1.all": "M03 and A2", "after.2.stacks.1.2.title": titles["A2"],
        "after.3.Ann.cards.titles": titles["A1"], "end.Ann.books.A": 1, "end.turn": "Bo",
        "end.Bo.manuscripts": 0,
    }  # fmt: skip
    assert {name: look_up(name, found) for name in values} == values


def test_the_sheets_of_a_game_that_is_over_hold_the_points() -> None:
    """MS-4.5: the points of each kind and their total, which the position need not say."""
    claimed = yaml.safe_load((TESTS / "positions" / "ms_two_players.yaml").read_text("utf-8"))
    for player in claimed["players"]:
        for claim in ("points", "total"):
            player.pop(claim, None)
    found = position(yaml.safe_dump(claimed, sort_keys=False))
    held = dict(found["entries"])
    for seat in range(len(found["score"])):
        scored = found["score"][held[f"players.{seat}.name"]]
        assert held[f"players.{seat}.total"] == str(scored["total"])
        for part, points in scored["parts"].items():
            assert held[f"players.{seat}.points.{part}"] == str(points)


def test_the_sheets_of_a_game_in_progress_hold_no_points() -> None:
    """MS-4: nobody adds up before the end."""
    held = dict(evening("manuscript_evening", 3)["entries"])
    assert not [name for name in held if "points" in name or "total" in name]


def test_the_end_of_the_manuscript_game() -> None:
    """MS-4.1 to MS-4.3: what texts, tiles and exemplars score adds up to the parts."""
    found = position((TESTS / "positions" / "ms_two_players.yaml").read_text("utf-8"))
    for name, scored in found["score"].items():
        book = found["end"][name]
        parts = scored["parts"]
        assert sum(text["points"] for text in book["texts"].values()) == parts["texts"] > 0
        assert sum(book["tiles"]["points"].values()) == parts["decorations"]
        assert sum(book["exemplars"]["points"].values()) == parts["exemplars"]
    spaced = {name: text["double_spaced"] for name, text in found["end"]["Ann"]["texts"].items()}
    doubles = {"perceval", "debate_between_saturn_and_solomon"}
    assert spaced == {name: "yes" if name in doubles else "no" for name in spaced}


def test_the_end_of_verse_and_variant() -> None:
    """VV-7.1, VV-7.5: what each ladder scores adds up; the tiebreakers in order."""
    found = position((TESTS / "positions" / "vv_four_players.yaml").read_text("utf-8"))
    for name, scored in found["score"].items():
        assert sum(found["end"][name]["ladders"].values()) == scored["parts"]["ladders"]
    assert found["tiebreaks"]["1"] == "most unused Grants"


def test_a_move_that_is_refused_is_named_with_its_line() -> None:
    """DA-2.1: the communal roll needs three dice with two players."""
    text = "record: dice_archive\nplayers: [Ann, Bo]\nmoves:\n  - table: 6 6 / 1\n"
    with pytest.raises(DataError) as caught:
        of_record(record_in(parse(text, "week.yaml"), card_data.load("dice_archive")))
    (problem,) = caught.value.problems
    assert (problem.file, problem.line) == ("week.yaml", 4)
    assert problem.message.endswith("(DA-2.1)")


def test_a_record_of_another_game() -> None:
    document = parse("{record: manuscript, players: [Ann, Bo], moves: []}", "week.yaml")
    with pytest.raises(DataError, match="found another game's record, expected one of dice_archi"):
        record_in(document, card_data.load("dice_archive"))


# --- what docs/guide/game-reference.md lists

PAGE = (TESTS.parent / "docs" / "guide" / "game-reference.md").read_text("utf-8")
KEPT = {
    "dice_archive": ("dice_archive_evening", "da_tiebreak"),
    "winstons_archive": ("", "wa_two_players"),
    "nineteen_eighty_four": ("nineteen_eighty_four_walk", ""),
    "manuscript": ("manuscript_evening", "ms_two_players"),
    "verse_and_variant": ("verse_and_variant_evening", "vv_four_players"),
}
ANY = ("ID", "lanval", "Ann")  # steps that stand for others in the page's paths
VALUES = ("yes", "no", "nobody")


def table_after(heading: str) -> list[list[str]]:
    lines = PAGE.split(heading)[-1].splitlines()[2:]
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


LISTED = table_after("| game | the table | a player |")  # in the order of `KEPT`
OF_GAMES = list(zip(KEPT, LISTED, strict=True))


@cache
def all_of(game: str) -> list[dict[str, Any]]:
    """Return the values of an evening of a game, if recorded, and of one of its positions."""
    recorded, placed = KEPT[game]
    found = [evening(recorded, 10_000)] if recorded else [opening_of_winstons_archive()]
    if placed:
        found.append(position((TESTS / "positions" / f"{placed}.yaml").read_text("utf-8")))
    return found


def paths_in(cell: str) -> list[str]:
    """The paths of a cell; those that begin with a full stop stand beside the last one in full."""
    paths, beside = [], ""
    for path in re.findall(r"`([\w.]+)`", cell):
        if not path.startswith("."):
            beside = path.rpartition(".")[0]
        paths.append(beside + path if path.startswith(".") else path)
    return [path for path in paths if path not in VALUES]


def leads_on(path: Sequence[str], found: Any) -> bool:
    if not path or not isinstance(found, dict):
        return not path
    first, *rest = path
    ways = found if first in ANY or first.isdigit() else found.keys() & {first}
    return any(leads_on(rest, found[way]) for way in ways)


def missing(cell: str, tables: Sequence[Any], *before: str) -> list[str]:
    return [
        path
        for path in paths_in(cell)
        if not any(leads_on([*before, *path.split(".")], table) for table in tables)
    ]


def tables_of(one: dict[str, Any]) -> list[dict[str, Any]]:
    return [*one.get("after", {}).values(), one["end"]]


def test_each_name_of_the_page_is_there() -> None:
    found = [one for game in KEPT for one in all_of(game)]
    assert missing(" ".join(itertools.chain(*table_after("| name | value |"))), found) == []


@pytest.mark.parametrize(("game", "cells"), OF_GAMES)
def test_each_name_of_a_game_is_there(game: str, cells: list[str]) -> None:
    tables = [table for one in all_of(game) for table in tables_of(one)]
    _, of_table, of_player = cells
    assert (missing(of_table, tables), missing(of_player, tables, "Ann")) == ([], [])


@pytest.mark.parametrize(("game", "cells"), OF_GAMES)
def test_the_page_lists_all_names_of_a_game(game: str, cells: list[str]) -> None:
    of_table, of_player = (
        {path.partition(".")[0] for path in paths_in(cell)} for cell in cells[1:]
    )
    for one in all_of(game):
        players = {key(name) for name in one["players"].values() if isinstance(name, str)}
        for table in tables_of(one):
            assert table.keys() - players <= of_table | {"next"}
            for player in players & table.keys():
                assert table[player].keys() <= of_player
