"""What is let in, and what is not: before the application hears of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from card_data import DataError
from card_data.limits import BURST, LARGEST_BODY, MOST_ADDRESSES, RATE
from scoring.pad import guard
from scoring.pad.app import app
from scoring.pad.guard import Guard
from tests.scoring.pad.asgi import HOST, Chunk, Sending, ask, get, post, scope_of

BEGUN = {"game": "dice_archive", "players": ["Ann", "Bo"]}
SAFE = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


@pytest.fixture
def pad(tmp_path: Path) -> Guard:
    return app(None, tmp_path / "tables")


def tables(pad: Guard) -> int:
    return len(get(pad, "/home").json["tables"])


@pytest.mark.parametrize("path", ["/", "/home", "/main.js", "/nowhere", "//", "//wrong/home"])
def test_every_answer_has_the_headers_that_keep_pages_apart(pad: Guard, path: str) -> None:
    found = get(pad, path)
    assert {name: found.headers[name] for name in SAFE} == SAFE
    policy = dict(
        one.strip().split(" ", 1) for one in found.headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in found.headers["content-security-policy"]
    assert "set-cookie" not in found.headers
    assert not any(name.startswith("access-control") for name in found.headers)


@pytest.mark.parametrize(
    "host",
    [
        *("example.org", "example.org:8750", "127.0.0.1.example.org", "localhost.example.org:8750"),
        *("", None, "127.0.0.2:8750", "127.0.0.1:8750@example.org", "[::1]:8750", ":8750"),
        *("0.0.0.0", "127.0.0.1:8750:80", "127.0.0.1 :8750", "192.168.0.9:8750"),
    ],
)
def test_no_other_name_for_this_machine_reaches_anything(pad: Guard, host: str | None) -> None:
    assert get(pad, "/home", headers={"host": host}).status == 421


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:80", "localhost:8750", "LocalHost:8750"])
def test_its_own_names_do(pad: Guard, host: str) -> None:
    assert get(pad, "/home", headers={"host": host}).status == 200


def test_names_that_it_is_given(tmp_path: Path) -> None:
    pad = app(None, tmp_path / "tables", hosts={"192.168.0.7", "Desk.local"})
    for host in ("192.168.0.7:8750", "desk.local:8750"):
        assert get(pad, "/home", headers={"host": host}).status == 200
    assert get(pad, "/home").status == 421


@pytest.mark.parametrize(
    "origin",
    ["http://example.org", "null", "", f"https://{HOST}", "http://127.0.0.1", "http://localhost:8750",
     f"http://{HOST}.example.org", f"http://{HOST}/", None],
)  # fmt: skip
def test_no_other_site_writes(pad: Guard, origin: str | None) -> None:
    assert post(pad, "/tables", BEGUN, headers={"origin": origin}).status == 403
    assert tables(pad) == 0


SCORES = "https://scores.example:8443"


@pytest.mark.parametrize("host", ["scores.example:8443", "Scores.example", HOST])
def test_a_server_in_front_passes_on_what_its_pages_write(tmp_path: Path, host: str) -> None:
    """Under its own name, as Caddy does, or under the pad's, as nginx does."""
    pad = app(None, tmp_path / "tables", url=f"{SCORES}/pad/")
    assert get(pad, "/", headers={"host": host}).status == 200
    for origin, status in ((SCORES, 200), (f"http://{host}", 200), ("https://scores.example", 403)):
        sent = {"host": host, "origin": origin}
        assert post(pad, "/tables", BEGUN, headers=sent).status == status, origin


def test_a_page_is_told_how_its_address_becomes_known(pad: Guard) -> None:
    refused = post(pad, "/tables", BEGUN, headers={"origin": SCORES})
    assert refused.json["problems"][0].endswith(f"scoring serve --url {SCORES}")
    elsewhere = get(pad, "/", headers={"host": "scores.example"})
    assert elsewhere.body.endswith(b"scoring serve --url https://scores.example")


def test_a_page_has_its_scripts_wherever_it_was_opened(pad: Guard) -> None:
    """Chromium says where a page is from when it asks for its own modules."""
    assert get(pad, "/main.js", headers={"origin": SCORES}).status == 200


@pytest.mark.parametrize(
    "url",
    ["scores.example", "ftp://scores.example", "https://", "https://scores.example?pad",
     "https://ann@scores.example", "https://scores..example", "https://[scores]", ""],
)  # fmt: skip
def test_an_address_that_is_none(tmp_path: Path, url: str) -> None:
    with pytest.raises(DataError, match=r"^--url: found .* expected an address"):
        app(None, tmp_path / "tables", url=url)


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "Same-Origin", "none, cross-site"])
def test_what_a_browser_says_of_another_site_is_believed(pad: Guard, site: str) -> None:
    said = {"sec-fetch-site": site}
    assert post(pad, "/tables", BEGUN, headers=said).status == 403
    assert get(pad, "/home", headers={**said, "sec-fetch-mode": "no-cors"}).status == 403
    assert tables(pad) == 0


@pytest.mark.parametrize("site", ["none", "same-origin"])
def test_its_own_pages_may(pad: Guard, site: str) -> None:
    assert post(pad, "/tables", BEGUN, headers={"sec-fetch-site": site}).status == 200


