"""Options, declared once; presets; schemas of the files beside the games."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
import typer
import yaml
from pypdf import PdfReader

import card_data
from card_data.limits import LARGEST_PRESETS
from card_data.program import former_names
from card_data.program.settings import FILE
from printkit.cli import presets
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
from printkit.tools.schemas import schemas
from tests import golden_files
from tests import schemas as told
from tests.printkit.commands import done, refused, run

ROOT = Path(__file__).parent.parent.parent
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
SOME: dict[str, Any] = {
    "paper": "letter", "flip": "short", "backs": "gutterfold", "per_page": 2, "forms": 3,
    "players": 4, "deal": 0, "copies": 1, "booklet": True, "bleed": True, "gutter": 0.25,
    "share_sheets": True, "printer": Printer("inky", PrinterOffset(1.5, -0.2, 0.995, 0.8)),
    "profile": "press", "large_print": True, "low_ink": True,
}  # fmt: skip


def test_options_keep_their_keywords_and_former_names() -> None:
    typed = {name for one in COMMANDS["build"].params for name in one.opts}
    assert {one.typed for one in declared().values()} <= typed
    assert not former_names.OPTIONS.keys() & typed
    said = " ".join(f"{key}={value}" for key, value in keywords_of(Options(**SOME)).items())
    assert said == (
        "paper=letter flip=short profile=press per_page=2 forms=3 players=4 draw=0 copies=1 "
        "booklet=true bleed=true packed=true large_print=true low_ink=true layout=gutterfold "
        "gutter=0.25 printer=inky faults=1.5,-0.2,0.995,0.8"
    )
    assert keywords_of(Options(data=Path("mine"))) == {"paper": "a4", "flip": "long"}
    old = Options("letter", layout="fronts", instead=("spare",), packed=True, draw=0)
    assert old == Options("letter", backs="fronts", variant=("spare",), share_sheets=True, deal=0)
    assert msgspec.structs.replace(old, backs="alternate").backs == "alternate"


@pytest.mark.parametrize("name", SOME)
def test_keywords_keep_an_option(name: str) -> None:
    options = Options(**{name: SOME[name]})
    assert options_in(keywords_of(options), None) == options


def test_keywords_that_make_no_sense_are_left_out() -> None:
    for key, text in (
        ("layout", "none"), ("flip", ""), ("copies", "1.5"), ("gutter", "wide"), ("bleed", "yes"),
        ("", "x"),
    ):  # fmt: skip
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


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_ends_with_an_example_that_is_one(name: str) -> None:
    said = run(name, "-h").stdout
    example, page = said.splitlines()[-2:]
    assert example.startswith(f"Example: printkit {name}")
    words = example.removeprefix(f"Example: printkit {name}").split()
    options = {option for one in COMMANDS[name].params for option in one.opts}
    assert {word for word in words if word.startswith("--")} <= options
    assert (ROOT / page.removeprefix("Read on: ")).is_file()
    assert "{" not in said
    assert "<=" not in said


def test_a_wrong_call_of_wrong_input_has_the_status_of_wrong_input(errata: Path) -> None:
    (errata / "game.yaml").write_text("title: [", encoding="utf-8")
    said = refused("build", "--data", errata.parent, "--paper", "a44")
    assert "--paper: no paper called 'a44'" in said
    assert "game.yaml:" in said


WINSTON = "winstons_archive"


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "here").mkdir()
    (tmp_path / "config" / "printkit").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")


def keywords(file: Path) -> set[str]:
    metadata = PdfReader(file).metadata
    assert metadata is not None
    return set(str(metadata["/Keywords"]).split())


def write(text: str, folder: str = ".") -> None:
    Path(folder, FILE).write_text(text, encoding="utf-8")


def test_presets_are_merged_with_what_is_typed() -> None:
    write('[build.mine]\npaper = "letter"\nlow-ink = true\nbacks = "fronts"\nonly = ["aid"]\n')
    done("build", WINSTON, "--as", "mine")
    (aid,) = Path("output", WINSTON).iterdir()
    assert {"paper=letter", "low_ink=true", "layout=fronts"} <= keywords(aid)
    write('[build.mine]\npaper = "letter"\ncopies = 2\nonly = ["aid"]\n')
    typed = ("--copies", 3, "--only", "pad")
    done("build", WINSTON, "--as", "mine", *typed)
    assert {one.name for one in Path("output", WINSTON).iterdir()} == {"aid.pdf", "pad.pdf"}
    assert {"paper=letter", "copies=3"} <= keywords(Path("output", WINSTON, "pad.pdf"))


def test_the_folder_one_stands_in_goes_before_the_user_s() -> None:
    write('[build.a]\npaper = "letter"\n[build.b]\n', "../config/printkit")
    write('[build.a]\npaper = "a4"\n[build.c]\n')
    known = presets.known_presets()
    assert (list(known), known["a"].typed) == (["a", "b", "c"], "--paper a4")


def test_wrong_presets_are_told_at_their_lines() -> None:
    found = {}
    for text in golden_files.kept("presets"):
        write(f"{text}\n")
        said = refused("build", WINSTON, "--as", "mine").rstrip()
        found[text] = re.sub(r"\(known: [^)]*\)", "(known: …)", said)
    golden_files.check("presets", found)
    for text, said in (
        ("a = " + "[" * 9000, "printkit.toml: not TOML: nested too deep"),
        ("a = " + "9" * 9000, "printkit.toml: not TOML: a number is too long"),
        ("#" * (LARGEST_PRESETS + 1), "printkit.toml: the file is larger than 16 KiB"),
    ):
        write(text)
        assert refused("build", WINSTON, "--as", "mine").startswith(said)
    assert not Path("output").exists()


def test_a_file_that_cannot_be_read_is_told_apart() -> None:
    Path(FILE).mkdir()
    assert "printkit.toml: cannot be read: not a file" in refused("build", "--as", "mine")
    assert "printkit.toml: cannot be read: not a file" in refused("list")


def test_presets_are_listed_and_may_have_every_option(tmp_path: Path) -> None:
    assert "preset" not in run("list").stdout
    write('[build.mine]\npaper = "letter"\nonly = ["aid", "pad"]\none-file = true\nbleed = false\n')
    *_, head, line = run("list").stdout.splitlines()
    assert head.split() == ["preset", "printkit", "build"]
    assert line == "mine    --paper letter --only aid --only pad --one-file"
    write("[build.mine]\nnone = 1\nas = 'mine'\n")
    said = refused("build", "--as", "mine")
    assert said.count("unknown option") == 2
    (listed,) = {line.partition("(known: ")[2] for line in said.splitlines() if "none:" in line}
    for option in ("printer", "profile", "paper", "per-page", "only", "one-file", "data"):
        assert f"{option}, " in listed or f", {option})" in listed


BESIDE = ("sheets", "profiles", "legibility")
SCHEMAS = {name: json.loads(text) for name, text in schemas().items()}


def refusals(name: str, text: str) -> list[str]:
    validator = jsonschema.Draft202012Validator(SCHEMAS[f"{name}.schema.json"])
    value: Any = yaml.safe_load(text)
    return [error.message for error in validator.iter_errors(value)]


def test_every_file_of_the_kit_has_a_schema() -> None:
    assert {f"{name}.schema.json" for name in (*BESIDE, "print", "rules")} < set(SCHEMAS)


@pytest.mark.parametrize("name", BESIDE)
def test_schemas_describe_the_shipped_files(name: str) -> None:
    schema = SCHEMAS[f"{name}.schema.json"]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert list(told.properties(schema)), "a schema has some"
    assert (told.undescribed(schema), told.marked_up(schema)) == ([], [])
    shipped = Path(card_data.__file__).with_name(f"{name}.yaml")
    assert refusals(name, shipped.read_text("utf-8")) == []


def test_a_users_own_file() -> None:
    for name, own, wrong in (
        ("sheets", "{margin: 7, papers: {a3: [297, 420]}}", "{margins: 7}"),
        ("sheets", "{gutter: 0}", "{papers: {a3: [297, wide]}}"),
        ("profiles", "{mine: {title: Mine, bleed: 3}}", "{mine: {title: Mine, bleeds: 3}}"),
        ("profiles", "{mine: {title: Mine, order: back-front}}", "{mine: {bleed: 3}}"),
        ("legibility", "{text: 7}", "{text: 70}"),
        ("legibility", "{grey: 0}", "{gray: 0}"),
    ):
        assert refusals(name, own) == []
        assert refusals(name, wrong)
