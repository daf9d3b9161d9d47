"""The pad's addresses: what each takes, gives and refuses, without a network."""

from __future__ import annotations

import asyncio
import errno
import io
import os
import re
import threading
from collections.abc import Callable, Collection
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import AsyncExitStack
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import card_data
import scoring
from card_data import DataError
from card_data.choices import NO_HOUSE_RULES, HouseRules
from card_data.program.staging import Staging
from card_data.reading.documents import read_at_most
from scoring.history import store as history
from scoring.web import app as serving
from scoring.web import listeners
from scoring.web.access import AccessControl as Pad
from scoring.web.app import app
from scoring.web.drawing import DrawingProcess, Given, R, SheetPictures
from scoring.web.listeners import Listeners
from scoring.web.pages import page_files
from tests.card_data.copies import edit
from tests.scoring.kinds_of_scoring import KINDS
from tests.scoring.web.asgi import Answer, ask, get, listening, post
from tests.scoring.web.tools import GAMES, PAGES, POSITIONS, answers, entered, table_of
from tests.sweeps import sweep

RUNS = b'{"path":"running","value":true}'


def begun(pad: Pad, game: str = "winstons_archive", *players: str) -> str:
    found = post(pad, "/tables", {"game": game, "players": players or ("Ann", "Bo")})
    assert found.status == 200, found
    return f"/tables/{found.json['id']}"


def changes(value: Any, was: Any = None, path: str = PAGES) -> Any:
    return {"changes": [{"path": path, "value": value, "was": was}]}


def enter(pad: Pad, table: str, path: str, value: Any, was: Any = None) -> Answer:
    return post(pad, f"{table}/changes", changes(value, was, path))


def finished(pad: Pad) -> str:
    filled, wanted = answers(POSITIONS / "da_tiebreak.yaml")
    table = begun(pad, filled.game.id)
    for _, change in entered(table_of(filled.game.id, 2), wanted):
        assert enter(pad, table, change.path, change.value, change.was).status == 200
    return table


def test_pages_have_their_media_types(pad: Pad) -> None:
    page = get(pad, "/")
    assert page.headers["content-type"].startswith("text/html")
    assert b'src="main.js"' in page.body
    kinds = {"main.js": "text/javascript", "pad.css": "text/css", "icon.svg": "image/svg+xml"}
    for name, kind in kinds.items():
        found = get(pad, f"/{name}")
        assert (found.status, found.headers["cache-control"]) == (200, "no-cache")
        assert found.headers["content-type"].split(";")[0] == kind
    for name in ("index.html", "__init__.py", "../app.py", "..%2fapp.py", "main.js/", ".", "table"):
        assert get(pad, f"/{name}").status in (307, 404), name


def test_all_scripts_are_preloaded() -> None:
    """One by one, as each names the next, they would come late on a phone."""
    files = {name: raw.decode() for name, raw in page_files().items()}
    reached, more = set[str](), {"main.js"}
    while more:
        reached |= more
        named = [re.findall(r'from "\./(.*?)"', files[name]) for name in more]
        more = {name for names in named for name in names} - reached
    asked = re.findall(r'"modulepreload" href="(.*?)"', files["index.html"])
    assert asked == sorted(reached - {"main.js"})


def test_the_first_page_offers_every_game_or_only_one(pad: Pad, tmp_path: Path) -> None:
    home = get(pad, "/home").json
    by_name = {one["id"]: one for one in home["games"]}
    assert [*by_name] == [*GAMES]
    assert home["tables"] == home["names"] == home["problems"] == []
    assert (by_name["winstons_archive"]["least"], by_name["winstons_archive"]["most"]) == (2, 6)
    assert not by_name["nineteen_eighty_four"]["players"]
    begun(pad, "dice_archive", "Ann", "Bo")
    begun(pad, "winstons_archive", "Bo", "Cy")
    home = get(pad, "/home").json
    assert [one["title"] for one in home["tables"]] == ["Winston's Archive", "Dice Archive"]
    assert [one["players"] for one in home["tables"]] == [["Bo", "Cy"], ["Ann", "Bo"]]
    assert home["names"] == ["Bo", "Cy", "Ann"]
    begun(pad, "winstons_archive", "BO", "Di")
    assert get(pad, "/home").json["names"] == ["BO", "Di", "Cy", "Ann"]
    pad = app(None, tmp_path / "tables", only="manuscript")
    assert [one["id"] for one in get(pad, "/home").json["games"]] == ["manuscript"]
    with pytest.raises(DataError, match="did you mean manuscript"):
        app(None, tmp_path / "tables", only="manuscrip")


