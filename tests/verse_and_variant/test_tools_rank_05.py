"""The Tools of rank 5, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

from typing import Any

import pytest

from card_data.verse_and_variant.model import Feature
from scoring.play.decisions import Decision
from scoring.play.moves import Choices, Refused
from scoring.verse_and_variant import bout
from scoring.verse_and_variant.engine import final, reset
from scoring.verse_and_variant.majority import session_end
from scoring.verse_and_variant.pieces import Primary
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from tests.verse_and_variant.tables import (
    FEATURES,
    LACUNAE,
    TRACKS,
    bout_of,
    cards,
    hold,
    in_tableau,
    lying,
    offered,
    on_desk,
    own,
    play_instant,
    player,
    run,
    stack,
    table_of,
)


def test_t_5a_swaps_two_stacks_of_different_tracks() -> None:
    """T-5a: any two stacks, not only the topmost; nothing leaves for a ledger, so no bonus."""
    table = table_of()
    stack(table, "blue", (21, "papyrus papyrus"), (6, "papyrus majority"))
    stack(table, "red", (7, "section"))
    play_instant(table, "Ann", "T-5a", "blue 6", "red 7")
    assert lying(table, "blue") == {21: "papyrus papyrus", 6: "section"}
    assert lying(table, "red") == {7: "majority papyrus"}
    ann = player(table, "Ann")
    assert (+ann.ledger, ann.prestige) == ({}, 0)


def test_t_5a_needs_two_tracks() -> None:
    """T-5a: not two stacks of one track; with one track occupied nothing happens."""
    table = table_of()
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-5a", "blue 21", "blue 20")
    table = table_of()
    for suit in table.tracks:
        stack(table, suit)
    stack(table, "blue", (21, "papyrus"), (3, "papyrus papyrus"))
    play_instant(table, "Ann", "T-5a")
    assert lying(table, "blue") == {21: "papyrus", 3: "papyrus papyrus"}


def test_t_5b_puts_a_lacuna_on_the_desk_and_takes_a_feature() -> None:
    """T-5b: the Feature comes off its track, with the bonus of the space that it empties."""
    table = table_of()
    stack(table, "blue", (16, "papyrus"), (3, "papyrus"))
    play_instant(table, "Ann", "T-5b", "papyrus")
    assert table.desk.tokens == [LACUNA]
    assert lying(table, "blue") == {3: "papyrus"}
    assert +player(table, "Ann").ledger == {"papyrus": 1, LACUNA: 1}  # the lacuna: VV-1.7
    assert table.supply[LACUNA] == LACUNAE - 2


def test_t_5b_gives_the_feature_without_a_lacuna_in_the_supply() -> None:
    """T-5b: as much as can be done; a Feature that nobody can have is not offered."""
    table = table_of(game=TRACKS)
    own(table, "Bo", lacuna=LACUNAE, papyrus=55)
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-5b", "papyrus")
    bout_of(table)
    play_instant(table, "Ann", "T-5b", "section")
    assert table.desk.tokens == []
    assert +player(table, "Ann").ledger == {"section": 1}


def counted(table: State, feature: Feature) -> int | None:
    """How many of a Feature count for Ann in final scoring."""
    held = table.holdings(player(table, "Ann")).features
    assert held is not None
    return held[feature]


def test_t_5c_counts_one_more_and_stays_for_final_scoring() -> None:
    """T-5c: a Feature in this majority scoring; in final scoring one chosen anew."""
    table = table_of()
    own(table, "Bo", papyrus=1)
    own(table, "Ann", papyrus=1)
    in_tableau(table, "Ann", "T-5c")
    run(table, session_end(table, exhausted=False), "Ann: use T-5c", "Ann: papyrus")
    ann = player(table, "Ann")
    assert (ann.prestige, player(table, "Bo").prestige) == (2, 0)  # else they would share
    assert +ann.ledger == {"papyrus": 1}
    assert [card.id for card in ann.tableau] == ["T-5c"]
    run(table, final(table), "Ann: section")
    assert (counted(table, "papyrus"), counted(table, "section")) == (1, 1)
    assert +ann.ledger == {"papyrus": 1}


def test_t_5c_adds_nothing_later_if_another_session_follows() -> None:
    """T-5c: the second choice is for the last session only; its card is dealt anew (VV-6.6)."""
    table = table_of()
    in_tableau(table, "Ann", "T-5c")
    run(table, session_end(table, exhausted=False), "use T-5c", "papyrus")
    assert table.added == {}
    reset(table)
    run(table, final(table))
    assert (table.added, player(table, "Ann").tableau) == ({}, [])


def test_t_5c_is_not_for_the_hand_nor_for_who_declines() -> None:
    """T-5c: optional (VV-4.4); unused it is discarded, and final scoring knows it no more."""
    table = table_of()
    hold(table, "Bo", "T-5c")
    run(table, session_end(table, exhausted=False))  # in a hand it is discarded
    table = table_of()
    in_tableau(table, "Ann", "T-5c")
    run(table, session_end(table, exhausted=False), "keep T-5c")
    assert [card.id for card in table.discard] == ["T-5c"]
    run(table, final(table))
    assert (table.added, player(table, "Ann").prestige) == ({}, 0)


def ledger_table(*aside: str) -> State:
    """A table on which Ann can play T-5d, and these Tools are set aside."""
    table = table_of()
    own(table, "Ann", lacuna=1)
    hold(table, "Ann", "W-blue-1", "W-red-2")
    table.deck = cards(table, "T-5d", "W-blue-1", "W-red-2")
    table.aside = cards(table, *aside)
    return table


def test_t_5d_takes_a_tool_that_was_set_aside() -> None:
    """T-5d: a lacuna for a Tool of rank 5 or less; a hand card to the Desk; the Tools change."""
    table = ledger_table("T-1a", "T-5a", "T-6a", "T-14c")
    play_instant(table, "Ann", "T-5d", "Ann: T-5a", "Ann: W-red-2")
    ann = player(table, "Ann")
    assert +ann.ledger == {}
    assert table.supply[LACUNA] == LACUNAE
    assert [card.id for card in ann.hand] == ["W-blue-1", "T-5a"]
    assert [card.id for card in table.desk.cards] == ["W-red-2"]
    assert {card.id for card in table.deck} == {"T-5a", "W-blue-1", "W-red-2"}
    assert "T-5a" not in {card.id for card in table.aside}
    bout.clear(table)
    lying_there = table.desk.cards + table.discard + table.removed
    assert [card.id for card in lying_there] == ["W-red-2"], "T-5d has left the game"
    assert [one.rank for one in bout.ranking(table)] == [5], "it ranks all the same"


def words_of(decision: Decision[Any]) -> list[str]:
    """The moves of a decision."""
    assert isinstance(decision.options, Choices)
    return list(decision.options)


def test_t_5d_shows_the_search_to_its_player_only() -> None:
    """T-5d: "you alone see the search": the others see a larger hand, no name."""
    table = ledger_table("T-1a", "T-5a", "T-6a")
    (card,) = cards(table, "T-5d")
    table.bout.primaries.append(Primary(0, card, card.rank, None))
    script = table.tools["T-5d"].run(table, player(table, "Ann"), card)
    search = next(script)
    assert isinstance(search, Decision)
    assert (search.who, set(words_of(search))) == ("Ann", {"T-1a", "T-5a"})
    laid = script.send(search.options.parse("T-1a")[1])
    assert isinstance(laid, Decision)
    assert (laid.who, set(words_of(laid))) == ("Ann", {"W-blue-1", "W-red-2", "T-1a"})
    for name in ("Bo", "Cy"):
        shown = repr(table.view(name))
        assert "T-1a" not in shown
        assert "T-5a" not in shown
    assert table.view("Bo").players[2].hand == 3


def test_t_5d_may_lay_down_the_tool_just_taken() -> None:
    """T-5d: it is a hand card by then; of an empty hand it is the only one."""
    table = ledger_table("T-1a")
    player(table, "Ann").hand.clear()
    play_instant(table, "Ann", "T-5d")
    assert [card.id for card in table.desk.cards] == ["T-1a"]
    assert player(table, "Ann").hand == []


@pytest.mark.parametrize("lacking", ["lacuna", "tool"])
def test_t_5d_without_a_lacuna_goes_to_the_desk(lacking: str) -> None:
    """T-5d: the price cannot be paid, or would gain nothing: nothing, and it joins the Desk."""
    table = ledger_table("T-1a" if lacking == "lacuna" else "T-6a")
    ann = player(table, "Ann")
    if lacking == "lacuna":
        table.pay(ann, LACUNA)
        ann.vault[LACUNA] += 1  # the vault pays nothing
        table.supply[LACUNA] -= 1
    play_instant(table, "Ann", "T-5d")
    assert len(ann.hand) == 2
    assert ann.owned(LACUNA) == 1
    bout.clear(table)
    assert [card.id for card in table.desk.cards] == ["T-5d"]
    assert "T-5d" in {card.id for card in table.deck}


def test_t_5e_counts_one_more_in_this_scoring() -> None:
    """T-5e: +1 token of one Feature in majority scoring; the Tool is discarded (VV-4.4)."""
    table = table_of()
    own(table, "Bo", section=1)
    own(table, "Ann", section=1)
    in_tableau(table, "Ann", "T-5e")
    run(table, session_end(table, exhausted=False), "Ann: use T-5e", "Ann: section")
    ann = player(table, "Ann")
    assert (ann.prestige, player(table, "Bo").prestige) == (2, 0)
    assert +ann.ledger == {"section": 1}
    assert (ann.tableau, [card.id for card in table.discard]) == ([], ["T-5e"])
    run(table, final(table))
    assert counted(table, "section") == 1


def test_t_5e_adds_to_what_t_5c_counts() -> None:
    """T-5e: with T-5c on the same Feature two tokens more."""
    table = table_of()
    own(table, "Bo", section=1)
    in_tableau(table, "Ann", "T-5e", "T-5c")
    answers = ("use T-5c", "section", "use T-5e", "section")
    run(table, session_end(table, exhausted=False), *answers)
    assert (player(table, "Ann").prestige, player(table, "Bo").prestige) == (2, 0)


def test_t_5e_waits_for_majority_scoring_and_may_be_kept() -> None:
    """T-5e: offered before counting only; unused it is discarded without effect."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-3"))
    on_desk(table, "W-blue-2")
    in_tableau(table, "Ann", "T-5e")
    for moment in Moment:
        if moment != Moment.BEFORE_COUNTING:
            assert not offered(table, moment)
    run(table, session_end(table, exhausted=True), "keep T-5e")
    assert [player(table, "Ann").owned(feature) for feature in FEATURES] == [0] * 5
    assert (player(table, "Ann").prestige, player(table, "Ann").tableau) == (0, [])
