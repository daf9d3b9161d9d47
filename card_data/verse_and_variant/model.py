"""The models of Verse & Variant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from card_data.documents import Steps
from card_data.model import Colour, Count, GameData, Model, Name, Option, Row, Whole
from card_data.verse_and_variant.pieces import PlayerColour, Token, piece_problems

Points = Annotated[int, Meta(ge=-99, le=999)]
Suit = Literal["blue", "green", "yellow", "red", "black"]
Feature = Literal["papyrus", "majority", "sinaiticus", "section", "ubs_a"]
Icon = Literal["papyrus", "majority", "sinaiticus", "section", "ubs_a", "lacuna", "corruption"]
Timing = Literal["instant", "anytime", "delayed"]


class Ranks(Model, frozen=True):
    """The highest rank of Witnesses and of Tools, and how many Tools have each rank (VV-1.1)."""

    witnesses: Count
    tools: Count
    tools_of_a_rank: Count


class Track(Model, frozen=True):
    """A track of the Spotlight board: its spaces count from 0 (VV-1.4)."""

    spaces: Count


class Bonus(Model, frozen=True):
    """What the player gains who empties a space of a track (VV-1.7)."""

    space: Whole
    icon: Name
    gain: Count
    text: str


class Tokens(Model, frozen=True):
    """How many tokens are printed: Features of each kind, Corruption and Grants of each colour,
    cubes of each player (VV-1.4 to VV-1.6)."""

    features: Count
    lacunas: Count
    corruption: Count
    grants: Count
    lockdowns: Count
    laureates: Count
    eureka: Count
    cubes: Count


class SetUp(Model, frozen=True):
    """What each player begins with, and the tokens on a track's spaces by turns (VV-2)."""

    hand: Count
    grants: Count
    cubes: Count
    spaces: Annotated[tuple[Count, ...], Meta(min_length=1)]


class Slot(Model, frozen=True):
    """A slot of an institution: the prestige of its cube, and its perk (VV-5.5)."""

    prestige: Points
    perk: Name
    text: str


class Institution(Model, frozen=True):
    """What a slot costs in Features, and the slots from the left (VV-5.4, VV-5.5)."""

    cost: Count
    slots: Annotated[tuple[Slot, ...], Meta(min_length=1)]


class Majority(Model, frozen=True):
    """Prestige for each place: in the Spotlight's Feature, the last lead's, the others (VV-6.3)."""

    spotlight: tuple[Points, ...]
    lead: tuple[Points, ...]
    other: tuple[Points, ...]


class Final(Model, frozen=True):
    """Prestige at the end for each unused Grant, Eureka held and unused cube (VV-7.4)."""

    grant: Points
    eureka: Points
    unused_cube: Points


class Numbers(Model, frozen=True):
    """``set_up`` by number of players; ``ladder`` for 1, 2, 3 … of a Feature; ``sets`` by size."""

    ranks: Ranks
    track: Track
    bonuses: tuple[Bonus, ...]
    tokens: Tokens
    set_up: dict[int, SetUp]
    prestige_track: Count
    eureka_rank: Count
    corruption_cost: Count
    exchange_cost: Count
    institution: Institution
    laureate: Points
    majority: Majority
    ladder: Annotated[tuple[Points, ...], Meta(min_length=1)]
    sets: dict[int, Points]
    final: Final


class Options(Model, frozen=True):
    quill_from: Option[Literal["starter", "holder"]]


class Scriptorium(Row, frozen=True, kw_only=True):
    """A suit: its scriptorium and its Feature (VV-1.2); ``ink`` is what is printed on ``colour``."""

    id: Suit
    title: str
    feature: Feature
    feature_title: str
    colour: Colour
    ink: Colour


class Witness(Row, frozen=True, kw_only=True):
    """A Witness card: its suit, its rank and what it yields (VV-1.3)."""

    suit: Suit
    rank: Count
    icons: Annotated[tuple[Icon, ...], Meta(min_length=1)]


class Tool(Row, frozen=True, kw_only=True):
    """A Tool card: ``trigger`` says when a delayed one acts; ``text`` is its effect (VV-9)."""

    title: str
    rank: Count
    timing: Timing
    trigger: str = ""
    text: str


class Data(GameData, frozen=True, dict=True):
    numbers: Numbers
    options: Options
    suits: tuple[Scriptorium, ...]
    witnesses: tuple[Witness, ...]
    tools: tuple[Tool, ...]
    tokens: tuple[Token, ...]
    player_colours: tuple[PlayerColour, ...]

    def facts(self) -> dict[str, Any]:
        return {
            "witnesses_total": len(self.witnesses),
            "tools_total": len(self.tools),
            "deck_total": len(self.witnesses) + len(self.tools),
            "institution_slots": len(self.numbers.institution.slots),
        }

    def problems(self) -> Iterator[tuple[Steps, str]]:
        yield from piece_problems(self)
