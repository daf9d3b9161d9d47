"""The command that serves the score pad to phones."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from card_data import DataError, Problem
from card_data.program.command import DataOpt, by_name, say
from card_data.program.folders import data_folder
from card_data.program.staging import lock_folder
from card_data.reading.documents import read_at_most
from scoring.cli.terminal import HouseOpt, reader_for, say_styled
from scoring.positions.display import Span

if TYPE_CHECKING:
    from uvicorn import Config

PORT = 8750  # so that what a phone keeps for the page stays; the next free one if it is taken
PORTS = 20  # that are tried
SWITCH = 0.0005  # seconds a thread runs before another phone is answered
LONGEST_LINK = 300
EDGE = 2  # light modules around a QR code, half of what paper has: readers do with one
LIGHT = "bright_white on black"  # light modules are drawn, whatever the terminal's own colours
ELSEWHERE = ("192.0.2.1", 9)  # an address of documentation: nothing is sent there


def serve(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            callback=by_name,
            help="Only this game, by its title or the name of its folder.",
        ),
    ] = None,
    data: DataOpt = None,
    house: HouseOpt = None,
    lan: Annotated[
        bool,
        typer.Option("--lan", help="Allow phones on your network (prints the link)."),
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=65535, help=f"The port; from {PORT} on the first free one."
        ),
    ] = None,
    url: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="The public address of a reverse proxy in front of it, such as https://scores.example.",
        ),
    ] = None,
    new_link: Annotated[
        bool, typer.Option("--new-link", help="Create a new link and disable the old one.")
    ] = False,
) -> None:
    """Serve the score pad to phones; Ctrl-C stops it."""
    folder = data_folder() / "tables"
    try:
        from uvicorn import Server

        from scoring.web.app import LOCAL, WORD, app
    except ModuleNotFoundError as error:
        message = f"it needs {error.name}: pip install 'printkit[web]'"
        raise DataError(Problem(message=message, file="scoring serve", typed=True)) from None
    import socket

    from card_data.program.ports import listening_at

    reader = reader_for(data, house)
    address = own_address() if lan else LOCAL[0]
    hosts = {*LOCAL, address, *([socket.gethostname()] if lan else [])}
    with alone(folder) as noted:
        if new_link:
            (folder / WORD).unlink(missing_ok=True)
        pad = app(reader.data, folder, hosts=hosts, house=reader.house, only=game, url=url)
        host = "0.0.0.0" if lan else LOCAL[0]
        listening = listening_at(host, port, range(PORT, PORT + PORTS))
        here = f"http://{address}:{listening.getsockname()[1]}"
        link = f"{here if url is None else url.rstrip('/')}/{pad.word}/"
        noted.write_text(link, "utf-8")
        sys.setswitchinterval(SWITCH)
        server = Server(config(pad))
        signal.signal(signal.SIGINT, server.handle_exit)  # from the first line printed on
        with listening:
            tell(link, "" if url is None else here, lan=lan)
            server.run([listening])


@contextmanager
def alone(folder: Path) -> Iterator[Path]:
    """Lock a folder of tables, as two servers would overwrite each other's; yield its link file.

    Raises `DataError` with the link of the other server if there is one.
    """
    served = folder / "served"
    served.mkdir(mode=0o700, parents=True, exist_ok=True)
    noted = served / "link"
    try:
        lock = lock_folder(served, 0)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        try:
            link = read_at_most(noted, LONGEST_LINK).decode()
        except (OSError, ValueError):
            link = "by another scoring serve"
        message = f"the score pad is being served already: {link}"
        raise DataError(Problem(message=message, file="scoring serve", typed=True)) from None
    try:
        noted.unlink(missing_ok=True)  # as one that was killed has left it; nor is a link followed
        yield noted
    finally:
        noted.unlink(missing_ok=True)
        if lock is not None:
            os.close(lock)


def config(pad: object) -> Config:
    """Configure uvicorn: quiet, and with no more than the pages need."""
    import uvicorn

    from scoring.web.timeouts import protocol_with_timeouts

    return uvicorn.Config(
        pad,  # type: ignore[arg-type]
        http=protocol_with_timeouts(), ws="none", lifespan="on", loop="asyncio", interface="asgi3",
        log_level="error", access_log=False, server_header=False, proxy_headers=False,
        timeout_keep_alive=30, timeout_graceful_shutdown=1, h11_max_incomplete_event_size=16_384,
    )  # fmt: skip


def own_address() -> str:
    """Return this machine's address in the local network; raise `DataError` if it has none."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as finding:
        try:
            finding.connect(ELSEWHERE)
            return str(finding.getsockname()[0])
        except OSError:
            message = "this machine is on no network that phones could join"
            raise DataError(Problem(message=message, file="--lan")) from None


def tell(link: str, behind: str = "", *, lan: bool) -> None:
    """Print the link, and its QR code on a terminal; ``behind`` is the address to which a web
    server in front passes requests on, if there is one."""
    say([f"The score pad: {link}"])
    if not (lan or behind):
        say(["Only this machine can open it; with --lan phones on your network can too."])
    else:
        if sys.stdout.isatty():
            draw_code(link)
        where = "works on your own network only"
        if behind:
            where = f"works while your web server passes requests on to {behind}"
        say([f"Anyone who has this link can enter scores; it {where}."])
    say(["Ctrl-C ends it; what was entered stays, and so does the link."])


def draw_code(link: str) -> None:
    """Print the QR code of a link, a line for two rows of its modules."""
    import segno

    drawn = StringIO()
    segno.make_qr(link, error="l").terminal(drawn, border=EDGE, compact=True)
    say_styled([Span(line, LIGHT)] for line in drawn.getvalue().splitlines())
