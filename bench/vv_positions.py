"""How many end positions of Verse & Variant are checked and scored in a second.

    python bench/vv_positions.py

prints positions a second, parsed already, on one core, for each number of players: of each
position the best of five runs. The target is 5,000.
"""

from __future__ import annotations

import timeit
from functools import partial
from random import Random
from statistics import mean

from scoring.positions.positions import Filled, score
from tests.verse_and_variant.holdings import GAME, random_position


def main(number: int = 2000) -> None:
    rng = Random(1)
    positions = [Filled(GAME, random_position(rng)) for _ in range(number)]
    for players in GAME.data.numbers.set_up:
        chosen = [one for one in positions if len(one.position.players) == players]
        tokens = mean(
            [sum(held.features.values()) for one in chosen for held in one.position.players]
        )
        spent = sum([min(timeit.repeat(partial(score, one), number=1, repeat=5)) for one in chosen])
        print(f"{players} players with {tokens:.0f} Features each: {len(chosen) / spent:,.0f}")


if __name__ == "__main__":
    main()
