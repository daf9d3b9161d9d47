"""Games at the whole screen, played by pressing keys; what stands on the screen as plain text."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any
from xml.etree import ElementTree

from textual.events import Key
from textual.pilot import Pilot

import card_data
from scoring.play.decisions import TABLE
from scoring.play.records import Record
from scoring.play.referee import Referee
from scoring.screen.app import GameApp, TableScreen
from scoring.screen.pages import Passing
from scoring.screen.widgets import TypedLine

SVG = "{http://www.w3.org/2000/svg}"
HANDED_ON = 4  # times that a message is, from a line to its screen to the app and back
GONE = 0.3  # seconds after which nobody answers any more
COLUMN = 12.2  # how wide a letter is in a picture of the screen
SMALL, LARGE = (80, 24), (120, 40)


class Seat:
    """Somebody at the keyboard: ``pressed`` counts the keys."""

    def __init__(self, app: GameApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.pressed = 0

    async def press(self, *keys: str) -> None:
        """Press keys, each when all that the last one does is done."""
        self.pressed += len(keys)
        for key in keys:
            self.app.post_message(Key(KEYS.get(key, key), key if len(key) == 1 else None))
            await self.settle()

    async def settle(self) -> None:
        """Wait until all messages are handled; the pilot itself waits for an idle machine."""
        for _ in range(HANDED_ON):
            done = asyncio.Event()

            def hand_on(done: asyncio.Event = done) -> None:
                inner = self.app.focused or self.app.screen
                inner.call_later(self.app.screen.call_after_refresh, done.set)

            if self.app.return_code is None:
                self.app.call_later(hand_on)
                with suppress(TimeoutError):  # of what has gone while it was waited for
                    await asyncio.wait_for(done.wait(), GONE)

    def fast(self, *keys: str) -> None:
        """Press keys at the table, all at once."""
        screen = self.app.screen
        assert isinstance(screen, TableScreen)
        self.pressed += len(keys)
        for key in keys:
            if not screen.press(Key(KEYS.get(key, key), key if len(key) == 1 else None)):
                screen.line.put(screen.line.value + key)

    async def type(self, words: str, *then: str) -> None:
        """Type words, then press keys."""
        await self.press(*words, *then)

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return plain(self.app.export_screenshot())

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def typed(self) -> str:
        """What stands in the line that is typed in."""
        return "".join([line.value for line in self.app.screen.query(TypedLine)])

    @property
    def over(self) -> bool:
        return self.app.session.play.decision is None


KEYS = {" ": "space", "-": "minus", "/": "slash", "?": "question_mark", ",": "comma"}
Playing = Callable[[Seat], Awaitable[object]]


def plain(picture: str) -> str:
    """The letters in a picture of the screen, line by line."""
    drawn: dict[int, str] = {}
    for part in ElementTree.fromstring(picture).iter(f"{SVG}text"):
        line = re.search(r"-line-(\d+)", part.get("clip-path", ""))
        if line:
            row, at = int(line[1]), round(float(part.get("x", "0")) / COLUMN)
            words = (part.text or "").replace("\xa0", " ")
            drawn[row] = drawn.get(row, "").ljust(at) + words
    return "\n".join([drawn.get(row, "").rstrip() for row in range(max(drawn) + 1)]) + "\n"


def app_of(
    name: str,
    *,
    players: tuple[str, ...] = (),
    bots: tuple[str, ...] = (),
    rolls: bool = True,
    open_hands: bool = False,
    seed: int = 3,
    wait: float = 0,
    **others: Any,
) -> GameApp:
    """A game with as few players as it may have."""
    game = card_data.load(name)
    names = players or ("Ann", "Bo", "Cy")[: game.head.players.min]
    referee = Referee(game, Record(name, names, (), seed=seed, bots=bots, rolls=rolls), **others)
    return GameApp(referee, open_hands=open_hands, wait=wait)


def play(app: GameApp, playing: Playing, size: tuple[int, int] = SMALL) -> Seat:
    """Have somebody play at a screen of this size."""

    async def at_it() -> Seat:
        async with app.run_test(size=size) as pilot:
            seat = Seat(app, pilot)
            await seat.settle()
            await playing(seat)
        return seat

    seat = asyncio.run(at_it())
    if app.error is not None:
        raise app.error
    return seat


async def choose(seat: Seat, rng: Random) -> None:
    """Press what answers the question somehow, by number where there are any."""
    session = seat.app.session
    if isinstance(seat.app.screen, Passing):
        return await seat.press("enter")
    choosing = session.choosing
    if choosing.menu.switch and rng.random() < 0.3:
        seat.fast("space")
    if session.asked is not None and session.asked.who == TABLE:
        return seat.fast(*"roll", "enter")
    if not choosing.entries:
        assert session.asked is not None
        return seat.fast(*session.asked.random(rng), "enter")
    at = rng.randrange(len(choosing.entries))
    seat.fast(*(str(at + 1) if choosing.numbered else choosing.entries[at].label))
    if seat.typed:
        seat.fast("enter")
    return None


def by_chance(seed: int, most: int = 100_000) -> Playing:
    """Whole games, or so many moves, by keys alone."""

    async def playing(seat: Seat) -> None:
        rng = Random(seed)
        while not seat.over and len(seat.app.session.play.moves) < most:
            await choose(seat, rng)
        await seat.settle()

    return playing
