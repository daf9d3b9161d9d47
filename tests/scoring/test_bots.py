"""Bots: at random, greedy, by advice, a class of one's own; how their errors are told."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path
from random import Random

import pytest

import card_data
from card_data import DataError
from scoring.play.bots import bot
from scoring.play.decisions import Decision
from scoring.play.greedy import MOST, Greedy
from scoring.play.moves import Choices
from scoring.play.play import IllegalMove, Play
from scoring.play.records import Record
from scoring.play.referee import Referee
from scoring.play.simulate import Plan, choose_by_seat, simulate
from tests.scoring.tools import answer, run
from tests.scoring.toy_card_game import HANDS, install
from tests.winstons_archive.tables import GAME, sit

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
    found, out, err = run("simulate", GAME.id, "--games", "3", *words)
    assert (found, out, err.count("\n")) == (status, "", 1), err
    return err


def test_a_class_of_ones_own_plays_its_seat() -> None:
    words = ("simulate", GAME.id, "--games", "30", "--json")
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
def test_unusable_bot_is_refused(name: str, why: str) -> None:
    assert said("--bot", name).startswith(why)


@pytest.mark.parametrize(("name", "file", "line", "why"), [
    ("mine:Slip", "mine.py", 11, "KeyError: 'x'"),
    ("mine:Late", "mine.py", 13, "OSError: no brain"),
    ("needy:X", "needy.py", 1, "ModuleNotFoundError: No module named 'not_there'"),
    ("half:Half", "half.py", 1, "invalid syntax"),
])  # fmt: skip
def test_error_of_a_bot_is_located(mine: Path, name: str, file: str, line: int, why: str) -> None:
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


def test_current_folder_is_searched_last_for_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies there, perhaps a stranger's, takes the place of no module of ours."""
    before = [path for path in sys.path if path]
    monkeypatch.setattr(sys, "path", before[:])
    words = ("simulate", GAME.id, "--games", "1", "--bot")
    run(*words, "random")
    assert sys.path == before
    run(*words, "mine:Taker")
    assert sys.path == [*before, ""]


def choices(play: Play, knowing: bool = False) -> list[str | None]:
    """Return the choices of greedy bots with twelve seeds; a knowing one tries its moves in copies
    of the real game."""
    decision = play.decision
    assert decision is not None
    seats = [bot("greedy", play.game)] * len(play.players)
    found = []
    for seed in range(12):
        choose = choose_by_seat(play, seats, Random(seed))
        if knowing:
            choose = Greedy(lambda player, rng: play.copy(), Random(seed))
        found.append(choose(play.view(decision.who), decision.shown()))
    return found


def test_greedy_bot_makes_the_move_that_gains_most() -> None:
    play = sit("A1 A2 B1 C1 C2 C3")
    answer(play, "leave", "take", "leave", "take")  # Ann has A2; A1 lies on stack 1
    assert play.decision is not None
    assert (play.decision.who, play.decision.what) == ("Ann", "stack 1")
    assert {*choices(play, knowing=True)} == {"take"}, "which completes a set of two (WA-5.2)"
    assert {*choices(sit("B1 C1 D1"))} == {"take", "leave"}
    game = card_data.load("dice_archive")
    assert simulate(game, 2, Plan(2, bots=("random", "greedy")), 1).wins == [0, 2]


@pytest.mark.parametrize(("top", "known"), [("A1", {"leave"}), ("C3", {"take", "leave"})])
def test_greedy_bot_knows_no_unseen_card(top: str, known: set[str]) -> None:
    """Who leaves all stacks takes the top card of the deck, unseen (WA-3.3)."""
    play = sit(f"B1 A2 C1 D1 D2 D3 D4 D5 B2 B3 C2 {top}")
    answer(play, "leave", "take", "leave", "leave", "leave", "leave")  # Ann has A2
    assert play.decision is not None
    assert (play.decision.who, play.decision.what) == ("Ann", "stack 3")
    assert ({*choices(play, knowing=True)}, {*choices(play)}) == (known, {"take", "leave"})


def test_greedy_bot_knows_no_secret_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    game = install(monkeypatch)
    by_secret = []
    for number, hand in enumerate(HANDS):
        play = Play(game, ["Ann", "Bo"])
        play.move(hand, "Bo")
        beats = HANDS[(number + 1) % len(HANDS)]
        assert {*choices(play, knowing=True)} == {beats}
        by_secret.append(choices(play))
    assert by_secret[0] == by_secret[1] == by_secret[2]
    assert {*by_secret[0]} == {*HANDS}


def test_only_move_is_made_without_trying_it() -> None:
    only = Decision("Ann", "thing", "XX-1.1", Choices([("one", 1)]))

    def redealt(player: str, rng: Random) -> Play:
        raise AssertionError

    assert Greedy(redealt, Random(1))(None, only) == "one"
    many = Choices([(str(number), number) for number in range(MOST + 1)])
    with pytest.raises(AssertionError):
        Greedy(redealt, Random(1))(None, only._replace(options=many))


def test_greedy_bot_plays_on_after_undo() -> None:
    record = Record(GAME.id, ("Ann", "Bo"), (), seed=1, bots=("Bo",), rolls=True)
    referee = Referee(GAME, record, kinds={"Bo": "greedy"})
    for _ in range(2):
        referee.go_on()
        referee.answer(referee.play.decisions[0], "take")
        referee.go_on()
        assert "Bo" in [who for who, _ in referee.play.moves]
        referee.undo()
    greedy = referee.choose["Bo"]
    assert isinstance(greedy, Greedy)
    other = greedy.redealt("Bo", Random(1))
    assert other.moves[0] != referee.play.moves[0], "another deck"
    assert other.moves[1:] == referee.play.moves[1:]
