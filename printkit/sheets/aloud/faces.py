"""What each side of each piece of a component says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import msgspec

from printkit.errors import MarkupError
from printkit.faces.render import FaceRenderer, Subject
from printkit.sheets.aloud.markup import Said, said
from printkit.templating.xml import parse


class FaceSaid(msgspec.Struct, frozen=True, array_like=True):
    """What one side of a piece says. ``id`` is that of its face, ``table`` that of its row, if it
    has one; ``back``: it is another's other side."""

    id: str
    template: str
    table: str
    back: bool
    parts: tuple[Said, ...]


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
