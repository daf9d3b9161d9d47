"""The Tools of rank 9, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

import pytest

from card_data import Game
from card_data.verse_and_variant.model import Data
from scoring.play.moves import Refused
from scoring.verse_and_variant.gains import corrupt
from scoring.verse_and_variant.majority import counts, majority
from scoring.verse_and_variant.pieces import Cube
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import take
from tests.verse_and_variant.tables import (
    GAME,
    TRACKS,
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


def bare(players: int = 3, game: Game[Data] = GAME) -> State:
    """A table whose tracks are empty."""
    table = table_of(players, game)
    for suit in table.tracks:
        stack(table, suit)
    return table


# T-9a


def test_t_9a_puts_up_to_three_tokens_into_the_vault() -> None:
    """T-9a: Features or lacunas; safe from Corruption, not spendable, counted in all scoring."""
    table = table_of()
    own(table, "Ann", papyrus=3, lacuna=2)
    play_instant(table, "Ann", "T-9a", "Ann: papyrus", "lacuna", "papyrus")
    ann = player(table, "Ann")
    assert +ann.vault == {"papyrus": 2, LACUNA: 1}
    assert +ann.ledger == {"papyrus": 1, LACUNA: 1}
    corrupt(table, ann, table.cards["W-blue-6"])
    assert (+ann.vault, +ann.ledger) == ({"papyrus": 2, LACUNA: 1}, {LACUNA: 1})
    assert ann.features() == [], "what lies in the vault pays for nothing"
    assert counts(table, ann, "papyrus") == 2


def test_t_9a_may_stop_and_needs_a_token() -> None:
    """T-9a: "up to"; with an empty ledger nothing is asked."""
    table = table_of()
    own(table, "Ann", papyrus=1, lacuna=2)
    play_instant(table, "Ann", "T-9a", "lacuna", "none")
    assert +player(table, "Ann").vault == {LACUNA: 1}
    table = table_of()
    own(table, "Ann", papyrus=1)
    play_instant(table, "Ann", "T-9a", "papyrus")  # the only one
    assert +player(table, "Ann").vault == {"papyrus": 1}
    table = table_of()
    play_instant(table, "Ann", "T-9a")
    assert +player(table, "Ann").vault == {}


# T-9b


def test_t_9b_lifts_two_tokens_of_a_stack_one_a_space() -> None:
    """T-9b: the second left its stack non-empty, two spaces above are empty: they go there."""
    table = table_of()
    stack(table, "blue", (19, "papyrus papyrus papyrus"))
    play_instant(table, "Ann", "T-9b", "Ann: blue")
    assert lying(table, "blue") == {19: "papyrus", 20: "papyrus", 21: "papyrus"}
    assert table.desk.tokens == []


def test_t_9b_counts_the_space_that_the_first_token_left() -> None:
    """T-9b: the topmost lay alone, the second is of the next stack; they fill what lies above."""
    table = table_of()
    stack(table, "blue", (20, "papyrus"), (19, "papyrus papyrus"))
    play_instant(table, "Ann", "T-9b", "blue")
    assert lying(table, "blue") == {19: "papyrus", 20: "papyrus", 21: "papyrus"}
    assert +player(table, "Ann").ledger == {}


@pytest.mark.parametrize(
    ("spaces", "left"),
    [
        ([(20, "papyrus papyrus papyrus")], {20: "papyrus"}),  # one space above
        ([(21, "papyrus papyrus"), (20, "papyrus")], {20: "papyrus"}),  # leaves none on 21
        ([(11, "papyrus papyrus"), (2, "papyrus")], {2: "papyrus"}),  # leaves none on 11
        ([(11, "papyrus"), (6, "papyrus"), (2, "papyrus")], {2: "papyrus"}),
    ],
)
def test_t_9b_else_lays_both_on_the_desk(
    spaces: list[tuple[int, str]], left: dict[int, str]
) -> None:
    """T-9b: both on the Desk, and nobody has the bonus of a space that they leave (VV-1.7)."""
    table = table_of()
    stack(table, "blue", *spaces)
    play_instant(table, "Ann", "T-9b", "blue")
    assert lying(table, "blue") == left
    assert table.desk.tokens == ["papyrus", "papyrus"]
    assert [(one.eureka, one.prestige) for one in table.players] == [(False, 0)] * 3


def test_t_9b_asks_its_player_in_a_mixed_stack() -> None:
    """T-9b: which Features are topmost, and which of the two lies lower; a lacuna stays."""
    table = table_of()
    stack(table, "blue", (10, "papyrus majority lacuna section"))
    play_instant(table, "Ann", "T-9b", "blue", "Ann: majority", "Ann: section", "Ann: section")
    assert lying(table, "blue") == {10: "lacuna papyrus", 11: "section", 12: "majority"}


def test_t_9b_fills_the_lowest_empty_spaces_above_the_second() -> None:
    """T-9b: a lacuna keeps the first token's space occupied (VV-3.8)."""
    table = table_of()
    stack(table, "blue", (11, "papyrus lacuna"), (10, "papyrus lacuna"))
    play_instant(table, "Ann", "T-9b", "blue")
    assert lying(table, "blue") == {10: "lacuna", 11: "lacuna", 12: "papyrus", 13: "papyrus"}


