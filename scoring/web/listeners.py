"""Tells pages the news of their tables by server-sent events."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import contextmanager
from secrets import token_urlsafe
from typing import Any

import msgspec
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from card_data.limits import MOST_LISTENING
from card_data.model import Model
from card_data.program.ports import STREAMED
from scoring.web.shared_position import SharedPosition
from scoring.web.view import View

HEARTBEAT = 15.0  # seconds of silence after which a comment shows whether the page is still there


class News(Model, frozen=True):
    """The news of a table: ``version`` counts its changes during this ``run`` of the server;
    ``photo`` is whether it reads photos."""

    run: str
    version: int
    view: View
    photo: bool


class Stream(StreamingResponse):
    """A stream of events for a page, which is in ``listening`` until it ends."""

    def __init__(self, events: AsyncIterator[bytes], listening: set[Stream]) -> None:
        super().__init__(events, headers=STREAMED, media_type="text/event-stream")
        self.listening = listening

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.listening.add(self)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.listening.remove(self)


class Listeners:
    """The pages that listen to the open ``tables``, by their IDs; ``photo`` is as for `News`."""

    def __init__(self, tables: Collection[str], *, photo: bool = False) -> None:
        self.tables, self.photo, self.run = tables, photo, token_urlsafe(6)
        self.changed: dict[str, asyncio.Event] = {}
        self.listening: set[Stream] = set()
        self.ended = False

    def news(self, table: SharedPosition) -> News:
        return News(self.run, table.version, table.view, self.photo)

    def stream(self, table: SharedPosition) -> Stream | None:
        """Return a stream of a table's news; None while too many pages listen."""
        if len(self.listening) >= MOST_LISTENING:
            return None
        return Stream(self.events(table), self.listening)

    def tell(self, table: SharedPosition) -> None:
        if changed := self.changed.pop(table.id, None):
            changed.set()

    def end(self) -> None:
        """End all streams; the pages reconnect when there is a server again."""
        self.ended = True
        for changed in self.changed.values():
            changed.set()

    async def events(self, table: SharedPosition) -> AsyncIterator[bytes]:
        """Yield the views of a table as events until it is closed."""
        yield b"retry: 500\n\n"
        known: View | None = None
        while table.id in self.tables and not self.ended:
            changed = self.changed.setdefault(table.id, asyncio.Event())
            if known is not table.view:
                known = table.view
                yield b"data: %b\n\n" % msgspec.json.encode(self.news(table))
                continue
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT)
            except TimeoutError:
                yield b": \n\n"
        if not self.ended:
            yield b"event: closed\ndata: {}\n\n"


@contextmanager
def at_shutdown(end: Callable[[], None]) -> Iterator[None]:
    """Call ``end`` as soon as a signal tells the server around us to stop, and at the end.

    ASGI itself says so (``lifespan.shutdown``) only after the server has waited for all answers to
    end. The server's own handlers, which are there when lifespan begins, hear the signal too.
    """
    loop = asyncio.get_running_loop()
    own: dict[int, Callable[[int, Any], Any]] = {}

    def stop(number: int, frame: Any) -> None:
        loop.call_soon_threadsafe(end)
        own[number](number, frame)

    if threading.current_thread() is threading.main_thread():  # elsewhere signals are not heard
        for number in (signal.SIGINT, signal.SIGTERM):
            handler = signal.getsignal(number)
            if callable(handler):
                own[number] = handler
                signal.signal(number, stop)
    try:
        yield
    finally:
        for heard, handler in own.items():
            signal.signal(heard, handler)
        end()
