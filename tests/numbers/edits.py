"""Edits of a game's numbers and house options as people make them, and all that then says or draws
another thing.

Each use of a number has a place: a clause, ``WA-2.1``; a row of a table, ``aids.deck``; a part of
the rulebook, by the title of its chapter, or ``objective``, ``first turn``, ``example rounds``,
``figure box``, ``glossary``; ``set-up``, the table of the set-up aid; ``print.dice``, a text of
print.yaml. A face has the name of its component, and its own after a colon where that has several.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import card_data
from card_data import Game, Problem
from card_data.documents import Steps, parse
from card_data.rulebook import texts
from printkit.drawing.shapes import Face, Text
from printkit.drawing.traversal import walk
from printkit.options import Options
from printkit.sheets import layout
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from scoring import games
from tests.card_data.copies import SHIPPED

RULES = "rules"  # the component whose words are those of the clauses and of the rulebook
Changes = Mapping[str, Any]  # by `Place`
Play = Callable[[Game[Any]], object]
Said = dict[tuple[str, Steps], str]  # texts by their places, and their paths there


@dataclass(frozen=True)
class Use:
    """A number or a house option, another value of it, and what moves then; all of it follows from
    the rules.

    ``path`` is its place in game.yaml, from ``numbers`` on or with a head's own name. ``says`` are
    the places of texts that change, one with several as often as it has, with commas between.
    ``faces`` show the new number, ``drawn`` change without it. ``play`` gives what the engine or
    the scorer make of it: ``was`` in the shipped game, ``now`` in the edited one. ``along`` is what
    has to be edited with it; without that the edit is refused, and ``alone`` says how.
    """

    path: str
    to: Any
    says: str = ""
    faces: str = ""
    drawn: str = ""
    play: Play | None = None
    was: object = None
    now: object = None
    along: Changes = field(default_factory=dict)
    alone: str = ""
    often: bool = True  # tested in every run

    @property
    def changes(self) -> Changes:
        return {f"game.yaml {self.path}": self.to}

    @property
    def components(self) -> set[str]:
        """Those that change."""
        places = (*several(self.faces), *several(self.drawn))
        return {place.partition(":")[0] for place in places}

    def faces_of(self, component: str) -> list[str]:
        """The faces of a component that change, or its own name if it does not matter which."""
        places = (*several(self.faces), *several(self.drawn))
        return sorted(place for place in places if place.partition(":")[0] == component)


@dataclass(frozen=True)
class Refused:
    """A number that cannot have another value, and why; ``at`` is the field that is named."""

    path: str
    to: Any
    why: str
    at: str = ""
    along: Changes = field(default_factory=dict)

    @property
    def changes(self) -> Changes:
        return {f"game.yaml {self.path}": self.to, **self.along}


def several(text: str) -> list[str]:
    """What a list with commas names."""
    return [one.strip() for one in text.split(",") if one.strip()]


def seated(game: Game[Any]) -> list[int]:
    """The numbers of players, of 1 to 8, that may sit down to a game."""
    names = [f"P{seat}" for seat in range(8)]
    engine = games.module(game.id, "engine")
    return [n for n in range(1, 9) if not [*engine.seats(names[:n], game)]]


# --- what can be edited


def root_of(game: str) -> dict[str, Any]:
    """A shipped game's game.yaml, as plain values."""
    root: dict[str, Any] = yaml.safe_load((SHIPPED / game / "game.yaml").read_text("utf-8"))
    return root


def numbers_of(game: str) -> dict[str, int]:
    """Every number of a shipped game's rules, by its place, and how many may play."""
    root = root_of(game)
    found = {f"numbers.{path}": value for path, value in leaves(root["numbers"])}
    found |= {f"players.{name}": value for name, value in root["players"].items()}
    return found


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """The numbers in plain values, each with its place."""
    if isinstance(value, dict | list):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for step, part in entries:
            yield from leaves(part, f"{path}.{step}" if path else str(step))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, value


def values_of(game: str) -> set[tuple[str, Any]]:
    """The other values of every house option of a shipped game, each with its place."""
    return {
        (f"options.{name}.value", value)
        for name, option in root_of(game).get("options", {}).items()
        for word in option["aid"]
        if (value := {"true": True, "false": False}.get(word, word)) != option["value"]
    }


# --- editing


parsed = cache(parse)  # of the same text


