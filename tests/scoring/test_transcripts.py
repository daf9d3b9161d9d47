# ruff: noqa: E501, SIM905
"""Whole games at a prompt, everything that is shown and asked, as it stands on the screen.

`guesses` is played: a card is dealt, everybody guesses it, the first player puts all in order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scoring import clauses, games
from scoring.cli.answers import by_number, cell_width, in_columns
from scoring.cli.prompt import Prompt
from scoring.cli.scores import columns_explained
from scoring.play.records import Record
from scoring.play.referee import Referee
from scoring.positions.result import Part, Result, Standing, Tally
from tests.scoring import guesses, hands
from tests.scoring.screens import Written, marked

OFTEN = {  # in transcripts, by a word in braces
    "deal": """
<bold The table, deal (RP-1.1)>
  1 of 2 cards, says Ann
<dim   Type it as it fell or was dealt, or:>
  <dim roll; roll all from now on.>
The table> [roll, roll all, ...]""",
    "guess": """
<bold {0}, guess (RP-1.2)>
<dim   1  >a<dim   card a>  <dim   2  >b<dim   card b>
{0}> [a, b, ...]""",
    "commands": """\
Answer by number or in words; Enter alone asks again. Besides:
  help    the clause of the question, or any clause or card: help {0}
  search  clauses and cards with some words in them: search lacuna
  table   the whole table; where nothing is hidden, table Bo as Bo has it
  score   the score so far, as far as you know it
  moves   what has happened, as far as you know of it
  undo    take back the last move that a person made
  advice  what to do, where the game has an adviser
  save    the record so far into a file: save evening.yaml
  quit    stop here; nothing is lost that is kept""",
    "nobody": """\
place  player  wins  total
    1  Ann        0      0
    1  Bo         0      0
wins (RP-2.1): A right guess is a point.
Ann and Bo share the win with 0 points each (RP-2.2).
Ties: a shared win (RP-2.2).""",
}


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
    """A game at which these lines are typed."""
    game = guesses.install(patch, hides=hides)
    record = Record("hands", players, (), seed=1, bots=bots, rolls=rolls)
    screen = Written(*lines, width=width)
    return Prompt(Referee(game, record), screen, **more), screen


def shown(*blocks: str) -> list[str]:
    """The lines of a transcript."""

    def often(found: re.Match[str]) -> str:
        return OFTEN[found[1]].format((found[2] or "").strip())

    filled = [re.sub(r"\{(\w+)( [^}]+)?\}", often, block) for block in blocks]
    return [line for block in filled for line in block.removeprefix("\n").splitlines()]


def test_a_game_at_an_open_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers go by words or by number, an empty line asks again, and each sees what is new."""
    prompt, screen = at_prompt(
        monkeypatch,
        *"b,,moves,c,1,table,table BO,table zed,advice,moves,b,1".split(","),
    )
    assert prompt.run()
    assert screen.written == shown(
        """
<dim -- Ann's view, after 0 moves ---------->
Card
{deal}
The table, deal: b
<dim -- Ann's view, after 1 move ----------->
Card b
{guess Ann}
{guess Ann}
The table, deal: b
Ann> [a, b, ...]
RP-1.2: 'c' is not a move here; choose a or b
Ann> [a, b, ...]
Ann, guess: a
<dim -- Bo's view, after 2 moves ----------->
Card b

Ann guessed a
{guess Bo}
<dim -- Bo's view, after 2 moves ----------->
Card b

Ann guessed a
Bo> [a, b, ...]
<dim -- Bo's view, after 2 moves ----------->
Card b

Ann guessed a
Bo> [a, b, ...]
Nobody here is called zed: Ann, Bo.
Bo> [a, b, ...]
There is no advice here.
Bo> [a, b, ...]
The table, deal: b
Ann, guess: a
Bo> [a, b, ...]
Bo, guess: b
<dim -- Ann's view, after 3 moves ---------->
Card b

Bo guessed b

<bold Ann, order (RP-1.3)>
  all 2 cards in order, says Ann
<dim   1  >b a<dim   card b a>
Ann> [b a, ...]
Ann, order: b a

<bold Points 0 1>

place  player  wins  total
    1  Bo         1      1
    2  Ann        0      0
wins (RP-2.1): A right guess is a point.
Bo wins with 1 point.
Ties: a shared win (RP-2.2).
The game is over. Enter, or undo> [undo]
"""
    )


