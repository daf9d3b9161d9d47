"""Verse & Variant by its clauses: the preservation window (VV-5)."""

from __future__ import annotations

import pytest

from scoring.verse_and_variant.pieces import Cube
from scoring.verse_and_variant.state import Moment, State, Tool
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import preservation_window
from tests.verse_and_variant.plays import against, asked, doing, ids, laid, listener, until, words
from tests.verse_and_variant.tables import (
    hold,
    in_tableau,
    lay,
    lying,
    on_desk,
    own,
    player,
    run,
    stack,
)


def resolved(players: int = 3, *tools: Tool, finish: str = "Ann Bo Cy Di Ed") -> State:
    """A table whose bout is over, in this finish order."""
    table = laid(players, *tools)
    names = [name for name in finish.split() if name in [one.name for one in table.players]]
    table.bout.finish = [player(table, name).seat for name in names]
    return table


def haul(cards: str, *answers: str, **tokens: int) -> State:
    """Ann has Taken these cards and tokens, and all is done."""
    table = resolved()
    on_desk(table, *cards.split(), **tokens)
    run(table, preservation_window(table), "Ann: take", *answers)
    return table


@pytest.mark.clause("VV-5.1")
def test_each_in_finish_order_has_one_turn_until_all_have_passed() -> None:
    table = resolved(4, finish="Cy Ann Di Bo")
    run(table, preservation_window(table), "Cy: pass", "Ann: pass", "Di: pass", "Bo: pass")
    assert [one.grants for one in table.players] == [4, 4, 4, 4]


@pytest.mark.clause("VV-5.1")
def test_a_take_closes_the_window() -> None:
    table = resolved(finish="Cy Ann Bo")
    on_desk(table, "W-blue-2")
    run(table, preservation_window(table), "Cy: pass", "Ann: take")
    assert [one.grants for one in table.players] == [4, 5, 5]
    assert table.desk.cards == []


@pytest.mark.clause("VV-5.1")
def test_a_lockdown_closes_the_window_once_a_session() -> None:
    table = resolved(finish="Cy Ann Bo")
    on_desk(table, "W-blue-2")
    run(table, preservation_window(table), "Cy: lockdown")
    assert not player(table, "Cy").lockdown
    assert (ids(table.desk.cards), player(table, "Cy").grants) == (["W-blue-2"], 5)
    question = until(table, preservation_window(table))
    assert words(question) == ["take", "pass"]
    assert against(question, "lockdown") == (
        "VV-5.1: lockdown: you have played your Lockdown tile this session; choose take or pass"
    )
    question = until(table, preservation_window(table), "Cy: pass")
    assert words(question) == ["take", "lockdown", "pass"], "everybody has one"


@pytest.mark.clause("VV-5.1")
def test_an_empty_desk_may_be_taken() -> None:
    table = resolved()
    run(table, preservation_window(table), "Ann: take")
    assert (player(table, "Ann").grants, +player(table, "Ann").ledger) == (4, {})


@pytest.mark.clause("VV-5.1", "VV-5.2")
def test_a_take_costs_an_unused_grant() -> None:
    table = resolved()
    lay(table, desk="W-blue-2", Ann="grants 0")
    question = until(table, preservation_window(table))
    assert words(question) == ["lockdown", "pass"]
    assert against(question, "take") == (
        "VV-5.2: take: you have no unused Grant; choose lockdown or pass"
    )


@pytest.mark.clause("VV-5.2", "VV-9.2")
def test_the_steps_of_a_take_come_in_order() -> None:
    """Grant, Tools for the claim, sweep, tokens, exchange, institution grant; any-time between."""
    table = resolved(
        3, listener("T-6d", Moment.GRANT_PAID), listener("T-7b", Moment.TOKENISED),
        listener("T-7c", Moment.ANY_TIME),
    )  # fmt: skip
    lay(table, desk="W-blue-2 W-red-2 T-3a")
    lay(table, Ann="lacuna 2, majority 2, holds W-green-2, keeps T-6d T-7b", Cy="keeps T-7c")
    keep = "Cy: keep T-7c"
    run(
        table, preservation_window(table),
        keep, "Ann: take", keep, "Ann: keep T-6d", keep, keep,
        "Ann: W-red-2 W-blue-2", "Ann: keep T-7b", keep,
        "Ann: W-green-2 for T-3a", keep, "Ann: grant majority", keep,
    )  # fmt: skip


