"""Random games of Verse & Variant: nothing is lost, nobody sees too much, all of it happens."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import pytest

from scoring.play.decisions import Decision, Script
from scoring.play.moves import Choices
from scoring.play.play import Play
from scoring.positions.positions import score
from scoring.positions.result import Result
from scoring.verse_and_variant import gains, wording
from scoring.verse_and_variant.majority import exhausted
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.setup import ToolDraw
from scoring.verse_and_variant.state import State, Tool
from scoring.verse_and_variant.wording import vocabulary
from tests.scoring.tools import decided, house
from tests.sweeps import amounts
from tests.verse_and_variant.sample_plays import table_at
from tests.verse_and_variant.tables import GAME, NAMES, cards_in, conserved, table_of

SEATS = (3, 4, 5)
TOOLS = tuple(tool.id for tool in GAME.data.tools)
OTHER = house(
    GAME, quill_from="holder", empty_supply="tracks", instant_or_anytime="at_once"
)  # every house rule at its other value
SEARCH = "T-5d"  # whose player alone sees the Tools set aside
BONUSES = {bonus.space: bonus.icon for bonus in GAME.data.numbers.bonuses}


TIEBREAKS = ("unused Grants", "lacunas", "Feature tokens", "the Spotlight's Feature")
IDLE = ("pass", "keep", "none", "no")  # first words of moves that do nothing


class Happened(NamedTuple):
    """The events of many games: acts of Tools, bonuses, ends of games, tiebreaks."""

    acts: Counter[str]
    bonuses: Counter[str]
    ends: Counter[str]
    ties: Counter[str]

    def __str__(self) -> str:
        least = sorted(TOOLS, key=lambda name: self.acts[name])[:8]
        rare = ", ".join(f"{name} {self.acts[name]}" for name in least)
        parts = (self.bonuses, self.ends, self.ties)
        return "; ".join([f"Tools that acted least: {rare}", *map(str, map(dict, parts))])


def nothing_yet() -> Happened:
    return Happened(Counter(), Counter(), Counter(), Counter())


def count_acts(table: State, acts: Counter[str]) -> None:
    def counted(tool: Tool) -> Tool:
        def act(at: State, player: Player, card: Card) -> Script:
            acts[tool.id] += 1
            yield from tool.run(at, player, card)

        return tool._replace(act=act)

    table.tools = {name: counted(tool) for name, tool in table.tools.items()}


@pytest.fixture
def bonuses(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    found: Counter[str] = Counter()
    real = gains.gain_bonus

    def bonus(table: State, player: Player, space: int) -> Script:
        if space in BONUSES:
            found[BONUSES[space]] += 1
        yield from real(table, player, space)

    monkeypatch.setattr(gains, "gain_bonus", bonus)
    return found


def check_step(table: State, before: dict[str, int]) -> None:
    """No token, card or cube is lost; prestige only grows; what is played was in the hand."""
    conserved(table)
    if table.deck and table.session.number:
        lying = list(cards_in(table))
        assert not lying or sorted(lying, key=by_id) == sorted(table.deck, key=by_id)
        known = {card.id for card in (*table.deck, *table.aside)}
        assert len(known) == len(table.deck) + len(table.aside)
    for player in table.players:
        assert player.prestige >= before[player.name]
        before[player.name] = player.prestige
        assert set(player.spent) <= {card.id for card in player.tableau}
    owners = {cube.owner for slots in table.boards.values() for cube in slots if cube}
    assert owners <= set(range(len(table.players)))


def by_id(card: Card) -> str:
    return card.id


def tiebreak(result: Result) -> list[str]:
    """Return what decided a tie for the win, in words; nothing without a tie."""
    first = [one.tally for one in result.standings if one.total == result.standings[0].total]
    if len(first) == 1:
        return []
    if len(result.winners) > 1:
        return ["a shared win"]
    pairs = zip(TIEBREAKS, first[0].breakers, first[1].breakers, strict=False)
    return [next(words for words, one, other in pairs if one != other)]


def why_it_ended(table: State) -> str:
    if exhausted(table):
        return "no Grant that could be refreshed"
    if sum(player.grants > 0 for player in table.players) <= 1:
        return "one player with a Grant, or none"
    return "there were as many sessions as players"


def any_move(decision: Decision[Any], rng: Random, idle: bool) -> tuple[str, Any]:
    """A move at random; of idle players one that takes, uses and pays nothing, if there is one."""
    if idle and isinstance(decision.options, Choices):
        still = [move for move in decision.options.moves if move[0].split()[0] in IDLE]
        if still:
            return rng.choice(still)
    return decision.options.draw(rng)


def check_game(play: Play, rng: Random, happened: Happened, *, idle: bool = False) -> None:
    """Play at random to the end, checking every step; the end position is sound and final."""
    table = table_at(play)
    count_acts(table, happened.acts)
    before = dict.fromkeys(play.players, 0)
    while play.decision is not None:
        check_step(table, before)
        play.answer(play.decision, any_move(play.decision, rng, idle))
    check_step(table, before)
    assert table.over
    report = score(play.filled())
    assert report.final, report
    assert report.result is not None
    happened.ends[why_it_ended(table)] += 1
    happened.ties.update(tiebreak(report.result))


def check_games(players: int, games: range, happened: Happened) -> None:
    """Random games, some under the other house rules; in every tenth the players are idle, and
    tie."""
    for seed in games:
        game = OTHER if seed % 5 == 4 else GAME
        check_game(Play(game, NAMES[:players]), Random(seed), happened, idle=seed % 10 == 7)


@pytest.mark.parametrize(("games", "acted"), amounts((range(4, 8, 3), 15), (range(8), 50)))
@pytest.mark.parametrize("players", SEATS)
def test_random_games(players: int, games: range, acted: int) -> None:
    """At the least one under the other house rules, and one of idle players."""
    happened = nothing_yet()
    check_games(players, games, happened)
    assert len(happened.acts) > acted


@pytest.mark.soak
def test_many_random_games(bonuses: Counter[str]) -> None:
    happened = nothing_yet()._replace(bonuses=bonuses)
    for players in SEATS:
        check_games(players, range(5_000), happened)
        print(f"{players} players:", happened)
    assert min(happened.acts[name] for name in TOOLS) >= 100
    assert set(happened.bonuses) == set(BONUSES.values())
    assert len(happened.ends) == 3
    assert set(happened.ties) == {*TIEBREAKS, "a shared win"}


def both_dealt(pair: tuple[str, str], rng: Random) -> Play:
    """A game of three in which the first player holds one Tool of a pair, the second the other."""
    play = Play(GAME, NAMES[:3])
    table = table_at(play)
    drawn = list(GAME.data.drawn(rng)["tools"])
    one, other = (table.cards[name].rank - 1 for name in pair)
    if one == other:  # two of one rank, as T-5d may bring about
        other = (one + 1) % len(drawn)
    drawn[one], drawn[other] = pair
    play.answer(decided(play), (" ".join(drawn), drawn))
    rest = [card.id for card in table.deck if card.id not in pair]
    rng.shuffle(rest)
    first = len(table.deck) // 3 - 1
    play.move(" ".join([pair[0], *rest[:first], pair[1], *rest[first:]]))
    return play


def eager(decision: Decision[Any], pair: tuple[str, str], rng: Random) -> str:
    """A move that plays and uses the Tools of a pair wherever that is possible; else any."""
    if isinstance(decision.options, Choices):
        moves = list(decision.options)
        if decision.what == "Primary":
            wanted = [move for move in moves if move in pair]
        elif decision.what == "Echo":
            wanted = [move for move in moves if move not in pair]
        else:
            wanted = [move for move in moves if move in {f"use {name}" for name in pair}]
        if wanted:
            return str(rng.choice(wanted))
    return decision.random(rng)


def check_pair(pair: tuple[str, str], rng: Random) -> int:
    """Play a whole game with both Tools, checking every step; how many of the two have acted."""
    play = both_dealt(pair, rng)
    table = table_at(play)
    acts: Counter[str] = Counter()
    count_acts(table, acts)
    before = dict.fromkeys(play.players, 0)
    while play.decision is not None:
        check_step(table, before)
        play.move(eager(play.decision, pair, rng), play.decision.who)
    assert score(play.filled()).final
    return sum(acts[name] > 0 for name in pair)


PAIRS = tuple(combinations(TOOLS, 2))


@pytest.mark.parametrize("pairs", amounts(4, 12))
def test_pairs_of_tools_in_one_game(pairs: int) -> None:
    rng = Random(7)
    acted = [check_pair(pair, rng) for pair in rng.sample(PAIRS, pairs)]
    assert sum(acted) > pairs


@pytest.mark.soak
def test_all_pairs_of_tools_in_one_game() -> None:
    assert len(PAIRS) == 2_775
    acted = Counter(check_pair(pair, Random(at)) for at, pair in enumerate(PAIRS))
    print(f"pairs of which both, one or none acted: {acted[2]}, {acted[1]}, {acted[0]}")
    assert acted[2] > len(PAIRS) // 2


def hidden_from(table: State, name: str) -> list[tuple[list[Card], int] | int]:
    """The places of cards that a player does not see: hands and Echoes of others, cards aside."""
    places: list[tuple[list[Card], int] | int] = []
    for player in table.players:
        if player.name != name:
            places += [(player.hand, at) for at in range(len(player.hand))]
            if player.seat in table.bout.echoes:
                places.append(player.seat)
    return places + [(table.aside, at) for at in range(len(table.aside))]


def permute_hidden(table: State, name: str, rng: Random) -> None:
    """Shuffle the cards that a player does not see among the places where they lie."""
    places = hidden_from(table, name)
    cards = [
        table.bout.echoes[place] if isinstance(place, int) else place[0][place[1]]
        for place in places
    ]
    rng.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        if isinstance(place, int):
            table.bout.echoes[place] = card
        else:
            place[0][place[1]] = card


@pytest.mark.parametrize("players", SEATS)
def test_views_do_not_depend_on_hidden_cards(players: int) -> None:
    """A view stays the same, whatever the others hold, whatever lies face down or aside."""
    for seed in range(2):
        rng = Random(seed)
        play = Play(GAME, NAMES[:players])
        moved = 0
        while play.decision is not None:
            play.answer(play.decision, play.decision.options.draw(rng))
            if rng.random() < 0.05:
                moved += permuted(play, rng)
        assert moved > 5


def test_words_of_tools_mean_the_same_when_they_are_listed_and_read() -> None:
    draw = ToolDraw(GAME.data)
    words = next(iter(draw))
    assert draw.parse(words) == (words, words.split(" "))
    moves = vocabulary(GAME.data, table_of().cards.values()).moves
    assert moves["W-red-6 with Eureka"] == wording.Play("W-red-6", True)


def permuted(play: Play, rng: Random) -> int:
    """Permute what each player does not see, and back; how many permutations moved a card."""
    table, moved = table_at(play), 0
    for name in play.players:
        kept = [list(player.hand) for player in table.players], dict(table.bout.echoes)
        aside, before = list(table.aside), table.view(name)
        options = own_options(play, name)
        permute_hidden(table, name, rng)
        assert table.view(name) == before
        assert own_options(play, name) == options
        moved += aside != table.aside
        for player, hand in zip(table.players, kept[0], strict=True):
            player.hand[:] = hand
        table.bout.echoes = kept[1]
        table.aside[:] = aside
    return moved


def own_options(play: Play, name: str) -> list[str]:
    return [
        str(list(one.options))
        for one in play.decisions
        if one.who == name and one.rule != SEARCH and isinstance(one.options, Choices)
    ]
