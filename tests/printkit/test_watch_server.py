"""The server of the page: what it gives, what it refuses, and what is left when pages close."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Callable, Iterator

import msgspec
import pytest

from card_data.program.ports import STREAMED, listening_at
from printkit.drawing.shapes import Face
from printkit.watch import server as servers
from printkit.watch.page_state import Picture
from printkit.watch.server import FILES, HOST, OpenPages, Server

ENDS_IN = 0.02  # seconds: how often a server looks whether it is to end
PICTURE = Picture(Face("a", 9, 9, ()), {}, b"<svg/>")


class Served:
    """A server in a thread of its own."""

    def __init__(self) -> None:
        listening = listening_at(HOST, None, (0,))
        self.port = listening.getsockname()[1]
        self.pages = OpenPages()
        self.server = Server(listening, self.pages, {"k1": PICTURE})
        self.server.word = "word"
        threading.Thread(target=self.server.serve_forever, args=(ENDS_IN,), daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def ask(self, path: str = "/word/", method: str = "GET", **headers: str) -> Answer:
        asked = self.open(path, method, **headers)
        return Answer(asked.status, dict(asked.getheaders()), asked.read())

    def open(self, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
        sent = {"Host": f"{HOST}:{self.port}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers=sent)
        return connection.getresponse()


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


@pytest.mark.parametrize("name", [name for name in FILES if name != "index.html"])
def test_the_files_of_the_page_are_served(served: Served, name: str) -> None:
    answer = served.ask(f"/word/{name}")
    assert answer.body == served.server.files[name]
    assert answer.headers["Content-Type"].startswith("text/")


@pytest.mark.parametrize(
    "path",
    [
        "/", "/word", "/wor/", "/wordy/", "/word/../word/", "/word/watch.py",
        "/word/../../pyproject.toml", "/word/%2e%2e/index.html", "/word/pictures/",
        "/word/pictures/../index.html", "/etc/passwd", "/word//etc/passwd", "http://evil.example/",
        "http://[", "/word/pictures/k2",
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
    assert served.ask(f"/word/{'a' * 100_000}").status == 414


def test_it_listens_on_this_machine_alone(served: Served) -> None:
    assert served.server.socket.getsockname()[0] == "127.0.0.1"


def listening(served: Served, *queries: str) -> list[http.client.HTTPResponse]:
    """Streams of events, all of which are heard."""
    streams = [served.open(f"/word/events{query}") for query in queries]
    wait_until(lambda: len(served.pages.listening) == len(queries))
    return streams


def wait_until(is_so: Callable[[], bool]) -> None:
    assert any(is_so() or threading.Event().wait(0.01) for _ in range(6000))


def test_pages_are_told_each_state_and_get_their_pictures(served: Served) -> None:
    streams = listening(served, "", "", "?paper=a5")
    assert served.pages.queries()[0] == "paper=a5"
    assert streams[0].headers["Content-Type"].startswith("text/event-stream")
    assert STREAMED.items() <= dict(streams[0].headers).items()  # none before it holds states back
    for state in (b'{"n":1}', b'{"n":2}'):
        served.pages.tell("", state)
        assert [data(stream) for stream in streams[:2]] == [state] * 2
    assert data(served.open("/word/events")) == b'{"n":2}'
    served.pages.tell("paper=a5", b'{"n":3}')
    assert data(streams[2]) == b'{"n":3}'
    picture = served.ask("/word/pictures/k1")
    assert picture.body == b"<svg/>"
    assert picture.headers["Content-Type"].startswith("image/svg+xml")
    assert "sandbox" in picture.headers["Content-Security-Policy"]
    assert "script-src" not in picture.headers["Content-Security-Policy"]


def test_closed_page_leaves_nothing(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "BEAT", 0.01)
    before = threading.active_count()
    streams = listening(served, "", "", "?paper=a5")
    served.pages.tell("", b"{}")
    assert threading.active_count() > before
    for stream in streams:
        stream.close()
    wait_until(lambda: threading.active_count() <= before)
    assert (served.pages.listening, served.pages.states) == ([], {})


def test_what_is_no_request_ends_its_connection_alone(served: Served) -> None:
    with socket.create_connection((HOST, served.port), timeout=60) as raw:
        raw.sendall(b"\x16\x03\x01 what?\r\n\r\n")
        assert b"Bad request" in raw.makefile("rb").read()
    assert served.ask().status == 200
