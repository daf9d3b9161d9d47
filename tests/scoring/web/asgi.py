"""A client of an ASGI application, as small as can be: requests and answers, no network."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from scoring.web.access import AccessControl

Chunk = bytes | float | Callable[[], Awaitable[None]]
HOST = "127.0.0.1:8750"
HEADERS = {"host": HOST}
WRITING = {"origin": f"http://{HOST}", "content-type": "application/json"}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def scope_of(
    pad: AccessControl, method: str, path: str, headers: dict[str, str | None]
) -> dict[str, Any]:
    """A request for a path below the link, or from the root if it begins with two slashes; a header
    that is None is left out."""
    whole = path[1:] if path.startswith("//") else f"/{pad.word}{path}"
    whole, _, query = whole.partition("?")
    sent = {**HEADERS, **(WRITING if method == "POST" else {}), **headers}
    return {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
        "scheme": "http", "path": whole, "raw_path": whole.encode("utf-8", "replace"),
        "query_string": query.encode(), "root_path": "", "client": ("192.168.0.2", 50_000),
        "server": ("127.0.0.1", 8750),
        "headers": [(name.encode("latin-1", "replace"), value.encode("latin-1", "replace"))
                    for name, value in sent.items() if value is not None],
    }  # fmt: skip


class Sending:
    """The body sent to an application, and what it sends back. Numbers among the chunks are pauses
    in seconds, and callables are called while the application waits for the rest."""

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self.chunks = [*chunks]
        self.whole = not self.chunks
        self.gone = asyncio.Event()
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        if self.chunks:
            chunk = self.chunks.pop(0)
            if not isinstance(chunk, bytes):
                await (asyncio.sleep(chunk) if isinstance(chunk, float) else chunk())
                return await self.receive()
            return {"type": "http.request", "body": chunk, "more_body": bool(self.chunks)}
        if self.whole:
            self.whole = False
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        await self.sent.put(message)


async def ask(
    pad: AccessControl,
    method: str,
    path: str,
    body: Any = None,
    *,
    chunks: Sequence[Chunk] | None = None,
    headers: dict[str, str | None] | None = None,
    address: str | None = "192.168.0.2",
) -> Answer:
    if chunks is None:
        chunks = [] if body is None else [json.dumps(body).encode()]
    length = sum(len(one) for one in chunks if isinstance(one, bytes))
    more: dict[str, str | None] = {"content-length": str(length)} if chunks else {}
    scope = scope_of(pad, method, path, more | (headers or {}))
    scope["client"] = address and (address, 50_000)
    sending = Sending(chunks)
    await pad(scope, sending.receive, sending.send)  # type: ignore[arg-type]
    start, *rest = [sending.sent.get_nowait() for _ in range(sending.sent.qsize())]
    raw = b"".join(one.get("body", b"") for one in rest)
    found = {name.decode(): value.decode("latin-1") for name, value in start["headers"]}
    assert len(found) == len(start["headers"]), start["headers"]
    if found.get("content-encoding") == "gzip":
        raw = gzip.decompress(raw)
    return Answer(start["status"], found, raw)


def get(pad: AccessControl, path: str, **more: Any) -> Answer:
    return asyncio.run(ask(pad, "GET", path, **more))


def post(pad: AccessControl, path: str, body: Any, **more: Any) -> Answer:
    return asyncio.run(ask(pad, "POST", path, body, **more))


@asynccontextmanager
async def listening(pad: AccessControl, path: str) -> AsyncIterator[AsyncIterator[tuple[str, Any]]]:
    """The events of a stream, each its name and its value, as long as one listens."""
    sending = Sending([])
    scope = scope_of(pad, "GET", path, {})
    task = asyncio.create_task(pad(scope, sending.receive, sending.send))  # type: ignore[arg-type]
    start = await sending.sent.get()
    assert start["status"] == 200, start
    assert dict(start["headers"])[b"content-type"].startswith(b"text/event-stream")

    async def events() -> AsyncIterator[tuple[str, Any]]:
        while True:
            message = await sending.sent.get()
            for line in message.get("body", b"").decode().split("\n\n"):
                fields = dict(one.split(": ", 1) for one in line.split("\n") if ": " in one)
                if fields.get("data"):
                    yield fields.get("event", "message"), json.loads(fields["data"])
            if not message.get("more_body"):
                return

    try:
        yield events()
    finally:
        sending.gone.set()
        await asyncio.wait_for(task, 60)