def test_help_is_the_clause_of_the_question_with_the_commands_or_any_other_clause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prompt, screen = at_prompt(
        monkeypatch, "help", "b", "HELP", "help rp-1.3", "help X", "undo it", "quit now", "Quit"
    )
    assert not prompt.run()
    assert screen.written == shown(
        """
<dim -- Ann's view, after 0 moves ---------->
Card
{deal}
RP-1.1 (Hands: Guesses)
A card is dealt.
{commands RP-1.1}
The table> [roll, roll all, ...]
The table, deal: b
<dim -- Ann's view, after 1 move ----------->
Card b
{guess Ann}
RP-1.2 (Hands: Guesses)
Guess it.
{commands RP-1.2}
Ann> [a, b, ...]
RP-1.3 (Hands: Guesses)
This kit's ruling: Put all in order.
Ann> [a, b, ...]
X: no such clause; an ID starts with RP, as in RP-1.1
Ann> [a, b, ...]
To undo, type undo alone.
Ann> [a, b, ...]
To quit, type quit alone.
Ann> [a, b, ...]
"""
    )


def test_a_game_round_which_the_screen_is_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is cleared before and after; what was told before is not told to others."""
    prompt, screen = at_prompt(
        monkeypatch,
        *"table,roll,,moves,1,Undo,,2,,table ann,table,b,,A B,undo,moves,exit".split(","),
        hides=True,
    )
    assert not prompt.run()
    assert screen.written == shown(
        """
{deal}
What players hold is hidden.
The table> [roll, roll all, ...]
Pass the screen to Ann, who presses Enter. []
(cleared)
The table, deal: a
<dim -- Ann's view, after 1 move ----------->
Card a
{guess Ann}
The table, deal: a
Ann> [a, b, ...]
(cleared)
Pass the screen to Bo, who presses Enter. []
Taken back.
Pass the screen to Ann, who presses Enter. []
(cleared)
The table, deal: a
<dim -- Ann's view, after 1 move ----------->
Card a
{guess Ann}
(cleared)
Pass the screen to Bo, who presses Enter. []
(cleared)
The table, deal: a
Ann, guess: b
<dim -- Bo's view, after 2 moves ----------->
Card a

Ann guessed b
{guess Bo}
What players hold is hidden.
Bo> [a, b, ...]
<dim -- Bo's view, after 2 moves ----------->
Card a

Ann guessed b
Bo> [a, b, ...]
(cleared)
Pass the screen to Ann, who presses Enter. []
(cleared)
Ann, guess: b
Bo, guess: b
<dim -- Ann's view, after 3 moves ---------->
Card a

Bo guessed b

<bold Ann, order (RP-1.3)>
  all 2 cards in order, says Ann
<dim   1  >b a<dim   card b a>
Ann> [b a, ...]
Ann, order: a b

<bold Points 0 0>

{nobody}
The game is over. Enter, or undo> [undo]
Taken back.
The table, deal: a
Ann, guess: b
Bo, guess: b
<dim -- Ann's view, after 3 moves ---------->
Card a

Bo guessed b

<bold Ann, order (RP-1.3)>
  all 2 cards in order, says Ann
<dim   1  >b a<dim   card b a>
Ann> [b a, ...]
The table, deal: a
Ann, guess: b
Bo, guess: b
Ann> [b a, ...]
"""
    )


def test_bots_and_the_program_play_to_the_end_and_nobody_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prompt, screen = at_prompt(monkeypatch, bots=("Ann", "Bo"), rolls=True)
    assert prompt.run()
    assert screen.written == shown(
        """
The table, deal: a
Ann (bot) chooses guess: b (card b).
Bo (bot) chooses guess: b (card b).
Ann (bot) chooses order: a b (card a b).

<bold Points 0 0>

{nobody}
"""
    )


def test_rolled_from_now_on_and_nothing_to_take_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program drew is not taken back."""
    prompt, screen = at_prompt(monkeypatch, "ROLL ALL", "undo", "1", "roll", "undo")
    assert not prompt.run()
    assert screen.written == shown(
        """
<dim -- Ann's view, after 0 moves ---------->
Card
{deal}
The table, deal: a
<dim -- Ann's view, after 1 move ----------->
Card a
{guess Ann}
There is no move to take back.
Ann> [a, b, ...]
Ann, guess: a
<dim -- Bo's view, after 2 moves ----------->
Card a

Ann guessed a
{guess Bo}
RP-1.2: 'roll' is not a move here; choose a or b
Bo> [a, b, ...]
Taken back.
The table, deal: a
<dim -- Ann's view, after 1 move ----------->
Card a
{guess Ann}
"""
    )