def test_answers_are_compressed_and_not_cached(pad: Pad) -> None:
    table = begun(pad)
    for path in ("/home", "/history", table, f"{table}/position.yaml", "/clauses/WA-6.1"):
        assert get(pad, path).headers["cache-control"] == "no-store", path
    small = get(pad, table, headers={"accept-encoding": "gzip"})
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < len(small.body) / 4
    assert get(pad, table).body == small.body


def test_clause_is_shown_as_house_rules_have_it(pad: Pad, tmp_path: Path) -> None:
    house = HouseRules(typed=("winstons_archive.refill_taken_stack=true",))
    found, own = (
        get(one, "/clauses/WA-3.2").json for one in (pad, app(None, tmp_path, house=house))
    )
    assert found["id"] == own["id"] == "WA-3.2"
    assert found["texts"] != own["texts"]
    for one in ("WA-99.9", "nothing", "__class__", "..", "a" * 5000, "<script>"):
        answer = get(pad, f"/clauses/{one}")
        assert (answer.status, len(answer.json["problems"])) == (404, 1), one


def test_a_table_from_its_beginning_to_its_end(pad: Pad, tmp_path: Path) -> None:
    table = begun(pad)
    told = get(pad, table).json
    assert (told["version"], told["view"]["game"]) == (0, "winstons_archive")
    assert [one["name"] for one in told["view"]["position"]["players"]] == ["Ann", "Bo"]
    answer = enter(pad, table, PAGES, 8).json
    assert (answer["version"], answer["run"]) == (1, told["run"])
    assert answer["view"]["position"]["players"][0]["manuscripts"] == 8
    crossed = enter(pad, table, PAGES, 3)
    assert (crossed.status, crossed.json["path"], crossed.json["now"]) == (409, PAGES, 8)
    assert post(pad, f"{table}/close", {}).status == 200
    gone = [get(pad, f"{table}{more}") for more in ("", "/news", "/position.yaml", "/link")]
    gone += [post(pad, f"{table}/{more}", {}) for more in ("close", "keep")]
    for found in (*gone, enter(pad, table, PAGES, 1)):
        assert found.status == 404
        assert found.json["problems"]  # by which a page tells it from another server's answer
    assert not [*(tmp_path / "tables").glob("*.yaml")]


@pytest.mark.parametrize(
    ("path", "body"), [("close", b"{}"), ("keep", b"{}"), ("changes", b'{"changes":[%b]}' % RUNS)]
)
def test_closed_table_stays_closed(pad: Pad, tmp_path: Path, path: str, body: bytes) -> None:
    table = begun(pad)

    async def close() -> None:
        assert (await ask(pad, "POST", f"{table}/close", {})).status == 200

    late = asyncio.run(ask(pad, "POST", f"{table}/{path}", chunks=[body[:1], close, body[1:]]))
    assert (late.status, get(app(None, tmp_path / "tables"), "/home").json["tables"]) == (404, [])


