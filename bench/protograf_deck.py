"""A deck like Winston's Archive's, drawn in protograf's own way; it needs protograf 0.5.2.

The same 54 cards and backs, but simpler art, which is in protograf's favour: a few lines for a
binding's pattern and no emblems, one rectangle a book on the shelf, lines in place of script, the
built-in fonts, and no fitting of sizes to boxes. Usage: ``protograf_deck.py DECK.pdf``.
"""

from __future__ import annotations

import sys
from typing import Any

from protograf import Card, CardBack, Create, Data, Deck, Save, T, line, rectangle, text

COLOURS = ("#8c1614", "#a66705", "#5f6e54", "#186c75", "#16336b", "#403b3b")
PURPLE, INK, DIM = "#5b2a86", "#4a3521", "#33302f"
STAND_IN = "Stands in for one missing book of a set in which you have at least one real book."
OPEN = "The stack that holds this lies face up. A card added to it stays face down."


def rows() -> list[list[str]]:
    """The cards: a heading, 27 books, 18 manuscripts, 9 specials."""
    cards = [["letter", "colour", "size", "place", "title", "author"]]
    for size, (letter, colour) in enumerate(zip("ABCDEF", COLOURS, strict=True), 2):
        for place in range(1, size + 1):
            title = f"The Collected Works of {letter}, Volume {place} of {size}"
            cards.append([letter, colour, str(size), str(place), title, "Ottoline Wick"])
    for page in range(1, 19):
        opening = f"Here begins the page numbered {page}, for want of a better."
        cards.append(["", INK, "", str(page), opening, ""])
    for at in range(9):
        cards.append(["X", PURPLE, "", "", STAND_IN if at < 4 else OPEN, ""])
    return cards


def frame(colour: Any) -> Any:
    return rectangle(x=0.3, y=0.3, width=5.7, height=8.2, rounding=0.2, stroke=colour, fill=None)


def bar(x: float, y: float, width: float, height: float, colour: Any, fill: Any) -> Any:
    return rectangle(x=x, y=y, width=width, height=height, stroke=colour, fill=fill)


def words(what: Any, x: float, y: float, size: float, colour: Any) -> Any:
    return text(what, x=x, y=y, font_size=size, stroke=colour)


def box(what: Any, x: float, y: float, width: float, height: float, size: float) -> Any:
    return text(what, x=x, y=y, width=width, height=height, font_size=size, wrap=True)


def stripes(x: float, y: float, width: float, step: float, count: int, colour: Any) -> list[Any]:
    return [
        line(x=x, y=y + at * step, x1=x + width, y1=y + at * step, stroke=colour)
        for at in range(count)
    ]


def books() -> None:
    first = 1
    for size in range(2, 8):
        last = first + size - 1
        shelf = [bar(2.1 + at * 0.5, 6.7, 0.43, 1.2, DIM, "#e8e4dc") for at in range(size)]
        Card(
            f"{first}-{last}",
            frame(T("{{ colour }}")),
            bar(0.3, 0.3, 1.4, 8.2, T("{{ colour }}"), T("{{ colour }}")),
            *stripes(1.9, 0.6, 3.9, 0.6, 13, T("{{ colour }}")),
            bar(2.1, 0.8, 3.4, 3.5, T("{{ colour }}"), "white"),
            bar(2.1, 6.2, 3.5, 2.0, T("{{ colour }}"), "white"),
            *shelf,
            words(T("{{ letter }}"), 1.0, 1.6, 36, "white"),
            words(T("{{ size }}"), 1.0, 2.6, 24, "white"),
            words(T("{{ place }}"), 3.8, 6.5, 12, T("{{ colour }}")),
            box(T("{{ title }}"), 2.3, 1.0, 3.0, 2.2, 13),
            box(T("{{ author }}"), 2.3, 3.4, 3.0, 0.7, 8),
        )
        first = last + 1


def others() -> None:
    Card(
        "28-45",
        frame(INK),
        words(T("fol. {{ place }}"), 4.9, 1.2, 11, INK),
        box(T("{{ title }}"), 2.3, 1.8, 3.1, 1.4, 11),
        *stripes(1.0, 3.8, 4.3, 0.39, 11, INK),
    )
    Card(
        "46-54",
        frame(PURPLE),
        *stripes(0.5, 2.4, 5.3, 0.24, 12, PURPLE),
        bar(0.3, 0.3, 5.7, 1.9, PURPLE, PURPLE),
        words("X", 1.0, 1.7, 40, "white"),
        box(T("{{ title }}"), 0.8, 5.4, 4.7, 2.5, 10),
    )


def main(target: str) -> None:
    Create(filename=target, paper="A4", margin=1)
    Data(data_list=rows())
    Deck(width=6.3, height=8.8, rows=3, cols=3, grid_marks=True, rounding=0.3)
    books()
    others()
    CardBack(
        "*", frame(DIM), *stripes(0.5, 0.8, 5.3, 0.8, 10, DIM), words("Winston", 3.1, 4.4, 11, DIM)
    )
    Save()


if __name__ == "__main__":
    name = sys.argv.pop()  # protograf reads the command line too
    main(name)
