"""What a file says, or is called, never moves the terminal's cursor nor turns its words round; and
how the command starts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from card_data.program.command import name_of, with_called_alone
from printkit.cli.main import app
from scoring.cli.main import app as scoring
from tests.card_data.copies import edit
from tests.printkit.tools import ROOT

RUN = CliRunner()
SIGNS = ("\x1b", "\x07", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\r")


def said(*arguments: object) -> str:
    """What the command prints, to both streams."""
    ran = RUN.invoke(app, [str(argument) for argument in arguments])
    assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
    return ran.output


def clean(words: str) -> bool:
    return not any(sign in words for sign in SIGNS)


TITLE = '"A\\e[31m\\a\\x7f\\x9b\\u202e\\u2066\\u2028\\rb"'


def test_a_title_in_the_list(errata: Path) -> None:
    edit(errata / "game.yaml", "title: Errata", f"title: {TITLE}")
    edit(errata / "print.yaml", "title: Deck", f"title: {TITLE}")
    words = said("list", "--data", errata.parent)
    assert "A\ufffd[31m" in words
    assert clean(words)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards.yaml", "word: A comma", f"word: A comma, {TITLE}: 1"),
        ("cards.yaml", "icon: quill", f"icon: {TITLE}"),
        ("print.yaml", "template: card.svg", f"template: {TITLE}"),
        ("print.yaml", "size: poker", f"size: {TITLE}"),
        ("game.yaml", "prefix: ER", f"prefix: {TITLE}"),
        ("rules.yaml", "{hand}", "{hand\x85}"),
    ],
)
def test_a_problem(errata: Path, file: str, old: str, new: str) -> None:
    edit(errata / file, old, new)
    words = said("check", "--data", errata.parent)
    assert "problem" in words
    assert clean(words)


def test_a_file_name(tmp_path: Path, errata: Path) -> None:
    folder = errata.parent.rename(tmp_path / "a\x1b[2J\u202eb")
    edit(folder / "errata" / "print.yaml", "size: poker", "size: pokre")
    words = said("check", "--data", folder)
    assert "a\ufffd[2J\ufffdb" in words
    assert clean(words)


def test_json_is_escaped(tmp_path: Path) -> None:
    position = tmp_path / "p\x7f\x9b.yaml"
    position.write_text("game: winstons_archive\nx\x7f: 1\n", "utf-8")
    ran = RUN.invoke(scoring, ["check", "--json", str(position)])
    assert clean(ran.output)
    assert "\\u007f" in ran.output


def test_only_the_called_command_is_built() -> None:
    every = {name_of(one) for one in app.registered_commands}
    assert {"build", "list", "printer", "tuckbox"} <= every
    for name in every:
        only = with_called_alone(app, [name])
        assert [name_of(one) for one in only.registered_commands] == [name]
        alone = RUN.invoke(only, [name, "--help"])
        whole = RUN.invoke(app, [name, "--help"])
        assert alone.output == whole.output
        assert alone.exit_code == 0
    for args in ([], ["--help"], ["buidl"], ["--", "build"]):
        assert with_called_alone(app, args) is app


def test_warnings_of_libraries_are_not_for_users() -> None:
    code = (
        "import warnings; from card_data.program.command import application, run; "
        "app = application('x'); "
        "app.command('warns')(lambda: warnings.warn('of a library')); "
        "app.callback()(lambda: None); run(app, 'x')"
    )
    words = [sys.executable, "-c", code, "warns"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