@pytest.mark.clause("VV-5.2")
def test_a_sweep_takes_all_cards_and_tokens_of_the_desk() -> None:
    table = haul("W-blue-2 T-3a", "no grant", papyrus=1, lacuna=2)
    assert +player(table, "Ann").ledger == {"papyrus": 2, LACUNA: 2}
    assert (table.desk.cards, table.desk.tokens) == ([], [])
    assert sorted(ids(table.discard)) == ["T-3a", "W-blue-2"], "leftover Tools are discarded too"


@pytest.mark.clause("VV-5.2")
def test_each_icon_is_taken_from_its_track_a_lacuna_from_the_supply() -> None:
    table = haul("W-blue-7", "no grant")
    assert +player(table, "Ann").ledger == {"papyrus": 2, LACUNA: 1}
    assert lying(table, "blue")[20] == "papyrus", "one off 21, one of the two on 20"
    assert table.supply[LACUNA] == 74
    table = haul("W-blue-8")
    assert +player(table, "Ann").ledger == {"sinaiticus": 1, "section": 1, "ubs_a": 1}


@pytest.mark.clause("VV-5.2", "VV-1.7")
@pytest.mark.parametrize(
    ("space", "gained"),  # lacunas, Eureka, prestige, unused Grants after the one that was spent
    [(16, (1, 0, 0, 4)), (11, (0, 1, 0, 4)), (6, (0, 0, 2, 4)), (1, (0, 0, 0, 5))],
)
@pytest.mark.parametrize("alone", [True, False])
def test_who_empties_a_space_receives_its_bonus(
    space: int, gained: tuple[int, ...], alone: bool
) -> None:
    table = resolved()
    stack(table, "blue", (space, "papyrus" if alone else "papyrus papyrus"))
    on_desk(table, "W-blue-2")
    run(table, preservation_window(table), "Ann: take")
    ann = player(table, "Ann")
    found = ann.ledger[LACUNA], int(ann.eureka), ann.prestige, ann.grants
    assert found == (gained if alone else (0, 0, 0, 4))


@pytest.mark.clause("VV-5.2")
def test_the_player_orders_the_witnesses() -> None:
    table = resolved()
    on_desk(table, "W-blue-3", "W-yellow-6", "W-green-2")
    question = until(table, preservation_window(table), "Ann: take")
    assert asked(question) == ("Ann", "order of the Witnesses")
    assert against(question, "W-blue-3 W-blue-3 W-green-2") == (
        "VV-5.2: expected all 3 cards in order; missing: W-yellow-6; extra: W-blue-3"
    )
    for order in ("W-blue-2 W-blue-5", "W-blue-5 W-blue-2"):
        assert ids(haul("W-blue-2 W-blue-5", order, "no grant").discard) == order.split()


@pytest.mark.clause("VV-5.2")
def test_corruption_comes_after_all_gains_and_goes_to_the_supply() -> None:
    table = resolved()
    lay(table, Ann="papyrus", desk="W-blue-6 W-blue-2 W-green-6")
    before = table.supply["papyrus"]
    run(table, preservation_window(table), "Ann: take", "W-blue-6 W-green-6 W-blue-2")
    assert +player(table, "Ann").ledger == {}, "the papyrus just gained is lost as well"
    assert table.supply["papyrus"] == before + 2


@pytest.mark.clause("VV-5.2")
def test_corruption_costs_two_features_of_its_own_colour_as_many_as_there_are() -> None:
    table = resolved()
    lay(table, Ann="papyrus 4, majority, section 2", desk="W-blue-6 W-green-6")
    run(table, preservation_window(table), "Ann: take", "W-green-6 W-blue-6", "no grant")
    assert +player(table, "Ann").ledger == {"papyrus": 2, "section": 2}


@pytest.mark.clause("VV-5.2")
def test_corruption_spares_the_vault() -> None:
    table = resolved()
    own(table, "Ann", papyrus=2)
    ann = player(table, "Ann")
    ann.ledger, ann.vault = ann.vault, ann.ledger
    on_desk(table, "W-blue-6")
    run(table, preservation_window(table), "Ann: take")
    assert +ann.vault == {"papyrus": 2}


@pytest.mark.clause("VV-5.2", "VV-6.1")
def test_markers_act_as_corruption_and_desk_tokens_are_there_before() -> None:
    table = resolved()
    lay(table, markers="green red", desk="majority majority majority section")
    run(table, preservation_window(table), "Ann: take")
    assert +player(table, "Ann").ledger == {"majority": 1}
    assert table.desk.markers == []


