"""Games in progress and their records: refused moves, replay, what is written by hand."""

from __future__ import annotations

from random import Random

from scoring.play import records
from scoring.play.play import Play
from tests.winstons_archive.tables import GAME, NAMES

HEAD = "record: winstons_archive\nplayers: [Ann, Bo]\n"


def finished(seed: int = 3, players: int = 3) -> Play:
    play = Play(GAME, NAMES[:players], seed)
    play.play_on(Random(seed))
    return play


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


def test_a_record_of_other_data_or_rules_gets_a_note() -> None:
    text = HEAD + "rules_version: 99\ndata: 0123456789ab\nmoves: []\n"
    notes = records.play_back(records.read(text)).notes
    assert notes[0].startswith("played under rules version 99")
    assert notes[1].startswith("played with data 0123456789ab")
