"""Ports at which the commands serve pages."""

from __future__ import annotations

import socket

import pytest

from card_data import DataError
from card_data.program.ports import listening_at

HERE = "127.0.0.1"


def port_of(listening: socket.socket) -> int:
    port: int = listening.getsockname()[1]
    return port


def test_the_first_of_the_usual_ports_that_is_free() -> None:
    with listening_at(HERE, None, (0,)) as one:
        with listening_at(HERE, None, (port_of(one), 0)) as other:
            assert port_of(other) != port_of(one)
        with pytest.raises(DataError, match="none of the usual ports is free: another program"):
            listening_at(HERE, None, (port_of(one),))


def test_a_port_that_is_taken_is_told() -> None:
    with listening_at(HERE, 0, ()) as taken:
        message = f"port {port_of(taken)} cannot be used: another program uses it"
        with pytest.raises(DataError, match=message):
            listening_at(HERE, port_of(taken), (0,))


def test_a_port_that_was_just_left_can_be_had_again() -> None:
    with listening_at(HERE, 0, ()) as one:
        port = port_of(one)
        with socket.create_connection((HERE, port)), one.accept()[0]:
            pass
    with listening_at(HERE, port, ()) as again:
        assert port_of(again) == port
