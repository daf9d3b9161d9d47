"""A command run as a program, with less time than users give it, and watched from inside Python.

The copies of a process that has loaded everything run it, and so does a new one:
``python -m tests.fuzz.program LOG SECRET printkit …``.
"""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress
from typing import Any

SECONDS = 3  # that a command may take in the sandbox
BROKEN = 70  # the exit status of what ends with an exception
STARTS = {
    "os.system", "os.exec", "os.posix_spawn", "subprocess.Popen", "socket.connect", "socket.bind",
    "pickle.find_class", "webbrowser.open",
}  # fmt: skip


def watch(log: int, secret: str) -> None:
    """Note each program that is started from now on, and whether the file ``secret`` is opened."""

    def hear(event: str, given: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(given[0], str | bytes):
            with suppress(ValueError):  # no name of a file
                if os.path.realpath(os.fsdecode(given[0])) == secret:
                    os.write(log, b"reads a file that is nobody's\n")
        elif event in STARTS:
            os.write(log, f"{event} {given!r:.200}\n".encode(errors="replace"))

    sys.addaudithook(hear)


def called(command: tuple[str, ...], log: int, secret: str) -> int:
    from card_data.program import sandbox
    from printkit.__main__ import main as printkit
    from scoring.cli.main import main as scoring

    vars(sandbox)["SECONDS"] = SECONDS
    sys.argv = list(command)
    watch(log, secret)
    try:
        {"printkit": printkit, "scoring": scoring}[command[0]]()
    except SystemExit as stop:
        return int(stop.code or 0)
    except BaseException:
        traceback.print_exc()
        return BROKEN
    return 0


if __name__ == "__main__":
    sys.exit(called(tuple(sys.argv[3:]), int(sys.argv[1]), sys.argv[2]))
