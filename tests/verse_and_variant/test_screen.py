"""Verse & Variant on a screen: what is shown of the table."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from scoring.play.decisions import Decision
from scoring.play.moves import Choices
from scoring.verse_and_variant.grid import Grid
from scoring.verse_and_variant.pieces import View
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.table_view import GameTable
from scoring.verse_and_variant.words import Exchanges, HaulOrder
from tests.scoring.on_screen import NAMES, SIZES, Asked, asked, screen, texts
from tests.sweeps import sweep
from tests.verse_and_variant.tables import (
    GAME,
    bout_of,
    cards,
    hold,
    on_desk,
    own,
    player,
    stack,
    table_of,
)

SHOWN = GameTable(GAME)


def shown(view: View, decision: Decision[Any] | None, width: int, height: int) -> list[str]:
    """The table on a screen, which is as wide and high as it may be."""
    return screen(SHOWN, Asked(decision, view, ""), width, height)


@pytest.mark.parametrize(
    ("players", "seed"),
    sweep([(number, seed) for number in (3, 4, 5) for seed in (1, 2)], [(3, 1)]),
)
def test_a_table_fits_and_shows_what_matters(players: int, seed: int) -> None:
    for at, one in enumerate(islice(asked(GAME, NAMES[:players], seed), 0, 350, 4)):
        decision, view = one.decision, one.view
        width, height = SIZES[at % len(SIZES)]
        lines = shown(view, decision, width, height)
        if decision is None:
            continue
        seen = " ".join(" ".join(lines).split())
        assert f"Spotlight {view.spotlight}" in seen
        if decision.what in ("Primary", "Echo"):
            assert all(card in seen for card in SHOWN.by_suit(view.hand))
            assert all(f"{one.player[:8]}" in seen for one in view.primaries)
            assert all(SHOWN.short(one.card) in seen for one in view.primaries[:3])
        elif isinstance(decision.options, Exchanges):
            assert all(tool.id in seen for tool in decision.options.tools)
        elif isinstance(decision.options, HaulOrder):
            groups = all(group in seen for group in SHOWN.by_suit(view.haul))
            assert groups or all(SHOWN.short(card) in seen for card in view.haul)
        elif decision.what == "institution grant":
            assert "5 3 1" in seen
            assert "cubes" in seen.casefold()
    assert shown(view, None, 80, 11), "where nobody is asked, too"


def test_the_stacks_near_the_top_and_the_bonus_ahead_are_shown(table: State) -> None:
    stack(table, "blue", (19, "papyrus section"), (17, "papyrus papyrus"), (16, "majority"),
          (3, "papyrus"))  # fmt: skip
    stack(table, "green")
    lines = shown(table.view("Ann"), None, 118, 26)
    (blue,) = [line for line in lines if line.startswith("blue")]
    assert blue.split()[2:8] == ["19×1+sec", "17×2", "16+maj", "3×1", "16", "lacuna"]
    (green,) = [line for line in lines if line.startswith("green")]
    assert green.split()[2:5] == ["empty", ".", "."], "no bonus is ahead"


LASTING = {
    "lowest_first": "lowest demand is the Spotlight (T-4c)",
    "pays": "Eureka may pay for a Take (T-10d)",
    "barred": "no Spotlight on yellow or black (T-11d)",
    "eureka_stopped": "nobody gains Eureka (T-13d)",
    "interrupted": "the session ends after this window (T-13e)",
    "locked": "the Spotlight stays (T-14c)", "next_spotlight": "Next Spotlight red",
    "last_word": "Bo leads next (T-4e)", "closed": "no cubes at green's institution (T-11e)",
    "running": "T-3d Glossator's Note runs for Bo", "shown": "Cy showed blue 9 (T-1c)",
}  # fmt: skip


def have(table: State, effect: str) -> None:
    values: dict[str, Any] = {
        "barred": {"yellow", "black"}, "locked": "blue", "next_spotlight": "red", "last_word": 1,
        "closed": "green", "shown": dict(zip([2], cards(table, "W-blue-9"), strict=True)),
    }  # fmt: skip
    if effect == "running":
        player(table, "Bo").running.append("T-3d")
        return
    owner = table.bout if hasattr(table.bout, effect) else table.session
    setattr(owner, effect, values.get(effect, True))


@pytest.mark.parametrize("effect", LASTING)
def test_what_tools_have_changed_stands_on_the_table(table: State, effect: str) -> None:
    have(table, effect)
    view = table.view("Ann")
    for lines in (shown(view, None, 80, 11), shown(view, None, 79, 10**6)):
        (line,) = [line for line in lines if line.startswith("Lasting  ")]
        assert line.strip() == f"Lasting  {LASTING[effect]}"
    assert not any(line.startswith("Lasting") for line in shown(
        table_of().view("Ann"), None, 80, 11))  # fmt: skip


def test_all_effects_at_once_are_shown_or_said_to_be_more(table: State) -> None:
    for effect in LASTING:
        have(table, effect)
    hold(table, "Ann", *[f"W-blue-{rank}" for rank in range(1, 10)])
    said = " ".join(" ".join(shown(table.view("Ann"), None, 80, 11)).split())
    assert all(words in said for words in LASTING.values())
    lines = shown(table.view("Ann"), None, 80, 5)
    assert lines[1].startswith("Lasting  ")
    assert lines[1].endswith("…")


def test_a_tool_that_may_act_is_shown_with_its_text() -> None:
    decision: Decision[Any] = Decision("Ann", "T-8d Seize the Quill", "VV-4.4", Choices([]))
    said = " ".join(shown(table_of().view("Ann"), decision, 80, 11))
    assert "T-8d  Delayed, after the bout resolves: You lead the next bout" in said


def test_who_acts_next_in_the_window_is_seen(table: State) -> None:
    """VV-5.1."""
    bout_of(table, ("Ann", "W-blue-1"), ("Bo", "W-blue-3"))
    table.bout.finish = [1, 0, 2]
    assert "In order  Bo, Ann, Cy" in shown(table.view("Cy"), None, 80, 11)


def test_a_full_desk_is_told_by_what_it_yields(table: State) -> None:
    suits = [suit.id for suit in GAME.data.suits]
    on_desk(table, *[f"W-{suit}-{rank}" for suit in suits for rank in range(1, 10)], lacuna=2)
    window: Decision[Any] = Decision("Ann", "window", "VV-5.1", Choices([("pass", 1)]))
    said = " ".join(" ".join(shown(table.view("Ann"), window, 80, 11)).split())
    assert "Desk in all 15 lacuna, 11 papyrus, 11 majority" in said
    assert "blue 1 2 3 4 5 6 7 8 9," in said
    assert "black 1 2 3 4 5 6 7 8 9, 2 lacuna" in said


def test_the_boards_take_fewer_lines_where_there_is_less_room() -> None:
    table = table_of(5)
    own(table, "Ann", papyrus=2, lacuna=1)
    forms = Grid(GAME.data, table.view("Ann"), 80).forms()
    heights = [len(form) for form in forms]
    assert heights == sorted(heights, reverse=True)
    assert (heights[0], heights[-1]) == (13, 1)
    few = " ".join(texts(forms[-3]))
    assert "You hold  2 papyrus" in few
    assert "Ann 0/1/3/4 L" in few
