"""A web server in front of the pad that does to answers what nginx 1.22, haproxy 2.6 and Caddy 2.6
do: it holds back the end of what it was sent until more comes, unless a header asks it not to."""

from __future__ import annotations

import re
import socket
import threading
from socketserver import BaseRequestHandler, ThreadingTCPServer

HELD = 4096  # bytes
HEEDED = {  # what each was seen to heed, in the head of an answer
    "nginx": "x-accel-buffering: no",  # proxy_pass alone
    "haproxy": "cache-control: .*no-transform",  # compression algo gzip
    "caddy": "content-encoding: ",  # encode gzip
}


class Front(ThreadingTCPServer):
    """Passes requests on to ``upstream``, a port, under that one's name as nginx does."""

    daemon_threads = True
    upstream = 0

    def __init__(self, kind: str) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.heeded, self.port = re.compile(HEEDED[kind], re.IGNORECASE), self.server_address[1]
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()


class Passing(BaseRequestHandler):
    server: Front

    def handle(self) -> None:
        there = socket.create_connection(("127.0.0.1", self.server.upstream))
        with there, there.makefile("rb", 0) as answer, self.request.makefile("rb") as asked:
            first, *lines = iter(asked.readline, b"\r\n")
            said = dict(line.lower().split(b": ", 1) for line in lines)
            said[b"host"] = b"127.0.0.1:%d\r\n" % self.server.upstream
            said[b"connection"] = b"close\r\n"
            head = b"".join(b"%b: %b" % one for one in said.items())
            body = asked.read(int(said.get(b"content-length", 0)))
            there.sendall(first.replace(b"HTTP/1.1", b"HTTP/1.0") + head + b"\r\n" + body)
            head = b"".join(iter(answer.readline, b"\r\n"))
            held, keep = head + b"\r\n", 0 if self.server.heeded.search(head.decode()) else HELD
            while data := there.recv(1 << 16):
                cut = max(0, len(data) - keep)
                self.request.sendall(held + data[:cut])
                held = data[cut:]
            self.request.sendall(held)
