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
from tests.scoring.tools import broken, scored
from tests.verse_and_variant.holdings import (
    FEATURES,
    GAME,
    NAMES,
    TRACKS,
    checked,
    filled,
    parts,
    place,
    sound,
    tallies,
    tally,
)

clause = pytest.mark.clause


def holding(*copies: int, **more: Any) -> dict[str, Any]:
    """A position in which the first player has so many of each Feature, in board order."""
    position = sound()
    position["players"][0] |= {"features": dict(zip(FEATURES, copies, strict=False)), **more}
    return position


@clause("VV-7.1")
def test_each_feature_scores_the_rung_that_its_copies_reach() -> None:
    rungs = [parts(tally(holding(copies)))["ladders"] for copies in range(13)]
    assert rungs == [0, 1, 2, 4, 7, 12, 18, 25, 33, 42, 52, 66, 66]
    assert parts(tally(holding(0, 0, 0, 0, 40)))["ladders"] == 66


@clause("VV-7.1")
def test_ladders_add_up_over_the_features_and_are_told() -> None:
    one = tally(holding(2, 0, 5, 1))
    assert parts(one)["ladders"] == 2 + 12 + 1
    assert "ladders: 2 Papyrus for 2, 5 Sinaiticus for 12, 1 Section Division for 1 (VV-7.1)" in (
        one.notes
    )


