"""Each number of the rules: its value, the clause that states it, the faces that show it.

The table of each game is a file beside this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import card_data
from card_data import DataError, Game, Problem
from card_data.rulebook import texts
from printkit.drawing.shapes import Face, Text
from printkit.drawing.traversal import walk
from printkit.options import Options
from printkit.printing import checking
from printkit.sheets import layout
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.templating.environment import Facts
from tests.card_data.copies import SHIPPED, copied

TABLES = {
    game: yaml.safe_load(Path(__file__).with_name(f"{game}.yaml").read_text("utf-8"))
    for game in card_data.names()
}
TYPESETTER = Typesetter()
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
LISTED = pytest.mark.parametrize(
    ("game", "path"), [(game, path) for game, table in TABLES.items() for path in table["numbers"]]
)


def numbers_of(game: str) -> dict[str, int]:
    """The numbers in a game.yaml, and how many may play, by their places."""
    root = yaml.safe_load((SHIPPED / game / "game.yaml").read_text("utf-8"))
    return dict(leaves(root["numbers"])) | dict(leaves(root["players"], "players"))


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, int]]:
    if isinstance(value, dict | list):
        for step, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, f"{path}.{step}" if path else str(step))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, value


def edited(game: str, folder: Path, path: str, to: object) -> Game[Any]:
    """A game under another number; raise `DataError` for one that it cannot have."""
    copied(game, folder, rulebook=True)
    file = folder / game / "game.yaml"
    text = file.read_text("utf-8")
    node: Any = yaml.compose(text)
    for step in path.split("."):
        node = next(value for name, value in parts(node) if name == step)
    end = text[node.end_mark.index :]
    file.write_text(f"{text[: node.start_mark.index]}{to}{end}", encoding="utf-8")
    return card_data.load(game, folder)


def parts(node: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(node, yaml.MappingNode):
        return ((key.value, value) for key, value in node.value)
    return ((str(place), value) for place, value in enumerate(node.value))


def place(path: str) -> str:
    return path if path.startswith("players.") else f"numbers.{path}"


def said_by(game: Game[Any], clause: str) -> str:
    return " ".join([text for _, text in texts(game.clauses()[clause])][1:])


def shown_on(game: Game[Any], faces: str) -> str:
    """Return the words on the faces of a component, or on one of them: ``dice:blue``."""
    component, _, name = faces.partition(":")
    made = faces_of(game, component)
    return " ".join([words(face) for face in made.faces if name in ("", face.name)])


def faces_of(game: Game[Any], component: str) -> layout.Layout:
    options = Options()
    return layout.render_component(game, component, options, TYPESETTER, settings_for(options))


def words(face: Face | None) -> str:
    if face is None:
        return ""
    own = [shape.text for shape in walk(face.shapes) if isinstance(shape, Text)]
    return " ".join([*own, words(face.back)])


def states(text: str, value: int) -> bool:
    word = rf"|\b{WORDS[value]}\b" if 0 <= value < len(WORDS) else ""
    return bool(re.search(rf"(?<![0-9.]){abs(value)}(?![0-9]){word}", text, re.IGNORECASE))


@pytest.mark.parametrize("game", TABLES)
def test_the_table_has_every_number_with_its_value(game: str) -> None:
    assert {path: row["is"] for path, row in TABLES[game]["numbers"].items()} == numbers_of(game)


@LISTED
def test_its_clause_states_it_or_the_faces_that_show_it_do(game: str, path: str) -> None:
    row, loaded = TABLES[game]["numbers"][path], card_data.load(game)
    assert states(said_by(loaded, row["clause"]), row["is"]) or row.get("faces")
    for faces in row.get("faces", []):
        assert states(shown_on(loaded, faces), row["is"]), faces


@pytest.mark.parametrize(
    ("game", "row"), [(game, row) for game, table in TABLES.items() for row in table["refused"]]
)
def test_impossible_number_is_refused_with_a_reason(
    game: str, row: dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises(DataError) as error:
        edited(game, tmp_path, row["edit"], row["to"])
    found = [one for one in error.value.problems if one.message == row["why"]]
    assert found
    assert all(one.file and one.line for one in found)


@pytest.mark.parametrize(("game", "path", "to", "figure", "why"), [
    ("winstons_archive", "stacks", 4, "table", "three stacks lie beside the deck"),
    ("dice_archive", "communal_in_play.two", 2, "tray", "the strip has a third place"),
    ("manuscript", "exemplars_more", 3, "table", "five exemplars for three players"),
    ("verse_and_variant", "institution.cost", 3, "institution", "two Papyrus go back"),
])  # fmt: skip
def test_a_picture_drawn_for_another_number_is_refused(
    tmp_path: Path, game: str, path: str, to: int, figure: str, why: str
) -> None:
    after = edited(game, tmp_path, f"numbers.{path}", to)
    found = [one for one in checking.example_problems(after) if why in one.message]
    assert {one.field.split(".")[1] for one in found} == {figure}
    assert all(one.line and f"{path} is {to}, expected" in one.message for one in found)
    with pytest.raises(DataError, match=why):
        assert Facts(after).rulebook


@pytest.mark.sweep
@pytest.mark.parametrize("step", [1, -1])
@LISTED
def test_one_more_or_less_is_shown_or_refused(
    game: str, path: str, step: int, tmp_path: Path
) -> None:
    row, before = TABLES[game]["numbers"][path], card_data.load(game)
    try:
        after = edited(game, tmp_path, place(path), row["is"] + step)
    except DataError as error:
        problems: tuple[Problem, ...] = error.problems
        assert all(one.file and one.line and one.message for one in problems)
        return
    said = [said_by(one, row["clause"]) for one in (before, after)]
    assert said[0] != said[1] or row.get("faces")
    for faces in row.get("faces", []):
        assert shown_on(before, faces) != shown_on(after, faces), faces
