"""The pages of the docs: their headings, links and fenced blocks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")])
FENCED = re.compile(
    r"^(?P<indent> *)```(?P<kind>\w*) *(?P<file>\S*)\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S
)


class Block(NamedTuple):
    """A fenced block; ``file`` is what stands behind its language: the file that it shows."""

    kind: str
    file: str
    text: str
    line: int


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(
            found["kind"],
            found["file"],
            re.sub(rf"^{found['indent']}", "", found["text"], flags=re.M),
            text.count("\n", 0, found.start()) + 1,
        )
        for found in FENCED.finditer(text)
    ]


def prose(page: Path) -> str:
    return FENCED.sub("", page.read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """Return the anchors of the page's headings, as GitHub derives them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.M)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
    return {
        f"{one}-{plain[:index].count(one)}" if plain[:index].count(one) else one
        for index, one in enumerate(plain)
    }
