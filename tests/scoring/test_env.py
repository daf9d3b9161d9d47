"""Games as PettingZoo environments: its own tests, what can be said, what is seen."""

from __future__ import annotations

import copy
import pickle
import sys
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import card_data
import scoring
from card_data import DataError
from scoring import games
from scoring.env import make
from scoring.env.action_tokens import END
from scoring.env.environment import Environment, rewards_of
from scoring.env.observations import By, Counts, Each, Fields, Item, Number, Word
from scoring.manuscript.observation_space import Book
from scoring.manuscript.position import BLANK
from scoring.play.decisions import TABLE
from scoring.play.play import IllegalMove, Play
from scoring.positions.result import Chain, Part, Tally, rank
from scoring.verse_and_variant.wording import HaulOrder
from tests.sweeps import amounts, sweep

BOUNDS = {name: card_data.load(name).head.players for name in games.names()}
SEATS = [(name, players) for name, b in BOUNDS.items() for players in range(b.min, b.max + 1)]
FEWEST = [(name, bounds.min) for name, bounds in BOUNDS.items()]
INHERENT = ("Observation is not a NumPy array", "Observation space for each agent probably should")


def step(env: Environment, rng: Random) -> None:
    mask = env.observe(env.agent_selection)["action_mask"]
    env.step(rng.choice(np.flatnonzero(mask).tolist()))


def ended(env: Environment) -> bool:
    return all(env.terminations.values())


@pytest.mark.parametrize("cycles", amounts(20, 100, 1000))
@pytest.mark.parametrize(("name", "players"), sweep(SEATS, FEWEST))
def test_each_game_passes_the_tests_of_pettingzoo(name: str, players: int, cycles: int) -> None:
    with warnings.catch_warnings(record=True) as odd:
        warnings.simplefilter("always")
        api_test(make(name, players, render_mode="ansi"), num_cycles=cycles)
    assert [str(one.message) for one in odd if not str(one.message).startswith(INHERENT)] == []
    seed_test(lambda: make(name, players), num_cycles=cycles // 2)


def proper(words: str, name: str) -> tuple[str, ...]:
    """A drawn move in the order in which the words of an environment follow each other."""
    said = words.split()
    if name == "dice_archive" and said[0] == "reroll":
        return "reroll", *sorted(said[1:])
    return tuple(said)


def sayable(env: Environment, said: tuple[str, ...]) -> bool:
    decision = env.play.decision
    assert decision is not None
    saying = env.next_tokens_of(decision)
    if said[0] == "keep" and env.game.id == "manuscript":
        kept = [text for text in decision.options.pool if text in said]  # type: ignore[attr-defined]
        said = ("keep", *(kept or ["nothing"]))
    return all(word in saying(said[:at]) for at, word in enumerate((*said, END)))


@pytest.mark.parametrize(("name", "players"), sweep(SEATS, FEWEST))
def test_every_open_move_can_be_said_in_known_words(name: str, players: int) -> None:
    rng, env = Random(players), make(name, players)
    for seed in range(1 if name == "manuscript" else 4):
        env.reset(seed)
        while (decision := env.play.decision) is not None:
            move = decision.options.draw(rng)
            if decision.who != TABLE:
                said = proper(move[0], name)
                assert sayable(env, said), (said, str(decision))
                assert {*said} <= {*env.words}
            env.play.answer(decision, move)


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "players"), sweep(SEATS, FEWEST))
def test_every_word_that_may_follow_leads_to_a_legal_move(name: str, players: int) -> None:
    rng, env = Random(players), make(name, players)
    env.reset(players)
    while not ended(env):
        assert len(env.possible_tokens) > 1, "what leaves no choice is said by itself"
        step(env, rng)


