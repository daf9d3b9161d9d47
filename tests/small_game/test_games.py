"""Whole games of High or Low: played, watched, written down, dealt anew, copied, learnt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import scoring
from card_data import Game
from scoring.play import records, template_values
from scoring.play.play import Play
from scoring.play.records import Record
from scoring.play.referee import Referee
from scoring.play.simulate import Plan, simulate
from scoring.positions import dump
from tests.scoring import (
    test_copies,
    test_env,
    test_every_game,
    test_players,
    test_prompt,
    test_reading,
    test_redealt,
    test_spelling,
)
from tests.scoring.tools import answer, run
from tests.small_game.scoring.high_or_low.state import State
from tests.small_game.tables import NAMES, sit

OF_EVERY_GAME: list[Callable[[str], None]] = [
    test_copies.test_copies_share_nothing_that_changes,
    test_copies.test_moves_are_taken_back_one_by_one,
    test_copies.test_values_sent_to_a_script_are_never_part_of_the_table,
    test_reading.test_unknown_key_adds_no_other_finding,
    test_every_game.test_every_move_is_given_once_and_is_open,
    partial(test_prompt.test_all_that_is_offered_is_open_and_no_command_is_a_move, most=20),
    test_prompt.test_every_game_is_played_to_its_end_and_its_score_explained,
    test_redealt.test_a_view_shows_the_cards_that_a_player_sees_and_no_other,
    test_every_game.test_a_move_taken_back_is_as_if_it_had_never_been,
    test_every_game.test_the_record_of_a_game_goes_on_where_it_stopped,
    partial(test_every_game.check_game, every=20),
    test_players.test_a_name_may_have_the_table_in_it,
    test_spelling.test_a_game_spelled_otherwise_is_the_same_game,
    test_every_game.test_a_view_stays_as_it_was_when_play_goes_on,
    test_every_game.test_choosers_get_a_view_and_a_decision_never_the_state,
]
OF_EVERY_ENVIRONMENT: list[Callable[[str, int], None]] = [
    partial(test_env.test_each_game_passes_the_tests_of_pettingzoo, cycles=20),
    test_env.test_all_of_a_view_is_in_the_numbers_and_within_their_bounds,
    test_env.test_every_open_move_can_be_said_in_known_words,
    test_env.test_every_word_that_may_follow_leads_to_a_legal_move,
    test_env.test_the_end_has_the_points_and_places_of_the_score,
]


@pytest.mark.parametrize("test", OF_EVERY_GAME)
def test_what_holds_of_every_game(test: Callable[[str], None], game: Game[Any]) -> None:
    test(game.id)


@pytest.mark.parametrize("way", test_copies.WAYS)
def test_a_copy_is_a_game_of_its_own(way: str, game: Game[Any]) -> None:
    test_copies.test_a_copy_is_the_same_game_and_one_of_its_own(game.id, way)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("test", OF_EVERY_ENVIRONMENT)
def test_environment_is_like_any_other(
    test: Callable[[str, int], None], players: int, game: Game[Any]
) -> None:
    test(game.id, players)


def check_cards(state: object) -> None:
    """Every card lies in one place at most; those played were one of each player, each round."""
    assert isinstance(state, State)
    hands = [card for player in state.players for card in player.hand]
    taken = [card for player in state.players for card in player.taken]
    assert {*Counter(hands + taken).values()} <= {1}
    assert len({len(player.hand) for player in state.players}) == 1
    assert all(len(player.taken) % len(state.players) == 0 for player in state.players)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_a_random_game_and_its_record(players: int, seed: int, game: Game[Any]) -> None:
    play, rng = Play(game, NAMES[:players], seed), Random(seed)
    while (decision := play.decision) is not None:
        play.move(decision.random(rng), decision.who)
        check_cards(play.state)
    replay = records.play_back(records.read(records.write(play)))
    assert replay.play is not None
    assert replay.play.state == play.state
    assert replay.report().final
    text = "\n".join(dump.lines(play.filled()))
    assert scoring.score(scoring.read(text)).result == play.result()


@pytest.mark.parametrize("seed", range(6))
def test_a_game_dealt_anew_looks_the_same(seed: int, game: Game[Any]) -> None:
    play, rng = test_redealt.begin(game.id, seed)
    while play.decision is not None:
        for player in play.players:
            test_redealt.check_redealt(play, player, rng, told=True)
            check_cards(play.redealt(player, rng).state)
        play.answer(play.decision, play.decision.options.draw(rng))


def test_every_deal_that_may_be_comes(game: Game[Any]) -> None:
    """Ann has seen c4; two of the five others are in Bo's hand."""
    play, rng = sit(game, "c1 c5 c9", "c2 c3 c4"), Random(1)
    answer(play, "high", "c1", "c4")
    deals = Counter(frozenset(play.redealt("Ann", rng).view("Bo").hand) for _ in range(300))
    assert len(deals) == 10
    assert min(deals.values()) > 10


@pytest.mark.clause("HL-2.2")
def test_what_players_are_told(game: Game[Any]) -> None:
    referee = Referee(game, Record(game.id, ("Ann", "Bo"), (), seed=1))
    deal = ("table", "c1 c5 c9 c2 c3 c4")
    for who, words in (deal, ("Ann", "high"), ("Bo", "c4"), ("Ann", "c5")):
        referee.answer(referee.play.decision_of(who, words), words)
    told = ["Deal.", "Ann, call: high", "Bo, card: c4", "Ann, card: c5"]
    assert referee.learnt == {"Ann": told, "Bo": told}


def test_greedy_bots_win(game: Game[Any]) -> None:
    found = simulate(game, 200, Plan(2, bots=("random", "greedy")), 1)
    assert found.wins[1] > 130


def test_texts_may_name_what_a_record_comes_to(game: Game[Any]) -> None:
    play = sit(game, "c1 c5 c9", "c2 c3 c4")
    answer(play, "high", "c5", "c4")
    found = template_values.of_record(records.read(records.write(play)))
    assert found["after"]["4"]["Ann"]["taken"]["all"] == "c5 and c4"
    assert found["after"]["4"]["Bo"]["hand"]["number"] == 2
    assert found["end"]["leader"] == "Ann"


def test_an_empty_position_asks_for_its_answers(game: Game[Any], tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(run("template", game.id)[1], "utf-8")
    assert [each.path for each in scoring.check(scoring.read(file)).unanswered] == [
        f"players.{seat}.{answer}" for seat in (0, 1) for answer in ("name", "cards")
    ]
    assert run("show", str(file))[1].splitlines()[:2] == ["Name    ?   ?", "Cards   ?   ?"]


def test_a_position_is_shown_with_its_faults(game: Game[Any], tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(
        "game: high_or_low\nplayers:\n- {name: Ann, cards: [c1, c1]}\n- {name: Bo, cards: []}\n"
    )
    status, out, _ = run("show", str(file))
    assert status == 1
    assert [line.split() for line in out.splitlines()[:2]] == [
        ["Name", "Ann", "Bo"],
        ["Cards", "c1,", "c1!", "."],
    ]
