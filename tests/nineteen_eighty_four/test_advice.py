"""The advice and its reasons in full, and the payoffs of aims, on results made up for them."""

from __future__ import annotations

import pytest

from scoring.nineteen_eighty_four.advice import payoff, prospects
from scoring.nineteen_eighty_four.advice.answer import Advice, Answer, Choice, Ranked
from scoring.nineteen_eighty_four.advice.payoff import Objective, percent
from scoring.nineteen_eighty_four.advice.prospects import Prospects, Route, WalkState
from scoring.nineteen_eighty_four.advice.solver import Distribution
from scoring.nineteen_eighty_four.walk import Walk
from tests import golden_files
from tests.nineteen_eighty_four.sample_walks import BIG_BROTHER, GAME, town

BOXES = payoff.boxes()
ARRIVE = Objective("arrive", float)
MOST = max(max(outcome.boxes) for outcome in GAME.data.results)  # of any round
LAST = GAME.data.numbers.rounds.last


def choice(words: str, worth: float, results: Distribution, *then: str) -> Choice:
    return Choice(words, worth, results, (words, *then))


def advice(aim: Objective, *choices: Choice, end: Distribution | None = None) -> Advice:
    return Advice(aim, 9.126, choices, end or {}, ("red is out", "so is blue"))


RED = choice("place red", 9.126, {None: 0.25, 8: 0.25, 12: 0.5})
GREEN = choice("place green reroll red", 8.5, {3: 0.5, 14: 0.5})
PURPLE = choice("place purple turn red", 8.0, {8: 1.0}, "place red", "place green reroll blue")


FAILS = choice("place red", 0.0, {None: 1.0})
SURE = choice("place red", 1.0, {9: 1.0})
EVEN = choice("place red", 0.5, {None: 0.5, 9: 0.5})
LOST = choice("place red", 0.0, {None: 0.5, 9: 0.5})
MANY = [choice(f"place {number}", 7.0, {None: 0.5, 14: 0.5}) for number in range(3)]


def two(aim: Objective, first: float, second: float, *fails: float) -> Advice:
    """Of two steps, each with its payoff and chance to fail."""
    results: list[Distribution] = [{None: share, 5: 1 - share} if share else {5: 1.0}
                                   for share in fails or (0, 0)]  # fmt: skip
    return advice(aim, choice("one", first, results[0]), choice("other", second, results[1]))


IN_WORDS = {
    "the notes, the best step with its results, four of the next best, and why":
        advice(BOXES, RED, GREEN, PURPLE, *MANY),
    "what follows the first step up to the next roll": advice(BOXES, PURPLE),
    "a roll if a step of green is the last": advice(BOXES, GREEN),
    "what follows it to the end": advice(BOXES, choice("place purple", 1.0, {1: 1.0}, "place red")),
    "boxes beside another aim, none for a failed round or less than none": advice(ARRIVE,
        choice("place red", 0.6, {None: 0.25, -3: 0.25, 8: 0.5}),
        choice("place blue", 0.5996, {9: 1.0})),
    "a gain of ten percentage points": two(ARRIVE, 0.6, 0.5),
    "a gain of a tenth": two(ARRIVE, 0.0005, 0),
    "a gain of less": two(ARRIVE, 0.0004, 0),
    "a gain of a hundredth of a box": two(BOXES, 0.005, 0),
    "a gain of less than that": two(BOXES, 0.004, 0),
    "fails as often but for what does not show": two(BOXES, 8, 7, 0.25, 0.2496),
    "fails as seldom but for what does not show": two(BOXES, 8, 7, 0.2496, 0.25),
    "hardly ever fails against never": two(BOXES, 8, 7, 0.0005, 0),
    "fails less often": two(BOXES, 8, 7, 0.2, 0.25),
    "fails whatever is done, for boxes": advice(BOXES, FAILS, FAILS),
    "fails whatever is done, to arrive": advice(ARRIVE, FAILS),
    "the only move": advice(BOXES, SURE),
    "too far to arrive": advice(ARRIVE, LOST, LOST),
    "as good as one other for boxes": advice(BOXES, SURE, SURE, LOST),
    "as good as two others for boxes": advice(BOXES, LOST, LOST, LOST),
    "sure to arrive": advice(ARRIVE, SURE, SURE, LOST),
    "as good as two others to arrive": advice(ARRIVE, EVEN, EVEN, EVEN),
    "worse by the error of a sum": advice(BOXES, SURE, choice("place blue", 1 - 5e-10, {9: 1.0})),
    "worse by more than that": advice(BOXES, SURE, choice("place blue", 1 - 2e-9, {9: 1.0})),
    "over, failed": advice(BOXES, end={None: 1.0}),
    "over with 0": advice(BOXES, end={0: 1.0}),
    "over with 7": advice(BOXES, end={7: 1.0}),
}  # fmt: skip


def test_advice_in_words() -> None:
    said = {case: "\n".join(found.lines()) for case, found in IN_WORDS.items()}
    chances = (0, 0.0009, 0.001, 0.999, 0.9995, 1)
    said["chances, only what is certain as such"] = ", ".join(map(percent, chances))
    golden_files.check("advice", said)


@pytest.mark.parametrize(
    ("end", "key"), [({None: 1.0}, "failed"), ({0: 1.0}, "0"), ({7: 1.0}, "7")]
)
def test_a_round_that_is_over_has_no_step(end: Distribution, key: str) -> None:
    notes = ("red is out", "so is blue")
    assert advice(BOXES, end=end).answer() == Answer(
        "nineteen_eighty_four", 9.126, "boxes", None, None, (), {key: 1.0}, (), notes
    )


