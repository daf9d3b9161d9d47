"""Positions and records as documents: every message, how far a record plays, what reports say."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

import card_data
import scoring
from card_data import DataError
from card_data.limits import MOST_PLAYERS
from card_data.reading.documents import parse
from scoring import games
from scoring.play import records
from scoring.play.decisions import TABLE
from scoring.play.play import Play
from scoring.play.records import Record, Recorded
from scoring.positions import dump, positions
from scoring.positions.findings import Finding, Unanswered
from scoring.positions.positions import PositionFile, PositionReader, Report, UnreadableError
from tests.card_data.copies import copied
from tests.scoring.tools import POSITIONS, RECORDS, asked, broken, run, saved, seated

GAME = card_data.load("winstons_archive")
CARDS = " ".join(Play(GAME, ["Ann", "Bo"]).decisions[0].options.cards)  # type: ignore[attr-defined]
HEAD = "record: winstons_archive\nplayers: [Ann, Bo]\n"
SOLITAIRE = "nineteen_eighty_four"
FILE = POSITIONS / "wa_two_players.yaml"
TWO = FILE.read_text("utf-8")


def test_record_given_as_position_names_the_right_command() -> None:
    with pytest.raises(DataError, match="a position: scoring replay 'an evening'"):
        PositionReader().read(f"a: 1\n{HEAD}", "an evening")
    both = "record: winstons_archive\ngame: winstons_archive\nplayers: []\n"
    assert positions.game_named_in(parse(both, "text"), "game") == "winstons_archive"


def test_a_reader_reads_files_texts_and_documents_of_its_own_data(tmp_path: Path) -> None:
    copied("winstons_archive", tmp_path)
    reader, text = PositionReader(tmp_path), TWO
    document = parse(text, "shown")
    for source, name in ((FILE, str(FILE)), (text, "text"), (document, "shown")):
        filled = reader.read(source)
        assert filled.document is not None
        assert filled.document.file == name
        assert filled.game.folder == tmp_path / "winstons_archive"
    assert reader.read(document).document is document
    assert PositionReader().loaded == {}
    assert [positions.strip_spaces(text) for text in (" a b\t", " a\nb ")] == ["a b", " a\nb "]


def test_rest_of_an_unreadable_position_is_checked() -> None:
    """Nothing that could not be read counts as not answered; all else that is not does."""
    text = (
        "game: winstons_archive\nplayers:\n- name: Ann\n  books: {A: 9}\n  manuscripts: many\n"
        "  open_secrets: ~\n  product_over_process: 1\n- {name: [Bo]}\n"
    )
    with pytest.raises(UnreadableError) as error:
        scoring.read(text)
    report = error.value.report
    assert error.value.game == "winstons_archive"
    assert [str(one) for one in error.value.problems] == [
        "text:5:16: Ann, field manuscripts: found many, expected a whole number",
        "text:8:4: field players no. 2, name: found a list, expected text",
    ]
    assert report is not None
    assert [found.rule for found in report.findings] == ["WA-6.1"]
    missing = [each.path for each in report.unanswered]
    assert missing[0] == "players.0.open_secrets"
    assert not {"players.0.manuscripts", "players.1.name"} & {*missing}
    assert "players.1.manuscripts" in missing
    assert report.layers == ("shape", *games.shipped("winstons_archive").LAYERS)
    with pytest.raises(UnreadableError) as nothing:
        scoring.read("game: winstons_archive\nplayers: [" + "x," * 60 + "]")
    assert nothing.value.report is None


@pytest.mark.parametrize("name", [name for name in games.names() if name != SOLITAIRE])
def test_more_players_than_any_game_is_for_are_not_looked_at(name: str) -> None:
    players = ", ".join(["{name: P}"] * MOST_PLAYERS)
    many = scoring.check(scoring.read(f"{{game: {name}, players: [{players}]}}"))
    assert ("players",) in [found.where for found in many.findings]
    with pytest.raises(UnreadableError) as error:
        scoring.read(f"{{game: {name}, players: [{players}, {{name: P}}]}}")
    assert [str(one) for one in error.value.problems] == [
        f"text:1:{len(name) + 10}: field players: found {MOST_PLAYERS + 1} entries, expected at "
        f"most {MOST_PLAYERS}"
    ]


def test_a_report_says_how_far_a_position_has_come() -> None:
    found = Finding("WA-6.1", ("a", "b"), "wrong", 3, who="Ann")
    open_ = Unanswered(("c", "0"), 4, "", "")
    for report, states in [
        (Report("g"), (True, True, True)),
        (Report("g", (found,)), (False, False, False)),
        (Report("g", (), (open_,)), (True, False, False)),
        (Report("g", provisional=("running",)), (True, True, False)),
    ]:
        assert (report.valid, report.sound, report.final) == states
        answer = report.as_json()
        assert (answer["valid"], answer["final"]) == (states[0], states[2])
    report = Report("g", (found,), (open_,))
    assert report.missing == (("c", "0"),)
    assert report.as_json() == {
        "game": "g", "valid": False, "final": False, "standings": [], "missing": ["c.0"],
        "violations": [{"rule": "WA-6.1", "where": "a.b", "line": 3, "message": "Ann: wrong"}],
        "winners": [], "leaders": [], "decided_by": None,
    }  # fmt: skip


def test_report_lists_the_layers_that_ran() -> None:
    sound = scoring.score(PositionReader().read(FILE))
    layers = ("shape", *games.shipped("winstons_archive").LAYERS)
    assert sound.layers == (*layers, "end of game")
    assert (sound.game, sound.provisional, sound.findings) == ("winstons_archive", (), ())
    text = TWO
    running = scoring.score(scoring.read(text + "running: true\n"))
    assert running.provisional == (positions.NOT_OVER,)
    assert running.layers == (*layers, "end of game")
    assert running.result is not None
    assert (running.result.winners, running.result.leaders) == ((), ("Bo",))
    open_ = scoring.score(scoring.read(text.replace("manuscripts: 8", "manuscripts: null")))
    assert (open_.layers, open_.result) == (layers, None)
    assert [(one.path, one.line, one.who, one.place) for one in open_.unanswered] == [
        ("players.0.manuscripts", 8, "Ann", "manuscripts")
    ]


def test_who_plays_alone_is_scored_under_a_name_if_there_is_one() -> None:
    text = "game: nineteen_eighty_four\nlevel: 1\nrounds: []\nrunning: true\n"
    filled = scoring.read(text)
    named = PositionFile(filled.game, filled.position, alone="Julia")
    assert positions.result_of(named).standings[0].player == "Julia"
    assert positions.result_of(filled).standings[0].player == "Winston"


# records


@pytest.mark.parametrize(
    ("extra", "told"),
    [("hat: red\n", True), ("seed: x\n", True), ("player: x\n", False), ("moves: []\n", False)],
)
def test_moves_are_checked_if_they_and_the_players_can_be_read(extra: str, told: bool) -> None:
    with pytest.raises(UnreadableError) as error:
        records.read(HEAD + "moves:\n- Ann: take\n" + extra)
    report = error.value.report
    assert (report is not None) == told
    if report is not None:
        assert report.game == "winstons_archive"
        assert [(one.rule, one.line) for one in report.findings] == [("WA-2.1", 4)]


def recorded(*moves: dict[str, str | int], **head: Any) -> Recorded:
    record = Record("winstons_archive", ("Ann", "Bo"), moves, **head)
    return Recorded(GAME, record, parse(HEAD + "moves:\n- a: b\n- a: b\n- a: b\n", "text"))


@pytest.mark.parametrize(("until", "made"), [(None, 3), (0, 0), (1, 1), (2, 2), (3, 3), (9, 3)])
def test_record_is_played_until_a_number_of_moves(until: int | None, made: int) -> None:
    moves: list[dict[str, str | int]] = [{TABLE: CARDS}, {"Ann": "leave"}, {"Ann": "take"}]
    replay = records.play_back(recorded(*moves, seed=5), until)
    assert (replay.game, replay.findings, replay.notes) == ("winstons_archive", (), ())
    assert replay.play is not None
    assert len(replay.play.moves) == made
    assert replay.play.seed == 5
    report = replay.report()
    assert report.provisional == (
        f"not over after {made} move{'s' * (made != 1)}: {replay.play.decision}",
    )
    assert (report.game, report.valid) == ("winstons_archive", True)
    assert report.result is not None
    assert report.result.winners == ()


def test_illegal_move_of_a_record_is_reported_at_its_move() -> None:
    replay = records.play_back(recorded({TABLE: CARDS}, {"Ann": "burn"}))
    (found,) = replay.findings
    assert (found.rule, found.where, found.line, found.place) == (
        "WA-3.1", ("moves", "1"), 5, "moves no. 2",
    )  # fmt: skip
    assert replay.report() == Report("winstons_archive", replay.findings, notes=replay.notes)
    (surplus,) = records.play_back(recorded({TABLE: CARDS}, {"Ann": "take", "Bo": "x"})).findings
    assert surplus.where == ("moves", "1")
    assert surplus.message.startswith("2 moves in one entry, but it is Ann's move (stack 1, WA-3.")
    (last,) = records.play_back(recorded({TABLE: CARDS, "Ann": "take"})).findings
    assert (last.rule, last.where, last.line) == ("WA-2.1", ("moves", "0"), 4)


def test_refused_players_of_a_record_are_reported_at_their_place() -> None:
    text = "record: winstons_archive\nplayers:\n- Ann\n- ' Ann'\nmoves: []\nrules_version: 9\n"
    replay = records.play_back(records.read(text))
    assert replay.play is None
    (found,) = replay.findings
    assert (found.where, found.line, found.place) == (("players", "1"), 4, "players no. 2")
    assert replay.notes == ("played under rules version 9, replayed under version 1",)
    assert replay.report() == Report("winstons_archive", replay.findings, notes=replay.notes)


def test_a_record_is_written_as_by_hand() -> None:
    play = Play(GAME, ["Ann", "Žofie"], 7)
    play.move(CARDS)
    play.move("leave")
    text = records.write(play, ["Žofie"], rolls=True)
    lines = text.splitlines()
    assert lines[:8] == [
        "record: winstons_archive", "rules_version: 1", f"data: {GAME.fingerprint}", "players:",
        "- Ann", "- Žofie", "seed: 7", "bots:",
    ]  # fmt: skip
    assert lines[8:11] == ["- Žofie", "rolls: true", "moves:"]
    assert lines[-1] == "- Ann: leave"
    assert 84 < max([len(line.rpartition(" ")[0]) for line in lines]) <= 96, "folded behind a word"
    again = records.read(text).record
    assert (again.bots, again.rolls, again.seed) == (("Žofie",), True, 7)
    plain = records.write(Play(GAME, ["Ann", "Bo"]))
    assert [line.partition(":")[0] for line in plain.splitlines()] == [
        "record", "rules_version", "data", "players", "- Ann", "- Bo", "moves",
    ]  # fmt: skip
    assert records.read(plain).record.rolls is False


def test_records_are_named_after_their_seeds_and_none_is_overwritten(tmp_path: Path) -> None:
    play = Play(GAME, ["Ann", "Bo"], 7)
    with records.record_writer(tmp_path) as keep:
        keep(records.file_name_and_text(play))
        assert [*tmp_path.glob("*.yaml")] == [], "not before all are written"
        with pytest.raises(FileExistsError) as error:
            keep(records.file_name_and_text(play))
        assert error.value.filename == str(tmp_path / "winstons_archive-7.yaml")
    assert (tmp_path / "winstons_archive-7.yaml").read_text("utf-8") == records.write(play)


def test_spaces_around_a_name_do_not_count_in_a_record() -> None:
    head = 'record: winstons_archive\nplayers: ["Ann ", Bo]\nmoves:\n'
    shuffle = Play(card_data.load("winstons_archive"), ["Ann", "Bo"]).decisions[0].options
    cards = " ".join(shuffle.cards)  # type: ignore[attr-defined]
    moves = f'- table: {cards}\n- "Ann": leave\n- " Ann ": take\n'
    replay = records.play_back(records.read(head + moves))
    assert replay.findings == ()
    assert replay.play is not None
    assert asked(replay.play)[0] == "Bo"


@pytest.mark.parametrize("game", [name for name in games.names() if name[0] != "n"])
def test_two_players_of_one_name_break_the_clause_on_names(game: str) -> None:
    loaded = card_data.load(game)
    names = ["Ann", "Bo", "Cy"][: loaded.head.players.min]
    play = Play(loaded, names)
    with pytest.raises(scoring.IllegalMove) as error:
        Play(loaded, [*names[:-1], " Ann"])
    (finding,) = error.value.findings
    clause = loaded.clauses()[finding.rule]
    assert "different name" in f"{clause.text} {clause.ruling} {clause.scorer}"
    report = records.play_back(records.read(records.write(play).replace(names[-1], "Ann"))).report()
    assert broken(report) == [(finding.rule, f"players.{len(names) - 1}")]


@pytest.mark.parametrize("level", ["x3", "×3", "X3", "x 3", "'x3'", '"×3"', "3"])
def test_a_level_may_be_written_as_on_the_sheet(level: str) -> None:
    """NE-2.1: in a position and in a record."""
    text = f"game: nineteen_eighty_four\nlevel: {level}\nrounds: [17]\nrunning: true\n"
    assert scoring.read(text).position.level == 3
    record = f"record: nineteen_eighty_four\nplayers: [Ann]\nmoves:\n- Ann: {level}\n"
    replay = records.play_back(records.read(record))
    assert replay.play is not None
    assert replay.play.filled().position.level == 3


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (TWO.encode("utf-16")[:-1],
         ": the file is damaged: it begins as UTF-16 and does not go on so"),
        (b"name: \x93Ann\x94", ":1: the file is not UTF-8 text: save it as UTF-8"),
    ],
)  # fmt: skip
def test_a_file_in_another_encoding(content: bytes, says: str, tmp_path: Path) -> None:
    file = saved(tmp_path, content)
    assert run("score", file) == (1, "", f"{file}{says}\n")


def test_a_position_and_a_record_in_utf_16_are_read(tmp_path: Path) -> None:
    assert run("score", saved(tmp_path, TWO.encode("utf-16")))[0] == 0
    record = (RECORDS / "dice_archive_evening.yaml").read_text("utf-8")
    assert run("replay", saved(tmp_path, record.encode("utf-16")))[0] == 0


@pytest.mark.parametrize("game", games.names())
def test_unknown_key_adds_no_other_finding(game: str) -> None:
    play = seated(game)
    play.play_on(Random(2))
    text = "\n".join(dump.lines(play.filled()))
    with pytest.raises(UnreadableError) as error:
        scoring.read(f"{text}\nhat: red")
    assert len(error.value.problems) == 1
    assert error.value.report is not None
    assert error.value.report.sound


@pytest.mark.parametrize("file", sorted(POSITIONS.glob("*.yaml")), ids=lambda file: file.stem)
def test_rest_is_checked_whichever_value_is_unreadable(file: Path) -> None:
    """Each value of a position in turn is replaced by one that is out of place."""
    lines, reader = file.read_text("utf-8").splitlines(), PositionReader()
    for at in [at for at, line in enumerate(lines) if ": " in line and "  " in line]:
        changed = f"{lines[at].partition(': ')[0]}: {{x: [1]}}"
        with pytest.raises(DataError) as error:
            reader.read("\n".join([*lines[:at], changed, *lines[at + 1 :]]))
        if isinstance(error.value, UnreadableError):
            assert error.value.report is not None
            assert at + 1 in [problem.line for problem in error.value.problems]


@pytest.mark.parametrize("game", games.names())
def test_unfinished_record_is_scored_provisionally(game: str, tmp_path: Path) -> None:
    """So does the table that `replay` prints of it: the same standings, and no winner."""
    play, rng = seated(game), Random(game)
    stops = {3, 10, 31, 80}
    while play.decision is not None and len(play.turns) < max(stops):
        play.move(play.decision.random(rng), play.decision.who)
        if len(play.turns) not in stops or play.decision is None:
            continue
        file = saved(tmp_path, records.write(play))
        status, out, _ = run("replay", "--json", file)
        found = json.loads(out)
        assert (status, found["valid"], found["final"], found["winners"]) == (0, True, False, [])
        assert len(found["standings"]) == len(play.players)
        table = saved(tmp_path, run("replay", file)[1])
        status, out, _ = run("score", "--json", table)
        if len(play.players) == 1:  # whose sheet has no place for a name
            found["standings"][0]["player"] = "Winston"
        position = yaml.safe_load(Path(table).read_text("utf-8"))
        assert found.pop("position") == json.loads(json.dumps(position))
        assert (status, json.loads(out)) == (0, found)


def test_a_running_table_says_so_and_its_clauses_hold_all_the_same() -> None:
    """WA-6.1: cards may be missing, but none is there twice."""
    running = TWO.replace("manuscripts: 8", "manuscripts: 1") + "running: true\n"
    report = scoring.score(scoring.read(running))
    assert report.provisional == ("provisional score: the game is not over",)
    assert not scoring.check(scoring.read(running.replace("running: true", ""))).valid
    assert not scoring.check(scoring.read(running.replace("A: 2", "A: 3"))).valid
