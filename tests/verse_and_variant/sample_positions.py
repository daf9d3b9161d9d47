"""End positions of Verse & Variant to test on: a sound one to change, and random ones."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import msgspec

import card_data
from card_data import Game
from card_data.verse_and_variant.model import Data, Feature
from scoring.positions.positions import PositionFile, Report, check, score
from scoring.positions.result import Tally
from scoring.verse_and_variant import Holdings, Position
from tests.scoring.tools import house

GAME: Game[Data] = card_data.load("verse_and_variant")
TRACKS: Game[Data] = house(GAME, empty_supply="tracks")  # no substitutes (VV-3.4)
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
FEATURES = tuple(suit.feature for suit in GAME.data.suits)
SLOTS = len(GAME.data.numbers.institution.slots)
PLAYER = {  # of three who play: nothing that scores
    "features": {},
    "lacunae": 0,
    "grants_unused": 0,
    "eureka": False,
    "cubes_unused": 5,
    "prestige": 0,
}


def sound(players: int = 3) -> dict[str, Any]:
    """A sound position in which nobody has anything but unplaced cubes, as plain values."""
    dealt = GAME.data.numbers.set_up[players].cubes
    return {
        "game": "verse_and_variant", "spotlight": "none", "institutions": {}, "laureate": "none",
        "players": [
            {"name": name, **copy.deepcopy(PLAYER), "cubes_unused": dealt} for name in NAMES[
                :players]],
    }  # fmt: skip


def place(position: dict[str, Any], feature: str, *owners: str) -> None:
    """Put cubes on the slots of an institution, each out of its owner's unused ones."""
    position["institutions"][feature] = list(owners)
    for player in position["players"]:
        player["cubes_unused"] -= owners.count(player["name"])


def filled(position: dict[str, Any], game: Game[Data] = GAME) -> PositionFile:
    return PositionFile(game, msgspec.convert(position, Position))


def checked(position: dict[str, Any], game: Game[Data] = GAME) -> Report:
    return check(filled(position, game))


def tallies(position: dict[str, Any]) -> dict[str, Tally]:
    report = score(filled(position))
    assert report.result is not None, report.findings
    return {one.player: one.tally for one in report.result.standings}


def tally(position: dict[str, Any]) -> Tally:
    return tallies(position)[NAMES[0]]


def parts(one: Tally) -> dict[str, int]:
    return {part.label: part.points for part in one.parts}


def random_position(rng: Random) -> Position:
    """A sound position with every place of the format answered, as an engine gives it."""
    numbers = GAME.data.numbers
    players = rng.choice(list(numbers.set_up))
    names, begun = NAMES[:players], numbers.set_up[players]
    cubes = dict.fromkeys(names, begun.cubes)
    boards: dict[Feature, tuple[str | None, ...] | None] = {}
    flat: dict[Feature, tuple[int | None, ...] | None] = {}
    full = True
    for feature in FEATURES:
        owners = []
        for _ in range(SLOTS):
            able = [name for name in names if cubes[name]]
            owner = rng.choice([*able, "none"])
            owners.append(owner)
            if owner != "none":
                cubes[owner] -= 1
        boards[feature] = tuple(owners)
        full = full and "none" not in owners
        perks = [slot.perk for slot in numbers.institution.slots]
        taken = [
            number
            for number, (owner, perk) in enumerate(zip(owners, perks, strict=True), 1)
            if "none" not in (owner, perk)
        ]
        flat[feature] = tuple(slot for slot in taken if rng.random() < 0.2)
    held = []
    for name in names:
        most = numbers.tokens.features // players
        features: dict[Feature, int | None] = {
            feature: rng.randint(0, rng.choice((3, most))) for feature in FEATURES
        }
        grants, lacunae = rng.randint(0, begun.grants), rng.randint(0, 15)
        eureka, prestige = rng.random() < 0.5, rng.randint(0, 120)
        held.append(Holdings(name, features, lacunae, grants, eureka, cubes[name], prestige))
    return Position(
        spotlight=rng.choice(("none", *[suit.id for suit in GAME.data.suits])), institutions=boards,
        laureate=rng.choice(names if full else (*names, "none")), unscored=flat,
        players=tuple(held),
    )  # fmt: skip
