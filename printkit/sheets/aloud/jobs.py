"""The job of reading faces aloud: what each side of each piece of a component says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from card_data import Game
from card_data.limits import MOST_FACES_DRAWN, MOST_SAID
from card_data.problems import MISWRITTEN, flaw
from card_data.wall import Outside
from printkit.errors import MarkupError
from printkit.faces.render import FaceRenderer, Subject
from printkit.faces.wire import Weight, at_most
from printkit.kept.drawings import Drawings
from printkit.sheets.aloud.markup import Said, said
from printkit.sheets.typesetting import Ordered
from printkit.templating.xml import parse
from printkit.typography.fonts import Fonts


class FaceSaid(msgspec.Struct, frozen=True, array_like=True):
    """What one side of a piece says. ``id`` is that of its face, ``table`` that of its row, if it
    has one; ``back``: it is another's other side."""

    id: str
    template: str
    table: str
    back: bool
    parts: tuple[Said, ...]


Faces = Annotated[list[FaceSaid], Meta(max_length=2 * MOST_FACES_DRAWN)]
DECODER = msgspec.msgpack.Decoder(Faces)


class ReadAloud(Ordered, frozen=True):
    """A job: what the faces of a component say, each back after the first front that has it."""

    def work(
        self, game: Game[Any], fonts: Fonts, outside: Outside | None, drawings: Drawings | None
    ) -> list[FaceSaid]:
        """What each face says; raise `DataError` with every template that cannot be rendered."""
        renderer = self.order.renderer(game, fonts, outside)
        found = list(faces_said(renderer))
        renderer.problems.stop_if_any()
        return found

    def packed(self, done: list[FaceSaid]) -> bytes:
        return msgspec.msgpack.encode(done)

    def unpacked(self, raw: bytes, so_far: Weight) -> list[FaceSaid]:
        at_most(len(raw), MOST_SAID, "bytes of what pieces say")
        try:
            return DECODER.decode(raw)
        except MISWRITTEN as error:
            raise MarkupError(f"cannot be read aloud: {flaw(error)}") from None


def faces_said(renderer: FaceRenderer) -> Iterator[FaceSaid]:
    """What each side says that a renderer would draw; its ``problems`` collect what is wrong."""
    backs: set[tuple[str, str]] = set()
    for kind, subjects in groupby(renderer.subjects(), lambda one: one[0]):
        told = [subject for _, subject in subjects]
        for subject in told:
            if not renderer.counts[subject.id]:
                continue
            yield from face_said(renderer, subject)
            back = renderer.back_of(kind, subject.index or 0, subject.row)
            if back is not None and (back.template, back.id) not in backs:
                backs.add((back.template, back.id))
                yield from face_said(renderer, back, back=True)
        renderer.report_mistakes(kind.rows or "", len(told))


def face_said(
    renderer: FaceRenderer, subject: Subject, *, back: bool = False
) -> Iterator[FaceSaid]:
    """What one side says; nothing if its template cannot be rendered."""
    words = {**renderer.known(subject.cut), **subject.words}
    try:
        parts = said(parse(renderer.templates.markup(subject.template, words)))
    except MarkupError as error:
        renderer.blame(subject, [error])
        return
    except RecursionError:
        renderer.blame(subject, [MarkupError("nested too deeply")])
        return
    yield FaceSaid(subject.id, subject.template, subject.table, back, tuple(parts))
