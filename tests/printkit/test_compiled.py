"""Compiled templates are found again, but not by other code, which may compile otherwise."""

from __future__ import annotations

from pathlib import Path

import jinja2
import pytest

from printkit.templating import sandbox
from printkit.templating.sandbox import Sandbox


def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is compiled from now on."""
    done: list[str] = []
    compiling = jinja2.Environment.compile

    def noted(self: jinja2.Environment, source: str, *given: str, **named: object) -> object:
        done.append(source)
        return compiling(self, source, *given, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(Sandbox, "compile", noted)
    return done


def test_other_code_compiles_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    done = compilations(monkeypatch)

    def render() -> str:
        return Sandbox(jinja2.DictLoader({"a": "{{ 1 }}"})).get_template("a").render()

    assert (render(), render(), done) == ("1", "1", ["{{ 1 }}"])
    monkeypatch.setattr(sandbox, "kit", lambda: "other")
    assert (render(), len(done)) == ("1", 2)
