"""An icon means one thing in all games, and the same thing has the same icon."""

from __future__ import annotations

from collections import defaultdict

import card_data

# What rows of aids and steps are about, where more than one game has it or an icon once meant more.
MEANINGS = {
    "take it to you": ["winstons_archive aids take", "manuscript aids borrow",
                       "verse_and_variant aids turn"],
    "roll dice": ["dice_archive phases communal", "dice_archive phases work",
                  "nineteen_eighty_four steps roll"],
    "reroll dice": ["dice_archive phases reroll", "nineteen_eighty_four dice green"],
    "turn dice over": ["dice_archive aids overtime", "nineteen_eighty_four dice purple"],
    "place dice": ["dice_archive phases hour", "nineteen_eighty_four steps place"],
    "add up dice": ["dice_archive aids strength", "nineteen_eighty_four steps count"],
    "a round passes": ["dice_archive phases weekend", "manuscript aids round",
                       "nineteen_eighty_four steps mark", "verse_and_variant aids session"],
    "the end": ["dice_archive aids end", "manuscript aids end", "nineteen_eighty_four steps end",
                "verse_and_variant aids end"],
    "the score": ["dice_archive aids score", "manuscript aids score",
                  "verse_and_variant aids majority", "verse_and_variant aids shares"],
    "who wins": ["winstons_archive aids win", "manuscript aids ties",
                 "verse_and_variant aids ties"],
    "cards from the deck": ["winstons_archive aids deck", "verse_and_variant aids next"],
    "a card played": ["verse_and_variant aids primary"],
    "seen by all": ["winstons_archive aids secrets", "winstons_archive specials open_secrets"],
    "face down": ["verse_and_variant aids echo"],
    "cubes": ["manuscript aids purchase", "verse_and_variant aids institution",
              "verse_and_variant aids cubes"],
    "a shelf to lay things on": ["dice_archive aids archive", "verse_and_variant aids desk"],
    "the Spotlight": ["verse_and_variant aids spotlight"],
    "a finish order": ["verse_and_variant aids rank"],
    "different tokens": ["verse_and_variant aids sets"],
}  # fmt: skip
SIGNS = {"dice_archive": ("dice", "mark"), "manuscript": ("cubes", "sign"),
         "nineteen_eighty_four": ("dice", "mark"),
         "verse_and_variant": ("player_colours", "sign")}  # fmt: skip
ALIKE = {"gold": "yellow", "communal": "white"}


def icon(row: str) -> str:
    """The icon of a row that is named as game, table and ID."""
    game, table, name = row.split()
    found = next(one for one in card_data.load(game).rows(table) if one.id == name)
    return str(found.icon)  # type: ignore[attr-defined]


def test_the_same_meaning_has_the_same_icon_and_no_icon_two_meanings() -> None:
    icons = {meaning: {icon(row) for row in rows} for meaning, rows in MEANINGS.items()}
    assert {meaning: found for meaning, found in icons.items() if len(found) > 1} == {}
    assert len(set.union(*icons.values())) == len(icons)


def test_a_colour_has_the_same_sign_in_all_games_and_no_sign_two_colours() -> None:
    """DA-1.1, MS-1.1, NE-1.2, VV-1.4: red is a star wherever there is a red player or die."""
    signs: dict[str, set[str]] = defaultdict(set)
    for game, (table, sign) in SIGNS.items():
        for row in card_data.load(game).rows(table):
            signs[ALIKE.get(row.id, row.id)].add(getattr(row, sign))
    assert {colour: found for colour, found in signs.items() if len(found) > 1} == {}
    assert len(set.union(*signs.values())) == len(signs)