@clause("VV-7.2")
def test_sets_are_laid_out_only_for_who_reads_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Laying them out takes longer than to find what they score."""
    laid = Mock(return_value={})
    monkeypatch.setattr(import_module("scoring.verse_and_variant.score"), "laid_out", laid)
    one = tally(holding(1, 1, 1))
    assert parts(one)["sets"] == 10
    laid.assert_not_called()
    assert one.notes
    laid.assert_called_once()


@clause("VV-7.2")
@pytest.mark.parametrize(("copies", "points"), [
    ((1, 1, 0, 0, 0), 0),
    ((9, 9, 0, 0, 0), 0),  # of two Features alone there is no set
    ((1, 1, 1, 0, 0), 10),
    ((1, 1, 1, 1, 0), 16),
    ((1, 1, 1, 1, 1), 22),
    ((2, 1, 1, 1, 1), 22),
    ((2, 2, 1, 1, 1), 16 + 10),  # more than a five and two left over
    ((2, 2, 2, 2, 0), 2 * 16),
    ((2, 2, 2, 1, 1), 2 * 16),  # two fours are as much as a five and a three
    ((3, 3, 1, 1, 1), 3 * 10),  # more than a five, or than a four and a three
    ((3, 3, 3, 3, 3), 3 * 22),
])  # fmt: skip
def test_the_sets_worth_most_are_scored(copies: tuple[int, ...], points: int) -> None:
    assert parts(tally(holding(*copies)))["sets"] == points


@clause("VV-7.2")
def test_the_sets_scored_are_named() -> None:
    said = [note for note in tally(holding(4, 4, 2, 1, 1)).notes if "VV-7.2" in note]
    assert said == [
        "2 sets of 3 for 10 each: Papyrus, Majority Text, Sinaiticus (VV-7.2)",
        "1 set of 3 for 10: Papyrus, Majority Text, Section Division (VV-7.2)",
        "1 set of 3 for 10: Papyrus, Majority Text, UBS Rating A (VV-7.2)",
    ]


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
def test_no_grouping_is_worth_more(points: dict[int, int]) -> None:
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


@clause("VV-7.3")
def test_ladders_and_sets_count_the_same_tokens() -> None:
    found = parts(tally(holding(1, 1, 1, 1, 1)))
    assert (found["ladders"], found["sets"]) == (5, 22)


@clause("VV-7.4")
@pytest.mark.parametrize(("part", "change", "points"), [
    ("prestige", {"prestige": 31}, 31),
    ("grants", {"grants_unused": 3}, 3 * 2),
    ("eureka", {"eureka": True}, 1),
    ("eureka", {"eureka": False}, 0),
    ("cubes", {}, 5 * -2),
])  # fmt: skip
def test_what_else_scores(part: str, change: dict[str, Any], points: int) -> None:
    before, after = parts(tally(sound())), parts(tally(holding(**change)))
    assert after[part] == points
    assert {label for label in after if after[label] != before[label]} <= {part}


@clause("VV-7.4", "VV-5.6")
def test_the_laureate_scores_for_its_owner() -> None:
    position = sound()
    assert {parts(one)["laureate"] for one in tallies(position).values()} == {0}
    position["laureate"] = "Bo"
    found = tallies(position)
    assert [parts(found[name])["laureate"] for name in NAMES[:3]] == [0, 4, 0]


@clause("VV-7.4", "VV-5.5")
def test_cubes_score_by_their_slots_and_no_longer_cost() -> None:
    position = sound()
    place(position, "papyrus", "Ann", "Bo", "Ann")
    place(position, "section", "none", "Ann")
    found = tallies(position)
    assert [parts(found[name])["institutions"] for name in NAMES[:3]] == [5 + 1 + 3, 3, 0]
    assert [parts(found[name])["cubes"] for name in NAMES[:3]] == [2 * -2, 4 * -2, 5 * -2]
    assert (
        "institutions: Papyrus slot 1 for 5, Papyrus slot 3 for 1, Section Division slot 2 for 3 "
        "(VV-7.4)"
    ) in found["Ann"].notes


@clause("VV-8.2")
def test_a_flat_cube_scores_nothing_and_is_not_unused() -> None:
    position = sound()
    place(position, "papyrus", "Ann", "Ann")
    position["unscored"] = {"papyrus": [1]}
    one = tally(position)
    assert parts(one)["institutions"] == 3
    assert parts(one)["cubes"] == 3 * -2
    assert "Papyrus slot 1: the cube lies flat and scores nothing (VV-8.2)" in one.notes


def tied(ann: dict[str, Any], bo: dict[str, Any], spotlight: str = "none") -> Any:
    """The result of Ann and Bo, who have 60 points each, and of Cy, who has fewer."""
    position = sound()
    position["spotlight"] = spotlight
    for player, change in zip(position["players"], (ann, bo), strict=False):
        player |= change
    for name, one in tallies(position).items():
        if name != "Cy":
            (player,) = [each for each in position["players"] if each["name"] == name]
            player["prestige"] += 60 - (one.total or 0)
    result = scored(score(filled(position)))
    assert {one.total for one in result.standings[:2]} == {60}
    return result


@clause("VV-7.5")
@pytest.mark.parametrize(("ann", "bo", "words"), [
    ({"lacunae": 9}, {"grants_unused": 1}, "unused Grants"),
    ({"features": {"papyrus": 9}}, {"lacunae": 1}, "lacunas"),
    ({"features": {"papyrus": 2}}, {"features": {"majority": 3}}, "Feature tokens"),
    ({"features": {"majority": 2}}, {"features": {"papyrus": 2}}, "Papyrus"),
])  # fmt: skip
def test_ties_go_down_the_chain(ann: dict[str, Any], bo: dict[str, Any], words: str) -> None:
    result = tied(ann, bo, "blue")
    assert (result.winners, result.decided_by) == (("Bo",), "VV-7.5")
    assert f"decided by most {words} (VV-7.5)" in result.verdict


@clause("VV-7.5")
def test_without_a_spotlight_its_tiebreaker_is_skipped() -> None:
    ann, bo = {"features": {"majority": 2}}, {"features": {"papyrus": 2}}
    result = tied(ann, bo)
    assert (result.winners, result.decided_by) == (("Ann", "Bo"), None)
    assert [one.words for one in result.chain.steps] == [
        "most unused Grants", "most lacunas", "most Feature tokens",
    ]  # fmt: skip
    assert tied(ann, bo, "green").winners == ("Ann",)
    assert tied(ann, bo, "red").winners == ("Ann", "Bo"), "none of either"


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
def test_what_is_wrong_with_features_is_said() -> None:
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
    assert told(position, TRACKS) == [("VV-8.1", "players.2.lacunae")]
    assert told(position) == [], "one is a substitute"


@clause("VV-8.1", "VV-2.3")
@pytest.mark.parametrize(("players", "grants"), [(3, 5), (4, 4), (5, 3)])
def test_no_more_grants_than_a_player_has(players: int, grants: int) -> None:
    position = sound(players)
    position["players"][1]["grants_unused"] = grants
    assert told(position) == []
    position["players"][1]["grants_unused"] = grants + 1
    assert told(position) == [("VV-8.1", "players.1.grants_unused")]


@clause("VV-8.1", "VV-2.3")
@pytest.mark.parametrize(("players", "cubes"), [(3, 5), (4, 4), (5, 4)])
def test_cubes_on_the_boards_and_unused_are_those_dealt(players: int, cubes: int) -> None:
    position = sound(players)
    place(position, "papyrus", "Bo", "Bo")
    assert position["players"][1]["cubes_unused"] == cubes - 2
    assert told(position) == []
    for unused in (cubes - 3, cubes - 1):
        position["players"][1]["cubes_unused"] = unused
        assert told(position) == [("VV-8.1", "players.1.cubes_unused")]
    (finding,) = checked(position).findings
    assert finding.message == (
        f"{cubes - 1} unused cubes and 2 on the institutions, but each of {players} players has "
        f"{cubes}"
    )


@clause("VV-8.1")
def test_cubes_are_counted_only_as_far_as_they_are_known() -> None:
    position = sound()
    position["players"][0]["cubes_unused"] = 3
    assert told(position) == [("VV-8.1", "players.0.cubes_unused")]
    position["institutions"] = {"papyrus": [None, "Bo"], "majority": None}
    position["players"][1]["cubes_unused"] = None
    assert told(position) == []
    position["institutions"]["section"] = ["Ann", "Ann", "Ann"]
    assert told(position) == [("VV-8.1", "players.0.cubes_unused")], "too many in any case"


@clause("VV-8.1")
@pytest.mark.parametrize("count", ["lacunae", "grants_unused", "cubes_unused"])
def test_no_count_is_negative(count: str) -> None:
    assert ("VV-8.1", f"players.0.{count}") in told(holding(**{count: -1}))
    assert told(holding(-1)) == [("VV-8.1", "players.0.features.papyrus")]


@clause("VV-7.4")
def test_prestige_gained_is_not_negative_and_may_be_any_number() -> None:
    """No rule takes prestige away, and the track goes around."""
    assert told(holding(prestige=-1)) == [("VV-7.4", "players.0.prestige")]
    assert told(holding(prestige=0)) == told(holding(prestige=399)) == []


@clause("VV-8.1")
def test_cubes_are_those_of_players() -> None:
    position = sound()
    place(position, "papyrus", "Ann", "An")
    (finding,) = checked(position).findings
    assert (finding.rule, finding.path) == ("VV-8.1", "institutions.papyrus.1")
    assert finding.message == "a cube of 'An', who is not a player in this game; did you mean Ann?"
    position["players"][2]["name"] = None
    assert told(position) == [], "that may be the player whose name is missing"


@clause("VV-8.2")
def test_an_institution_has_its_slots_and_gaps_are_legal() -> None:
    position = sound()
    place(position, "papyrus", "none", "none", "Bo")
    place(position, "section", "Bo")
    assert told(position) == []
    place(position, "ubs_a", "Ann", "none", "none", "Ann")
    assert told(position) == [("VV-8.2", "institutions.ubs_a.3")]


@clause("VV-8.2", "VV-5.6")
def test_with_all_slots_filled_the_laureate_has_an_owner() -> None:
    position = sound()
    for feature in FEATURES:
        place(position, feature, "Ann", "Bo", "Cy")
    assert told(position) == [("VV-8.2", "laureate")]
    position["laureate"] = "Cy"
    assert told(position) == []
    position["laureate"] = "Zed"
    assert told(position) == [("VV-8.2", "laureate")]


@clause("VV-8.2")
def test_the_laureate_may_have_an_owner_beside_empty_slots() -> None:
    position = sound()
    position["laureate"] = "Ann"
    assert told(position) == []


@clause("VV-8.2")
@pytest.mark.parametrize(("slots", "message"), [
    ([1, 2], ""),
    ([1, 3], "slot 3 of Papyrus has no cube that could lie flat"),
    ([2, 2], "slot 2 is listed twice"),
    ([1, 4], "there is no slot 4; slots are 1 to 3"),
    ([1, 0], "there is no slot 0; slots are 1 to 3"),
])  # fmt: skip
def test_only_a_cube_lies_flat(slots: list[int], message: str) -> None:
    position = sound()
    place(position, "papyrus", "Ann", "Bo", "none")
    position["unscored"] = {"papyrus": slots}
    found = [(one.rule, one.path, one.message) for one in checked(position).findings]
    assert found == ([("VV-8.2", "unscored.papyrus.1", message)] if message else [])


@clause("VV-8.3")
def test_three_to_five_play() -> None:
    assert [told(sound(players)) for players in (3, 4, 5)] == [[], [], []]
    for players in (0, 2, 6):
        position = sound()
        position["players"] = [
            {**position["players"][0], "name": f"P{seat}"} for seat in range(players)
        ]
        assert told(position) == [("VV-8.3", "players")]


@clause("VV-8.3")
@pytest.mark.parametrize("name", ["Ann", " ", "none", "None", "table"])
def test_names_tell_players_apart_from_each_other_and_from_nobody(name: str) -> None:
    position = sound()
    position["players"][1]["name"] = name
    assert told(position) == [("VV-8.3", "players.1.name")]


@clause("VV-6.5")
def test_the_score_of_a_sound_position_is_final() -> None:
    """The game may end early, so whatever is left over does not show that it goes on."""
    position = sound()
    assert checked(position).final
    for player in position["players"]:
        player["grants_unused"] = 5
    assert checked(position).final
