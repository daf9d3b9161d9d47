"""The score pad as an ASGI application: pages, and the tables that phones enter together.

>>> from pathlib import Path
>>> from tempfile import mkdtemp
>>> pad = app(None, Path(mkdtemp()))  # for uvicorn, hypercorn or any other server
>>> pad.word == word_in(Path(mkdtemp()))
False
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from functools import partial
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from secrets import token_urlsafe
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from card_data import DataError
from card_data.choices import NO_HOUSE, House
from card_data.limits import MOST_PLAYERS
from card_data.model import Model
from card_data.staging import Staging
from scoring import clauses
from scoring.ask.questions import players_of
from scoring.history import store as history
from scoring.history.tables import history_of
from scoring.pad.guard import Guard
from scoring.pad.store import Store
from scoring.pad.table import CrossedError, Table, Typed
from scoring.pad.view import View
from scoring.positions.positions import PlayerName

LOCAL = ("127.0.0.1", "localhost")
WORD = "link"  # the file with the word in the pages' address
MOST_CHANGES = 100  # in a request
MOST_LISTENING = 200  # pages, at all tables
BEAT = 15.0  # seconds after which a silent page is asked whether it is still there
RECENT = 24  # names of players
TYPES = {
    ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}  # fmt: skip
M = TypeVar("M")


class Begun(Model, frozen=True):
    """A table that is to be begun."""

    game: Annotated[str, Meta(max_length=255)]
    players: Annotated[tuple[PlayerName, ...], Meta(max_length=MOST_PLAYERS)] = ()


class Entered(Model, frozen=True):
    """What was entered on a phone."""

    changes: Annotated[tuple[Typed, ...], Meta(min_length=1, max_length=MOST_CHANGES)]


class News(Model, frozen=True):
    """What pages are told of a table: ``version`` counts up as long as the server ``run``."""

    run: str
    version: int
    view: View


class Wrong(Model, frozen=True):
    """Why something was not done."""

    problems: tuple[str, ...]
    path: str = ""
    """The place that another phone has changed."""
    now: Any = None
    """What stands there."""


def app(
    data: Path | None,
    folder: Path,
    *,
    hosts: Collection[str] = LOCAL,
    house: House = NO_HOUSE,
) -> Guard:
    """The score pad for any ASGI server: of the shipped games, and those of one's own in ``data``.

    Tables are kept in ``folder``, which is made; ``hosts`` are the names of this machine by which
    pages may be asked for. Pages are below ``/WORD/``, `Guard.word`. Raise `DataError` for data
    that cannot be read, `OSError` where the folder cannot be written.
    """
    store = Store(folder, data, house)
    games = store.games()
    desk = Desk(store, {game.id: game.title for game in games})
    inner = Starlette(routes=desk.routes(page_files()))
    return Guard(GZipMiddleware(inner, minimum_size=1000), word_in(folder), hosts)


def word_in(folder: Path) -> str:
    """The word in the address of pages, which stays the same for a folder: links keep working."""
    file = folder / WORD
    try:
        word = file.read_text("ascii").strip()
    except (OSError, ValueError):
        word = ""
    if len(word) < 16 or not word.replace("-", "").replace("_", "").isalnum():
        word = token_urlsafe(16)
        with Staging(folder) as staging:
            part = staging.file_for(file)
            part.chmod(0o600)
            part.write_text(word)
            staging.move_all()
    return word


def page_files() -> dict[str, bytes]:
    """The files of the pages, by their names."""
    found = files("templates").joinpath("web").iterdir()
    return {one.name: one.read_bytes() for one in found if Path(one.name).suffix in TYPES}


class Desk:
    """Where requests come in: what is at the tables, and who listens there."""

    def __init__(self, store: Store, titles: dict[str, str]) -> None:
        self.store, self.titles = store, titles
        self.run = token_urlsafe(6)
        self.changed: dict[str, asyncio.Event] = {}
        self.settled: dict[str, tuple[int, View]] = {}
        self.settling: dict[str, asyncio.Task[None]] = {}
        self.listening = 0

    def routes(self, files: dict[str, bytes]) -> list[Route]:
        """The addresses there are."""
        pages = [
            Route(f"/{name if name != 'index.html' else ''}", partial(page, raw, name))
            for name, raw in files.items()
        ]
        return [
            *pages,
            Route("/home", self.home),
            Route("/history", self.history),
            Route("/clauses/{rule}", self.clause),
            Route("/tables", self.begin, methods=["POST"]),
            Route("/tables/{id}", self.told),
            Route("/tables/{id}/news", self.news),
            Route("/tables/{id}/changes", self.enter, methods=["POST"]),
            Route("/tables/{id}/close", self.close, methods=["POST"]),
        ]

    # pages that are no table's

    async def home(self, request: Request) -> Response:
        """The games, the tables under way, and those who played last."""
        evenings, _ = history.evenings()
        names = [seat.player for one in evenings for seat in one.players]
        here = [one.name for table in self.tables() for one in players_of(table.entry.position)]
        return answer({
            "games": [{"id": id, "title": title} for id, title in self.titles.items()],
            "tables": [*map(self.summary, self.tables())],
            "names": [*dict.fromkeys(filter(None, [*here, *names]))][:RECENT],
            "problems": [str(problem) for problem in self.store.problems],
        })  # fmt: skip

    def tables(self) -> list[Table]:
        """The tables, the one that was begun last first."""
        return [*self.store.tables.values()][::-1]

    def summary(self, table: Table) -> dict[str, Any]:
        """A table in short."""
        players = [one.name for one in players_of(table.entry.position)]
        view = table.view
        return {
            "id": table.id, "title": view.title, "players": players, "missing": view.missing
        }  # fmt: skip

    async def history(self, request: Request) -> Response:
        """Who beat whom, averages and records."""
        evenings, _ = history.evenings()
        return answer(history_of(evenings))

    async def clause(self, request: Request) -> Response:
        """What a clause says."""
        try:
            found = clauses.find(request.path_params["rule"], self.store.reader.data)
        except DataError as error:
            return refused(error, HTTPStatus.NOT_FOUND)
        one = found.clause
        texts = [one.text, one.ruling, one.house, one.scorer]
        return answer({"id": one.id, "title": found.section, "texts": [*filter(None, texts)]})

    # tables

    async def begin(self, request: Request) -> Response:
        """Begin a table."""
        return await self.doing(request, Begun, self.begun)

    async def begun(self, wanted: Begun) -> Response:
        table = self.store.begin(wanted.game, wanted.players)
        return answer({"id": table.id})

    async def told(self, request: Request) -> Response:
        """What a table has now."""
        table = self.store.tables.get(request.path_params["id"])
        return answer(self.news_of(table)) if table else nothing()

    async def enter(self, request: Request) -> Response:
        """Take in what was entered."""
        table = self.store.tables.get(request.path_params["id"])
        if table is None:
            return nothing()

        async def entered(sent: Entered) -> Response:
            if self.store.take(table, sent.changes):
                self.tell(table)
            return answer(self.news_of(table))

        return await self.doing(request, Entered, entered)

    async def close(self, request: Request) -> Response:
        """Be rid of a table."""
        table = self.store.tables.get(request.path_params["id"])
        if table is None:
            return nothing()
        self.store.close(table)
        self.tell(table)
        return answer({})

    async def doing(
        self, request: Request, kind: type[M], do: Callable[[M], Awaitable[Response]]
    ) -> Response:
        """Do what the body of a request says; or say why not."""
        try:
            raw = await request.body()
            return await do(msgspec.json.decode(raw, type=kind))
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            return answer(Wrong((str(error),)), HTTPStatus.BAD_REQUEST)
        except CrossedError as error:
            return answer(Wrong((), error.typed.path, error.now), HTTPStatus.CONFLICT)
        except DataError as error:
            return refused(error, HTTPStatus.UNPROCESSABLE_ENTITY)
        except OSError as error:
            message = f"{error.filename}: cannot be written: {error.strerror}"
            return answer(Wrong((message,)), HTTPStatus.INSUFFICIENT_STORAGE)

    # those who listen

    def news_of(self, table: Table) -> News:
        """What there is to tell of a table."""
        version, view = self.settled.get(table.id, (-1, table.view))
        return News(self.run, table.version, view if version == table.version else table.view)

    def tell(self, table: Table) -> None:
        """Wake those who listen, and work out the rest of the view for them."""
        self.changed.setdefault(table.id, asyncio.Event()).set()
        del self.changed[table.id]
        if table.id not in self.settling:
            self.settling[table.id] = asyncio.create_task(self.settle(table))

    async def settle(self, table: Table) -> None:
        """Work out what takes longer, until it is that of the table as it is."""
        try:
            while self.settled.get(table.id, (-1,))[0] != table.version:
                version = table.version
                self.settled[table.id] = version, await run_in_threadpool(table.settled)
        finally:
            del self.settling[table.id]
        if table.id not in self.store.tables:
            self.settled.pop(table.id, None)
        self.changed.setdefault(table.id, asyncio.Event()).set()
        del self.changed[table.id]

    async def news(self, request: Request) -> Response:
        """What happens at a table, as server-sent events."""
        table = self.store.tables.get(request.path_params["id"])
        if table is None:
            return nothing()
        if self.listening >= MOST_LISTENING:
            return answer(Wrong(("too many pages are open",)), HTTPStatus.SERVICE_UNAVAILABLE)
        if self.settled.get(table.id, (-1,))[0] != table.version:
            self.tell(table)
        return StreamingResponse(
            self.events(table),
            media_type="text/event-stream",
            headers={"cache-control": "no-store", "content-encoding": "identity"},
        )

    async def events(self, table: Table) -> AsyncIterator[bytes]:
        """The views of a table one after the other, until it is closed."""
        self.listening += 1
        try:
            yield b"retry: 500\n\n"
            known: News | None = None
            while table.id in self.store.tables:
                changed = self.changed.setdefault(table.id, asyncio.Event())
                now = self.news_of(table)
                if known is None or (known.version, known.view) != (now.version, now.view):
                    yield b"data: %b\n\n" % msgspec.json.encode(now)
                    known = now
                    continue
                try:
                    await asyncio.wait_for(changed.wait(), BEAT)
                except TimeoutError:
                    yield b": \n\n"
            yield b"event: closed\ndata: {}\n\n"
        finally:
            self.listening -= 1


async def page(raw: bytes, name: str, request: Request) -> Response:
    """A file of the pages."""
    kind = TYPES[Path(name).suffix]
    return Response(raw, media_type=kind, headers={"cache-control": "no-cache"})


def answer(value: object, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """A value as JSON."""
    raw = msgspec.json.encode(value)
    headers = {"cache-control": "no-store"}
    return Response(raw, status, headers, "application/json")


def refused(error: DataError, status: HTTPStatus) -> Response:
    """Why something cannot be."""
    return answer(Wrong(tuple([problem.message for problem in error.problems])), status)


def nothing() -> Response:
    """That there is no such table."""
    return answer(Wrong(("this table is closed",)), HTTPStatus.NOT_FOUND)
