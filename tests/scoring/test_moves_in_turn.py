"""A game in progress and its referee: who may move, what is refused, what each player is told.

`guesses` and `hands` are played.
"""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from card_data import Game
from scoring import games
from scoring.play.bots import any_move
from scoring.play.decisions import TABLE, Decision
from scoring.play.play import IllegalMove, Play
from scoring.play.records import Record
from scoring.play.referee import Referee
from tests.scoring import toy_card_game, toy_guessing_game
from tests.scoring.tools import asked, refused
from tests.winstons_archive.tables import GAME as WINSTON


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return toy_guessing_game.install(monkeypatch)


def dealt(game: Game[Any], *players: str) -> Play:
    play = Play(game, players or ("Ann", "Bo"))
    play.move("a")
    return play


def test_players_sit_down_by_their_names_and_move_in_any_letters(game: Game[Any]) -> None:
    play = Play(game, [" Ann", "Bo "], 0)
    assert (play.players, play.seed, play.turns, play.moves) == (("Ann", "Bo"), 0, [], [])
    assert Play(game, ["Ann"]).seed is None
    play = dealt(game)
    play.move("A", "ANN")
    assert play.moves == [("table", "a"), ("Ann", "a")]


def test_players_whom_the_rules_do_not_seat_are_all_told() -> None:
    with pytest.raises(IllegalMove) as error:
        Play(WINSTON, ["Ann", "Ann", " "])
    assert str(error.value) == (
        "WA-1.5: two players called 'Ann': names must differ; "
        "WA-1.5: the name is empty: every player needs a different name"
    )
    assert [found.path for found in error.value.findings] == ["players.1", "players.2"]


REFUSED = {
    "another move": ("c", None, "'c' is not a move here; choose a or b", "Ann"),
    "another player": ("a", "Bo", "'a' by Bo, but it is Ann's move (guess, RP-1.2): a or b", ""),
    "the table": ("a", TABLE, "'a' by table, but it is Ann's move (guess, RP-1.2): a or b", ""),
    "a stranger": ("a", "Zed", "'a' by 'Zed', who is not a player in this game; "
                   "it is Ann's move (guess, RP-1.2): a or b", ""),
    "a long move": ("x" * 50, "Bo",
                    f"'{'x' * 37}…' by Bo, but it is Ann's move (guess, RP-1.2): a or b", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_moves_out_of_turn_are_refused(case: str, game: Game[Any]) -> None:
    move, who, message, by = REFUSED[case]
    finding = refused(dealt(game), move, who)
    found = finding.rule, finding.where, finding.message, finding.who
    assert found == ("RP-1.2", (), message, by)


def test_a_refused_deal_is_nobodys_and_nothing_comes_after_the_end(game: Game[Any]) -> None:
    finding = refused(Play(game, ["Ann", "Bo"]), "c")
    assert (finding.rule, finding.who) == ("RP-1.1", "")
    assert finding.message == "expected 1 of 2 cards; unknown: c"
    play = dealt(game)
    play.play_on(Random(1))
    finding = refused(play, "x" * 50, "Ann")
    assert (finding.rule, finding.where) == ("RP-1.3", ())
    assert finding.message == f"'{'x' * 37}…' comes after the end of the game"
    assert play.decisions == []


def test_choosers_get_their_view_and_the_table_answers_by_chance(game: Game[Any]) -> None:
    seen: list[tuple[Any, Decision[Any]]] = []

    def choose(view: Any, decision: Decision[Any]) -> str | None:
        seen.append((view, decision))
        return {"Ann": "B", "Bo": None}[decision.who]

    play = Play(game, ["Ann", "Bo"])
    with pytest.raises(IllegalMove):  # since B is no order of all
        play.play_on(Random(3), choose)
    card = play.moves[0][1]
    assert [(view, decision.who, decision.what) for view, decision in seen] == [
        (("Ann", card, {}), "Ann", "guess"),
        (("Bo", card, {"Ann": "b"}), "Bo", "guess"),
        (("Ann", card, dict(play.moves[1:])), "Ann", "order"),
    ]
    one, other = Play(game, ["Ann", "Bo"]), Play(game, ["Ann", "Bo"])
    one.play_on(Random(3))
    other.play_on(Random(3), lambda view, decision: None)
    assert (one.moves, len(one.moves)) == (other.moves, 4)


def test_the_table_as_a_position(game: Game[Any]) -> None:
    play = dealt(game)
    play.move("a")
    filled = play.filled()
    assert (filled.game, filled.alone, filled.document) == (game, "", None)
    assert filled.position == toy_card_game.Position({"Ann": 1, "Bo": 0}, running=True)
    play.play_on(Random(1))
    assert not play.filled().position.running
    assert Play(game, ["Ann"]).filled().alone == "Ann"


def seat(game: Game[Any], *moves: dict[str, str | int], **more: Any) -> Referee:
    players = more.pop("players", ("Ann", "Bo"))
    return Referee(game, Record(game.id, players, tuple(moves), **more))


DEALT: tuple[dict[str, str | int], ...] = ({"table": "a"}, {"Ann": "b"}, {"Bo": "a"})


def test_a_resumed_game_repeats_its_last_five_moves_and_takes_any_letters(game: Game[Any]) -> None:
    players = ("Ann", "Bo", "Cy", "Di", "Ed")
    guessed: list[dict[str, str | int]] = [{name: "b"} for name in players]
    referee = seat(game, {"table": "a"}, *guessed, players=players)
    told = ["Deal: a", *[f"{name}, guess: b" for name in players]]
    assert referee.learnt["Ann"] == told
    assert referee.news("Ann") == told[1:]
    assert (referee.news("Ann"), referee.shown_count["Bo"]) == ([], 1)
    few = seat(game, *DEALT)
    assert few.shown_count == {"Ann": 0, "Bo": 0}
    assert few.news("Bo") == ["Deal: a", "Ann, guess: b", "Bo, guess: a"]
    with pytest.raises(IllegalMove, match=r"RP-1\.1: .*unknown: 7"):
        Referee(game, Record("hands", ("Ann", "Bo"), ({"table": 7},)))
    assert seat(game, {"TABLE": "a"}, {"ann": "b"}).play.moves == [("table", "a"), ("Ann", "b")]


def test_program_moves_follow_from_the_seed_and_the_move_number(game: Game[Any]) -> None:
    referee = seat(game, seed=11, bots=("Ann", "Bo"), rolls=True)
    by_hand = Play(game, ("Ann", "Bo"))
    referee.go_on()
    while by_hand.decision is not None:
        by_hand.move(by_hand.decision.random(Random(f"11 {len(by_hand.moves)}")))
    assert referee.play.moves == by_hand.moves
    assert (referee.over, referee.decision, referee.people) == (True, None, [])
    assert referee.play.seed == 11


def test_program_moves_for_bots_and_the_table_only(game: Game[Any]) -> None:
    referee = seat(game, bots=("Bo",))
    referee.go_on()
    assert asked(referee.play) == ("table", "deal"), "which the program does not"
    assert not referee.over
    referee.rolls = True
    referee.go_on()
    assert (asked(referee.play), referee.people) == (("Ann", "guess"), ["Ann"])
    assert referee.decision is referee.play.decision


def test_bots_follow_advice(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, str]] = []

    def choose(view: Any, decision: Decision[Any]) -> str | None:
        seen.append((view, decision.what))
        return "b" if decision.what == "guess" else None

    made: list[Game[Any]] = []

    def chooser(game: Game[Any]) -> Any:
        made.append(game)
        return choose

    adviser = SimpleNamespace(chooser=chooser)
    toy_card_game.offer(monkeypatch, "hands", adviser=adviser)
    assert seat(game, bots=("Ann",)).choose == {"Ann": any_move}, "there is none"
    monkeypatch.setattr(games, "with_advice", lambda: ["hands"])
    assert seat(game).choose == {}, "there are no bots"
    referee = seat(game, bots=("Ann", "Bo"), rolls=True)
    referee.go_on()
    card = referee.play.moves[0][1]
    assert (made, referee.play.moves[1:3]) == ([game], [("Ann", "b"), ("Bo", "b")])
    assert seen == [
        (("Ann", card, {}), "guess"),
        (("Bo", card, {"Ann": "b"}), "guess"),
        (("Ann", card, {"Ann": "b", "Bo": "b"}), "order"),
    ]


def test_table_view_tells_the_others(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, ...]] = []

    def told(table: Any, *given: Any) -> str:
        seen.append(given)
        return "something" if given[0].who == TABLE else ""

    monkeypatch.setattr(toy_guessing_game.GuessTable, "told", told)
    referee = seat(game, {"table": "a"}, {"Ann": "b"})
    assert referee.learnt == {
        "Ann": ["Deal: something", "Ann, guess: b"],
        "Bo": ["Deal: something", "Ann, guess."],
    }
    deal, guess = ("deal", "a", set[str]()), ("guess", "b", set[str]())
    assert [(one.what, *rest) for one, *rest in seen] == [deal, deal, guess]


