"""Admits only requests of our own pages, from people who have the link, at a limited rate.

Anything else is answered before it reaches the application. The link contains an unguessable word.
The host must be one of ours, so that no other site's name pointed at this machine reaches anything;
the origin of what writes must be ours, so that no other site's page can write. A web server in
front has an address of its own, which counts as ours if it is given.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Collection
from contextlib import suppress
from hmac import compare_digest
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from card_data import DataError, Problem
from card_data.limits import (
    BURST,
    LARGEST_BODY,
    LARGEST_PHOTO,
    MOST_ADDRESSES,
    RATE,
    SLOWEST_BODY,
    SLOWEST_PHOTO,
)
from card_data.problems import quote

READING = ("GET", "HEAD")
PHOTO = re.compile(r"/tables/[0-9a-f]{8}/photo$", re.ASCII)  # ends the path that photos are sent to
PORT = re.compile(":[0-9]{1,5}$")
NUMERIC = re.compile(r"[0-9.]+")  # an address that no name server can make ours
IN_FRONT = " If a web server of yours passes requests on, start it with: scoring serve --url"
ADDRESS = re.compile(
    r"(https?)://(\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+)(?::([0-9]{1,5}))?(?:/[\w.~%/-]*)?", re.ASCII
)
USUAL_PORTS = {"http": "80", "https": "443"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


class Refused(Exception):
    """A rejected request: its status, and the message for the page."""

    def __init__(self, status: HTTPStatus, told: str = "") -> None:
        super().__init__(status.phrase)
        self.status, self.told = status, told

    def answer(self) -> ASGIApp:
        if self.status == HTTPStatus.FORBIDDEN and self.told:  # a page of ours asks, and shows it
            return JSONResponse({"problems": [self.told]}, self.status, HEADERS)
        return PlainTextResponse(self.told or str(self), self.status, HEADERS)


class AccessControl:
    """An ASGI application around ``app``, which serves below ``/word/``.

    ``hosts`` are the names of this machine by which pages may be asked for, ``url`` the address of
    a server in front that passes requests on, if there is one. Raise `DataError` for a ``url`` that
    is none.
    """

    def __init__(self, app: ASGIApp, word: str, hosts: Collection[str], url: str | None) -> None:
        self.app, self.word = app, word
        self.origin = None if url is None else origin_of(url)
        public = [] if self.origin is None else [PORT.sub("", urlsplit(self.origin).netloc)]
        self.hosts = frozenset(map(str.lower, (*hosts, *public)))
        self.rates: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        if scope["type"] != "http":
            return
        try:
            self.check(scope)
        except Refused as error:
            await error.answer()(scope, receive, send)
            return
        prefix = f"/{self.word}"
        if scope["path"] == prefix:  # from here, as only the browser knows the address it asked for
            await RedirectResponse(f"{self.word}/", headers=HEADERS)(scope, receive, send)
            return
        inner = {**scope, "root_path": prefix, "app_root_path": prefix}
        await self.app(inner, LimitedBody(receive, scope["path"]), with_headers(send))

    def check(self, scope: Scope) -> None:
        """Raise `Refused` for a request that may not pass."""
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name, []).append(value)
        hosts = headers.get(b"host", [])
        host = hosts[0].decode("latin-1") if len(hosts) == 1 else ""
        named = PORT.sub("", host.lower())
        own = (scope.get("server") or ("",))[0]  # where it came to: ours, though it may be new
        if named not in self.hosts and not (named == own and NUMERIC.fullmatch(own)):
            told = f"The score pad does not know the name {host}.{IN_FRONT} https://{host}"
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, told)
        reading = scope["method"] in READING
        opened = reading and headers.get(b"sec-fetch-dest") == [b"document"]  # a link was followed
        site = headers.get(b"sec-fetch-site", [b"none"])[0]
        if site not in (b"none", b"same-origin") and not opened:
            raise Refused(HTTPStatus.FORBIDDEN)
        if not reading:
            self.check_writing(headers, f"{scope['scheme']}://{host}", scope["path"])
        if not self.within_rate((scope.get("client") or ("",))[0]):
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS)
        word = scope["path"].removeprefix("/").partition("/")[0]
        if not compare_digest(word.encode(errors="replace"), self.word.encode()):
            raise Refused(HTTPStatus.NOT_FOUND)

    def check_writing(self, headers: dict[bytes, list[bytes]], here: str, path: str) -> None:
        """Raise `Refused` for a body that no page of ours sent, or that is too large.

        Our pages come from ``here``, or from the server in front. A request that only reads may
        have any origin: browsers send one with a page's own scripts, and show no other page the
        answer.
        """
        origins = [one.decode("latin-1") for one in headers.get(b"origin", [])]
        if not origins:
            raise Refused(HTTPStatus.FORBIDDEN)
        for origin in origins:
            if origin not in (here, self.origin):
                told = f"The score pad does not know the address {origin}.{IN_FRONT} {origin}"
                raise Refused(HTTPStatus.FORBIDDEN, told)
        kind, largest, _ = body_for(path)
        if headers.get(b"content-type") != [kind]:
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        if b"content-length" not in headers:
            raise Refused(HTTPStatus.LENGTH_REQUIRED)
        length = headers[b"content-length"][0]
        if not length.isdigit() or int(length[:12]) > largest:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def within_rate(self, address: str) -> bool:
        """Return whether an address has stayed within its rate of requests."""
        now = time.monotonic()
        left, last = self.rates.pop(address, (float(BURST), now))
        left = min(float(BURST), left + RATE * (now - last))
        self.rates[address] = max(left - 1, 0.0), now
        if len(self.rates) > MOST_ADDRESSES:
            self.rates.popitem(last=False)
        return left >= 1


class LimitedBody:
    """Receives a body that is small enough and comes in time."""

    def __init__(self, receive: Receive, path: str) -> None:
        self.receive, self.had, self.whole = receive, 0, False
        _, self.largest, slowest = body_for(path)
        self.until = time.monotonic() + slowest

    async def __call__(self) -> Message:
        if self.whole:  # what comes now is the end of the connection
            return await self.receive()
        left = max(0.0, self.until - time.monotonic())
        try:
            message = await asyncio.wait_for(self.receive(), left)
        except TimeoutError:
            return {"type": "http.disconnect"}
        self.had += len(message.get("body", b""))
        self.whole = not message.get("more_body", False)
        return message if self.had <= self.largest else {"type": "http.disconnect"}


def body_for(path: str) -> tuple[bytes, int, float]:
    """Return what may be sent to a path: its type, how many bytes, and the seconds for them."""
    if PHOTO.search(path):
        return b"application/octet-stream", LARGEST_PHOTO, SLOWEST_PHOTO
    return b"application/json", LARGEST_BODY, SLOWEST_BODY


def with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in message["headers"]}
            more = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            extra = [each for each in more if each[0] not in own]
            message = {**message, "headers": [*message["headers"], *extra]}
        await send(message)

    return sending


def origin_of(url: str) -> str:
    """Return the origin of a public address as browsers send it; raise `DataError` if it is none.

    >>> origin_of("HTTPS://Scores.example:443/pad/"), origin_of("http://[::1]:8080")
    ('https://scores.example', 'http://[::1]:8080')
    """
    if found := ADDRESS.fullmatch(url.lower()):
        scheme, host, port = found.groups(default="")
        with suppress(UnicodeError):  # a name that no network can have
            name = host.encode("idna").decode()
            return f"{scheme}://{name}" + ("" if port in ("", USUAL_PORTS[scheme]) else f":{port}")
    message = f"found {quote(url)}, expected an address such as https://scores.example"
    raise DataError(Problem(message=message, file="--url"))
