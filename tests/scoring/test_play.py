"""Games in progress and their records: refused moves, replay, what is written by hand."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from card_data import DataError
from scoring.play import records
from scoring.play.play import IllegalMove, Play
from scoring.play.simulate import Plan, simulate
from tests.scoring.tools import refused
from tests.winstons_archive.tables import GAME, NAMES, sit

HEAD = "record: winstons_archive\nplayers: [Ann, Bo]\n"


def finished(seed: int = 3, players: int = 3) -> Play:
    play = Play(GAME, NAMES[:players], seed)
    play.play_on(Random(seed))
    return play


def test_an_illegal_move_changes_nothing() -> None:
    play = sit("A1 B1 C1")
    for move in ("burn", "stand in A", "", "take it", "ta ke"):
        finding = refused(play, move)
        assert finding.rule == "WA-3.1"
        assert finding.message == f"{move!r} is not a move here; choose take or decline"
    finding = refused(play, "take", who="Bo")
    assert finding.rule == "WA-3.1"
    assert finding.message == (
        "'take' by Bo, but it is Ann's move (stack 1, WA-3.1): take or decline"
    )
    play.move("take", who="Ann")


@pytest.mark.parametrize("names", [["Ann", "Ann"], ["Ann", " "], ["Ann"]])
def test_players_whom_the_rules_do_not_seat(names: list[str]) -> None:
    with pytest.raises(IllegalMove):
        Play(GAME, names)


def test_the_same_seed_plays_the_same_game() -> None:
    assert finished(5).moves == finished(5).moves
    assert finished(5).moves != finished(6).moves


def test_a_record_replays_to_the_same_table() -> None:
    for seed in range(20):
        play = finished(seed, players=2 + seed % 5)
        replay = records.play_back(records.read(records.write(play)))
        assert not replay.findings
        assert not replay.notes
        assert replay.play is not None
        assert replay.play.state == play.state
        assert replay.play.seed == seed
        assert replay.report().final


def test_a_game_in_progress_is_its_record() -> None:
    play = finished()
    part = Play(GAME, play.players)
    for who, move in play.moves[:20]:
        part.move(move, who)
    replay = records.play_back(records.read(records.write(part)))
    assert replay.play is not None
    assert replay.play.decision == part.decision
    assert replay.play.moves == play.moves[:20]
    report = replay.report()
    assert report.valid
    assert not report.final
    assert report.provisional[0].startswith("not over after 20 moves: ")


def test_an_illegal_line_is_named_with_its_clause() -> None:
    play = finished()
    text = records.write(play).replace(": decline", ": burn", 1)
    replay = records.play_back(records.read(text))
    (finding,) = replay.findings
    line = 1 + next(at for at, one in enumerate(text.splitlines()) if "burn" in one)
    assert (finding.rule, finding.line) == ("WA-3.1", line)
    assert finding.message == "'burn' is not a move here; choose take or decline"
    assert replay.play is not None
    assert finding.path == f"moves.{len(replay.play.moves)}"


def test_a_move_after_the_end_is_refused() -> None:
    play = finished()
    text = records.write(play) + "- Ann: take\n"
    (finding,) = records.play_back(records.read(text)).findings
    assert finding.rule == "WA-4.4"
    assert finding.message == "'take' comes after the end of the game"


def test_players_of_a_record_are_checked_at_their_line() -> None:
    text = "record: winstons_archive\nplayers:\n- Ann\n- Ann\nmoves: []\n"
    (finding,) = records.play_back(records.read(text)).findings
    assert (finding.rule, finding.path, finding.line) == ("WA-1.5", "players.1", 4)


def test_a_record_of_other_data_or_rules_gets_a_note() -> None:
    text = HEAD + "rules_version: 99\ndata: 0123456789ab\nmoves: []\n"
    notes = records.play_back(records.read(text)).notes
    assert notes[0].startswith("played under rules version 99")
    assert notes[1].startswith("played with data 0123456789ab")


def test_several_moves_in_an_entry_where_one_decides_are_refused_at_their_line() -> None:
    deck = " ".join(sit("").moves[0][1].split())
    text = HEAD + f"moves:\n- table: {deck}\n- {{Ann: take, Bo: take}}\n"
    replay = records.play_back(records.read(text))
    (finding,) = replay.findings
    assert (finding.rule, finding.path, finding.line) == ("WA-3.1", "moves.1", 5)
    assert finding.message == (
        "2 moves in one entry, but it is Ann's move (stack 1, WA-3.1): take or decline"
    )
    assert replay.play is not None
    assert len(replay.play.moves) == 1, "neither is played"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "record: chess\nplayers: []\nmoves: []",
        HEAD,
        HEAD + "moves: take",
        HEAD + "moves: [take]",
        HEAD + "moves: [{}]",
        HEAD + "moves: [{Ann: take, Ann: take}]",
        HEAD + "moves: []\nmove: []",
    ],
)
def test_what_is_no_record_is_an_error(text: str) -> None:
    with pytest.raises(DataError):
        records.read(text)


def test_simulated_games_can_be_kept_and_come_out_the_same(tmp_path: Path) -> None:
    kept: list[Play] = []
    one = simulate(GAME, 5, Plan(players=4), seed=11, keep=kept.append)
    two = simulate(GAME, 5, Plan(players=4), seed=11)
    assert (one.lengths, one.scores, one.out) == (two.lengths, two.scores, two.out)
    again = simulate(GAME, 1, Plan(players=4), seed=13)
    assert list(again.lengths) == [len(kept[2].moves)]
    with records.kept_in(tmp_path / "records") as keep:
        keep(records.file_of(kept[0]))
    (path,) = (tmp_path / "records").iterdir()
    assert path.name == "winstons_archive-11.yaml"
    assert records.play_back(records.read(path)).report().final
