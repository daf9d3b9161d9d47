"""The Tools of rank 10, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

import pytest

from scoring.play.moves import Refused
from scoring.verse_and_variant.bout import begin, play_primary, ranking, resolve
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import closes
from tests.verse_and_variant.tables import (
    bout_of,
    hold,
    in_tableau,
    offered,
    on_desk,
    own,
    play_instant,
    player,
    run,
    table_of,
)


def on_the_desk(table: State) -> list[str]:
    return [card.id for card in table.desk.cards]


def with_eureka(table: State) -> list[str]:
    """Who holds a disc."""
    return [one.name for one in table.players if one.eureka]


# T-10a


@pytest.mark.parametrize("answer", ["use T-10a", "keep T-10a"])
def test_t_10a_lets_the_disc_stay(answer: str) -> None:
    """T-10a: as Eureka is spent for +2: +2 as usual, and the disc stays."""
    table = table_of()
    bout_of(table)
    hold(table, "Ann", "W-blue-2")
    in_tableau(table, "Ann", "T-10a")
    ann = player(table, "Ann")
    ann.eureka = True
    played = run(table, play_primary(table, ann), "W-blue-2 with Eureka", f"Ann: {answer}")
    assert (played.rank, played.bonus) == (2, 2)
    used = answer == "use T-10a"
    assert ann.eureka is used
    assert (on_the_desk(table), len(ann.tableau)) == ((["T-10a"], 0) if used else ([], 1))


def test_t_10a_listens_to_its_players_own_eureka_for_rank() -> None:
    """T-10a: not without Eureka spent, nor when another spends it, nor when it pays for a Take."""
    table = table_of()
    bout_of(table)
    hold(table, "Ann", "W-blue-2")
    hold(table, "Bo", "W-blue-3")
    in_tableau(table, "Ann", "T-10a")
    ann, bo = player(table, "Ann"), player(table, "Bo")
    ann.eureka = bo.eureka = True
    run(table, play_primary(table, ann), "W-blue-2")
    run(table, play_primary(table, bo), "W-blue-3 with Eureka")
    table.bout.pays = True
    assert run(table, closes(table, ann), "take with Eureka")
    assert with_eureka(table) == []
    assert [card.id for card in ann.tableau] == ["T-10a"]


# T-10b


def test_t_10b_spends_eureka_once_all_primaries_lie() -> None:
    """T-10b: after all Primaries, before ranking: Eureka now, for +2."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-5"), ("Bo", "W-blue-6"))
    in_tableau(table, "Ann", "T-10b")
    player(table, "Ann").eureka = True
    assert offered(table, Moment.PRIMARIES_LIE, "Ann: use T-10b")
    assert with_eureka(table) == []
    assert on_the_desk(table) == ["T-10b"]
    assert [one.card.id for one in ranking(table)] == ["W-blue-5", "W-blue-6"]


def test_t_10b_spends_it_as_any_eureka_so_t_10a_listens() -> None:
    """T-10b: then T-10a (the table of moments)."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-5"))
    in_tableau(table, "Ann", "T-10b", "T-10a")
    player(table, "Ann").eureka = True
    assert offered(table, Moment.PRIMARIES_LIE, "use T-10b", "use T-10a")
    assert with_eureka(table) == ["Ann"]
    assert table.bout.primary(0).bonus == 2


def test_t_10b_needs_a_disc_and_a_primary() -> None:
    """T-10b: not offered to who holds no disc, nor to who skipped this bout; it may be kept."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-5"), ("Bo", "W-blue-6"))
    in_tableau(table, "Ann", "T-10b")
    assert not offered(table, Moment.PRIMARIES_LIE)
    player(table, "Ann").eureka = True
    assert not offered(table, Moment.PRIMARIES_LIE, "keep T-10b")
    assert table.bout.primary(0).bonus == 0
    bout_of(table, ("Bo", "W-blue-6"), ("Cy", "W-blue-7"), leader=1)
    assert not offered(table, Moment.PRIMARIES_LIE, first=1)
    assert with_eureka(table) == ["Ann"]


# T-10c


def test_t_10c_turns_a_feature_into_eureka() -> None:
    """T-10c: discard a Feature of your choice, gain Eureka."""
    table = table_of()
    own(table, "Ann", papyrus=1, section=2, lacuna=1)
    before = table.supply["section"]
    play_instant(table, "Ann", "T-10c", "Ann: section")
    assert +player(table, "Ann").ledger == {"papyrus": 1, "section": 1, LACUNA: 1}
    assert table.supply["section"] == before + 1
    assert with_eureka(table) == ["Ann"]