def test_a_text_is_begun_word_by_word() -> None:
    """MS-3.6: every layout with room, and no other, with any number of squares (MS-2.4)."""
    env = make("manuscript")
    env.reset(1)
    view = env.play.view("player_1")
    text = view.shop[0][-1]
    env.play.move(f"buy {text} to active", env.agent_selection)
    while env.play.decision is not None and env.play.decision.who != "player_1":
        env.play.move(env.play.decision.random(Random(2)))
    assert env.play.decision is not None
    saying = env.next_tokens_of(env.play.decision)
    assert saying(("copy", "2"))[0] == text
    assert saying(("copy", "2", str(text))) == ["left", "right"]
    at = ("copy", "2", str(text), "left", "row", "1", "column", "1")
    for words in (at, (*at, "squares", "4")):
        assert env.play.decision.options.parse(" ".join(words))
    assert "squares" in saying(at) or "lines" in saying(at)
    assert saying((*at, "squares")) == ["1", "2", "3", "4"]


def test_a_long_haul_is_put_in_order() -> None:
    """VV-5.2: of the words said so far the last are seen."""
    env = make("verse_and_variant")
    env.reset(1)
    cards = [word for word in env.words if word.startswith("W-")]
    decision = env.play.decision
    assert decision is not None
    env.play.decision = decision._replace(options=HaulOrder(tuple(cards)))
    env.next_tokens, env.said = env.next_tokens_of(env.play.decision), tuple(cards[:40])
    env.possible_tokens = env.next_tokens(env.said)
    assert env.possible_tokens == cards[40:]
    assert env.observation_space("player_1").contains(env.observe(env.agent_selection))


def test_unknown_or_impossible_action_is_refused() -> None:
    env = make("winstons_archive")
    env.reset(1)
    with pytest.raises(ValueError, match="'A' cannot follow nothing yet; possible: take, leave"):
        env.step(env.words.index("A"))
    with pytest.raises(ValueError, match="None cannot follow nothing yet"):
        env.step(None)
    env.words = (*env.words[:-1], "take")  # which could be said, and is -1 counted from the end
    for action in (-1, -13, 13, np.int64(-1)):
        with pytest.raises(ValueError, match=f"expected an action from 0 to 12, found {action}"):
            env.step(action)
    assert env.said == ()


def run(env: Environment, steps: int) -> list[Any]:
    rng, seen = Random(5), []
    for _ in range(steps):
        if ended(env):
            break
        step(env, rng)
        numbers = env.observe(env.agent_selection)["observation"].tolist()
        seen.append((env.agent_selection, numbers, env.possible_tokens, env.infos, env.rewards))
    return seen


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_a_copy_goes_on_by_itself(name: str, players: int) -> None:
    env = make(name, players)
    pickle.loads(pickle.dumps(env)).reset(3)
    env.reset(3)
    rng = Random(2)
    for _ in range(20):
        step(env, rng)
    while not env.said and name != "winstons_archive":  # nearly all of its moves are one word
        step(env, rng)
    other, third = pickle.loads(pickle.dumps(env)), copy.deepcopy(env)
    expected = run(env, 12)
    assert (run(other, 12), run(third, 12), len(expected)) == (expected, expected, 12)


def uncovered(item: Item, value: Any, path: str = "view") -> Iterator[str]:
    """The fields of structs inside a value that are no numbers, or that there are not."""
    if isinstance(item, Book):
        drawn = {"legend", "left", "right"}
        assert drawn <= {field.name for field in msgspec.structs.fields(value)}
        yield from (f for f in uncovered(item.seat, value, path) if f.split(".")[-1] not in drawn)
    elif isinstance(item, Fields) and value is not None:
        kind = type(value)
        names = getattr(kind, "__struct_fields__", getattr(kind, "_fields", ()))
        yield from (f"{path}.{name}" for name in {*names} ^ {*item.items})
        for name in {*names} & {*item.items}:
            yield from uncovered(item.items[name], getattr(value, name), f"{path}.{name}")
    elif isinstance(item, Each):
        for one in value or ():
            yield from uncovered(item.item, one, path)
    elif isinstance(item, By):
        for one in (value or {}).values():
            yield from uncovered(item.item, one, path)


