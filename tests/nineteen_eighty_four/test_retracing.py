"""Which dice in mid-round can be left so: held against play of the slow way, in both directions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from random import Random

import pytest

from scoring.nineteen_eighty_four.advice.question import Question
from scoring.nineteen_eighty_four.advice.retracing import Lie, can_lie
from scoring.nineteen_eighty_four.advise import advise
from scoring.nineteen_eighty_four.dice import parse_dice
from tests.nineteen_eighty_four.brute_force import COLOURS, Middle, placements, same
from tests.nineteen_eighty_four.walks import GAME, laid, random_roll, random_step, short
from tests.sweeps import sweep

EYE = ("", *COLOURS, "security")
ROUNDS = {frozenset(out) for number in (0, 1) for out in combinations(range(6), number)}
Sent = tuple[Middle, str | None]  # the middle of the table, and the die in Room 101


def lie_of(now: Middle, sent: str | None) -> Lie:
    state = laid(now)
    return Lie(state.dice, state.room, COLOURS.index(sent) if sent else None)


def arrested(words: str, before: Middle, sent: str | None) -> str | None:
    """The die in Room 101 after a placement (NE-4.5)."""
    return COLOURS[before[0]["yellow"] - 1] if words == "place yellow" else sent


def all_that_play_leaves(dice: Iterable[str]) -> set[Lie]:
    """How these dice can lie, from every roll of them by every choice and all luck."""
    names = list(dice)
    todo: list[Sent] = [
        ((dict(zip(names, faces, strict=True)), {}, 0), None)
        for faces in product(range(1, 7), repeat=len(names))
    ]
    seen = {(same(*now), sent) for now, sent in todo}
    found = set()
    while todo:
        now, sent = todo.pop()
        found.add(lie_of(now, sent))
        for words, follows in placements(*now):
            room = arrested(words, now, sent)
            for after in follows:
                if (same(*after), room) not in seen:
                    seen.add((same(*after), room))
                    todo.append((after, room))
    return found


def all_lies(dice: Iterable[str]) -> Iterator[Lie]:
    """Every way to put these dice down, the others gone, whether play can come to it or not."""
    places = [COLOURS.index(die) for die in dice]
    for states in product(range(13), repeat=len(places)):
        shown = [0] * len(COLOURS)
        for die, state in zip(places, states, strict=True):
            shown[die] = state
        yield Lie(tuple(shown))
        for die in places:
            if not shown[die]:
                yield from (Lie(tuple(shown), room, die) for room in range(1, 7))


def agree(dice: tuple[str, ...], lies: Iterable[Lie]) -> None:
    """Whether exactly those of ``lies`` are traced back that play of these dice leaves."""
    start = [frozenset(range(6)) - {COLOURS.index(die) for die in dice}]
    left = all_that_play_leaves(dice)
    for lie in {*lies, *left}:
        assert can_lie(lie, start) is (lie in left), lie
        unnamed = {one._replace(sent=None) for one in left if one.room}
        if lie.room and len(dice) < 3:
            lie = lie._replace(sent=None)
            assert can_lie(lie, start) is (lie in unnamed), lie


@pytest.mark.parametrize("dice", [*combinations(COLOURS, 2)])
@pytest.mark.clause("NE-4.1", "NE-4.2", "NE-4.3", "NE-4.4", "NE-4.5", "NE-4.6")
def test_of_two_dice_exactly_what_play_leaves_can_lie(dice: tuple[str, ...]) -> None:
    agree(dice, all_lies(dice))


@pytest.mark.parametrize("seed", sweep(range(4), [3]))
def test_of_three_dice_exactly_what_play_leaves_can_lie(seed: int) -> None:
    rng = Random(seed)
    dice = rng.choice([*combinations(COLOURS, 3)])
    agree(dice, rng.sample([*all_lies(dice)], 400))


@pytest.mark.soak
@pytest.mark.parametrize(("number", "times"), [(3, 20), (4, 3)])
def test_of_more_dice_exactly_what_play_leaves_can_lie(number: int, times: int) -> None:
    rng = Random(number)
    for dice in rng.sample([*combinations(COLOURS, number)], times):
        agree(dice, rng.sample([*all_lies(dice)], 5000))


def moments(rng: Random) -> Iterator[tuple[str, Middle, str | None]]:
    """How the dice of a random round lie from placement to placement, with what the eye took."""
    eye = rng.choice(EYE)
    now: Middle = (random_roll(eye, rng)[1], {}, 0)
    sent = None
    yield eye, now, sent
    while choices := list(placements(*now)):
        words, after = random_step(choices, rng)
        now, sent = after, arrested(words, now, sent)
        yield eye, now, sent


def question(now: Middle, sent: str | None, named: bool) -> Question:
    """The dice as a player would write them, the one in Room 101 by name or by value."""
    available, placed, value = now
    room = f"{sent[0] if named else ''}{value}" if sent else ""
    return Question(short(available), placed=short(placed), room101=room)


def every_moment_can_lie(rounds: int) -> None:
    rng = Random(1984)
    for _ in range(rounds):
        for eye, now, sent in moments(rng):
            assert can_lie(lie_of(now, sent), ROUNDS), (eye, now)
            if not eye:
                assert can_lie(lie_of(now, sent), [frozenset()]), now


@pytest.mark.clause("NE-3.2", "NE-6.1", "NE-6.2")
def test_no_moment_of_a_real_round_is_refused() -> None:
    every_moment_can_lie(150)


@pytest.mark.sweep
def test_no_moment_of_many_real_rounds_is_refused() -> None:
    every_moment_can_lie(500)


def advice_is_given(rounds: int) -> None:
    rng = Random(101)
    for number in range(rounds):
        for _, now, sent in moments(rng):
            if len(now[0]) < 5:  # the others take long
                advise(GAME, question(now, sent, named=number % 2 == 0))


def test_advice_is_given_at_every_moment_of_a_real_round() -> None:
    advice_is_given(12)


@pytest.mark.sweep
def test_advice_is_given_at_every_moment_of_many_real_rounds() -> None:
    advice_is_given(40)


@pytest.mark.clause("NE-4.1")
def test_a_die_that_shows_what_no_effect_gives_cannot_lie() -> None:
    """Red takes what White, alone on the sheet, shows; or what one showed that Blue removed."""
    assert can_lie(Lie(parse_dice("g2 b2 y3 p1", placed="r2 w2").dice), ROUNDS)
    assert not can_lie(Lie(parse_dice("g2 b2 y3 p1", placed="r3 w2").dice), ROUNDS)
    assert can_lie(Lie(parse_dice("g2 y3 p1", placed="r3 b2").dice), ROUNDS)
    assert not can_lie(Lie(parse_dice("g2 y3 w1 p1", placed="r3 b2").dice), ROUNDS)