def test_who_plays_alone_against_a_bot_hides_nothing_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prompt, screen = at_prompt(
        monkeypatch, "moves", "table ann", "2", bots=("Ann",), rolls=True, hides=True, width=120
    )
    assert prompt.run()
    assert screen.written == shown(
        """
The table, deal: a
Ann (bot) chooses guess: b (card b).
<dim -- Bo's view, after 2 moves ------------------------------------------------------------------->
Card a

Ann guessed b
{guess Bo}
The table, deal: a
Ann (bot) chooses guess: b (card b).
Bo> [a, b, ...]
What players hold is hidden.
Bo> [a, b, ...]
Bo, guess: b
Ann (bot) chooses order: a b (card a b).

<bold Points 0 0>

{nobody}
The game is over. Enter, or undo> [undo]
"""
    )


def test_whoever_is_no_bot_learns_of_the_game_first(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_nothing_has_happened_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    prompt, screen = at_prompt(monkeypatch, "moves", "advice", players=("Ann",))
    assert not prompt.run()
    assert "Nothing yet." in screen.written
    assert "There is no advice here." in screen.written


def test_the_end_of_a_game_is_shown_again_after_a_move_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Anything but undo ends it; who leaves at the end has played to the end."""
    for last in ("", "quit", "undone"):
        prompt, screen = at_prompt(
            monkeypatch, "a", "1", "b a", "Undo", "1", last, players=("Ann",)
        )
        assert prompt.run()
        assert screen.written.count("The game is over. Enter, or undo> [undo]") == 2
        assert screen.written.count("Taken back.") == 1


def test_an_interrupt_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str, words: Sequence[str] = ()) -> str:
        raise KeyboardInterrupt

    prompt, screen = at_prompt(monkeypatch)
    monkeypatch.setattr(screen, "ask", interrupted)
    assert not prompt.run()


def test_advice_is_asked_for_whoever_decides_what_they_see(monkeypatch: pytest.MonkeyPatch) -> None:
    prompt, screen = at_prompt(monkeypatch, "advice", "b", "advice", "1", "advice")
    told: list[tuple[Any, ...]] = []

    def advise_player(*given: Any) -> Any:
        told.append(given)
        return (
            SimpleNamespace(lines=lambda: ["Guess b.", "It was dealt."]) if len(told) < 2 else None
        )

    monkeypatch.setattr(games, "advised", lambda: ["hands"])
    hands.offer(monkeypatch, "hands", advise=SimpleNamespace(advise_player=advise_player))
    assert not prompt.run()
    assert [(game.id, view, decision.who) for game, view, decision in told] == [
        ("hands", ("Ann", "b", {}), "Ann"),
        ("hands", ("Bo", "b", {"Ann": "a"}), "Bo"),
    ]
    none = "There is no advice here."
    assert [line for line in screen.written if line in (none, "Guess b.", "It was dealt.")] == [
        none, "Guess b.", "It was dealt.", none,
    ]  # fmt: skip


def test_a_clause_is_looked_up_in_the_data_that_is_played_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, Path | None, Sequence[str]]] = []
    find = clauses.find

    def looked_up(
        rule: str, data: Path | None = None, house: Sequence[str] = ()
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


def test_answers_stand_in_as_many_columns_as_fit_one_below_the_other() -> None:
    cells = [("take", ""), ("keep", "your 2"), ("a", "")]
    assert cell_width(cells) == 5 + 4 + 2 + 6 + 2
    assert cell_width([("a", "")]) == 8
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


def test_a_list_too_long_goes_without_captions_then_without_its_end() -> None:
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


def test_columns_that_share_a_clause_are_explained_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the order of the columns; a clause of ours by its ruling."""
    parts = [Part(label, 1, "RP-1.3") for label in ("left", "right", "left")]
    tally = Tally("Ann", (Part("wins", 1, "RP-2.1"), *parts))
    result = Result((Standing(1, tally), Standing(2, tally)), ("Ann",), None, "")
    assert [*columns_explained(result, guesses.install(monkeypatch))] == [
        "wins (RP-2.1): A right guess is a point.",
        "left, right (RP-1.3): Put all in order.",
    ]