def test_a_link_is_followed_from_anywhere(pad: Guard) -> None:
    """From a message that was opened in the browser: the page, and nothing but it."""
    followed = {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
    }
    assert get(pad, "/", headers=followed).status == 200
    assert get(pad, "/", headers=followed | {"sec-fetch-dest": "iframe"}).status == 403
    assert post(pad, "/tables", BEGUN, headers=followed).status == 403


def test_nothing_is_found_without_the_link(pad: Guard) -> None:
    word = pad.word
    wrong = ["", "x", word[:-1], f"{word}x", word.swapcase(), f"x{word}", "%2e", "..", f" {word}"]
    for one in wrong:
        assert get(pad, f"//{one}/home").status == 404, one
        assert post(pad, f"//{one}/tables", BEGUN).status == 404, one
    assert get(pad, f"//{word}é/home").status == 404
    assert get(pad, f"//{word}\udcff/home").status == 404
    assert tables(pad) == 0


def test_the_link_without_its_last_slash_leads_to_the_page(pad: Guard) -> None:
    found = get(pad, f"//{pad.word}")
    assert found.status == 307
    assert found.headers["location"] == f"{pad.word}/"  # whatever the browser's address begins with


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/json; charset=utf-8", "", None, "application/jsonp",
             "multipart/form-data", "application/x-www-form-urlencoded"],
)  # fmt: skip
def test_nothing_is_read_but_json(pad: Guard, kind: str | None) -> None:
    """What a form on another site could send without being asked is none of it."""
    assert post(pad, "/tables", BEGUN, headers={"content-type": kind}).status == 415
    assert tables(pad) == 0


@pytest.mark.parametrize("length", [LARGEST_BODY + 1, 10**30, "-1", "x", "", "1e9", "0x10"])
def test_a_body_that_says_it_is_too_large(pad: Guard, length: object) -> None:
    assert post(pad, "/tables", BEGUN, headers={"content-length": str(length)}).status == 413
    assert tables(pad) == 0


def test_a_body_that_does_not_say_how_large_it_is(pad: Guard) -> None:
    assert post(pad, "/tables", BEGUN, headers={"content-length": None}).status == 411
    assert tables(pad) == 0


def test_a_body_that_is_larger_than_it_says(pad: Guard) -> None:
    """It is not read to its end."""
    endless = Sending([b" " * 1024] * 100_000)
    scope = scope_of(pad, "POST", "/tables", {"content-length": "1024"})
    asyncio.run(pad(scope, endless.receive, endless.send))  # type: ignore[arg-type]
    assert endless.sent.get_nowait()["status"] == 408
    assert len(endless.chunks) >= 100_000 - LARGEST_BODY // 1024 - 1
    assert tables(pad) == 0


def test_a_body_that_never_comes(pad: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SLOWEST_BODY", 0.05)
    found = asyncio.run(ask(pad, "POST", "/tables", chunks=[b"{", 3600.0, b"}"]))
    assert found.status == 408
    slow: list[Chunk] = [b"{", *(0.02, b" ") * 1000, b"}"]
    assert asyncio.run(ask(pad, "POST", "/tables", chunks=slow)).status == 408
    assert tables(pad) == 0


class Clock:
    """Time as a test has it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        patch.setattr("scoring.pad.guard.time.monotonic", lambda: self.now)


def test_an_address_asks_no_more_than_it_may(pad: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def many(number: int, address: str | None) -> list[int]:
        return [(await ask(pad, "GET", "/icon.svg", address=address)).status for _ in range(number)]

    assert asyncio.run(many(BURST + 3, "192.168.0.2")) == [200] * BURST + [429] * 3
    assert asyncio.run(many(1, "192.168.0.3")) == [200]
    assert asyncio.run(many(1, None)) == [200]
    clock.now += 1.0
    assert asyncio.run(many(RATE + 1, "192.168.0.2")) == [200] * RATE + [429]
    clock.now += 3600
    assert asyncio.run(many(BURST + 1, "192.168.0.2")) == [200] * BURST + [429]


def test_what_is_remembered_of_addresses_has_an_end(pad: Guard) -> None:
    for number in range(3 * MOST_ADDRESSES):
        pad.in_time(f"10.0.{number // 256}.{number % 256}")
    assert len(pad.rates) == MOST_ADDRESSES


def test_what_is_no_request_is_ended(pad: Guard) -> None:
    sent: list[dict[str, Any]] = []

    async def connect() -> None:
        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            return {"type": "websocket.connect"}

        await pad({"type": "websocket", "path": f"/{pad.word}/", "headers": []}, receive, send)

    asyncio.run(connect())
    assert sent == [{"type": "websocket.close"}]


def test_methods_that_there_are_not(pad: Guard) -> None:
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"):
        found = asyncio.run(ask(pad, method, "/home", {}))
        assert found.status == 403, method
        own = {"origin": f"http://{HOST}", "content-type": "application/json"}
        found = asyncio.run(ask(pad, method, "/home", {}, headers={**own}))
        assert found.status == 405, method
    assert post(pad, "/home", {}).status == 405
    assert get(pad, "/tables").status == 405


def test_a_page_may_be_asked_for_without_its_body(pad: Guard) -> None:
    assert asyncio.run(ask(pad, "HEAD", "/main.js")).status == 200
