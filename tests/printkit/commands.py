"""The commands of printkit, run as users run them."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import typer.testing

from printkit.cache.inputs import MANIFEST
from printkit.cache.manifest import BuildResult
from printkit.cli.main import app

ROOT = Path(__file__).parent.parent.parent
BuildGame = Callable[[str], dict[str, BuildResult]]  # a game's components as built, by name


def run(*args: object) -> typer.testing.Result:
    """Run ``printkit`` in this process; any exception but a plain exit fails the test."""
    result = typer.testing.CliRunner().invoke(app, [str(one) for one in args])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError(f"{args}: {result.exception!r}") from result.exception
    return result


def done(*args: object) -> str:
    result = run(*args)
    assert result.exit_code == 0, result.output
    return result.stdout


def command(
    *args: object, cwd: Path | None = None, code: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run ``printkit``, or some ``code``, in a process of its own."""
    program = ["-c", code] if code else ["-m", "printkit"]
    return subprocess.run(
        [sys.executable, *program, *map(str, args)], capture_output=True, text=True,
        cwd=cwd or ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )  # fmt: skip


def walled(
    *args: object, seconds: float = 1, memory: int = 300, of: str = "printkit.__main__",
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[str]:  # fmt: skip
    """Run a program in a process of its own, whose sandbox has so much time and so many MB."""
    lowered = "from card_data.program import sandbox as it; "
    lowered += f"it.SECONDS, it.MEMORY = {seconds}, {memory}"
    return command(*args, cwd=cwd, code=f"{lowered}; from {of} import main; main()")


def files(folder: Path) -> dict[str, bytes]:
    """The files in a folder and all that is in it, by their paths from there, but for what builds
    keep for later ones."""
    found = (file for file in folder.rglob("*") if file.is_file())
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in found
        if MANIFEST not in file.relative_to(folder).parts
    }


def refused(*args: object) -> str:
    """Run ``printkit`` on bad input in this process, and what it said of it.

    The status is 2 where options alone are at fault, 1 where some file is.
    """
    result = run(*args)
    assert "Traceback" not in result.output
    lines = result.stderr.strip().splitlines()
    if all(line.startswith("--") for line in lines[:-1]):
        assert result.exit_code == 2, result.output
    elif any(re.match(r"\S+\.(yaml|svg|pdf|toml)\b", line) for line in lines[:-1]):
        assert result.exit_code == 1, result.output
    else:
        assert result.exit_code in (1, 2), result.output
    assert len(lines) >= 2, result.output
    assert re.fullmatch(r"[0-9]+ problems?(; nothing was written\.| found\.)", lines[-1])
    return result.stderr
