"""The score pad as an ASGI application: pages, and tables that phones fill in together.

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
from http import HTTPStatus
from importlib.util import find_spec
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
from card_data.choices import NO_HOUSE_RULES, HouseRules
from card_data.limits import MOST_PHOTOS
from card_data.program.staging import Staging
from card_data.reading.documents import read_at_most
from scoring import clauses
from scoring.ask.questions import players_of
from scoring.history import store as history
from scoring.history.bgstats import link_of
from scoring.history.played_game import PlayedGame, dated, played_game_of
from scoring.history.tables import history_of
from scoring.positions import dump, positions
from scoring.positions.players import distinct_names
from scoring.web.access import AccessControl
from scoring.web.drawing import (
    FAILED,
    DrawingProcess,
    Given,
    R,
    SheetPictures,
    photographed,
    picture,
    prepare_photos,
    sheets,
)
from scoring.web.listeners import Listeners, at_shutdown
from scoring.web.messages import (
    REFUSALS,
    EnteredChanges,
    Failure,
    GameOffer,
    NewTable,
    clause_texts,
    failure_of,
    offered,
    refusal,
)
from scoring.web.pages import TYPES, page_files
from scoring.web.shared_position import SharedPosition
from scoring.web.store import TableStore, select_games
from scoring.web.view import failure_in_words, judged

LOCAL = ("127.0.0.1", "localhost")
WORD = "link"  # the file with the word in the pages' address
LONGEST_WORD = 64
WORDS = re.compile(rf"[\w-]{{16,{LONGEST_WORD}}}", re.ASCII)
RECENT = 24  # names of players
LATEST = 100  # played games, whose players are those
FRESH = {"cache-control": "no-store"}
LASTING = {"cache-control": "private, max-age=31536000, immutable"}  # its name says what is in it
M = TypeVar("M")
Endpoint = Callable[[Request], Awaitable[Response]]


def app(
    data: Path | None,
    folder: Path,
    *,
    hosts: Collection[str] = LOCAL,
    house: HouseRules = NO_HOUSE_RULES,
    only: str | None = None,
    url: str | None = None,
) -> AccessControl:
    """Return the score pad for any ASGI server: with the shipped games, or those in ``data``.

    Tables are stored in ``folder``, which is created, and which only one process may serve;
    ``hosts`` are the names of this machine by which pages may be asked for, beside its addresses,
    ``only`` the game that is offered, ``url`` the address of a web server in front that passes
    requests on. Pages are below ``/WORD/``, `AccessControl.word`. Raises `DataError` for unreadable
    data, an unknown game and a ``url`` that is no address, `OSError` where the folder cannot be
    written.
    """
    store = TableStore(folder, data, house)
    games = [offered(game) for game in select_games(store.reader, [] if only is None else [only])]
    photo = find_spec("cv2") is not None
    drawer, photos = DrawingProcess(), DrawingProcess("scoring.photo.photos")
    listeners, reading = Listeners(store.tables, photo=photo), ReadingQueue()
    printed = SheetPictures(drawer, data, house)

    def end() -> None:
        listeners.end()
        drawer.end()
        photos.end()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        with at_shutdown(end):
            yield

    routes = [
        *pages(),
        *HomeRoutes(store, games, printed, reading).routes(),
        *TableRoutes(store, listeners, printed).routes(),
        *ExportRoutes(store, drawer, reading).routes(),
        *(PhotoRoutes(store, photos).routes() if photo else ()),
    ]
    handlers: dict[Any, Any] = {
        404: gone, DataError: refused, **dict.fromkeys(FAILED, not_drawn), Exception: failed
    }  # fmt: skip
    inner = Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan)
    return AccessControl(GZipMiddleware(inner, minimum_size=1000), word_in(folder), hosts, url)


def word_in(folder: Path) -> str:
    """Return the word in the pages' address, which is stored in a folder, so that links keep
    working."""
    file = folder / WORD
    try:
        word = read_at_most(file, LONGEST_WORD).decode("ascii").strip()
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


class ReadingQueue:
    """Reads files in a thread, one at a time: more would slow the tables down."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()

    async def __call__(self, work: Callable[[*Given], R], *given: *Given) -> R:
        async with self.turn:
            return await run_in_threadpool(work, *given)


