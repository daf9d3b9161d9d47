"""Facts that the docs repeat from the data agree with the data."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.made import REGION, made
from tests.docs.pages import PAGES, name

MADE = [page for page in PAGES if REGION.search(page.read_text("utf-8"))]


@pytest.mark.parametrize("page", MADE, ids=name)
def test_tables_made_from_data_are_as_the_data_are(page: Path) -> None:
    text = page.read_text("utf-8")
    assert made(text) == text, "make docs writes them anew"
