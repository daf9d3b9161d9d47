"""Positions of Winston's Archive: what is missing, what is wrong, what stand-ins complete."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import msgspec
import yaml
from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring import games
from scoring.winstons_archive.score import assign
from tests.winstons_archive.tables import GAME, sound

TEXT = (Path(__file__).parents[1] / "positions" / "wa_two_players.yaml").read_text(encoding="utf-8")
SIZES = GAME.data.set_sizes()


def test_all_violations_are_listed_with_their_lines() -> None:
    text = TEXT.replace("{A: 2, B: 2,", "{A: 3, G: 1, B: 2,").replace(
        "manuscripts: 10", "manuscripts: 11"
    )
    report = scoring.score(scoring.read(text))
    layers = ("components", "stand-ins", "across players", "possible games", "score pad")
    assert report.layers == ("shape", *layers)
    assert [(one.rule, one.path, one.line) for one in report.findings] == [
        ("WA-1.3", "players.0.books.G", 4),
        ("WA-6.1", "players.0.books.A", 4),
        ("WA-6.1", "players.1.manuscripts", 13),
    ]
    assert report.result is None


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
def test_stand_ins_are_assigned_as_if_every_choice_was_tried(
    needs: dict[str, int], free: int
) -> None:
    needs = {letter: min(needs[letter], SIZES[letter] - 1) for letter in sorted(needs)}
    best = max(
        (
            (
                sum(SIZES[letter] for letter in chosen), -sum(needs[letter] for letter in chosen),
                [-ord(letter) for letter in chosen], chosen,
            )
            for number in range(len(needs) + 1)
            for chosen in combinations(needs, number)
            if sum(needs[letter] for letter in chosen) <= free
        ),
        key=lambda one: one[:3],
    )  # fmt: skip
    found = assign(needs, SIZES, free)
    assert (found.books, found.saved, found.letters) == (best[0], best[1], best[3])


def test_a_blank_position_gives_an_example_of_a_locked_stand_in() -> None:
    blank, example = games.shipped("winstons_archive").blank, "for instance {{{}: 1}}."
    assert example.format("A") in blank(GAME)
    for sets, letter in (GAME.data.sets[1:], "B"), ((), "A"):
        data = msgspec.structs.replace(GAME.data, sets=sets)
        assert example.format(letter) in blank(msgspec.structs.replace(GAME, data=data))
