"""What uses a part of a game's data: found by drawing its pieces with that part put back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from card_data import DataError, Game
from card_data.limits import LONGEST_NAME, MOST_FACES_DRAWN
from card_data.problems import MISWRITTEN, flaw
from card_data.wall import Outside
from printkit.changes.put_back import Part, put_back
from printkit.drawing.shapes import Face
from printkit.errors import MarkupError
from printkit.faces.wire import Weight
from printkit.kept.drawings import Drawings
from printkit.options import Options
from printkit.sheets.layout import order_for
from printkit.sheets.settings import SheetSettings
from printkit.sheets.typesetting import Order
from printkit.typography.fonts import Fonts

LONGEST_LOOK = 2 * LONGEST_NAME  # characters of a face's name, or of its digest
Look = Annotated[str, Meta(max_length=LONGEST_LOOK)]
Looks = Annotated[dict[Look, Look], Meta(max_length=MOST_FACES_DRAWN)]  # by the faces' names
DECODER = msgspec.msgpack.Decoder(list[Looks | None])


def looks(faces: Sequence[Face]) -> dict[str, str]:
    """What faces look like, by their names."""
    return {face.name: face.digest for face in faces}


class Redraws(msgspec.Struct, frozen=True):
    """A job: what the faces of a component look like with parts of the data put back, as each of
    ``parts`` has them; None where nothing can be drawn so."""

    name: str
    order: Order
    earlier: Path
    parts: tuple[tuple[Part, ...], ...]
    options: Options
    settings: SheetSettings

    @property
    def seconds(self) -> float:
        return self.order.seconds * len(self.parts)

    def work(
        self, game: Game[Any], fonts: Fonts, outside: Outside | None, drawings: Drawings | None
    ) -> list[dict[str, str] | None]:
        """The looks for each."""
        drawn = drawings or Drawings()  # most faces are the same in all of them
        return [self.redrawn(game, parts, fonts, outside, drawn) for parts in self.parts]

    def redrawn(
        self, game: Game[Any], parts: tuple[Part, ...], fonts: Fonts, outside: Outside | None,
        drawings: Drawings,
    ) -> dict[str, str] | None:  # fmt: skip
        """The looks with some parts put back."""
        try:
            before = put_back(game, self.earlier, parts)
            order = order_for(before, self.name, self.options, self.settings)
            bare = msgspec.structs.replace(order.component, stamp=False)  # stamps take their time
            order = msgspec.structs.replace(order, component=bare)
            return looks(order.work(before, fonts, outside, drawings).faces)
        except DataError:
            return None

    def packed(self, done: list[dict[str, str] | None]) -> bytes:
        return msgspec.msgpack.encode(done)

    def unpacked(self, raw: bytes, so_far: Weight) -> list[dict[str, str] | None]:
        try:
            found = DECODER.decode(raw)
        except MISWRITTEN as error:
            raise MarkupError(f"cannot be compared: {flaw(error)}") from None
        if len(found) != len(self.parts):
            raise MarkupError("cannot be compared: the answer is to another question")
        return found
