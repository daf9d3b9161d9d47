"""Random full games keep their cards together, end, and score what a slow count by hand says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import combinations
from random import Random

import pytest

from scoring.play.play import Play
from scoring.positions.positions import score
from scoring.winstons_archive.state import Player, State
from tests.scoring.tools import decided, house
from tests.sweeps import amounts
from tests.winstons_archive.tables import GAME, NAMES, OPEN, POP, seen, table_of

DECK = Counter(table_of(Play(GAME, NAMES[:2])).deck)
SIZES = {"A": 2, "B": 3, "C": 4, "D": 5, "E": 6, "F": 7}


def every_card(state: State) -> Counter[str]:
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
    drawn = 0
    while (decision := play.decision) is not None:
        assert every_card(table_of(play)) == DECK
        held = sum(len(player.cards) for player in table_of(play).players)
        if decision.what != "shuffle of the deck":
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


@pytest.mark.parametrize("games", amounts(6, 60, 10_000))
@pytest.mark.parametrize("players", range(2, 7))
def test_random_games(players: int, games: int) -> None:
    for seed in range(games):
        game = house(GAME, refill_taken_stack=True) if seed % 5 == 4 else GAME
        check_game(Play(game, NAMES[:players]), Random(seed))


def mid_games(games: int) -> Iterator[Play]:
    for seed in range(games):
        rng = Random(seed)
        play = Play(GAME, NAMES[: 2 + seed % 5])
        play.move(decided(play).random(rng))
        while (decision := play.decision) is not None:
            yield play
            play.move(decision.random(rng))


def test_a_view_never_shows_a_hidden_card() -> None:
    """Faces show of the stack in hand, to who holds it, and of stacks with Open Secrets."""
    for play in mid_games(20):
        table = table_of(play)
        for name in play.players:
            view = seen(play, name)
            faces = Counter(card for pile in view.stacks for card in pile.cards)
            faces.update(view.cards)
            faces.update(card for other in view.others.values() for card in other.up)
            assert faces <= DECK, "nothing is shown twice"
            for stack, pile in zip(table.stacks, view.stacks, strict=True):
                looks = decided(play).who == name and table.looked_at is stack
                open_ = stack.up and OPEN in stack.cards[: stack.up]
                assert pile.size == len(stack.cards)
                assert bool(pile.cards) == bool(stack.cards and (looks or open_))


Spot = tuple[list[str], int]  # where a card lies


def face_down(table: State, name: str) -> list[Spot]:
    """Where the cards lie that a player does not see: deck, stacks, before other players."""
    spots = [(table.deck, at) for at in range(len(table.deck))]
    turn = table.players[table.turn].name
    for stack in table.stacks:
        if not (turn == name and stack is table.looked_at):
            spots += [(stack.cards, at) for at in range(stack.up, len(stack.cards))]
    for player in table.players:
        if player.name != name:
            up = Counter(player.up)
            for at, card in enumerate(player.cards):
                if up[card]:
                    up[card] -= 1
                else:
                    spots.append((player.cards, at))
    return spots


def exchange(spots: list[Spot], rng: Random) -> bool:
    """Exchange the cards in these places at random; whether any changed."""
    before = [cards[at] for cards, at in spots]
    after = rng.sample(before, len(before))
    for (cards, at), card in zip(spots, after, strict=True):
        cards[at] = card
    return before != after


def counted(table: State) -> None:
    for player in table.players:
        kinds = Counter(table.kinds[card] for card in player.cards)
        player.held = {kind: kinds[kind] for kind in player.held}


def copied(table: State) -> State:
    """A table whose cards may be exchanged; all else of it is that of the table."""
    own = copy(table)
    own.deck = [*table.deck]
    own.stacks = [copy(stack) for stack in table.stacks]
    own.players = [copy(player) for player in table.players]
    for stack in own.stacks:
        stack.cards = [*stack.cards]
    for player in own.players:
        player.cards = [*player.cards]
    if table.looked_at is not None:
        own.looked_at = own.stacks[[stack is table.looked_at for stack in table.stacks].index(True)]
    return own


def test_hidden_cards_may_be_any_and_no_view_changes() -> None:
    """Not the deck's order, the cards lying down in stacks nor those before other players."""
    exchanged, rng = Counter[str](), Random(1984)
    for play in mid_games(10):
        for name in play.players:
            other = copied(table_of(play))
            spots = face_down(other, name)
            exchanged[name] += exchange(spots, rng)
            counted(other)
            assert every_card(other) == DECK
            assert other.view(name) == seen(play, name), (name, play.turns)
    assert min(exchanged.values()) > 50, "there was something to hide"


def test_a_card_that_a_player_sees_is_not_any() -> None:
    for play in mid_games(5):
        for name in play.players:
            table = copied(table_of(play))
            hidden = {(id(cards), at) for cards, at in face_down(table, name)}
            places = [table.deck, *[stack.cards for stack in table.stacks]]
            places += [player.cards for player in table.players]
            for cards in places:
                for at, card in enumerate(cards):
                    if (id(cards), at) not in hidden and card not in (POP, OPEN):
                        cards[at] = "another"
                        assert table.view(name) != seen(play, name) or card in [
                            up for player in table.players for up in player.up
                        ]
                        cards[at] = card
