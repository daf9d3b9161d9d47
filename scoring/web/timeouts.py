"""Ends connections that send nothing or too slowly, and too many from one address.

Uvicorn has no such limits: it expects a web server in front that has.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from uvicorn.protocols.http.h11_impl import H11Protocol

from card_data.limits import MOST_CONNECTIONS, MOST_OF_ONE, SLOWEST_HEAD


def protocol_with_timeouts() -> type[H11Protocol]:
    """Return the protocol of one server, which counts its connections."""
    counted: Counter[str] = Counter()

    class ProtocolWithTimeouts(H11Protocol):
        waiting: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            peer = transport.get_extra_info("peername")
            self.address = str(peer[0]) if peer else ""
            counted[self.address] += 1
            if counted[self.address] > MOST_OF_ONE or counted.total() > MOST_CONNECTIONS:
                transport.abort()
                return
            super().connection_made(transport)
            self.waiting = self.loop.call_later(SLOWEST_HEAD, self.give_up)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.answering():
                if self.waiting is not None:
                    self.waiting.cancel()
                    self.waiting = None
            elif self.waiting is None:  # a further request has begun
                self.waiting = self.loop.call_later(SLOWEST_HEAD, self.give_up)

        def connection_lost(self, exc: Exception | None) -> None:
            counted[self.address] -= 1
            if not counted[self.address]:
                del counted[self.address]
            if self.transport is not None:
                super().connection_lost(exc)
            if self.waiting is not None:
                self.waiting.cancel()

        def give_up(self) -> None:
            """End a connection that has sent no request in time."""
            if not self.answering():
                self.transport.abort()

        def answering(self) -> bool:
            return self.cycle is not None and not self.cycle.response_complete

    return ProtocolWithTimeouts
