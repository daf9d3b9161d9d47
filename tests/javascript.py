"""JavaScript of the kit's pages run by itself, by node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from printkit.cache.inputs import TEMPLATES

WEB = TEMPLATES / "web"


def by_node(script: str, modules: list[Path], cases: Any, folder: Path) -> Any:
    """Return the JSON that a script prints in node, in a process of its own; the script reads
    ``cases.json``, beside some modules of the pages. Skip the test where there is no node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not here")
    for module in modules:
        shutil.copyfile(module, folder / module.name)
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    (folder / "run.js").write_text(script, "utf-8")
    (folder / "cases.json").write_text(json.dumps(cases), "utf-8")
    done = subprocess.run(
        [node, "run.js"], cwd=folder, check=False, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
