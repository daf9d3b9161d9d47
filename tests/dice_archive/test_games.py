"""Games of Dice Archive: random ones keep their dice and score as counted by hand; one by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest

from scoring.dice_archive.position import SIDES
from scoring.dice_archive.state import State
from scoring.play.play import Play
from scoring.positions.positions import score
from tests.dice_archive.tables import DICE, NAMES, rolled, seen, table_of
from tests.scoring.tools import answer, house
from tests.sweeps import amounts

EVENING = Path(__file__).parents[1] / "records" / "dice_archive_evening.yaml"
SEATS = range(2, 6)


def locked(state: State, name: str) -> Counter[str]:
    return Counter(side for side in SIDES for owner in state.board[side].values() if owner == name)


def standings_by_hand(state: State) -> list[list[str]]:
    merit: dict[str, tuple[int, ...]] = {}
    for player in state.players:
        dice = locked(state, player.name)
        points = sum(dice[side] * len(player.tasks[side]) for side in SIDES)
        merit[player.name] = (points, dice["right"], dice["middle"], dice["left"])
    return [
        sorted(name for name in merit if merit[name] == one)
        for one in sorted(set(merit.values()), reverse=True)
    ]


def has_ended(state: State) -> bool:
    return (
        any(locked(state, player.name).total() >= 5 for player in state.players)
        or sum(set(state.board[side]) == {1, 2, 3, 4, 5, 6} for side in SIDES) >= 2
        or any(
            sum(set(marks) == {1, 2, 3, 4, 5, 6} for marks in player.tasks.values()) >= 2
            for player in state.players
        )
    )


def check_step(play: Play) -> None:
    """Six dice of each colour; only who has dice is asked; a game ends between weeks only."""
    state, decision = table_of(play), play.decision
    for player in state.players:
        dice = player.in_hand + len(player.unused) + player.used
        assert dice + locked(state, player.name).total() == 6
        assert min(player.in_hand, player.used) >= 0
        assert set(player.unused) <= {1, 2, 3, 4, 5, 6}
        assert all(len(marks) == len(set(marks)) for marks in player.tasks.values())
        if decision is not None and decision.who == player.name:
            assert player.unused
    if decision is None or decision.what == "communal roll":
        assert has_ended(state) is (decision is None)
        assert not any(player.unused for player in state.players)


def check_game(play: Play, rng: Random) -> None:
    while play.decision is not None:
        check_step(play)
        play.move(play.decision.random(rng))
    check_step(play)
    report = score(play.filled())
    assert report.final, report
    assert report.result is not None
    places = [one.place for one in report.result.standings]
    by_place = [
        sorted(one.player for one in report.result.standings if one.place == place)
        for place in sorted(set(places))
    ]
    assert by_place == standings_by_hand(table_of(play))
    for one in report.result.standings:
        (player,) = [each for each in table_of(play).players if each.name == one.player]
        dice = locked(table_of(play), player.name)
        assert one.total == sum(dice[side] * len(player.tasks[side]) for side in SIDES)


@pytest.mark.parametrize("games", amounts(6, 25, 10_000))
@pytest.mark.parametrize("players", SEATS)
def test_random_games(players: int, games: int) -> None:
    for seed in range(games):
        game = house(DICE, boss_die_counts=True) if seed % 5 == 4 else DICE
        check_game(Play(game, NAMES[:players]), Random(seed))


def test_the_numbers_are_those_of_the_data() -> None:
    numbers = DICE.data.numbers
    dice = msgspec.structs.replace(numbers.dice, faces=8, a_player=4, boss=2)
    end = msgspec.structs.replace(numbers.end, board_dice=3)
    numbers = msgspec.structs.replace(numbers, dice=dice, end=end)
    game = msgspec.structs.replace(DICE, data=msgspec.structs.replace(DICE.data, numbers=numbers))
    for seed in range(20):
        rng = Random(seed)
        play = Play(game, NAMES[:3])
        while play.decision is not None:
            play.move(play.decision.random(rng))
        used = [player.in_hand for player in table_of(play).players]
        assert max(locked(table_of(play), name).total() for name in NAMES) == 4 - min(used) >= 3
        assert len(table_of(play).boss) == 2
        assert score(play.filled()).final
    play = Play(game, NAMES[:2])
    answer(play, "8 8 8 / 1 2", "1 2 8 7 / 3 3 3 3", "keep", "keep", "overtime 7 turn 8")
    assert table_of(play).players[0].unused == [1, 2, 1]


def test_everybody_sees_the_whole_table_from_their_place() -> None:
    play = rolled("112345", "666666", "222222", communal="25", boss="4")
    view = seen(play, "Bo")
    assert (view.week, view.token, view.communal, view.boss) == (1, "Ann", (2, 5), (4,))
    assert (view.me.name, view.me.unused) == ("Bo", (6,) * 6)
    assert [(one.name, one.unused) for one in view.others] == [
        ("Cy", (2,) * 6),
        ("Ann", (1, 1, 2, 3, 4, 5)),
    ]
    before = seen(play, "Ann")
    play.move("reroll 1 1")
    assert before.me.unused == (1, 1, 2, 3, 4, 5), "a view stays as it was seen"
    after = seen(play, "Ann").me
    assert (after.unused, after.in_hand) == ((2, 3, 4, 5), 2)