@pytest.mark.parametrize("why", ["no Feature", "holds it", "T-13d"])
def test_t_10c_costs_nothing_where_it_gains_nothing(why: str) -> None:
    """T-10c: without a Feature, holding a disc, or under T-13d: nothing."""
    table = table_of()
    own(table, "Ann", lacuna=2, papyrus=0 if why == "no Feature" else 1)
    ledger = +player(table, "Ann").ledger
    player(table, "Ann").eureka = why == "holds it"
    table.session.eureka_stopped = why == "T-13d"
    play_instant(table, "Ann", "T-10c")
    assert +player(table, "Ann").ledger == ledger
    assert player(table, "Ann").eureka is (why == "holds it")


# T-10d


def test_t_10d_lets_any_player_pay_for_a_take_with_eureka() -> None:
    """T-10d: in this bout's window a disc in place of a Grant; the window closes as ever."""
    table = table_of()
    bout_of(table)
    on_desk(table, "W-blue-2")
    play_instant(table, "Ann", "T-10d")
    bo = player(table, "Bo")
    bo.eureka, bo.grants = True, 0
    assert run(table, closes(table, bo), "Bo: take with Eureka")
    assert (bo.eureka, bo.grants, +bo.ledger) == (False, 0, {"papyrus": 1})
    assert table.desk.cards == []


def test_t_10d_leaves_the_grant_as_a_way_to_pay() -> None:
    """T-10d: "may": who has both chooses; who holds no disc pays a Grant."""
    table = table_of()
    bout_of(table)
    play_instant(table, "Ann", "T-10d")
    bo = player(table, "Bo")
    bo.eureka = True
    assert run(table, closes(table, bo), "take")
    assert (bo.eureka, bo.grants) == (True, 4)
    table.bout.finish = [1, 2]
    with pytest.raises(Refused, match="no Eureka"):
        run(table, closes(table, player(table, "Cy")), "take with Eureka")


def test_t_10d_lapses_with_the_window() -> None:
    """T-10d: the next bout's window takes Grants only."""
    table = table_of()
    bout_of(table)
    play_instant(table, "Ann", "T-10d")
    hold(table, "Ann", "W-blue-1")
    table.bout.primary(0).here = False
    begin(table)
    bo = player(table, "Bo")
    bo.eureka = True
    table.bout.finish = [1]
    with pytest.raises(Refused, match="T-10d"):
        run(table, closes(table, bo), "take with Eureka")
    assert bo.eureka


# T-10e


def test_t_10e_puts_the_second_first_and_gives_eureka_to_the_others() -> None:
    """T-10e: in place of Eureka first in finish order and the Quill; the others gain Eureka."""
    table = table_of(5)
    bout_of(
        table, ("Ann", "W-blue-9"), ("Bo", "W-blue-5"), ("Cy", "W-blue-7"), ("Di", "W-blue-1")
    )  # Ed skipped
    player(table, "Di").eureka = True
    in_tableau(table, "Cy", "T-10e")
    run(table, resolve(table), "Cy: use T-10e")
    assert table.bout.finish == [2, 0, 1, 3, 4]
    assert table.quill == 2
    assert with_eureka(table) == ["Ann", "Bo", "Di", "Ed"]
    assert on_the_desk(table) == ["T-10e"]
    assert player(table, "Cy").tableau == []


def test_t_10e_kept_leaves_eureka_to_the_second() -> None:
    """T-10e: D Tools are optional; Eureka is gained as by VV-4.6."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-9"), ("Bo", "W-blue-5"))
    in_tableau(table, "Bo", "T-10e")
    run(table, resolve(table), "keep T-10e")
    assert (table.bout.finish, table.quill) == ([0, 1, 2], 0)
    assert with_eureka(table) == ["Bo"]
    assert [card.id for card in player(table, "Bo").tableau] == ["T-10e"]


@pytest.mark.parametrize("why", ["holds it", "T-13d", "first", "third", "alone"])
def test_t_10e_acts_only_where_its_player_would_gain_eureka(why: str) -> None:
    """T-10e: second in finish order, without a disc, and T-13d has not been played."""
    table = table_of()
    played = [("Bo", "W-blue-5"), ("Ann", "W-blue-9"), ("Cy", "W-blue-1")]
    owner = {"first": "Ann", "third": "Cy"}.get(why, "Bo")
    bout_of(table, *(played[:1] if why == "alone" else played), leader=1)
    in_tableau(table, owner, "T-10e")
    player(table, "Bo").eureka = why == "holds it"
    table.session.eureka_stopped = why == "T-13d"
    run(table, resolve(table))
    assert [card.id for card in player(table, owner).tableau] == ["T-10e"]
    assert table.quill == (1 if why == "alone" else 0)
    assert with_eureka(table) == (["Bo"] if why in ("holds it", "first", "third") else [])
