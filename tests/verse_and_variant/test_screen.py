"""Verse & Variant on a screen: what is shown of the table, and how moves are chosen there."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.play.decisions import TABLE, Decision
from scoring.play.moves import Choices
from scoring.verse_and_variant.grid import Grid
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.table_view import GameTable
from scoring.verse_and_variant.words import Exchanges, HaulOrder
from tests.scoring.menus import asked, keys_a_move, reached, shown, text
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

SIZES = ((80, 11), (80, 13), (118, 26))
SHOWN = GameTable(GAME)


@pytest.mark.parametrize(
    ("players", "seed"),
    sweep([(number, seed) for number in (3, 4, 5) for seed in (1, 2)], [(3, 1)]),
)
def test_a_table_fits_and_shows_what_matters(players: int, seed: int) -> None:
    for play in asked(GAME, players, seed, 350):
        decision = play.decision
        assert decision is not None
        view = play.view(play.players[0] if decision.who == TABLE else decision.who)
        width, height = SIZES[len(play.moves) % len(SIZES)]
        lines = shown(SHOWN, view, decision, width, height)
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
    assert shown(SHOWN, view, None, 80, 11), "where nobody is asked, too"


def test_names_however_long_leave_room() -> None:
    table = table_of(5)
    for number, one in enumerate(table.players):
        one.name = f"{number} Bartholomew the Unabridged of Oxyrhynchus"
    for width, height in SIZES:
        assert shown(SHOWN, table.view(table.players[0].name), None, width, height)


def test_the_stacks_near_the_top_and_the_bonus_ahead_are_shown() -> None:
    """VV-1.7, VV-3.8: each stack with its space and its tokens, those of other Features named."""
    table = table_of()
    stack(table, "blue", (19, "papyrus section"), (17, "papyrus papyrus"), (16, "majority"),
          (3, "papyrus"))  # fmt: skip
    stack(table, "green")
    lines = shown(SHOWN, table.view("Ann"), None, 118, 26)
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
    "locked": "the Spotlight stays (T-14c)",
    "next_spotlight": "Next Spotlight red",
    "last_word": "Bo leads next (T-4e)",
    "closed": "no cubes at green's institution (T-11e)",
    "running": "T-3d Glossator's Note runs for Bo",
    "shown": "Cy showed blue 9 (T-1c)",
}


def have(table: State, effect: str) -> None:
    """Let an effect last."""
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
def test_what_tools_have_changed_stands_on_the_table(effect: str) -> None:
    table = table_of()
    have(table, effect)
    view = table.view("Ann")
    drawn = [text(line) for lines in SHOWN.drawing(view) for line in lines]
    for lines in (shown(SHOWN, view, None, 80, 11), drawn):
        (line,) = [line for line in lines if line.startswith("Lasting  ")]
        assert line.strip() == f"Lasting  {LASTING[effect]}"
    assert not any(line.startswith("Lasting") for line in shown(
        SHOWN, table_of().view("Ann"), None, 80, 11))  # fmt: skip


def test_all_effects_at_once_are_shown_or_said_to_be_more() -> None:
    table = table_of()
    for effect in LASTING:
        have(table, effect)
    hold(table, "Ann", *[f"W-blue-{rank}" for rank in range(1, 10)])
    said = " ".join(" ".join(shown(SHOWN, table.view("Ann"), None, 80, 11)).split())
    assert all(words in said for words in LASTING.values())
    lines = shown(SHOWN, table.view("Ann"), None, 80, 5)
    assert lines[1].startswith("Lasting  ")
    assert lines[1].endswith("…")


def test_a_tool_that_may_act_is_shown_with_its_text() -> None:
    decision: Decision[Any] = Decision("Ann", "T-8d Seize the Quill", "VV-4.4", Choices([]))
    said = " ".join(shown(SHOWN, table_of().view("Ann"), decision, 80, 11))
    assert "T-8d  Delayed, after the bout resolves: You lead the next bout" in said


def test_who_acts_next_in_the_window_is_seen() -> None:
    """VV-5.1."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-1"), ("Bo", "W-blue-3"))
    table.bout.finish = [1, 0, 2]
    assert "In order  Bo, Ann, Cy" in shown(SHOWN, table.view("Cy"), None, 80, 11)


def test_a_full_desk_is_told_by_what_it_yields() -> None:
    table = table_of()
    suits = [suit.id for suit in GAME.data.suits]
    on_desk(table, *[f"W-{suit}-{rank}" for suit in suits for rank in range(1, 10)], lacuna=2)
    window: Decision[Any] = Decision("Ann", "window", "VV-5.1", Choices([("pass", 1)]))
    said = " ".join(" ".join(shown(SHOWN, table.view("Ann"), window, 80, 11)).split())
    assert "Desk in all 15 lacuna, 11 papyrus, 11 majority" in said
    assert "blue 1 2 3 4 5 6 7 8 9," in said
    assert "black 1 2 3 4 5 6 7 8 9, 2 lacuna" in said


# Choosing


def primary(*hand: str, eureka: bool = False) -> Decision[Any]:
    moves = [*hand, *[f"{card} with Eureka" for card in hand if eureka]]
    return Decision("Ann", "Primary", "VV-4.1", Choices([(move, move) for move in moves]))