@pytest.mark.clause("VV-4.4", "VV-5.2")
def test_a_tool_used_during_a_take_lies_on_the_new_desk() -> None:
    """Never in that haul: before the sweep and after it alike."""
    table = resolved(3, listener("T-6d", Moment.GRANT_PAID), listener("T-7e", Moment.TOKENISED))
    lay(table, desk="W-blue-2", Ann="keeps T-6d T-7e")
    run(table, preservation_window(table), "take", "use T-6d", "use T-7e")
    assert ids(table.desk.cards) == ["T-6d", "T-7e"]
    assert ids(table.discard) == ["W-blue-2"]


@pytest.mark.clause("VV-4.4", "VV-5.2")
def test_a_tool_that_pays_for_a_take_is_used_in_it() -> None:
    """So it lies on the new Desk; kept, nothing has happened."""
    table = resolved(3, listener("T-4a", Moment.WINDOW_TURN))
    lay(table, desk="W-blue-2", Ann="keeps T-4a")
    run(table, preservation_window(table), "Ann: use T-4a")
    assert ids(table.desk.cards) == ["T-4a"]
    assert +player(table, "Ann").ledger == {"papyrus": 1}
    assert player(table, "Ann").grants == 5, "no Grant is spent"
    table = resolved(3, listener("T-4a", Moment.WINDOW_TURN))
    in_tableau(table, "Ann", "T-4a")
    run(table, preservation_window(table), "Ann: keep T-4a", "Ann: lockdown")
    assert ids(player(table, "Ann").tableau) == ["T-4a"]


@pytest.mark.clause("VV-5.3")
def test_an_exchange_pays_two_lacunas_lays_a_card_down_and_takes_a_tool() -> None:
    table = resolved()
    lay(table, desk="T-3a T-9a", Ann="lacuna 3, holds T-4a W-green-2")
    run(table, preservation_window(table), "Ann: take", "Ann: T-4a for T-9a")
    ann = player(table, "Ann")
    assert (ids(ann.hand), ids(ann.tableau)) == (["W-green-2", "T-9a"], ["T-4a"])
    assert (ann.ledger[LACUNA], table.supply[LACUNA]) == (1, 74)
    assert ids(table.discard) == ["T-3a"], "leftover Tools"


@pytest.mark.clause("VV-5.3")
def test_a_witness_laid_down_is_tokenised_and_discarded() -> None:
    table = resolved()
    lay(table, desk="T-3a", Ann="lacuna 2, holds W-blue-9")
    run(table, preservation_window(table), "Ann: take", "W-blue-9 for T-3a", "no grant")
    ann = player(table, "Ann")
    assert (+ann.ledger, ids(ann.hand), ann.tableau) == ({"papyrus": 3}, ["T-3a"], [])
    assert ids(table.discard) == ["W-blue-9"]


@pytest.mark.clause("VV-5.3")
def test_exchanges_go_on_as_often_as_wished_with_the_tool_just_taken_too() -> None:
    table = resolved()
    lay(table, desk="T-3a T-9a", Ann="lacuna 5, holds T-4a")
    run(table, preservation_window(table), "Ann: take", "T-4a for T-9a", "T-9a for T-3a")
    ann = player(table, "Ann")
    assert (ids(ann.hand), sorted(ids(ann.tableau))) == (["T-3a"], ["T-4a", "T-9a"])
    assert ann.ledger[LACUNA] == 1


@pytest.mark.clause("VV-5.3")
def test_an_exchange_needs_lacunas_a_hand_card_and_a_tool_in_the_haul() -> None:
    for hand, lacunas, desk in (("", 2, "T-3a"), ("T-4a", 1, "T-3a"), ("T-4a", 2, "W-red-2")):
        table = resolved()
        on_desk(table, desk)
        own(table, "Ann", lacuna=lacunas)
        hold(table, "Ann", *hand.split())
        run(table, preservation_window(table), "Ann: take")


@pytest.mark.clause("VV-5.3")
def test_lacunas_of_the_haul_pay_for_it() -> None:
    table = resolved()
    lay(table, desk="T-3a W-blue-1 W-red-1", Ann="holds T-4a")
    run(table, preservation_window(table), "Ann: take", "W-blue-1 W-red-1", "T-4a for T-3a")
    assert ids(player(table, "Ann").hand) == ["T-3a"]


