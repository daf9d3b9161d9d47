"""Which pieces of a component are audited by a check: those that may be wrong in a way that none
before them is.

What the audit finds depends on what is drawn, on which letters there are, and on which words reach
out of the safe area. So of pieces that differ in nothing else one is painted and audited.
"""

from __future__ import annotations

from typing import Any

from printkit.audit.content import TOLERANCE
from printkit.drawing.geometry import corners_of, transformed
from printkit.drawing.rewriting import wordless
from printkit.drawing.shapes import Face, Text
from printkit.drawing.traversal import traverse
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
    """Whether something of a face was not ``seen`` on those before, to which it is added."""
    sides = [side for side in (face, face.back) if side is not None and id(side) not in seen]
    seen.update(map(id, sides))
    found = {one for side in sides for one in features(side)}
    fresh = bool(found - seen) or not all(map(is_safe, sides))
    seen |= found
    return fresh


def features(face: Face) -> set[Any]:
    """What the audit may take note of: all that is drawn but words, each letter of a font."""
    letters = {(visit.shape.font, char) for visit in traverse(face.shapes)
               if isinstance(visit.shape, Text) for char in visit.shape.text}  # fmt: skip
    return {wordless(face), *letters}


def is_safe(face: Face) -> bool:
    """Whether all words of a face lie in its safe area, but for a stamp."""
    for visit in traverse(face.shapes, into=lambda group: not group.stamp):
        text = visit.shape
        if isinstance(text, Text):
            top = text.y - CAPITALS * text.size
            corners = corners_of((text.x, top, text.x + text.width, text.y))
            inside = (transformed(visit.matrix, *corner) for corner in corners)
            if any(face.depth(*point) < face.safe - TOLERANCE for point in inside):
                return False
    return True
