"""Copy Winston's Archive to a folder and enlarge it to a deck of N cards, each a row of its own.

Then: ``printkit build winstons_archive --data DIR``. The kinds keep their shares (half books, a
third manuscripts, a sixth specials), and no card is a copy.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from msgspec import structs

import card_data
from card_data.winstons_archive.model import Data
from printkit.tools.new_game import copy_game

GAME = "winstons_archive"
# There are only as many sets as letters, so the sets grow; a shelf still shows five books, as an
# ordinary one does on average.
SHELF = (("set.size", "([set.size, 5]|min)"), ("card.place", "((card.place - 1) % 5 + 1)"))


def rows(deck: Data, cards: int) -> dict[str, list[dict[str, Any]]]:
    """The tables of a deck of ``cards`` cards, from the ordinary deck's rows over and over."""
    books, manuscripts = cards // 2, cards // 3
    specials = cards - books - manuscripts
    sets = [
        structs.asdict(one) | {"id": letter, "size": len(range(at, books, len(ascii_uppercase)))}
        for at, (letter, one) in enumerate(zip(ascii_uppercase, cycle(deck.sets), strict=False))
    ]
    tables: dict[str, list[dict[str, Any]]] = {"sets": sets, "books": []}
    for at, book in enumerate(islice(cycle(deck.books), books)):
        place, letter = divmod(at, len(ascii_uppercase))
        tables["books"].append(
            structs.asdict(book)
            | {
                "id": f"B{at}",
                "set": ascii_uppercase[letter],
                "place": place + 1,
                "author": f"{book.author} {at}",
            }
        )
    tables["manuscripts"] = [
        structs.asdict(page) | {"id": f"M{at}", "line": f"{page.line} {at}"}
        for at, page in enumerate(islice(cycle(deck.manuscripts), manuscripts))
    ]
    tables["specials"] = [
        structs.asdict(special)
        | {"id": special.id if at < 2 else f"S{at}", "copies": 1, "title": f"{special.title} {at}"}
        for at, special in enumerate(islice(cycle(deck.specials), specials))
    ]
    return tables


def yaml(name: str, table: Iterable[Mapping[str, Any]]) -> str:
    """A table's file: a row a line, as JSON, which is YAML too."""
    lines = [f"  - {json.dumps(row, ensure_ascii=False)}" for row in table]
    return "\n".join([f"{name}:", *lines, ""])


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.enlarge", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the copy goes")
    parser.add_argument("cards", type=int, help="how many")
    given = parser.parse_args(words)
    cards: int = given.cards
    copy = copy_game(GAME, given.folder)
    (copy / "rulebook.yaml").unlink()  # its examples are played with the deck as it was
    tables = rows(card_data.load(GAME).data, cards)
    for name, table in tables.items():
        (copy / f"{name}.yaml").write_text(yaml(name, table), "utf-8")
    books, manuscripts = len(tables["books"]), len(tables["manuscripts"])
    counts = {"cards": books + manuscripts + 2, "books": books, "manuscripts": manuscripts}
    counts |= {"product_over_process": 1, "open_secrets": 1}  # the other specials go uncounted
    text = (copy / "game.yaml").read_text("utf-8")
    text = re.sub(r"(?m)^  deck: .*$", f"  deck: {json.dumps(counts)}", text)
    (copy / "game.yaml").write_text(text, "utf-8")
    for file in (copy / "templates").glob("*.svg"):
        text = file.read_text("utf-8")
        for shown, few in SHELF:
            text = text.replace(shown, few)
        file.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