@pytest.mark.clause("VV-5.3", "VV-4.4")
def test_a_delayed_tool_laid_down_acts_from_the_tableau_and_an_instant_never() -> None:
    used: list[str] = []
    tools = [
        doing("T-7c", lambda table, player: used.append("T-7c"), Moment.ANY_TIME),
        doing("T-2c", lambda table, player: used.append("T-2c")),
    ]
    table = resolved(3, *tools)
    lay(table, desk="T-3a T-9a", Ann="lacuna 4, holds T-7c T-2c")
    run(
        table, preservation_window(table), "Ann: take", "T-2c for T-9a", "T-7c for T-3a", "use T-7c"
    )
    assert used == ["T-7c"]
    assert ids(player(table, "Ann").tableau) == ["T-2c"]


@pytest.mark.clause("VV-5.3")
@pytest.mark.parametrize(("move", "why"), [
    ("W-red-9 for T-3a", "W-red-9 is not in your hand"),
    ("T-4a for T-9a", "T-9a is no Tool of the haul"),
    ("W-blue-2 for T-3a", "W-blue-2 is not in your hand"),
    ("T-4a for W-blue-2", "W-blue-2 is no Tool of the haul"),
])  # fmt: skip
def test_a_wrong_exchange_is_refused_with_the_reason(move: str, why: str) -> None:
    table = resolved()
    lay(table, desk="T-3a W-blue-2", Ann="lacuna 2, holds T-4a W-green-2")
    question = until(table, preservation_window(table), "Ann: take")
    assert against(question, move) == (
        f"VV-5.3: {move}: {why};"
        " choose a card of the hand for T-3a, as in 'T-4a for T-3a', or no exchange"
    )


def granted(table: State, feature: str) -> None:
    """Ann Takes the empty Desk and funds this institution."""
    run(table, preservation_window(table), "Ann: take", f"grant {feature}")


@pytest.mark.clause("VV-5.4")
def test_a_grant_returns_two_features_to_the_track_and_places_a_cube_left_most() -> None:
    table = resolved()
    lay(table, Ann="papyrus 3", blue="18 papyrus papyrus")
    granted(table, "papyrus")
    ann = player(table, "Ann")
    assert (ann.ledger["papyrus"], ann.cubes) == (1, 4)
    assert lying(table, "blue") == {18: "papyrus papyrus", 19: "papyrus", 20: "papyrus"}
    assert table.boards["papyrus"] == [Cube(0), None, None]


@pytest.mark.clause("VV-5.4", "VV-3.6")
def test_features_past_space_21_go_to_the_supply() -> None:
    table = resolved()
    lay(table, Ann="papyrus 2", blue="20 papyrus")
    before = table.supply["papyrus"]
    granted(table, "papyrus")
    assert lying(table, "blue") == {20: "papyrus", 21: "papyrus"}
    assert table.supply["papyrus"] == before + 1


@pytest.mark.clause("VV-5.4")
def test_the_left_most_empty_slot_may_be_a_gap() -> None:
    table = resolved()
    own(table, "Ann", papyrus=2)
    table.boards["papyrus"] = [Cube(1), None, Cube(2)]
    for name in ("Bo", "Cy"):
        player(table, name).cubes -= 1
    granted(table, "papyrus")
    assert table.boards["papyrus"] == [Cube(1), Cube(0), Cube(2)]


@pytest.mark.clause("VV-5.4")
def test_one_grant_a_window_and_it_is_optional() -> None:
    table = resolved()
    own(table, "Ann", papyrus=4, majority=2)
    question = until(table, preservation_window(table), "Ann: take")
    assert words(question) == ["grant papyrus", "grant majority", "no grant"]
    table = resolved()
    own(table, "Ann", papyrus=4, majority=2)
    run(table, preservation_window(table), "Ann: take", "Ann: grant papyrus")
    assert player(table, "Ann").cubes == 4
    table = resolved()
    own(table, "Ann", papyrus=4)
    run(table, preservation_window(table), "Ann: take", "Ann: no grant")
    assert player(table, "Ann").cubes == 5