def test_t_9b_of_a_single_token_lays_that_one_on_the_desk() -> None:
    """T-9b: as much as can be is done; tracks without a Feature are not to choose from."""
    table = bare()
    stack(table, "red", (10, "section lacuna"))
    stack(table, "black", (4, "lacuna"))
    play_instant(table, "Ann", "T-9b")  # one track with a Feature
    assert (lying(table, "red"), table.desk.tokens) == ({10: "lacuna"}, ["section"])
    table = table_of()
    stack(table, "black", (4, "lacuna"))
    with pytest.raises(Refused, match="blue, green, yellow or red"):
        play_instant(table, "Ann", "T-9b", "black")


def test_t_9b_without_any_token_does_nothing() -> None:
    """T-9b: no track has a Feature."""
    table = bare()
    play_instant(table, "Ann", "T-9b")
    assert table.desk.tokens == []


# T-9c


def test_t_9c_counts_a_lacuna_as_a_feature() -> None:
    """T-9c: in majority scoring one lacuna of the ledger counts as one Feature; it stays."""
    table = table_of()
    own(table, "Ann", lacuna=2, section=1)
    own(table, "Bo", section=1)
    in_tableau(table, "Ann", "T-9c")
    run(table, majority(table), "Ann: use T-9c", "Ann: section")
    ann = player(table, "Ann")
    assert (ann.prestige, player(table, "Bo").prestige) == (2, 0)
    assert +ann.ledger == {LACUNA: 2, "section": 1}
    assert ([card.id for card in table.discard], ann.tableau) == (["T-9c"], [])
    assert table.session.used_lacunas == {0: 1}


def test_t_9c_needs_a_lacuna_in_the_ledger_that_no_tool_uses() -> None:
    """T-9c: not one of the vault, nor one that T-11c counts already."""
    table = table_of()
    in_tableau(table, "Ann", "T-9c")
    own(table, "Ann", lacuna=1)
    ann = player(table, "Ann")
    table.session.used_lacunas[ann.seat] = 1
    assert not offered(table, Moment.BEFORE_COUNTING)
    table.session.used_lacunas.clear()
    ann.vault[LACUNA] = ann.ledger.pop(LACUNA)
    assert not offered(table, Moment.BEFORE_COUNTING)
    own(table, "Ann", lacuna=1)
    assert not offered(table, Moment.BEFORE_COUNTING, "keep T-9c")
    assert counts(table, ann, "papyrus") == 0


# T-9d


def test_t_9d_allows_a_further_grant_in_this_window() -> None:
    """T-9d: two institution grants; used during a Take it lies on the new Desk (VV-4.4)."""
    table = table_of()
    on_desk(table, "T-2c")
    own(table, "Ann", papyrus=2, majority=2, section=2)
    in_tableau(table, "Ann", "T-9d")
    ann = player(table, "Ann")
    ann.grants = 2
    run(table, take(table, ann), "Ann: use T-9d", "grant papyrus", "grant section")
    assert table.placed(ann) == [("papyrus", 0), ("section", 0)]
    assert (ann.cubes, ann.grants) == (3, 4), "each first slot refreshed one"
    assert +ann.ledger == {"majority": 2}
    assert [card.id for card in table.desk.cards] == ["T-9d"]
    assert [card.id for card in table.discard] == ["T-2c"]
    own(table, "Ann", papyrus=2)
    run(table, take(table, ann), "grant majority")  # the next window has one again
    assert +ann.ledger == {"papyrus": 2}


