"""The page, served to browsers on this machine: a process of its own, with a thread for each
connection.

It has nothing to give but the page's few files, the states and the pictures that it was told, and
reads no file by a name that a request has. It answers only what is addressed to it by its own name
(so no other site's name, pointed at this machine, reaches it), comes from its own page, and knows
the word in the page's address.
"""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec

from card_data.ports import STREAMED

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")
MOST_CONNECTIONS = 64
LONGEST_ADDRESS = 4_000  # characters
MOST_WORDS = 60  # of a query
IDLE = 30.0  # seconds without a request after which a connection ends
BEAT = 2.0  # seconds after which a silent page is asked whether it is still there
AGAIN = 500  # ms after which a page that lost its connection comes back
OWN = "default-src 'none'; {}base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
PAGE = OWN.format("script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; ")
PICTURE = OWN.format("style-src 'unsafe-inline'; sandbox; ")
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
FOREVER = "private, max-age=31536000, immutable"  # a picture's key says what is in it


class Told(msgspec.Struct, tag=True, array_like=True):
    """The state of a page as JSON."""

    page: int
    state: bytes


class Pictures(msgspec.Struct, tag=True, array_like=True):
    """Pictures that pages will ask for, and keys of those that no page shows any more."""

    new: dict[str, bytes]
    gone: list[str]


class Opened(msgspec.Struct, tag=True, array_like=True):
    """A page has opened; what it asks for."""

    page: int
    query: dict[str, str]


class Closed(msgspec.Struct, tag=True, array_like=True):
    """A page has closed."""

    page: int


ToServer = Told | Pictures
FromServer = Opened | Closed


class Desk:
    """What the threads of the server share: states, pictures, the line to who draws them."""

    def __init__(self, line: Connection) -> None:
        self.line, self.speaking = line, threading.Lock()
        self.news = threading.Condition()
        self.pages = 0
        self.states: dict[int, tuple[int, bytes]] = {}  # how often a page was told, and what
        self.pictures: dict[str, bytes] = {}
        self.ended = False

    def listen(self) -> None:
        """Take what comes by the line until it ends."""
        with suppress(EOFError, OSError):
            while True:
                told = msgspec.msgpack.decode(self.line.recv_bytes(), type=ToServer)
                with self.news:
                    if isinstance(told, Pictures):
                        self.pictures.update(told.new)
                        for key in told.gone:
                            self.pictures.pop(key, None)
                    elif told.page in self.states:
                        self.states[told.page] = self.states[told.page][0] + 1, told.state
                        self.news.notify_all()
        with self.news:
            self.ended = True
            self.news.notify_all()

    def open(self, query: dict[str, str]) -> int:
        """The number of a page that opens."""
        with self.news:
            self.pages += 1
            page = self.pages
            self.states[page] = 0, b""
        self.say(Opened(page, query))
        return page

    def close(self, page: int) -> None:
        with self.news:
            del self.states[page]
        self.say(Closed(page))

    def say(self, told: FromServer) -> None:
        with self.speaking, suppress(OSError):  # who draws has ended, and so do we
            self.line.send_bytes(msgspec.msgpack.encode(told))

    def next(self, page: int, known: int) -> tuple[int, bytes]:
        """The state of a page once there is one after the ``known``, or after a while the same."""
        with self.news:
            self.news.wait_for(lambda: self.ended or self.states[page][0] != known, BEAT)
            return self.states[page]


