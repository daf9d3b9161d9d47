"""Games of Dice Archive: random ones keep their dice and score as counted by hand; one by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest
from typer.testing import CliRunner

from scoring.cli.main import app
from scoring.dice_archive.position import SIDES
from scoring.dice_archive.state import State
from scoring.play import records
from scoring.play.play import Play
from scoring.positions.positions import score
from tests.dice_archive.tables import DICE, NAMES, rolled, seen, table_of
from tests.scoring.tools import answer, decided, house, refused
from tests.sweeps import amounts

EVENING = Path(__file__).parents[1] / "records" / "dice_archive_evening.yaml"
SEATS = range(2, 6)


def locked(state: State, name: str) -> Counter[str]:
    """A player's dice on the board by table."""
    return Counter(side for side in SIDES for owner in state.board[side].values() if owner == name)


def standings_by_hand(state: State) -> list[list[str]]:
    """The names of each place, best first; equals share one."""
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
    """One of the three ends, counted on the table."""
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
    """Play at random to the end, and check every step and the score."""
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


@pytest.mark.parametrize("players", SEATS)
def test_a_record_replays_to_the_same_table(players: int) -> None:
    play = Play(DICE, NAMES[:players], seed=players)
    play.play_on(Random(players))
    replay = records.play_back(records.read(records.write(play)))
    assert (replay.findings, replay.notes) == ((), ())
    assert replay.play is not None
    assert replay.play.state == play.state
    assert replay.report().final


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


NO_MOVES = ("", "/", "pass 7", "task left", "archive up 3", "overtime 1", "1 1 7", "keep 1")


def test_an_illegal_move_changes_nothing() -> None:
    rng = Random(4)
    play = Play(DICE, NAMES[:3])
    for _ in range(60):
        for move in NO_MOVES:
            refused(play, move)
        play.move(decided(play).random(rng))


# An evening written down by hand


def test_the_evening_replays_to_its_end() -> None:
    replay = records.play_back(records.read(EVENING))
    assert (replay.findings, replay.notes) == ((), ())
    report = replay.report()
    assert report.final
    assert report.result is not None
    totals = [(one.player, one.total) for one in report.result.standings]
    assert totals == [("Tom", 12), ("Mara", 12)]
    assert report.result.decided_by == "DA-5.2"
    assert "most dice in the board's left table" in report.result.verdict


@pytest.mark.parametrize("week", range(2, 6))
def test_the_evening_may_break_off_and_goes_on_where_it_stopped(week: int) -> None:
    head, _, _ = EVENING.read_text(encoding="utf-8").partition(f"  # Week {week}")
    replay = records.play_back(records.read(head))
    assert replay.play is not None
    assert table_of(replay.play).week == week
    (note,) = replay.report().provisional
    assert note.endswith(
        "it is the table's move (communal roll, DA-2.1): 3 / 1 dice showing 1 to 6"
    )


@pytest.mark.parametrize(("line", "written", "rule", "message"), [
    ("table: 6 6 6 / 1", "table: 6 6 / 1", "DA-2.1",
        "expected 3 / 1 dice showing 1 to 6; found: 2 / 1"),
    ("table: 4 3 4 1 2 3 / 2 3 1 1 5 3", "table: 4 3 4 1 2 3 / 2 3 1 1 5 0", "DA-2.2",
        "expected 6 / 6 dice showing 1 to 6; not on a die: 0"),
    ("Tom: reroll 2 5 ", "Tom: reroll 2 2 ", "DA-2.4",
        "you do not have enough dice showing 2; choose keep or reroll any of 2 3 1 1 5 3"),
    ("Tom: archive left 3", "Mara: archive left 3", "DA-3.1",
        "'archive left 3' by Mara, but it is Tom's move (action, DA-3.1): "),
    ("Mara: pass 1", "Mara: task right 1", "DA-3.2",
        "task right 1: 1 is marked there already; choose pass 1"),
    ("Mara: task left 4", "Mara: task left 6", "DA-3.2",
        "task left 6: strength 1 (one die), left needs 3; choose task left 4, task middle 4 or "
        "task right 6"),
])  # fmt: skip
def test_an_illegal_line_is_named_with_what_would_do(
    line: str, written: str, rule: str, message: str, tmp_path: Path
) -> None:
    text = EVENING.read_text(encoding="utf-8")
    path = tmp_path / "evening.yaml"
    path.write_text(text.replace(line, written, 1), encoding="utf-8")
    at = 1 + text[: text.index(line)].count("\n")
    outcome = CliRunner().invoke(app, ["replay", str(path)])
    assert outcome.exit_code == 1
    first = next(one for one in outcome.stdout.splitlines() if one.startswith(str(path)))
    assert first.startswith(f"{path}:{at}: {rule}: ")
    assert f": {message}" in first
    assert " (moves no. " in first


def test_a_line_after_the_end_is_refused() -> None:
    text = EVENING.read_text(encoding="utf-8") + "  - table: 1 1 1 / 1\n"
    (finding,) = records.play_back(records.read(text)).findings
    assert (finding.rule, finding.line) == ("DA-4.1", text.count("\n"))
