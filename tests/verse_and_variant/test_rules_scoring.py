"""Final scoring (VV-7) and a valid end position (VV-8), clause by clause."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from itertools import combinations
from random import Random
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from card_data import Game
from card_data.verse_and_variant.model import Data
from card_data.verse_and_variant.sets import steps
from scoring.positions.positions import score
from scoring.verse_and_variant.check import too_many_features
from scoring.verse_and_variant.position import Holdings
from scoring.verse_and_variant.score import best_sets, laid_out
from tests import scored
from tests.scoring.tools import broken
from tests.verse_and_variant.sample_positions import (
    FEATURES,
    GAME,
    TRACKS,
    checked,
    filled,
    parts,
    sound,
    tally,
)

clause = pytest.mark.clause


def holding(*copies: int, **more: Any) -> dict[str, Any]:
    """A position in which the first player has so many of each Feature, in board order."""
    position = sound()
    position["players"][0] |= {"features": dict(zip(FEATURES, copies, strict=False)), **more}
    return position


@clause("VV-2.3", "VV-3.4", "VV-5.5", "VV-5.6", "VV-6.5", "VV-7.1", "VV-7.2", "VV-7.3", "VV-7.4")
@clause("VV-7.5", "VV-8.1", "VV-8.2", "VV-8.3")
def test_positions_are_checked_and_scored() -> None:
    """Sound, impossible and incomplete ones, each beside its clauses in the golden file."""
    scored.check("vv_positions")


@clause("VV-7.2")
def test_sets_are_laid_out_only_when_notes_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Laying them out takes longer than to find what they score."""
    laid = Mock(return_value={})
    monkeypatch.setattr(import_module("scoring.verse_and_variant.score"), "laid_out", laid)
    one = tally(holding(1, 1, 1))
    assert parts(one)["sets"] == 10
    laid.assert_not_called()
    assert one.notes
    laid.assert_called_once()


@clause("VV-7.2")
@pytest.mark.parametrize(("copies", "numbers", "laid"), [
    ([1, 1, 1, 1, 1], [(5, 1), (4, 0), (3, 0)], {(0, 1, 2, 3, 4): 1}),
    ([2, 2, 2, 2, 2], [(5, 0), (4, 1), (3, 2)], {(0, 1, 2, 3): 1, (0, 1, 4): 1, (2, 3, 4): 1}),
    ([1, 4, 4, 1, 4], [(5, 0), (4, 1), (3, 3)], {(0, 1, 2, 4): 1, (1, 2, 4): 2, (1, 2, 3): 1}),
    ([9_000_000] * 5, [(5, 9_000_000)], {(0, 1, 2, 3, 4): 9_000_000}),
])  # fmt: skip
def test_sets_are_laid_out_of_what_is_most_left(
    copies: list[int], numbers: list[tuple[int, int]], laid: dict[tuple[int, ...], int]
) -> None:
    """Of millions of equal sets too, as an edited game may have them."""
    assert laid_out(copies, numbers) == laid


SHIPPED = GAME.data.numbers.sets
OTHERS: tuple[dict[int, int], ...] = (  # what an edited game may have
    {5: 30, 4: 16, 3: 10},
    {5: 17, 4: 16, 3: 10},
    {5: 22, 3: 10},
    {5: 12, 4: 7, 3: 5, 2: 3},
    {4: 9},
    {},
)


def exhaustive(points: dict[int, int]) -> Any:
    """A search through every set that can be taken first, for sorted copies."""

    @cache
    def most(copies: tuple[int, ...]) -> int:
        found = [0]
        for size, worth in points.items():
            for chosen in combinations(range(len(copies)), size):
                if all(copies[feature] for feature in chosen):
                    left = [n - (feature in chosen) for feature, n in enumerate(copies)]
                    found.append(worth + most(tuple(sorted(left))))
        return max(found)

    return most


