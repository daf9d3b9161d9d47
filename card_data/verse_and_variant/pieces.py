"""The tokens of Verse & Variant and the players' colours: their models and their checks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from card_data.documents import Steps
from card_data.model import Colour, Ink, Row

if TYPE_CHECKING:
    from card_data.verse_and_variant.model import Data

Found = Iterator[tuple[Steps, str]]


class Token(Row, frozen=True, kw_only=True):
    """A kind of token with one face (VV-1.4, VV-1.6)."""

    kind: Literal["feature", "lacuna", "corruption"]
    """The kind of token."""
    suit: Literal["blue", "green", "yellow", "red", "black"] | None = None
    """Whose Feature it is, or which suit it corrupts; a lacuna has none."""


class PlayerColour(Row, frozen=True, kw_only=True):
    """A player's colour for cubes, Grants and the Lockdown tile."""

    name: str
    """What the colour is called."""
    colour: Colour
    """The colour of the player."""
    ink: Ink
    """The colour of what is printed on it."""
    sign: str
    """The icon that tells it from the others in grey."""


def piece_problems(data: Data) -> Found:
    """Everything wrong with tokens and player colours, as `GameData.problems` gives it."""
    yield from token_problems(data)
    yield from missing_tokens(data)
    yield from sign_problems(data.player_colours)


def token_problems(data: Data) -> Found:
    """Tokens that are more or fewer than game.yaml says, lack a suit or have one too many."""
    numbers = data.numbers.tokens
    wanted = {
        "feature": numbers.features,
        "lacuna": numbers.lacunas,
        "corruption": numbers.corruption,
    }
    for index, token in enumerate(data.tokens):
        if token.copies != wanted[token.kind]:
            message = f"found {token.copies}, but game.yaml says {wanted[token.kind]}"
            yield ("tokens", index, "copies"), message
        if token.kind == "lacuna" and token.suit is not None:
            yield ("tokens", index, "suit"), "a lacuna has no suit"
        elif token.kind != "lacuna" and token.suit is None:
            yield ("tokens", index), f"expected a suit: every {token.kind} has one"


def missing_tokens(data: Data) -> Found:
    """Kinds of tokens that are there twice, or not at all."""
    suits: list[str | None] = [suit.id for suit in data.suits]
    wanted = [("feature", suit) for suit in suits] + [("corruption", suit) for suit in suits]
    seen: dict[tuple[str, str | None], str] = {}
    for index, token in enumerate(data.tokens):
        kind: tuple[str, str | None] = (token.kind, token.suit)
        if kind in seen:
            yield ("tokens", index), f"{seen[kind]} is the same token"
        seen.setdefault(kind, token.id)
    for name, suit in (*wanted, ("lacuna", None)):
        if (name, suit) not in seen:
            yield ("tokens",), f"no token for {f'{suit} ' if suit else ''}{name}"


def sign_problems(colours: Sequence[PlayerColour]) -> Found:
    """Signs that several players have."""
    signs: dict[str, str] = {}
    for index, colour in enumerate(colours):
        if colour.sign in signs:
            message = f"{signs[colour.sign]} has the same sign"
            yield ("player_colours", index, "sign"), message
        signs.setdefault(colour.sign, colour.id)
