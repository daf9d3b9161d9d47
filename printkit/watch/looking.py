"""A component's faces to look at: those that are right, and what is wrong with the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from card_data import Game, Problem
from card_data.problems import DataError
from card_data.wall import allow
from printkit.drawing.shapes import Image
from printkit.errors import MarkupError
from printkit.faces.render import FaceRenderer, Pages, Subject
from printkit.sheets.typesetting import Drawn, Order, Typesetter
from printkit.typography.fonts import Fonts

Faults = Mapping[str, tuple[Problem, ...]]  # what is wrong, by the ID of the face that it is on


class DroppedError(Exception):
    """There is something newer to draw."""


class Looked(msgspec.Struct, frozen=True):
    """What is right of a component, all that is wrong with it, and where."""

    drawn: Drawn
    problems: tuple[Problem, ...]
    faults: Faults


class Looking(FaceRenderer):
    """Renders faces and notes on which of them each problem is, in ``faults``; ``dropped`` is asked
    before each whether to go on."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.faults: dict[str, tuple[Problem, ...]] = {}
        self.dropped: Callable[[], bool] = lambda: False
        super().__init__(*given, **named)

    def read(self, subject: Subject, *, places: bool = False) -> tuple[Pages, list[MarkupError]]:
        """A face that cannot be read at all is blank: fronts have a back then, if a faulty one."""
        if self.dropped():
            raise DroppedError
        pages, errors = super().read(subject, places=places)
        return pages or [()], errors

    def blame(self, subject: Subject, errors: list[MarkupError]) -> None:
        before = len(self.problems)
        super().blame(subject, errors)
        row = None if subject.row is None else subject.row.id
        found = self.problems.found[before:]
        found += [one.problem for one in self.mistakes.values() if not one.rows or row in one.rows]
        item = subject.id if row is None else row
        self.faults[item] = (*self.faults.get(item, ()), *found)


class Remembering(Typesetter):
    """A typesetter that has what was ``looked`` at of a game at hand for its sheets: whole
    components."""

    def __init__(self, fonts: Fonts, pictures: dict[str, Image]) -> None:
        super().__init__(fonts, pictures)
        self.looked: dict[str, Looked] = {}

    def look(self, game: Game[Any], order: Order, dropped: Callable[[], bool]) -> Looked:
        """The faces that are right: a mistake on one of them spares the others.

        Raise `DataError` for what is wrong with all, `DroppedError` where that is wanted.
        """
        allow(order.seconds)
        renderer = self.renderer(game, order, Looking)
        assert isinstance(renderer, Looking)
        renderer.dropped = dropped
        try:
            faces = renderer.faces()
        except DataError as error:
            if not renderer.faults:
                raise
            return Looked(Drawn([], {}, []), error.problems, renderer.faults)
        right = [face for face in faces if face.id not in renderer.faults]
        drawn = order.finished(right, renderer)
        return Looked(drawn, tuple(renderer.problems), renderer.faults)

    def typeset(self, game: Game[Any], order: Order) -> Drawn:
        known = self.looked.get(order.name)
        if known is None:
            return super().typeset(game, order)
        if known.problems:
            raise DataError(*known.problems)
        return known.drawn
