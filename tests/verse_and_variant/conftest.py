"""Fixtures of the tests of Verse & Variant."""

from __future__ import annotations

import pytest

from scoring.verse_and_variant.state import State
from tests.verse_and_variant.tables import table_of


@pytest.fixture
def table() -> State:
    """A table of three in its first session, no card dealt yet."""
    return table_of()
