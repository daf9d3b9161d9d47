"""The rooms of the house: every module uses only those before it, and none in a circle; what the
packages offer.

Every import counts, inside functions and for type checkers too.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import MappingProxyType

import pytest

ROOT = Path(__file__).parent.parent
(PAGE,) = (ROOT / "docs").rglob("architecture.md")
PACKAGES = ("card_data", "printkit", "scoring")
# The rooms of each house from the ground up; those in one tuple do not know one another.
PRINTKIT = (
    *("errors", "options", "identity", "drawing", "typography", "cache", "pictures", "templating"),
    *("art", "faces", "sheets", "painting", "inspection", "forms", "printing", "snapshots"),
    *("exports", "tools", "watch", "cli"),
)
GAMES = (
    *("dice_archive", "manuscript", "nineteen_eighty_four", "verse_and_variant"),
    "winstons_archive",
)
SCORING = (
    *("cache", "games", "clauses", "positions", "ask", "sheets", "photo", "play"),
    *("env", "scoresheet", GAMES, "history", "web", "pad", "site", "cli"),
)
HOUSES = {"printkit": PRINTKIT, "scoring": SCORING}
MOST_MODULES = {"card_data": 20, "printkit": 12, "scoring": 20}  # in a folder


def modules(root: Path) -> dict[str, Path]:
    """The files of the packages in a folder, by the names of their modules."""
    files = (file for package in PACKAGES for file in (root / package).rglob("*.py"))
    names = {file: ".".join(file.relative_to(root).with_suffix("").parts) for file in files}
    return {name.removesuffix(".__init__"): file for file, name in names.items()}


def statements(inside: ast.AST) -> Iterator[ast.AST]:
    """Every statement at any depth, without the expressions, of which there are ten times more."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(inside, part, ()):
            yield node
            yield from statements(node)


def imported(file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules that a file imports, each as often as it does; those of others by their
    package."""
    for node in statements(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import"
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if name in known else str(node.module)


@cache
def arrows(root: Path = ROOT) -> Mapping[str, frozenset[str]]:
    known = modules(root)
    return MappingProxyType(
        {name: frozenset(imported(file, known)) for name, file in known.items()}
    )


def between(source: str, target: str) -> list[tuple[str, str]]:
    return [
        (one, other)
        for one, others in arrows().items()
        for other in sorted(others)
        if f"{one}.".startswith(f"{source}.") and f"{other}.".startswith(f"{target}.")
    ]


def room(module: str) -> str:
    """The room that a module lies in; nothing for what leads into a house."""
    return module.partition(".")[2].partition(".")[0].replace("__main__", "")


def floors(house: str) -> dict[str, int]:
    rooms = [(one,) if isinstance(one, str) else one for one in HOUSES[house]]
    return {one: floor for floor, some in enumerate(rooms, 1) for one in some}


@pytest.mark.parametrize("house", HOUSES)
def test_every_module_lies_in_a_room(house: str) -> None:
    inside = {room(name) for name in arrows() if name.startswith(house)}
    assert inside == {"", *floors(house)}


@pytest.mark.parametrize("house", HOUSES)
def test_each_room_uses_only_those_before_it(house: str) -> None:
    floor = {"": len(HOUSES[house]) + 1, **floors(house)}
    up = [
        (one, other)
        for one, other in between(house, house)
        if room(one) != room(other) and floor[room(other)] >= floor[room(one)]
    ]
    assert up == []


def test_no_module_imports_itself_by_a_detour() -> None:
    try:
        TopologicalSorter(arrows()).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


@pytest.mark.parametrize("house", MOST_MODULES)
def test_a_folder_is_small(house: str) -> None:
    found = {folder: len([*folder.glob("*.py")]) for folder in (ROOT / house).glob("**/")}
    most = MOST_MODULES[house] + 1  # an __init__.py is no module of the room
    assert [str(folder) for folder, files in found.items() if files > most] == []


def test_the_rooms_of_inner_packages_hold_no_code_of_their_own() -> None:
    for file in (ROOT / "printkit").glob("*/**/__init__.py"):
        (only,) = ast.parse(file.read_text("utf-8")).body
        assert isinstance(only, ast.Expr), file


@pytest.mark.parametrize("house", HOUSES)
def test_the_page_on_the_rooms_names_each_of_them(house: str) -> None:
    _, _, page = PAGE.read_text("utf-8").partition(f"\n## {house}\n")
    rows = re.findall(r"^\| (`.+?) \|", page.partition("\n## ")[0], re.M)
    named = re.findall(r"`(\w+)`", " ".join(rows))
    assert {*floors(house)} == {*named}


def test_printkit_and_scoring_stand_on_card_data_and_apart() -> None:
    assert between("printkit", "scoring") == []
    assert {one for one, _ in between("scoring", "printkit")} == {
        "scoring.photo.blanks", "scoring.sheets.fill", "scoring.sheets.live",
        "scoring.sheets.picture", "scoring.sheets.read", "scoring.site.folder",
    }  # fmt: skip
    assert between("card_data", "printkit") + between("card_data", "scoring") == []


def test_the_rules_know_no_terminal() -> None:
    users = {one for one, _ in between("scoring", "scoring.cli")}
    assert {one for one in users if not one.startswith("scoring.cli.")} == {"scoring.__main__"}


def test_a_package_shows_the_names_that_it_offers() -> None:
    """In a process of its own: what is loaded lazily may not be loaded yet. No package loads one
    that comes after it."""
    lines = ["import sys"]
    for package in PACKAGES:
        lines += [
            f"print({package!r} in sys.modules)",
            f"import {package} as p; names = dir(p); print(names == sorted(p.__all__))",
            "print([name for name in names if getattr(p, name, None) is None])",
        ]
    said = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True
    )
    assert (said.stdout, said.stderr) == ("False\nTrue\n[]\n" * len(PACKAGES), "")
