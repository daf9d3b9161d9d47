"""The index of a game's clauses and pieces, by which a page finds them as one types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypedDict

from card_data import Game
from printkit.exports.html.pieces import Pieces
from printkit.exports.html.texts import words


class Entry(TypedDict):
    """What is found: a clause or a card, and where it is told on the page."""

    id: str
    title: str
    text: str
    kind: Literal["clause", "card"]
    anchor: str


def entries(game: Game[Any], components: Iterable[Pieces]) -> Iterator[Entry]:
    """The clauses of a game that players read, in order, then its pieces."""
    for section in game.sections:
        for clause in section.clauses if not section.scorer else ():
            texts = (clause.text, clause.ruling, clause.house)
            text = " ".join(words(text) for text in texts if text)
            if text:
                yield Entry(
                    id=clause.id, title=words(section.title), text=text, kind="clause",
                    anchor=clause.id,
                )  # fmt: skip
    for component in components:
        for piece in component.pieces:
            yield Entry(
                id=piece.anchor.removeprefix("piece-"), title=piece.title, kind="card",
                text=f"{words(component.title)}. {piece.words()}", anchor=piece.anchor,
            )  # fmt: skip
