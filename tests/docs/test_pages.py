"""The pages as a whole: every link leads somewhere, and every page can be reached."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, anchors, name, prose

LINK = re.compile(r"(?:\]\(|<img src=\")([^)\"]+)")
IN_CODE = re.compile(r"\b(?:docs|bench|output)/[\w/.-]+\.(?:md|png|svg)\b")


def links(page: Path) -> list[str]:
    return [link for link in LINK.findall(prose(page)) if not link.startswith("http")]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_page_and_picture_is_linked_to() -> None:
    linked = {
        (page.parent / link.partition("#")[0]).resolve() for page in PAGES for link in links(page)
    }
    kept = {*(ROOT / "docs").rglob("*.*")} - {ROOT / "docs" / "CONTRIBUTING.md"}  # GitHub's link
    assert {file.relative_to(ROOT) for file in kept - linked if file.is_file()} == set()


def test_pages_that_the_code_names_are_there() -> None:
    places = ["printkit", "scoring", "card_data", "templates", "tests", "bench"]
    files = [file for place in places for file in (ROOT / place).rglob("*.*")]
    for file in [*files, ROOT / "Makefile", ROOT / "pyproject.toml"]:
        if file.suffix in (".py", ".yaml", ".toml", ".svg", "") and file.is_file():
            for path in IN_CODE.findall(file.read_text("utf-8")):
                assert (ROOT / path).exists(), f"{file}: {path}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_no_page_keeps_a_game_in_the_file_of_a_position(page: Path) -> None:
    text = page.read_text("utf-8")
    positions = set(re.findall(r"^(?:\$ )?scoring template .*> (\S+)", text, re.M))
    assert positions.isdisjoint(re.findall(r"--record (\S+?)[`\s]", text))


def test_files_that_the_developer_pages_name_are_there() -> None:
    """Paths from the project's folder, and the modules of tests that the map of the tests names."""
    roots = ("printkit", "scoring", "card_data", "tests", "templates", "bench")
    for page in (ROOT / "docs" / "develop").glob("*.md"):
        for path in re.findall(rf"`((?:{'|'.join(roots)})/[\w/.-]+)`", prose(page)):
            assert re.search("GAME|NAME", path) or (ROOT / path).exists(), f"{name(page)}: {path}"
    for module in re.findall(r"`(\w+\.py)`", prose(ROOT / "docs/develop/contributing.md")):
        assert any(any((ROOT / root).rglob(module)) for root in roots), module
