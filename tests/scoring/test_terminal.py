"""The terminal: what is printed, in colours or without, what Tab completes, how far work is."""

from __future__ import annotations

import io
import json
import sys
from typing import Any
from unittest.mock import Mock, call

import pytest
import typer

from card_data import DataError, Problem
from card_data.model import Model
from scoring.cli import playing, terminal
from scoring.cli.screen import CLEAR, Screen
from scoring.positions.display import Span
from scoring.positions.findings import Finding, Unanswered
from scoring.positions.positions import Report, UnreadableError
from tests.scoring.screens import Typed

BROKEN = Finding("WA-6.1", ("players", "0", "name"), "the name is empty", 2)
OPEN = Unanswered(("players", "0"), 4, "Ann", "books")


class Tty(io.StringIO):
    """Standard input or output as a terminal; ``flushed`` is how much has been sent."""

    flushed = 0

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.flushed = len(self.getvalue())


def at_terminal(patch: pytest.MonkeyPatch, name: str = "stdout") -> Tty:
    tty = Tty()
    patch.setattr(sys, name, tty)
    return tty


# the screen


def test_a_long_question_is_broken_between_words_and_leaves_room_for_its_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    shown = at_terminal(monkeypatch)
    monkeypatch.setattr(sys, "stdin", Mock(isatty=lambda: True))
    monkeypatch.setattr("builtins.input", lambda prompt: shown.write(prompt) and "next")
    question = "That is all. Enter to mend the first fault, or back, next, go, pad, ?> "
    assert Screen().ask(question) == "next"
    above, below = shown.getvalue().splitlines()
    assert f"{above} {below}" == question
    assert len(below) <= len(above) <= 64


@pytest.mark.parametrize(
    ("about", "binding"),
    [("GNU readline", "tab: complete"), (None, "tab: complete"),
     ("Importing libedit's", "bind ^I rl_complete")],
)  # fmt: skip
def test_tab_completes_a_line_as_a_whole(
    about: str | None, binding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_terminal(monkeypatch, "stdin")
    editor = Mock(__doc__=about)
    monkeypatch.setitem(sys.modules, "readline", editor)
    screen = Screen()
    assert screen.editor is editor
    assert editor.mock_calls == [
        call.set_completer(screen.completion),
        call.set_completer_delims(""),
        call.parse_and_bind(binding),
    ]


def test_a_pipe_is_not_edited_and_nor_is_a_terminal_without_an_editor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "readline", Mock())
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert Screen().editor is None
    at_terminal(monkeypatch, "stdin")
    monkeypatch.setitem(sys.modules, "readline", None)
    assert Screen().editor is None


def test_answers_are_completed_in_order_in_any_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("take\n"))
    screen = Screen()
    assert screen.completion("", 0) is None, "nothing has been asked"
    assert screen.ask("Ann\x1b> ", ["Take", "leave", "table Bo"]) == "take"
    assert [screen.completion("tA", number) for number in range(3)] == ["Take", "table Bo", None]
    assert screen.completion("x", 0) is None
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    screen.ask("Bo> ")
    assert screen.words == ()


def test_lines_are_broken_on_a_terminal_and_whole_in_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setenv("COLUMNS", "10")
    monkeypatch.setenv("NO_COLOR", "1")
    Screen().show([[Span("abcdefgh ij", "bold")], []])
    assert capsys.readouterr().out == "abcdefgh ij\n\n"
    screen = at_terminal(monkeypatch)
    Screen().show([[Span("abcdefgh ij", "bold")], []])
    assert screen.getvalue() == "abcdefgh\nij\n\n"


def test_a_terminal_is_cleared_with_what_could_be_scrolled_or_called_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    Screen().clear()
    assert capsys.readouterr().out == "", "a pipe cannot be cleared"
    screen, editor = at_terminal(monkeypatch), Mock()
    shown = Screen()
    shown.editor = editor
    shown.clear()
    assert (screen.getvalue(), screen.flushed) == (CLEAR, len(CLEAR))
    assert editor.mock_calls == [call.clear_history()]


