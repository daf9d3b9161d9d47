"""Two rule sets with the same chance: streams, paired figures, and what may be claimed of them."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import permutations, product
from math import gamma, pi, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

import card_data
from card_data.loader import under
from scoring import games
from scoring.compare import findings
from scoring.compare.edits import MOST, edits
from scoring.compare.figures import KINDS, Figure, Measured, kind_of, names_in, titles, whole
from scoring.compare.findings import LEAST_DIFFERING, RISK, Comparison, compare, confirmed
from scoring.compare.paired import Estimate, Sums, student
from scoring.compare.pairs import Pairs, RuleSet, Table, play_pairs, refusals
from scoring.compare.streams import Cards, Streams
from scoring.play.decisions import TABLE
from scoring.play.play import IllegalMove, Play
from scoring.play.simulate import Plan
from scoring.play.workers import processes
from tests.scoring.compared import STAND_INS, TITLE, TOP_STEP, ZONE, apart, mine, shipped

TWO = partial(processes, 2)
WINSTON = "winstons_archive"
ADVISED = Plan(1, ("level 1",), ("advice",))


def outcome(sums: dict[Figure, Sums]) -> dict[Figure, list[int]]:
    return {
        figure: [one.games, one.differing, *one.firsts, *one.seconds]
        for figure, one in sums.items()
    }


# Streams


def test_each_purpose_has_chance_of_its_own() -> None:
    """However much is drawn for others before it."""
    plain, busy = Streams(1, 5), Streams(1, 5)
    for _ in range(10):
        busy.draws("Ann", "stack 1").random()
        busy.draws(TABLE, "roll").shuffle(list(range(20)))
    for _ in range(3):
        drawn = [one.draws(TABLE, "shuffle the deck").random() for one in (plain, busy)]
        assert drawn[0] == drawn[1]


def test_purposes_games_seeds_and_times_differ() -> None:
    chances = [
        Streams(seed, number).draws(who, what).random()
        for seed, number, who, what in product((1, 2), (0, 1), ("Ann", "Ann x"), ("y", "x y"))
    ]
    chance = Streams(1, 0)
    chances += [chance.draws("Bo", "y").random() for _ in range(4)]
    assert len({*chances}) == len(chances)


def test_a_card_more_leaves_the_others_in_order() -> None:
    deck = [f"C{number}" for number in range(30)] + ["copy"] * 4
    shuffled, larger, dealt = deck[:], [*deck, "new"], Cards("a")
    dealt.shuffle(shuffled)
    Cards("a").shuffle(larger)
    assert shuffled != deck
    assert [card for card in larger if card != "new"] == shuffled
    fewer = deck[:-1]
    Cards("a").shuffle(fewer)
    assert Counter(fewer) == Counter(deck[:-1])
    assert [card for card in fewer if card != "copy"] == [
        card for card in shuffled if card != "copy"
    ]
    assert Cards("a").sample(deck, 5) == shuffled[:5]


def test_every_order_of_cards_is_as_likely() -> None:
    found: Counter[tuple[str, ...]] = Counter()
    for seed in range(6000):
        cards = list("ABC")
        Cards(seed).shuffle(cards)
        found[tuple(cards)] += 1
    assert {*found} == {*permutations("ABC")}
    assert max(abs(number - 1000) for number in found.values()) < 150  # five standard deviations


def test_what_is_no_card_is_drawn_as_usual() -> None:
    numbers, usual = list(range(10)), list(range(10))
    Cards(4).shuffle(numbers)
    Random(4).shuffle(usual)
    assert numbers == usual
    assert Cards(4).sample(range(10), 3) == Random(4).sample(range(10), 3)


def test_an_edit_of_the_deck_leaves_its_order_and_each_players_choices(tmp_path: Path) -> None:
    fewer = mine(tmp_path, WINSTON, STAND_INS)
    first = []
    for rules in (shipped(WINSTON), fewer):
        play = Play(rules.game, ["Ann", "Bo"])
        play.play_on(Streams(3, 1))
        first.append(play.moves)
    decks = [[card for card in moves[0][1].split() if "product" not in card] for moves in first]
    assert decks[0] == decks[1]
    assert first[0][1:4] == first[1][1:4]


@pytest.mark.parametrize("name", games.names())
def test_play_on_with_streams_is_a_whole_game(name: str) -> None:
    game = card_data.load(name)
    players = [f"P{number}" for number in range(game.head.players.min)]
    moves = []
    for _ in range(2):
        play = Play(game, players)
        play.play_on(Streams(1, 2))
        moves.append(play.moves)
    assert play.decision is None
    assert moves[0] == moves[1]


# Figures


def measured(name: str, players: int, seed: int) -> Measured:
    game = card_data.load(name)
    play = Play(game, [f"P{number}" for number in range(players)])
    play.play_on(Random(seed))
    return Measured(play, titles(game.data), whole(players))


@pytest.mark.parametrize("name", games.names())
def test_the_figures_of_a_game_add_up(name: str) -> None:
    players = card_data.load(name).head.players.min
    found = measured(name, players, 3)
    figures = found.figures()
    assert {figure.kind for figure in figures} <= {*KINDS}
    decided = sum(who != TABLE for who, _ in found.play.moves)
    assert figures[Figure("game", "decisions")] == (decided, 1)
    totals = [tally.total for tally in found.tallies if tally.total is not None and not tally.out]
    assert figures[Figure("game", "score")] == (sum(totals), len(totals))
    wins = [amount for figure, amount in figures.items() if figure.kind == "seat"]
    if players > 1:
        assert sum(won for won, _ in wins) == found.whole * bool(found.won)
        parts = [amount for figure, amount in figures.items() if figure.kind == "parts"]
        assert sum(points for points, _ in parts) == sum(
            tally.total or 0 for tally in found.tallies
        )
    assert figures[Figure("end", found.ending.why)] == (found.whole, found.whole)
    for figure, (amount, of) in figures.items():
        assert not KINDS[figure.kind].share or 0 <= amount <= of, figure


def test_a_shared_win_is_divided_exactly() -> None:
    found = next(one for seed in range(200) if len((one := measured(WINSTON, 4, seed)).won) == 3)
    assert [*found.won.values()] == [4, 4, 4]
    assert found.figures()[Figure("shares", "shared wins")] == (12, 12)


def test_who_names_a_card_and_wins() -> None:
    found = measured("verse_and_variant", 3, 2)
    named = found.named()
    figures = found.figures()
    for row in ("W-blue-9", "W-red-1"):
        users = [player for player, rows in named.items() if rows[row]]
        wins = sum(found.won.get(player, 0) for player in users)
        assert figures[Figure("with", row)] == (wins, 6 * len(users))
        assert figures[Figure("card", row)][0] == sum(rows[row] for rows in named.values())


@pytest.mark.parametrize(
    ("move", "kind", "names"),
    [
        ("take", "take", []),
        ("stand in B", "stand in …", ["B"]),
        ("place red change blue", "place … change …", ["red", "blue"]),
        ("W-red-1 with Eureka", "… with Eureka", ["W-red-1"]),
        ("archive left 3", "archive left …", []),
        ("W-red-1, red B", "…", ["W-red-1", "red", "B"]),
    ],
)
def test_moves_by_their_kind(move: str, kind: str, names: list[str]) -> None:
    rows = ("B", "red", "blue", "W-red-1", "take", "place")
    assert kind_of(move, rows) == kind
    assert names_in(move, rows) == names


# Statistics


def test_a_paired_mean_is_students() -> None:
    """Worked out directly."""
    chance = Random(1)
    pairs = [(chance.randint(0, 9), chance.randint(0, 12)) for _ in range(60)]
    sums = Sums()
    for old, new in pairs:
        sums.add((old, 1), (new, 1))
    differences = [new - old for old, new in pairs]
    found = sums.estimate()
    assert found is not None
    assert found.difference == pytest.approx(fmean(differences))
    assert found.error == pytest.approx(stdev(differences) / sqrt(60))
    least, most = found.interval(0.05)
    assert most - found.difference == pytest.approx(2.0010 * found.error, rel=1e-4)
    assert found.difference - least == pytest.approx(most - found.difference)


def test_paired_shares_are_bonett_and_prices() -> None:
    """With f12 = 9, f21 = 2 of 50, by the formula of their paper."""
    sums = Sums()
    for old, new, games_ in ((0, 1, 9), (1, 0, 2), (1, 1, 20), (0, 0, 19)):
        sums.add((6 * old, 6), (6 * new, 6), games_)
    found = sums.estimate(whole=6)
    assert found is not None
    p12, p21 = 10 / 52, 3 / 52
    assert found.difference == pytest.approx(7 / 50)
    assert found.centre == pytest.approx(p12 - p21)
    error = sqrt((p12 + p21 - (p12 - p21) ** 2) / 51)  # 52 - 1, as for a sample
    assert found.error == pytest.approx(error)


def test_shares_that_never_differ_are_not_certain() -> None:
    sums = Sums()
    sums.add((1, 1), (1, 1), 100)
    found = sums.estimate(whole=1)
    assert found is not None
    least, most = found.interval(0.05)
    assert -0.04 < least < -0.02
    assert 0.02 < most < 0.04


def test_a_ratio_agrees_with_the_jackknife() -> None:
    chance = Random(2)
    games_ = [
        ((chance.randint(0, 5), chance.randint(1, 4)), (chance.randint(0, 6), chance.randint(1, 4)))
        for _ in range(400)
    ]
    sums = Sums()
    for old, new in games_:
        sums.add(old, new)

    def ratio(without: int | None) -> float:
        kept = [pair for place, pair in enumerate(games_) if place != without]
        both = [[sum(pair[side][at] for pair in kept) for at in (0, 1)] for side in (0, 1)]
        return both[1][0] / both[1][1] - both[0][0] / both[0][1]

    found = sums.estimate()
    assert found is not None
    left_out = [ratio(place) for place in range(400)]
    mean = fmean(left_out)
    error = sqrt(399 / 400 * sum((one - mean) ** 2 for one in left_out))
    assert found.difference == pytest.approx(ratio(None))
    assert found.error == pytest.approx(error, rel=0.01)


def test_games_without_a_figure_count_for_nothing_but_their_number() -> None:
    few, every = Sums(), Sums()
    few.add((3, 1), (1, 1))
    every.add((3, 1), (1, 1))
    for _ in range(9):
        every.add((0, 1), (0, 1))
    assert outcome({Figure("a", ""): few.of_all(10, (0, 1))}) == outcome({Figure("a", ""): every})


def test_nothing_to_count_of_is_no_estimate() -> None:
    sums = Sums()
    sums.add((1, 2), (0, 0), 5)
    assert sums.estimate() is None


@pytest.mark.parametrize(
    ("chance", "freedom"), [(0.975, 29), (0.995, 30), (0.9995, 29), (0.99999, 60), (0.9, 29)]
)
def test_the_quantiles_are_students(chance: float, freedom: int) -> None:
    """By Simpson's rule over the density."""

    def density(at: float) -> float:
        scale = gamma((freedom + 1) / 2) / gamma(freedom / 2) / sqrt(freedom * pi)
        return float(scale * (1 + at * at / freedom) ** (-(freedom + 1) / 2))

    end, steps = student(chance, freedom), 2000
    width = end / steps
    weights = [1, *[4, 2] * (steps // 2 - 1), 4, 1]
    area = sum(w * density(width * at) for at, w in enumerate(weights)) * width / 3
    assert 1 - (0.5 + area) == pytest.approx(1 - chance, rel=0.01)


def test_intervals_hold_the_true_difference_as_often_as_they_say() -> None:
    """Of shares, with 40 games: 600 times at 95 %."""
    chance, held = Random(3), 0
    for _ in range(600):
        sums = Sums()
        for _ in range(40):
            old = chance.random() < 0.3
            new = old if chance.random() < 0.6 else chance.random() < 0.5
            sums.add((int(old), 1), (int(new), 1))
        found = sums.estimate(whole=1)
        assert found is not None
        least, most = found.interval(0.05)
        held += least <= 0.4 * (0.5 - 0.3) <= most
    assert 0.925 <= held / 600 <= 0.985


# Comparisons


def told(found: Comparison) -> dict[Figure, float]:
    return {finding.figure: finding.estimate.difference for finding in found.told}


@pytest.mark.sweep
def test_the_same_rules_claim_nothing_in_20_of_20_runs() -> None:
    rules = shipped(WINSTON)
    for seed in range(20):
        found = compare(rules, rules, Plan(2), 30, seed)
        assert (found.told, found.fresh, found.compared) == ([], None, 0)
        assert found.first.alike == 30
        assert found.first.turned == 0


def test_an_edit_without_effect_claims_nothing(tmp_path: Path) -> None:
    other = mine(tmp_path, WINSTON, TITLE)
    found = compare(shipped(WINSTON), other, Plan(3), 40, 1)
    assert edits(shipped(WINSTON).game, other.game) != []
    assert (found.told, found.first.alike) == ([], 40)


@pytest.mark.sweep
def test_a_lower_top_step_lowers_scores_and_leaves_the_rest(tmp_path: Path) -> None:
    new = mine(tmp_path, "verse_and_variant", TOP_STEP)
    assert edits(shipped("verse_and_variant").game, new.game) == [
        "game.yaml: numbers.ladder.11: 66 → 60"
    ]
    found = compare(shipped("verse_and_variant"), new, Plan(3), 40, 1)
    score, ladders = Figure("game", "score"), Figure("parts", "ladders")
    assert {score, ladders} <= {*told(found)} <= {
        score, ladders, Figure("game", "winning score"), Figure("game", "margin"),
    }  # fmt: skip
    assert told(found)[score] == told(found)[ladders] < 0
    assert found.first.alike == 40
    unchanged = next(one for one in found.findings if one.figure == Figure("game", "length"))
    assert (unchanged.differing, unchanged.told, unchanged.again) == (0, False, False)


@pytest.mark.sweep
def test_fewer_stand_ins_are_found(tmp_path: Path) -> None:
    found = compare(shipped(WINSTON), mine(tmp_path, WINSTON, STAND_INS), Plan(2), 150, 1)
    assert told(found)[Figure("left", "product_over_process")] == -1
    assert told(found)[Figure("game", "score")] < 0
    for finding in found.told:
        assert finding.again
        assert finding.differing >= LEAST_DIFFERING
        assert finding.least <= finding.estimate.difference <= finding.most
        assert finding.least > 0 or finding.most < 0


@pytest.mark.sweep
def test_what_is_told_has_the_numbers_of_fresh_games(tmp_path: Path) -> None:
    new = mine(tmp_path, WINSTON, STAND_INS)
    found = compare(shipped(WINSTON), new, Plan(2), 60, 4)
    fresh = play_pairs(shipped(WINSTON), new, Plan(2), 4, range(60, 120))
    for finding in found.told:
        old_count, old_of, new_count, new_of = fresh.total(finding.figure, 2).firsts
        assert finding.estimate.difference == pytest.approx(new_count / new_of - old_count / old_of)


def test_a_zone_fewer_changes_where_walks_end(tmp_path: Path) -> None:
    """With players at random, who need no table of a new route."""
    new = mine(tmp_path, "nineteen_eighty_four", ZONE)
    found = play_pairs(shipped("nineteen_eighty_four"), new, Plan(1), 1, range(40))
    assert 0 < found.alike < 40


@pytest.mark.sweep
def test_workers_find_the_same(tmp_path: Path) -> None:
    rules = shipped(WINSTON), mine(tmp_path, WINSTON, STAND_INS)
    alone, shared = (
        play_pairs(*rules, Plan(2), 7, range(90), executor) for executor in (None, TWO)
    )
    assert outcome(alone.sums) == outcome(shared.sums)
    assert (alone.games, alone.alike, alone.turned, alone.spreads) == (
        shared.games, shared.alike, shared.turned, shared.spreads,
    )  # fmt: skip


@pytest.mark.sweep
def test_bots_have_chance_of_their_own_for_each_choice(tmp_path: Path) -> None:
    """Greedy players of the same rules play the same, and the second seat may be another bot."""
    rules = shipped("dice_archive")
    found = play_pairs(rules, rules, Plan(2, bots=("greedy", "random")), 1, range(2))
    assert found.alike == 2


def test_games_begin_with_the_opening() -> None:
    rules = shipped("nineteen_eighty_four")
    found = play_pairs(rules, rules, ADVISED, 1, range(2))
    level = found.total(Figure("left", "level"), 1)
    assert level.firsts == [2, 2, 2, 2]


def test_rules_that_cannot_be_played_so_are_said() -> None:
    said = refusals(shipped(WINSTON), Plan(9))
    assert said.startswith("shipped cannot be played so: WA-1.5: 9 players")
    assert refusals(shipped(WINSTON), Plan(2)) == ""
    with pytest.raises(IllegalMove):
        play_pairs(shipped(WINSTON), shipped(WINSTON), Plan(9), 1, range(2))


# What may be claimed


def noise(shift: float, seed: int) -> Any:
    """Games of ten chief figures that are chance; the last is ``shift`` more in new ones."""

    def played(
        old: RuleSet, new: RuleSet, plan: Plan, seed_: int, numbers: range, *_: Any
    ) -> Pairs:
        found = Pairs(games=len(numbers))
        for place in range(10):
            sums = found.sums.setdefault(Figure("game", f"figure {place}"), Sums())
            more = shift if place == 9 else 0
            for number in numbers:
                chance = Random(f"{seed} {place} {number}")
                before, after = chance.gauss(100, 10), chance.gauss(100 + more, 10)
                sums.add((round(before), 1), (round(after), 1))
        return found

    return played


@pytest.mark.sweep
def test_the_risk_is_shared_by_all_figures_and_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 150 comparisons of chance with itself hardly any suspects anything, and none tells it."""
    rules, suspecting = shipped(WINSTON), 0
    for seed in range(150):
        monkeypatch.setattr(findings, "play_pairs", noise(0, seed))
        found = compare(rules, rules, Plan(2), 30, seed)
        assert found.compared == 10
        suspecting += found.suspected > 0
        assert found.told == []
    assert suspecting <= 12  # 2.5 % are 3.75: more than 12 come once in 5,000 times


def test_a_real_shift_is_told_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "play_pairs", noise(10, 1))
    found = compare(shipped(WINSTON), shipped(WINSTON), Plan(2), 100, 1)
    assert [finding.figure.name for finding in found.told] == ["figure 9"]
    (only,) = found.told
    assert only.least < 10 < only.most
    quiet = [one for one in found.findings if not one.told]
    assert all(3 < one.detectable < 8 for one in quiet)


@pytest.mark.sweep
def test_a_change_that_would_show_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """In four of five comparisons, when it is as large as is said."""
    monkeypatch.setattr(findings, "play_pairs", noise(0, 0))
    quiet = compare(shipped(WINSTON), shipped(WINSTON), Plan(2), 60, 1)
    shift = fmean(one.detectable for one in quiet.findings)
    shown = 0
    for seed in range(100):
        monkeypatch.setattr(findings, "play_pairs", noise(shift, seed + 1000))
        found = compare(shipped(WINSTON), shipped(WINSTON), Plan(2), 60, 1)
        shown += "figure 9" in {finding.figure.name for finding in found.told}
    assert shown >= 72  # of at least 80: four fifths less two standard deviations


def test_what_fresh_games_show_the_other_way_is_not_told() -> None:
    def finding(difference: float, *, again: bool) -> findings.Finding:
        estimate = Estimate(0, difference, difference, difference, 1, 99)
        ends = difference - 3, difference + 3
        return findings.Finding(Figure("game", "score"), estimate, *ends, True, again, 4.0, 50)

    (opposite,) = confirmed([finding(5, again=False)], [finding(-5, again=False)])
    assert (opposite.told, opposite.again) == (False, True)
    (same,) = confirmed([finding(5, again=False)], [finding(4, again=False)])
    assert (same.told, same.estimate.difference) == (True, 4)
    (gone,) = confirmed([finding(5, again=False)], [])
    assert not gone.told


def test_the_risk_of_each_half_is_its_own() -> None:
    sums = {Figure(kind, str(number)): Sums() for kind in ("game", "action") for number in range(4)}
    for figure, one in sums.items():
        if figure.name != "0":
            one.add((0, 1), (1, 1), LEAST_DIFFERING)
    risks = findings.shares_of_risk(sums)
    claimed = [risks[figure] for figure in sums if figure.name != "0"]
    assert claimed == pytest.approx([RISK / 2 / 3] * 6)


def test_many_edits_are_counted() -> None:
    old = shipped(WINSTON).game
    others = {"refill_taken_stack": "true", "tie_for_fewest": "nobody"}
    files = [line.split(":")[0] for line in edits(old, under(old, others))]
    assert files.count("game.yaml") == len(others), "and what aids say of them"
    fewer = card_data.load("dice_archive")
    assert len(edits(old, fewer)) > MOST
    assert any("more such edits" in line for line in edits(old, fewer))


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "players", "number"),
    [(WINSTON, 3, 200), (WINSTON, 2, 60), ("dice_archive", 2, 100), ("verse_and_variant", 3, 60)],
)
def test_the_same_rules_with_other_chance_claim_nothing(
    name: str, players: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """20 of 20 runs, though nothing is paired."""
    monkeypatch.setattr(findings, "play_pairs", apart)
    for seed in range(20):
        found = compare(shipped(name), shipped(name), Plan(players), number, seed)
        assert found.compared > 10
        assert found.told == [], seed


def test_a_table_needs_no_bots_to_play_at_random() -> None:
    game = shipped(WINSTON).game
    table = Table(game, (), titles(game.data))
    one, other = (table.played(Plan(2), 1, number) for number in (0, 0))
    assert one.play.moves == other.play.moves
