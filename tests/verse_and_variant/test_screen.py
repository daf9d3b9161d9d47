"""Verse & Variant on a screen: what is shown of the table."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.play.decisions import Decision
from scoring.play.moves import Choices
from scoring.verse_and_variant.pieces import View
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.table_view import GameTable
from tests.scoring.screens import Asked, screen
from tests.verse_and_variant.tables import GAME, lay, table_of

SHOWN = GameTable(GAME)


def shown(view: View, decision: Decision[Any] | None, width: int, height: int) -> list[str]:
    """The table on a screen, which is as wide and high as it may be."""
    return screen(SHOWN, Asked(decision, view, ""), width, height)


def test_the_stacks_near_the_top_and_the_bonus_ahead_are_shown(table: State) -> None:
    lay(table, blue="19 papyrus section, 17 papyrus papyrus, 16 majority, 3 papyrus", green="")
    lines = shown(table.view("Ann"), None, 118, 26)
    (blue,) = [line for line in lines if line.startswith("blue")]
    stacks = "19×1+1 Section Division, 17×2, 16+1 Majority Text, 3×1"
    assert blue == f"blue Papyrus  bonus lacuna at 16, {stacks}"
    (green,) = [line for line in lines if line.startswith("green")]
    assert green == "green Majority Text  none", "no bonus is ahead"


def test_features_have_their_titles_on_the_screen_and_may_be_typed_so(table: State) -> None:
    lay(table, Ann="ubs_a 2", ubs_a="Bo none none", red="9 ubs_a", desk="ubs_a")
    assert "UBS Rating A 2" in told(table)
    assert "ubs_a" not in told(table)
    assert SHOWN.spoken("grant ubs_a") == "grant UBS Rating A"
    assert SHOWN.named("it costs 2 ubs_a, W-blue-9") == "it costs 2 UBS Rating A, blue 9"
    for suit in GAME.data.suits:
        assert SHOWN.with_ids(f"{suit.feature_title} 9") == f"{suit.feature} 9"


@pytest.mark.parametrize(("words", "said"), [
    ({"lowest first": "yes"}, "Lowest Demand is the Spotlight"),
    ({"eureka pays": "yes"}, "Eureka pays for a Take"),
    ({"barred": "yellow black"}, "Never the Spotlight black and yellow"),
    ({"eureka stopped": "yes"}, "No Eureka can be gained"),
    ({"interrupted": "yes"}, "Session ends with this window"),
    ({"locked spotlight": "blue"}, "Spotlight stays"),
    ({"next spotlight": "red"}, "Next bout’s Spotlight red"),
    ({"decreed leader": "Bo"}, "Next leader Bo"),
    ({"closed": "green"}, "No cubes at Byzantium"),
    ({"Bo": "runs T-3d"}, "running T-3d"),
    ({"shown": "Cy W-blue-9"}, "Shown Cy blue 9"),
])  # fmt: skip
def test_effects_of_tools_are_shown_on_the_table(
    table: State, words: dict[str, str], said: str
) -> None:
    assert said not in told(table)
    lay(table, **words)
    assert said in told(table)


def told(table: State) -> str:
    """The whole table as Ann sees it, in one line."""
    return " ".join(" ".join(shown(table.view("Ann"), None, 79, 10**6)).split())


def test_a_tool_that_may_act_is_shown_with_its_text() -> None:
    decision: Decision[Any] = Decision("Ann", "T-8d Seize the Quill", "VV-4.4", Choices([]))
    said = " ".join(shown(table_of().view("Ann"), decision, 80, 11))
    assert "T-8d  Delayed, after the bout resolves: You lead the next bout" in said


def test_finish_order_is_shown_in_the_window(table: State) -> None:
    """VV-5.1."""
    lay(table, primaries="Ann W-blue-1, Bo W-blue-3", finish="Bo Ann Cy")
    assert "Finish  Bo, Ann, Cy" in shown(table.view("Cy"), None, 80, 11)


def test_empty_slots_are_dashes_and_a_primary_has_a_rank_where_it_is_not_its_cards(
    table: State,
) -> None:
    assert "Institutions all slots empty" in told(table)
    lay(table, papyrus="none Bo none", primaries="Ann W-blue-3, Bo W-blue-1, Cy T-12e")
    table.bout.primaries[1].bonus = 2
    assert "Institutions Papyrus – Bo –" in told(table)
    assert "Primaries Ann blue 3, Bo blue 1 ranks 3, Cy T-12e" in told(table)


def test_tracks_show_their_top_where_there_is_no_room_for_all(table: State) -> None:
    lay(table, blue="9 papyrus, 8 papyrus, 7 papyrus, 6 papyrus, 4 papyrus")
    assert "blue Papyrus bonus 2 prestige at 6, 9×1, 8×1, 7×1, 6×1, 4×1" in told(table)
    short = shown(table.view("Ann"), None, 79, 12)
    assert "blue Papyrus  bonus 2 prestige at 6, 9×1, 8×1, 7×1, 2 more" in short


def test_a_tool_that_others_play_is_told_with_its_title() -> None:
    primary: Decision[Any] = Decision("Bo", "Primary", "VV-4.1", Choices([]))
    assert SHOWN.told(primary, "T-15d", ()) == "T-15d Archive Highlight"
    assert SHOWN.told(primary, "T-15d", ("T-15d",)) == "a card"


STEPS = ["papyrus", "lacuna", "grants", "prestige", "vault"]


@given(st.lists(st.sampled_from(STEPS)), st.booleans())
@settings(max_examples=20, deadline=None)
def test_changes_say_all_that_a_player_gains_and_loses(steps: list[str], back: bool) -> None:
    """A move to the vault is no loss; taken the other way, what was gained is lost."""
    table, times = table_of(), Counter(steps)
    bo = table.players[1]
    bo.ledger["majority"] = len(steps)
    before = table.view("Ann")
    bo.grants += times["grants"]
    bo.prestige += times["prestige"]
    bo.ledger += Counter(papyrus=times["papyrus"], lacuna=times["lacuna"])
    bo.ledger["majority"] -= times["vault"]
    bo.vault["majority"] += times["vault"]
    verb = "loses" if back else "gains"
    found = [*SHOWN.changes(*[before, table.view("Ann")][:: -1 if back else 1])]
    nouns = {"papyrus": ("Papyrus",) * 2, "lacuna": ("lacuna", "lacunas"),
             "prestige": ("prestige",) * 2,
             "grants": ("unused Grant", "unused Grants")}  # fmt: skip
    parts = {f"{times[one]} {noun[times[one] > 1]}" for one, noun in nouns.items() if times[one]}
    assert [one.startswith(f"Bo {verb} ") for one in found] == [True] * bool(parts)
    assert {*re.split(", | and ", "".join(found).removeprefix(f"Bo {verb} "))} == (parts or {""})
