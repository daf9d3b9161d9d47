"""Types in the commands of a page, in this process and a folder of its own.

A page is read from top to bottom. A block that names a file (```` ```yaml mine/print.yaml ````) is
written to it, or shows lines of it if it is a file of the tests; ``sh`` is typed in line by line;
``console`` shows with each ``$ command`` what it prints, a line ``…`` standing for any others;
``python`` that names no file runs, and ``text`` after it is what it prints, or what stands in the
file that it names; ``csv`` is how the named file begins, or all of it if there is none yet;
``tree`` lists files in a folder. ``ruby`` is that of another tool.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import typer
import yaml
from typer.testing import CliRunner

import card_data
import printkit.cli.main
import scoring.cli.main
from printkit.sheets.profiles import profiles
from printkit.sheets.settings import sheet_settings
from tests.docs.pages import ROOT, Block

APPS = {"printkit": printkit.cli.main.app, "scoring": scoring.cli.main.app}
GROUPS: dict[str, Any] = {name: typer.main.get_command(app) for name, app in APPS.items()}
DRAWING = {"build", "check", "audit", "png", "svg", "die", "tuckbox", "tabletop", "html"}
WATCHING = ("printkit", "watch")  # goes on until somebody ends it
# What is not typed in, by how it begins, and why.
UNTRIED = {
    "make ": "makes an environment, or runs these tests; its targets are looked up",
    "python3 -m venv": "makes an environment", "py -m venv": "makes an environment, on Windows",
    ".venv/bin/pip": "needs a network", r".venv\Scripts\pip": "needs a network",
    ". .venv/bin/activate": "changes the shell", "pipx ": "needs a network",
    "scoring score winstons_archive  ": "asks whoever is there",
    "scoring serve": "goes on until somebody ends it", "scoring photo": "needs photos",
}  # fmt: skip


class Typed(NamedTuple):
    """A command as a page has it: its words, and the file that its output goes to."""

    words: tuple[str, ...]
    into: str


def typed(line: str) -> Typed:
    words = shlex.split(line, comments=True, posix="\\" not in line)
    words[0] = re.split(r"[/\\]", words[0])[-1].removesuffix(".exe")
    if words[-2:-1] == [">"]:
        return Typed(tuple(words[:-2]), words[-1])
    return Typed(tuple(words), "")


def draws_a_shipped_game(words: tuple[str, ...]) -> bool:
    """Whether a command takes its time: `rehearse` does for it, if the page shows no output."""
    drawing = words[0] == "printkit" and words[1] in DRAWING
    return drawing and "my_games" not in words and "errata" not in words


def called(words: tuple[str, ...]) -> tuple[Any, tuple[str, ...]]:
    """The command that words call, such as ``scoring form fill``, and the words after its name."""
    command: Any = GROUPS[words[0]].commands[words[1]]
    if hasattr(command, "commands"):
        return command.commands[words[2]], words[3:]
    return command, words[2:]


def rehearse(words: tuple[str, ...]) -> None:
    """Parse a command by its own options, and look up the games and components that it names."""
    command, rest = called(words)
    found = command.make_context(words[1], list(rest)).params
    if found.get("data") is None:
        named = found.get("games") or found.get("game") or ()
        games = [named] if isinstance(named, str) else list(named)
        assert set(games) <= set(card_data.names()), words
        components = [found.get("only"), found.get("component"), found.get("components")]
        asked = {
            one
            for some in components
            if some
            for names in ([some] if isinstance(some, str) else some)
            for one in names.split(",")
        }
        there = [set(card_data.load(game).components) for game in games or card_data.names()]
        assert asked <= set().union(*there), words
        assert found.get("paper", "a4") in sheet_settings(None).papers, words
        assert found.get("profile", "home") in {"home", *profiles(None)}, words


class Session:
    """The commands of one page. The working folder is the session's; ``in_full``: even what takes
    its time is run."""

    def __init__(self, *, in_full: bool = False) -> None:
        self.in_full = in_full
        self.known: dict[str, Any] = {}
        self.said = ""

    def show(self, block: Block) -> None:
        """Do what a block shows; raise `AssertionError` if it is not so."""
        act = getattr(self, f"on_{block.kind}", None)
        assert act is not None, f"no test knows what to do with a block of {block.kind!r}"
        act(block)

    def on_sh(self, block: Block) -> None:
        for line in block.text.splitlines():
            if line.strip() and not line.lstrip().startswith("#"):
                self.type_in(line)

    on_powershell = on_sh

    def on_console(self, block: Block) -> None:
        steps = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.M)
        assert "".join([f"$ {line}\n{output}" for line, output in steps]) == block.text
        for line, output in steps:
            answers = re.findall(r"^\w.*(?<!-)> (.+)$", output, re.M)  # after a prompt, no arrow
            shown = re.sub(r"^(\w.*(?<!-)> ).+\n", r"\1", output, flags=re.M)  # nothing is echoed
            _, said = self.run(typed(line), [f"{answer}\n" for answer in answers])
            assert matches(said, shown), f"$ {line}\n{said}"

    def on_yaml(self, block: Block) -> None:
        yaml.safe_load(block.text)
        self.put(block)

    def on_xml(self, block: Block) -> None:
        self.put(block)

    def put(self, block: Block) -> None:
        if block.file.startswith("tests/"):
            assert block.text in (ROOT / block.file).read_text("utf-8"), block.file
        elif block.file:
            file = Path(block.file)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, "utf-8")

    def on_toml(self, block: Block) -> None:
        tomllib.loads(block.text)
        self.put(block)

    def on_csv(self, block: Block) -> None:
        if not Path(block.file).exists():
            self.put(block)
        assert Path(block.file).read_text("utf-8").startswith(block.text), block.file

    on_json = on_csv

    def on_ruby(self, block: Block) -> None:
        """Another tool's: it is only read."""

    def on_tree(self, block: Block) -> None:
        top, *files = [line.split()[0] for line in block.text.splitlines()]
        for file in files:
            assert Path(top, file).exists(), file

    def on_python(self, block: Block) -> None:
        if block.file:
            self.put(block)
            return
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(block.text, f"line {block.line}", "exec"), self.known)
        self.said = out.getvalue()

    def on_text(self, block: Block) -> None:
        said = (ROOT / block.file).read_text("utf-8") if block.file else self.said
        assert matches(said, block.text), said

    def type_in(self, line: str) -> None:
        if any(line.startswith(start) for start in UNTRIED):
            return
        command = typed(line)
        at_length = draws_a_shipped_game(command.words) and not self.in_full
        at_screen = "--open" in command.words  # a test opens nothing on anybody's screen
        if at_length or at_screen or command.words[:2] == WATCHING:
            rehearse(command.words)
        else:
            status, said = self.run(command)
            assert status == 0, f"{line}\n{said}"
            if command.into and command.words[:3] == ("scoring", "template", "winstons_archive"):
                fill_in(Path(command.into))

    def run(self, command: Typed, answers: Sequence[str] = ()) -> tuple[int, str]:
        """The exit status of a command, and what it prints, its errors too."""
        name, *words = command.words
        outcome = CliRunner().invoke(APPS[name], words, input="".join(answers))
        if outcome.exception is not None and not isinstance(outcome.exception, SystemExit):
            raise AssertionError(f"{command}: {outcome.exception!r}") from outcome.exception
        assert outcome.exit_code in (0, 1), f"{command}: {outcome.output}"
        if command.into:
            Path(command.into).write_text(outcome.stdout, "utf-8")
        return outcome.exit_code, outcome.output


def fill_in(form: Path) -> None:
    """Do with a form of Winston's Archive what its reader does before the next command."""
    filled = (ROOT / "tests" / "positions" / "wa_two_players.yaml").read_text("utf-8")
    assert form.read_text("utf-8").count(filled.splitlines()[0]) == 1
    form.write_text(filled, "utf-8")


def matches(said: str, shown: str) -> bool:
    """Whether this was said, with anything at each line ``…``."""
    parts = [re.escape(part) for part in re.split(r"^…\n", shown, flags=re.M)]
    return re.fullmatch("(.*\n)*".join(parts), said) is not None


def folder(tmp_path: Path) -> Path:
    """A folder to type in, from which the records and positions of the tests are in reach."""
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    return tmp_path
