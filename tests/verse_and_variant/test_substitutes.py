"""VV-3.4: what the supply lacks is had all the same, as a substitute that is such a token from then
on. Each Tool and rule that asks the supply is asked on a table whose supply is empty."""

from __future__ import annotations

import pytest

from scoring.verse_and_variant import gains
from scoring.verse_and_variant.majority import session_end
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import resolve_take
from tests.verse_and_variant.tables import (
    FEATURES,
    GAME,
    conserved,
    in_vault,
    lay,
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

pytestmark = pytest.mark.clause("VV-3.4")


def bare(players: int = 3) -> State:
    """A table with nothing on its tracks and nothing in the supply: Cy's vault has it all."""
    table = table_of(players)
    for suit in table.tracks:
        stack(table, suit)
    in_vault(table, "Cy", **table.supply)
    assert not +table.supply
    return table


def held(table: State, name: str) -> dict[str, int]:
    return dict(+player(table, name).ledger)


def test_substitutes_are_the_default() -> None:
    assert GAME.data.options.empty_supply.value == "substitute"


def test_a_feature_of_an_empty_track_and_supply_is_a_substitute() -> None:
    table = bare()
    ann = player(table, "Ann")
    run(table, gains.take_feature(table, ann, "papyrus"))
    run(table, gains.gain_lacuna(table, ann))
    assert held(table, "Ann") == {"papyrus": 1, LACUNA: 1}
    assert table.substitutes == {"papyrus": 1, LACUNA: 1}


@pytest.mark.clause("VV-2.5")
def test_a_substitute_comes_back_to_the_supply_and_is_taken_from_there() -> None:
    """It goes where tokens go: once paid it is in the supply, and no further one is needed."""
    table = bare()
    ann = player(table, "Ann")
    run(table, gains.take_feature(table, ann, "papyrus"))
    table.pay(ann, "papyrus")
    assert table.supply["papyrus"] == 1
    run(table, gains.take_feature(table, player(table, "Bo"), "papyrus"))
    assert held(table, "Bo") == {"papyrus": 1}
    assert table.substitutes == {"papyrus": 1}
    conserved(table)


def test_the_other_tracks_keep_their_tokens(table: State) -> None:
    """A Feature that lies on another track only is not what stands in."""
    lay(table, blue="", red="11 papyrus")
    in_vault(table, "Cy", papyrus=table.supply["papyrus"])
    run(table, gains.take_feature(table, player(table, "Ann"), "papyrus"))
    assert lying(table, "red") == {11: "papyrus"}
    assert (held(table, "Ann"), table.substitutes) == ({"papyrus": 1}, {"papyrus": 1})


@pytest.mark.clause("VV-3.5")
def test_demand_up_lays_a_substitute_on_the_track() -> None:
    table = bare()
    run(table, gains.demand_up(table, player(table, "Ann"), "blue", "VV-3.5"))
    assert lying(table, "blue") == {0: "papyrus"}
    assert table.substitutes == {"papyrus": 1}


@pytest.mark.clause("VV-6.1")
def test_a_witness_left_on_the_desk_becomes_substitutes() -> None:
    table = bare()
    on_desk(table, "W-blue-7")
    run(table, session_end(table, exhausted=False))
    assert sorted(table.desk.tokens) == [LACUNA, "papyrus", "papyrus"]
    assert table.substitutes == {"papyrus": 2, LACUNA: 1}


INSTANTS = {  # of Ann, with her lacuna: the answers, and what then lies in ledgers and on the Desk
    "T-1d": (["Ann: section"], {"Ann": {"section": 1}}, []),
    "T-2a": ([], {"Ann": {LACUNA: 1, "papyrus": 2}}, []),
    "T-2c": ([], {"Ann": {LACUNA: 2}, "Bo": {LACUNA: 1}, "Cy": {LACUNA: 1}}, []),
    "T-5b": (["Ann: ubs_a"], {"Ann": {LACUNA: 1, "ubs_a": 1}}, [LACUNA]),
    "T-9e": (
        ["Ann: blue", "Ann: red", "Ann: green", "Ann: yellow"],
        {"Ann": {LACUNA: 1}, "Bo": {LACUNA: 3}, "Cy": {LACUNA: 2}},
        [],
    ),
    "T-13b": ([], {"Ann": {LACUNA: 1}, "Bo": {LACUNA: 1}, "Cy": {LACUNA: 1}}, []),
    "T-15c": (
        [f"{name}: papyrus" for name in ("Ann", "Bo", "Cy")],
        {"Ann": {LACUNA: 3, "papyrus": 1}, "Bo": {LACUNA: 2, "papyrus": 1}},
        [],
    ),
    "T-15d": (
        [f"{name}: papyrus" for name in ("Ann", "Bo", "Cy")],
        {"Ann": {LACUNA: 1, "papyrus": 1}, "Bo": {"papyrus": 1}, "Cy": {"papyrus": 1}},
        [],
    ),
}


@pytest.mark.parametrize("tool", INSTANTS)
def test_an_instant_has_substitutes(tool: str) -> None:
    table = bare()
    answers, ledgers, desk = INSTANTS[tool]
    in_ledger = ["papyrus", LACUNA] if tool == "T-2a" else [LACUNA]
    for token in in_ledger:
        player(table, "Cy").vault[token] -= 1
        player(table, "Ann").ledger[token] += 1
    play_instant(table, "Ann", tool, *answers)
    assert {name: held(table, name) for name in ledgers} == ledgers
    assert table.desk.tokens == desk
    assert table.substitutes


def test_t_3d_sends_the_lacuna_to_the_supply_for_a_substitute() -> None:
    table = bare()
    player(table, "Ann").running.append("T-3d")
    run(table, gains.gain_lacuna(table, player(table, "Ann")), "Ann: section")
    assert held(table, "Ann") == {"section": 1}
    assert (table.supply[LACUNA], table.substitutes) == (1, {LACUNA: 1, "section": 1})


def test_t_6d_adds_lacunas_to_the_haul_though_the_supply_has_none() -> None:
    table = bare()
    lay(table, Ann="keeps T-6d", desk="T-2a T-3a W-blue-1")
    answers = ("Ann: use T-6d", "Ann: T-3a", "Ann: T-2a")
    run(table, resolve_take(table, player(table, "Ann")), *answers)
    assert held(table, "Ann") == {LACUNA: 3}


def test_t_14a_lays_down_a_spotlight_feature_for_each_of_five() -> None:
    table = table_of(5)
    stack(table, "blue", (21, "papyrus"))
    own(table, "Cy", papyrus=table.supply["papyrus"])
    for suit in ("green", "yellow", "red", "black"):
        stack(table, suit)
    play_instant(table, "Ann", "T-14a")
    assert table.desk.tokens == ["papyrus"] * 5
    assert (lying(table, "blue"), table.substitutes) == ({21: "papyrus"}, {"papyrus": 5})


def test_t_14e_may_give_another_feature_in_place_of_a_substitute(table: State) -> None:
    stack(table, "blue", (12, "lacuna"))
    for suit in ("green", "yellow", "black"):
        stack(table, suit)
    lay(table, red="3 section", desk="W-blue-2", Ann="keeps T-14e")
    in_vault(table, "Cy", papyrus=table.supply["papyrus"])
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-14e")
    run(table, gains.take_feature(table, player(table, "Ann"), "papyrus"), "Ann: red")
    assert held(table, "Ann") == {"section": 1}
    assert not table.substitutes


def test_every_token_can_be_had() -> None:
    table = bare()
    assert [feature for feature in FEATURES if gains.is_available(table, feature)] == [*FEATURES]
    assert gains.is_available(table, LACUNA)
