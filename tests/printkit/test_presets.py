"""Presets: options of a build by name, in a user's printkit.toml."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

from card_data.limits import LARGEST_PRESETS
from card_data.program.settings import FILE
from printkit.cli import presets
from tests.printkit.tools import done, refused, run

WINSTON = "winstons_archive"


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder to stand in, and a configuration folder, both empty."""
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


def test_a_preset_stands_for_what_is_typed() -> None:
    write('[build.mine]\npaper = "letter"\nlow-ink = true\nbacks = "fronts"\nonly = ["aid"]\n')
    done("build", WINSTON, "--as", "mine")
    (aid,) = Path("output", WINSTON).iterdir()
    assert {"paper=letter", "low_ink=true", "layout=fronts"} <= keywords(aid)


def test_what_is_typed_goes_before_a_preset() -> None:
    write('[build.mine]\npaper = "letter"\ncopies = 2\nonly = ["aid"]\n')
    typed = ("--copies", 3, "--only", "pad")
    done("build", WINSTON, "--as", "mine", *typed)
    (pad,) = Path("output", WINSTON).iterdir()
    assert pad.name == "pad.pdf"
    assert {"paper=letter", "copies=3"} <= keywords(pad)


def test_the_folder_one_stands_in_goes_before_the_user_s() -> None:
    write('[build.a]\npaper = "letter"\n[build.b]\n', "../config/printkit")
    write('[build.a]\npaper = "a4"\n[build.c]\n')
    known = presets.known_presets()
    assert list(known) == ["a", "b", "c"]
    assert known["a"].typed == "--paper a4"


def test_preset_may_have_every_option_of_a_build(tmp_path: Path) -> None:
    write("[build.mine]\nnone = 1\nas = 'mine'\n")
    said = refused("build", "--as", "mine")
    assert said.count("unknown option") == 2
    (listed,) = {line.partition("(known: ")[2] for line in said.splitlines() if "none:" in line}
    for option in ("printer", "profile", "paper", "per-page", "only", "one-file", "data"):
        assert f"{option}, " in listed or f", {option})" in listed


def test_what_is_wrong_in_a_preset_is_told_with_its_line() -> None:
    write(
        '[build.good]\npapr = "a4"\n\n[build."bad"]\npapr = "a4"\nlow-ink = 1\nonly = "deck"\n'
        '"backs" = "none"\ncopies = 1.5\ngutter = "x"\nprinter = 7\none-file = []\nforms = true\n'
    )
    at = f"{FILE}:{{}}: field build.bad.{{}}: "
    expected = [
        (5, "papr", "unknown option; did you mean paper?"),
        (6, "low-ink", "found 1, expected true or false"),
        (7, "only", "found 'deck', expected a list of names, such as [\"deck\"]"),
        (8, "backs", "found 'none', expected one of duplex, gutterfold, fronts, alternate"),
        (9, "copies", "found 1.5, expected a whole number"),
        (10, "gutter", "found 'x', expected a number"),
        (11, "printer", "found 7, expected a text in quotes"),
        (12, "one-file", "found a list, expected true or false"),
        (13, "forms", "found true, expected a whole number"),
    ]
    lines = [at.format(line, key) + message for line, key, message in expected]
    assert refused("build", "--as", "bad").splitlines()[:-1] == lines


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = [1,\n", "printkit.toml: not TOML: Invalid value (at end of document)"),
        ("a = 1\nb =\n", "printkit.toml:2:4: not TOML: Invalid value"),
        ("a = " + "[" * 9000, "printkit.toml: not TOML: nested too deep"),
        ("a = " + "9" * 9000, "printkit.toml: not TOML: a number is too long"),
        ("\nbiuld = 1\n", "printkit.toml:2: field biuld: unknown key; did you mean build?"),
        ("[biuld.mine]\n", "printkit.toml:1: field biuld: unknown key; did you mean build?"),
        ("build = 1\n", "printkit.toml:1: field build: found a value, expected [build.NAME]"),
        ("[build]\nmine = 1\n", "printkit.toml:2: field build.mine: found a value, expected a"),
        ("#" * (LARGEST_PRESETS + 1), "printkit.toml: the file is larger than 16 KiB"),
        ("[build.mine]\ncopies = 0", "--copies: found 0, expected a whole number from 1 to 100"),
        ("[build.mine]\nprinter = 'x'", "--printer: no printer called 'x'"),
        ("", "--as: no preset called 'mine'; printkit.toml has none: expected [build.mine] in it"),
        ("[build.mime]", "--as: no preset called 'mine'; did you mean mime?"),
    ],
)
def test_a_file_that_will_not_do_is_told_apart(text: str, said: str) -> None:
    write(text)
    assert refused("build", WINSTON, "--as", "mine").startswith(said)
    assert not Path("output").exists()


def test_a_file_that_cannot_be_read_is_told_apart() -> None:
    Path(FILE).mkdir()
    assert "printkit.toml: cannot be read: not a file" in refused("build", "--as", "mine")
    assert "printkit.toml: cannot be read: not a file" in refused("list")


def test_presets_are_listed_if_there_are_any() -> None:
    assert "preset" not in run("list").stdout
    write('[build.mine]\npaper = "letter"\nonly = ["aid", "pad"]\none-file = true\nbleed = false\n')
    *_, head, line = run("list").stdout.splitlines()
    assert head.split() == ["preset", "printkit", "build"]
    assert line == "mine    --paper letter --only aid --only pad --one-file"