class Copies:
    """Edited copies of shipped games in a folder, one at a time each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.typesetter = Typesetter()

    def edited(self, game: str, changes: Changes) -> Game[Any]:
        """A copy with changes, read as users' are; raise `DataError` as that does.

        Each change is for a file and a place in it; the place ``+`` is for what comes at its end.
        """
        target = self.folder / game
        if not target.exists():
            shutil.copytree(SHIPPED / game, target)
        for file in SHIPPED.joinpath(game).glob("*.yaml"):
            wanted = {at: new for at, new in changes.items() if at.split()[0] == file.name}
            text = written(file.read_text("utf-8"), wanted)
            if (target / file.name).read_text("utf-8") != text:
                (target / file.name).write_text(text, "utf-8")
        return card_data.load(game, self.folder)

    def problems(self, game: str, changes: Changes) -> tuple[Problem, ...]:
        """What is wrong with a copy with changes."""
        try:
            self.edited(game, changes)
        except card_data.DataError as error:
            return error.problems
        return ()

    def line(self, game: str, path: str) -> int:
        """The line of a place in a copy's game.yaml."""
        text = (self.folder / game / "game.yaml").read_text("utf-8")
        return parsed(text, "").mark(tuple(path.split(".")))[0]

    def faces(self, game: Game[Any], component: str) -> dict[str, Face]:
        """A component's faces by their names."""
        options = Options()
        made = layout.render_component(
            game, component, options, self.typesetter, settings_for(options)
        )
        return {face.name: face for face in made.faces}


def written(text: str, changes: Changes) -> str:
    """A file's text with its changes."""
    nodes = dict(nodes_in(yaml.compose(text), ()))
    edits: list[tuple[int, int, str]] = []
    for at, new in changes.items():
        place = at.partition(" ")[2]
        if place == "+":
            edits.append((len(text), len(text), new))
            continue
        node = nodes.get(tuple(place.split(".")))
        assert node is not None, f"there is no {at}"
        value = {True: "true", False: "false"}.get(new, new) if isinstance(new, bool) else new
        edits.append((node.start_mark.index, node.end_mark.index, str(value)))
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def nodes_in(node: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], yaml.Node]]:
    """The nodes of a text by their paths."""
    yield path, node
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from nodes_in(value, (*path, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from nodes_in(value, (*path, str(index)))


# --- what there is to read and to see


def said_by(game: Game[Any]) -> Said:
    """Every text of a game by its place, and its path there."""
    found: Said = {}
    for clause in game.clauses().values():
        found |= {(clause.id, path): text for path, text in texts(clause)}
    for table in game.tables():
        for row in game.rows(table):
            found |= {(f"{table}.{row.id}", path): text for path, text in texts(row)}
    for name, component in game.components.items():
        found |= {(f"print.{name}", path): text for path, text in texts(component)}
    rulebook = card_data.load_rulebook(game)
    if rulebook is not None:
        titles = [chapter.title for chapter in rulebook.chapters]
        found |= {(part_of(path, titles), path): text for path, text in texts(rulebook)}
    table_of_set_up = card_data.load_set_up(game)
    if table_of_set_up is not None:
        found["set-up", ()] = repr(table_of_set_up)
    return found


def part_of(path: Steps, titles: list[str]) -> str:
    """The part of a rulebook that a path leads into."""
    match path:
        case ("chapters", int(number), *_):
            return titles[number].replace(",", "")
        case ("examples" | "figures" as kind, name, *_):
            return f"{kind.removesuffix('s')} {name}"
        case (name, *_):
            return str(name).replace("_", " ")
    raise AssertionError(path)


def moved(before: Said, after: Said) -> dict[str, int]:
    """The places that say other things than before, each with the number of its texts that do."""
    keys = before.keys() | after.keys()
    return dict(Counter([key[0] for key in keys if before.get(key) != after.get(key)]))


def numerals(face: Face | None) -> Counter[str]:
    """The numbers that can be read on either side of a face."""
    if face is None:
        return Counter()
    words = " ".join([shape.text for shape in walk(face.shapes) if isinstance(shape, Text)])
    return Counter(re.findall(r"(?<!\w)[0-9]+(?!\w)", words)) + numerals(face.back)


def moved_faces(
    old: Mapping[str, Face], new: Mapping[str, Face], component: str
) -> dict[str, Counter[str]]:
    """The faces of a component that look otherwise, by `Use.faces`, each with the numbers that are
    on it now and were not before."""
    return {
        component if len(old) == 1 else f"{component}:{name}": numerals(new.get(name))
        - numerals(old.get(name))
        for name in old.keys() | new.keys()
        if old.get(name) != new.get(name)
    }
