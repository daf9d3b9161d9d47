"""Placing a die as a move: the words for every placement, and why one is refused (NE-4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, permutations

from card_data.nineteen_eighty_four.model import COLOURS
from card_data.words import counted
from scoring.nineteen_eighty_four.dice import (
    BLUE,
    FACES,
    GONE,
    GREEN,
    PURPLE,
    VERBS,
    WHITE,
    YELLOW,
    DiceState,
    steps,
    value,
    words_of,
)
from scoring.play.moves import Refusal, Vocabulary

DICE = range(len(COLOURS))
Placing = tuple[int, tuple[int, ...]]  # a die, and the dice that its effect is put to


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary[Placing]:
    """Every placement, of which a round allows some; dice after ``reroll`` stand in any order."""
    placings: list[Placing] = [(die, ()) for die in DICE]
    signs: dict[str, str] = {}
    for die in VERBS:
        others = [other for other in DICE if other != die]
        most = len(others) if die == GREEN else 1
        for number in range(1, most + 1):
            for targets in combinations(others, number):
                placings.append((die, targets))
                words = words_of(die, targets)
                signs |= {words_of(die, order): words for order in permutations(targets)}
    return Vocabulary({words_of(*placing): placing for placing in placings}, signs)


def refusal(clauses: Mapping[str, str], now: DiceState, placing: Placing) -> Refusal:
    """Why a die cannot be placed so: by the die's own clause if it is available, else NE-3.3.

    >>> from scoring.nineteen_eighty_four.dice import parse_dice
    >>> refusal({"blue": "NE-4.3"}, parse_dice("b3 w2"), (BLUE, (WHITE,)))
    Refusal(rule='NE-4.3', reason='white shows 2, no more than blue, which shows 3')
    """
    die, targets = placing
    colour = COLOURS[die]
    if not 1 <= now.dice[die] <= FACES:
        where = "placed already" if now.dice[die] > FACES else "removed or in Room 101"
        return Refusal("NE-3.3", f"{colour} is {where}")
    missing = [COLOURS[target] for target in targets if now.dice[target] == GONE]
    reasons = [f"{target} is removed or in Room 101" for target in missing]
    reasons = reasons or list(against(now, die, targets))
    return Refusal(clauses[colour], "; ".join(reasons))


def against(now: DiceState, die: int, targets: tuple[int, ...]) -> Iterator[str]:
    """What keeps an available die from taking effect on dice that are there."""
    shown = now.dice[die]
    if die in (BLUE, WHITE, PURPLE) and not targets:
        possible = any(step.die == die for step in steps(now))
        none = {
            BLUE: f"no other die but yellow shows more than blue, which shows {shown}",
            WHITE: "no two other dice show the same",
        }
        yield f"name the die to {VERBS[die]}" if possible else none[die]
    elif die == GREEN:
        yield from against_reroll(now, shown, targets)
    elif die == BLUE:
        (target,) = targets
        if target == YELLOW:
            yield "blue never removes yellow"
        else:
            yield f"{shows(now, target)}, no more than blue, which shows {shown}"
    elif die == WHITE:
        yield f"{shows(now, targets[0])}, which no other die shows"
    elif die == YELLOW:
        yield f"yellow shows {shown}, and no die is placed on space {shown}"
    else:
        yield "no other die is placed yet"


def against_reroll(now: DiceState, shown: int, targets: tuple[int, ...]) -> Iterator[str]:
    """What keeps green from rerolling these dice."""
    if len(targets) != shown:
        yield f"green shows {shown}, so it rerolls exactly {counted(shown, 'other')}"
    for target in targets:
        if now.dice[target] > FACES:
            yield f"{COLOURS[target]} is placed already"
    others = sum([1 <= now.dice[other] <= FACES for other in DICE if other != GREEN])
    if others < shown:
        yield f"there are only {others}" if others else "there are none"


def shows(now: DiceState, die: int) -> str:
    """What a die shows, in words."""
    return f"{COLOURS[die]} shows {value(now.dice[die])}"
