"""The Tools of rank 1, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

import pytest

from scoring.verse_and_variant.bout import primaries
from scoring.verse_and_variant.state import Moment
from scoring.verse_and_variant.tracks import LACUNA
from tests.verse_and_variant.tables import (
    bout_of,
    hold,
    in_tableau,
    lying,
    offered,
    on_desk,
    own,
    play_instant,
    player,
    stack,
    table_of,
)


def test_t_1a_trades_a_token_for_a_witness_of_the_desk() -> None:
    """T-1a: one Feature or lacuna to the Desk; a Witness of the Desk is tokenised."""
    table = table_of()
    own(table, "Ann", lacuna=1, papyrus=1)
    on_desk(table, "W-blue-2", "W-green-5", "T-3a")
    play_instant(table, "Ann", "T-1a", "use T-1a", "Ann: lacuna", "Ann: W-green-5")
    ann = player(table, "Ann")
    assert +ann.ledger == {"papyrus": 1, "majority": 1}
    assert table.desk.tokens == [LACUNA]
    assert [card.id for card in table.desk.cards] == ["W-blue-2", "T-3a"]
    assert [card.id for card in table.discard] == ["W-green-5"]
    assert table.tracks["green"].spaces[21] == []  # the one token of three players' space 21


def test_t_1a_tokenises_corruption_too() -> None:
    """T-1a: tokenise is step 4 of VV-5.2, so a Corruption card costs two Features of its colour."""
    table = table_of()
    own(table, "Ann", majority=3)
    on_desk(table, "W-green-6")
    play_instant(table, "Ann", "T-1a", "use T-1a")  # one token, one Witness: nothing to choose
    assert +player(table, "Ann").ledger == {}
    assert table.desk.tokens == ["majority"]


def test_t_1a_kept_acts_at_any_time_and_then_lies_on_the_desk() -> None:
    """T-1a: instant or anytime (VV-4.4); used from the tableau it goes to the Desk."""
    table = table_of()
    own(table, "Ann", papyrus=2)
    on_desk(table, "W-blue-2")
    play_instant(table, "Ann", "T-1a", "keep T-1a")
    assert [card.id for card in player(table, "Ann").tableau] == ["T-1a"]
    assert offered(table, Moment.ANY_TIME, "Ann: use T-1a")
    assert [card.id for card in table.desk.cards] == ["T-1a"]
    assert player(table, "Ann").tableau == []


@pytest.mark.clause("VV-9.1")
def test_t_1a_needs_a_token_and_a_witness() -> None:
    """T-1a: the price cannot be paid, or there is nothing for it: it is kept, and not offered."""
    table = table_of()
    on_desk(table, "W-blue-2")
    play_instant(table, "Ann", "T-1a")  # no token
    own(table, "Ann", papyrus=1)
    table.desk.cards.clear()
    assert not offered(table, Moment.ANY_TIME)  # no Witness
    assert +player(table, "Ann").ledger == {"papyrus": 1}


def test_t_1b_removes_a_card_for_the_session_or_a_marker_for_good() -> None:
    """T-1b: one Corruption card or marker of the Desk, without damage."""
    table = table_of()
    own(table, "Ann", papyrus=2)
    on_desk(table, "W-blue-6", "W-blue-2")
    table.desk.markers = ["red"]
    play_instant(table, "Ann", "T-1b", "W-blue-6")
    assert [card.id for card in table.removed] == ["W-blue-6"]
    assert (table.desk.markers, len(table.desk.cards)) == (["red"], 1)
    assert +player(table, "Ann").ledger == {"papyrus": 2}
    table = table_of()
    table.desk.markers = ["red"]
    play_instant(table, "Ann", "T-1b")  # one choice only: nothing is asked
    assert (table.desk.markers, table.removed) == ([], [])


@pytest.mark.clause("VV-9.1")
def test_t_1b_without_corruption_does_nothing() -> None:
    """T-1b: no Corruption lies on the Desk."""
    table = table_of()
    on_desk(table, "W-blue-2")
    play_instant(table, "Ann", "T-1b")
    assert (len(table.desk.cards), table.removed) == (1, [])


def test_t_1c_raises_the_colours_shown_and_lowers_the_others() -> None:
    """T-1c: each player with a Witness shows one, all at once; shown +1, the others -1."""
    table = table_of()
    for suit, feature in (
        ("blue", "papyrus"), ("green", "majority"), ("yellow", "sinaiticus"),
        ("red", "section"), ("black", "ubs_a"),
    ):  # fmt: skip
        stack(table, suit, (10, f"{feature} {feature}"), (8, feature))  # type: ignore[arg-type]
    hold(table, "Ann", "W-blue-1", "T-2a")
    hold(table, "Bo", "W-blue-2", "W-red-2")
    hold(table, "Cy", "T-2b")  # no Witness: shows nothing
    play_instant(table, "Ann", "T-1c", {"Ann": "W-blue-1", "Bo": "W-red-2"})
    assert lying(table, "blue") == {11: "papyrus", 10: "papyrus", 8: "papyrus"}
    assert lying(table, "red") == {11: "section", 10: "section", 8: "section"}
    assert lying(table, "green") == {8: "majority majority majority"}
    assert len(player(table, "Bo").hand) == 2, "what is shown stays in hand"


def test_t_1c_without_any_witness_lowers_all() -> None:
    """T-1c: no colour is shown; alone on its track a stack stays (VV-3.5)."""
    table = table_of()
    stack(table, "blue", (5, "papyrus"))
    hold(table, "Ann", "T-2a")
    play_instant(table, "Ann", "T-1c")
    assert lying(table, "blue") == {5: "papyrus"}
    assert table.tracks["green"].demand == 20


def test_t_1d_turns_lacunas_into_features_and_raises_their_demand() -> None:
    """T-1d: up to two lacunas, each a Feature of the supply, then Demand +1 of it."""
    table = table_of()
    own(table, "Ann", lacuna=3)
    stack(table, "blue", (10, "papyrus papyrus"))
    play_instant(table, "Ann", "T-1d", "papyrus", "papyrus")
    assert +player(table, "Ann").ledger == {"papyrus": 2, LACUNA: 1}
    assert lying(table, "blue") == {10: "papyrus", 11: "papyrus", 12: "papyrus"}


def test_t_1d_may_stop_and_needs_a_lacuna() -> None:
    """T-1d: "up to"; without a lacuna nothing happens."""
    table = table_of()
    own(table, "Ann", lacuna=2)
    play_instant(table, "Ann", "T-1d", "none")
    assert +player(table, "Ann").ledger == {LACUNA: 2}
    table = table_of()
    play_instant(table, "Ann", "T-1d")
    assert +player(table, "Ann").ledger == {}


@pytest.mark.parametrize("answer", ["use T-1e", "keep T-1e"])
def test_t_1e_frees_the_primary_of_the_duty_to_follow(answer: str) -> None:
    """T-1e: offered before a Primary that must follow; used it stays in the tableau."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-3"))
    hold(table, "Bo", "W-blue-1", "W-red-9", "T-5a")
    in_tableau(table, "Bo", "T-1e")
    bo = player(table, "Bo")
    assert list(primaries(table, bo)) == ["W-blue-1"]
    assert offered(table, Moment.BEFORE_PRIMARY, f"Bo: {answer}") is (answer == "use T-1e")
    if answer == "use T-1e":
        assert set(primaries(table, bo)) == {"W-blue-1", "W-red-9", "T-5a"}
        assert (bo.spent, [card.id for card in bo.tableau]) == (["T-1e"], ["T-1e"])
        assert not offered(table, Moment.BEFORE_PRIMARY), "it acts once"
    else:
        assert list(primaries(table, bo)) == ["W-blue-1"]


def test_t_1e_is_not_offered_where_no_duty_binds() -> None:
    """T-1e: no lead yet, or no card of the lead colour, or nothing else to play (VV-4.4)."""
    table = table_of()
    in_tableau(table, "Bo", "T-1e")
    hold(table, "Bo", "W-red-9", "W-blue-1")
    assert not offered(table, Moment.BEFORE_PRIMARY)
    bout_of(table, ("Ann", "W-green-3"))
    assert not offered(table, Moment.BEFORE_PRIMARY)
    bout_of(table, ("Ann", "W-blue-3"))
    player(table, "Bo").hand.pop(0)
    assert not offered(table, Moment.BEFORE_PRIMARY)