@clause("VV-7.2")
@pytest.mark.parametrize("points", [SHIPPED, *OTHERS], ids=str)
def test_sets_score_as_much_as_an_exhaustive_search(points: dict[int, int]) -> None:
    """Against an exhaustive search; and the sets are there to be laid out."""
    rng, most = Random(22), exhaustive(points)
    for _ in range(250):
        copies = [rng.randint(0, rng.choice((2, 4, 6))) for _ in FEATURES]
        found = best_sets(copies, steps(points))
        assert found.points == most(tuple(sorted(copies))), copies
        laid = laid_out(copies, found.numbers)
        assert sum(points[len(chosen)] * number for chosen, number in laid.items()) == found.points
        for feature, number in enumerate(copies):
            assert number >= sum(many for chosen, many in laid.items() if feature in chosen)
        assert all(len(set(chosen)) == len(chosen) for chosen in laid)


def told(position: dict[str, Any], game: Game[Data] = GAME) -> list[tuple[str, str]]:
    return broken(checked(position, game))


@clause("VV-8.1")
@pytest.mark.parametrize(("copies", "found"), [
    (((55,), (0,), (0,)), []),
    (((20,), (20,), (16,)), []),  # one more by Footnote Feint
    (((20,), (20,), (17,)), ["players.2.features.papyrus"]),
    (((57,), (0,), (0,)), ["players.0.features.papyrus"]),
    (((56, 55), (0, 0), (0, 0)), []),
    (((56, 50), (0, 6), (0, 0)), ["players.1.features.majority"]),  # one Feature only
])  # fmt: skip
def test_no_more_features_than_there_are(copies: tuple[Any, ...], found: list[str]) -> None:
    position = sound()
    for player, held in zip(position["players"], copies, strict=True):
        player["features"] = dict(zip(FEATURES, held, strict=False))
    assert told(position, TRACKS) == [("VV-8.1", path) for path in found]
    assert told(position) == [], "the others are substitutes"


@clause("VV-8.1", "VV-3.4")
def test_a_note_says_how_many_substitutes_there_are() -> None:
    position = holding(58, 55)
    position["players"][1] |= {"features": {"majority": 2}, "lacunae": 76}
    result = score(filled(position)).result
    assert result is not None
    assert result.notes == (
        "76 lacunas with the players, 75 printed: 1 substitute (VV-8.1)",
        "58 Papyrus with the players, 55 printed: 3 substitutes (VV-8.1); Footnote Feint may be "
        "one",
        "57 Majority Text with the players, 55 printed: 2 substitutes (VV-8.1); Footnote Feint may "
        "be one",
    )
    assert result.so_far().notes == result.notes
    tracks = score(filled(holding(56), TRACKS)).result
    assert tracks is not None
    assert tracks.notes == (), "Footnote Feint's"


@clause("VV-8.1")
def test_message_names_the_feature_with_the_extra_token() -> None:
    position = holding(56, 56)
    (finding,) = checked(position, TRACKS).findings
    assert finding.message == (
        "56 tokens of Majority Text, but there are 55; Footnote Feint adds one in all, here of "
        "Papyrus"
    )


@clause("VV-8.1")
def test_a_game_without_footnote_feint_adds_no_token() -> None:
    data = msgspec.structs.replace(
        GAME.data, tools=tuple(tool for tool in GAME.data.tools if tool.id != "T-5c")
    )
    (finding,) = too_many_features([Holdings("Ann", {"papyrus": 56})], data)
    assert finding.message == "56 tokens of Papyrus, but there are 55"
    assert [*too_many_features([Holdings("Ann", {"papyrus": 55})], data)] == []


@clause("VV-8.1")
def test_no_more_lacunas_than_there_are() -> None:
    position = sound()
    for player, lacunae in zip(position["players"], (25, 50, 0), strict=True):
        player["lacunae"] = lacunae
    assert told(position, TRACKS) == []
    position["players"][2]["lacunae"] = 1
    (finding,) = checked(position, TRACKS).findings
    assert (finding.path, finding.message) == ("players.2.lacunae", "76 lacunas, but there are 75")
    assert told(position) == [], "one is a substitute"
