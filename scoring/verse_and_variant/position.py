"""The position of boards and ledgers at the end of Verse & Variant, as players enter it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from card_data import Game
from card_data.model import Model
from card_data.verse_and_variant.model import Data, Feature, Suit
from scoring.positions.findings import Where
from scoring.positions.positions import Claim, Marks, PlayerName, Players, Running

NONE = "none"  # no Spotlight, an empty slot, nobody; so no player may be called that
Spotlight = Literal[Suit, "none"]
Counts = Annotated[dict[Feature, int | None], Meta(examples=[{"papyrus": 2, "majority": 1}])]
Owner = Annotated[str, Meta(extra={"nobody": NONE})]
Slots = Annotated[
    dict[Feature, tuple[Owner | None, ...] | None],
    Meta(examples=[{"papyrus": ["Ann", "Bo", NONE]}]),
]
Flat = Annotated[dict[Feature, Marks[int] | None], Meta(examples=[{"papyrus": [1]}])]


class Points(Model, frozen=True):
    """The entries in a player's boxes on the score pad (VV-7); each number is checked if it is
    given."""

    ladders: Counts | None = msgspec.field(default_factory=dict)
    """Prestige for each Feature."""
    sets: Claim = UNSET
    """Prestige for sets."""
    grants: Claim = UNSET
    """Prestige for unused Grants."""
    laureate: Claim = UNSET
    """Prestige for the Edition Laureate."""
    institutions: Claim = UNSET
    """Prestige for cubes at institutions."""
    eureka: Claim = UNSET
    """Prestige for Eureka."""
    cubes: Claim = UNSET
    """Prestige for unused cubes."""


class Holdings(Model, frozen=True):
    """One player's tokens; None is an answer not given yet."""

    name: PlayerName | None = None
    """The name of the player."""
    features: Counts | None = None
    """Tokens of each Feature in ledger and vault, with the one that T-5c adds (VV-8.1); a Feature
    left out has none."""
    lacunae: int | None = None
    """How many lacunas the player has."""
    grants_unused: int | None = None
    """How many Grants are unused."""
    eureka: bool | None = None
    """Whether the player has Eureka."""
    cubes_unused: int | None = None
    """How many research cubes are unused."""
    prestige: int | None = None
    """Prestige gained during play, as the marker on the prestige track says."""
    points: Points | None = msgspec.field(default_factory=Points)
    """What the score pad says of each part."""
    total: Claim = UNSET
    """What the score pad says of all prestige; checked if it is given."""
    features_in_all: Claim = UNSET
    """What the score pad says of all Features together; checked if it is given."""

    def has_sums(self) -> bool:
        """Check whether any box of the score pad is filled in."""
        sums = (self.points, self.total, self.features_in_all)
        return sums != (Points(), UNSET, UNSET)

    def boxes(self) -> dict[Where, Claim]:
        """Return the sums on the score pad, by their paths."""
        points = self.points or Points()
        ladders = points.ladders or {}
        parts = [part for part in points.__struct_fields__ if part != "ladders"]
        return {
            **{("points", "ladders", feature): claim for feature, claim in ladders.items()},
            **{("points", part): getattr(points, part) for part in parts},
            ("total",): self.total,
            ("features_in_all",): self.features_in_all,
        }


class Position(Model, frozen=True):
    """The table at the end of the game; None is an answer not given yet."""

    game: Literal["verse_and_variant"] = "verse_and_variant"
    """The name of the game."""
    spotlight: Spotlight | None = None
    """The Spotlight of the last majority scoring, or none."""
    institutions: Slots | None = None
    """For each Feature whose cube is on each slot, from the left, or none; slots left out are
    empty."""
    laureate: Owner | None = None
    """The name of the player with the Edition Laureate, or none."""
    unscored: Flat | None = msgspec.field(default_factory=dict)
    """For each Feature the slots, counting from 1, whose cubes lie flat and score nothing
    (VV-8.2)."""
    players: Players[Holdings] | None = None
    """What each player holds, in the order of the seats."""
    running: Running = UNSET
    """Whether the game is not over, so that the score is provisional."""

    def slots(self, feature: Feature) -> tuple[str | None, ...]:
        """Return the entries for an institution's slots; none if that is not answered."""
        return (self.institutions or {}).get(feature) or ()

    def flat(self, feature: Feature) -> tuple[int | None, ...]:
        """Return the slots of an institution whose cubes lie flat; none if that is not answered."""
        return (self.unscored or {}).get(feature) or ()


def as_written(position: Position, game: Game[Data]) -> Position:
    """Return the position with nothing written on empty slots."""
    if position.institutions is None:
        return position
    boards = {
        feature: slots and tuple([None if owner == NONE else owner for owner in slots])
        for feature, slots in position.institutions.items()
    }
    return msgspec.structs.replace(position, institutions=boards)


def blank(game: Game[Data]) -> str:
    """Return an empty position as commented YAML: every answer ``null``."""
    data, seats = game.data, game.head.players
    features = [suit.feature for suit in data.suits]
    titles = "\n".join(f"#     {suit.feature:12}{suit.feature_title}" for suit in data.suits)
    slots = ", ".join(["null"] * len(data.numbers.institution.slots))
    institutions = "\n".join(f"  {feature}: [{slots}]" for feature in features)
    holdings = f"""\
  - name: null
    features: {{{", ".join(f"{feature}: null" for feature in features)}}}
    lacunae: null
    grants_unused: null
    eureka: null        # true or false
    cubes_unused: null  # research cubes only
    prestige: null      # gained during play: the marker on the prestige track
"""
    return f"""\
# {game.title}
# The table at the end of the game. Replace each null with an answer;
# `scoring score FILE` lists those still missing. One entry per player,
# {seats.min} to {seats.max}: copy or delete entries as needed.
#
# spotlight     at the last majority scoring: {", ".join(suit.id for suit in data.suits)},
#               or {NONE}
# institutions  whose cube is on each slot, from the left, e.g. [Ann, Bo, {NONE}]
# laureate      who has the Edition Laureate, or {NONE}
# unscored      the slots whose cubes lie flat and score nothing, e.g. {{{features[0]}: [1]}}
# features      tokens in ledger and vault of each Feature:
{titles}
#
# What you added up on the score pad may be written too, for any player; it is then checked:
#   points: {{ladders: {{{features[0]}: 7}}, sets: 16, grants: 2, laureate: 4, institutions: 8,
#            eureka: 1, cubes: -4}}
#   total: 41
#   features_in_all: 12
game: {game.id}
spotlight: null
institutions:
{institutions}
laureate: null
unscored: {{}}
players:
{holdings * seats.min}"""
