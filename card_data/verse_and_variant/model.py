"""The models of Verse & Variant."""

import math
from collections.abc import Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args

from msgspec import Meta

from card_data.model import (
    Colour,
    Count,
    EffectRow,
    GameData,
    Ink,
    Model,
    Option,
    Row,
    Seats,
    Whole,
    fields_of,
)
from card_data.text import join_words
from card_data.verse_and_variant.pieces import PlayerColour, Token
from card_data.verse_and_variant.sets import Step, steps

Value = TypeVar("Value")
Points = Annotated[int, Meta(ge=0, le=999)]
Penalty = Annotated[int, Meta(ge=-99, le=0)]
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
CARDS_A_BOUT = 2  # a Primary and an Echo (VV-4.1); with one card left, the Primary alone (VV-4.2)
Places = Annotated[tuple[Points, ...], Meta(min_length=1)]


class Ranks(Model, frozen=True):
    """The ranks of the cards (VV-1.1)."""

    witnesses: Count
    """The highest rank of Witnesses."""
    tools: Count
    """The highest rank of Tools."""
    tools_of_a_rank: Count
    """How many Tools have each rank."""


class Track(Model, frozen=True):
    """A track of the Spotlight board (VV-1.4)."""

    spaces: Count
    """How many spaces it has; they count from 0."""


class Bonus(Model, frozen=True):
    """The gain of a player who empties a space of a track (VV-1.7)."""

    space: Whole
    """The space of the track."""
    icon: Gain
    """What is gained."""
    gain: Count
    """How many of it are gained."""
    text: str
    """The bonus in words."""


class Tokens(Model, frozen=True):
    """How many tokens are printed (VV-1.4 to VV-1.6)."""

    features: Count
    """Features of each kind."""
    lacunas: Count
    """Lacunas."""
    corruption: Count
    """Corruption markers of each suit."""
    grants: Count
    """Grants of each player colour."""
    lockdowns: Count
    """Lockdown tiles, one for each player colour."""
    laureates: Count
    """Edition Laureate tiles."""
    eureka: Count
    """Eureka discs."""
    cubes: Count
    """Cubes of each player, one of them for the prestige track."""


class SetUp(Model, frozen=True):
    """The set-up for a number of players (VV-2)."""

    hand: Count
    """Cards in each player's hand."""
    grants: Count
    """Grants of each player."""
    cubes: Count
    """Research cubes of each player."""
    spaces: Annotated[tuple[Count, ...], Meta(min_length=1)]
    """Tokens on the spaces of a track, by turns (VV-2.2)."""


class Slot(Model, frozen=True):
    """A slot of an institution (VV-5.5)."""

    prestige: Points
    """Prestige of its cube at the end."""
    perk: Perk
    """What a cube on it brings at once."""
    text: str
    """The perk in words."""


class Institution(Model, frozen=True):
    """An institution: what a slot costs, and its slots (VV-5.4, VV-5.5)."""

    cost: Count
    """What a slot costs, in Features."""
    slots: Annotated[tuple[Slot, ...], Meta(min_length=1)]
    """The slots from the left."""


class Majority(Model, frozen=True):
    """Prestige for each place in a majority scoring, the first place first (VV-6.3)."""

    spotlight: Places
    """Prestige in the Feature of the Spotlight."""
    lead: Places
    """Prestige in the Feature of the last lead."""
    other: Places
    """Prestige in each other Feature."""


class Final(Model, frozen=True):
    """Prestige at the end (VV-7.4)."""

    grant: Points
    """Prestige for each unused Grant."""
    eureka: Points
    """Prestige for a Eureka held."""
    unused_cube: Penalty
    """Prestige lost for each unused cube, as a negative number."""


