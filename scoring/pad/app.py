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
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from card_data import DataError, Problem
from card_data.choices import NO_HOUSE, House
from card_data.documents import content
from card_data.limits import MOST_LISTENING
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
from scoring.pad.drawing import FAILED, Drawer, Printed, picture, sheets
from scoring.pad.guard import Guard
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
from scoring.pad.view import View, judged, settled
from scoring.positions import positions, written

LOCAL = ("127.0.0.1", "localhost")
WORD = "link"  # the file with the word in the pages' address
LONGEST_WORD = 64
WORDS = re.compile(rf"[\w-]{{16,{LONGEST_WORD}}}", re.ASCII)
AFTER = 0.02  # seconds, in which pages are told what is known at once
BEAT = 15.0  # seconds after which a silent page is asked whether it is still there
RECENT = 24  # names of players
FRESH = {"cache-control": "no-store"}
LASTING = {"cache-control": "private, max-age=31536000, immutable"}  # its name says what is in it
M = TypeVar("M")


class News(Model, frozen=True):
    """What pages are told of a table: ``version`` counts up as long as the server ``run``."""

    run: str
    version: int
    view: View


class Nothing(Model, frozen=True):
    """A request that says nothing but its address."""


def app(
    data: Path | None,
    folder: Path,
    *,
    hosts: Collection[str] = LOCAL,
    house: House = NO_HOUSE,
    only: str | None = None,
) -> Guard:
    """The score pad for any ASGI server: of the shipped games, or of those in ``data``.

    Tables are kept in ``folder``, which is made; ``hosts`` are the names of this machine by which
    pages may be asked for, ``only`` the game that is offered. Pages are below ``/WORD/``,
    `Guard.word`. Raise `DataError` for data that cannot be read, and a game that there is not,
    `OSError` where the folder cannot be written.
    """
    store = Store(folder, data, house)
    found = [offered(game) for game in chosen(store.reader, [] if only is None else [only])]
    desk = Desk(store, found)
    handlers: dict[Any, Any] = {404: gone, DataError: refused, **dict.fromkeys(FAILED, not_drawn)}
    inner = Starlette(routes=desk.routes(page_files()), exception_handlers=handlers)
    return Guard(GZipMiddleware(inner, minimum_size=1000), word_in(folder), hosts, desk.end)


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
    """Where requests come in: what is at the tables, and who listens there."""

    def __init__(self, store: Store, games: Sequence[Offered]) -> None:
        self.store, self.games = store, games
        self.run, self.drawer = token_urlsafe(6), Drawer()
        self.printed = Printed(self.drawer, store.reader.data, store.reader.house)
        self.changed: dict[str, asyncio.Event] = {}
        self.settling: dict[str, asyncio.Task[None]] = {}
        self.listening, self.ended = 0, False

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

    # pages that are no table's

    async def home(self, request: Request) -> Response:
        """The games, the tables under way, and those who played last."""
        evenings, _ = history.evenings()
        names = [seat.player for one in evenings for seat in one.players]
        here = [one.name for table in self.tables() for one in players_of(table.entry.position)]
        return answer({
            "games": self.games,
            "tables": [*map(self.summary, self.tables())],
            "names": [*dict.fromkeys(filter(None, [*here, *names]))][:RECENT],
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
        evenings, _ = history.evenings()
        return answer(history_of(evenings))

    async def clause(self, request: Request) -> Response:
        """What a clause says."""
        try:
            found = clauses.find(request.path_params["rule"], self.store.reader.data)
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
        return answer(self.news_of(self.table(request)))

    async def enter(self, request: Request) -> Response:
        """Take in what was entered."""
        table = self.table(request)

        async def entered(sent: Entered) -> Response:
            if self.store.take(table, sent.changes):
                self.tell(table)
            return answer(self.news_of(table))

        return await self.doing(request, Entered, entered)

    async def close(self, request: Request) -> Response:
        """Be rid of a table."""
        table = self.table(request)

        async def closed(_: Nothing) -> Response:
            self.store.close(table)
            self.tell(table)
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

        async def kept(_: Nothing) -> Response:
            evening, said = self.evening(request)
            found, new = history.keep(evening, said)
            there = f"In your history already, as {found.id} of {found.day}."
            return answer({"said": f"Kept as {found.id}." if new else there})

        return await self.doing(request, Nothing, kept)

    async def link(self, request: Request) -> Response:
        """The evening as a link that BG Stats takes."""
        return answer({"link": links(self.evening(request)[0])[0]})

    async def code(self, request: Request) -> Response:
        """That link as a QR code."""
        found = codes(links(self.evening(request)[0]))
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

    # those who listen

    def news_of(self, table: Table) -> News:
        """What there is to tell of a table."""
        return News(self.run, table.version, table.view)

    def tell(self, table: Table) -> None:
        """Wake those who listen, and work out the rest of the view for them."""
        self.wake(table)
        if table.id not in self.settling:
            self.settling[table.id] = asyncio.create_task(self.settle(table))

    async def settle(self, table: Table) -> None:
        """Work out what takes longer, until it is that of the table as it is."""
        try:
            while not table.view.settled:
                await asyncio.sleep(AFTER)
                view = table.view
                whole = await run_in_threadpool(settled, table.entry, view)
                if table.view is view:  # nothing was entered meanwhile
                    table.view = whole
        finally:
            del self.settling[table.id]
        self.wake(table)

    def wake(self, table: Table) -> None:
        """Have those who listen look again."""
        if changed := self.changed.pop(table.id, None):
            changed.set()

    async def news(self, request: Request) -> Response:
        """What happens at a table, as server-sent events."""
        table = self.table(request)
        if self.listening >= MOST_LISTENING:
            return answer(Wrong(("too many pages are open",)), HTTPStatus.SERVICE_UNAVAILABLE)
        if not table.view.settled:
            self.tell(table)
        return StreamingResponse(
            self.events(table),
            media_type="text/event-stream",
            headers={"cache-control": "no-store", "content-encoding": "identity"},
        )

    def end(self) -> None:
        """End what goes on: pages come back for it once there is a server again."""
        self.ended = True
        self.drawer.end()
        for changed in self.changed.values():
            changed.set()

    async def events(self, table: Table) -> AsyncIterator[bytes]:
        """The views of a table one after the other, until it is closed."""
        self.listening += 1
        try:
            yield b"retry: 500\n\n"
            known: View | None = None
            while table.id in self.store.tables and not self.ended:
                changed = self.changed.setdefault(table.id, asyncio.Event())
                if known is not table.view:
                    known = table.view
                    yield b"data: %b\n\n" % msgspec.json.encode(self.news_of(table))
                    continue
                try:
                    await asyncio.wait_for(changed.wait(), BEAT)
                except TimeoutError:
                    yield b": \n\n"
            if not self.ended:
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
