"""The examples of ``printkit new --example``: each is copied, checked, built and read back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import card_data
import printkit
from printkit.tools.new_game import EXAMPLES
from tests.printkit.tools import done, files, run, texts_of
from tests.sweeps import sweep


class Printed(NamedTuple):
    """What a component of an example comes to: its pieces, pages, size in mm and some words."""

    pieces: int
    pages: int
    size: tuple[float, float]
    words: dict[str, int]


PRINTED = {
    "deck": {"cards": Printed(27, 6, (63.5, 88.9), {"Was here before": 7, "Midnight": 2})},
    "icons": {"deck": Printed(39, 10, (59, 92), {"Inkwell": 7, "Tintenfass": 7, "Bible": 2})},
    "cards52": {"deck": Printed(52, 12, (63.5, 88.9), {"The Scholar": 4, "The Patron": 4})},
    "roll": {"pad": Printed(6, 3, (190, 125), {"On the floor": 6, "5 Herbals": 6})},
    "tiles": {
        "pages": Printed(30, 4, (60, 51.96), {}),
        "worms": Printed(8, 2, (20, 20), {}),
        "board": Printed(1, 1, (190, 255), {"40": 2}),
    },
}


def pictured(name: str, component: str, folder: Path) -> tuple[float, float]:
    """The size of the pictures of a component, which are all alike, in mm."""
    out = folder / f"{component}-svg"
    run("svg", name, "--only", component, "--data", folder, "--out", out)
    size = re.compile(r'<svg [^>]*\bheight="([\d.]+)mm" [^>]*\bwidth="([\d.]+)mm"')
    found = {size.search(file.read_text("utf-8")) for file in out.rglob("*.svg")}
    ((height, width),) = {one.groups() for one in found if one is not None}
    return float(width), float(height)


def test_each_example_has_its_test() -> None:
    assert card_data.names(EXAMPLES) == sorted(PRINTED)


@pytest.mark.parametrize("name", sweep(PRINTED, ["icons"]))
def test_an_example_prints_as_it_is(name: str, tmp_path: Path) -> None:
    copied = done("new", "--example", name, tmp_path)
    assert copied.splitlines()[-1] == f"printkit build {name} --data {tmp_path}"
    assert files(tmp_path / name) == files(EXAMPLES / name)
    done("check", "--data", tmp_path)
    built = printkit.build(out=tmp_path, options=printkit.Options(data=tmp_path))
    assert {part.component for part in built} == {*PRINTED[name], "rules", ""}
    for part in built:
        if printed := PRINTED[name].get(part.component):
            text = " ".join("".join(texts_of(part.file)).split())
            assert (part.pieces, part.pages) == printed[:2], part
            assert {word: text.count(word) for word in printed.words} == printed.words
            assert pictured(name, part.component, tmp_path) == printed.size


@pytest.mark.sweep
@pytest.mark.parametrize(
    "how",
    [{"large_print": True}, {"low_ink": True}, {"paper": "letter", "bleed": True}, {"players": 2}],
    ids=str,
)
@pytest.mark.parametrize("name", PRINTED)
def test_an_example_prints_in_other_ways(name: str, how: dict[str, Any], tmp_path: Path) -> None:
    options = printkit.Options(data=EXAMPLES / name, **how)
    assert printkit.build(out=tmp_path, options=options)


def test_examples_are_listed() -> None:
    listed = run("new", "--example").stdout.splitlines()
    assert [line.split()[0] for line in listed[1:]] == sorted(PRINTED)
    assert "cards52  a deck of 52 playing cards" in listed


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_is_small(name: str) -> None:
    assert sum(file.stat().st_size for file in (EXAMPLES / name).rglob("*.*")) < 300_000
