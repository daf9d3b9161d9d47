"""Knowledge of the others' cards in Verse & Variant, and hands consistent with it (VV-9)."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import msgspec
import pytest

from scoring.play.card_locations import all_cards, visible_cards
from scoring.play.observed import ObservedPlay, replay_each
from scoring.play.play import Play
from scoring.play.records import Record
from scoring.play.referee import Referee
from scoring.verse_and_variant.redeal import Known, in_hand
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.table_view import GameTable
from tests.scoring.tools import answer, asked, decided, options
from tests.verse_and_variant.sample_plays import DRAWN, dealt, ids, sit, table_at
from tests.verse_and_variant.tables import GAME, NAMES, player

CHART = DRAWN.replace("T-1a", "T-1c")
LEDGER = DRAWN.replace("T-5a", "T-5d")
RANKS = {tool.id: tool.rank for tool in GAME.data.tools}


def seated(drawn: str, **hands: str) -> Play:
    """A game of three after its deal, in which Tools do what they say."""
    play = Play(GAME, NAMES[:3])
    play.move(drawn)
    play.move(dealt(play, **hands))
    return play


def hand(play: Play, name: str) -> set[str]:
    return {*ids(player(table_at(play), name).hand)}


def redeals(play: Play, name: str, number: int = 20) -> list[Play]:
    """Games that a player cannot tell from this one."""
    return [play.redealt(name, Random(seed)) for seed in range(number)]


def told(play: Play, name: str) -> list[str]:
    referee = Referee(play.game, Record(play.game.id, play.players, (), seed=1))
    for who, words in play.moves:
        referee.answer(referee.play.decision_of(who, words), words)
    return referee.learnt[name]


@pytest.mark.clause("VV-4.1")
def test_redeals_give_other_hands_any_cards_and_tools() -> None:
    play = seated(DRAWN, Ann="T-3a W-blue-1", Bo="T-1a")
    play.move("W-blue-1", "Ann")
    found = redeals(play, "Ann")
    assert all(hand(one, "Ann") == hand(play, "Ann") for one in found)
    others = [hand(one, "Bo") for one in found]
    assert {len(one) for one in others} == {20}
    assert {tool for one in others for tool in one if tool.startswith("T-1")} > {"T-1a", "T-1e"}
    assert not any("T-3b" in one for one in others), "rank 3 is in Ann's own hand"
    assert {card for one in others for card in one if card.startswith("W")}.isdisjoint(
        {*hand(play, "Ann"), "W-blue-1"}
    )


@pytest.mark.clause("VV-4.3")
def test_player_who_did_not_follow_holds_none_of_that_colour() -> None:
    blues = " ".join([f"W-blue-{rank}" for rank in range(3, 10)])
    play = seated(DRAWN, Ann=f"W-blue-1 {blues}", Bo="W-red-2 W-red-3", Cy="W-blue-2")
    answer(play, "W-blue-1", "W-blue-3", "W-red-2", "W-red-3")
    for one in redeals(play, "Ann"):
        assert "W-blue-2" not in hand(one, "Bo")
    play.undo(2)
    assert any("W-blue-2" in hand(one, "Bo") for one in redeals(play, "Ann"))


@pytest.mark.clause("VV-4.1", "VV-4.7")
def test_an_echo_that_lies_face_down_may_be_any_card() -> None:
    play = seated(DRAWN, Ann="W-blue-1 W-green-1")
    answer(play, "W-blue-1", "W-green-1")
    echoes = {table_at(one).bout.echoes[0].id for one in redeals(play, "Bo")}
    assert len(echoes) > 10
    assert echoes.isdisjoint(hand(play, "Bo"))
    assert {table_at(one).bout.echoes[0].id for one in redeals(play, "Ann")} == {"W-green-1"}


def charted() -> Play:
    play = seated(CHART, Ann="T-1c W-blue-1", Bo="W-red-1 W-red-2", Cy="W-green-1")
    answer(play, "T-1c", "W-blue-1")
    return play


def test_witnesses_that_t_1c_shows_are_told_and_stay_where_they_were_seen() -> None:
    play = charted()
    shown = next(card for card in options(play) if card != "W-blue-1")
    for name, card in (("Ann", shown), ("Bo", "W-red-1"), ("Cy", "W-green-1")):
        play.move(card, name)
    while asked(play) != ("Bo", "Primary"):  # Demand +1 in mixed stacks
        play.move(decided(play).random(Random(1)))
    assert told(play, "Ann")[-3:] == [
        f"Ann, a Witness to show: {GameTable(GAME).called(shown)}",
        "Bo, a Witness to show: red 1",
        "Cy, a Witness to show: green 1",
    ]
    assert play.view("Ann").shown == {"Ann": shown, "Bo": "W-red-1", "Cy": "W-green-1"}
    assert all("W-red-1" in hand(one, "Bo") for one in redeals(play, "Ann"))
    play.move("W-red-2", "Bo")
    play.move("W-red-1", "Bo")
    assert told(play, "Ann")[-1] == "Bo, Echo: a card", "though it was shown"
    echoes = {table_at(one).bout.echoes[1].id for one in redeals(play, "Ann")}
    assert len(echoes) > 8


def test_a_witness_chosen_for_t_1c_may_be_any_until_all_are_shown() -> None:
    play = charted()
    play.move("W-red-1", "Bo")
    play.move("W-green-1", "Cy")
    found = redeals(play, "Cy")
    assert {one.turns[-1]["Cy"] for one in found} == {"W-green-1"}
    chosen = {one.turns[-1]["Bo"] for one in found}
    assert len(chosen) > 6
    assert all(one.turns[-1]["Bo"] in hand(one, "Bo") for one in found)
    assert all(card.startswith("W-") for card in chosen)


def searched() -> Play:
    """A random game in whose first session Ann has just taken a Tool that was set aside."""
    for seed in range(20, 100):
        play, rng = Play(GAME, NAMES[:3]), Random(seed)
        play.move(LEDGER)
        while play.decision is not None and table_at(play).session.number < 2:
            if asked(play) == ("Ann", "a card for the Desk"):
                play.answer(play.decision, play.decision.options.draw(rng))
                return play
            play.answer(play.decision, play.decision.options.draw(rng))
    raise AssertionError("Ann never has T-5d")


def test_pick_of_t_5d_may_be_any_low_tool_but_to_the_searcher() -> None:
    play = searched()
    (taken,) = [words for who, words in play.moves[-3:-1] if words.startswith("T-")]
    picks = {one.moves[len(play.moves) - 2][1] for one in redeals(play, "Bo")}
    assert taken in hand(play, "Ann")
    assert len(picks) > 6
    assert len({RANKS[card] for card in picks}) > 3
    assert "Ann, a Tool set aside: a card" in told(play, "Bo")
    found = redeals(play, "Ann", 12)
    assert all(hand(one, "Ann") == hand(play, "Ann") for one in found)
    others = {card for one in found for name in ("Bo", "Cy") for card in hand(one, name)}
    low = {card for card in others if RANKS.get(card, 9) <= 5}
    assert low <= {*LEDGER.split()}, "all others of these ranks were seen set aside"
    assert {card for card in others if RANKS.get(card, 0) > 5} - {*LEDGER.split()}


def test_card_that_an_edited_game_adds_is_hidden_too() -> None:
    """What is a card is the data's to say: a Tool called T-7f was once told to all."""
    tools = [
        msgspec.structs.replace(tool, id="T-7f") if tool.id == "T-7a" else tool
        for tool in GAME.data.tools
    ]
    data = msgspec.structs.replace(GAME.data, tools=tuple(tools))
    game = msgspec.structs.replace(GAME, data=data)
    drawn = DRAWN.replace("T-7a", "T-7f")
    play = sit(3, drawn=drawn, game=game, Ann="T-7f W-blue-1")
    answer(play, "W-blue-1", "T-7f")
    assert told(play, "Bo")[-1] == "Ann, Echo: a card"
    assert told(play, "Ann")[-1] == "Ann, Echo: T-7f"
    assert "T-7f" in all_cards(play.state.card_locations()) - visible_cards(
        play.state.card_locations(), "Bo"
    )


