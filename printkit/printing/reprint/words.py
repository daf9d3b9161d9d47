"""What pieces are called for people, now and in a printing."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.drawing.shapes import Face
from printkit.printings.records import KeptFace, with_id


def titled(
    piece: Face | KeptFace, titles: Mapping[str, str], component: str, *, paged: bool = False
) -> str:
    """What a piece is called: its row's ID and title, or what its component is called.

    ``titles`` are those of the pieces of now by their IDs; ``paged``: it is one of several pages.
    """
    title = piece.title if isinstance(piece, KeptFace) else titles.get(piece.id, piece.id)
    title = title if title == component else with_id(piece.id, title)
    return f"{title}, page {piece.page}" if paged else title
