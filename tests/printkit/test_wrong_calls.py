"""What is typed wrong: each call has its status and its words, and writes nothing."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests import golden_files
from tests.card_data.copies import TINY
from tests.printkit.tools import run


def test_wrong_calls_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder with the tiny game in ``my_games``; the status is 2 where only what was typed is
    at fault, and 1 where some file is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    shutil.copytree(TINY, "my_games")
    before = {*tmp_path.rglob("*")}
    found = {}
    for line in golden_files.kept("calls"):
        result = run(*shlex.split(line)[1:])
        assert result.exit_code in (1, 2), line
        said = re.sub(r"\(known: [^)]*\)", "(known: …)", result.stderr)  # as others come and go
        found[line] = f"{result.exit_code} {said.rstrip()}"
        assert {*tmp_path.rglob("*")} == before, line
    golden_files.check("calls", found)
