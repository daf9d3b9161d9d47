"""Requests that are let in or refused before they reach the application."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest

from card_data import DataError
from card_data.limits import BURST, LARGEST_BODY, MOST_ADDRESSES, RATE
from scoring.web import access
from scoring.web.access import AccessControl as Pad
from scoring.web.access import Refused, origin_of
from scoring.web.app import app
from tests.scoring.web.asgi import HOST, Chunk, Sending, ask, get, post, scope_of

BEGUN = {"game": "dice_archive", "players": ["Ann", "Bo"]}
SAFE = {
    "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin",
}  # fmt: skip


def tables(pad: Pad) -> int:
    return len(get(pad, "/home").json["tables"])


@pytest.mark.parametrize("path", ["/", "/home", "/main.js", "/nowhere", "//", "//wrong/home"])
def test_every_answer_has_the_headers_that_keep_pages_apart(pad: Pad, path: str) -> None:
    found = get(pad, path)
    assert {name: found.headers[name] for name in SAFE} == SAFE
    said = found.headers["content-security-policy"]
    policy = dict(one.strip().split(" ", 1) for one in said.split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in said
    assert "set-cookie" not in found.headers
    assert not any(name.startswith("access-control") for name in found.headers)


FETCHED = ("sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest")
ELSEWHERE = ("cross-site", "same-site", "", "Same-Origin", "none, cross-site")
HOSTS = (
    *("example.org", "example.org:8750", "127.0.0.1.example.org", "localhost.example.org:8750"),
    *("", None, "127.0.0.2:8750", "127.0.0.1:8750@example.org", "[::1]:8750", ":8750"),
    *("0.0.0.0", "127.0.0.1:8750:80", "127.0.0.1 :8750", "192.168.0.9:8750"),
)
ORIGINS = (
    *("http://example.org", "null", "", f"https://{HOST}", "http://127.0.0.1", None),
    *("http://localhost:8750", f"http://{HOST}.example.org", f"http://{HOST}/"),
)
KINDS = (
    *("text/plain", "application/json; charset=utf-8", "", None, "application/jsonp"),
    *("multipart/form-data", "application/x-www-form-urlencoded"),
)
LENGTHS = (str(LARGEST_BODY + 1), str(10**30), "-1", "x", "", "1e9", "0x10")
READ = [
    ("host", HOSTS, 421),
    ("host", ("127.0.0.1", "127.0.0.1:80", "localhost:8750", "LocalHost:8750"), 200),
    ("sec-fetch-site", ELSEWHERE, 403),
]
WRITTEN = [
    ("origin", ORIGINS, 403),
    ("sec-fetch-site", ELSEWHERE, 403),
    ("content-type", KINDS, 415),
    ("content-length", LENGTHS, 413),
    ("content-length", [None], 411),
]


@pytest.mark.parametrize(("name", "values", "status"), READ)
def test_other_hosts_and_sites_reach_nothing(
    pad: Pad, name: str, values: Sequence[str | None], status: int
) -> None:
    for value in values:
        said = {name: value, "sec-fetch-mode": "no-cors"}
        assert get(pad, "/home", headers=said).status == status, value


@pytest.mark.parametrize(("name", "values", "status"), WRITTEN)
def test_only_json_of_own_pages_is_written(
    pad: Pad, name: str, values: Sequence[str | None], status: int
) -> None:
    """What a form on another site could send without being asked is none of it."""
    for value in values:
        assert post(pad, "/tables", BEGUN, headers={name: value}).status == status, value
    assert tables(pad) == 0
    for site in ("none", "same-origin"):
        assert post(pad, "/tables", BEGUN, headers={"sec-fetch-site": site}).status == 200


def test_given_host_names_are_accepted(tmp_path: Path) -> None:
    pad = app(None, tmp_path / "tables", hosts={"192.168.0.7", "Desk.local"})
    for host in ("192.168.0.7:8750", "desk.local:8750"):
        assert get(pad, "/home", headers={"host": host}).status == 200
    assert get(pad, "/home", headers={"host": "localhost:8750"}).status == 421


SCORES = "https://scores.example:8443"


@pytest.mark.parametrize("host", ["scores.example:8443", "Scores.example", HOST])
def test_a_server_in_front_passes_on_what_its_pages_write(tmp_path: Path, host: str) -> None:
    """Under its own name, as Caddy does, or under the pad's, as nginx does."""
    pad = app(None, tmp_path / "tables", url=f"{SCORES}/pad/")
    assert get(pad, "/", headers={"host": host}).status == 200
    for origin, status in ((SCORES, 200), (f"http://{host}", 200), ("https://scores.example", 403)):
        sent = {"host": host, "origin": origin}
        assert post(pad, "/tables", BEGUN, headers=sent).status == status, origin


def test_a_new_address_of_this_machine_is_accepted(pad: Pad) -> None:
    """As a router gives it during an evening; a name never is, whatever a server says of itself."""
    for server, host, refused in (
        ("192.168.1.77", "192.168.1.77:8750", False), ("192.168.1.77", "192.168.1.78:8750", True),
        ("evil.example", "evil.example", True),
    ):  # fmt: skip
        scope = scope_of(pad, "GET", "/", {"host": host}) | {"server": (server, 8750)}
        with pytest.raises(Refused) if refused else nullcontext():
            pad.check(scope)


