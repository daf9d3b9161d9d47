"""Verse & Variant on a screen: what is shown of the table."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.play.decisions import Decision
from scoring.play.moves import Choices
from scoring.verse_and_variant.pieces import View
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.table_view import GameTable
from tests.scoring.screens import Asked, screen
from tests.verse_and_variant.tables import GAME, bout_of, cards, player, stack, table_of

SHOWN = GameTable(GAME)


def shown(view: View, decision: Decision[Any] | None, width: int, height: int) -> list[str]:
    """The table on a screen, which is as wide and high as it may be."""
    return screen(SHOWN, Asked(decision, view, ""), width, height)


def test_the_stacks_near_the_top_and_the_bonus_ahead_are_shown(table: State) -> None:
    stack(table, "blue", (19, "papyrus section"), (17, "papyrus papyrus"), (16, "majority"),
          (3, "papyrus"))  # fmt: skip
    stack(table, "green")
    lines = shown(table.view("Ann"), None, 118, 26)
    (blue,) = [line for line in lines if line.startswith("blue")]
    assert blue == "blue papyrus  bonus at 16 lacuna, 19×1+1 section, 17×2, 16+1 majority, 3×1"
    (green,) = [line for line in lines if line.startswith("green")]
    assert green == "green majority  none", "no bonus is ahead"


LASTING = {
    "lowest_first": "Lowest first yes",
    "eureka_pays": "Eureka pays yes",
    "barred": "Barred yellow Antioch, black Westminster",
    "eureka_stopped": "Eureka stopped yes",
    "interrupted": "Interrupted yes",
    "locked": "Spotlight stays yes",
    "next_spotlight": "Next spotlight red",
    "decreed_leader": "Leads next Bo",
    "closed": "Closed green",
    "running": "running T-3d",
    "shown": "Shown Cy blue 9",
}


def have(table: State, effect: str) -> None:
    values: dict[str, Any] = {
        "barred": {"yellow", "black"}, "locked": "blue", "next_spotlight": "red",
        "decreed_leader": 1,
        "closed": "green", "shown": dict(zip([2], cards(table, "W-blue-9"), strict=True)),
    }  # fmt: skip
    if effect == "running":
        player(table, "Bo").running.append("T-3d")
        return
    owner = table.bout if hasattr(table.bout, effect) else table.session
    setattr(owner, effect, values.get(effect, True))


@pytest.mark.parametrize("effect", LASTING)
def test_what_tools_have_changed_stands_on_the_table(effect: str) -> None:
    table = table_of()
    assert LASTING[effect] not in told(table)
    have(table, effect)
    assert LASTING[effect] in told(table)


def told(table: State) -> str:
    """The whole table as Ann sees it, in one line."""
    return " ".join(" ".join(shown(table.view("Ann"), None, 79, 10**6)).split())


def test_a_tool_that_may_act_is_shown_with_its_text() -> None:
    decision: Decision[Any] = Decision("Ann", "T-8d Seize the Quill", "VV-4.4", Choices([]))
    said = " ".join(shown(table_of().view("Ann"), decision, 80, 11))
    assert "T-8d  Delayed, after the bout resolves: You lead the next bout" in said


def test_who_acts_next_in_the_window_is_seen(table: State) -> None:
    """VV-5.1."""
    bout_of(table, ("Ann", "W-blue-1"), ("Bo", "W-blue-3"))
    table.bout.finish = [1, 0, 2]
    assert "Finish  Bo, Ann, Cy" in shown(table.view("Cy"), None, 80, 11)
