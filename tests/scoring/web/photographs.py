"""A pad that takes what a photo says for the photo."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import uvicorn

import card_data
from card_data import DataError, Problem
from card_data.choices import HouseRules
from card_data.program.ports import listening_at
from scoring.cli.serving import config
from scoring.photo.photos import as_json
from scoring.photo.reading import PhotoSheet
from scoring.web.app import app


def read_as_it_is(raw: bytes, game: str, data: Path | None, house: HouseRules) -> bytes:
    """Read a photo that is the JSON of what is seen in it; of any other say that it is blurred."""
    try:
        sheets = msgspec.json.decode(raw, type=list[PhotoSheet])
    except msgspec.DecodeError:
        message = "the photo is blurred: hold the phone still and take another"
        raise DataError(Problem(message=message, file="")) from None
    return as_json(sheets, card_data.load(game, data))


def ready(game: str, data: Path | None, house: HouseRules) -> None:
    """Have nothing to get ready."""


@contextmanager
def pad_served(folder: Path) -> Iterator[str]:
    """Serve the pad from a thread; yield its link."""
    pad = app(None, folder)
    server = uvicorn.Server(config(pad))
    with listening_at("127.0.0.1", 0, ()) as listening:
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/{pad.word}/"
        finally:
            server.should_exit = True
            thread.join()