def test_other_addresses_are_rejected_with_the_option_to_add_them(pad: Pad) -> None:
    refused = post(pad, "/tables", BEGUN, headers={"origin": SCORES})
    assert refused.json["problems"][0].endswith(f"scoring serve --url {SCORES}")
    # Chromium says where a page is from when it asks for its own modules
    assert get(pad, "/main.js", headers={"origin": SCORES}).status == 200
    elsewhere = get(pad, "/", headers={"host": "scores.example"})
    assert elsewhere.body.endswith(b"scoring serve --url https://scores.example")
    followed = dict(zip(FETCHED, ("cross-site", "navigate", "document"), strict=True))
    assert get(pad, "/", headers=followed).status == 200
    assert get(pad, "/", headers=followed | {"sec-fetch-dest": "iframe"}).status == 403
    assert post(pad, "/tables", BEGUN, headers=followed).status == 403


@pytest.mark.parametrize("url", [
    *("scores.example", "ftp://scores.example", "https://", "https://scores.example?pad", ""),
    *("https://ann@scores.example", "https://scores..example", "https://[scores]"),
])  # fmt: skip
def test_wrong_public_address_is_refused(url: str) -> None:
    with pytest.raises(DataError, match=r"^--url: found .* expected an address"):
        origin_of(url)


def test_nothing_is_found_without_the_link_but_for_its_last_slash(pad: Pad) -> None:
    word = pad.word
    wrong = ["", "x", word[:-1], f"{word}x", word.swapcase(), f"x{word}", "%2e", "..", f" {word}"]
    for one in wrong:
        assert get(pad, f"//{one}/home").status == 404, one
        assert post(pad, f"//{one}/tables", BEGUN).status == 404, one
    assert get(pad, f"//{word}é/home").status == 404
    assert (get(pad, f"//{word}\udcff/home").status, tables(pad)) == (404, 0)
    found = get(pad, f"//{pad.word}")
    assert found.status == 307
    assert found.headers["location"] == f"{pad.word}/"  # whatever the browser's address begins with


def test_endless_bodies_are_cut(pad: Pad, monkeypatch: pytest.MonkeyPatch) -> None:
    endless = Sending([b" " * 1024] * 100_000)
    scope = scope_of(pad, "POST", "/tables", {"content-length": "1024"})
    asyncio.run(pad(scope, endless.receive, endless.send))  # type: ignore[arg-type]
    assert endless.sent.get_nowait()["status"] == 408
    assert len(endless.chunks) >= 100_000 - LARGEST_BODY // 1024 - 1
    assert tables(pad) == 0
    monkeypatch.setattr(access, "SLOWEST_BODY", 0.05)
    found = asyncio.run(ask(pad, "POST", "/tables", chunks=[b"{", 3600.0, b"}"]))
    assert found.status == 408
    slow: list[Chunk] = [b"{", *(0.02, b" ") * 1000, b"}"]
    assert (asyncio.run(ask(pad, "POST", "/tables", chunks=slow)).status, tables(pad)) == (408, 0)


def test_request_rate_is_limited(pad: Pad, monkeypatch: pytest.MonkeyPatch) -> None:
    times = [1000.0]
    monkeypatch.setattr("scoring.web.access.time.monotonic", lambda: times[0])

    def many(number: int, address: str | None = "192.168.0.2") -> list[int]:
        async def asked() -> list[int]:
            found = [await ask(pad, "GET", "/icon.svg", address=address) for _ in range(number)]
            return [one.status for one in found]

        return asyncio.run(asked())

    assert many(BURST + 3) == [200] * BURST + [429] * 3
    assert many(1, "192.168.0.3") == many(1, None) == [200]
    times[0] += 1.0
    assert many(RATE + 1) == [200] * RATE + [429]
    times[0] += 3600
    assert many(BURST + 1) == [200] * BURST + [429]
    for number in range(3 * MOST_ADDRESSES):
        pad.within_rate(f"10.0.{number // 256}.{number % 256}")
    assert len(pad.rates) == MOST_ADDRESSES


def test_unknown_methods_and_websockets_are_refused(pad: Pad) -> None:
    sending = Sending([])
    scope = {"type": "websocket", "path": f"/{pad.word}/", "headers": []}
    asyncio.run(pad(scope, sending.receive, sending.send))  # type: ignore[arg-type]
    assert sending.sent.get_nowait() == {"type": "websocket.close"}
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"):
        found = asyncio.run(ask(pad, method, "/home", {}))
        assert found.status == 403, method
        own = {"origin": f"http://{HOST}", "content-type": "application/json"}
        found = asyncio.run(ask(pad, method, "/home", {}, headers={**own}))
        assert found.status == 405, method
    assert (post(pad, "/home", {}).status, get(pad, "/tables").status) == (405, 405)
    assert asyncio.run(ask(pad, "HEAD", "/main.js")).status == 200
