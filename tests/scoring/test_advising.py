"""``scoring advise`` in general, with an adviser of the tests' own: options, refusals, records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import card_data
from card_data.model import Model
from scoring import games
from scoring.cli import advise
from scoring.play import records
from scoring.play.play import Play
from scoring.positions.positions import PositionReader, UnreadableError
from tests.card_data.copies import copied
from tests.scoring import toy_card_game
from tests.scoring.tools import decided, run

GAME = "winstons_archive"
HEAD = f"record: {GAME}\nplayers: [Ann, Bo]\nmoves:\n"


class Answer(Model, frozen=True):
    said: str


@dataclass
class Advice:
    said: str

    def lines(self) -> Iterator[str]:
        yield f"Do {self.said}."

    def answer(self) -> Answer:
        return Answer(self.said)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []

    def answering(game: Any, *dice: str) -> Advice:
        found.append((game, dice))
        return Advice(dice[0])

    def for_player(game: Any, view: Any, decision: Any) -> Advice | None:
        found.append((game, view, decision))
        return None if decision.what == "stack 2" else Advice(decision.what)

    adviser = SimpleNamespace(
        EXAMPLE="--roll r4", Answer=Answer, advise=answering, advise_player=for_player,
    )  # fmt: skip
    monkeypatch.setattr(games, "with_advice", lambda: [GAME])
    toy_card_game.offer(monkeypatch, GAME, adviser=adviser)
    return found


def record(folder: Path, moves: int) -> tuple[Path, Play]:
    play = Play(card_data.load(GAME), ["Ann", "Bo"])
    play.move(" ".join(play.decisions[0].options.cards))  # type: ignore[attr-defined]
    for _ in range(moves - 1):
        play.move("leave")
    file = folder / "evening.yaml"
    file.write_text(records.write(play), "utf-8")
    return file, play


def test_advice_goes_by_the_dice_on_the_command_line_and_by_ones_own_data(asked: list[Any]) -> None:
    assert run("advise", GAME, "--roll", "r4", "--placed", "b3") == (0, "Do r4.\n", "")
    assert run("advise", GAME, "--roll", "r4", "--json") == (0, '{"said": "r4"}\n', "")
    assert [dice for _, dice in asked] == [("r4", "b3", ""), ("r4", "", "")]
    assert asked[0][0].id == GAME


def test_advice_goes_by_ones_own_data(asked: list[Any], tmp_path: Path) -> None:
    copied(GAME, tmp_path)
    assert run("advise", GAME, "--roll", "r4", "--data", str(tmp_path))[0] == 0
    assert asked[0][0].folder == tmp_path / GAME
    file, _ = record(tmp_path, 1)
    assert run("advise", "--record", str(file), "--data", str(tmp_path))[0] == 0
    assert asked[1][0].folder == tmp_path / GAME
    status, out, _ = run("advise", GAME, "--roll", "r4", "--data", str(tmp_path / "x"), "--json")
    answer = json.loads(out)
    assert (status, answer["game"], len(answer["error"])) == (1, GAME, 1)


@pytest.mark.parametrize(("words", "said"), [
    ((), "GAME: name a game or give --record"),
    (("dice_archive", "--roll", "r"), f"no advice for dice_archive, only for {GAME}"),
    (("chess", "--roll", "r"), "GAME: no game called 'chess' here"),
    ((GAME,), "--roll: say how the dice lie, as in --roll r4"),
    ((GAME, "--record", "x"), "--record: has the game and its dice"),
    (("--record", "x", "--roll", "r"), "--record: has the game and its dice"),
])  # fmt: skip
def test_a_wrong_command_line_is_told(asked: list[Any], words: tuple[str, ...], said: str) -> None:
    status, out, err = run("advise", *words)
    assert (status, out, asked) == (2, "", [])
    assert said in " ".join(err.split())


def test_advice_from_a_record_is_for_who_decides_there(asked: list[Any], tmp_path: Path) -> None:
    file, play = record(tmp_path, 1)
    assert run("advise", "--record", str(file)) == (0, "Do stack 1.\n", "")
    said = run("advise", "--record", str(file), "--json")
    assert said == (0, '{"said": "stack 1"}\n', "")
    for game, view, decision in asked:
        assert game == play.game
        assert view == play.view("Ann") != play.view("Bo")
        assert decision == decided(play).shown()


@pytest.mark.parametrize(("text", "said"), [
    (HEAD + "- Ann: take\n", "{file}:4: field moves no. 1: WA-2.1: 'take' by Ann, but it is "
     "the table's move (shuffle of the deck, WA-2.1): all 54 cards in order"),
    ("record: winstons_archive\nplayers: [Ann, Ann]\nmoves: []\n", "{file}:2: field players "
     "no. 2: WA-1.5: two players called 'Ann': names must differ"),
    (HEAD.replace("moves:", "moves: []"), "{file}: no advice here: it is the table's move "
     "(shuffle of the deck, WA-2.1): all 54 cards in order"),
    ("record: dice_archive\nplayers: [Ann, Bo]\nmoves: []\n",
     "{file}: there is no advice for Dice Archive"),
])  # fmt: skip
def test_missing_advice_is_explained(
    asked: list[Any], tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "evening.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(UnreadableError) as error:
        advise.of_record(file, PositionReader())
    assert str(error.value) == said.format(file=file)
    assert error.value.game == text.split()[1]
    assert run("advise", "--record", str(file)) == (1, "", said.format(file=file) + "\n")
    assert asked == []


def test_decision_without_advice_and_finished_game(asked: list[Any], tmp_path: Path) -> None:
    file, play = record(tmp_path, 2)
    with pytest.raises(UnreadableError) as error:
        advise.of_record(file, PositionReader())
    assert str(error.value) == f"{file}: no advice here: {play.decision}"
    play.play_on(Random(1))
    file.write_text(records.write(play), "utf-8")
    with pytest.raises(UnreadableError) as error:
        advise.of_record(file, PositionReader())
    assert str(error.value) == f"{file}: the game is over"