def test_a_move_taken_back_is_a_persons_and_the_game_is_kept_once_after_it(game: Game[Any]) -> None:
    kept: list[int] = []
    record = Record("hands", ("Ann", "Bo"), DEALT, seed=1, bots=("Bo",), rolls=True)
    referee = Referee(game, record, lambda now: kept.append(len(now.play.moves)))
    assert kept == [], "nothing is kept that was"
    assert referee.undo()
    assert (referee.play.moves, kept) == ([("table", "a")], [1])
    assert not referee.undo(), "the deal was the program's"
    referee.rolls = False
    assert referee.undo()
    assert (referee.play.moves, kept, referee.play.seed) == ([], [1, 0], 1)
    assert not referee.undo()


def test_simultaneous_choices_are_told_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "with_advice", list)
    game = toy_card_game.install(monkeypatch)
    table_view = SimpleNamespace(GameTable=toy_guessing_game.GuessTable)
    toy_card_game.offer(monkeypatch, "hands", table_view=table_view)
    referee = seat(game, players=("Ann", "Bo"))
    referee.answer(referee.play.decision_of("Bo", "rock"), "rock")
    assert referee.learnt == {"Ann": [], "Bo": []}
    assert referee.undo()
    referee.answer(referee.play.decision_of("Bo", "rock"), "rock")
    referee.answer(referee.play.decision_of("Ann", "paper"), "paper")
    told = ["Bo, hand 1: rock", "Ann, hand 1: paper"]
    assert (referee.learnt, referee.unrevealed) == ({"Ann": told, "Bo": told}, [])
    referee.answer(referee.play.decision_of("Ann", "again"), "again")
    assert referee.learnt["Bo"] == [*told, "Ann, another round: again"]
