"""docs/develop/limits.md and card_data/limits.py: every limit, with its number."""

from __future__ import annotations

import re
from pathlib import Path

from card_data import limits

DOCS = Path(__file__).parent.parent.parent / "docs"
ROW = re.compile(r"\| `([A-Z_]+)` \| ([0-9,.]+) \| [^|]+ \|")


def test_the_page_has_every_limit_and_its_number() -> None:
    rows = [row for row in (DOCS / "limits.md").read_text("utf-8").splitlines() if "| `" in row]
    told = {found[1]: found[2] for row in rows if (found := ROW.fullmatch(row))}
    assert len(told) == len(rows)
    known = {name: f"{value:,}" for name, value in vars(limits).items() if name.isupper()}
    assert told == known


def test_the_page_is_linked_to() -> None:
    for page in ("architecture.md", "make-your-own-game.md"):
        assert "(limits.md)" in (DOCS / page).read_text("utf-8")
    assert "(docs/develop/limits.md)" in (DOCS.parent / "README.md").read_text("utf-8")
