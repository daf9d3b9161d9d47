#!/usr/bin/env bash
# Expected: a reverse proxy passes server-sent events on as they come, at least if they say X-Accel-Buffering: no.
# Happens:  lighttpd keeps the whole answer, its head included, until it has ended: a page waits for its EventSource to open for as long
#           as the server streams. With server.stream-response-body = 1 events come at once.
# Version:  lighttpd 1.4.69 (Debian 12)
# Source:   lighttpd wiki, Server_stream-response-bodyDetails: 0, the default, buffers the entire response body
# Met by:   whoever puts a page that is told of changes behind lighttpd, as on a small router: all works, but nobody sees others' entries.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-get download -qq lighttpd 2>/dev/null
dpkg -x lighttpd_*.deb root
dpkg-deb -W --showformat='${Package} ${Version}\n' lighttpd_*.deb
python3 - <<'PYTHON'
import http.client
import os
import socket
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LAST = 3  # seconds that a stream lasts


class Events(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store, no-transform")
        self.send_header("X-Accel-Buffering", "no")
        self.end_headers()
        self.wfile.write(b"data: first\n\n")
        time.sleep(LAST)

    def log_message(self, *_):
        pass


upstream = ThreadingHTTPServer(("127.0.0.1", 0), Events)
threading.Thread(target=upstream.serve_forever, daemon=True).start()


def came(option):
    """Tell after how many seconds the first event came."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with open("lighttpd.conf", "w") as file:
        file.write(f'server.document-root = "{os.getcwd()}"\nserver.bind = "127.0.0.1"\nserver.port = {port}\n')
        file.write(f'server.modules = ("mod_proxy")\n{option}\n')
        file.write(f'proxy.server = ("" => (("host" => "127.0.0.1", "port" => {upstream.server_port})))\n')
    command = ["root/usr/sbin/lighttpd", "-D", "-f", "lighttpd.conf", "-m", "root/usr/lib/lighttpd"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as lighttpd:
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.1)
        began = time.monotonic()
        page = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        page.request("GET", "/")
        page.getresponse().readline()
        took = time.monotonic() - began
        page.close()
        lighttpd.terminate()
    return took


held, streamed = came(""), came("server.stream-response-body = 1")
print(f"a stream of {LAST} s; its first event came after {held:.1f} s")
print(f"with server.stream-response-body = 1, after {streamed:.1f} s")
sys.exit(not (held > LAST - 0.5 and streamed < 1))
PYTHON