class Numbers(Model, frozen=True):
    """The numbers of the rules."""

    ranks: Ranks
    """The ranks of the cards (VV-1.1)."""
    track: Track
    """The tracks of the Spotlight board (VV-1.4)."""
    bonuses: tuple[Bonus, ...]
    """What emptying a space of a track brings (VV-1.7)."""
    tokens: Tokens
    """How many tokens are printed (VV-1.4 to VV-1.6)."""
    set_up: Annotated[dict[Seats, SetUp], Meta(min_length=1)]
    """What is laid out, by the number of players (VV-2)."""
    prestige_track: Count
    """Spaces of the prestige track, which count from 0."""
    eureka_rank: Count
    """What a spent Eureka adds to the rank of a Primary."""
    corruption_cost: Count
    """Features lost to each Corruption."""
    exchange_cost: Count
    """Lacunas paid for a Tool of the haul."""
    institution: Institution
    """What the institutions cost and offer (VV-5.4, VV-5.5)."""
    laureate: Points
    """Prestige of the Edition Laureate."""
    majority: Majority
    """Prestige in a majority scoring (VV-6.3)."""
    ladder: Annotated[tuple[Points, ...], Meta(min_length=1)]
    """Prestige for 1, 2, 3 … of a Feature; more score as the last."""
    sets: dict[Count, Points]
    """Prestige for sets of different Features, by their size (VV-7.2)."""
    final: Final
    """Prestige for what is left at the end (VV-7.4)."""
    first_session: Count = 12
    """Features on each track at the start of a first session, from its last space down."""


class Options(Model, frozen=True):
    """The house rules. Those with a value here came later than the first copies of the game."""

    quill_from: Option[Literal["starter", "holder"]]
    """From whom the Quill passes clockwise before the next session (VV-6.6)."""
    empty_supply: Option[Literal["substitute", "tracks"]] = Option(
        "substitute", "VV-3.4", "What is taken for a token that the supply lacks."
    )
    """What is taken for a token that the supply lacks (VV-3.4)."""
    instant_or_anytime: Option[Literal["choose", "at_once"]] = Option(
        "choose", "VV-4.4", "Whether an Instant or anytime Tool may be kept."
    )
    """Whether an Instant or anytime Tool may be kept by its player (VV-4.4)."""


class Scriptorium(Row, frozen=True, kw_only=True):
    """A suit: its scriptorium and its Feature (VV-1.2)."""

    id: Suit
    """The suit."""
    title: str
    """What its scriptorium is called."""
    feature: Feature
    """Its Feature."""
    feature_title: str
    """What its Feature is called, as printed."""
    colour: Colour
    """The colour of the suit."""
    ink: Ink
    """The colour of what is printed on it."""

    def in_words(self, titles: Mapping[str, str]) -> str:
        del titles
        return f"The scriptorium of the {self.id} suit, whose Feature is {self.feature_title}."


class Witness(Row, frozen=True, kw_only=True):
    """A Witness card (VV-1.3)."""

    suit: Suit
    """Its suit."""
    rank: Count
    """Its rank."""
    icons: Annotated[tuple[Icon, ...], Meta(min_length=1)]
    """What it yields."""


class Tool(EffectRow, frozen=True, kw_only=True):
    """A Tool card (VV-9)."""

    says: ClassVar[tuple[str, ...]] = ("timing", "trigger", "text")
    title: str
    """The title of the card."""
    rank: Count
    """Its rank."""
    timing: Timing
    """When it acts: at once, at any time, or when its trigger happens."""
    trigger: str = ""
    """When a delayed one acts; empty for others."""
    text: str
    """Its effect."""


class Aid(Row, frozen=True, kw_only=True):
    """A line of the player aid."""

    panel: Literal["bout", "window", "session", "score"]
    """The panel of the aid that it is on."""
    icon: str
    """The icon before the line."""
    text: str
    """What the line says."""
    table: Literal["none", "bonuses", "slots", "majority", "ladder", "sets", "cubes"] = "none"
    """The numbers drawn below the line."""


