"""The commands `scoring play` and `scoring replay`: files, players, a kill, where it stops."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
import yaml

import card_data
from card_data.program.staging import UNFINISHED
from card_data.reading.kept_file import KeptFile
from scoring import games
from scoring.play import files, records
from scoring.play.records import Record
from scoring.play.referee import Referee
from tests.scoring.tools import run
from tests.sweeps import sweep

RECORDS = Path(__file__).parents[1] / "records"
GAMES = ["dice_archive", "manuscript", "nineteen_eighty_four", "verse_and_variant"]
DICE = str(RECORDS / "dice_archive_evening.yaml")
WINSTON = ("play", "winstons_archive", "--players", "Ann,Bo", "--bot", "bo", "--roll")


def moves(file: Path) -> list[dict[str, str]]:
    found: list[dict[str, str]] = yaml.safe_load(file.read_text(encoding="utf-8"))["moves"]
    return found


on_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@contextmanager
def at_terminal(*words: str, **environ: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A command on a terminal of 80 columns, and what is typed there; it is killed at the end."""
    import fcntl
    import pty
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    env = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", **environ}
    env.pop("COLUMNS", None)
    command = [sys.executable, "-m", "scoring", *words]
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=env) as process:
        os.close(slave)
        try:
            yield master, process
        finally:
            process.kill()
            with suppress(OSError):  # it may be closed already
                os.close(master)


def test_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"
    status, out, err = run(*WINSTON, "--record", str(file), lines="leave\ndecline\nquit\n")
    assert (status, err) == (0, "")
    end = f"The record is {file}.\nTo go on: scoring play --record {file}\n"
    assert out.endswith(f"Stopped after 3 moves.\n{end}")
    assert moves(file)[1:] == [{"Ann": "leave"}, {"Ann": "leave"}]
    status, out, _ = run("play", "--record", str(file), lines="take\n")
    assert status == 0
    assert "Winston's Archive: Ann, Bo (bot)\n" in out
    assert "3 moves made so far." in out
    assert moves(file)[1:4] == [{"Ann": "leave"}, {"Ann": "leave"}, {"Ann": "take"}]
    assert moves(file)[4].keys() == {"Bo"}
    assert [path.name for path in tmp_path.iterdir()] == ["evening.yaml"]


def test_a_record_is_there_from_the_first_question_on(tmp_path: Path) -> None:
    file = tmp_path / "new" / "evening.yaml"
    arguments = ("play", "dice_archive", "--players", " Ann , Bo ", "--record", str(file), "--real")
    run(*arguments)
    head = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert (head["players"], head["moves"]) == (["Ann", "Bo"], [])
    assert "bots" not in head
    assert "rolls" not in head
    run("play", "--record", str(file), lines="roll all\n")
    assert yaml.safe_load(file.read_text(encoding="utf-8"))["rolls"] is True, "from now on"


@pytest.mark.parametrize(("arguments", "message"), [
    ((), "GAME: name a game, or give --record with the file of one to go on with"),
    (("chess",), "GAME: no game called 'chess' here"),
    (("dice_archives",), "did you mean dice_archive?"),
    (("dice",), "say who plays, 2 to 5 players"),
    (("dice_archive",), "say who plays, 2 to 5 players, as in --players Ann,Bo"),
    (("dice_archive", "--players", "Ann,Bo", "--bot", "Ann", "--bot", "Cy"),
     "--bot: 'Cy' does not play; the players are Ann, Bo"),
    (("dice_archive", "--players", "Ann,Bo", "--bot", "Ann,"), "--bot: '' does not play"),
    (("--record", DICE, "--bot", "Cy"), "--bot: 'Cy' does not play; the players are Mara, Tom"),
    (("--record", DICE, "manuscript"), "this is a game of dice_archive"),
    (("--record", DICE, "--last"), "--last: cannot be combined with --record"),
    (("--record", DICE, "--players", "Ann,Bo"), "this is a game of Mara, Tom"),
])  # fmt: skip
def test_wrong_command_line_is_told(arguments: tuple[str, ...], message: str) -> None:
    status, _, err = run("play", *arguments)
    assert status == 2
    assert message in err


