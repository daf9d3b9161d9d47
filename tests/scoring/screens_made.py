"""What stands on the whole screen, as plain text in the folder ``screens``.

A test compares it; after a change that is meant, ``python -m tests.scoring.screens_made`` writes it
down again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scoring import games
from tests.scoring.keys import LARGE, SMALL, Seat, app_of, by_chance, play

FOLDER = Path(__file__).parent / "captures"
MOVES = 30  # after which a game has something to show
PAGES = {  # in a game between two who hide their cards: the keys that lead there
    "pass": (),
    "question": ("enter",),
    "help": ("enter", "question_mark"),
    "search": ("enter", "slash", *"stand"),
    "score": ("enter", "f2"),
    "refused": ("enter", *"burn", "enter"),
}


def names() -> Iterator[str]:
    """Every picture: of each game in two sizes, of what else there is in one."""
    for width, height in (SMALL, LARGE):
        yield from (f"{name}-{width}x{height}" for name in games.names())
        yield f"end-{width}x{height}"
    yield from PAGES


def picture(name: str) -> str:
    """What stands on the screen."""
    what, _, width = name.partition("-")
    if name in PAGES:

        async def keys(seat: Seat) -> None:
            await seat.press(*PAGES[name])
            texts.append(seat.text)

        texts: list[str] = []
        play(app_of("winstons_archive"), keys)
        return texts[0]
    size = SMALL if width == "80x24" else LARGE
    game, most = ("dice_archive", 1000) if what == "end" else (what, MOVES)

    async def chance(seat: Seat) -> None:
        await by_chance(1, most)(seat)
        found.append(seat.text)

    found: list[str] = []
    play(app_of(game, open_hands=True), chance, size)
    return found[0]


def write() -> None:
    """Write all of them, and nothing else into the folder."""
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.iterdir():
        file.unlink()
    for name in names():
        (FOLDER / f"{name}.txt").write_text(picture(name), encoding="utf-8")


if __name__ == "__main__":
    write()
