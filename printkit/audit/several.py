"""Which pieces of a component are audited by a check: those that may be wrong in a way that none
before them is.

What the audit finds depends on what is drawn, on which letters there are, and on which words reach
out of the safe area. So of pieces that differ in nothing else one is painted and audited.
"""

from __future__ import annotations

from typing import Any, cast

from printkit.audit.content import TOLERANCE
from printkit.drawing.geometry import corners_of, transformed
from printkit.drawing.rewriting import wordless
from printkit.drawing.shapes import Face, Group, Text
from printkit.drawing.traversal import Visit, traverse
from printkit.sheets.layout import Layout
from printkit.typography.fonts import CAPITALS

FEW = 200  # faces of a component: so many are all painted


def several(layout: Layout) -> list[Face]:
    """The parts of a component that may be wrong in a way that none before them is; all of them
    where they are few, or more than pieces of their own."""
    component = layout.component
    if len(layout.parts) <= FEW or layout.guests or component.booklet or component.per_page:
        return layout.all_parts
    seen: set[Any] = set()
    return [face for face in layout.parts if is_new(face, seen)]


def is_new(face: Face, seen: set[Any]) -> bool:
    """Whether something of a face was not ``seen`` on those before, to which it is added, or words
    reach out of its safe area."""
    fresh = False
    for side in (face, face.back):
        if side is None or id(side) in seen:
            continue
        found = {id(side), wordless(side)}
        for visit in traverse(side.shapes):
            if isinstance(visit.shape, Text):
                found.update((visit.shape.font, char) for char in visit.shape.text)
                fresh = fresh or not is_safe(visit, side)
        fresh = fresh or len(found - seen) > 1
        seen |= found
    return fresh


def is_safe(visit: Visit, face: Face) -> bool:
    """Whether a text on a face lies in its safe area, or is a stamp, which need not."""
    text, around = cast(Text, visit.shape), visit.parent.shape if visit.parent else None
    if isinstance(around, Group) and around.stamp:
        return True
    box = text.x, text.y - CAPITALS * text.size, text.x + text.width, text.y
    corners = (transformed(visit.matrix, *corner) for corner in corners_of(box))
    return all(face.depth(*corner) >= face.safe - TOLERANCE for corner in corners)