class HomeRoutes:
    """Routes of the home page: games, game log, clauses, printed sheets."""

    def __init__(
        self,
        store: TableStore,
        games: Sequence[GameOffer],
        printed: SheetPictures,
        read: ReadingQueue,
    ) -> None:
        self.store, self.games, self.printed, self.read = store, games, printed, read

    def routes(self) -> list[Route]:
        return [
            Route("/home", self.home),
            Route("/history", self.history),
            Route("/clauses/{rule}", self.clause),
            Route("/sheets/{game}.json", self.sheets),
            Route("/sheets/{game}/{picture}", self.sheets),
        ]

    async def home(self, request: Request) -> Response:
        """Answer with the games, the tables under way, and those who played last."""
        latest = await self.read(history.latest, LATEST)
        tables = [*map(summary, reversed(self.store.tables.values()))]  # the last begun first
        here = [name for table in tables for name in table["players"]]
        names = [*here, *[seat.player for one in latest for seat in one.players]]
        return answer({
            "games": self.games,
            "tables": tables,
            "names": distinct_names(names)[:RECENT],
            "problems": [str(problem) for problem in self.store.problems],
            "links": [("#history", "Game log")],
            "note": self.note(),
        })  # fmt: skip

    def note(self) -> str:
        """Return a note on tables whose games are not served now; empty if there are none."""
        waiting = self.store.unserved
        what = "table is of a game" if waiting == 1 else "tables are of games"
        return f"{waiting} {what} not served now, and kept for later." if waiting else ""

    async def history(self, request: Request) -> Response:
        return await self.read(lambda: answer(history_of(history.played_games()[0])))

    async def clause(self, request: Request) -> Response:
        rule, reader = request.path_params["rule"], self.store.reader
        try:
            found = await self.read(clauses.find, rule, reader.data, reader.house.all)
        except DataError as error:
            return answer(failure_of(error), HTTPStatus.NOT_FOUND)
        return answer(clause_texts(found.clause, found.section))

    async def sheets(self, request: Request) -> Response:
        """Answer with the printed sheets of a game with their fields, or the picture of one."""
        game, name = request.path_params["game"], request.path_params.get("picture")
        under_way = [table.entry.game.id for table in self.store.tables.values()]
        if game not in (*under_way, *[one.id for one in self.games]):
            raise HTTPException(HTTPStatus.NOT_FOUND)
        found, pictures = await self.printed.of(game)
        if name is None:
            return Response(found, headers=FRESH, media_type="application/json")
        if name not in pictures:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return Response(pictures[name], headers=LASTING, media_type=TYPES[".svg"])


class TableRoutes:
    """Routes of tables: entering changes, and news for listeners.

    A table is looked up after the last ``await``, as it may be closed meanwhile.
    """

    def __init__(self, store: TableStore, listeners: Listeners, printed: SheetPictures) -> None:
        self.store, self.listeners, self.printed = store, listeners, printed

    def routes(self) -> list[Route]:
        return [
            Route("/tables", posted(NewTable, self.begin), methods=["POST"]),
            Route("/tables/{id}", self.told),
            Route("/tables/{id}/news", self.news),
            Route("/tables/{id}/changes", posted(EnteredChanges, self.enter), methods=["POST"]),
            Route("/tables/{id}/close", posted(dict, self.close), methods=["POST"]),
        ]

    async def begin(self, request: Request, wanted: NewTable) -> Response:
        table = self.store.begin(wanted.game, wanted.players)
        self.printed.prefetch(wanted.game)
        return answer({"id": table.id})

    async def told(self, request: Request) -> Response:
        return answer(self.listeners.news(table_of(self.store, request)))

    async def enter(self, request: Request, sent: EnteredChanges) -> Response:
        table = table_of(self.store, request)
        if self.store.take(table, sent.changes):
            self.listeners.tell(table)
        return answer(self.listeners.news(table))

    async def close(self, request: Request, _: Any) -> Response:
        table = table_of(self.store, request)
        self.store.close(table)
        self.listeners.tell(table)
        return answer({})

    async def news(self, request: Request) -> Response:
        full = Failure(("too many pages are open",))
        stream = self.listeners.stream(table_of(self.store, request))
        return stream or answer(full, HTTPStatus.SERVICE_UNAVAILABLE)