def test_tool_taken_from_the_haul_is_known_to_be_in_that_hand() -> None:
    play, rng = Play(GAME, NAMES[:3]), Random(3)
    while asked(play)[1] != "lacuna exchange":
        play.answer(decided(play), decided(play).options.draw(rng))
    who = decided(play).who
    other = next(name for name in play.players if name != who)
    while " for " not in (words := decided(play).random(rng)):
        pass
    play.move(words)
    taken = play.moves[-1][1].split(" for ")[1]
    assert any(line.endswith(f" for {taken}") for line in told(play, other))
    assert taken in hand(play, who)
    assert all(taken in hand(one, who) for one in redeals(play, other, 10))


@pytest.mark.sweep
def test_redeals_cover_every_deal_that_the_rules_allow() -> None:
    """Of the last cards of a session all deals are tried; those that a player cannot tell from the
    real one are those that come."""
    tried: list[int] = []
    for seed in range(16):
        play, rng = Play(GAME, NAMES[:3]), Random(seed)
        while play.decision is not None and not few_hidden(play):
            play.answer(play.decision, play.decision.options.draw(rng))
        if play.decision is not None:
            come = {signature(one) for one in redeals(play, "Ann", 100)}
            assert come == possible(play, "Ann")
            tried.append(len(come))
    assert len([deals for deals in tried if deals > 1]) > 1


def few_hidden(play: Play) -> bool:
    """A moment when Bo and Cy have four cards or fewer, one of them an Echo, and no Tool."""
    table = table_at(play)
    echoes, cards = table.bout.echoes.keys() - {0}, lying(table)
    return bool(echoes) and 2 < len(cards) <= 4 and RANKS.keys().isdisjoint(cards)


def lying(table: State) -> list[str]:
    """The cards in the hands of Bo and Cy, with their Echoes."""
    return [card.id for one in table.players[1:] for card in in_hand(table, one)]


def signature(play: Play) -> tuple[object, ...]:
    """Who holds which cards, and which is the Echo."""
    table = table_at(play)
    hands = [frozenset(ids(one.hand)) for one in table.players]
    return *hands, *[(seat, echo.id) for seat, echo in sorted(table.bout.echoes.items())]


def possible(play: Play, name: str) -> set[tuple[object, ...]]:
    """Every deal of the hidden cards in which all that the player saw happens, found by trying."""
    known, watched = Known(name), ObservedPlay(play, name)
    for number, (at, turn) in enumerate(
        zip(replay_each(play, play.answers), play.answers, strict=False)
    ):
        known.learn(at, number, turn)
    words = play.answers[known.deal]["table"][1]
    cards = lying(table_at(play))
    echoes = {one: at for one, at in known.echoes.items() if at > known.deal and one != name}
    now = {table_at(play).players[seat].name for seat in table_at(play).bout.echoes} - {name}
    found = set()
    for other in permutations(cards):
        names = dict(zip(cards, other, strict=True))
        order = [names.get(card, card) for card in words]
        for played in product(*[cards for _ in now]):
            answers = [*play.answers]
            answers[known.deal] = {"table": (" ".join(order), order)}
            for who, echo in zip(sorted(now), played, strict=True):
                answers[echoes[who]] = {who: (echo, echo)}
            one = watched.replay_unnoticed(answers)
            if one is not None:
                found.add(signature(one))
    return found