@pytest.mark.parametrize(
    "path", ["/home", "/history", "/clauses/WA-6.1", "{table}/link", "{table}/keep"]
)
def test_reading_files_blocks_nobody(pad: Pad, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(pad)
    reading, answered = threading.Event(), threading.Event()

    def slow(read: Callable[..., Any], *given: Any) -> Any:
        reading.set()
        assert answered.wait(10), "it holds up what would end it"
        return read(*given)

    monkeypatch.setattr(history, "files", partial(slow, history.files))
    monkeypatch.setattr(card_data, "load", partial(slow, card_data.load))

    async def evening() -> None:
        method = "POST" if path.endswith("/keep") else "GET"
        body: Any = {} if method == "POST" else None
        late = asyncio.create_task(ask(pad, method, path.format(table=table), body))
        while not reading.is_set():
            await asyncio.sleep(0.001)
        assert (await ask(pad, "GET", table)).status == 200
        answered.set()
        assert (await late).status == 200

    asyncio.run(evening())


def test_recent_names_are_offered(pad: Pad, monkeypatch: pytest.MonkeyPatch) -> None:
    table, before = finished(pad), ("Ann", "Bo")
    for when, names in enumerate((("Flo", "Ed"), ("Di", "Cy"), ("Hal", "Gil"), ("Jo", "Ida"))):
        for seat, (name, was) in enumerate(zip(names, before, strict=True)):
            assert enter(pad, table, f"players.{seat}.name", name, was).status == 200
        before = names
        kept = post(pad, f"{table}/keep", {}).json["said"]
        file = history.folder() / f"{kept.split()[-1].rstrip('.')}.json"
        os.utime(file, (when, when))
    file.write_text("{")
    assert post(pad, f"{table}/close", {}).status == 200
    read: list[Path] = []

    def noted(file: Path, most: int) -> bytes:
        read.append(file)
        return read_at_most(file, most)

    monkeypatch.setattr(serving, "LATEST", 3)
    monkeypatch.setattr(history, "read_at_most", noted)
    assert ({*get(pad, "/home").json["names"]}, len(read)) == ({"Hal", "Gil", "Di", "Cy"}, 3)


NO_CHANGES = (
    *(b"3", b'"x"', b"[]", b"{}", b'{"changes":[]}', b'{"changes":{}}', b'{"changes":[3]}'),
    b'{"changes":[{"path":3,"value":1}]}',
    b'{"changes":[{"path":"running"}]}',
    b'{"changes":[{"value":1}]}',
    b'{"changes":[{"path":"running","value":true,"more":1}]}',
    b'{"changes":[{"path":"running","value":true}],"more":1}',
    b'{"changes":[%b]}' % b",".join([RUNS] * 101),
    b'{"changes":[{"path":"running","value":NaN}]}',
    *(b"", b"{", b"\xff", b"nul", b"[" * 60_000, b'{"changes": ' * 9000),
)


def test_impossible_changes_and_games_are_refused(pad: Pad) -> None:
    table = begun(pad)
    for raw in NO_CHANGES:
        found = asyncio.run(ask(pad, "POST", f"{table}/changes", chunks=[raw]))
        assert (found.status, bool(found.json["problems"])) == (400, True), raw[:80]
    for path, value in (
        *((PAGES, "many"), (PAGES, [1]), ("players.0.__class__", "x"), ("nowhere", 1)),
        *(("players.9.name", "Di"), ("a" * 9000, 1)),
    ):
        found = enter(pad, table, path, value)
        assert (found.status, bool(found.json["problems"])) == (422, True), path[:80]
    assert get(pad, table).json["version"] == 0
    for name in ("nowhere", "..", "../dice_archive", "errata", "\0", "\ud800", ""):
        found = post(pad, "/tables", {"game": name})
        assert found.status in (400, 422), name
        assert found.json["problems"]
    for names in (["x" * 201], [3], "Ann", ["Ann"] * 101):
        assert post(pad, "/tables", {"game": "dice_archive", "players": names}).status == 400
    assert len(get(pad, "/home").json["tables"]) == 1


@pytest.mark.parametrize(("path", "body"), [("changes", changes(1)), ("close", {})])
def test_full_disk_changes_nothing(
    pad: Pad, tmp_path: Path, path: str, body: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(pad)
    (file,) = (tmp_path / "tables").glob("*.yaml")
    before, why = file.read_bytes(), os.strerror(errno.ENOSPC)

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, why)

    monkeypatch.setattr(Staging, "move_all", full)
    monkeypatch.setattr(Path, "unlink", full)
    found = post(pad, f"{table}/{path}", body)
    monkeypatch.undo()
    assert found.status == 507
    (said,) = found.json["problems"]
    assert said.endswith(f": cannot be written: {why}")
    assert str(tmp_path) not in said
    assert (get(pad, table).json["version"], file.read_bytes()) == (0, before)


def test_restart_keeps_the_link_and_tables(pad: Pad, tmp_path: Path) -> None:
    table = begun(pad)
    enter(pad, table, PAGES, 8)
    other = app(None, tmp_path / "tables")
    assert other.word == pad.word
    told, before = get(other, table).json, get(pad, table).json
    assert told["run"] != before["run"]
    assert told["view"] == before["view"]


def test_foreign_link_file_is_replaced(tmp_path: Path) -> None:
    link = tmp_path / "link"
    for found in ("short", "a" * 100, "../" * 8):
        link.write_text(found, "ascii")
        word = app(None, tmp_path).word
        assert re.fullmatch("[0-9A-Za-z_-]{22}", word)
        assert (link.read_text("ascii"), link.stat().st_mode & 0o077) == (word, 0)
    link.unlink()
    os.mkfifo(tmp_path / "link")
    with pytest.raises(OSError, match="not an ordinary file"):
        app(None, tmp_path)


def test_news_come_after_each_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Listeners] = []

    class Kept(Listeners):
        def __init__(self, tables: Collection[str], *, photo: bool) -> None:
            super().__init__(tables, photo=photo)
            made.append(self)

    monkeypatch.setattr(serving, "Listeners", Kept)
    pad = app(None, tmp_path / "tables")
    table = begun(pad)

    async def evening() -> None:
        async with listening(pad, f"{table}/news") as ann, listening(pad, f"{table}/news") as bo:
            assert [(await anext(one))[1]["version"] for one in (ann, bo)] == [0, 0]
            sent = await ask(pad, "POST", f"{table}/changes", changes(8))
            for one in (ann, bo):
                assert await anext(one) == ("message", sent.json)
            assert [one["player"] for one in sent.json["view"]["totals"]] == ["Ann", "Bo"]
            await ask(pad, "POST", f"{table}/close", {})
            assert [[name async for name, _ in one] for one in (ann, bo)] == [["closed"]] * 2

    asyncio.run(evening())
    assert (made[0].listening, made[0].changed) == (set(), {})


