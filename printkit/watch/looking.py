"""A component's faces to look at: those that are right, and what is wrong with the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

import msgspec

from card_data import Game, Problem
from card_data.limits import MOST_PROBLEMS
from card_data.problems import MISWRITTEN, DataError, flaw
from card_data.wall import Outside
from printkit.errors import MarkupError
from printkit.faces.render import FaceRenderer, Pages, Subject
from printkit.faces.wire import Drawn, Weight, packed, unpacked
from printkit.kept.drawings import Drawings
from printkit.sheets.typesetting import Job, Order, Ordered, Typesetter
from printkit.typography.fonts import Fonts

T = TypeVar("T")
Faults = Mapping[str, tuple[Problem, ...]]  # what is wrong, by the ID of the face that it is on


class Looked(msgspec.Struct, frozen=True):
    """What is right of a component, all that is wrong with it, and where."""

    drawn: Drawn
    problems: tuple[Problem, ...]
    faults: Faults


class Sent(msgspec.Struct, frozen=True, array_like=True):
    """The same, as it comes from behind the wall."""

    drawn: msgspec.Raw
    problems: tuple[Problem, ...]
    faults: dict[str, tuple[Problem, ...]]


class Looking(FaceRenderer):
    """Renders faces and notes on which of them each problem is, in ``faults``."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.faults: dict[str, tuple[Problem, ...]] = {}
        super().__init__(*given, **named)

    def read(self, subject: Subject, *, places: bool = False) -> tuple[Pages, list[MarkupError]]:
        """A face that cannot be read at all is blank: fronts have a back then, if a faulty one."""
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


class Look(Ordered, frozen=True):
    """The job to typeset faces to look at them: a mistake on one of them spares the others.

    They get their ``stamps`` only where all of a component is there to find one place for them.
    """

    stamps: bool

    def work(
        self, game: Game[Any], fonts: Fonts, outside: Outside | None, drawings: Drawings | None
    ) -> Looked:
        """The faces that are right. Raise `DataError` for what is wrong with all."""
        renderer = self.order.renderer(game, fonts, outside, drawings, Looking)
        assert isinstance(renderer, Looking)
        try:
            faces = renderer.faces()
        except DataError as error:
            if not renderer.faults:
                raise
            return Looked(Drawn([], {}, []), error.problems, renderer.faults)
        right = [face for face in faces if face.id not in renderer.faults]
        drawn = self.order.finished(right, renderer, stamps=self.stamps)
        return Looked(drawn, tuple(renderer.problems), renderer.faults)

    def packed(self, done: Looked) -> bytes:
        drawn = msgspec.Raw(packed(done.drawn))
        return msgspec.msgpack.encode(Sent(drawn, done.problems, dict(done.faults)))

    def unpacked(self, raw: bytes, so_far: Weight) -> Looked:
        try:
            sent = msgspec.msgpack.decode(raw, type=Sent)
        except MISWRITTEN as error:
            raise MarkupError(f"cannot be drawn: {flaw(error)}") from None
        drawn = unpacked(bytes(sent.drawn), so_far)
        return Looked(drawn, sent.problems[: MOST_PROBLEMS + 1], sent.faults)


class Remembering(Typesetter):
    """A typesetter that has what was looked at of a game at hand for its sheets."""

    def __init__(self, fonts: Fonts, drawings: Drawings) -> None:
        super().__init__(fonts, apart=True, kept=lambda game: drawings)
        self.looked: dict[str, Looked] = {}  # whole components

    def do(self, game: Game[Any], job: Job[T]) -> T:
        known = self.looked.get(job.name) if isinstance(job, Order) else None
        if known is None:
            return super().do(game, job)
        if known.problems:
            raise DataError(*known.problems)
        return cast(T, known.drawn)