def labels(decision: Decision[Any], *chosen: str, on: bool = False) -> list[str]:
    view = table_of().view("Ann")
    return [entry.label for entry in SHOWN.menu(decision, view, chosen, on=on).entries]


def test_few_cards_are_listed_many_by_their_suit() -> None:
    hand = ["W-blue-3", "W-blue-9", "W-green-2", "T-5c"]
    assert labels(primary(*hand)) == ["blue 3", "blue 9", "green 2", "T-5c"]
    many = primary(*hand, *[f"W-red-{rank}" for rank in range(1, 6)], "T-6d")
    assert labels(many) == ["blue", "green 2", "red", "Tools"]
    assert labels(many, "blue") == ["3", "9"], "so that a rank is a key"
    assert labels(many, "Tools") == ["T-5c", "T-6d"]
    entries = SHOWN.menu(many, table_of().view("Ann"), ("Tools",)).entries
    assert entries[0].words == "T-5c"
    assert entries[0].caption == "Footnote Feint, delayed"


def test_eureka_is_a_switch() -> None:
    """VV-4.1."""
    view, hand = table_of().view("Ann"), ["W-blue-3", "T-5c"]
    assert SHOWN.menu(primary(*hand), view).switch == ""
    decision = primary(*hand, eureka=True)
    assert SHOWN.menu(decision, view).switch == "with Eureka"
    on = SHOWN.menu(decision, view, on=True)
    assert [entry.words for entry in on.entries] == ["W-blue-3 with Eureka", "T-5c with Eureka"]
    assert [entry.label for entry in on.entries] == ["blue 3", "T-5c"]


def test_an_exchange_is_a_card_and_then_for_which_tool() -> None:
    """VV-5.3."""
    table = table_of()
    hand, tools = tuple(cards(table, "W-blue-3", "T-2c")), tuple(cards(table, "T-3a", "T-1b"))
    options = Exchanges(hand, tools, table.words, table.cards)
    decision = Decision("Ann", "lacuna exchange", "VV-5.3", options)
    laid = ["blue 3 (1 majority)", "T-2c Catalog Concordance", "no exchange"]
    assert labels(decision) == laid
    taken = SHOWN.menu(decision, table.view("Ann"), laid[:1]).entries
    assert [(entry.label, entry.words) for entry in taken] == [
        ("for T-1b Ink Eraser", "W-blue-3 for T-1b"),
        ("for T-3a Desalination Bath", "W-blue-3 for T-3a"),
    ]
    assert {*reached(SHOWN, decision, table.view("Ann"))} == {*options}


def test_a_haul_is_ordered_by_which_are_first_and_the_rest_as_they_lie() -> None:
    """VV-5.2."""
    options = HaulOrder(("W-blue-9", "W-black-6", "W-red-1"))
    decision = Decision("Ann", "order of the Witnesses", "VV-5.2", options)
    view = table_of().view("Ann")
    assert labels(decision) == ["as they lie", "blue 9", "black 6", "red 1"]
    then = SHOWN.menu(decision, view, ("black 6",)).entries
    assert [(entry.label, entry.words) for entry in then] == [
        ("the rest as they lie", "W-black-6 W-blue-9 W-red-1"),
        ("blue 9", "W-black-6 W-blue-9 W-red-1"),
        ("red 1", "W-black-6 W-red-1 W-blue-9"),
    ]
    assert {*reached(SHOWN, decision, view)} == {*options}


def test_a_large_haul_is_ordered_by_suit_first() -> None:
    haul = [f"W-{suit}-{rank}" for suit in ("blue", "red") for rank in range(1, 6)]
    decision = Decision("Ann", "order of the Witnesses", "VV-5.2", HaulOrder((*haul, "W-black-6")))
    assert labels(decision) == ["as they lie", "blue", "red", "black"]
    assert labels(decision, "black") == ["black 6"]
    first = SHOWN.menu(decision, table_of().view("Ann"), ("black", "black 6")).entries[0]
    assert first.label == "the rest as they lie"
    assert first.words == " ".join(["W-black-6", *haul])
    assert labels(decision, "black", "black 6", "red", "red 2")[1:] == ["blue", "red"]
    last = labels(decision, "black", "black 6", "red", "red 2", "red", "red 5")
    assert last[1:4] == ["blue 1", "blue 2", "blue 3"], "of so few each"


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (5, 3)])
def test_every_open_move_can_be_chosen(players: int, seed: int) -> None:
    for play in asked(GAME, players, seed):
        decision = play.decision
        assert decision is not None
        if isinstance(decision.options, Choices):
            view = play.view(decision.who)
            found = [word for on in (False, True) for word in reached(SHOWN, decision, view, on=on)]
            assert sorted(found) == sorted(decision.options)


def test_a_move_takes_fewer_keys_than_at_the_prompt() -> None:
    screen, prompt = keys_a_move(GAME, 4, 5, 400)
    assert screen < 2 < prompt


def test_the_boards_take_fewer_lines_where_there_is_less_room() -> None:
    table = table_of(5)
    own(table, "Ann", papyrus=2, lacuna=1)
    forms = Grid(GAME.data, table.view("Ann"), 80).forms()
    heights = [len(form) for form in forms]
    assert heights == sorted(heights, reverse=True)
    assert (heights[0], heights[-1]) == (13, 1)
    few = " ".join(map(text, forms[-3]))
    assert "You hold  2 papyrus" in few
    assert "Ann 0/1/3/4 L" in few