def test_t_9d_is_a_may() -> None:
    """T-9d: kept, there is one grant; used, the further one may still be left out."""
    table = table_of()
    own(table, "Ann", papyrus=2, majority=2)
    in_tableau(table, "Ann", "T-9d")
    ann = player(table, "Ann")
    run(table, take(table, ann), "keep T-9d", "grant papyrus")
    assert (+ann.ledger, [card.id for card in ann.tableau]) == ({"majority": 2}, ["T-9d"])
    run(table, take(table, ann), "use T-9d", "grant majority")
    assert len(table.placed(ann)) == 2
    assert table.claim is None


def test_t_9d_needs_two_cubes_and_two_slots() -> None:
    """T-9d: a further grant takes a second unused cube and a second empty slot (VV-5.4)."""
    table = table_of()
    in_tableau(table, "Ann", "T-9d")
    ann = player(table, "Ann")
    table.boards["papyrus"] = [Cube(0), Cube(0), Cube(0)]
    table.boards["majority"] = [Cube(0), None, None]
    ann.cubes = 1
    run(table, take(table, ann))
    assert [card.id for card in ann.tableau] == ["T-9d"]
    full = table_of(5)
    in_tableau(full, "Ed", "T-9d")
    for slot in range(14):
        full.boards[list(full.boards)[slot // 3]][slot % 3] = Cube(slot // 4)
        full.players[slot // 4].cubes -= 1
    run(full, take(full, player(full, "Ed")))
    assert [card.id for card in player(full, "Ed").tableau] == ["T-9d"]


# T-9e


def test_t_9e_deals_the_topmost_features_to_the_others() -> None:
    """T-9e: a Grant for you; each track's topmost Feature for the others in turn from your left."""
    table = bare()
    stack(table, "blue", (11, "papyrus"), (3, "papyrus"))
    stack(table, "green", (16, "majority"), (3, "majority"))
    stack(table, "red", (6, "section"))
    stack(table, "black", (1, "ubs_a ubs_a"))
    bo = player(table, "Bo")
    bo.grants = 3
    play_instant(table, "Bo", "T-9e", "Bo: red", "Bo: blue", "Bo: yellow", "Bo: green")
    cy, ann = player(table, "Cy"), player(table, "Ann")
    assert (bo.grants, +bo.ledger) == (4, {})
    assert +cy.ledger == {"section": 1, LACUNA: 1, "ubs_a": 1}, "yellow has none: a lacuna"
    assert +ann.ledger == {"papyrus": 1, "majority": 1, LACUNA: 1}
    assert (cy.prestige, ann.eureka, bo.eureka) == (2, True, False), "the bonuses are theirs"
    assert lying(table, "blue") == {3: "papyrus"}
    assert lying(table, "black") == {1: "ubs_a"}


def test_t_9e_chooses_in_a_mixed_stack() -> None:
    """T-9e: dealt by you, so it is you who choose among the topmost Features (VV-3.8)."""
    table = bare(5)
    stack(table, "blue", (11, "papyrus section"))
    play_instant(table, "Ann", "T-9e", "blue", "Ann: section", "green", "yellow", "red")
    assert lying(table, "blue") == {11: "papyrus"}
    assert +player(table, "Bo").ledger == {"section": 1, LACUNA: 1}, "the fifth is Bo's again"
    assert [+one.ledger for one in table.players[2:]] == [{LACUNA: 1}] * 3


def test_t_9e_lacunas_are_gained_by_who_receives_them() -> None:
    """T-9e: T-3d of the receiver hears of a lacuna dealt, and its choice is theirs."""
    table = bare()
    stack(table, "blue", (12, "papyrus"), (10, "papyrus"))
    player(table, "Bo").running.append("T-3d")
    play_instant(
        table, "Ann", "T-9e", "Ann: yellow", "Bo: papyrus", "Ann: red", "Ann: blue",
        "Ann: green", "Bo: section",
    )  # fmt: skip
    assert lying(table, "blue") == {12: "lacuna"}, "the topmost Feature, once Bo had the first"
    assert +player(table, "Bo").ledger == {"papyrus": 2, "section": 1}
    assert +player(table, "Cy").ledger == {LACUNA: 2}


def test_t_9e_without_a_spent_grant_or_a_lacuna() -> None:
    """T-9e: as much as can be is done: no Grant to refresh, no lacuna to deal (VV-3.4)."""
    table = bare(game=TRACKS)
    own(table, "Cy", lacuna=75)
    stack(table, "blue", (12, "papyrus"))
    stack(table, "red", (12, "section"))
    play_instant(table, "Ann", "T-9e", "red")
    assert player(table, "Ann").grants == 5
    assert +player(table, "Bo").ledger == {"section": 1}
    assert +player(table, "Cy").ledger == {"papyrus": 1, LACUNA: 75}