class Data(GameData, frozen=True, dict=True):
    numbers: Numbers
    options: Options
    suits: tuple[Scriptorium, ...]
    """The suits in the order of the board (VV-1.2)."""
    witnesses: tuple[Witness, ...]
    """The Witness cards (VV-1.3)."""
    tools: tuple[Tool, ...]
    """The Tool cards (VV-9)."""
    aids: tuple[Aid, ...]
    """The lines of the player aid."""
    tokens: tuple[Token, ...]
    """The tokens with one face (VV-1.4, VV-1.6)."""
    player_colours: tuple[PlayerColour, ...]
    """The colours of the players, by seats."""

    @cached_property
    def set_steps(self) -> tuple[Step, ...]:
        """The sizes of sets that score, the smallest first (VV-7.2)."""
        return steps(self.numbers.sets)

    @cached_property
    def suit_of(self) -> dict[str, Suit]:
        """The suit of each Feature (VV-1.2)."""
        return {suit.feature: suit.id for suit in self.suits}

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
            "slot": numbered(slots),
            "slots_listed": "; ".join(f"{slot.prestige} prestige, {slot.text}" for slot in slots),
            "slot_prestige": join_words([slot.prestige for slot in slots], "and"),
            "bonus_space": {one.icon: one.space for one in numbers.bonuses},
            "bonuses_listed": "; ".join(
                f"space {one.space}: {one.text}" for one in numbers.bonuses
            ),
            "titles": {tool.id: tool.title.replace("'", "’") for tool in self.tools},
            **self.set_up_facts(),
            **self.award_facts(),
        }

    def set_up_facts(self) -> dict[str, Any]:
        """Return what VV-2 says for each number of players."""
        by_players = self.numbers.set_up
        begun = by_players.values()
        return {
            "set_up": {str(players): self.facts_for(players) for players in by_players},
            "players_listed": join_words(by_players, "or"),
            "hands": join_words([one.hand for one in begun], "or"),
            "first_session_tokens": self.numbers.first_session * len(self.suits),
            "grants_listed": join_words([one.grants for one in begun], "or"),
            "cubes_listed": join_words([one.cubes for one in begun], "or"),
            "track_fill": "; ".join(
                f"{filling(one.spaces)} with {players} players"
                for players, one in by_players.items()
            ),
        }

    def award_facts(self) -> dict[str, Any]:
        """Return the awards of VV-6 and VV-7."""
        numbers, majority = self.numbers, self.numbers.majority
        sets = sorted(numbers.sets.items(), reverse=True)
        return {
            "spotlight_award": numbered(majority.spotlight),
            "spotlight_awards": join_words(majority.spotlight, "and"),
            "lead_award": numbered(majority.lead),
            "lead_awards": join_words(majority.lead, "and"),
            "other_awards": join_words(majority.other, "and"),
            "ladder": numbered(numbers.ladder),
            "ladder_points": join_words(numbers.ladder, "and"),
            "ladder_length": len(numbers.ladder),
            "ladder_top": numbers.ladder[-1],
            "sets": {str(size): points for size, points in sets},
            "sets_listed": ", ".join(f"{size} score {points}" for size, points in sets),
        }

    def pieces_for(self, players: int) -> Mapping[str, Mapping[str, int]]:
        """Return the cubes, Grants and tiles of this many players (VV-2.3)."""
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
        """Return what each player is given, where tokens lie, and how many bouts a session has."""
        track = self.on_a_track(players)
        supply = self.numbers.tokens.features - track
        given = self.numbers.set_up[players]
        return {
            **fields_of(given),
            "spaces": ", ".join(map(str, given.spaces)),
            "track": track,
            "supply": supply or "–",
            "bouts": math.ceil(given.hand / CARDS_A_BOUT),
            "witnesses": len(self.witnesses) // players,
        }

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


def numbered(values: Iterable[Value]) -> dict[str, Value]:
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
