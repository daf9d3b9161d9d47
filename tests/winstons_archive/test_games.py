"""Random full games keep their cards together, end, and score what a slow count by hand says."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from scoring.play import Play
from scoring.positions import score
from scoring.winstons_archive.state import Player, State
from tests.scoring.tools import house
from tests.winstons_archive.tables import GAME, NAMES, OPEN, POP, table_of

DECK = Counter(table_of(Play(GAME, NAMES[:2])).deck)
SIZES = {"A": 2, "B": 3, "C": 4, "D": 5, "E": 6, "F": 7}


def every_card(state: State) -> Counter[str]:
    """The cards wherever they lie."""
    cards = Counter(state.deck)
    for stack in state.stacks:
        cards.update(stack.cards)
    for player in state.players:
        cards.update(player.cards)
    return cards


def best_books(player: Player) -> int:
    """Book points from the raw cards, trying every choice of sets for the free stand-ins."""
    real = Counter(card[0] for card in player.cards if len(card) == 2)
    done = {letter for letter in SIZES if real[letter] == SIZES[letter] or letter in player.locked}
    free = player.cards.count(POP) - sum(player.locked.values())
    started = [letter for letter in SIZES if real[letter] and letter not in done]
    best = 0
    for number in range(len(started) + 1):
        for chosen in combinations(started, number):
            if sum(SIZES[letter] - real[letter] for letter in chosen) <= free:
                best = max(best, sum(SIZES[letter] for letter in chosen))
    return best + sum(SIZES[letter] for letter in done)


def totals_by_hand(players: list[Player]) -> dict[str, tuple[int, bool]]:
    """Each player's total and whether they are out."""
    pages = {one.name: sum(card[0] == "M" for card in one.cards) for one in players}
    fewest = [name for name in pages if pages[name] == min(pages.values())]
    bear = [] if len(fewest) == len(players) else fewest
    return {
        one.name: (
            best_books(one)
            + pages[one.name] // 5
            - (3 if one.name in bear and len(players) == 2 else 0),
            one.name in bear and len(players) > 2,
        )
        for one in players
    }


def check_game(play: Play, rng: Random) -> None:
    """Play at random to the end, and check every step and the score."""
    drawn = 0
    while (decision := play.decision) is not None:
        assert every_card(table_of(play)) == DECK
        held = sum(len(player.cards) for player in table_of(play).players)
        if decision.what != "shuffle the deck":
            assert decision.who == table_of(play).players[table_of(play).turn].name
            assert held >= drawn, "cards never leave a player"
        drawn = held
        play.move(decision.random(rng))
    assert table_of(play).over
    report = score(play.filled())
    assert report.final, report
    assert report.result is not None
    found = {one.player: (one.total, one.tally.out) for one in report.result.standings}
    assert found == totals_by_hand(table_of(play).players)
    staying = [total for total, out in found.values() if not out]
    assert {found[name][0] for name in report.result.winners} == {max(staying)}  # type: ignore[type-var]


def check_games(players: int, games: int) -> None:
    for seed in range(games):
        game = house(GAME, refill_taken_stack=True) if seed % 5 == 4 else GAME
        check_game(Play(game, NAMES[:players]), Random(seed))


@pytest.mark.parametrize("players", range(2, 7))
def test_random_games(players: int) -> None:
    check_games(players, 100)


@pytest.mark.soak
@pytest.mark.parametrize("players", range(2, 7))
def test_many_random_games(players: int) -> None:
    check_games(players, 10_000)


def test_a_view_never_shows_a_hidden_card() -> None:
    """Faces show of the stack in hand, to who holds it, and of stacks with Open Secrets."""
    for seed in range(20):
        rng = Random(seed)
        play = Play(GAME, NAMES[:3])
        play.move(play.decision.random(rng))  # type: ignore[union-attr]
        while play.decision is not None:
            for name in NAMES[:3]:
                view = table_of(play).view(name)
                seen = Counter(card for pile in view.stacks for card in pile.cards)
                seen.update(view.cards)
                seen.update(card for other in view.others.values() for card in other.up)
                assert seen <= DECK, "nothing is shown twice"
                for stack, pile in zip(table_of(play).stacks, view.stacks, strict=True):
                    looks = play.decision.who == name and table_of(play).looked_at is stack
                    open_ = stack.up and OPEN in stack.cards[: stack.up]
                    assert pile.size == len(stack.cards)
                    assert bool(pile.cards) == bool(stack.cards and (looks or open_))
            play.move(play.decision.random(rng))
