"""Whatever is sent to the score pad, changed at random: no answer is an error of ours, nothing is
written outside its folder, and each table's file is read back as the table that is served."""

from __future__ import annotations

import asyncio
import io
import json
import os
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from scoring.web import access
from scoring.web.access import AccessControl
from scoring.web.app import app
from scoring.web.drawing import DrawingProcess
from scoring.web.store import TableStore
from scoring.web.view import Item, View
from tests.fuzz.mutations import NUMBERS, WORDS, noise
from tests.scoring.web.asgi import Answer, ask
from tests.scoring.web.tools import GAMES, at, sample

METHODS = ("GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "\0", "get")
PLACES = (
    *("", "/", "/home", "/history", "/tables", "/clauses/{word}", "/tables/{id}", "/sheets/{word}"),
    *("/tables/{id}/changes", "/tables/{id}/close", "/tables/{id}/keep", "/tables/{id}/link"),
    *("/tables/{id}/position.yaml", "/main.js", "/{word}", "//{word}"),
    *("/tables/{word}", "/tables/{word}/changes", "/tables/{id}/{word}", "/../{word}", "/link"),
    *("/sheets/{game}.json", "/sheets/{game}/{word}", "/tables/{id}/picture.png", "/%2e%2e/link"),
)
ODD = (
    *("__class__", "__proto__", "constructor", "0", "-1", "²", "٣", "", ".", "..", "*", "name"),
    *("\ud800", "\0", "é", "😀", "\u202e", "a" * 5000, "9" * 5000, "1e9", "null", "true", "NaN"),
    *("/etc/passwd", "../../x", "<script>alert(1)</script>", "{{7*7}}", "%s%n", "players", "none"),
)
HEADERS = (
    ("host", "example.org"), ("host", None), ("origin", "http://example.org"), ("origin", None),
    ("content-type", "text/plain"), ("content-length", "5"), ("content-length", "99999999999"),
    ("sec-fetch-site", "cross-site"), ("accept-encoding", "gzip"), ("accept-encoding", "\xff"),
    ("range", "bytes=0-1"), ("if-none-match", "*"), ("transfer-encoding", "chunked"),
    ("x-forwarded-for", "127.0.0.1"), ("connection", "upgrade"), ("cookie", "a" * 9000),
)  # fmt: skip
STATUSES = frozenset((200, 307, 400, 403, 404, 405, 408, 409, 411, 413, 415, 421, 422, 503))
EVERY = 100  # requests, after which the files are looked at


async def undrawn(*_: Any, **__: Any) -> Any:
    raise TimeoutError


class PlayedGame:
    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = Random(seed)
        self.folder = folder / "tables"
        self.pad: AccessControl = app(None, self.folder)
        self.ids: list[str] = []
        self.views: dict[str, View] = {}
        self.statuses: Counter[int] = Counter()
        self.wrong: list[str] = []

    async def run(self, requests: int) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, what: self.note("in a task", what.get("exception")))
        for number in range(requests):
            await self.one()
            if number % EVERY == EVERY - 1:
                await self.look()
        await self.look()

    async def one(self) -> None:
        method, path, body, headers = self.request()
        self.pad.rates.clear()
        said = io.StringIO()
        chunks = None if body is None else self.chunks(body)
        try:
            with redirect_stderr(said):
                answer = await ask(self.pad, method, path, chunks=chunks, headers=headers)
        except Exception:
            self.note(method, path, body, headers, traceback.format_exc(limit=-8))
            return
        self.statuses[answer.status] += 1
        if answer.status not in STATUSES or b"Traceback" in answer.body or said.getvalue():
            self.note(method, path, body, headers, f"{answer.status} {said.getvalue()[-2000:]}")
        self.learn(path, answer)

    def note(self, *what: object) -> None:
        self.wrong.append("\n".join(f"{one}"[:1500] for one in what))

    def learn(self, path: str, answer: Answer) -> None:
        if answer.status != 200 or "json" not in answer.headers.get("content-type", ""):
            return
        found = answer.json if answer.body else {}
        if path == "/tables" and "id" in found:
            self.ids.append(found["id"])
        if isinstance(found, dict) and "view" in found:
            self.views[path.split("/")[2]] = msgspec.convert(found["view"], View)

    def request(self) -> tuple[str, str, bytes | None, dict[str, str | None]]:
        chance = self.chance
        headers = dict(chance.sample(HEADERS, chance.choice((*[0] * 12, 1, 2))))
        if not self.ids or chance.random() < 0.02:
            body = {"game": self.value() if chance.random() < 0.2 else chance.choice([*GAMES])}
            names = [self.word() if chance.random() < 0.3 else name for name in ("Ann", "Bo", "Cy")]
            body |= {"players": names} if chance.random() < 0.9 else {}
            return "POST", "/tables", dumped(body), headers if self.ids else {}
        table = chance.choice(self.ids[-8:])
        if chance.random() < 0.7:
            body = {"changes": [*self.changes(table)]}
            if chance.random() < 0.05:
                body = self.value()
            return "POST", f"/tables/{table}/changes", self.mangled(dumped(body)), headers
        words = {"id": table, "word": self.word(), "game": chance.choice([*GAMES])}
        path = chance.choice(PLACES).format(**words)
        if path.endswith(("close", "/news")) and chance.random() < 0.9:
            path = f"/tables/{table}"
        method = chance.choice(METHODS)
        raw = self.mangled(dumped(chance.choice(({}, self.value()))))
        return method, path, None if method in ("GET", "HEAD") else raw, headers

    def changes(self, table: str) -> Iterator[dict[str, Any]]:
        chance = self.chance
        view = self.views.get(table)
        for _ in range(chance.choice((*[1] * 20, 2, 2, 5, 100, 101))):
            item = chance.choice(view.items) if view else None
            path = item.path if item else "players"
            was = at(view.position, path) if view else None
            value: Any = self.value()
            if view and item and chance.random() < 0.6:
                value = self.fitting(item, view)
            if chance.random() < 0.2:
                steps = path.split(".")
                more = [self.word() for _ in range(chance.randrange(4))]
                steps[chance.randrange(len(steps)) :] = more
                path = ".".join(steps)
            if chance.random() < 0.1:
                path += f".{chance.choice(ODD)}"
            change = {"path": path, "value": value}
            if view and chance.random() < 0.8:
                change["was"] = was
            yield change
            if len(path) > 1000:
                return

    def fitting(self, item: Item, view: View) -> Any:
        if item.kind == "number":
            return self.chance.choice((0, 1, 2, 3, 7, 20, -1, 10**15, 10**16, None))
        return sample(view, item) if self.chance.random() < 0.9 else None

    def word(self) -> str:
        chance = self.chance
        return str(chance.choice(chance.choice((ODD, ODD, WORDS, NUMBERS))))

    def value(self, depth: int = 0) -> Any:
        chance = self.chance
        match chance.randrange(9 if depth < 4 else 5):
            case 0:
                return chance.choice((None, True, False))
            case 1:
                return chance.choice((0, 1, -1, 2**31, 2**63, 10**400, 1.5, -0.0, 1e308))
            case 2 | 3 | 4:
                return self.word()
            case 5:
                some = [self.value(depth + 1) for _ in range(chance.choice((0, 1, 3)))]
                return some * chance.choice((1, 1, 1, 200 if depth == 0 else 1))
            case 6:
                nest: Any = chance.choice(([], {}))
                for _ in range(chance.choice((3, 50, 900))):
                    nest = [nest] if chance.random() < 0.5 else {"a": nest}
                return nest
            case _:
                return {self.word(): self.value(depth + 1) for _ in range(chance.randrange(4))}

    def mangled(self, raw: bytes) -> bytes:
        return raw if self.chance.random() < 0.9 else noise(raw, self.chance)

    def chunks(self, body: bytes) -> list[bytes | float]:
        if self.chance.random() < 0.9 or len(body) < 2:
            return [body]
        at = self.chance.randrange(len(body))
        return [body[:at], body[at:]]

    async def look(self) -> None:
        root = self.folder.parent
        files = {str(file.relative_to(root)) for file in root.rglob("*") if file.is_file()}
        own = (f"tables{os.sep}", f"data{os.sep}")
        self.wrong += [f"writes {one}" for one in sorted(files) if not one.startswith(own)]
        again = TableStore(self.folder)
        self.wrong += [f"cannot be read: {one}" for one in again.problems]
        for id, table in again.tables.items():
            self.pad.rates.clear()
            told = await ask(self.pad, "GET", f"/tables/{id}")
            if told.status == 200 and told.json["view"]["position"] != table.view.position:
                self.wrong.append(f"is read back as something else: {id}")


def dumped(body: Any) -> bytes:
    return json.dumps(body).encode()


def run(folder: Path, seed: int, requests: int) -> PlayedGame:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))
        patch.setattr(access, "SLOWEST_BODY", 0.01)
        patch.setattr(DrawingProcess, "draw", undrawn)
        evening = PlayedGame(folder, seed)
        asyncio.run(evening.run(requests))
    return evening


@pytest.fixture
def nothing_drawn_ahead() -> None:
    """Nothing at all is drawn by `run`."""


@pytest.mark.parametrize(
    ("seed", "requests"), [(3, 100), pytest.param(2, 50_000, marks=pytest.mark.soak)]
)
def test_no_request_is_an_error_of_ours(tmp_path: Path, seed: int, requests: int) -> None:
    evening = run(tmp_path, seed, requests)
    assert evening.wrong == []
    assert {200, 400, 409, 422} <= {*evening.statuses}