class ExportRoutes:
    """Routes that export a score: to the game log, or as a file, a picture, a link."""

    def __init__(self, store: TableStore, drawer: DrawingProcess, read: ReadingQueue) -> None:
        self.store, self.drawer, self.read = store, drawer, read

    def routes(self) -> list[Route]:
        return [
            Route("/tables/{id}/keep", posted(dict, self.keep), methods=["POST"]),
            Route("/tables/{id}/link", self.link),
            Route("/tables/{id}/position.yaml", self.file),
            Route("/tables/{id}/picture.png", self.drawn(picture, "image/png")),
            Route("/tables/{id}/sheets.zip", self.drawn(sheets, "application/zip")),
        ]

    async def keep(self, request: Request, _: Any) -> Response:
        def keep() -> Response:
            found, new = history.keep(*self.played_game(request))
            there = f"In your game log already, as {found.id} of {found.day}."
            return answer({"said": f"Added to the game log as {found.id}." if new else there})

        return await run_in_threadpool(keep)

    async def link(self, request: Request) -> Response:
        """Answer with the link by which BG Stats imports the played game."""
        played, _ = await self.read(self.played_game, request)
        return answer({"link": link_of(played)})

    def played_game(self, request: Request) -> tuple[PlayedGame, str]:
        """Return the played game of a table, and the words for its date; raise `DataError` if its
        score is not final."""
        table = table_of(self.store, request)
        report = positions.score(judged(table.entry))
        if not report.final:
            raise DataError(Problem(message="the score is not final yet", file="table"))
        when, said = dated(None)
        played = played_game_of(table.entry, report, str(self.store.file(table)), when, said)
        return history.known(played, said, history.played_games()[0]) or played, said

    async def file(self, request: Request) -> Response:
        entry = table_of(self.store, request).entry
        return download(dump.text(entry), "text/yaml", f"{entry.game.id}.yaml")

    def drawn(self, work: Callable[[str, Path | None, HouseRules], bytes], kind: str) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            entry, reader = table_of(self.store, request).entry, self.store.reader
            raw = await self.drawer.draw(work, dump.text(entry), reader.data, reader.house)
            return download(raw, kind, entry.game.id + Path(request.url.path).suffix)

        return endpoint


class PhotoRoutes:
    """The route that reads photos of a table's sheets. None is kept."""

    def __init__(self, store: TableStore, photos: DrawingProcess) -> None:
        self.store, self.photos = store, photos
        self.turns = asyncio.Semaphore(MOST_PHOTOS)

    def routes(self) -> list[Route]:
        path = "/tables/{id}/photo"
        return [Route(path, self.prepare), Route(path, self.read, methods=["POST"])]

    async def prepare(self, request: Request) -> Response:
        """Draw the blank sheets, while somebody takes the photo."""
        game, reader = table_of(self.store, request).entry.game.id, self.store.reader
        await self.photos.draw(prepare_photos, game, reader.data, reader.house)
        return answer({})

    async def read(self, request: Request) -> Response:
        """Answer with the sheets in the photo that is sent, and enter nothing."""
        game, reader = table_of(self.store, request).entry.game.id, self.store.reader
        try:
            async with self.turns:
                raw = await request.body()
                found = await self.photos.draw(photographed, raw, game, reader.data, reader.house)
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)
        return Response(found, headers=FRESH, media_type="application/json")


def table_of(store: TableStore, request: Request) -> SharedPosition:
    """Return the table of an address; raise `HTTPException` if there is none."""
    table = store.tables.get(request.path_params["id"])
    if table is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return table


def summary(table: SharedPosition) -> dict[str, Any]:
    view, players = table.view, [one.name for one in players_of(table.entry.position)]
    return {"id": table.id, "title": view.title, "players": players, "missing": view.missing}


def posted(kind: type[M], do: Callable[[Request, M], Awaitable[Response]]) -> Endpoint:
    """Return an endpoint that decodes the body of a request and answers it, or returns an error."""

    async def endpoint(request: Request) -> Response:
        try:
            raw = await request.body()
            return await do(request, msgspec.json.decode(raw, type=kind))
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)
        except REFUSALS as error:
            return await refused(request, error)
        except OSError as error:
            name = Path(error.filename or "tables").name
            message = f"{name}: cannot be written: {error.strerror}"
            return answer(Failure((message,)), HTTPStatus.INSUFFICIENT_STORAGE)

    return endpoint


def pages() -> list[Route]:
    def route(name: str, raw: bytes) -> Route:
        async def page(request: Request) -> Response:
            kind = TYPES[Path(name).suffix]
            return Response(raw, media_type=kind, headers={"cache-control": "no-cache"})

        return Route(f"/{name if name != 'index.html' else ''}", page)

    return [route(name, raw) for name, raw in page_files().items()]


def answer(value: object, status: HTTPStatus = HTTPStatus.OK) -> Response:
    raw = msgspec.json.encode(value)
    return Response(raw, status, FRESH, "application/json")


async def refused(request: Request, error: Exception) -> Response:
    status, wrong = refusal(error)
    return answer(wrong, status)


async def not_drawn(request: Request, error: Exception) -> Response:
    wrong = Failure(("it could not be done this time: try again",))
    return answer(wrong, HTTPStatus.SERVICE_UNAVAILABLE)


async def failed(request: Request, error: Exception) -> Response:
    """Answer an error that nobody foresaw, which goes on to the server's log."""
    return answer(Failure((failure_in_words(error),)), HTTPStatus.INTERNAL_SERVER_ERROR)


async def gone(request: Request, error: Exception) -> Response:
    return answer(Failure(("there is no such table, or it is closed",)), HTTPStatus.NOT_FOUND)


def download(raw: bytes | str, kind: str, name: str) -> Response:
    headers = {**FRESH, "content-disposition": f'attachment; filename="{name}"'}
    return Response(raw, media_type=kind, headers=headers)
