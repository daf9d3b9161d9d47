"""The files of a game as a check makes them: of a component of many pieces, those that may be
wrong in a way that none before them is.

What the audit finds depends on what is drawn, on which letters there are, and on which words reach
out of the safe area. So of pieces that differ in nothing else one is painted and audited, and all
of them only if something is wrong, which is then told as a build tells it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from printkit.audit.content import TOLERANCE
from printkit.drawing.geometry import corners_of, transformed
from printkit.drawing.rewriting import wordless
from printkit.drawing.shapes import Face, Text
from printkit.drawing.traversal import traverse
from printkit.printing.home_press import Again, HomePress
from printkit.sheets.layout import Layout, imposed
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import CAPITALS

FEW = 200  # faces of a component: so many are all painted


class Inspection(HomePress):
    """Paints and audits files that nobody keeps; what is wrong is the same as in a build."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.typesetter = Typesetter()  # nothing of what it draws is for later
        self.fonts = self.typesetter.fonts
        self.is_whole = True

    def component(self, layout: Layout) -> None:
        """Make the file of a component and its guests."""
        faces = several(layout)
        if len(faces) < len(layout.all_parts):
            self.is_whole = False
            some = msgspec.structs.replace(layout, faces=faces, parts=faces, partial=True)
            sheets = imposed(some, self.options, self.settings, self.fonts)
            before = len(self.findings)
            super().component(msgspec.structs.replace(some, sheets=sheets))
            if len(self.findings) == before:
                return
            del self.findings[before:]
        super().component(layout)

    def whole(self, components: Sequence[Layout]) -> None:
        """Make the file of the whole game, unless its pieces are too many to be painted twice."""
        if self.is_whole:
            super().whole(components)

    def make(
        self, target: Path, layouts: Sequence[Layout], keys: str, kind: str, again: Again
    ) -> bool:
        """Make a file that ``again`` paints, in place of one of fewer pieces."""
        part = self.staging.files.get(target) or self.staging.file_for(target)
        self.paint(part, layouts, target, again)
        return False


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
