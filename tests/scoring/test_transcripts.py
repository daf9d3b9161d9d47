"""Whole games at a prompt, everything that is shown and asked, as it stands on the screen.

`guesses` is played: a card is dealt, everybody guesses it, the first player puts all in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scoring import clauses, games
from scoring.cli.prompt import Prompt
from scoring.cli.scores import columns_explained
from scoring.cli.screen import by_number, cell_width, in_columns
from scoring.play.records import Record
from scoring.play.referee import Referee
from scoring.positions.result import Part, Result, Standing, Tally
from tests import golden_files
from tests.scoring import toy_card_game, toy_guessing_game
from tests.scoring.screens import Written, marked


def at_prompt(
    patch: pytest.MonkeyPatch,
    *lines: str,
    players: tuple[str, ...] = ("Ann", "Bo"),
    bots: tuple[str, ...] = (),
    rolls: bool = False,
    hides: bool = False,
    width: int = 40,
    **more: Any,
) -> tuple[Prompt, Written]:
    game = toy_guessing_game.install(patch, hides=hides)
    record = Record("hands", players, (), seed=1, bots=bots, rolls=rolls)
    screen = Written(*lines, width=width)
    return Prompt(Referee(game, record), screen, **more), screen


PLAYED: dict[str, tuple[str, dict[str, Any]]] = {
    "at an open table, answered in words or by number; an empty line asks again": (
        "b,,moves,c,1,table,table BO,table zed,advice,moves,b,1", {},
    ),
    "help with the clause of the question, or any other": (
        "help,b,HELP,help rp-1.3,help X,undo it,quit now,Quit", {},
    ),
    "a screen that is passed round: cleared before and after, and none is told what others were": (
        "table,roll,,moves,1,Undo,,2,,table ann,table,b,,A B,undo,moves,exit", {"hides": True},
    ),
    "bots and the program play to the end, and nobody is asked": (
        "", {"bots": ("Ann", "Bo"), "rolls": True},
    ),
    "rolled from now on; what the program drew is not taken back": (
        "ROLL ALL,undo,1,roll,undo", {},
    ),
    "alone against a bot, from which nothing is hidden": (
        "moves,table ann,2", {"bots": ("Ann",), "rolls": True, "hides": True, "width": 120},
    ),
}  # fmt: skip


def test_whole_games() -> None:
    said = {}
    for case, (typed, more) in PLAYED.items():
        with pytest.MonkeyPatch.context() as patch:
            prompt, screen = at_prompt(patch, *(typed.split(",") if typed else ()), **more)
            end = "(played to the end)" if prompt.run() else "(left)"
        said[case] = "\n".join([*screen.written, end])
    golden_files.check("prompt", said)


def test_people_see_the_game_before_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    prompt, _ = at_prompt(monkeypatch, players=("Ann", "Bo"), bots=("Ann",))
    assert (prompt.at, prompt.passing, prompt.hidden) == ("Bo", False, False)
    prompt, _ = at_prompt(monkeypatch, bots=("Ann", "Bo"))
    assert prompt.at == "Ann"
    prompt, _ = at_prompt(monkeypatch, hides=True)
    assert (prompt.at, prompt.passing, prompt.hidden) == ("table", True, True)
    prompt, _ = at_prompt(monkeypatch, hides=True, open_hands=True)
    assert (prompt.at, prompt.passing, prompt.hidden) == ("Ann", False, False)
    prompt, _ = at_prompt(monkeypatch, hides=True, bots=("Bo",))
    assert (prompt.at, prompt.passing, prompt.hidden) == ("Ann", False, True)


def test_interrupt_leaves_and_at_first_nothing_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    prompt, screen = at_prompt(monkeypatch, "moves", "advice", players=("Ann",))
    assert not prompt.run()
    assert "Nothing yet." in screen.written
    assert "There is no advice here." in screen.written

    def interrupted(prompt: str, words: Sequence[str] = ()) -> str:
        raise KeyboardInterrupt

    prompt, screen = at_prompt(monkeypatch)
    monkeypatch.setattr(screen, "ask", interrupted)
    assert not prompt.run()


def test_end_is_shown_again_after_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    for last in ("", "quit", "undone"):
        prompt, screen = at_prompt(
            monkeypatch, "a", "1", "b a", "Undo", "1", last, players=("Ann",)
        )
        assert prompt.run()
        assert screen.written.count("The game is over. Enter, or undo> [undo]") == 2
        assert screen.written.count("Taken back: Ann, order: b a") == 1


def test_advice_is_asked_for_whoever_decides_what_they_see(monkeypatch: pytest.MonkeyPatch) -> None:
    prompt, screen = at_prompt(monkeypatch, "advice", "b", "advice", "1", "advice")
    told: list[tuple[Any, ...]] = []

    def advise_player(*given: Any) -> Any:
        told.append(given)
        return (
            SimpleNamespace(lines=lambda: ["Guess b.", "It was dealt."]) if len(told) < 2 else None
        )

    monkeypatch.setattr(games, "with_advice", lambda: ["hands"])
    toy_card_game.offer(monkeypatch, "hands", adviser=SimpleNamespace(advise_player=advise_player))
    assert not prompt.run()
    assert [(game.id, view, decision.who) for game, view, decision in told] == [
        ("hands", ("Ann", "b", {}), "Ann"),
        ("hands", ("Bo", "b", {"Ann": "a"}), "Bo"),
    ]
    none = "There is no advice here."
    assert [line for line in screen.written if line in (none, "Guess b.", "It was dealt.")] == [
        none, "Guess b.", "It was dealt.", none,
    ]  # fmt: skip


def test_clauses_are_looked_up_in_the_played_data(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, Path | None, Sequence[str]]] = []
    find = clauses.find

    def looked_up(
        rule: str, data: Path | None = None, house: Sequence[str] = (), first: str = ""
    ) -> clauses.FoundClause:
        asked.append((rule, data, house))
        return find(rule)

    monkeypatch.setattr(clauses, "find", looked_up)
    prompt, _ = at_prompt(monkeypatch, "help", "help rp-2.1", data=Path("mine"))
    prompt.run()
    assert asked == [("RP-1.1", Path("mine"), ()), ("rp-2.1", Path("mine"), ())]


def test_numbers_are_those_of_the_answers_unless_answers_are_numbers() -> None:
    lines = ("0", "1", "2", "3", "01", "-1", "b")
    assert [by_number(line, ["take", "keep"]) for line in lines] == [
        "0", "take", "keep", "3", "take", "-1", "b",
    ]  # fmt: skip
    assert by_number("1", ["keep", "7"]) == "1"
    assert by_number("9" * 5000, ["take"]) == "9" * 5000, "more digits than a number may have"


def test_answers_stand_in_columns_and_a_list_too_long_loses_captions_then_its_end() -> None:
    cells = [("take", ""), ("keep", "your 2"), ("a", "")]
    assert (cell_width(cells), cell_width([("a", "")])) == (5 + 4 + 2 + 6 + 2, 8)
    assert marked(in_columns(cells, 37)) == [
        "<dim   1  >take",
        "<dim   2  >keep<dim   your 2>",
        "<dim   3  >a",
    ]
    assert marked(in_columns(cells, 38)) == [
        f"<dim   1  >take{' ' * 10}<dim   3  >a",
        "<dim   2  >keep<dim   your 2>",
    ]
    assert marked(in_columns([("0", ""), ("10", "")], 8)) == ["<dim      >0", "<dim      >10"]
    assert [*in_columns([], 40)] == []
    long = [(f"{number:02}.", "c" * 30) for number in range(21)]
    assert len([*in_columns(long, 80)]) == 21
    assert marked(in_columns(long, 80, 21))[0].endswith("c>")
    assert marked(in_columns(long, 80, 8)) == marked(
        in_columns([(word, "") for word, _ in long], 80)
    )
    uneven = [("a" * 30, ""), *[(f"b{number}", "") for number in range(10)]]
    assert len([*in_columns(uneven, 80)]) == 6
    assert [len(line) for line in in_columns(uneven, 80, 3)] == [14, 8]
    first, more = marked(in_columns(long, 80, 2))
    assert first.startswith("<dim   1  >00.<dim   2  >01.")
    assert more == "<dim   … press Enter for all of them>"


def test_columns_of_one_clause_are_explained_together(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [Part(label, 1, "RP-1.3") for label in ("left", "right", "left")]
    tally = Tally("Ann", (Part("wins", 1, "RP-2.1"), *parts))
    result = Result((Standing(1, tally), Standing(2, tally)), ("Ann",), None, "")
    assert [*columns_explained(result, toy_guessing_game.install(monkeypatch))] == [
        "wins (RP-2.1): A right guess is a point.",
        "left, right (RP-1.3): Put all in order.",
    ]