class Server(ThreadingHTTPServer):
    """Serves ``files`` of the page by their names, and what is on the desk, below ``/word/``."""

    daemon_threads = True
    block_on_close = False

    def __init__(
        self, listening: socket.socket, desk: Desk, word: str, files: Mapping[str, bytes]
    ) -> None:
        super().__init__((HOST, 0), Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listening
        self.desk, self.word, self.files = desk, word, files
        self.names = [f"{name}:{listening.getsockname()[1]}" for name in NAMES]
        self.left = threading.BoundedSemaphore(MOST_CONNECTIONS)

    def process_request(self, request: Any, client_address: Any) -> None:
        if self.left.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.left.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that breaks is no matter."""


class Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    server: Server
    server_version = "printkit"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = IDLE
    disable_nagle_algorithm = True

    def parse_request(self) -> bool:
        """Refuse what is no GET, what has no address that can be read, and whatever does not come
        from our own page."""
        if not super().parse_request():
            return False
        refused = self.refusal()
        if refused is None:
            try:
                self.address = urlsplit(self.path)
                self.query = dict(parse_qsl(self.address.query, max_num_fields=MOST_WORDS))
            except ValueError:
                refused = HTTPStatus.BAD_REQUEST
        if refused is not None:
            self.close_connection = True
            self.answer(refused.phrase.encode(), "text/plain", status=refused)
        return refused is None

    def refusal(self) -> HTTPStatus | None:
        if self.command != "GET":
            return HTTPStatus.METHOD_NOT_ALLOWED
        if len(self.path) > LONGEST_ADDRESS:
            return HTTPStatus.REQUEST_URI_TOO_LONG
        if self.headers.get_all("Host", []) not in [[name] for name in self.server.names]:
            return HTTPStatus.MISDIRECTED_REQUEST
        origins = self.headers.get_all("Origin", [])
        if any(one not in [f"http://{name}" for name in self.server.names] for one in origins):
            return HTTPStatus.FORBIDDEN
        if self.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            return HTTPStatus.FORBIDDEN
        return None

    def do_GET(self) -> None:
        _, _, rest = self.address.path.partition("/")
        word, slash, name = rest.partition("/")
        if not slash or not compare_digest(word.encode(), self.server.word.encode()):
            self.missing()
        elif name == "events":
            self.events(self.query)
        elif name.startswith("pictures/"):
            raw = self.server.desk.pictures.get(name.removeprefix("pictures/"))
            if raw is None:
                self.missing()
            else:
                self.answer(raw, "image/svg+xml", PICTURE, FOREVER)
        elif (name or "index.html") in self.server.files:
            name = name or "index.html"
            self.answer(self.server.files[name], TYPES[name[name.rindex(".") :]], PAGE)
        else:
            self.missing()

    def missing(self) -> None:
        self.answer(b"Not found", "text/plain", status=HTTPStatus.NOT_FOUND)

    def answer(
        self,
        raw: bytes,
        kind: str,
        policy: str = PICTURE,
        keep: str = "no-store",
        status: HTTPStatus = HTTPStatus.OK,
    ) -> None:
        """Send a whole answer."""
        self.head(kind, policy, {"Cache-Control": keep}, status)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def head(
        self,
        kind: str,
        policy: str,
        more: Mapping[str, str],
        status: HTTPStatus = HTTPStatus.OK,
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Security-Policy", policy)
        for name, value in more.items():
            self.send_header(name, value)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")

    def events(self, query: dict[str, str]) -> None:
        """Send a page its states, one after another, until it closes."""
        self.close_connection = True
        self.head("text/event-stream", PICTURE, STREAMED)
        self.send_header("Connection", "close")
        self.end_headers()
        desk = self.server.desk
        page = desk.open(query)
        try:
            self.wfile.write(b"retry: %d\n\n" % AGAIN)
            known = 0
            while not (desk.ended or self.has_gone()):
                times, state = desk.next(page, known)
                self.wfile.write(b"data: %b\n\n" % state if times != known else b": \n\n")
                known = times
        finally:
            desk.close(page)

    def has_gone(self) -> bool:
        """Whether the page has closed its end: it sends nothing more, but an end."""
        self.connection.settimeout(0.0)
        try:
            return not self.connection.recv(1)
        except BlockingIOError:
            return False
        finally:
            self.connection.settimeout(IDLE)

    def log_message(self, *words: Any) -> None:
        """Say nothing on the terminal."""


def serve(
    listening: socket.socket,
    line: Connection,
    word: str,
    files: Mapping[str, bytes],
    others: Sequence[Connection] = (),
) -> None:
    """Serve until the line ends: what a process of its own does. ``others`` are lines that a copy
    of a process has, but has nothing to do with."""
    for other in others:
        other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who draws ends us
    desk = Desk(line)
    server = Server(listening, desk, word, files)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 60}, daemon=True).start()
    desk.listen()
