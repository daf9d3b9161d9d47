"""Placements as moves: the words for each, and why one is refused (NE-4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, permutations

from card_data.nineteen_eighty_four.model import COLOURS
from card_data.text import plural
from scoring.nineteen_eighty_four.dice import (
    BLUE,
    EFFECTS,
    FACES,
    GONE,
    GREEN,
    RED,
    VERBS,
    WHITE,
    YELLOW,
    DiceState,
    rollable,
    value,
    words_of,
)
from scoring.play.moves import Refusal, Vocabulary

DICE = range(len(COLOURS))
Placing = tuple[int, tuple[int, ...]]  # a die, and the dice that its effect is put to


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary[Placing]:
    """Return the words for every placement, legal now or not; dice to reroll come in any order."""
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


def refusal(clauses: Mapping[str, str], now: DiceState, placing: Placing) -> Refusal | None:
    """Return why a placement is illegal, by the die's own clause if it is available, else NE-3.3.

    >>> from scoring.nineteen_eighty_four.dice import parse_dice
    >>> refusal({"blue": "NE-4.3"}, parse_dice("b3 w2"), (BLUE, (WHITE,)))
    Refusal(rule='NE-4.3', reason='white shows 2, no more than blue, which shows 3')
    """
    die, targets = placing
    colour, shown = COLOURS[die], now.dice[die]
    if not 1 <= shown <= FACES:
        where = "placed already" if shown > FACES else "removed or in Room 101"
        return Refusal("NE-3.3", f"{colour} is {where}")
    reasons = "; ".join(against(now, die, targets))
    return Refusal(clauses[colour], reasons) if reasons else None


def against(now: DiceState, die: int, targets: tuple[int, ...]) -> Iterator[str]:
    """Yield why the effect of an available die cannot be applied to these dice, if it cannot."""
    shown = now.dice[die]
    possible = [step.targets for step in EFFECTS[die](now, shown)]
    missing = [COLOURS[target] for target in targets if now.dice[target] == GONE]
    if targets in possible:
        return
    if missing:
        yield from [f"{colour} is removed or in Room 101" for colour in missing]
    elif die == GREEN:
        yield from against_reroll(now, shown, targets)
    elif targets == (YELLOW,) and die == BLUE:
        yield "blue never removes yellow"
    elif targets:
        changed = value(now.dice[targets[0]])
        shows = f"{COLOURS[targets[0]]} shows {changed}"
        alone = "no die but white" if changed == shown else "no other die"
        yield {
            BLUE: f"{shows}, no more than blue, which shows {shown}",
            WHITE: f"{shows}, which {alone} shows",
        }[die]
    elif possible:
        yield f"name the die to {VERBS[die]}"
    else:
        yield {
            RED: "no other die is placed yet",
            BLUE: f"no other die but yellow shows more than blue, which shows {shown}",
            WHITE: "no two other dice show the same",
            YELLOW: f"yellow shows {shown}, and no die is placed on space {shown}",
        }[die]


def against_reroll(now: DiceState, shown: int, targets: tuple[int, ...]) -> Iterator[str]:
    """Yield why Green cannot reroll these dice."""
    others = rollable(now.dice)
    if len(targets) != shown:
        yield f"green shows {shown}, so it rerolls exactly {plural(shown, 'other')}"
    yield from [f"{COLOURS[die]} is placed already" for die in targets if die not in others]
    if len(others) < shown:
        yield f"there are only {len(others)}" if others else "there are none"
