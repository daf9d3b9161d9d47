"""Who listens is told until the server stops, and no server waits for them longer."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import signal
import time
import urllib.request
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from scoring.web import listeners
from scoring.web.access import AccessControl
from scoring.web.drawing import DrawingProcess
from scoring.web.store import TableStore
from tests.scoring.web.asgi import ask, listening
from tests.scoring.web.served import Served

BEGUN = {"game": "winstons_archive", "players": ["Ann", "Bo"]}


async def begun(pad: AccessControl) -> str:
    return f"/tables/{(await ask(pad, 'POST', '/tables', BEGUN)).json['id']}"


@asynccontextmanager
async def lifespan(pad: AccessControl) -> AsyncIterator[None]:
    """Notify an application of the server's start and, once all is answered, of its end."""
    told: asyncio.Queue[Any] = asyncio.Queue()
    said: asyncio.Queue[Any] = asyncio.Queue()
    task = asyncio.create_task(pad({"type": "lifespan"}, told.get, said.put))
    for step in ("startup", "shutdown"):
        await told.put({"type": f"lifespan.{step}"})
        assert await said.get() == {"type": f"lifespan.{step}.complete"}
        if step == "startup":
            yield
    await task


def test_silent_stream_sends_a_comment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """So that the server notices a page that is gone."""
    monkeypatch.setattr(listeners, "HEARTBEAT", 0.0)
    tables = TableStore(tmp_path)
    table = tables.begin("winstons_archive", ["Ann", "Bo"])

    async def first_parts() -> list[bytes]:
        events = listeners.Listeners(tables.tables).events(table)
        return [await anext(events) for _ in range(4)]

    retry, view, *comments = asyncio.run(asyncio.wait_for(first_parts(), 60))
    assert (retry, view[:6], comments) == (b"retry: 500\n\n", b"data: ", [b": \n\n"] * 2)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("by_loop", [False, True])
def test_streams_end_as_soon_as_the_server_is_to_stop(
    pad: AccessControl, number: signal.Signals, by_loop: bool
) -> None:
    """However the server has set up its handlers: as uvicorn does, or granian; they hear it too."""

    async def evening() -> None:
        loop, heard = asyncio.get_running_loop(), asyncio.Event()
        if by_loop:
            loop.add_signal_handler(number, heard.set)
        else:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(heard.set))
        own = signal.getsignal(number)
        table = await begun(pad)
        async with asyncio.timeout(60), lifespan(pad):
            async with listening(pad, f"{table}/news") as events:
                await anext(events)
                signal.raise_signal(number)
                names = [name async for name, _ in events]
            await heard.wait()
        assert "closed" not in names  # for the table is not
        assert signal.getsignal(number) is own

    before = signal.getsignal(number)
    try:
        asyncio.run(evening())
    finally:
        signal.signal(number, before)


def test_the_server_ends_while_a_page_listens(tmp_path: Path) -> None:
    served = Served(tmp_path)
    try:
        origin = "/".join(served.link.split("/")[:3])
        own = {"origin": origin, "content-type": "application/json"}
        asked = urllib.request.Request(f"{served.link}tables", json.dumps(BEGUN).encode(), own)
        table = json.load(urllib.request.urlopen(asked, timeout=60))["id"]
        news = f"{served.link}tables/{table}/news"
        with urllib.request.urlopen(news, timeout=60) as stream:
            assert stream.readline() == b"retry: 500\n"
            assert served.stop() == (0, "")
    finally:
        served.kill()


def test_a_drawer_ends_with_its_own_process_and_no_other() -> None:
    """And whoever waits for a drawing is told."""
    other = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(600,))
    other.start()

    async def evening() -> None:
        drawer = DrawingProcess()
        assert await drawer.draw(abs, -1) == 1
        drawings = [asyncio.create_task(drawer.draw(time.sleep, 600)) for _ in range(3)]
        await asyncio.sleep(0)
        drawer.end()
        found = await asyncio.gather(*drawings, return_exceptions=True)
        assert [type(one) for one in found] == [BrokenProcessPool] * 3

    try:
        asyncio.run(evening())
        assert other.is_alive()
    finally:
        other.kill()
        other.join()
