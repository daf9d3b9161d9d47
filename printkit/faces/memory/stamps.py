"""What stamping found of the faces of a component: their digests, and where a stamp has room."""

from __future__ import annotations

import msgspec

from printkit.drawing.shapes import Face
from printkit.faces.stamping.places import MARK, Found
from printkit.kept import inputs
from printkit.kept.drawings import Drawings
from printkit.typography.fonts import Fonts

DECODER = msgspec.msgpack.Decoder(dict[str, Found])


class StampMemory:
    """The faces of one ``component``, with a printer's ``margin`` if they are whole sheets.

    ``looks`` are digests of the drawings by the IDs of the faces that show them; faces without one
    are not remembered.
    """

    def __init__(
        self, component: str, drawings: Drawings, looks: dict[int, str], fonts: Fonts,
        margin: float,
    ) -> None:  # fmt: skip
        self.drawings, self.looks = drawings, looks
        font = inputs.digest_of_file(fonts.get(MARK).path)
        self.common = inputs.kit(), font, repr(margin)
        said = "stamps", component, repr(margin)
        self.name = inputs.digest(*(one.encode() for one in said))
        self.raw = drawings.get(self.name) or b""
        self.before = self.decoded()
        self.used: dict[str, Found] = {}

    def decoded(self) -> dict[str, Found]:
        try:
            return DECODER.decode(self.raw)
        except (msgspec.MsgspecError, ValueError):
            return {}

    def found(self, face: Face) -> Found:
        """What was found of a face before, or is to be found of it."""
        key = self.key(face)
        if key is None:
            return Found()
        if key not in self.used:
            self.used[key] = self.before.get(key) or Found()
        return self.used[key]

    def key(self, face: Face) -> str | None:
        """A digest of all that a face's stamp depends on; None where that is not known."""
        sides = [side for side in (face, face.back) if side is not None]
        if any(not self.looks.get(id(side)) for side in sides):
            return None
        shown = [
            (self.looks[id(side)], side.page, side.width, side.height, side.corner, side.bleed,
             side.shape)
            for side in sides
        ]  # fmt: skip
        return inputs.digest(*(one.encode() for one in (*self.common, repr(shown))))

    def keep(self) -> None:
        """Keep what was found, of these faces alone."""
        raw = msgspec.msgpack.encode(self.used)
        if raw != self.raw:
            self.drawings.put(self.name, raw)
