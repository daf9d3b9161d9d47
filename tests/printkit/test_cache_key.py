"""Compiled templates in the cache: not used once what decides what they do has been edited."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import jinja2
import pytest

from card_data import limits, problems
from printkit.drawing import colour
from printkit.templating import functions, plain, sandbox, unknown, xml
from printkit.templating.bytecode import BytecodeCache


def key(folder: Path) -> str:
    return BytecodeCache(folder).get_bucket(jinja2.Environment(), "card.svg", None, "{{ 1 }}").key


@pytest.mark.parametrize(
    "module",
    [sandbox, unknown, functions, plain, colour, xml, limits, problems],
    ids=lambda module: module.__name__,
)
def test_an_edited_module_changes_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: ModuleType
) -> None:
    """They write the code, set its limits, or make what is compiled in of a constant."""
    before = key(tmp_path)
    assert key(tmp_path) == before, "or nothing would ever be found again"
    edited = tmp_path / "edited.py"
    edited.write_text(Path(str(module.__file__)).read_text("utf-8") + "# edited\n", "utf-8")
    monkeypatch.setattr(module, "__file__", str(edited))
    assert key(tmp_path) != before