def test_closed_pages_are_forgotten(pad: Pad, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "MOST_LISTENING", 8)
    table = begun(pad)

    async def one() -> int:
        async with listening(pad, f"{table}/news") as events:
            version: int = (await anext(events))[1]["version"]
            await asyncio.sleep(0)
            return version

    async def evening() -> None:
        for _ in range(2):
            assert await asyncio.gather(*[one() for _ in range(8)]) == [0] * 8
        async with AsyncExitStack() as open_pages:
            for _ in range(8):
                stream = await open_pages.enter_async_context(listening(pad, f"{table}/news"))
                await anext(stream)
            assert (await ask(pad, "GET", f"{table}/news")).status == 503
        assert await one() == 0

    asyncio.run(evening())


def test_finished_table_is_kept_once_and_shared(pad: Pad, tmp_path: Path) -> None:
    table = finished(pad)
    assert post(pad, f"{table}/keep", {}).json["said"].startswith("Added to the game log as ")
    assert "already" in post(pad, f"{table}/keep", {}).json["said"]
    verdict = get(pad, table).json["view"]["outcome"]["verdict"]
    assert [one["verdict"] for one in get(pad, "/history").json["evenings"]] == [verdict]
    assert get(pad, "/home").json["names"]
    assert get(pad, f"{table}/link").json["link"].startswith("https://")
    found = get(pad, f"{table}/position.yaml")
    assert found.headers["content-disposition"] == 'attachment; filename="dice_archive.yaml"'
    (tmp_path / "mine.yaml").write_bytes(found.body)
    result = scoring.score(scoring.read(tmp_path / "mine.yaml")).result
    assert result is not None
    assert result.verdict == verdict
    table = begun(pad)
    for found in (post(pad, f"{table}/keep", {}), get(pad, f"{table}/link")):
        assert found.status == 422
        assert "not final" in found.json["problems"][0]


class Here(DrawingProcess):
    async def draw(self, work: Callable[[*Given], R], *given: *Given) -> R:
        return work(*given)


