"""Slips of a person at the end of an evening: each is named, at its line, with what was meant."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
import yaml

import card_data
import scoring
from card_data.limits import MOST_FAULTS, MOST_PLAYERS
from scoring import DataError, games
from scoring.play import records
from scoring.play.play import Play
from scoring.positions import dump
from scoring.positions.positions import PositionReader, UnreadableError
from scoring.positions.result import Chain, Part, Tally, Tiebreak, rank
from tests.scoring.tools import asked, broken, run, seated

POSITIONS = Path(__file__).parents[1] / "positions"
RECORDS = Path(__file__).parents[1] / "records"
TWO = (POSITIONS / "wa_two_players.yaml").read_text("utf-8")


def saved(folder: Path, content: str | bytes, name: str = "evening.yaml") -> str:
    path = folder / name
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return str(path)


# names


def test_spaces_around_a_name_do_not_count_in_a_record() -> None:
    head = 'record: winstons_archive\nplayers: ["Ann ", Bo]\nmoves:\n'
    shuffle = Play(card_data.load("winstons_archive"), ["Ann", "Bo"]).decisions[0].options
    cards = " ".join(shuffle.cards)  # type: ignore[attr-defined]
    moves = f'- table: {cards}\n- "Ann": decline\n- " Ann ": take\n'
    replay = records.play_back(records.read(head + moves))
    assert replay.findings == ()
    assert replay.play is not None
    assert asked(replay.play)[0] == "Bo"


@pytest.mark.parametrize("game", [name for name in games.names() if name[0] != "n"])
def test_two_of_one_name_are_told_by_the_clause_that_asks_for_different_names(game: str) -> None:
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


# messages


# slips


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


# one wave


@pytest.mark.parametrize("game", games.names())
def test_a_key_too_many_adds_no_other_finding(game: str) -> None:
    play = seated(game)
    play.play_on(Random(2))
    text = "\n".join(dump.lines(play.filled()))
    with pytest.raises(UnreadableError) as error:
        scoring.read(f"{text}\nhat: red")
    assert len(error.value.problems) == 1
    assert error.value.report is not None
    assert error.value.report.sound


@pytest.mark.parametrize("file", sorted(POSITIONS.glob("*.yaml")), ids=lambda file: file.stem)
def test_whatever_cannot_be_read_the_rest_is_checked(file: Path) -> None:
    """Each value of a position in turn is replaced by one that is out of place."""
    lines, reader = file.read_text("utf-8").splitlines(), PositionReader()
    for at in [at for at, line in enumerate(lines) if ": " in line and "  " in line]:
        changed = f"{lines[at].partition(': ')[0]}: {{x: [1]}}"
        with pytest.raises(DataError) as error:
            reader.read("\n".join([*lines[:at], changed, *lines[at + 1 :]]))
        if isinstance(error.value, UnreadableError):
            assert error.value.report is not None
            assert at + 1 in [problem.line for problem in error.value.problems]


# standard input


def test_a_dash_is_standard_input() -> None:
    status, said, _ = run("score", "-", lines=TWO)
    assert (status, said.splitlines()[0]) == (0, "-: winstons_archive")
    as_json = json.dumps(yaml.safe_load(TWO), indent="\t")
    assert run("score", "-", lines=as_json) == (status, said, "")
    assert run("check", "-", lines=TWO)[1].startswith("-: valid.\n")
    assert run("show", "-", lines=TWO)[0] == 0
    wrong = TWO.replace("A: 2", "A: 4")
    assert run("score", "-", lines=wrong)[1].startswith("-:4: WA-6.1: Ann: ")
    record = (RECORDS / "dice_archive_evening.yaml").read_text("utf-8")
    assert run("replay", "-", lines=record)[0] == 0


def test_standard_input_is_not_trusted_either() -> None:
    for content in (b"", b"\xff\xfe\x00", b"[" * 9000, b"\x00" * 9):
        assert run("score", "-", lines=content)[0] == 1


# provisional scores


def test_leaders_may_share_the_lead_or_be_ahead_by_a_tiebreaker() -> None:
    def verdict(*breakers: int) -> str:
        parts = (Part("books", 3, "WA-5.2"),)
        tallies = [Tally(name, parts, (more,)) for name, more in zip("AB", breakers, strict=True)]
        return rank(tallies, Chain((Tiebreak("DA-5.2", "most dice"),), "DA-5.3")).so_far().verdict

    assert verdict(1, 1) == "So far A and B lead with 3 points each."
    assert verdict(1, 2) == "So far B leads with 3 points: ahead by most dice (DA-5.2)."
    assert rank([], Chain((), "DA-5.3")).so_far().verdict == "Nobody leads so far."


@pytest.mark.parametrize("game", games.names())
def test_a_record_that_is_not_over_scores_as_it_stands(game: str, tmp_path: Path) -> None:
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


# clauses


@pytest.mark.parametrize("name", ["WA", "wa", "winstons_archive", "Winston's Archive"])
def test_rule_prints_a_whole_booklet(name: str) -> None:
    status, out, _ = run("rule", name)
    lines = [line.strip() for line in out.splitlines()]
    game = card_data.load("winstons_archive")
    assert (status, lines[0]) == (0, "Winston's Archive")
    titles = [one.title + " (for the scorer)" * one.scorer for one in game.sections]
    assert titles[-1] == "A valid end position (for the scorer)"
    places = [lines.index(title) for title in titles]
    assert places == sorted(places)
    assert [line for line in lines if line in game.clauses()] == [*game.clauses()]
    assert game.clauses()["WA-5.7"].text in lines


def test_a_booklet_has_the_cards_whose_text_is_a_rule() -> None:
    lines = run("rule", "VV")[1].splitlines()
    game = card_data.load("verse_and_variant")
    cards = [f"  {tool.id} {tool.title}" for tool in game.data.tools]
    assert [line for line in lines if line in cards] == cards
    assert lines.index(cards[0]) > lines.index("  VV-9.2")
    after = lines[lines.index("  T-5d Paleographic Ledger") + 1]
    assert after.strip() == run("rule", "T-5d")[1].splitlines()[1]


@pytest.mark.parametrize("name", ["WA5.5", "wa 5.5", "Wa-5,5", "WA\N{EN DASH}5.5", "wa-5-5"])
def test_a_clause_may_be_written_otherwise(name: str) -> None:
    assert run("rule", name) == run("rule", "WA-5.5")


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("WA-33", "WA-3.3"), ("WA-3.22", "WA-3.2"), ("WB-5.5", "WA-5.5")],
)
def test_a_clause_that_is_not_there_finds_the_nearest(name: str, nearest: str) -> None:
    status, out, err = run("rule", name)
    assert (status, err) == (2, f"{name}: no such clause; did you mean {nearest}?\n")
    assert out == run("rule", nearest)[1]


def test_of_very_much_that_is_wrong_the_first_is_told(tmp_path: Path) -> None:
    player = "  - {name: P, exemplars: [x, y, z]}\n"
    file = saved(tmp_path, "game: manuscript\nplayers:\n" + player * MOST_PLAYERS)
    status, out, err = run("check", file)
    assert status == 1
    said = out + err
    lines = said.splitlines()
    told = [line for line in lines if re.match(rf"{re.escape(file)}:[0-9]+: ", line)]
    assert len(told) == MOST_FAULTS
    assert len(lines) < MOST_FAULTS + 10
    assert re.search(rf"^{re.escape(file)}: and [0-9,]+ more like these$", said, re.M)
    assert re.search(rf"^{re.escape(file)}: [0-9]+ rules broken.*$", said, re.M)
