"""The pad behind a real server on this machine: connections that say nothing, too slowly or too
much stop nobody else."""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest
import segno

from card_data import DataError
from card_data.limits import MOST_OF_ONE
from scoring.cli.serving import EDGE, alone, draw_code, tell
from scoring.web import access, timeouts
from scoring.web.app import app
from tests.scoring.web.phones import Phone, answer, begun, serve

GUEST = "127.0.0.2"  # whoever else is in the network
BOOKS = [f"players.{seat}.books.{book}" for seat in range(6) for book in "ABCDEF"]


async def ended(reader: asyncio.StreamReader) -> bool:
    try:
        while await reader.read(1 << 16):
            pass
    except ConnectionError:
        pass
    return True


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "SLOWEST_HEAD", 0.05)
    monkeypatch.setattr(access, "SLOWEST_BODY", 0.05)


def test_two_hundred_silent_connections_block_nobody(tmp_path: Path) -> None:
    @serve(tmp_path)
    async def evening(phone: Phone) -> None:
        silent = [await phone.connect() for _ in range(200)]
        guest = Phone(phone.pad, phone.port, GUEST)
        assert (await guest.ask("GET", "/home"))[0] == 200
        table = await begun(guest)
        assert (await guest.ask("GET", table))[0] == 200
        refused = silent[MOST_OF_ONE:]
        assert all([await ended(reader) for reader, _ in refused])
        for _, writer in silent:
            writer.close()
        for _ in range(100):
            try:
                assert (await phone.ask("GET", "/home"))[0] == 200
                break
            except (ConnectionError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.01)  # those that are ended are still being counted
        else:
            pytest.fail("they have gone, and are still counted")


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("said", ["nothing", "a head, slowly", "an answered one before"])
def test_unfinished_requests_time_out(tmp_path: Path, said: str) -> None:
    @serve(tmp_path)
    async def evening(phone: Phone) -> None:
        reader, writer = await phone.connect()
        if said == "an answered one before":
            writer.write(phone.head("GET", "/icon.svg"))
            assert (await answer(reader))[0] == 200
        if said != "nothing":
            writer.write(phone.head("GET", "/home")[:-2])

        async def dribble() -> None:
            while said != "nothing":
                writer.write(b"x")
                await asyncio.sleep(0.01)

        more = asyncio.create_task(dribble())
        assert await ended(reader)
        more.cancel()


@pytest.mark.usefixtures("soon")
def test_event_streams_do_not_time_out(tmp_path: Path) -> None:
    @serve(tmp_path)
    async def evening(phone: Phone) -> None:
        table = await begun(phone)
        reader, writer = await phone.connect()
        writer.write(phone.head("GET", f"{table}/news"))
        await reader.readuntil(b"data: ")
        await asyncio.sleep(0.2)  # longer than any request may take to come
        body = {"changes": [{"path": "players.0.manuscripts", "value": 8}]}
        assert (await phone.ask("POST", f"{table}/changes", body))[0] == 200
        await reader.readuntil(b'"manuscripts":8')
        writer.close()


def test_endless_heads_and_bodies_are_rejected(tmp_path: Path) -> None:
    @serve(tmp_path)
    async def evening(phone: Phone) -> None:
        said = [f"Origin: http://{phone.host}", "Content-Type: application/json"]
        heads = [
            phone.head("GET", "/" + "x" * 100_000),
            phone.head("POST", "/tables", *said, "Content-Length: 10000000"),
            phone.head("POST", "/tables", *said, "Transfer-Encoding: chunked"),
            b"GET / HTTP/9.9\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 100,
            b"\0" * 100_000,
        ]
        for head in heads:
            reader, writer = await phone.connect()
            writer.write(head)
            status, _ = await answer(reader)
            assert status in (400, 404, 411, 413, 421), head[:60]
            writer.close()
        assert (await phone.ask("GET", "/home"))[0] == 200


def test_eight_phones_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each enters all places in an order of its own, and goes on until each entry is taken, or told
    to have crossed; all of them are shown the same table in the end."""
    monkeypatch.setattr(access, "BURST", 10_000)
    taken: dict[str, int] = {}

    async def enter(phone: Phone, table: str, hand: int) -> None:
        places = random.Random(hand).sample(BOOKS, 6)
        for path in places:
            body = {"changes": [{"path": path, "value": hand}]}
            status, found = await phone.ask("POST", f"{table}/changes", body)
            if status == 200:
                assert taken.setdefault(path, hand) == hand
            else:
                assert (status, found["path"], found["now"]) == (409, path, taken[path])

    @serve(tmp_path)
    async def evening(phone: Phone) -> None:
        table = await begun(phone, 6)
        phones = [Phone(phone.pad, phone.port, f"127.0.0.{2 + hand}") for hand in range(8)]
        async with asyncio.TaskGroup() as group:
            for hand, one in enumerate(phones):
                group.create_task(enter(one, table, hand))
        told = [(await one.ask("GET", table))[1] for one in phones]
        seats = told[0]["view"]["position"]["players"]
        found = {path: seats[int(path.split(".")[1])]["books"][path[-1]] for path in taken}
        assert found == taken
        assert {one["version"] for one in told} == {len(taken)}
        again = app(None, tmp_path / "tables")
        assert again.word == phone.pad.word


def test_one_folder_is_served_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    elsewhere = tmp_path / "elsewhere"
    (tmp_path / "served").mkdir()
    (tmp_path / "served" / "link").symlink_to(elsewhere)  # which is not followed
    with alone(tmp_path) as noted:
        noted.write_text("http://127.0.0.1:8750/word/")
        with pytest.raises(DataError, match="served already: http"), alone(tmp_path):
            pass
        noted.unlink()
        os.mkfifo(noted)  # which is not waited for
        with pytest.raises(DataError, match="already: by another"), alone(tmp_path):
            pass
    assert not elsewhere.exists()
    with alone(tmp_path):
        pass
    tell("http://192.0.2.7:8750/word/", lan=True)
    assert "Anyone who has this link can enter scores" in capsys.readouterr().out


def test_the_code_on_a_terminal_is_that_of_the_link(capsys: pytest.CaptureFixture[str]) -> None:
    """Half blocks stand for modules, two rows in a line: nothing drawn for a dark one."""
    link = "http://192.0.2.7:8750/word/"
    draw_code(link)
    drawn = capsys.readouterr().out.splitlines()
    upper = [bytes(sign in " ▄" for sign in line) for line in drawn]
    lower = [bytes(sign in " ▀" for sign in line) for line in drawn]
    rows = [row for pair in zip(upper, lower, strict=True) for row in pair]
    code = segno.make_qr(link, error="l")
    assert rows[:-1] == [bytes(row) for row in code.matrix_iter(border=EDGE)]
