"""The examples in the docstrings run."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import scoring

MODULES = ["scoring"] + [
    one.name
    for one in pkgutil.walk_packages(scoring.__path__, "scoring.")
    if "__main__" not in one.name
]


@pytest.mark.parametrize("module", MODULES)
def test_examples(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0
