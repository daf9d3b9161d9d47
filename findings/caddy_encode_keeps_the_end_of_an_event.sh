#!/usr/bin/env bash
# Expected: Caddy passes server-sent events on as they come: its documentation says that reverse_proxy flushes text/event-stream at once.
#           "encode gzip" flushes what it compresses, leaves out what is marked Cache-Control: no-transform, and does the same to a
#           stream however its first bytes are split.
# Happens:  With encode, all of an event stays in the compressor until the next one comes, with no-transform too. If the first write
#           of the stream has at most 512 bytes, nothing is compressed and every event comes at once.
# Version:  Caddy 2.6.2 of Debian 12
# Source:   responseWriter in modules/caddyhttp/encode/encode.go: Flush flushes what lies below the encoder, not the encoder; init looks
#           at Content-Encoding alone; Write decides by the length of the first write
# Met by:   whoever puts a page that is told of changes behind Caddy: it works until an event comes first that is longer than the one
#           it was tried with. Content-Encoding: identity on the stream helps.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-get download -qq caddy 2>/dev/null
dpkg -x caddy_*.deb root
dpkg-deb -W --showformat='${Package} ${Version}\n' caddy_*.deb

cat > events.py <<'PYTHON'
"""Send two events through Caddy, the second once the first has come or after 5 s; tell how the first came."""
import http.client
import os
import socket
import subprocess
import sys
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Events(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store, no-transform")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        event = b"data: %b\n\n" % (b"x" * int(self.path[1:]))
        self.wfile.write(b"%x\r\n%b\r\n" % (len(event), event))
        here.wait(5)
        self.wfile.write(b"c\r\ndata: next\n\n\r\n0\r\n\r\n")

    def log_message(self, *_):
        pass


upstream = ThreadingHTTPServer(("127.0.0.1", 0), Events)
threading.Thread(target=upstream.serve_forever, daemon=True).start()
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
with open("Caddyfile", "w") as file:
    proxy = f"reverse_proxy 127.0.0.1:{upstream.server_port}"
    file.write(f"{{\n admin off\n}}\nhttp://127.0.0.1:{port} {{\n encode gzip\n {proxy}\n}}\n")
command = ["root/usr/bin/caddy", "run", "--config", "Caddyfile"]
with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=os.environ | {"HOME": os.getcwd()}) as caddy:
    while caddy.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            time.sleep(0.1)
    for length in sys.argv[1:]:
        here = threading.Event()
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", f"/{length}", headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        packed = answer.headers["Content-Encoding"] == "gzip"
        unpack = zlib.decompressobj(31).decompress if packed else bytes
        came = b""
        while b"\n\n" not in came:
            came += unpack(answer.read1())
        here.set()
        print("compressed" if packed else "as it was", "alone" if b"next" not in came else "with the next")
        answer.read()
    caddy.terminate()
PYTHON

seen=$(python3 events.py 400 4000)
echo "An event of 400 bytes, then one of 4000, as the first of a stream:"
echo "$seen"
test "$seen" = "as it was alone
compressed with the next"
