"""Bots: at random, by advice, of one's own; how their errors are told."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path

import pytest

import card_data
from card_data import DataError
from scoring.play.bots import bot
from scoring.play.play import IllegalMove
from scoring.play.simulate import Plan, simulate
from tests.scoring.tools import run

WINSTON = "winstons_archive"
GAME = card_data.load(WINSTON)
MINE = '''
class Taker:
    """Takes every stack."""
    def __init__(self, game, rng): assert game.id == "winstons_archive" and rng.random() < 1
    def __call__(self, view, decision): return "take" if "take" in decision.options else None
class Burner(Taker):
    def __call__(self, view, decision): return "burn"
class Counter(Taker):
    def __call__(self, view, decision): return 7
class Slip(Taker):
    def __call__(self, view, decision): return {}["x"]
class Late(Taker):
    def __init__(self, game, rng): raise OSError("no brain")
number = 3
'''


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "half.py").write_text("class Half(:\n")
    (tmp_path / "needy.py").write_text("import not_there\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("mine", "half", "needy"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path / "mine.py"


def said(*words: str, status: int = 2) -> str:
    found, out, err = run("simulate", WINSTON, "--games", "3", *words)
    assert (found, out, err.count("\n")) == (status, "", 1), err
    return err


def test_a_class_of_ones_own_plays_its_seat() -> None:
    words = ("simulate", WINSTON, "--games", "30", "--json")
    status, out, _ = run(*words, "--bot", "mine:Taker", "--bot", "random")
    assert status == 0
    taker, other = (seat["wins"] for seat in json.loads(out)["wins"])
    assert other > taker, "who takes the first stack has few cards"
    assert json.loads(run(*words, "--bot", "mine:Taker")[1])["length"]["max"] < 120
    again = json.loads(run(*words, "--bot", "random")[1])
    plain = json.loads(run(*words)[1])
    assert again["scores"] == plain["scores"]


@pytest.mark.parametrize(("name", "why"), [
    ("randm", "--bot: no bot called 'randm', nor is it a module:Class; did you mean random?"),
    ("advice", "--bot: no advice for winstons_archive, only for nineteen_eighty_four"),
    ("nowhere:X", "--bot: no module called 'nowhere' here"),
    ("mine.deeper:X", "--bot: no module called 'mine.deeper' here"),
    ("mine:Takr", "--bot: no class called 'Takr' in mine; did you mean Taker?"),
    ("mine:number", "--bot: no class called 'number' in mine"),
    ("mine:Counter", "--bot: mine:Counter answered '7', expected a move in words, or None"),
    ("mine:Burner", "winstons_archive: WA-3.1: 'burn' is not a move here; choose take or"),
    (":X", "--bot: no bot called ':X'"),
])  # fmt: skip
def test_a_bot_that_will_not_do_is_refused(name: str, why: str) -> None:
    assert said("--bot", name).startswith(why)


@pytest.mark.parametrize(("name", "file", "line", "why"), [
    ("mine:Slip", "mine.py", 11, "KeyError: 'x'"),
    ("mine:Late", "mine.py", 13, "OSError: no brain"),
    ("needy:X", "needy.py", 1, "ModuleNotFoundError: No module named 'not_there'"),
    ("half:Half", "half.py", 1, "invalid syntax"),
])  # fmt: skip
def test_the_error_of_a_bot_is_told_with_its_place(
    mine: Path, name: str, file: str, line: int, why: str
) -> None:
    place = f"{mine.with_name(file)}:{line}: {name}: {why}"
    assert said("--bot", name, status=1).startswith(place)
    assert said("--bot", name, "--workers", "2", status=1).startswith(place)


def test_a_seat_too_many_is_refused_and_errors_come_whole_out_of_a_process() -> None:
    assert said("--bot", "random", "--bot", "random", "--bot", "random") == (
        "--bot: found 3 bots, expected one, or one for each player\n"
    )
    with pytest.raises(IllegalMove) as illegal:
        simulate(GAME, 1, Plan(2, ("burn",)), 1)
    with pytest.raises(DataError) as unknown:
        bot("nobody", GAME)
    assert pickle.loads(pickle.dumps(illegal.value)).findings == illegal.value.findings
    assert pickle.loads(pickle.dumps(unknown.value)).problems == unknown.value.problems


def test_a_player_of_an_evening_may_be_a_class_of_ones_own(tmp_path: Path) -> None:
    record = tmp_path / "evening.yaml"
    words = ("play", WINSTON, "--players", "Ann,Bo", "--roll", "--seed", "2")
    status, _, err = run(*words, "--bot", "Ann=mine:Taker,Bo=random", "--record", str(record))
    assert (status, err) == (0, "")
    moves = record.read_text("utf-8").partition("moves:")[2]
    assert "- Ann: take" in moves
    assert "- Ann: decline" not in moves
    assert "- Bo: decline" in moves
    assert "mine" not in record.read_text("utf-8"), "a record names no module to be run"
    assert run(*words, "--bot", "Bo=nobody")[2].startswith("--bot: no bot called 'nobody'")


def test_the_current_folder_is_looked_in_for_named_modules_only_and_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What lies there, perhaps a stranger's, takes the place of no module of ours."""
    before = [path for path in sys.path if path]
    monkeypatch.setattr(sys, "path", before[:])
    words = ("simulate", WINSTON, "--games", "1", "--bot")
    run(*words, "random")
    assert sys.path == before
    run(*words, "mine:Taker")
    assert sys.path == [*before, ""]
