"""The index of a game's clauses and pieces, by which a page finds them as one types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypedDict

from card_data.model import Section
from printkit.exports.html.pieces import Pieces
from printkit.exports.html.texts import words


class Entry(TypedDict):
    """What is found: a clause or a card, and where it is told on the page."""

    id: str
    title: str
    text: str
    kind: Literal["clause", "card"]
    anchor: str


def entries(sections: Iterable[Section], components: Iterable[Pieces]) -> Iterator[Entry]:
    """The clauses of these sections, then the pieces of these components, in order."""
    for section in sections:
        for clause in section.clauses:
            texts = filter(None, (clause.text, clause.ruling, clause.house))
            yield Entry(
                id=clause.id, title=words(section.title), text=" ".join(map(words, texts)),
                kind="clause", anchor=clause.id,
            )  # fmt: skip
    for component in components:
        for piece in component.pieces:
            yield Entry(
                id=piece.anchor.removeprefix("piece-"), title=piece.title, kind="card",
                text=f"{words(component.title)}. {piece.words()}", anchor=piece.anchor,
            )  # fmt: skip