@pytest.mark.parametrize(("name", "players"), sweep(SEATS, FEWEST))
def test_all_of_a_view_is_in_the_numbers_and_within_their_bounds(name: str, players: int) -> None:
    rng, env = Random(players), make(name, players)
    env.reset(3)
    view = env.numbers.items["view"]
    for number in range(400):
        decision = env.play.decision
        if decision is None:
            break
        move = decision.options.draw(rng)
        env.play.answer(decision, move)
        if number % 40 == 39:
            for agent in env.possible_agents:
                assert [*uncovered(view, env.play.view(agent))] == []
                assert env.observation_space(agent).contains(env.observe(agent))


def test_the_numbers_are_named() -> None:
    env = make("winstons_archive")
    env.reset(7)
    seen = env.observe("player_1")["observation"]
    found = {place.path: int(number) for place, number in zip(env.places, seen, strict=True)}
    (card,) = env.play.view("player_1").stacks[0].cards
    assert (found["me"], found["about.1"]) == (1, 1)
    assert (found["view.turn"], found["view.deck"]) == (1, 51)
    assert (found["view.stacks.0.size"], found[f"view.stacks.0.cards.{card}"]) == (1, 1)
    assert sum(n for path, n in found.items() if path.startswith("view.stacks.1.cards")) == 0
    assert env.observe("player_2")["action_mask"].sum() == 0


def test_nothing_hidden_is_seen() -> None:
    env = make("winstons_archive", 3)
    env.reset(7)
    before = env.observe("player_1")["observation"].tolist()
    table: Any = env.play.state
    table.deck.reverse()
    assert env.observe("player_1")["observation"].tolist() == before
    assert env.observe("player_2")["observation"].tolist() != before


def test_a_page_of_a_book_is_seen_square_by_square() -> None:
    env = make("manuscript")
    env.reset(1)
    rng = Random(4)
    while not env.play.view("player_1").me.left.strip(f"{BLANK}\n"):
        decision = env.play.decision
        assert decision is not None
        env.play.answer(decision, decision.options.draw(rng))
    seen = env.observe("player_1")["observation"]
    found = {place.path: int(number) for place, number in zip(env.places, seen, strict=True)}
    view = env.play.view("player_1").me
    for row, line in enumerate(view.left.splitlines(), 1):
        for column, sign in enumerate(line, 1):
            number = found[f"view.me.left.row {row} column {column}"]
            assert bool(number) == (sign != BLANK)


@pytest.mark.parametrize(("item", "value", "numbers"), [
    (Number(), None, [0]),
    (Number(1), True, [1]),
    (Word("AB"), "B", [2]),
    (Word("AB"), "none", [0]),
    (Counts("AB"), "BBA", [1, 2]),
    (Counts("AB"), {"B": 4}, [0, 4]),
    (Each(Word("AB"), 3), ["B", None], [2, 0, 0]),
    (By("AB", Number()), {"B": 7}, [0, 7]),
    (Fields(a=Number(), b=Counts("AB")), None, [0, 0, 0]),
])  # fmt: skip
def test_a_value_is_always_as_many_numbers(item: Item, value: Any, numbers: list[int]) -> None:
    assert [*item.numbers(value)] == numbers
    assert len([*item.features("x")]) == len(numbers)


def test_value_without_a_feature_is_an_error() -> None:
    items: list[tuple[Item, Any, str]] = [
        (Counts("AB"), "C", "no place for C"), (By("AB", Number()), {"C": 1}, "no place for C"),
        (Each(Number(), 1), [1, 2], "found 2, expected at most 1"),
    ]  # fmt: skip
    for item, value, why in items:
        with pytest.raises(ValueError, match=why):
            [*item.numbers(value)]


