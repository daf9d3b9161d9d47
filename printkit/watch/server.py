"""The page, served to browsers on this machine, with a thread for each connection.

It serves only the page's few files, the state and the pictures that the state names, and reads no
file by a name that a request has. It answers only what is addressed to it by its own name (so no
other site's name, pointed at this machine, reaches it), comes from its own page, and knows the word
in the page's address.
"""

from __future__ import annotations

import ctypes
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_urlsafe
from typing import Any

from card_data.program.ports import STREAMED
from printkit.templating.loader import TEMPLATES
from printkit.watch.page_state import Picture

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")
IDLE = 30.0  # seconds without a request after which a connection ends
BEAT = 2.0  # seconds after which a silent page is asked whether it is still there
STACK = 512 * 1024  # bytes for a thread, of the address space that the process may take
ONE_HEAP = -8, 1  # M_ARENA_MAX of the GNU C library, which alone reserves more
AGAIN = 500  # ms after which a page that lost its connection comes back
OWN = "default-src 'none'; {}base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
PAGE = OWN.format("script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; ")
PICTURE = OWN.format("style-src 'unsafe-inline'; sandbox; ")
FILES = {"index.html": "text/html", "watch.css": "text/css", "watch.js": "text/javascript"}
FOREVER = "private, max-age=31536000, immutable"  # a picture's key says what is in it


class OpenPages:
    """The open pages, by their queries, and the latest of the ``states`` for each query."""

    def __init__(self) -> None:
        self.listening: list[str] = []
        self.states: dict[str, bytes] = {}
        self.news = threading.Condition()

    def queries(self) -> list[str]:
        """Return the queries of open pages, the latest page's first."""
        return [*dict.fromkeys(reversed(self.listening))]

    def tell(self, query: str, state: bytes) -> None:
        with self.news:
            if query in self.listening:
                self.states[query] = state
            self.news.notify_all()

    def next(self, query: str, known: bytes) -> bytes:
        """Wait for a state other than the ``known`` one, and return the latest after `BEAT` seconds
        at most."""
        with self.news:
            self.news.wait_for(lambda: self.states.get(query, known) != known, BEAT)
            return self.states.get(query, known)

    @contextmanager
    def listens(self, query: str) -> Iterator[None]:
        """Register a page while it listens; after the last one with its query, the state is
        dropped."""
        with self.news:
            self.listening.append(query)
        try:
            yield
        finally:
            with self.news:
                self.listening.remove(query)
                if query not in self.listening:
                    self.states.pop(query, None)


class Server(ThreadingHTTPServer):
    """A server of the page's files, the states for its ``pages`` and their ``pictures``, under a
    secret word in the address."""

    daemon_threads = True
    block_on_close = False

    def __init__(
        self, listening: socket.socket, pages: OpenPages, pictures: Mapping[str, Picture]
    ) -> None:
        super().__init__((HOST, 0), Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listening
        self.word = token_urlsafe(12)
        port = listening.getsockname()[1]
        self.names = [f"{name}:{port}" for name in NAMES]
        self.address = f"http://{HOST}:{port}/{self.word}/"
        self.files = {name: (TEMPLATES / "watch" / name).read_bytes() for name in FILES}
        self.pages, self.pictures = pages, pictures

    def begin(self) -> None:
        """Serve from now on, beside whatever else this process does."""
        threading.stack_size(STACK)
        with suppress(AttributeError, OSError, TypeError):  # else a thread reserves 64 MB
            ctypes.CDLL(None).mallopt(*ONE_HEAP)
        threading.Thread(target=self.serve_forever, args=(60,), daemon=True).start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a connection that breaks."""


class Handler(BaseHTTPRequestHandler):
    server: Server
    server_version = "printkit"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = IDLE
    disable_nagle_algorithm = True

    def parse_request(self) -> bool:
        """Refuse all but GET, and requests that do not come from our own page."""
        if not super().parse_request():
            return False
        refused = self.refusal()
        if refused is not None:
            self.close_connection = True
            self.answer(refused.phrase.encode(), "text/plain", status=refused)
        return refused is None

    def refusal(self) -> HTTPStatus | None:
        if self.command != "GET":
            return HTTPStatus.METHOD_NOT_ALLOWED
        if self.headers.get_all("Host", []) not in [[name] for name in self.server.names]:
            return HTTPStatus.MISDIRECTED_REQUEST
        origins = self.headers.get_all("Origin", [])
        if any(one not in [f"http://{name}" for name in self.server.names] for one in origins):
            return HTTPStatus.FORBIDDEN
        if self.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            return HTTPStatus.FORBIDDEN
        return None

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        _, word, name = [*path.split("/", 2), "?", "?"][:3]
        kind, _, key = name.partition("/")
        picture = self.server.pictures.get(key) if kind == "pictures" else None
        name = name or "index.html"
        if not compare_digest(word.encode(), self.server.word.encode()):
            self.answer(b"Not found", "text/plain", status=HTTPStatus.NOT_FOUND)
        elif name == "events":
            self.events(query)
        elif picture is not None:
            self.answer(picture.svg, "image/svg+xml", PICTURE, FOREVER)
        elif name in FILES:
            self.answer(self.server.files[name], FILES[name], PAGE)
        else:
            self.answer(b"Not found", "text/plain", status=HTTPStatus.NOT_FOUND)

    def answer(
        self, raw: bytes, kind: str, policy: str = PICTURE, keep: str = "no-store",
        status: HTTPStatus = HTTPStatus.OK,
    ) -> None:  # fmt: skip
        """Send a whole answer."""
        self.head(kind, policy, {"Cache-Control": keep, "Content-Length": str(len(raw))}, status)
        self.wfile.write(raw)

    def head(
        self, kind: str, policy: str, more: Mapping[str, str], status: HTTPStatus = HTTPStatus.OK
    ) -> None:
        self.send_response(status)
        own = {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
        }
        for name, value in {**own, **more}.items():
            self.send_header(name, value)
        self.end_headers()

    def events(self, query: str) -> None:
        """Send a page its states, one after another, until it closes."""
        self.close_connection = True
        self.head("text/event-stream", PICTURE, {**STREAMED, "Connection": "close"})
        self.wfile.write(b"retry: %d\n\n" % AGAIN)
        known = b""
        with self.server.pages.listens(query):
            while True:  # until nobody is there to write to
                state = self.server.pages.next(query, known)
                self.wfile.write(b"data: %b\n\n" % state if state != known else b": \n\n")
                known = state

    def log_message(self, *words: Any) -> None:
        """Say nothing on the terminal."""
