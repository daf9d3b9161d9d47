"""Why faces look different where no value of ``game.yaml`` is the reason: tables, clauses, texts,
templates, or the kit itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from card_data import Game
from card_data.model import Component

NAMES = re.compile(r"[\w/.-]+")  # templates of a game among them
ICONS = "icons.svg"  # which every template may use
# What templates call what stands in a file.
READ_AS = {"rulebook.yaml": "rulebook", "set_up.yaml": "set_up"}
KIT = "the kit"


def templates_of(component: Component) -> set[str]:
    """The templates that print.yaml names for a component."""
    named = {component.back, component.symbols}
    for face in component.faces:
        named |= {face.template, face.back}
    return {name for name in named if name is not None}


class Templates:
    """The templates of a game as texts, by their names, and what a component is drawn with."""

    def __init__(self, game: Game[Any], files: Mapping[str, bytes]) -> None:
        self.game = game
        prefix = "templates/"
        self.texts = {
            name.removeprefix(prefix): raw.decode(errors="replace")
            for name, raw in files.items()
            if name.startswith(prefix)
        }

    def used(self, component: str) -> set[str]:
        """The templates that a component may be drawn with: those that it names, and those that
        these name."""
        found: set[str] = set()
        left = {*templates_of(self.game.components[component]), ICONS}
        while left:
            name = left.pop()
            if name in self.texts and name not in found:
                found.add(name)
                left |= self.texts.keys() & NAMES.findall(self.texts[name])
        return found

    def reasons(self, component: str, changed: Collection[str]) -> Iterator[str]:
        """Those of the changed files that may show on a component."""
        used = self.used(component)
        for name in changed:
            word = READ_AS.get(name)
            read = word is not None and any(word in self.texts[one] for one in used)
            if read or name.removeprefix("templates/") in used:
                yield name
