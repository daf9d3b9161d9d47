#!/usr/bin/env bash
# Expected: A server that passes an answer on leaves its content as it is if it says Cache-Control: no-transform, as RFC 9110 (7.7) demands
#           of a proxy, and as haproxy does.
# Happens:  With mod_deflate, Apache compresses it, and passes "no-transform" on beside Content-Encoding: gzip. A Content-Encoding: identity
#           does not keep it from that either: it is replaced.
# Version:  Apache httpd 2.4 (apache2-bin) of Debian 12
# Source:   deflate_out_filter in modules/filters/mod_deflate.c: it looks at Content-Encoding, where identity counts as none, and nowhere at
#           Cache-Control
# Met by:   whoever marks an answer that must arrive byte for byte, such as one with a digest of its content, or a stream.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-get download -qq apache2-bin libapr1 libaprutil1 libpcre2-8-0 libuuid1 2>/dev/null
for package in ./*.deb; do dpkg -x "$package" root; done
dpkg-deb -W --showformat='${Package} ${Version}\n' apache2-bin_*.deb

cat > ask.py <<'PYTHON'
"""Ask for an answer through Apache; print what it says of its content."""
import os
import socket
import subprocess
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Answers(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Cache-Control", "no-transform")
        self.send_header("Content-Encoding", "identity")
        self.end_headers()
        self.wfile.write(b"one line after another\n" * 100)

    def log_message(self, *_):
        pass


upstream = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
threading.Thread(target=upstream.serve_forever, daemon=True).start()
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
here, names = os.getcwd(), ("mpm_event", "authz_core", "proxy", "proxy_http", "filter", "deflate")
with open("apache.conf", "w") as file:
    file.write(f"ServerRoot {here}\nServerName localhost\nListen 127.0.0.1:{port}\nPidFile {here}/pid\nErrorLog {here}/log\n")
    if os.geteuid() == 0:
        file.write("User nobody\nGroup nogroup\n")
    for name in names:
        file.write(f"LoadModule {name}_module {here}/root/usr/lib/apache2/modules/mod_{name}.so\n")
    file.write(f"ProxyPass / http://127.0.0.1:{upstream.server_port}/\nAddOutputFilterByType DEFLATE text/plain\n")
with subprocess.Popen(["root/usr/sbin/apache2", "-DFOREGROUND", "-f", f"{here}/apache.conf"]) as apache:
    while apache.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            time.sleep(0.1)
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked) as answer:
        print(f"Cache-Control: {answer.headers['Cache-Control']}, Content-Encoding: {answer.headers['Content-Encoding']}")
    apache.terminate()
PYTHON

seen=$(LD_LIBRARY_PATH=$(find "$work/root" -name 'lib*.so.*' -printf '%h:') python3 ask.py)
echo "$seen"
test "$seen" = "Cache-Control: no-transform, Content-Encoding: gzip"
