"""Edits of each shipped game, one of each kind, as a designer makes them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from printkit.workshop.new_game import copy_game
from tests.card_data.copies import edit

SPOT = '<rect x="20" y="20" width="2" height="2" fill="#808080"/></svg>'


class Edit(NamedTuple):
    """What to replace by what in a file."""

    file: str
    old: str
    new: str


def spot(template: str) -> Edit:
    """A grey spot drawn at the end of a template."""
    return Edit(f"templates/{template}", "</svg>", SPOT)


COPIES = Edit("print.yaml", "template: common/set_up.svg", "template: common/set_up.svg, copies: 2")
EDITS: Mapping[str, Mapping[str, Edit]] = MappingProxyType(
    {
        "dice_archive": {
            "row": Edit(
                "phases.yaml", "and the boss onto the board", "and the boss onto the table"
            ),
            "number": Edit("game.yaml", "board_dice: 5", "board_dice: 6"),
            "clause": Edit("rules.yaml", "The highest roll takes it", "The lowest roll takes it"),
            "option": Edit("game.yaml", "value: false", "value: true"),
            "removed": Edit("aids.yaml", "  - {id: overtime,", "  # {id: overtime,"),
            "renamed": Edit("aids.yaml", "{id: strength,", "{id: power,"),
            "added": Edit(
                "aids.yaml",
                "  - {id: end,",
                "  - {id: rest, icon: flag, text: Then rest.}\n  - {id: end,",
            ),
            "template": spot("token.svg"),
            "chapter": Edit(
                "rulebook.yaml", "Board and form have three", "Board and form each have three"
            ),
            "example": Edit(
                "rulebook.yaml", "title: the first week of", "title: the very first week of"
            ),
        },
        "manuscript": {
            "row": Edit("tiles.yaml", "title: Red Capital", "title: Blue Capital"),
            "number": Edit("game.yaml", "scrape: 5", "scrape: 4"),
            "clause": Edit("rules.yaml", "turns go clockwise. On", "turns go anticlockwise. On"),
            "option": Edit("game.yaml", "value: true", "value: false"),
            "removed": Edit("aids.yaml", "  - {id: ties,", "  # {id: ties,"),
            "renamed": Edit("aids.yaml", "{id: borrow,", "{id: loan,"),
            "added": Edit(
                "aids.yaml",
                "  - {id: score,",
                "  - {id: rest, side: back, icon: coin, text: Then rest.}\n  - {id: score,",
            ),
            "template": spot("quill.svg"),
            "chapter": Edit("rulebook.yaml", "verse and prose. You", "poetry and prose. You"),
            "example": Edit("rulebook.yaml", "title: the second round of", "title: round two of"),
        },
        "nineteen_eighty_four": {
            "row": Edit("dice.yaml", "Needs none.", "Needs nothing."),
            "number": Edit("game.yaml", "golden_country: [20,", "golden_country: [21,"),
            "clause": Edit("rules.yaml", "one must be.", "one has to be."),
            "removed": Edit("steps.yaml", "  - {id: count,", "  # {id: count,"),
            "renamed": Edit("steps.yaml", "{id: walk,", "{id: stroll,"),
            "added": Edit(
                "steps.yaml",
                "  - {id: end,",
                "  - {id: rest, icon: flag, title: Rest, text: Then rest.}\n  - {id: end,",
            ),
            "template": spot("die.svg"),
            "chapter": Edit("rulebook.yaml", "sheet</b>, a fresh one", "sheet</b>, a clean one"),
            "example": Edit("rulebook.yaml", "title: The start", "title: The very start"),
        },
        "verse_and_variant": {
            "row": Edit("tools.yaml", "It costs nobody Features.", "It costs no one Features."),
            "number": Edit("game.yaml", "laureate: 4 ", "laureate: 5 "),
            "clause": Edit(
                "rules.yaml",
                "Draw one Tool of each rank at random.",
                "Draw a Tool of each rank at random.",
            ),
            "option": Edit("game.yaml", "value: starter", "value: holder"),
            "removed": Edit("aids.yaml", "  - {id: ties,", "  # {id: ties,"),
            "renamed": Edit("aids.yaml", "{id: echo,", "{id: answer,"),
            "added": Edit(
                "aids.yaml",
                "  - {id: rest,",
                "  - {id: pause, panel: score, icon: coin, text: Then rest.}\n  - {id: rest,",
            ),
            "template": spot("board_prestige.svg"),
            "chapter": Edit(
                "rulebook.yaml", "Each colour is a scriptorium", "Every colour is a scriptorium"
            ),
            "example": Edit("rulebook.yaml", "title: the second bout", "title: bout two"),
        },
        "winstons_archive": {
            "row": Edit("books.yaml", "A Key to All Locks", "A Key to Some Locks"),
            "number": Edit("game.yaml", "reprimand: -3", "reprimand: -4"),
            "clause": Edit("rules.yaml", "Turns go clockwise.", "Turns go anticlockwise."),
            "option": Edit("game.yaml", "value: false", "value: true"),
            "removed": Edit("aids.yaml", "  - {id: win,", "  # {id: win,"),
            "renamed": Edit("aids.yaml", "{id: look,", "{id: see,"),
            "added": Edit(
                "aids.yaml",
                "  - {id: free,",
                "  - {id: rest, side: back, icon: stamp, text: Then rest.}\n  - {id: free,",
            ),
            "template": spot("back.svg"),
            "chapter": Edit("rulebook.yaml", "Set-up is the same", "Laying out is the same"),
            "example": Edit(
                "rulebook.yaml", "title: the first two rounds", "title: rounds one and two"
            ),
        },
    }
)


def edited(game: str, folder: Path, *kinds: str) -> Path:
    """A copy of a game in ``folder`` with the edits of some ``kinds``, or of all; its folder."""
    own = copy_game(game, folder)
    for kind, (file, old, new) in {**EDITS[game], "copies": COPIES}.items():
        if not kinds or kind in kinds:
            edit(own / file, old, new)
    return own
