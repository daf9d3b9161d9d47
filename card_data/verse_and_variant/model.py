"""The models of Verse & Variant."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import Meta

from card_data.model import (
    Acting,
    Colour,
    Count,
    GameData,
    Ink,
    Model,
    Option,
    Row,
    Seats,
    Whole,
    fields_of,
)
from card_data.placeholders import in_words
from card_data.verse_and_variant.pieces import PlayerColour, Token
from card_data.verse_and_variant.sets import Step, steps

Points = Annotated[int, Meta(ge=-99, le=999)]
Suit = Literal["blue", "green", "yellow", "red", "black"]
Feature = Literal["papyrus", "majority", "sinaiticus", "section", "ubs_a"]
Icon = Literal["papyrus", "majority", "sinaiticus", "section", "ubs_a", "lacuna", "corruption"]
Timing = Literal["instant", "anytime", "delayed"]
Gain = Literal["lacuna", "eureka", "prestige", "grant"]
Perk = Literal["grant", "lacuna", "none"]
BOARD_ORDER: tuple[Suit, ...] = get_args(Suit)
ICONS = (  # that the text of a card may name
    *("papyrus_sign", "majority_sign", "sinaiticus_sign", "section_sign", "ubs_a_sign"),
    *("lacuna", "corruption", "grant", "eureka", "prestige", "cube", "lockdown", "laureate"),
)
Places = Annotated[tuple[Points, ...], Meta(min_length=1)]


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
    icon: Gain
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
    perk: Perk
    text: str


class Institution(Model, frozen=True):
    """What a slot costs in Features, and the slots from the left (VV-5.4, VV-5.5)."""

    cost: Count
    slots: Annotated[tuple[Slot, ...], Meta(min_length=1)]


class Majority(Model, frozen=True):
    """Prestige for each place: in the Spotlight's Feature, the last lead's, the others (VV-6.3)."""

    spotlight: Places
    lead: Places
    other: Places


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
    set_up: Annotated[dict[Seats, SetUp], Meta(min_length=1)]
    prestige_track: Count
    eureka_rank: Count
    corruption_cost: Count
    exchange_cost: Count
    institution: Institution
    laureate: Points
    majority: Majority
    ladder: Annotated[tuple[Points, ...], Meta(min_length=1)]
    sets: dict[Count, Points]
    final: Final


class Options(Model, frozen=True):
    quill_from: Option[Literal["starter", "holder"]]


class Scriptorium(Row, frozen=True, kw_only=True):
    """A suit: its scriptorium and its Feature (VV-1.2); ``ink`` is printed on its ``colour``."""

    id: Suit
    title: str
    feature: Feature
    feature_title: str
    colour: Colour
    ink: Ink


class Witness(Row, frozen=True, kw_only=True):
    """A Witness card: its suit, its rank and what it yields (VV-1.3)."""

    suit: Suit
    rank: Count
    icons: Annotated[tuple[Icon, ...], Meta(min_length=1)]


class Tool(Acting, frozen=True, kw_only=True):
    """A Tool card: ``trigger`` says when a delayed one acts; ``text`` is its effect (VV-9)."""

    says: ClassVar[tuple[str, ...]] = ("timing", "trigger", "text")
    title: str
    rank: Count
    timing: Timing
    trigger: str = ""
    text: str


class Aid(Row, frozen=True, kw_only=True):
    """A line of the player aid; ``table`` names the numbers that are drawn below it."""

    panel: Literal["bout", "window", "session", "score"]
    icon: str
    text: str
    table: Literal["none", "bonuses", "slots", "majority", "ladder", "sets", "cubes"] = "none"


class Data(GameData, frozen=True, dict=True):
    numbers: Numbers
    options: Options
    suits: tuple[Scriptorium, ...]
    witnesses: tuple[Witness, ...]
    tools: tuple[Tool, ...]
    aids: tuple[Aid, ...]
    tokens: tuple[Token, ...]
    player_colours: tuple[PlayerColour, ...]

    @cached_property
    def set_steps(self) -> tuple[Step, ...]:
        """The sizes of sets that score, the smallest first (VV-7.2)."""
        return steps(self.numbers.sets)

    def facts(self) -> dict[str, Any]:
        numbers, suits = self.numbers, len(self.suits)
        ranks, tokens, slots = numbers.ranks, numbers.tokens, numbers.institution.slots
        witnesses, tools = len(self.witnesses), len(self.tools)
        return {
            "witnesses_total": witnesses,
            "tools_total": tools,
            "deck_total": witnesses + tools,
            "game_cards": witnesses + ranks.tools,
            "tools_aside": tools - ranks.tools,
            "suits_total": suits,
            "suits_listed": ", ".join(
                f"{suit.id} {suit.title} with {suit.feature_title}" for suit in self.suits
            ),
            "track_last": numbers.track.spaces - 1,
            "prestige_last": numbers.prestige_track - 1,
            "features_total": suits * tokens.features,
            "corruption_total": suits * tokens.corruption,
            "slots_each": len(slots),
            "slots_total": suits * len(slots),
            "slots_listed": "; ".join(f"{slot.prestige} prestige, {slot.text}" for slot in slots),
            "slot_prestige": in_words([slot.prestige for slot in slots], "and"),
            "bonuses_listed": "; ".join(
                f"space {one.space}: {one.text}" for one in numbers.bonuses
            ),
            "titles": {tool.id: tool.title.replace("'", "’") for tool in self.tools},
            **self.set_up_facts(),
            **self.award_facts(),
        }

    def set_up_facts(self) -> dict[str, Any]:
        """What VV-2 says for each number of players."""
        by_players = self.numbers.set_up
        begun = by_players.values()
        return {
            "set_up": {str(players): one for players, one in by_players.items()},
            "players_listed": in_words(by_players, "or"),
            "hands": in_words([one.hand for one in begun], "or"),
            "grants_listed": in_words([one.grants for one in begun], "or"),
            "cubes_listed": in_words([one.cubes for one in begun], "or"),
            "track_fill": "; ".join(
                f"{filling(one.spaces)} with {players} players"
                for players, one in by_players.items()
            ),
        }

    def award_facts(self) -> dict[str, Any]:
        """What VV-6 and VV-7 award."""
        numbers, majority = self.numbers, self.numbers.majority
        sets = sorted(numbers.sets.items(), reverse=True)
        return {
            "spotlight_award": numbered(majority.spotlight),
            "spotlight_awards": in_words(majority.spotlight, "and"),
            "lead_award": numbered(majority.lead),
            "lead_awards": in_words(majority.lead, "and"),
            "other_awards": in_words(majority.other, "and"),
            "ladder": numbered(numbers.ladder),
            "ladder_points": in_words(numbers.ladder, "and"),
            "ladder_length": len(numbers.ladder),
            "ladder_top": numbers.ladder[-1],
            "sets": {str(size): points for size, points in sets},
            "sets_listed": ", ".join(f"{size} score {points}" for size, points in sets),
        }

    def pieces_for(self, players: int) -> Mapping[str, Mapping[str, int]]:
        """Cubes, Grants and tiles of so many players (VV-2.3)."""
        begun = self.numbers.set_up[players]
        seats = [colour.id for colour in self.player_colours]

        def each(number: int) -> dict[str, int]:
            return {seat: number if at < players else 0 for at, seat in enumerate(seats)}

        return {
            "tokens": each(begun.cubes + 1),  # one more for the prestige track
            "grants": each(begun.grants),
            "markers": {**each(1), "token_eureka": players},
        }

    def set_up_for(self, players: int) -> Mapping[str, str]:
        ranks = self.numbers.ranks
        tools = f"{ranks.tools} of the {len(self.tools)} Tools, one of each rank at random"
        track = self.on_a_track(players)
        supply = self.numbers.tokens.features - track
        return {
            "deck": f"all {len(self.witnesses)} Witnesses and {tools}",
            "tokens": f"of each Feature {track} on its track, {supply or 'none'} in the supply",
        }

    def facts_for(self, players: int) -> Mapping[str, Any]:
        """What each player is given, and where the tokens lie."""
        track = self.on_a_track(players)
        supply = self.numbers.tokens.features - track
        given = self.numbers.set_up[players]
        spaces = ", ".join(map(str, given.spaces))
        return {
            **fields_of(given), "spaces": spaces, "track": track, "supply": supply or "–",
        }  # fmt: skip

    def on_a_track(self, players: int) -> int:
        """How many tokens a track begins with (VV-2.2)."""
        spaces = self.numbers.set_up[players].spaces
        return sum(spaces[index % len(spaces)] for index in range(self.numbers.track.spaces))

    def drawn(self, rng: Random) -> Mapping[str, tuple[str, ...]]:
        """One Tool of each rank (VV-2.1)."""
        ranks: dict[int, list[str]] = {}
        for tool in self.tools:
            ranks.setdefault(tool.rank, []).append(tool.id)
        return {"tools": tuple(rng.choice(ranks[rank]) for rank in sorted(ranks))}


def numbered(values: Iterable[int]) -> dict[str, int]:
    """Values by their numbers, from 1, for texts to name.

    >>> numbered([7, 4])
    {'1': 7, '2': 4}
    """
    return {str(number): value for number, value in enumerate(values, 1)}


def filling(spaces: tuple[int, ...]) -> str:
    """How many tokens a track's spaces get, by turns, in words (VV-2.2).

    >>> filling((1, 2)), filling((2, 2))
    ('1, 2, 1, 2 and so on', '2 on each')
    """
    if len(set(spaces)) == 1:
        return f"{spaces[0]} on each"
    return f"{', '.join(str(tokens) for tokens in spaces * 2)} and so on"
