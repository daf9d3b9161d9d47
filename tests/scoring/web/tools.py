"""Tables that are entered as a page enters them: item by item, each as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import card_data
import scoring
from scoring.positions.positions import PositionFile
from scoring.web.entry import plain_json
from scoring.web.shared_position import EnteredChange, SharedPosition
from scoring.web.view import Item, View, view_of

POSITIONS = Path(__file__).parents[2] / "positions"
FORMS = Path(__file__).parents[1] / "forms"
FILES = [*sorted(POSITIONS.glob("*.yaml")), *sorted(FORMS.glob("*.yaml"))]
ONE_EACH = [  # game's evening, each without anything wrong
    *(POSITIONS / f"{stem}.yaml" for stem in ("da_tiebreak", "ms_two_players", "vv_four_players")),
    *(FORMS / f"{game}.yaml" for game in ("nineteen_eighty_four", "winstons_archive")),
]
GAMES = {  # with so many players
    "dice_archive": 2, "manuscript": 2, "nineteen_eighty_four": 0, "verse_and_variant": 3,
    "winstons_archive": 3,
}  # fmt: skip
PAGES = "players.0.manuscripts"  # of Winston's Archive
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
PAGE = "\n".join(["LLLL" + "." * 8] + ["." * 12] * 17)


def table_of(game: str, players: int | None = None) -> SharedPosition:
    from scoring.web.entry import begun

    names = NAMES[: GAMES[game] if players is None else players]
    return SharedPosition("1f00c0de", begun(card_data.load(game), names))


def at(value: Any, path: str) -> Any:
    for step in path.split("."):
        if isinstance(value, list):
            value = value[int(step)] if int(step) < len(value) else None
        else:
            value = (value or {}).get(step)
    return value


def answers(file: Path) -> tuple[PositionFile, dict[str, Any]]:
    filled = scoring.read(file)
    return filled, answers_of(filled)


def answers_of(filled: PositionFile) -> dict[str, Any]:
    said = plain_json(filled.position)
    found = {item.path: at(said, item.path) for item in view_of(filled).items}
    return {path: value for path, value in found.items() if value is not None}


def entered(table: SharedPosition, wanted: dict[str, Any]) -> Iterator[tuple[Item, EnteredChange]]:
    done: set[str] = set()
    while item := next((one for one in table.view.items if one.path not in done), None):
        done.add(item.path)
        if item.path not in wanted:
            continue
        change = EnteredChange(item.path, wanted[item.path], at(table.view.position, item.path))
        table.take([change])
        yield item, change


def item_of(view: View, path: str) -> Item:
    return next(one for one in view.items if one.path == path)


def sample(view: View, item: Item) -> Any:
    first = view.lists[item.list][0][0] if item.list else None
    key = item.keys[0][0] if item.keys else ""
    values: dict[str, Any] = {
        "players": [{"name": name} for name in NAMES[: view.most]], "number": 3, "flag": True,
        "marks": [] if first is None else [int(first) if first.isdecimal() else first],
        "choice": first, "counts": {key: 2}, "picks": {key: first}, "list": [first, None, first],
        "page": PAGE,
    }  # fmt: skip
    return values.get(item.kind, "some text")
