"""Options are declared once: for the command line, Python, the keywords of a PDF and the docs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer

from card_data.program import former_names
from printkit.cli.main import app
from printkit.options import (
    Options,
    Printer,
    PrinterOffset,
    declared,
    keywords_of,
    options_in,
    range_problem,
)
from tests.printkit.tools import refused, run

ROOT = Path(__file__).parent.parent.parent
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
SOME: dict[str, Any] = {
    "paper": "letter", "flip": "short", "backs": "gutterfold", "per_page": 2, "forms": 3,
    "players": 4, "deal": 0, "copies": 1, "booklet": True, "bleed": True, "gutter": 0.25,
    "share_sheets": True, "printer": Printer("inky", PrinterOffset(1.5, -0.2, 0.995, 0.8)),
    "profile": "press", "large_print": True, "low_ink": True,
}  # fmt: skip


def test_every_option_is_one_of_a_build() -> None:
    typed = {name for one in COMMANDS["build"].params for name in one.opts}
    assert {one.typed for one in declared().values()} <= typed
    assert not former_names.OPTIONS.keys() & typed


@pytest.mark.parametrize("name", SOME)
def test_keywords_keep_an_option(name: str) -> None:
    options = Options(**{name: SOME[name]})
    assert options_in(keywords_of(options), None) == options


def test_keywords_are_as_earlier_versions_wrote_them() -> None:
    said = " ".join(f"{key}={value}" for key, value in keywords_of(Options(**SOME)).items())
    assert said == (
        "paper=letter flip=short profile=press per_page=2 forms=3 players=4 draw=0 copies=1 "
        "booklet=true bleed=true packed=true large_print=true low_ink=true layout=gutterfold "
        "gutter=0.25 printer=inky faults=1.5,-0.2,0.995,0.8"
    )
    assert keywords_of(Options(data=Path("mine"))) == {"paper": "a4", "flip": "long"}


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("layout", "none"), ("flip", ""), ("copies", "-1"), ("copies", "1.5"), ("copies", "9" * 14),
        ("gutter", "nan"), ("gutter", "1e9"), ("bleed", "yes"), ("", "x"),
    ],
)  # fmt: skip
def test_keywords_that_make_no_sense_are_left_out(key: str, text: str) -> None:
    assert options_in({key: text}, None) == Options()


@pytest.mark.parametrize("text", ["", "1,2,3", "1,2,3,4,5", "99,0,1,0", "0,0,1,nan"])
def test_faults_that_make_no_sense_are_none(text: str) -> None:
    found = options_in({"printer": "inky", "faults": text}, None)
    assert found.printer == Printer("inky", PrinterOffset())


def test_numbers_have_the_range_that_is_declared() -> None:
    for name, one in declared().items():
        least, most = one.option.least, one.option.most
        if least is None or most is None:
            continue
        for value, good in ((least, True), (most, True), (least - 1, False), (most + 1, False)):
            problem = range_problem(name, msgspec.structs.replace(Options(), **{name: value}))
            assert (problem is None) == good

            assert good or str(problem).startswith(f"{one.typed}: found {value:.15g}, expected ")


def test_options_go_by_their_former_names_in_python_too() -> None:
    old = Options("letter", layout="fronts", instead=("spare",), packed=True, draw=0)
    assert old == Options("letter", backs="fronts", variant=("spare",), share_sheets=True, deal=0)
    assert msgspec.structs.replace(old, backs="alternate").backs == "alternate"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_ends_with_an_example_that_is_one(name: str) -> None:
    said = run(name, "-h").stdout
    example, page = said.splitlines()[-2:]
    assert example.startswith(f"Example: printkit {name}")
    words = example.removeprefix(f"Example: printkit {name}").split()
    options = {option for one in COMMANDS[name].params for option in one.opts}
    assert {word for word in words if word.startswith("--")} <= options
    file = page.removeprefix("Read on: ")
    assert (ROOT / file).is_file()
    assert "{" not in said
    assert "<=" not in said


def test_a_wrong_call_of_wrong_input_has_the_status_of_wrong_input(errata: Path) -> None:
    (errata / "game.yaml").write_text("title: [", encoding="utf-8")
    said = refused("build", "--data", errata.parent, "--paper", "a44")
    assert "--paper: no paper called 'a44'" in said
    assert "game.yaml:" in said