@pytest.mark.clause("VV-5.4")
def test_a_grant_that_is_not_possible_is_refused_with_the_reason() -> None:
    table = resolved()
    own(table, "Ann", papyrus=2, majority=1, section=2)
    table.boards["section"] = [Cube(1), Cube(2), Cube(2)]
    player(table, "Bo").cubes, player(table, "Cy").cubes = 4, 3
    question = until(table, preservation_window(table), "Ann: take")
    others = "; choose grant papyrus"
    assert against(question, "grant majority") == (
        f"VV-5.4: grant majority: it costs 2 majority and your ledger has 1{others}"
    )
    assert against(question, "grant section") == (
        f"VV-5.4: grant section: all its slots are filled{others}"
    )


@pytest.mark.clause("VV-5.4")
def test_a_grant_needs_a_cube_and_an_empty_slot_and_features() -> None:
    table = resolved()
    own(table, "Ann", papyrus=2)
    for feature, slots in table.boards.items():
        if feature != "papyrus":
            slots[0] = Cube(0)
    table.boards["majority"][1] = Cube(0)
    player(table, "Ann").cubes = 0
    run(table, preservation_window(table), "Ann: take")
    table = resolved()
    own(table, "Ann", papyrus=1, majority=1, lacuna=5)
    run(table, preservation_window(table), "Ann: take")


@pytest.mark.clause("VV-5.5")
@pytest.mark.parametrize(("filled", "grants", "lacunas"), [(0, 4 + 1, 0), (1, 4, 1), (2, 4, 0)])
def test_the_perks_of_the_slots_from_the_left(filled: int, grants: int, lacunas: int) -> None:
    """Refresh one Grant; a lacuna; none. Prestige of slots is not counted in play."""
    table = resolved()
    own(table, "Ann", papyrus=2)
    for slot in range(filled):
        table.boards["papyrus"][slot] = Cube(1)
        player(table, "Bo").cubes -= 1
    granted(table, "papyrus")
    ann = player(table, "Ann")
    assert (ann.grants, ann.ledger[LACUNA], ann.prestige) == (grants, lacunas, 0)


def all_but_one(table: State) -> None:
    """Fourteen slots are filled, by Bo, Cy and one of Ann's cubes; papyrus' last one is free."""
    owners = [0, *[1] * 5, *[2] * 5, *[0] * 3]
    slots = [(feature, at) for feature in table.boards for at in range(3)]
    slots.remove(("papyrus", 2))
    for (feature, at), owner in zip(slots, owners, strict=True):
        table.boards[feature][at] = Cube(owner)
        table.players[owner].cubes -= 1


@pytest.mark.clause("VV-5.6")
def test_the_fifteenth_slot_gives_the_laureate_and_refreshes_a_grant_once() -> None:
    table = resolved()
    own(table, "Ann", papyrus=4)
    all_but_one(table)
    player(table, "Ann").grants = 3
    granted(table, "papyrus")
    ann = player(table, "Ann")
    assert (table.laureate, ann.grants, ann.prestige) == (0, 3, 0)
    table.take_back(ann, "papyrus", 2)
    ann.grants = 3
    granted(table, "papyrus")
    assert ann.grants == 2, "once a game"


@pytest.mark.clause("VV-5.6")
def test_before_the_fifteenth_slot_nobody_is_laureate() -> None:
    table = resolved()
    own(table, "Ann", papyrus=2)
    granted(table, "papyrus")
    assert table.laureate is None


@pytest.mark.clause("VV-5.2", "VV-3.7")
def test_what_holds_for_a_window_lapses_when_it_closes() -> None:
    table = resolved()
    table.bout.spotlight = "red"
    player(table, "Ann").running = ["T-11b"]
    assert table.spotlight() == "red"
    run(table, preservation_window(table), "lockdown")
    assert table.spotlight() is None
    assert player(table, "Ann").running == []


@pytest.mark.clause("VV-5.1", "VV-4.4")
def test_a_tool_that_makes_a_pass_or_a_take_is_offered_in_ones_own_turn_only() -> None:
    table = resolved(3, listener("T-4a", Moment.WINDOW_TURN), listener("T-4d", Moment.WOULD_PASS))
    in_tableau(table, "Bo", "T-4a", "T-4d")
    question = until(table, preservation_window(table), "Ann: pass", "Bo: keep T-4a", "Bo: pass")
    assert asked(question) == ("Bo", "T-4d Gate Seal")
    table = resolved(3, listener("T-4a", Moment.WINDOW_TURN), listener("T-4d", Moment.WOULD_PASS))
    in_tableau(table, "Bo", "T-4a", "T-4d")
    run(table, preservation_window(table), "Ann: pass", "Bo: keep T-4a", "Bo: take")