def test_advice_as_an_answer() -> None:
    """Results in order, a failed round first; every step with its chance to fail."""
    answer = advice(BOXES, choice("place red", 3.0, {4: 0.5, None: 0.25, -2: 0.25}), GREEN).answer()
    assert answer == Answer(
        game="nineteen_eighty_four", expected=9.126, aim="boxes", step="place red", payoff=3.0,
        line=("place red",), results={"failed": 0.25, "-2": 0.25, "4": 0.5},
        steps=(Ranked("place red", 3.0, 0.25), Ranked("place green reroll red", 8.5, 0)),
        notes=("red is out", "so is blue"),
    )  # fmt: skip
    assert list(answer.results) == ["failed", "-2", "4"]


ROAD = town("..r.s" + "." * 60, golden=3)


def told(level: int, table: prospects.PayoffTable) -> Prospects:
    return Prospects(Route(ROAD.data, Walk(ROAD.data, level)), table)


def test_an_aim_is_said_with_its_unit() -> None:
    assert (BOXES.name, BOXES.failed, BOXES.word) == ("boxes", 0, "expected")
    assert BOXES.shown(9.126) == "9.13 boxes"
    assert (ARRIVE.shown(0.5), ARRIVE.word) == ("50.0%", "chance to arrive")
    assert [BOXES.payoff(result) for result in (-6, 0, 1, 36)] == [0, 0, 1, 36]


def test_a_mean_counts_a_failed_round_and_drops_the_error_of_a_sum() -> None:
    aim = Objective("boxes", lambda result: result * 3, failed=8)
    assert aim.mean({None: 0.25, 2: 0.5, 4: 0.25}) == 8
    assert aim.mean({1: 1 / 9}) == 0.333333333333
    assert aim.search_value(2) == 6
    beside = Objective("boxes", lambda result: result * 3, tie_break=lambda result: result * 10)
    assert beside.search_value(2) == 6 + 20e-9


@pytest.mark.clause("NE-3.6", "NE-3.8", "NE-6.1")
def test_a_round_is_worth_what_the_walk_then_hopes_for() -> None:
    """A failed round as one that marks nothing; all past the most that a round can mark, alike."""
    table = {
        WalkState(4, 1): 0.125, WalkState(4, 3, "red"): 0.25, WalkState(4, 2): 0.75,
        WalkState(4, Walk(ROAD.data, 3).path[MOST]): 0.5,
    }  # fmt: skip
    now = WalkState(5, 1)
    aim = payoff.arrive(told(3, table), now)
    assert (aim.name, aim.failed) == ("arrive", 0.125)
    assert [aim.payoff(result) for result in (-2, 0, 1, 2)] == [0.125, 0.125, 0.75, 0.25]
    assert aim.payoff(MOST + 9) == aim.payoff(MOST) == 0.5


@pytest.mark.clause("NE-5.2", "NE-5.3")
def test_beside_the_chance_to_arrive_come_points_and_then_boxes() -> None:
    """In the last round at ×2, with 20 points for an unseen walk and the least for a late one."""
    walk = Walk(ROAD.data, 2)
    at = walk.path[walk.goal - 5 - 1]
    aim = payoff.arrive(told(2, {}), WalkState(1, at))
    assert aim.tie_break is not None
    late = GAME.data.numbers.rounds_track[LAST]
    assert [aim.payoff(result) for result in (0, 4, 5, 6)] == [0, 0, 1, 1]
    assert aim.tie_break(-2) == 0
    assert aim.tie_break(4) == pytest.approx(0.004)
    assert aim.tie_break(5) == pytest.approx(2 * (101 + BIG_BROTHER[0] + late) + 0.005)
    assert aim.tie_break(7) == pytest.approx(2 * (103 + BIG_BROTHER[0] + late) + 0.007)


@pytest.mark.clause("NE-3.8", "NE-3.9", "NE-6.1", "NE-6.2")
def test_where_a_walk_stands_after_a_round() -> None:
    route, now = Route(ROAD.data, Walk(ROAD.data, 3)), WalkState(5, 1, "blue")
    assert route.start == WalkState(8, 0)
    assert route.after(now, 0) == route.after(now, -1) == WalkState(4, 1)
    assert route.after(now, 1) == WalkState(4, 2)
    assert route.after(now, 2) == WalkState(4, 3, "red")
    assert route.after(now, 4) == WalkState(4, 5, "highest")


@pytest.mark.clause("NE-5.1", "NE-5.2", "NE-5.3")
def test_what_the_end_of_a_walk_is_worth() -> None:
    """Open as long as the longest of all rounds to come would arrive."""
    walk = Walk(ROAD.data, 2)
    route = Route(ROAD.data, walk)

    def to_go(boxes: int) -> int:
        return walk.path[walk.goal - boxes - 1]

    assert route.end(WalkState(1, to_go(MOST))) is None
    assert route.end(WalkState(1, to_go(MOST + 1))) == 0
    assert route.end(WalkState(2, to_go(2 * MOST))) is None
    assert route.end(WalkState(2, to_go(2 * MOST + 1))) == 0
    assert route.end(WalkState(0, to_go(1))) == 0
    assert route.worth(WalkState(1, to_go(1)), {WalkState(1, to_go(1)): 0.5}) == 0.5
    assert route.end(WalkState(0, to_go(0))) == 1
    track = GAME.data.numbers.rounds_track
    assert route.score(WalkState(0, to_go(0))) == 2 * (101 + BIG_BROTHER[0] + track[LAST])
    assert route.score(WalkState(3, to_go(-2))) == 2 * (103 + BIG_BROTHER[0] + track[LAST - 3])
