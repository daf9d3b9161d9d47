"""The examples in the docstrings run."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in ("card_data", "printkit", "scoring")
    for file in sorted((ROOT / package).rglob("*.py"))
    if ">>> " in file.read_text("utf-8")
]


@pytest.mark.parametrize("module", MODULES)
def test_examples(module: str, tmp_path: Path) -> None:
    globs = {**vars(import_module(module)), "folder": tmp_path}
    assert doctest.testmod(import_module(module), globs=globs).failed == 0
