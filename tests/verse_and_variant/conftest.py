"""What tests of Verse & Variant begin with."""

from __future__ import annotations

import pytest

from scoring.verse_and_variant.state import State

pytest.register_assert_rewrite("tests.verse_and_variant.tables")


@pytest.fixture
def table() -> State:
    """A table of three in its first session, no card dealt yet."""
    from tests.verse_and_variant.tables import table_of

    return table_of()