def test_a_terminal_without_codes_is_cleared_by_empty_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in M-x shell, for which Emacs 28.2 sets TERM to dumb (comint-terminfo-terminal in
    lisp/comint.el)."""
    monkeypatch.setenv("TERM", "dumb")
    screen = at_terminal(monkeypatch)
    shown = Screen()
    shown.clear()
    assert screen.getvalue() == "\n" * shown.height


# what is printed


def test_styles_show_on_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Long lines are left to the terminal, and numbers have no colours of their own."""
    lines = [[Span("12 [b]", "bold"), Span(f"{'x' * 150} y \x1b  ")], []]
    terminal.say_styled(lines)
    assert capsys.readouterr().out == f"12 [b]{'x' * 150} y \ufffd\n\n"
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen = at_terminal(monkeypatch)
    terminal.say_styled(lines)
    assert screen.getvalue() == f"\x1b[1m12 [b]\x1b[0m{'x' * 150} y \ufffd  \n\n"
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            screen = at_terminal(patch)
            terminal.say_styled(lines)
        plain = [line.rstrip() for line in screen.getvalue().splitlines()]
        assert plain == [f"12 [b]{'x' * 150} y \ufffd", ""]


class Named(Model, frozen=True):
    """An answer of one text."""

    name: str


def test_json_is_one_line_of_plain_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.say_json(Named("Žo\x7f\n\x1b"))
    out = capsys.readouterr().out
    assert out == '{"name": "\\u017do\\u007f\\n\\u001b"}\n'
    assert json.loads(out) == {"name": "Žo\x7f\n\x1b"}


def test_the_exit_status_is_1_for_what_is_broken_or_missing() -> None:
    assert terminal.status(Report("x", provisional=("not over",))) == 0
    assert terminal.status(Report("x", (BROKEN,))) == 1
    assert terminal.status(Report("x", (), (OPEN,))) == 1


WRONG = Problem(message="no such key", file="a.yaml", line=5)
PLAIN = DataError(WRONG, Problem(message="a list", file="a.yaml", line=7))
READ = UnreadableError("winstons_archive", [WRONG], Report("winstons_archive", (BROKEN,), (OPEN,)))


def told(error: DataError, *given: Any, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    with pytest.raises(typer.Exit) as stopped, terminal.unusable_exits(*given):
        raise error
    assert stopped.value.exit_code == 1
    out, err = capsys.readouterr()
    return out, err


def test_unusable_input_is_reported_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(PLAIN, capsys=capsys) == ("", "a.yaml:5: no such key\na.yaml:7: a list\n")
    assert told(READ, capsys=capsys) == (
        "",
        "a.yaml:2: WA-6.1: the name is empty\n"
        "a.yaml:4: Ann: books is missing\n"
        "a.yaml:5: no such key\n",
    )


def test_unusable_input_is_reported_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    """With the game that the file names, else the one that was asked for."""
    out, err = told(PLAIN, True, capsys=capsys)
    assert (json.loads(out)["game"], err) == (None, "")
    assert json.loads(out)["error"] == ["a.yaml:5: no such key", "a.yaml:7: a list"]
    assert json.loads(told(PLAIN, True, "manuscript", capsys=capsys)[0])["game"] == "manuscript"
    answer = json.loads(told(READ, True, "manuscript", capsys=capsys)[0])
    assert (answer["game"], answer["valid"]) == ("winstons_archive", False)
    assert answer["error"] == ["a.yaml:5: no such key"]
    assert [one["rule"] for one in answer["violations"]] == ["WA-6.1"]
    assert answer["missing"] == ["players.0"]
    bare = UnreadableError("winstons_archive", [WRONG])
    assert json.loads(told(bare, True, capsys=capsys)[0])["violations"] == []


# watching a record


@pytest.mark.parametrize(
    ("lines", "steps"),
    [([""], 1), (["  "], 1), (["3"], 3), ([" 12 "], 12), (["9" * 5000], 999_999_999), (["q"], 0),
     (["Quit"], 0), ([" EXIT "], 0), ([EOFError], 0), ([KeyboardInterrupt], 0),
     (["0", "-", "two", "2"], 2), (["-3"], -3), (["b"], -1)],
)  # fmt: skip
def test_how_many_moves_on(lines: list[Any], steps: int) -> None:
    screen = Typed(*lines)
    assert playing.asked_steps(screen, "Go> ") == steps
    assert screen.prompts == ["Go> "] * len(lines), "what is no number is asked for again"
