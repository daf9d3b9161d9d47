"""The score pad as an ASGI application: pages, and the tables that phones enter together.

>>> from pathlib import Path
>>> from tempfile import mkdtemp
>>> pad = app(None, Path(mkdtemp()))  # for uvicorn, hypercorn or any other server
>>> pad.word == word_in(Path(mkdtemp()))
False
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from card_data import DataError, Problem
from card_data.choices import NO_HOUSE, House
from card_data.documents import content
from card_data.model import Model
from card_data.staging import Staging
from scoring import clauses
from scoring.ask.questions import players_of
from scoring.history import store as history
from scoring.history.bgstats import links
from scoring.history.codes import codes
from scoring.history.codes import picture as code_picture
from scoring.history.evening import Evening, dated, evening_of
from scoring.history.tables import history_of
from scoring.pad.drawing import FAILED, Drawer, Given, Printed, R, picture, sheets
from scoring.pad.guard import Guard
from scoring.pad.listeners import Listeners, at_shutdown
from scoring.pad.messages import (
    REFUSALS,
    Begun,
    Entered,
    Offered,
    Wrong,
    offered,
    refusal,
    said,
    wrong_by,
)
from scoring.pad.pages import TYPES, page_files
from scoring.pad.store import Store, chosen
from scoring.pad.table import Table
from scoring.pad.view import judged
from scoring.positions import positions, seating, written

LOCAL = ("127.0.0.1", "localhost")
WORD = "link"  # the file with the word in the pages' address
LONGEST_WORD = 64
WORDS = re.compile(rf"[\w-]{{16,{LONGEST_WORD}}}", re.ASCII)
RECENT = 24  # names of players
LATEST = 100  # evenings, whose players are those
FRESH = {"cache-control": "no-store"}
LASTING = {"cache-control": "private, max-age=31536000, immutable"}  # its name says what is in it
M = TypeVar("M")


class Nothing(Model, frozen=True):
    """A request that says nothing but its address."""


def app(
    data: Path | None,
    folder: Path,
    *,
    hosts: Collection[str] = LOCAL,
    house: House = NO_HOUSE,
    only: str | None = None,
    url: str | None = None,
) -> Guard:
    """The score pad for any ASGI server: of the shipped games, or of those in ``data``.

    Tables are kept in ``folder``, which is made, and which one process alone may serve; ``hosts``
    are the names of this machine by which pages may be asked for, ``only`` the game that is
    offered, ``url`` the address of a web server in front that passes requests on. Pages are below
    ``/WORD/``, `Guard.word`. Raise `DataError` for data that cannot be read, a game that there is
    not and a ``url`` that is none, `OSError` where the folder cannot be written.
    """
    store = Store(folder, data, house)
    found = [offered(game) for game in chosen(store.reader, [] if only is None else [only])]
    desk = Desk(store, found)
    handlers: dict[Any, Any] = {404: gone, DataError: refused, **dict.fromkeys(FAILED, not_drawn)}
    inner = Starlette(
        routes=desk.routes(page_files()), exception_handlers=handlers, lifespan=desk.lifespan
    )
    return Guard(GZipMiddleware(inner, minimum_size=1000), word_in(folder), hosts, url)


def word_in(folder: Path) -> str:
    """The word in the address of pages, which stays the same for a folder: links keep working."""
    file = folder / WORD
    try:
        word = content(file, LONGEST_WORD).decode("ascii").strip()
    except (OSError, ValueError):
        word = ""
    if not WORDS.fullmatch(word):
        word = token_urlsafe(16)
        with Staging(folder) as staging:
            part = staging.file_for(file)
            part.chmod(0o600)
            part.write_text(word)
            staging.move_all()
    return word


class Desk:
    """Where requests come in.

    A table is looked up after the last thing that is waited for, as it may be closed meanwhile.
    """

    def __init__(self, store: Store, games: Sequence[Offered]) -> None:
        self.store, self.games, self.drawer = store, games, Drawer()
        self.printed = Printed(self.drawer, store.reader.data, store.reader.house)
        self.listeners, self.reading = Listeners(store.tables), asyncio.Lock()

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """See that streams and drawings end as soon as the server is to stop."""

        def end() -> None:
            self.listeners.end()
            self.drawer.end()

        with at_shutdown(end):
            yield

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
            Route("/sheets/{game}.json", self.sheets),
            Route("/sheets/{game}/{picture}", self.sheets),
            Route("/tables", self.begin, methods=["POST"]),
            Route("/tables/{id}", self.told),
            Route("/tables/{id}/news", self.news),
            Route("/tables/{id}/changes", self.enter, methods=["POST"]),
            Route("/tables/{id}/close", self.close, methods=["POST"]),
            Route("/tables/{id}/keep", self.keep, methods=["POST"]),
            Route("/tables/{id}/link", self.link),
            Route("/tables/{id}/link.svg", self.code),
            Route("/tables/{id}/position.yaml", self.file),
            Route("/tables/{id}/picture.png", partial(self.drawn, picture, "image/png")),
            Route("/tables/{id}/sheets.zip", partial(self.drawn, sheets, "application/zip")),
        ]

    async def read(self, work: Callable[[*Given], R], *given: *Given) -> R:
        """What reads files of evenings or games, in a thread, while tables go on; one at a time, as
        many would leave tables little of the processor."""
        async with self.reading:
            return await run_in_threadpool(work, *given)

    # pages that are no table's

    async def home(self, request: Request) -> Response:
        """The games, the tables under way, and those who played last."""
        latest = await self.read(history.latest, LATEST)
        names = [seat.player for one in latest for seat in one.players]
        here = [one.name for table in self.tables() for one in players_of(table.entry.position)]
        return answer({
            "games": self.games,
            "tables": [*map(self.summary, self.tables())],
            "names": seating.each_once([*here, *names])[:RECENT],
            "problems": [str(problem) for problem in self.store.problems],
            "links": [("#history", "Evenings so far")],
            "note": self.note(),
        })  # fmt: skip

    def note(self) -> str:
        """That tables wait which cannot be opened here; empty if there are none."""
        waiting = self.store.elsewhere
        what = "table is of a game" if waiting == 1 else "tables are of games"
        return f"{waiting} {what} not served now, and kept for later." if waiting else ""

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
        return await self.read(lambda: answer(history_of(history.evenings()[0])))

    async def clause(self, request: Request) -> Response:
        """What a clause says."""
        rule, reader = request.path_params["rule"], self.store.reader
        try:
            found = await self.read(clauses.find, rule, reader.data, reader.house.all)
        except DataError as error:
            return answer(wrong_by(error), HTTPStatus.NOT_FOUND)
        return answer(said(found.clause, found.section))

    async def sheets(self, request: Request) -> Response:
        """The printed sheets of a game with their fields, or the picture of one."""
        game, name = request.path_params["game"], request.path_params.get("picture")
        if game not in self.playing():
            raise HTTPException(HTTPStatus.NOT_FOUND)
        found, pictures = await self.printed.of(game)
        if name is None:
            return Response(found, headers=FRESH, media_type="application/json")
        if name not in pictures:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return Response(pictures[name], headers=LASTING, media_type=TYPES[".svg"])

    def playing(self) -> set[str]:
        """The games that are offered, or under way."""
        tables = self.store.tables.values()
        return {one.id for one in self.games} | {one.entry.game.id for one in tables}

    # tables

    def table(self, request: Request) -> Table:
        """The table that an address names; raise `HTTPException` if there is none."""
        table = self.store.tables.get(request.path_params["id"])
        if table is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return table

    async def begin(self, request: Request) -> Response:
        """Begin a table."""
        return await self.doing(request, Begun, self.begun)

    async def begun(self, wanted: Begun) -> Response:
        table = self.store.begin(wanted.game, wanted.players)
        self.printed.expect(wanted.game)
        return answer({"id": table.id})

    async def told(self, request: Request) -> Response:
        """What a table has now."""
        table = self.table(request)
        self.listeners.expect(table)
        return answer(self.listeners.news(table))

    async def enter(self, request: Request) -> Response:
        """Take in what was entered."""

        async def entered(sent: Entered) -> Response:
            table = self.table(request)
            if self.store.take(table, sent.changes):
                self.listeners.tell(table)
            return answer(self.listeners.news(table))

        return await self.doing(request, Entered, entered)

    async def close(self, request: Request) -> Response:
        """Be rid of a table."""

        async def closed(_: Nothing) -> Response:
            table = self.table(request)
            self.store.close(table)
            self.listeners.wake(table)
            return answer({})

        return await self.doing(request, Nothing, closed)

    async def doing(
        self, request: Request, kind: type[M], do: Callable[[M], Awaitable[Response]]
    ) -> Response:
        """Do what the body of a request says; or say why not."""
        try:
            raw = await request.body()
            return await do(msgspec.json.decode(raw, type=kind))
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)
        except REFUSALS as error:
            return await refused(request, error)
        except OSError as error:
            name = Path(error.filename or self.store.folder).name
            message = f"{name}: cannot be written: {error.strerror}"
            return answer(Wrong((message,)), HTTPStatus.INSUFFICIENT_STORAGE)

    # what becomes of a score

    async def keep(self, request: Request) -> Response:
        """Keep the evening in the user's history."""

        def keep() -> Response:
            found, new = history.keep(*self.evening(request))
            there = f"In your history already, as {found.id} of {found.day}."
            return answer({"said": f"Kept as {found.id}." if new else there})

        async def kept(_: Nothing) -> Response:
            return await run_in_threadpool(keep)

        return await self.doing(request, Nothing, kept)

    async def link(self, request: Request) -> Response:
        """The evening as a link that BG Stats takes."""
        evening, _ = await self.read(self.evening, request)
        return answer({"link": links(evening)[0]})

    async def code(self, request: Request) -> Response:
        """That link as a QR code."""
        evening, _ = await self.read(self.evening, request)
        found = codes(links(evening))
        return Response(code_picture(found[0], "svg"), media_type=TYPES[".svg"], headers=FRESH)

    def evening(self, request: Request) -> tuple[Evening, str]:
        """The evening of a table, and what is said of its date; raise `DataError` where its score
        is not final."""
        table = self.table(request)
        report = positions.score(judged(table.entry))
        if not report.final:
            raise DataError(Problem(message="the score is not final yet", file="table"))
        when, said = dated(None)
        evening = evening_of(table.entry, report, str(self.store.file(table)), when, said)
        return history.known(evening, said, history.evenings()[0]) or evening, said

    async def file(self, request: Request) -> Response:
        """The table's position as a file."""
        table = self.table(request)
        return download(written.text(table.entry), "text/yaml", f"{table.entry.game.id}.yaml")

    async def drawn(
        self, work: Callable[[str, Path | None, House], bytes], kind: str, request: Request
    ) -> Response:
        """Something that is drawn of a table."""
        table, reader = self.table(request), self.store.reader
        raw = await self.drawer.draw(work, written.text(table.entry), reader.data, reader.house)
        suffix = Path(request.url.path).suffix
        return download(raw, kind, f"{table.entry.game.id}{suffix}")

    async def news(self, request: Request) -> Response:
        """What happens at a table, as server-sent events."""
        table = self.table(request)
        self.listeners.expect(table)
        full = Wrong(("too many pages are open",))
        return self.listeners.stream(table) or answer(full, HTTPStatus.SERVICE_UNAVAILABLE)


async def page(raw: bytes, name: str, request: Request) -> Response:
    """A file of the pages."""
    kind = TYPES[Path(name).suffix]
    return Response(raw, media_type=kind, headers={"cache-control": "no-cache"})


def answer(value: object, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """A value as JSON."""
    raw = msgspec.json.encode(value)
    return Response(raw, status, FRESH, "application/json")


async def refused(request: Request, error: Exception) -> Response:
    """Why something cannot be."""
    status, wrong = refusal(error)
    return answer(wrong, status)


async def not_drawn(request: Request, error: Exception) -> Response:
    """That a drawing took too long, or its process has died."""
    wrong = Wrong(("it could not be drawn this time: try again",))
    return answer(wrong, HTTPStatus.SERVICE_UNAVAILABLE)


async def gone(request: Request, error: Exception) -> Response:
    """That there is no such table, or page."""
    return answer(Wrong(("there is no such table, or it is closed",)), HTTPStatus.NOT_FOUND)


def download(raw: bytes | str, kind: str, name: str) -> Response:
    """A file to be saved."""
    headers = {**FRESH, "content-disposition": f'attachment; filename="{name}"'}
    return Response(raw, media_type=kind, headers=headers)
