"""JavaScript of the kit's pages run by itself: by node, if there is one, else in Chromium."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from printkit.kept.inputs import TEMPLATES
from tests.chromium import chromium, program

WEB = TEMPLATES / "web"
EVALUATOR = WEB / "evaluator.js"
BY_NODE = """
import { readFileSync } from "node:fs";
import { score } from "./evaluator.js";
const cases = JSON.parse(readFileSync("cases.json", "utf-8"));
const told = ({ game, positions }) => positions.map((position) => score(game, position));
process.stdout.write(JSON.stringify(cases.map(told)));
"""
BY_CHROMIUM = """
([module, cases]) => import(module).then(({ score }) =>
  cases.map(({ game, positions }) => positions.map((position) => score(game, position))))
"""


def answers(cases: list[dict[str, Any]], folder: Path) -> list[list[dict[str, Any]]]:
    """What the evaluator of the pages says of each case, a ``game`` and its ``positions``; the test
    is skipped where nothing runs it. ``folder`` is for files."""
    if node := shutil.which("node"):
        found: list[list[dict[str, Any]]] = by_node(node, BY_NODE, [EVALUATOR], cases, folder)
        return found
    if program():
        return by_chromium(cases)
    pytest.skip("neither node nor Chromium is here")


def by_node(node: str, script: str, modules: list[Path], cases: Any, folder: Path) -> Any:
    """What a script prints as JSON that reads ``cases.json``, beside some modules of the pages, by
    node, in a process of its own."""
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


def by_chromium(cases: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The same in a browser."""
    module = f"data:text/javascript;base64,{base64.b64encode(EVALUATOR.read_bytes()).decode()}"
    with chromium() as browser:
        found: list[list[dict[str, Any]]] = browser.new_page().evaluate(
            BY_CHROMIUM, [module, cases]
        )
    return found
