"""Winston's Archive played by its clauses: what moves lead to, who sees it, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.play.play import Play
from scoring.winstons_archive.state import State, View
from tests import transcripts
from tests.scoring.tools import house
from tests.winstons_archive.tables import GAME, sit, table_of


def begin(
    top: str, players: int = 2, deck: str | None = None, give: dict[str, str] | None = None,
    **more: Any,
) -> Play:  # fmt: skip
    """A game whose first cards are those on ``top``, or with no others in the ``deck``; some are
    given to players besides."""
    play = sit(top, players, house(GAME, **more["house"]) if more else GAME)
    state = table_of(play)
    if deck is not None:
        state.deck[:] = deck.split()
    for player in state.players:
        state.take(player, (give or {}).get(player.name, "").split())
    return play


def told(state: State) -> str:
    stacks = [" ".join(stack.cards) or "none" for stack in state.stacks]
    cards = [f"{one.name} {' '.join(one.cards) or 'none'} {one.locked}" for one in state.players]
    return f"deck {len(state.deck)}; stacks {', '.join(stacks)}; {'; '.join(cards)}"


def seen(view: View) -> str:
    stacks = [f"{stack.size} {' '.join(stack.cards)}".strip() for stack in view.stacks]
    others = [f"{name} {one.size} {one.up} {one.locked}" for name, one in view.others.items()]
    return f"stacks {', '.join(stacks)}; own {' '.join(view.cards) or 'none'}; {', '.join(others)}"


@pytest.mark.clause(
    "WA-2.1", "WA-2.2", "WA-3.1", "WA-3.2", "WA-3.3", "WA-3.4", "WA-3.5", "WA-3.6", "WA-4.1",
    "WA-4.2", "WA-4.3",
)  # fmt: skip
def test_each_move_leads_to_what_the_clauses_say() -> None:
    transcripts.check("winston_games", begin, told, seen)
