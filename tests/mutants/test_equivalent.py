"""The list of equivalent mutants is about the code as it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.mutants.run import PACKAGES, ROOT, equivalents


def functions(package: str) -> Iterator[tuple[str, str]]:
    """Each function by its name, such as ``scoring.play.moves.Choices.parse``; its lines as one."""
    for file in (ROOT / package).rglob("*.py"):
        text = file.read_text("utf-8")
        lines = text.splitlines()
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.parse(text).body:
            inside = node.body if isinstance(node, ast.ClassDef) else [node]
            prefix = f"{module}.{node.name}" if isinstance(node, ast.ClassDef) else module
            for one in inside:
                if isinstance(one, ast.FunctionDef):
                    its_own = lines[one.lineno - 1 : one.end_lineno]
                    yield f"{prefix}.{one.name}", " ".join(line.strip() for line in its_own)


@pytest.mark.sweep
def test_each_equivalent_mutant_changes_a_line_that_is_there_and_has_a_reason() -> None:
    there = {name: lines for package in PACKAGES for name, lines in functions(package)}
    for change, why in equivalents().items():
        assert change.was in there.get(change.of, ""), change
        assert len(why) > 10, change