def test_last_without_a_saved_game_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "printkit" / "games"
    for game, of_game in (((), ""), (("Dice Archive",), " of dice_archive")):
        status, _, err = run("play", *game, "--last")
        assert (status, err) == (2, f"--last: no game{of_game} is saved in {folder}\n")


def test_a_wrong_record_and_a_file_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    text = "record: winstons_archive\nplayers: [Ann, Bo]\nmoves:\n- Ann: take\n"
    file.write_text(text, encoding="utf-8")
    status, _, err = run("play", "--record", str(file))
    assert status == 1
    assert f"{file}:4: field moves no. 1: WA-2.1: 'take' by Ann, but it is the table's move" in err
    assert file.read_text(encoding="utf-8") == text
    (tmp_path / "file").write_text("", encoding="utf-8")
    status, _, err = run(*WINSTON, "--record", str(tmp_path / "file" / "evening.yaml"))
    assert status == 1
    assert "evening.yaml" in err or str(tmp_path / "file") in err


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_record_is_not_set_aside_through_a_link(tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"
    file.write_text("# Ours.\nrecord: winstons_archive\nplayers: [Ann, Bo]\nmoves: []\n", "utf-8")
    (tmp_path / "evening.yaml.orig").symlink_to(tmp_path / "elsewhere")
    status, _, _ = run("play", "--record", str(file))
    assert status == 0
    assert not (tmp_path / "elsewhere").exists()


@on_a_terminal
def test_terminal_completes_words_and_a_killed_game_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    file = tmp_path / "evening.yaml"
    with at_terminal(*WINSTON, "--record", str(file), "--seed", "1") as (terminal, _):
        until(terminal, b"Ann> ")
        os.write(terminal, b"help\n")
        shown = until(terminal, b"quit  ", b"Ann> ").decode()
        for number, typed in ((1, b"lea\t\n"), (2, b"leave\n")):
            assert len(moves(file)) == number
            os.write(terminal, typed)
            until(terminal, f"Ann, stack {number + 1} ".encode(), b"Ann> ")
    assert "Look at a stack," in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert "down.\r\n" in shown, "the clause to its end"
    assert moves(file)[1:] == [{"Ann": "leave"}, {"Ann": "leave"}]
    _, out, _ = run("play", "--record", str(file))
    assert "Ann, stack 3 (WA-3.1)\n" in out


@on_a_terminal
def test_a_game_begun_by_questions_and_killed_goes_on(tmp_path: Path) -> None:
    for words, answers in (
        ((), ("nineteen eighty-four", "Julia", "y")),
        (("--last",), ("level 3",)),
    ):
        with at_terminal("play", *words, XDG_DATA_HOME=str(tmp_path)) as (terminal, _):
            for answer in answers:
                until(terminal, b"> ")
                os.write(terminal, f"{answer}\n".encode())
            until(terminal, b"The table> " if words else b"Julia> ")
    (file,) = (tmp_path / "printkit" / "games").glob("*-nineteen_eighty_four.yaml")
    assert moves(file) == [{"Julia": "level 3"}]
    assert "rolls" not in yaml.safe_load(file.read_text("utf-8")), "the dice are real"


def test_leftovers_of_a_killed_save_are_cleared(tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"
    run(*WINSTON, "--record", str(file), lines="leave\n")
    left = tmp_path / UNFINISHED / "new" / "evening.yaml"
    left.parent.mkdir(parents=True)
    for path in (left, tmp_path / ".evening.yaml.swp"):
        path.write_text("record: winst", encoding="utf-8")
    status, _, _ = run("play", "--record", str(file), lines="leave\n")
    assert (status, len(moves(file))) == (0, 3)
    assert {path.name for path in tmp_path.iterdir()} == {"evening.yaml", ".evening.yaml.swp"}


def until(terminal: int, *wanted: bytes) -> bytes:
    shown = b""
    while not all(words in shown for words in wanted):
        try:
            shown += os.read(terminal, 4096)
        except OSError as error:
            raise AssertionError(shown) from error
    return shown


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "printkit" / "games"


def test_a_game_is_kept_under_its_day_and_goes_on_as_the_last_one(own: Path) -> None:
    _, out, _ = run(*WINSTON, lines="leave\n")
    (file,) = own.iterdir()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}-winstons_archive\.yaml", file.name)
    assert f"\nEvery move is saved in {file}. Type help" in out
    assert out.endswith(f"\nThe record is {file}.\nTo go on: scoring play --last\n")
    status, out, _ = run("play", "--last", lines="leave\n")
    assert status == 0
    assert f"Every move is saved in {file}. 2 moves made so far." in out
    assert moves(file)[1:] == [{"Ann": "leave"}, {"Ann": "leave"}]


def test_last_resumes_the_latest_game_of_all_or_one(own: Path) -> None:
    run(*WINSTON)
    run("play", "dice archive", "--players", "Ann,Bo")
    assert "Dice Archive: Ann, Bo\n" in run("play", "--last")[1]
    assert "Winston's Archive: " in run("play", "winstons", "--last")[1]
    assert "Winston's Archive: " in run("play", "--last")[1], "played last by now"


@pytest.mark.parametrize("name", sweep(games.names(), ["winstons_archive"]))
def test_saved_game_leads_back_to_the_same_question(name: str, tmp_path: Path) -> None:
    game = card_data.load(name)
    names = ("Ann", "Bo", "Cy")[: game.head.players.min]
    file, rng = tmp_path / "evening.yaml", Random(3)
    record = Record(name, names, (), seed=3, rolls=True)
    referee = Referee(game, record, files.autosave(KeptFile(file)))
    for number in range(36):
        referee.go_on()
        decision = referee.decision
        if decision is None:
            break
        referee.answer(decision, decision.random(rng))
        if number % 7 < 2:
            again = Referee(game, records.read(file).record)
            assert again.play.moves == referee.play.moves
            assert [str(one) for one in again.play.decisions] == [
                str(one) for one in referee.play.decisions
            ]


def test_only_the_last_saved_games_stay(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime(2026, 1, 2, 3, 4, 5)
    for number, name in enumerate(("hands", "hands-2", "hands-3")):
        file = files.new_file("hands", now)
        assert file == own / f"2026-01-02-030405-{name}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("", "utf-8")
        os.utime(file, (number, number))
    assert [file.stem[18:] for file in files.saved_games("hands")] == [
        "hands-3",
        "hands-2",
        "hands",
    ]
    assert files.saved_games("manuscript") == []
    monkeypatch.setattr(files, "MOST_SAVED", 2)
    for file in own.iterdir():
        file.unlink()
    dated = ("2026-01-01-000000-x.yaml", "2026-01-02-000000-x.yaml")
    for at, name in enumerate(("mine.yaml", *dated)):
        (own / name).write_text("", "utf-8")
        os.utime(own / name, (at, at))
    run(*WINSTON)
    names = {file.name for file in own.iterdir()}
    assert len(names) == 3
    assert {"mine.yaml", dated[1]} < names
    for file in own.glob("*-x.yaml"):
        file.unlink()
    for name in dated:  # as if the clock were set back
        (own / name).write_text("", "utf-8")
        os.utime(own / name, (2**32, 2**32))
    before = {*own.iterdir()}
    run("play", "winstons_archive", "--players", "Ann,Bo", "--real", lines="quit\n")
    (new,) = {*own.iterdir()} - before
    assert "moves" in new.read_text("utf-8")


def test_records_keep_kinds_of_bots_but_no_modules(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record names no module that would be run by whoever goes on with it."""
    (tmp_path / "mybot.py").write_text(
        "class Careful:\n    def __init__(self, game, rng): pass\n"
        "    def __call__(self, view, decision):\n"
        "        return 'take' if 'take' in decision.options else None\n",
        "utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    seats = ("play", "winstons_archive", "--players", "Ann,Bo,Cy")
    _, out, _ = run(*seats, "--bot", "Bo=greedy,Cy=mybot:Careful")
    bots = "--bot=Bo=greedy,Cy=mybot:Careful"
    assert out.endswith(f"To go on: scoring play --last {bots}\n")
    (file,) = own.iterdir()
    said = run("play", "--last", bots, lines="take\n")[1]
    assert said.startswith("Winston's Archive: Ann, Bo (bot), Cy (bot)")
    text = file.read_text("utf-8")
    assert yaml.safe_load(text)["kinds"] == {"Bo": "greedy"}
    assert ("- Cy: take" in text, "- Cy: leave" in text) == (True, False)
    run("play", "--last")
    assert yaml.safe_load(file.read_text("utf-8"))["kinds"] == {"Bo": "greedy"}
    data = str(Path(card_data.__file__).parent)
    out = run("play", "--last", "--data", data)[1]
    assert out.endswith(f"To go on: scoring play --last --data {data}\n")
    text = file.read_text("utf-8").replace("Bo: greedy", "Bo: mybot:Careful")
    file.write_text(text, "utf-8")
    status, _, err = run("play", "--last")
    assert status == 1
    assert "kinds.Bo: found mybot:Careful, expected one of" in err


def test_replay_shows_the_table_where_a_record_ends_or_is_stopped(tmp_path: Path) -> None:
    text = Path(DICE).read_text(encoding="utf-8").splitlines()
    end = next(at for at, line in enumerate(text) if "Tom: archive left 3" in line)
    file = tmp_path / "begun.yaml"
    file.write_text("\n".join(text[: end + 1]) + "\n", encoding="utf-8")
    status, out, _ = run("replay", str(file))
    assert status == 0
    assert "-- Mara's view, after 7 moves --\n" in out
    assert re.search(r"Board left .*3 Tom", out)
    assert "Stopped after 7 moves, where the record ends.\n" in out
    assert "not over after 7 moves: it is Mara's move (action, DA-3.1): " in out
    status, out, _ = run("replay", DICE, "--until", "8")
    assert status == 0
    assert "-- Tom's view, after 8 moves --\n" in out
    assert "Stopped after 8 moves, as asked.\n" in out
    assert "not over after 8 moves" in out
    assert '"final": false' in run("replay", DICE, "--until", "8", "--json")[1]
    assert run("replay", DICE, "--until", "1000") == run("replay", DICE)
    assert run("replay", DICE, "--until", "-1")[0] == 2


def test_replay_watch_steps_through_the_moves() -> None:
    _, out, _ = run("replay", DICE, "--watch", lines="\n5\nq\n")
    assert "1. The table, communal roll (DA-2.1): 6 6 6 / 1\n" in out
    assert "3. Tom, motivational reroll (DA-2.4): reroll 2 5\n" in out
    assert out.index("7. Tom, action (DA-3.1): archive left 3") < out.index("7 of ")
    assert "8. " not in out
    for shown in ("1 of ", "2 of ", "7 of "):
        assert out.count(f"{shown}{len(moves(Path(DICE)))}. Enter, a number of moves, b or") == 1
    assert "3 of " not in out
    assert "wins" not in out, "who leaves is not told the end"
    assert "wins with" in run("replay", DICE, "--watch", lines="999\n\n")[1]


@pytest.mark.parametrize("game", GAMES)
def test_score_reads_what_replay_prints_as_json(game: str) -> None:
    record = str(next(RECORDS.glob(f"{game}_*.yaml")))
    for until in ((), ("--until", "9")):
        printed = run("replay", record, *until, "--json")[1]
        replayed = json.loads(printed)
        for text in (printed, json.dumps(replayed["position"])):
            status, out, err = run("score", "-", "--json", lines=text)
            assert (status, err) == (0, "")
            scored = json.loads(out)
            points = [[one["total"] for one in by["standings"]] for by in (scored, replayed)]
            assert points[0] == points[1]
            assert scored["final"] == replayed["final"] == (not until)


def test_other_json_without_a_position_is_told() -> None:
    printed = run("score", "-", "--json", lines="game: dice_archive\n")[1]
    status, _, err = run("score", "-", lines=printed)
    assert status == 1
    said = "this is what --json printed, without a position; scoring replay --json includes one"
    assert err == f"-: {said}\n"


@pytest.mark.sweep
@on_a_terminal
def test_a_game_ends_with_its_terminal(tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"
    with at_terminal(*WINSTON, "--record", str(file), "--seed", "1") as (terminal, process):
        until(terminal, b"(WA-3.1)")
        os.close(terminal)
        assert process.wait(60) != 0
    assert file.exists()
