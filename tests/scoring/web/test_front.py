"""The pad behind a web server: news come whole and at once, and pages may write."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from scoring.web import listeners
from tests.chromium import PHONE, People
from tests.scoring.web.front import Front
from tests.scoring.web.phones import Phone, begun, serve
from tests.scoring.web.served import Served, Thumb
from tests.scoring.web.tools import PAGES


@pytest.fixture
def front(request: pytest.FixtureRequest) -> Iterator[Front]:
    with Front(request.param) as made:
        yield made
        made.shutdown()


@pytest.mark.parametrize("front", ["nginx", "haproxy", "caddy"], indirect=True)
def test_the_end_of_an_event_is_not_held_back(
    front: Front, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listeners, "HEARTBEAT", 3600.0)  # nothing else pushes it on

    async def evening(direct: Phone) -> None:
        front.upstream = direct.port
        phone = Phone(direct.pad, front.port)
        table = await begun(phone)
        reader, writer = await phone.connect()
        writer.write(phone.head("GET", f"{table}/news"))
        assert (await event(reader))["version"] == 0
        body = {"changes": [{"path": PAGES, "value": 8}]}
        assert (await phone.ask("POST", f"{table}/changes", body))[0] == 200
        assert (await event(reader))["version"] == 1
        writer.close()

    async def event(reader: asyncio.StreamReader) -> Any:
        async with asyncio.timeout(60):
            await reader.readuntil(b"data: ")
            return json.loads(await reader.readuntil(b"\n\n"))

    serve(tmp_path, f"http://127.0.0.1:{front.port}")(evening)


def test_the_link_begins_with_the_address_in_front(tmp_path: Path) -> None:
    served = Served(tmp_path, "--url", "https://scores.example/pad/")
    assert served.process.stdout is not None
    who = served.process.stdout.readline()
    assert served.stop() == (0, "")
    assert re.fullmatch(r"https://scores\.example/pad/[\w-]{22}/", served.link)
    assert re.search("your web server passes requests on to http://127.0.0.1:[0-9]+\\.$", who)


@pytest.mark.parametrize("front", ["nginx"], indirect=True)
def test_the_page_names_the_option_for_its_address(
    front: Front, served: Served, people: People
) -> None:
    front.upstream = int(served.port)
    thumb = Thumb(people.page(PHONE), served.link.replace(served.port, str(front.port)))
    thumb.press("Winston: Nineteen Eighty-Four")
    dialog = thumb.page.get_by_role("dialog", name="The table could not be set up")
    expect(dialog).to_contain_text(f"scoring serve --url http://127.0.0.1:{front.port}")
    assert all("403" in one for one in people.said)
    people.said.clear()


def test_a_table_is_shown_before_its_first_event(
    served: Served, thumb: Thumb, people: People
) -> None:
    bo = Thumb(people.page(PHONE), served.link)
    bo.page.evaluate("() => { EventSource = class extends EventTarget { close() {} }; }")
    bo.join(thumb.table)
    assert bo.settled() == thumb.settled()


HIDE = """
(hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
"""


def test_tabs_out_of_sight_leave_lines_to_the_others(served: Served, thumb: Thumb) -> None:
    """Chromium and Firefox open six connections to a server of HTTP/1.1, for all tabs together
    (Chromium 156; stackoverflow.com/questions/18584525)."""
    tabs = [thumb]
    for _ in range(7):
        tabs[-1].page.evaluate(HIDE, True)
        tabs.append(Thumb(thumb.page.context.new_page(), served.link))
        tabs[-1].join(thumb.table)
    tabs[-1].turn(0)
    tabs[-1].number(PAGES, 8)
    thumb.page.evaluate(HIDE, False)
    thumb.turn(0)
    expect(thumb.field(PAGES)).to_have_value("8")
