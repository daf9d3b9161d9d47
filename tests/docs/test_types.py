"""The snippets of the pages for programs pass a type checker as they stand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks

PAGES = ("python", "environments")


@pytest.mark.sweep  # a type checker takes its time
def test_the_snippets_of_each_page_pass_strict_type_checks(tmp_path: Path) -> None:
    for page in PAGES:
        every = blocks(ROOT / f"docs/guide/{page}.md")
        found = [one.text for one in every if one.kind == "python" and not one.file]
        assert len(found) > 1
        (tmp_path / f"{page}.py").write_text("\n".join(found), "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]
    ran = subprocess.run([*command, tmp_path], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
