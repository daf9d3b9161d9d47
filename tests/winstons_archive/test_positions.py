"""Positions of Winston's Archive: what is missing, what is wrong, what stand-ins complete."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import msgspec
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring import games
from scoring.winstons_archive.score import assign
from tests.scoring.tools import broken
from tests.winstons_archive.tables import GAME, changed, sound

TEXT = (Path(__file__).parents[1] / "positions" / "wa_two_players.yaml").read_text(encoding="utf-8")
SIZES = GAME.data.set_sizes()


def test_what_is_null_or_left_out_is_missing_and_zero_is_not() -> None:
    report = scoring.score(
        scoring.read(
            """
game: winstons_archive
players:
  - {name: Ann, books: {A: null, B: 0}, product_over_process: 0, open_secrets: ~}
  - {name: null, stand_ins: null, manuscripts: 3}
"""
        )
    )
    assert report.as_json()["missing"] == [
        "players.0.books.A", "players.0.open_secrets", "players.0.manuscripts", "players.1.name",
        "players.1.books", "players.1.stand_ins", "players.1.product_over_process",
        "players.1.open_secrets",
    ]  # fmt: skip
    assert report.valid
    assert not report.final
    assert report.result is None


def test_what_is_known_is_checked_while_answers_are_missing() -> None:
    report = changed(a_books_A=3, b_manuscripts=None, a_manuscripts=19)
    assert broken(report) == [("WA-6.1", "players.0.books.A"), ("WA-6.1", "players.0.manuscripts")]
    assert [".".join(where) for where in report.missing] == ["players.1.manuscripts"]
    assert changed(b_books_F=None, b_manuscripts=None, a_stand_ins_F=1).valid is False


def test_all_violations_are_listed_with_their_lines() -> None:
    text = TEXT.replace("{A: 2, B: 2,", "{A: 3, G: 1, B: 2,").replace(
        "manuscripts: 10", "manuscripts: 11"
    )
    report = scoring.score(scoring.read(text))
    assert [(one.rule, one.path, one.line) for one in report.findings] == [
        ("WA-1.3", "players.0.books.G", 4),
        ("WA-6.1", "players.0.books.A", 4),
        ("WA-6.1", "players.1.manuscripts", 13),
    ]
    assert report.result is None


@pytest.mark.parametrize(("change", "messages"), [
    ({"a_books_G": 1}, ["there is no set 'G'; the sets are A, B, C, D, E, F"]),
    ({"a_books_A": 3}, ["3 books of set A, but the set has 2"]),
    ({"a_books_A": -1}, ["found -1, but a count cannot be negative"]),
    ({"a_manuscripts": 7}, ["only 17 manuscript pages in all, but the deck has 18"]),
    ({"b_open_secrets": 4}, ["6 cards of Open Secrets in all, but the deck has 5"]),
    ({"a_product_over_process": 0, "b_product_over_process": 4},
        ["1 stand-in locked, but only 0 in product_over_process"]),
    ({"b_name": " Ann "}, ["two players called 'Ann': names must differ"]),
    ({"b_name": " "}, ["the name is empty: every player needs a different name"]),
    ({"b_stand_ins_A": 1},
        ["1 stand-in in set A beside 0 real books, but a set needs at least 1 real book"]),
    ({"b_stand_ins_A": 2, "b_product_over_process": 2, "a_product_over_process": 2},
        ["2 stand-ins in set A, which has 2 books, at least 1 of them real"]),
    ({"a_stand_ins_F": 2},
        ["2 stand-ins in set F beside 1 real book: 3 do not complete a set of 7"]),
])  # fmt: skip
def test_a_violation_says_what_is_wrong(change: dict[str, object], messages: list[str]) -> None:
    assert [finding.message for finding in changed(**change).findings] == messages


def test_the_layers_that_ran_are_told() -> None:
    layers = ("components", "stand-ins", "across players", "possible games", "score pad")
    assert changed().layers == ("shape", *layers, "end of game")
    assert changed(a_books_A=3).layers[-1] == "score pad"


def test_a_table_without_players_is_missing_or_wrong() -> None:
    assert scoring.check(scoring.read("game: winstons_archive")).missing == (("players",),)
    empty = scoring.check(scoring.read("{game: winstons_archive, players: []}"))
    assert broken(empty) == [("WA-1.5", "players")]


def test_a_blank_position_misses_every_answer() -> None:
    text = games.shipped("winstons_archive").blank(GAME)
    report = scoring.score(scoring.read(text))
    assert report.valid
    fields = 1 + len(SIZES) + 3
    assert len(report.missing) == fields * GAME.head.players.min
    filled = yaml.safe_load(text)
    filled["players"] = sound()["players"]
    assert scoring.score(scoring.read(yaml.safe_dump(filled))).final


def test_edited_data_is_scored_by_its_own_numbers(tmp_path: Path) -> None:
    folder = tmp_path / "winstons_archive"
    folder.mkdir()
    for path in GAME.folder.glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        (folder / path.name).write_text(text.replace("pages_a_point: 5", "pages_a_point: 2"))
    report = scoring.score(scoring.read(TEXT, tmp_path))
    assert report.result is not None
    assert {one.player: one.total for one in report.result.standings} == {"Ann": 16, "Bo": 17}


@given(
    needs=st.dictionaries(st.sampled_from(list(SIZES)), st.integers(1, 6)), free=st.integers(0, 8)
)
def test_stand_ins_are_assigned_as_every_choice_tried_would_say(
    needs: dict[str, int], free: int
) -> None:
    needs = {letter: min(needs[letter], SIZES[letter] - 1) for letter in sorted(needs)}
    best = max(
        (
            (
                sum(SIZES[letter] for letter in chosen),
                -sum(needs[letter] for letter in chosen),
                [-ord(letter) for letter in chosen],
                chosen,
            )
            for number in range(len(needs) + 1)
            for chosen in combinations(needs, number)
            if sum(needs[letter] for letter in chosen) <= free
        ),
        key=lambda one: one[:3],
    )
    found = assign(needs, SIZES, free)
    assert (found.books, found.saved, found.letters) == (best[0], best[1], best[3])


def test_a_blank_position_gives_an_example_of_a_locked_stand_in() -> None:
    """Of the first set; a game that is being made may have none yet."""
    blank, example = games.shipped("winstons_archive").blank, "for instance {{{}: 1}}."
    assert example.format("A") in blank(GAME)
    for sets, letter in (GAME.data.sets[1:], "B"), ((), "A"):
        data = msgspec.structs.replace(GAME.data, sets=sets)
        assert example.format(letter) in blank(msgspec.structs.replace(GAME, data=data))


def test_a_pad_beside_more_books_than_a_set_has_is_told_and_no_traceback() -> None:
    """The set is not complete with fewer than no stand-ins (WA-5.1)."""
    cards = "product_over_process: 1, open_secrets: 1, manuscripts: 4, total: 9"
    text = (
        "game: winstons_archive\nplayers:\n"
        f"  - {{name: Ann, books: {{F: 8}}, {cards}}}\n"
        f"  - {{name: Bo, books: {{B: 1, E: 3, F: 8}}, {cards}}}\n"
    )
    report = scoring.check(scoring.read(text))
    assert "WA-6.1" in {finding.rule for finding in report.findings}
