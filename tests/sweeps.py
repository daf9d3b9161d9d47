"""Parameters of tests: sweeps over every game, component, paper or way to print, and amounts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

import pytest


def sweep(cases: Iterable[Any], always: Collection[Any]) -> list[Any]:
    """Cases for ``parametrize``: those of ``always`` in every run, the others by make test-all.

    Several values of one case are a tuple.
    """
    cases = list(cases)
    assert set(always) <= set(cases), "what is always tested is one of the cases"
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=() if case in always else pytest.mark.sweep,
        )
        for case in cases
    ]


def amounts(quick: Any, more: Any = None, most: Any = None) -> list[Any]:
    """How much of what is random is tried: in every run, by make test-all and by make soak."""
    cases = (quick, ()), (more, pytest.mark.sweep), (most, pytest.mark.soak)
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=mark)
        for case, mark in cases
        if case is not None
    ]


def label(text: str) -> str:
    """The beginning of a text as the ID of a case: in printable ASCII without backslashes, since
    pytest would escape them anew each time that a process collects."""
    return re.sub(r"[^ -\[\]-~]", "?", text[:60])