def test_a_picture_and_its_sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "DrawingProcess", Here)
    monkeypatch.setattr("scoring.web.drawing.DPI", 30)
    drawing = app(None, tmp_path / "other")
    table = begun(drawing, "nineteen_eighty_four")
    picture = get(drawing, f"{table}/picture.png")
    assert (picture.status, picture.headers["content-type"]) == (200, "image/png")
    assert picture.body.startswith(b"\x89PNG")
    blank = get(drawing, f"{table}/sheets.zip")
    assert (blank.status, bool(blank.json["problems"])) == (422, True)
    enter(drawing, table, "level", 3)
    sheets = get(drawing, f"{table}/sheets.zip")
    assert sheets.status == 200
    with ZipFile(io.BytesIO(sheets.body)) as zipped:
        assert all(name.endswith(".pdf") for name in zipped.namelist())
        assert zipped.read(zipped.namelist()[0]).startswith(b"%PDF")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose sheets are drawn; the first two times that goes wrong."""
    monkeypatch.undo()
    games: list[str] = []

    async def draw(self: DrawingProcess, work: Any, game: str, *_: Any) -> Any:
        games.append(game)
        await asyncio.sleep(0)
        if len(games) < 3:
            raise (BrokenProcessPool, TimeoutError)[len(games) - 1]("not this time")
        return b"[]", {"board.svg": b"<svg/>"}

    monkeypatch.setattr(DrawingProcess, "draw", draw)
    return games


def test_sheets_are_drawn_once_and_again_after_failures(pad: Pad, drawn: list[str]) -> None:
    async def evening() -> None:
        for _ in range(2):
            assert (await ask(pad, "GET", "/sheets/dice_archive.json")).status == 503
        found = await ask(pad, "GET", "/sheets/dice_archive.json")
        assert (found.status, found.json) == (200, [])
        picture = await ask(pad, "GET", "/sheets/dice_archive/board.svg")
        assert (picture.status, picture.body) == (200, b"<svg/>")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        for wrong in ("dice_archive/bord.svg", "nowhere.json", "nowhere/board.svg", "..json"):
            assert (await ask(pad, "GET", f"/sheets/{wrong}")).status == 404

    asyncio.run(evening())
    assert drawn == ["dice_archive"] * 3


def test_two_retries_after_a_failure_share_one_drawing(drawn: list[str]) -> None:
    async def evening() -> None:
        printed = SheetPictures(DrawingProcess(), None, NO_HOUSE_RULES)

        async def phone() -> Any:
            for _ in range(2):
                with pytest.raises((BrokenProcessPool, TimeoutError)):
                    await printed.of("dice_archive")
            return await printed.of("dice_archive")

        one, other = await asyncio.gather(phone(), phone())
        assert one == other

    asyncio.run(evening())
    assert len(drawn) == 3


def test_drawing_process_is_restarted(pad: Pad, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(pad, "nineteen_eighty_four")
    pools: list[Pool] = []

    class Pool:
        """The first one's process dies while it draws, the second's never ends."""

        def __init__(self, *_: Any, **__: Any) -> None:
            pools.append(self)

        def submit(self, *_: Any) -> Future[bytes]:
            future: Future[bytes] = Future()
            if self is pools[0]:
                future.set_exception(BrokenProcessPool("died"))
            elif self is not pools[1]:
                future.set_result(b"drawn")
            return future

        def shutdown(self, **_: Any) -> None: ...

    monkeypatch.setattr("scoring.web.drawing.ProcessPoolExecutor", Pool)
    monkeypatch.setattr("scoring.web.drawing.PATIENCE", 0.2)
    for _ in range(2):
        found = get(pad, f"{table}/picture.png")
        assert (found.status, bool(found.json["problems"])) == (503, True)
    assert get(pad, f"{table}/picture.png").body == b"drawn"


@pytest.mark.parametrize("kind", sweep(KINDS, ["areas", "routes"]))
def test_games_of_ones_own(kind: str, tmp_path: Path) -> None:
    mine = KINDS[kind].write(tmp_path / "mine")
    pad = app(mine, tmp_path / "tables")
    (offered,) = get(pad, "/home").json["games"]
    assert (offered["id"], offered["title"]) == ("little", "Little")
    table = begun(pad, "little")
    view = get(pad, table).json["view"]
    for item in view["items"]:
        if item["kind"] == "number":
            assert enter(pad, table, item["path"], 1).status == 200, item["path"]
            assert enter(pad, table, item["path"], "nobody", 1).status == 422, item["path"]
        if item["kind"] == "choice":
            values = [value for value, *_ in view["lists"][item["list"]]]
            was = "none" if "none" in values else None  # which may be left out
            assert enter(pad, table, item["path"], values[0], was).status == 200, item["path"]


def test_tables_of_games_not_served_are_told_and_left(tmp_path: Path) -> None:
    mine = KINDS["areas"].write(tmp_path / "mine")
    for told in ("1 table is of a game", "2 tables are of games"):
        begun(app(mine, tmp_path / "tables"), "little")
        home = get(app(None, tmp_path / "tables"), "/home").json
        assert home["tables"] == home["problems"] == []
        assert home["note"] == f"{told} not served now, and kept for later."
    home = get(app(mine, tmp_path / "tables"), "/home").json
    assert (len(home["tables"]), home["note"]) == (2, "")


def test_unscorable_and_broken_own_games_are_told(errata: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none has a score\.yaml"):
        app(errata.parent, tmp_path / "tables")
    with pytest.raises(DataError, match=r"without a score\.yaml"):
        app(errata.parent, tmp_path / "tables", only=errata.name)
    mine = KINDS["areas"].write(tmp_path / "mine")
    pad = app(mine, tmp_path / "tables")
    table = begun(pad, "little")
    edit(mine / "little" / "score.yaml", "noted:", "noticed:")
    assert enter(pad, table, "players.0.name", "Zoë", "Ann").status == 200
    assert begun(pad, "little")
    with pytest.raises(DataError, match=r"score\.yaml"):
        app(mine, tmp_path / "tables")


def test_old_name_of_the_package_still_works_with_one_warning() -> None:
    with pytest.warns(DeprecationWarning, match=r"^scoring\.pad\.app is now scoring\.web\.app$"):
        old = import_module("scoring.pad.app")
    assert old.app is app
