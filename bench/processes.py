"""Whole processes, and what they took."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

Command = Sequence[str | Path]


class Run(NamedTuple):
    """One process: seconds by the clock, seconds of CPU time, peak memory in MiB."""

    wall: float
    cpu: float
    memory: float


def run(command: Command, folder: Path = ROOT, environment: Mapping[str, str] | None = None) -> Run:
    """Run a command in a folder to its end; its output is thrown away, a failure is ours too."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: left with {process.returncode}")
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)
