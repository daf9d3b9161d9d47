"""What docs/guide/python.md shows runs, and says what the page says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import printkit
import scoring

PAGE = (Path(__file__).parent.parent / "docs" / "python.md").read_text("utf-8")


def test_the_examples_run_in_the_order_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    known: dict[str, Any] = {}
    for example in re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        exec(compile(example, "python.md", "exec"), known)
    said = capsys.readouterr().out
    assert "my_prints/winstons_archive/deck.pdf 54 12" in said
    assert "('Ann',) DA-5.2 True" in said
    assert "(17, 33)\nTrue" in said
    assert "DA-3.2 task left 4: strength 2 (two dice), left needs 3" in said
    assert (tmp_path / "my_prints" / "winstons_archive" / "deck.pdf").exists()
    assert (tmp_path / "sheet.svg").read_bytes().startswith(b"<?xml")
    assert (tmp_path / "sheet.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("package", [printkit, scoring])
def test_what_the_page_uses_is_exported(package: Any) -> None:
    used = set(re.findall(rf"\b{package.__name__}\.([A-Z]\w+)", PAGE))
    assert used
    assert used <= {*package.__all__}
    assert re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", package.__version__)
    assert (Path(package.__file__).parent / "py.typed").exists()
