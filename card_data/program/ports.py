"""Ports of this machine at which the commands serve pages, and how events come through whole."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterable

from card_data.problems import DataError, Problem

STREAMED = {  # headers of server-sent events, of which a server in front holds back no end
    "X-Accel-Buffering": "no",  # nginx: to fill a buffer
    "Cache-Control": "no-store, no-transform",  # haproxy: to compress it
    "Content-Encoding": "identity",  # Caddy 2.6: the same; it does not look at no-transform
}


def listening_at(host: str, port: int | None, usual: Iterable[int]) -> socket.socket:
    """A socket that listens at a port of an address of this machine, or at the first of the usual
    ones that is free, if none is asked for. Raise `DataError`, of ``--port``, if it cannot."""
    why: str | None = None
    for number in usual if port is None else (port,):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":  # a port that was just left is free; elsewhere this would share it
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen()
        except OSError as error:
            listening.close()
            taken = error.errno == errno.EADDRINUSE
            why = "another program uses it" if taken else error.strerror
        else:
            return listening
    tried = "none of the usual ports is free" if port is None else f"port {port} cannot be used"
    raise DataError(Problem(message=f"{tried}: {why}", file="--port"))
