"""The server of the page: what it gives, what it refuses, and what is left when pages close."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

import msgspec
import pytest

from card_data.ports import STREAMED, listening_at
from printkit.watch import server as servers
from printkit.watch.server import HOST, Closed, Desk, FromServer, Opened, Pictures, Server, Told
from printkit.watch.watching import page_files

WORD = "word"
ENDS_IN = 0.02  # seconds: how often a server looks whether it is to end


class Served:
    """A server in a thread of its own, and the end of its line at which pictures are drawn."""

    def __init__(self) -> None:
        self.line, other = Pipe()
        listening = listening_at(HOST, None, (0,))
        self.port = listening.getsockname()[1]
        self.desk = Desk(other)
        self.server = Server(listening, self.desk, WORD, page_files())
        threading.Thread(target=self.server.serve_forever, args=(ENDS_IN,), daemon=True).start()
        threading.Thread(target=self.desk.listen, daemon=True).start()

    def close(self) -> None:
        self.line.close()
        self.server.shutdown()
        self.server.server_close()

    def ask(self, path: str = f"/{WORD}/", method: str = "GET", **headers: str) -> Answer:
        asked = self.open(path, method, **headers)
        return Answer(asked.status, dict(asked.getheaders()), asked.read())

    def open(self, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
        sent = {"Host": f"{HOST}:{self.port}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers=sent)
        return connection.getresponse()

    def tell(self, *told: Told | Pictures) -> None:
        for one in told:
            self.line.send_bytes(msgspec.msgpack.encode(one))

    def said(self) -> FromServer:
        assert self.line.poll(60)
        said: FromServer = msgspec.msgpack.decode(self.line.recv_bytes(), type=FromServer)
        return said


class Answer(msgspec.Struct):
    status: int
    headers: dict[str, str]
    body: bytes


@pytest.fixture
def served() -> Iterator[Served]:
    made = Served()
    yield made
    made.close()


def data(answer: http.client.HTTPResponse) -> bytes:
    """The next state in a stream of events."""
    while not (line := answer.readline()).startswith(b"data: "):
        assert line, "the stream has ended"
    return line.removeprefix(b"data: ").strip()


def test_the_page_may_load_nothing_from_elsewhere(served: Served) -> None:
    page = served.ask()
    assert page.status == 200
    assert b"<!doctype html>" in page.body
    assert b"http:" not in page.body
    assert b"https:" not in page.body
    policy = page.headers["Content-Security-Policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("name", [name for name in page_files() if name != "index.html"])
def test_the_files_of_the_page_are_served(served: Served, name: str) -> None:
    answer = served.ask(f"/{WORD}/{name}")
    assert answer.body == page_files()[name]
    assert answer.headers["Content-Type"].startswith("text/")


@pytest.mark.parametrize(
    "path",
    [
        "/", "/word", "/wor/", "/wordy/", "/word/../word/", "/word/watch.py",
        "/word/../../pyproject.toml", "/word/%2e%2e/index.html", "/word/pictures/",
        "/word/pictures/../index.html", "/etc/passwd", "/word//etc/passwd", "http://evil.example/",
    ],
)  # fmt: skip
def test_nothing_else_is_there(served: Served, path: str) -> None:
    answer = served.ask(path)
    assert (answer.status, answer.body) == (404, b"Not found")


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Host": "localhost.evil.example:{port}"},
        {"Host": "0.0.0.0:{port}"},
        {"Host": ""},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_other_names_and_other_sites_are_refused(served: Served, headers: dict[str, str]) -> None:
    given = {name: value.format(port=served.port) for name, value in headers.items()}
    answer = served.ask(**given)
    assert answer.status in (403, 421)
    assert b"html" not in answer.body


def test_its_own_names_and_its_own_page_are_answered(served: Served) -> None:
    for name in ("127.0.0.1", "localhost"):
        own = f"{name}:{served.port}"
        answer = served.ask(Host=own, Origin=f"http://{own}", Sec_Fetch_Site="same-origin")
        assert answer.status == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW"])
def test_nothing_but_reading_is_allowed(served: Served, method: str) -> None:
    assert served.ask(method=method).status == 405


def test_an_endless_address_is_refused(served: Served) -> None:
    assert served.ask(f"/{WORD}/{'a' * 5000}").status == 414
    assert served.ask(f"/{WORD}/{'a' * 100_000}").status == 414


@pytest.mark.parametrize("path", ["http://[", "http://[/word/", "/word/events?" + "a=b&" * 61])
def test_an_address_that_cannot_be_read_is_refused(served: Served, path: str) -> None:
    answer = served.ask(path)
    assert (answer.status, answer.body) == (400, b"Bad Request")


def test_it_listens_on_this_machine_alone(served: Served) -> None:
    assert served.server.socket.getsockname()[0] == "127.0.0.1"


def test_a_page_is_told_each_state_and_gets_its_pictures(served: Served) -> None:
    stream = served.open(f"/{WORD}/events?mode=one&piece=a%26b")
    assert stream.headers["Content-Type"].startswith("text/event-stream")
    assert STREAMED.items() <= dict(stream.headers).items()  # none before it holds states back
    opened = served.said()
    assert isinstance(opened, Opened)
    assert opened.query == {"mode": "one", "piece": "a&b"}
    served.tell(Pictures({"k1": b"<svg/>"}, []), Told(opened.page, b'{"n":1}'))
    assert data(stream) == b'{"n":1}'
    picture = served.ask(f"/{WORD}/pictures/k1")
    assert picture.body == b"<svg/>"
    assert picture.headers["Content-Type"].startswith("image/svg+xml")
    assert "sandbox" in picture.headers["Content-Security-Policy"]
    assert "script-src" not in picture.headers["Content-Security-Policy"]
    served.tell(Pictures({}, ["k1", "k2"]), Told(opened.page, b'{"n":2}'))
    assert data(stream) == b'{"n":2}'
    assert served.ask(f"/{WORD}/pictures/k1").status == 404


def test_of_a_page_that_closes_nothing_is_left(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "BEAT", 0.01)
    streams = [served.open(f"/{WORD}/events") for _ in range(3)]
    pages = {served.said().page for _ in streams}
    for stream in streams:
        stream.close()
    closed = [served.said() for _ in streams]
    assert all(isinstance(one, Closed) for one in closed)
    assert {one.page for one in closed} == pages
    assert served.desk.states == {}


def test_there_are_only_so_many_connections(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "BEAT", 0.01)
    served.server.left = threading.BoundedSemaphore(2)
    streams = [served.open(f"/{WORD}/events") for _ in range(2)]
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
        served.ask()
    for stream in streams:
        stream.close()
    assert wait_for(lambda: served.server.left.acquire(blocking=False))


def wait_for(done: Any) -> bool:
    """Whether something comes true in time."""
    return any(done() or threading.Event().wait(0.01) for _ in range(6000))


def test_what_is_no_request_ends_its_connection_alone(served: Served) -> None:
    with socket.create_connection((HOST, served.port), timeout=60) as raw:
        raw.sendall(b"\x16\x03\x01 what?\r\n\r\n")
        assert b"Bad request" in raw.makefile("rb").read()
    assert served.ask().status == 200


def test_pages_are_let_go_when_drawing_ends() -> None:
    made = Served()
    stream = made.open(f"/{WORD}/events")
    made.said()
    made.close()
    assert b"data" not in stream.read()
    assert made.desk.ended


def test_what_is_said_into_a_line_that_has_ended_is_no_matter() -> None:
    line, other = Pipe()
    assert isinstance(line, Connection)
    line.close()
    desk = Desk(other)
    desk.close(desk.open({}))
    assert desk.states == {}
