"""The examples in the docstrings run."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import card_data

MODULES = [one.name for one in pkgutil.iter_modules(card_data.__path__, "card_data.")]


@pytest.mark.parametrize("module", MODULES)
def test_examples(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0
