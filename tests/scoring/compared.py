"""Rule sets to compare: edited copies of shipped games."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import card_data
from card_data.game import SHIPPED
from scoring.compare.figures import titles
from scoring.compare.pairs import Pairs, RuleSet, Table
from scoring.play.simulate import Plan, no_more
from scoring.play.workers import Opened

ELSEWHERE = 10**6  # a seed so far from those of tests that no game is drawn twice
TOP_STEP = {"game.yaml": [("52, 66]", "52, 60]")]}  # of the ladder of Verse & Variant
STAND_INS = {  # three in place of four, in Winston's Archive
    "game.yaml": [
        ("cards: 54", "cards: 53"),
        ("product_over_process: 4", "product_over_process: 3"),
    ],
    "specials.yaml": [("copies: 4", "copies: 3")],
}
ZONE = {"route.yaml": [("boxes: 8, corner: red", "boxes: 8")]}  # the first red Control Zone
TITLE = {"books.yaml": [("A Key to All Locks", "A Key to No Lock")]}
Edits = dict[str, list[tuple[str, str]]]


def edited(folder: Path, game: str, edits: Edits) -> Path:
    """A folder with a copy of a game, in which each text stands in place of another."""
    shutil.copytree(SHIPPED / game, folder / game)
    for name, changes in edits.items():
        file = folder / game / name
        text = file.read_text("utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        file.write_text(text, "utf-8")
    return folder


@cache
def shipped(game: str) -> RuleSet:
    """The shipped rules of a game."""
    return RuleSet("shipped", card_data.load(game))


def mine(folder: Path, game: str, edits: Edits) -> RuleSet:
    """Edited rules of a game."""
    return RuleSet("mine", card_data.load(game, edited(folder, game, edits)), folder)


def apart(
    old: RuleSet,
    new: RuleSet,
    plan: Plan,
    seed: int,
    numbers: range,
    executor: Opened | None = None,
    watch: object = no_more,
) -> Pairs:
    """As `play_pairs`, but with other chance for the new rules: nothing is paired."""
    found = Pairs()
    before, after = (
        Table(rules.game, plan.seats(rules.game), titles(rules.game.data)) for rules in (old, new)
    )
    for number in numbers:
        found.count(before.played(plan, seed, number), after.played(plan, seed + ELSEWHERE, number))
    return found
