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
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import card_data
import scoring
from card_data import DataError
from card_data.choices import NO_HOUSE, House
from card_data.documents import content
from card_data.limits import MOST_UNDER_WAY
from card_data.staging import Staging
from scoring.history import store as history
from scoring.pad import app as serving
from scoring.pad import listeners
from scoring.pad.app import app
from scoring.pad.drawing import Drawer, Given, Printed, R
from scoring.pad.guard import Guard
from scoring.pad.listeners import Listeners
from scoring.pad.pages import page_files
from tests.card_data.copies import edit
from tests.scoring.kinds_of_scoring import KINDS
from tests.scoring.pad.asgi import Answer, ask, get, listening, post
from tests.scoring.pad.tools import POSITIONS, answers, entered, table_of
from tests.sweeps import sweep

GAMES = [
    "dice_archive", "manuscript", "nineteen_eighty_four", "verse_and_variant", "winstons_archive",
]  # fmt: skip
PAGES = "players.0.manuscripts"


@pytest.fixture
def pad(tmp_path: Path) -> Guard:
    return app(None, tmp_path / "tables")


def begun(pad: Guard, game: str = "winstons_archive", *players: str) -> str:
    """The address of a new table."""
    found = post(pad, "/tables", {"game": game, "players": players or ("Ann", "Bo")})
    assert found.status == 200, found
    return f"/tables/{found.json['id']}"


def enter(pad: Guard, table: str, path: str, value: Any, was: Any = None) -> Answer:
    return post(pad, f"{table}/changes", {"changes": [{"path": path, "value": value, "was": was}]})


def finished(pad: Guard, stem: str = "da_tiebreak") -> str:
    """The address of a table with the answers of a position."""
    filled, wanted = answers(POSITIONS / f"{stem}.yaml")
    table = begun(pad, filled.game.id)
    for _, change in entered(table_of(filled.game.id, 2), wanted):
        assert enter(pad, table, change.path, change.value, change.was).status == 200
    return table