def test_the_reward_is_shared_by_those_who_won() -> None:
    def result(*points: int) -> Any:
        tallies = [
            Tally(name, (Part("x", n, "X-1"),)) for name, n in zip("ABC", points, strict=True)
        ]
        return rank(tallies, Chain((), "X-2"))

    assert rewards_of("ABC", result(1, 2, 3)) == {"A": -0.5, "B": -0.5, "C": 1.0}
    assert rewards_of("ABC", result(3, 2, 3)) == {"A": 0.5, "B": -1.0, "C": 0.5}
    assert rewards_of("ABC", result(3, 3, 3)) == {"A": 0.0, "B": 0.0, "C": 0.0}


@pytest.mark.parametrize(("name", "players"), sweep(FEWEST, [("winstons_archive", 2)]))
def test_the_end_has_the_points_and_places_of_the_score(name: str, players: int) -> None:
    rng, env = Random(1), make(name, players)
    env.reset(1)
    while not ended(env):
        step(env, rng)
    result = scoring.score(env.play.filled()).result
    assert result is not None
    said = {(info["points"], info["place"]) for info in env.infos.values()}
    assert said == {(one.tally.total or 0, one.place) for one in result.standings}
    if players == 1:
        assert env.rewards["player_1"] == (1.0 if result.winners else -1.0)
    for _ in range(players):
        env.step(None)
    assert env.agents == []


def test_the_table_is_shown_to_whoever_is_asked() -> None:
    env = make("dice_archive", render_mode="ansi")
    env.reset(1)
    assert "Week" in str(env.render())
    assert make("dice_archive").render() is None
    env.close()


def test_infos_are_numbers_unless_texts_are_asked_for() -> None:
    plain, wordy = make("winstons_archive"), make("winstons_archive", texts=True)
    for env in (plain, wordy):
        env.reset(1)
    none = {"points": 0, "place": 0}
    assert plain.infos == {"player_1": none, "player_2": none}
    said = {"decision": "player_1, stack 1 (WA-3.1)", "said": ""}
    assert wordy.infos == {"player_1": none | said, "player_2": none}


def test_a_seed_may_be_any_whole_number() -> None:
    one, other = make("winstons_archive"), make("winstons_archive")
    one.reset(3)
    other.reset(np.int64(3))
    assert run(one, 9) == run(other, 9)
    with pytest.raises(TypeError, match="'float' object cannot be interpreted as an integer"):
        one.reset(1.5)  # type: ignore[arg-type]


def test_wrong_calls_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    uses: list[Any] = [
        lambda env: env.last(),
        lambda env: env.step(0),
        lambda env: env.observe("player_1"),
    ]
    for use in uses:
        with pytest.raises(
            AttributeError, match=r"no game has begun: call reset\(\) before agent_sel"
        ):
            use(make("winstons_archive"))
    assert not hasattr(make("winstons_archive"), "rooms")
    assert scoring.env.make is make
    with pytest.raises(DataError, match="no game called 'dice' here"):
        make("dice")
    with pytest.raises(IllegalMove, match="NE-1"):
        make("nineteen_eighty_four", 2)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "scoring.env.environment")
    with pytest.raises(ImportError, match=r"pip install 'printkit\[env\]'"):
        make("dice_archive")


def test_answers_given_at_once_stay_secret() -> None:
    """T-1c: all show a Witness together; what the first says is not seen by the second."""
    game = card_data.load("verse_and_variant")
    for seed in range(60):
        env = Environment(game, 3)
        env.reset(seed)
        rng = Random(seed)
        while env.play.decision is not None and not env.play.undecided:
            decision = env.play.decision
            env.play.answer(decision, decision.options.draw(rng))
        if env.play.decision is not None:
            break
    first, second = (one.who for one in env.play.decisions[:2])
    assert env.play.decision is not None
    before: Play = env.play
    env.agent_selection = first
    seen = env.observe(second)["observation"].tolist()
    before.move(before.decisions[0].random(rng), first)
    assert env.observe(second)["observation"].tolist() == seen
