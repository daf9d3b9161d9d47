"""Phones that ask a pad by connections of their own, and the pad behind a real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from socket import socket
from typing import Any

import uvicorn

from card_data.program.ports import listening_at
from scoring.cli.serving import config
from scoring.web.access import AccessControl
from scoring.web.app import app

PlayedGame = Callable[["Phone"], Awaitable[None]]


class Phone:
    def __init__(self, pad: AccessControl, port: int, address: str = "127.0.0.1") -> None:
        self.pad, self.port, self.address = pad, port, address
        self.host = f"127.0.0.1:{port}"

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0), limit=1 << 22
        )

    def head(self, method: str, path: str, *more: str) -> bytes:
        lines = [f"{method} /{self.pad.word}{path} HTTP/1.1", f"Host: {self.host}", *more, "", ""]
        return "\r\n".join(lines).encode()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        reader, writer = await self.connect()
        try:
            raw = b"" if body is None else json.dumps(body).encode()
            more = ["Connection: close"]
            if method == "POST":
                more += [f"Origin: http://{self.host}", "Content-Type: application/json"]
                more += [f"Content-Length: {len(raw)}"]
            writer.write(self.head(method, path, *more) + raw)
            return await answer(reader)
        finally:
            writer.close()


async def answer(reader: asyncio.StreamReader) -> tuple[int, Any]:
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode().lower().split("\r\n")
    lengths = [int(line.split(":")[1]) for line in lines if line.startswith("content-length")]
    raw = await (reader.readexactly(lengths[0]) if lengths else reader.read())
    try:
        return int(lines[0].split()[1]), json.loads(raw)
    except ValueError:
        return int(lines[0].split()[1]), raw


def serve(folder: Path, url: str | None = None) -> Callable[[PlayedGame], None]:
    """Run what follows at a pad that is served while it lasts."""
    pad = app(None, folder / "tables", url=url)

    async def whole(listening: socket, evening: PlayedGame) -> None:
        server = uvicorn.Server(config(pad))
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.001)
        try:
            await evening(Phone(pad, listening.getsockname()[1]))
        finally:
            server.should_exit = True
            await serving

    def run(evening: PlayedGame) -> None:
        with listening_at("127.0.0.1", 0, ()) as listening:
            asyncio.run(whole(listening, evening))

    return run


async def begun(phone: Phone, players: int = 2) -> str:
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"][:players]
    status, found = await phone.ask(
        "POST", "/tables", {"game": "winstons_archive", "players": names}
    )
    assert status == 200
    return f"/tables/{found['id']}"