def files(pad: Guard, folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


# pages


def test_the_pages_are_served_as_what_they_are(pad: Guard) -> None:
    page = get(pad, "/")
    assert page.headers["content-type"].startswith("text/html")
    assert b'src="main.js"' in page.body
    for name, kind in {
        "main.js": "text/javascript",
        "pad.css": "text/css",
        "icon.svg": "image/svg+xml",
    }.items():
        found = get(pad, f"/{name}")
        assert found.status == 200
        assert found.headers["content-type"].split(";")[0] == kind
        assert found.headers["cache-control"] == "no-cache"
    for name in ("index.html", "__init__.py", "../app.py", "..%2fapp.py", "main.js/", ".", "table"):
        assert get(pad, f"/{name}").status in (307, 404), name


def test_all_modules_are_asked_for_at_once() -> None:
    """One by one, as each names the next, they would come late on a phone."""
    files = {name: raw.decode() for name, raw in page_files().items()}
    reached = {"main.js"}
    while (
        more := {other for name in reached for other in re.findall(r'from "\./(.*?)"', files[name])}
        - reached
    ):
        reached |= more
    asked = re.findall(r'"modulepreload" href="(.*?)"', files["index.html"])
    assert asked == sorted(reached - {"main.js"})


def test_the_first_page_offers_every_game(pad: Guard) -> None:
    home = get(pad, "/home").json
    assert [one["id"] for one in home["games"]] == GAMES
    assert home["tables"] == home["names"] == home["problems"] == []
    by_name = {one["id"]: one for one in home["games"]}
    assert (by_name["winstons_archive"]["least"], by_name["winstons_archive"]["most"]) == (2, 6)
    assert not by_name["nineteen_eighty_four"]["players"]
    begun(pad, "dice_archive", "Ann", "Bo")
    begun(pad, "winstons_archive", "Bo", "Cy")
    home = get(pad, "/home").json
    assert [one["title"] for one in home["tables"]] == ["Winston’s Archive", "Dice Archive"] or [
        one["players"] for one in home["tables"]
    ] == [["Bo", "Cy"], ["Ann", "Bo"]]
    assert home["names"] == ["Bo", "Cy", "Ann"]
    begun(pad, "winstons_archive", "BO", "Di")
    assert get(pad, "/home").json["names"] == ["BO", "Di", "Cy", "Ann"]


def test_only_one_game(tmp_path: Path) -> None:
    pad = app(None, tmp_path / "tables", only="manuscript")
    assert [one["id"] for one in get(pad, "/home").json["games"]] == ["manuscript"]
    with pytest.raises(DataError, match="did you mean manuscript"):
        app(None, tmp_path / "tables", only="manuscrip")


def test_answers_are_not_kept_by_browsers(pad: Guard) -> None:
    table = begun(pad)
    for path in ("/home", "/history", table, f"{table}/position.yaml", "/clauses/WA-6.1"):
        assert get(pad, path).headers["cache-control"] == "no-store", path


def test_what_is_large_is_sent_small(pad: Guard) -> None:
    table = begun(pad)
    small = get(pad, table, headers={"accept-encoding": "gzip"})
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < len(small.body) / 4
    assert get(pad, table).body == small.body


def test_a_clause_reads_as_the_house_options_have_it(pad: Guard, tmp_path: Path) -> None:
    house = House(typed=("winstons_archive.refill_taken_stack=true",))
    other = app(None, tmp_path / "others", house=house)
    usual, own = (get(one, "/clauses/WA-3.2").json["texts"] for one in (pad, other))
    assert usual != own


def test_a_clause_is_looked_up(pad: Guard) -> None:
    found = get(pad, "/clauses/WA-6.1").json
    assert found["id"] == "WA-6.1"
    assert found["texts"]
    for one in ("WA-99.9", "nothing", "__class__", "..", "a" * 5000, "<script>"):
        answer = get(pad, f"/clauses/{one}")
        assert answer.status == 404, one
        assert answer.json["problems"]


# tables


def test_a_table_from_its_beginning_to_its_end(pad: Guard, tmp_path: Path) -> None:
    table = begun(pad)
    told = get(pad, table).json
    assert told["version"] == 0
    assert told["view"]["game"] == "winstons_archive"
    assert [one["name"] for one in told["view"]["position"]["players"]] == ["Ann", "Bo"]
    answer = enter(pad, table, PAGES, 8).json
    assert (answer["version"], answer["run"]) == (1, told["run"])
    assert answer["view"]["position"]["players"][0]["manuscripts"] == 8
    assert post(pad, f"{table}/close", {}).status == 200
    for path in (table, f"{table}/news", f"{table}/position.yaml", f"{table}/link"):
        found = get(pad, path)
        assert found.status == 404
        assert found.json["problems"]  # by which a page tells it from another server's answer
    assert enter(pad, table, PAGES, 1).status == 404
    assert post(pad, f"{table}/close", {}).status == post(pad, f"{table}/keep", {}).status == 404
    assert not [*(tmp_path / "tables").glob("*.yaml")]


@pytest.mark.parametrize(
    ("path", "body"),
    [("close", b"{}"), ("keep", b"{}"),
     ("changes", b'{"changes":[{"path":"players.0.manuscripts","value":8}]}')],
)  # fmt: skip
def test_a_table_that_is_closed_while_a_request_comes_stays_closed(
    pad: Guard, tmp_path: Path, path: str, body: bytes
) -> None:
    table = begun(pad)

    async def close() -> None:
        assert (await ask(pad, "POST", f"{table}/close", {})).status == 200

    late = asyncio.run(ask(pad, "POST", f"{table}/{path}", chunks=[body[:1], close, body[1:]]))
    assert late.status == 404
    assert get(app(None, tmp_path / "tables"), "/home").json["tables"] == []


@pytest.mark.parametrize(
    "path",
    ["/home", "/history", "/clauses/WA-6.1", "{table}/link", "{table}/keep"],
)
def test_tables_go_on_while_files_are_read(
    pad: Guard, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_names_are_those_of_the_evenings_kept_last(
    pad: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a long history no more is read; a damaged evening is no matter."""
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
        return content(file, most)

    monkeypatch.setattr(serving, "LATEST", 3)
    monkeypatch.setattr(history, "content", noted)
    assert {*get(pad, "/home").json["names"]} == {"Hal", "Gil", "Di", "Cy"}
    assert len(read) == 3


def test_two_hands_on_one_place(pad: Guard) -> None:
    table = begun(pad)
    assert enter(pad, table, PAGES, 8).status == 200
    crossed = enter(pad, table, PAGES, 3)
    assert crossed.status == 409
    assert (crossed.json["path"], crossed.json["now"]) == (PAGES, 8)
    assert enter(pad, table, PAGES, 8).json["version"] == 1  # sent twice
    assert enter(pad, table, PAGES, 3, 8).json["version"] == 2


@pytest.mark.parametrize(
    "body",
    [
        *(3, "x", [], {}, {"changes": []}, {"changes": {}}, {"changes": [3]}),
        *({"changes": [{"path": 3, "value": 1}]}, {"changes": [{"path": PAGES}]}),
        *({"changes": [{"value": 1}]}, {"changes": [{"path": PAGES, "value": 1, "more": 1}]}),
        {"changes": [{"path": PAGES, "value": 1}], "more": 1},
        {"changes": [{"path": PAGES, "value": 1}] * 101},
    ],
)  # fmt: skip
def test_what_is_no_change_is_refused(pad: Guard, body: Any) -> None:
    table = begun(pad)
    found = post(pad, f"{table}/changes", body)
    assert found.status == 400
    assert found.json["problems"]
    assert get(pad, table).json["version"] == 0


NO_JSON = (
    *(b"", b"{", b"\xff", b"nul", b"[" * 60_000, b'{"changes": ' * 9000),
    b'{"changes":[{"path":"players.0.manuscripts","value":NaN}]}',
)


@pytest.mark.parametrize("raw", NO_JSON, ids=range(len(NO_JSON)))
def test_what_is_no_json_is_refused(pad: Guard, raw: bytes) -> None:
    table = begun(pad)
    found = asyncio.run(ask(pad, "POST", f"{table}/changes", chunks=[raw]))
    assert found.status == 400
    assert found.json["problems"]


@pytest.mark.parametrize(
    ("path", "value"), [(PAGES, "many"), (PAGES, [1]), ("players.0.__class__", "x"), ("nowhere", 1),
                        ("players.9.name", "Di"), ("a" * 9000, 1)],
)  # fmt: skip
def test_what_cannot_stand_there_is_told(pad: Guard, path: str, value: Any) -> None:
    table = begun(pad)
    found = enter(pad, table, path, value)
    assert found.status == 422
    assert found.json["problems"]
    assert get(pad, table).json["version"] == 0


def test_a_game_that_there_is_not(pad: Guard) -> None:
    for body in (
        {"game": "nowhere"},
        {"game": "../dice_archive"},
        {"game": "\ud800"},
        {"game": ""},
    ):
        found = post(pad, "/tables", body)
        assert found.status in (400, 422), body
        assert found.json["problems"]
    for names in (["x" * 201], [3], "Ann", ["Ann"] * 101):
        assert post(pad, "/tables", {"game": "dice_archive", "players": names}).status == 400
    assert get(pad, "/home").json["tables"] == []


def test_tables_have_an_end(pad: Guard) -> None:
    for _ in range(MOST_UNDER_WAY):
        pad.rates.clear()
        begun(pad, "nineteen_eighty_four")
    found = post(pad, "/tables", {"game": "nineteen_eighty_four"})
    assert found.status == 422
    assert "close one first" in found.json["problems"][0]


@pytest.mark.parametrize(
    ("path", "body"), [("changes", {"changes": [{"path": PAGES, "value": 1}]}), ("close", {})]
)
def test_a_full_disk_is_told_and_changes_nothing(
    pad: Guard, tmp_path: Path, path: str, body: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(pad)
    before = files(pad, tmp_path / "tables")

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Staging, "move_all", full)
    monkeypatch.setattr(Path, "unlink", full)
    found = post(pad, f"{table}/{path}", body)
    monkeypatch.undo()
    assert found.status == 507
    assert os.strerror(errno.ENOSPC) in found.json["problems"][0]
    assert "None" not in found.json["problems"][0]
    assert str(tmp_path) not in found.json["problems"][0]
    assert get(pad, table).json["version"] == 0
    assert files(pad, tmp_path / "tables") == before


def test_the_same_link_and_tables_when_it_is_started_again(pad: Guard, tmp_path: Path) -> None:
    table = begun(pad)
    enter(pad, table, PAGES, 8)
    other = app(None, tmp_path / "tables")
    assert other.word == pad.word
    told, before = get(other, table).json, get(pad, table).json
    assert told["run"] != before["run"]
    assert told["view"]["position"] == before["view"]["position"]


@pytest.mark.parametrize("found", ["short", "a" * 100, "../" * 8])
def test_a_link_that_is_none_of_ours_is_made_anew(found: str, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.write_text(found, "ascii")
    word = app(None, tmp_path).word
    assert re.fullmatch("[0-9A-Za-z_-]{22}", word)
    assert word == link.read_text("ascii")
    assert link.stat().st_mode & 0o077 == 0


def test_a_pipe_in_place_of_the_link_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "link")
    with pytest.raises(OSError, match="not an ordinary file"):
        app(None, tmp_path)


# those who listen


def test_news_come_at_once_and_after_each_change(pad: Guard) -> None:
    table = begun(pad)

    async def evening() -> None:
        async with listening(pad, f"{table}/news") as ann, listening(pad, f"{table}/news") as bo:
            assert [(await anext(one))[1]["version"] for one in (ann, bo)] == [0, 0]
            body = {"changes": [{"path": PAGES, "value": 8}]}
            sent = await ask(pad, "POST", f"{table}/changes", body)
            for one in (ann, bo):
                news = await anext(one)
                assert news == ("message", sent.json)
                assert [one["player"] for one in news[1]["view"]["totals"]] == ["Ann", "Bo"]

    asyncio.run(evening())


def test_who_listens_hears_that_a_table_is_closed(pad: Guard) -> None:
    table = begun(pad)

    async def evening() -> list[str]:
        async with listening(pad, f"{table}/news") as events:
            await anext(events)
            await ask(pad, "POST", f"{table}/close", {})
            return [name async for name, _ in events]

    assert asyncio.run(evening())[-1] == "closed"


def test_who_has_gone_is_not_waited_for(pad: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_hundred_pages_hear_of_one_change(pad: Guard) -> None:
    table = begun(pad)
    pad.rates.clear()

    async def evening() -> None:
        async with AsyncExitStack() as open_pages:
            pages = [listening(pad, f"{table}/news") for _ in range(100)]
            streams = [await open_pages.enter_async_context(one) for one in pages]
            for each in streams:
                await anext(each)
            await ask(pad, "POST", f"{table}/changes", {"changes": [{"path": PAGES, "value": 8}]})
            for each in streams:
                news = await anext(each)
                assert news[1]["view"]["position"]["players"][0]["manuscripts"] == 8

    asyncio.run(evening())


def test_nothing_is_left_of_tables_that_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Listeners] = []

    class Kept(Listeners):
        def __init__(self, tables: Collection[str]) -> None:
            super().__init__(tables)
            made.append(self)

    monkeypatch.setattr(serving, "Listeners", Kept)
    pad = app(None, tmp_path / "tables")
    (left,) = made
    table = begun(pad)

    async def evening() -> None:
        async with listening(pad, f"{table}/news") as events:
            await anext(events)
            await ask(pad, "POST", f"{table}/changes", {"changes": [{"path": PAGES, "value": 8}]})
            await ask(pad, "POST", f"{table}/close", {})
            assert [name async for name, _ in events][-1:] == ["closed"]

    asyncio.run(evening())
    assert (left.listening, left.changed) == (set(), {})


# what becomes of a score


def test_an_evening_is_kept_once(pad: Guard, tmp_path: Path) -> None:
    table = finished(pad)
    first = post(pad, f"{table}/keep", {}).json["said"]
    assert first.startswith("Kept as ")
    assert "already" in post(pad, f"{table}/keep", {}).json["said"]
    history = get(pad, "/history").json
    assert [one["verdict"] for one in history["evenings"]] == [
        get(pad, table).json["view"]["outcome"]["verdict"]
    ]
    assert get(pad, "/home").json["names"]


def test_what_is_not_final_is_not_kept(pad: Guard) -> None:
    table = begun(pad)
    for found in (post(pad, f"{table}/keep", {}), get(pad, f"{table}/link")):
        assert found.status == 422
        assert "not final" in found.json["problems"][0]


def test_an_evening_is_shared(pad: Guard) -> None:
    table = finished(pad)
    assert get(pad, f"{table}/link").json["link"].startswith("https://")


def test_a_position_is_a_file_that_scores_the_same(pad: Guard, tmp_path: Path) -> None:
    table = finished(pad)
    found = get(pad, f"{table}/position.yaml")
    assert found.headers["content-disposition"] == 'attachment; filename="dice_archive.yaml"'
    (tmp_path / "mine.yaml").write_bytes(found.body)
    result = scoring.score(scoring.read(tmp_path / "mine.yaml")).result
    assert result is not None
    assert result.verdict == get(pad, table).json["view"]["outcome"]["verdict"]


class Here(Drawer):
    """Draws in this process."""

    async def draw(self, work: Callable[[*Given], R], *given: *Given) -> R:
        return work(*given)


def test_a_picture_and_its_sheets(pad: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "Drawer", Here)
    monkeypatch.setattr("scoring.pad.drawing.DPI", 30)
    drawing = app(None, Path(os.environ["XDG_DATA_HOME"]) / "other")
    table = begun(drawing, "nineteen_eighty_four")
    picture = get(drawing, f"{table}/picture.png")
    assert (picture.status, picture.headers["content-type"]) == (200, "image/png")
    assert picture.body.startswith(b"\x89PNG")
    blank = get(drawing, f"{table}/sheets.zip")
    assert blank.status == 422
    assert blank.json["problems"]
    enter(drawing, table, "level", 3)
    sheets = get(drawing, f"{table}/sheets.zip")
    assert sheets.status == 200
    with ZipFile(io.BytesIO(sheets.body)) as zipped:
        assert all(name.endswith(".pdf") for name in zipped.namelist())
        assert zipped.read(zipped.namelist()[0]).startswith(b"%PDF")


def test_sheets_are_drawn_once_and_again_after_what_went_wrong(
    pad: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    drawn: list[str] = []

    async def draw(self: Drawer, work: Any, game: str, *_: Any) -> Any:
        drawn.append(game)
        if len(drawn) < 3:
            raise (BrokenProcessPool, TimeoutError)[len(drawn) - 1]("not this time")
        return b"[]", {"board.svg": b"<svg/>"}

    monkeypatch.setattr(Drawer, "draw", draw)

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


def test_two_that_ask_again_after_what_went_wrong_have_it_drawn_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    drawn: list[str] = []

    async def draw(self: Drawer, work: Any, game: str, *_: Any) -> Any:
        drawn.append(game)
        await asyncio.sleep(0)
        if len(drawn) == 1:
            raise TimeoutError
        return b"[]", {}

    monkeypatch.setattr(Drawer, "draw", draw)

    async def evening() -> None:
        printed = Printed(Drawer(), None, NO_HOUSE)

        async def phone() -> Any:
            try:
                return await printed.of("dice_archive")
            except TimeoutError:
                return await printed.of("dice_archive")

        found = [*await asyncio.gather(phone(), phone())]
        assert found == [(b"[]", {})] * 2

    asyncio.run(evening())
    assert len(drawn) == 2


def test_a_process_that_dies_is_told_and_begun_again(
    pad: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(pad, "nineteen_eighty_four")
    pools: list[Pool] = []

    class Pool:
        """Of which the first one's process is killed while it draws."""

        def __init__(self, *_: Any, **__: Any) -> None:
            pools.append(self)

        def submit(self, work: Any, *_: Any) -> Future[bytes]:
            future: Future[bytes] = Future()
            if self is pools[0]:
                future.set_exception(BrokenProcessPool("died"))
            else:
                future.set_result(b"drawn")
            return future

        def shutdown(self, **_: Any) -> None:
            pass

    monkeypatch.setattr("scoring.pad.drawing.ProcessPoolExecutor", Pool)
    found = get(pad, f"{table}/picture.png")
    assert found.status == 503
    assert found.json["problems"]
    assert get(pad, f"{table}/picture.png").body == b"drawn"


def test_a_drawing_that_takes_too_long_is_told(pad: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(pad, "nineteen_eighty_four")

    class Pool:
        def __init__(self, *_: Any, **__: Any) -> None: ...

        def submit(self, *_: Any) -> Future[bytes]:
            return Future()

        def shutdown(self, **_: Any) -> None: ...

    monkeypatch.setattr("scoring.pad.drawing.ProcessPoolExecutor", Pool)
    monkeypatch.setattr("scoring.pad.drawing.PATIENCE", 0.01)
    assert get(pad, f"{table}/picture.png").status == 503


# games of one's own


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
            value = view["lists"][item["list"]][0][0]
            assert enter(pad, table, item["path"], value).status == 200, item["path"]
    again = app(mine, tmp_path / "tables")
    assert get(again, table).json["view"]["position"] == get(pad, table).json["view"]["position"]


def test_a_table_whose_game_is_not_here_is_told_and_left(tmp_path: Path) -> None:
    mine = KINDS["areas"].write(tmp_path / "mine")
    begun(app(mine, tmp_path / "tables"), "little")
    home = get(app(None, tmp_path / "tables"), "/home").json
    assert home["tables"] == home["problems"] == []
    assert home["note"] == "1 table is of a game not served now, and kept for later."
    begun(app(mine, tmp_path / "tables"), "little")
    home = get(app(None, tmp_path / "tables"), "/home").json
    assert home["note"] == "2 tables are of games not served now, and kept for later."
    assert get(app(mine, tmp_path / "tables"), "/home").json["note"] == ""
    assert [*(tmp_path / "tables").glob("*.yaml")]


def test_a_folder_without_a_game_that_can_be_scored(errata: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none has a score\.yaml"):
        app(errata.parent, tmp_path / "tables")
    with pytest.raises(DataError, match=r"without a score\.yaml"):
        app(errata.parent, tmp_path / "tables", only=errata.name)


def test_a_game_of_ones_own_that_breaks(tmp_path: Path) -> None:
    """Before it is served that is told; while it is, whatever was read goes on."""
    mine = KINDS["areas"].write(tmp_path / "mine")
    pad = app(mine, tmp_path / "tables")
    table = begun(pad, "little")
    edit(mine / "little" / "score.yaml", "noted:", "noticed:")
    assert enter(pad, table, "players.0.name", "Zoë", "Ann").status == 200
    assert begun(pad, "little")
    with pytest.raises(DataError, match=r"score\.yaml"):
        app(mine, tmp_path / "tables")


def test_no_answer_is_a_traceback(pad: Guard) -> None:
    table = begun(pad)
    for path in ("/home", "/history", table, f"{table}/link", f"{table}/nowhere", "/clauses/%00"):
        assert b"Traceback" not in get(pad, path).body
