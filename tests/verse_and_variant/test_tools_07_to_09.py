"""The Tools of ranks 7 to 9, from their lines in VV-9: where each acts, and where it cannot."""

from __future__ import annotations

import pytest

from card_data import Game
from card_data.verse_and_variant.model import Data
from scoring.play.moves import Refused
from scoring.verse_and_variant.bout import (
    begin_bout,
    clear_to_desk,
    play_primary,
    play_turn,
    primary_choices,
    ranking,
)
from scoring.verse_and_variant.engine import reset_for_next_session
from scoring.verse_and_variant.gains import suffer_corruption
from scoring.verse_and_variant.majority import counted_tokens, score_majority, session_end
from scoring.verse_and_variant.pieces import Cube
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import close_window, resolve_take
from tests.verse_and_variant.tables import (
    GAME,
    LACUNAE,
    TRACKS,
    bout_of,
    cards,
    check,
    hold,
    in_tableau,
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


def test_t_7a_moves_two_tokens_up(table: State) -> None:
    stack(table, "blue", (12, "papyrus"), (10, "papyrus papyrus majority"), (9, "papyrus papyrus"))
    play_instant(table, "Ann", "T-7a", "blue", "papyrus", "majority")
    check(table, blue="14 majority, 13 papyrus, 12 papyrus, 10 papyrus, 9 papyrus papyrus")
    ann = player(table, "Ann")
    assert (+ann.ledger, ann.eureka) == ({}, False)


def test_t_7a_may_move_fewer_or_a_whole_stack(table: State) -> None:
    lay(table, blue="11 papyrus papyrus", red="11 section section")
    play_instant(table, "Ann", "T-7a", "blue", "papyrus", "none")
    bout_of(table)
    play_instant(table, "Bo", "T-7a", "red", "section", "section")
    check(table, blue="12 papyrus, 11 papyrus", red="13 section, 12 section")
    assert not player(table, "Bo").eureka, "no token left for a ledger (VV-1.7)"


def test_t_7a_counts_the_lacunas_of_a_stack(table: State) -> None:
    stack(table, "blue", (12, "lacuna lacuna"), (9, "papyrus papyrus"))
    play_instant(table, "Ann", "T-7a", "blue")
    assert lying(table, "blue") == {12: "lacuna lacuna", 9: "papyrus papyrus"}
    assert table.session.next_spotlight == "blue"


def test_t_7a_makes_the_spotlight_of_the_next_bout(table: State) -> None:
    lay(table, blue="", black="", Ann="holds W-blue-1")
    play_instant(table, "Ann", "T-7a", "blue")  # an empty track: nothing moves
    assert table.spotlight() is None  # three tracks at 21, two empty
    begin_bout(table)
    assert table.spotlight() == "blue"
    close_window(table)
    assert table.spotlight() is None


def test_t_7a_leaves_tokens_without_an_open_space(table: State) -> None:
    stack(table, "blue", (21, "papyrus"), (20, "papyrus papyrus"))
    play_instant(table, "Ann", "T-7a", "blue")
    assert lying(table, "blue") == {21: "papyrus", 20: "papyrus papyrus"}
    bout_of(table)
    stack(table, "red", (20, "section section section"))
    play_instant(table, "Bo", "T-7a", "red", "section")
    assert lying(table, "red") == {21: "section", 20: "section section"}
    assert table.session.next_spotlight == "red", "the later played"
    bout_of(table)
    stack(table, "green", (5, "majority lacuna"))
    play_instant(table, "Cy", "T-7a", "green", "majority")
    assert lying(table, "green") == {6: "majority", 5: LACUNA}


def test_t_7b_shelves_three_tokens(table: State) -> None:
    lay(table, Ann="papyrus 3, lacuna 2, keeps T-7b")
    assert offered(table, Moment.TOKENISED, "Ann: use T-7b", "papyrus", "papyrus", "lacuna")
    ann = player(table, "Ann")
    assert (+ann.vault, +ann.ledger) == ({"papyrus": 2, LACUNA: 1}, {"papyrus": 1, LACUNA: 1})
    (corruption,) = cards(table, "W-blue-6")
    suffer_corruption(table, ann, corruption)
    assert (ann.owned("papyrus"), ann.vault["papyrus"]) == (2, 2)
    assert [card.id for card in table.desk.cards] == ["T-7b"]


def test_t_7b_comes_after_the_tokens_of_the_haul(table: State) -> None:
    lay(table, Ann="keeps T-7b", desk="W-blue-1")
    run(table, resolve_take(table, player(table, "Ann")), "use T-7b", "lacuna")
    assert +player(table, "Ann").vault == {LACUNA: 1}
    assert [card.id for card in table.desk.cards] == ["T-7b"]


def test_t_7b_may_stop_and_needs_a_token(table: State) -> None:
    in_tableau(table, "Ann", "T-7b")
    assert not offered(table, Moment.TOKENISED)
    own(table, "Ann", papyrus=2)
    offered(table, Moment.TOKENISED, "use T-7b", "papyrus", "none")
    assert +player(table, "Ann").vault == {"papyrus": 1}


def test_t_7c_places_a_cube_for_its_prestige(table: State) -> None:
    own(table, "Ann", lacuna=3, papyrus=2)
    fill(table, "Bo", 1)
    in_tableau(table, "Ann", "T-7c")
    assert offered(table, Moment.ANY_TIME, "Ann: use T-7c", "papyrus 2", "prestige")
    ann = player(table, "Ann")
    assert table.boards["papyrus"] == [Cube(1), Cube(0), None]
    assert +ann.ledger == {LACUNA: 1, "papyrus": 2}
    assert table.supply[LACUNA] == LACUNAE - 1
    assert (ann.cubes, ann.prestige) == (4, 0)  # slots count at the end (VV-5.5)
    assert [card.id for card in table.desk.cards] == ["T-7c"]


def test_t_7c_lays_the_cube_flat_for_its_perk(table: State) -> None:
    own(table, "Ann", lacuna=2)
    player(table, "Ann").grants -= 1
    in_tableau(table, "Ann", "T-7c")
    assert offered(table, Moment.ANY_TIME, "use T-7c", "section 1", "perk")
    ann = player(table, "Ann")
    assert table.boards["section"] == [Cube(0, flat=True), None, None]
    assert (ann.grants, ann.all_grants) == (5, 5)


def fill(table: State, name: str, number: int) -> None:
    """A player's cubes on the next empty slots, in board order."""
    for _ in range(number):
        slots = next(slots for slots in table.boards.values() if None in slots)
        slots[slots.index(None)] = Cube(player(table, name).seat)
        player(table, name).cubes -= 1


@pytest.mark.parametrize("filled", [0, 2])
def test_t_7c_offers_no_perk_that_gives_nothing(table: State, filled: int) -> None:
    own(table, "Ann", lacuna=2)
    fill(table, "Bo", filled)
    in_tableau(table, "Ann", "T-7c")
    offered(table, Moment.ANY_TIME, "use T-7c", f"papyrus {filled + 1}")
    assert table.boards["papyrus"][filled] == Cube(0)


@pytest.mark.parametrize("lacking", ["lacunas", "cubes", "slots"])
def test_t_7c_is_not_offered_without_price_cube_or_slot(table: State, lacking: str) -> None:
    own(table, "Ann", lacuna=1 if lacking == "lacunas" else 2)
    in_tableau(table, "Ann", "T-7c")
    if lacking == "cubes":
        fill(table, "Ann", 5)
    if lacking == "slots":
        table.bout.closed = "black"  # the last institution in board order
        for name, number in (("Ann", 2), ("Bo", 5), ("Cy", 5)):
            fill(table, name, number)
    assert not offered(table, Moment.ANY_TIME)


def test_t_7c_used_at_the_end_of_a_session_is_dealt_anew(table: State) -> None:
    lay(table, Ann="lacuna 2, keeps T-7c")
    run(table, session_end(table, exhausted=False), "Ann: use T-7c", "Ann: section 1")
    assert table.boards["section"][0] == Cube(0)
    reset_for_next_session(table)
    assert table.desk.cards == []


def test_t_7d_moves_the_topmost_token_up(table: State) -> None:
    stack(table, "blue", (10, "papyrus majority"), (9, "papyrus"))
    play_instant(table, "Ann", "T-7d", "Ann: blue", "Ann: majority")
    check(table, blue="11 majority, 10 papyrus, 9 papyrus", Ann="none")


def test_t_7d_takes_a_token_alone_with_its_bonus(table: State) -> None:
    stack(table, "blue", (11, "majority"), (9, "papyrus papyrus"))
    play_instant(table, "Ann", "T-7d", "blue")
    ann = player(table, "Ann")
    assert (+ann.ledger, ann.eureka) == ({"majority": 1}, True)
    assert lying(table, "blue") == {9: "papyrus papyrus"}


def test_t_7d_takes_a_token_that_cannot_rise(table: State) -> None:
    stack(table, "blue", (21, "papyrus papyrus"))
    play_instant(table, "Ann", "T-7d", "blue")
    assert lying(table, "blue") == {21: "papyrus"}
    bout_of(table)
    stack(table, "red", (8, "lacuna"), (7, "section section"))
    play_instant(table, "Ann", "T-7d", "red")
    check(table, red="8 lacuna, 7 section", Ann="papyrus, section")


def test_t_7d_counts_a_lacuna_in_the_stack_and_needs_a_feature(table: State) -> None:
    lay(table, blue="7 papyrus lacuna", red="7 lacuna")
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-7d", "red")
    bout_of(table)
    play_instant(table, "Ann", "T-7d", "blue")
    assert lying(table, "blue") == {8: "papyrus", 7: LACUNA}
    bout_of(table)
    for suit in table.tracks:
        stack(table, suit)
    play_instant(table, "Ann", "T-7d")
    assert +player(table, "Ann").ledger == {}


def test_t_7e_takes_a_tool_of_the_haul(table: State) -> None:
    lay(table, Ann="keeps T-7e", desk="T-2a T-13b W-blue-1")
    run(table, resolve_take(table, player(table, "Ann")), "Ann: use T-7e", "Ann: T-13b")
    check(table, Ann="holds T-13b, lacuna", desk="T-7e")
    assert {card.id for card in table.discard} == {"T-2a", "W-blue-1"}


def test_t_7e_needs_a_tool_in_the_haul_and_a_take_of_ones_own(table: State) -> None:
    bout_of(table, ("Ann", "W-blue-3"))
    lay(table, Ann="keeps T-7e", desk="W-blue-1")
    run(table, resolve_take(table, player(table, "Ann")))
    on_desk(table, "T-2a")
    run(table, resolve_take(table, player(table, "Bo")))
    assert [card.id for card in player(table, "Ann").tableau] == ["T-7e"]


def shining(suit: str = "blue") -> State:
    """A table on which one suit has the Spotlight, as its demand is the highest alone."""
    table = table_of()
    for other, track in table.tracks.items():
        if other != suit:
            table.supply[track.feature] += len(track.spaces.pop())
            track.spaces.append([])
    assert table.spotlight() == suit
    return table


def on_the_desk(table: State) -> list[str]:
    return [card.id for card in table.desk.cards]


def test_t_8a_sets_the_spotlight_of_the_next_bout_alone() -> None:
    table = shining("blue")
    hold(table, "Ann", "W-red-1")
    play_instant(table, "Ann", "T-8a", "Ann: red")
    assert table.spotlight() == "blue", "not yet in this bout"
    clear_to_desk(table)
    close_window(table)
    begin_bout(table)
    assert on_the_desk(table) == ["T-8a"]
    assert table.spotlight() == "red"
    close_window(table)
    assert table.spotlight() == "blue"
    begin_bout(table)
    assert table.spotlight() == "blue", "for one bout only"


def test_t_8a_may_choose_any_colour_and_the_later_choice_counts() -> None:
    table = shining("blue")
    hold(table, "Ann", "W-red-1")
    table.session.barred = {"red"}
    table.session.next_spotlight = "green"
    play_instant(table, "Ann", "T-8a", "red")
    begin_bout(table)
    assert table.spotlight() == "red"
    table.session.locked = "black"
    assert table.spotlight() == "black"


def test_t_8a_lapses_with_the_session() -> None:
    table = shining("blue")
    play_instant(table, "Ann", "T-8a", "red")
    clear_to_desk(table)
    run(table, session_end(table, exhausted=False))
    assert table.scored_spotlight == "blue"
    hold(table, "Ann", "W-red-1")
    begin_bout(table)
    assert table.spotlight() == "blue"


def test_t_8b_makes_the_witness_rank_10_and_eureka_adds(table: State) -> None:
    bout_of(table, ("Bo", "W-blue-9"), ("Cy", "T-1b"), leader=1)
    table.bout.primary(1).bonus = 2  # Bo's Eureka: 11
    lay(table, Ann="holds W-blue-2 W-blue-4, keeps T-8b")
    ann = player(table, "Ann")
    ann.eureka = True
    played = run(table, play_primary(table, ann), "W-blue-2 with Eureka", "Ann: use T-8b")
    assert (played.rank, played.bonus) == (10, 2)
    assert [one.card.id for one in ranking(table)] == ["T-1b", "W-blue-2", "W-blue-9"]
    assert (ann.tableau, on_the_desk(table)) == ([], ["T-8b"])
    bout_of(table)
    played = run(table, play_primary(table, ann), "W-blue-4")
    assert played.rank == 4, "in that bout only"


def test_t_8b_is_its_players_to_keep_and_for_their_witness_only(table: State) -> None:
    bout_of(table)
    lay(table, Ann="holds W-blue-2", Bo="holds T-2c T-1b, keeps T-8b")
    assert run(table, play_primary(table, player(table, "Ann")), "W-blue-2").rank == 2
    assert run(table, play_primary(table, player(table, "Bo")), "T-1b").rank == 1
    bout_of(table)
    hold(table, "Bo", "W-red-3")
    played = run(table, play_primary(table, player(table, "Bo")), "W-red-3", "keep T-8b")
    assert played.rank == 3
    assert [card.id for card in player(table, "Bo").tableau] == ["T-8b"]


@pytest.mark.parametrize("answer", ["use T-8c", "keep T-8c"])
def test_t_8c_opens_the_tools_to_who_could_follow(table: State, answer: str) -> None:
    bout_of(table, ("Ann", "W-blue-3"))
    lay(table, Bo="holds W-blue-1 W-red-9 T-5a, keeps T-8c")
    bo = player(table, "Bo")
    assert list(primary_choices(table, bo)) == ["W-blue-1"]
    used = answer == "use T-8c"
    assert offered(table, Moment.BEFORE_PRIMARY, f"Bo: {answer}") is used
    assert set(primary_choices(table, bo)) == ({"W-blue-1", "T-5a"} if used else {"W-blue-1"})
    assert on_the_desk(table) == (["T-8c"] if used else [])
    assert [card.id for card in bo.tableau] == ([] if used else ["T-8c"])


def test_t_8c_frees_this_one_primary(table: State) -> None:
    bout_of(table, ("Ann", "W-blue-3"))
    lay(table, Bo="holds W-blue-1 T-1b, keeps T-8c", Cy="holds W-blue-2 T-3a")
    run(table, play_turn(table, player(table, "Bo")), "Bo: use T-8c", "Bo: T-1b", "Bo: W-blue-1")
    assert list(primary_choices(table, player(table, "Cy"))) == ["W-blue-2"]
    assert table.bout.primary(1).card.id == "T-1b"


def test_t_8c_is_offered_only_where_the_duty_keeps_a_tool_in_hand(table: State) -> None:
    lay(table, Bo="keeps T-8c, holds W-blue-1 T-5a W-red-9")
    bo = player(table, "Bo")
    assert not offered(table, Moment.BEFORE_PRIMARY)  # no lead yet
    bout_of(table, ("Ann", "W-green-3"))
    assert not offered(table, Moment.BEFORE_PRIMARY)  # cannot follow
    bout_of(table, ("Ann", "W-blue-3"))
    tool = bo.hand.pop(1)
    assert not offered(table, Moment.BEFORE_PRIMARY)  # no Tool in hand
    bo.hand.append(tool)
    in_tableau(table, "Bo", "T-1e")
    assert offered(table, Moment.BEFORE_PRIMARY, "use T-1e")
    assert set(primary_choices(table, bo)) == {"W-blue-1", "W-red-9", "T-5a"}


def test_t_8d_takes_the_lead_of_the_next_bout(table: State) -> None:
    bout_of(table, ("Ann", "W-blue-3"), ("Bo", "W-blue-9"), ("Cy", "W-blue-1"))
    table.bout.finish, table.quill = [1, 0, 2], 1
    lay(table, Bo="holds W-red-1", Cy="holds W-red-2, keeps T-8d")
    assert offered(table, Moment.BOUT_RESOLVED, "Cy: use T-8d")
    assert table.bout.finish == [1, 0, 2]
    clear_to_desk(table)
    assert on_the_desk(table) == ["T-8d", "W-blue-3", "W-blue-9", "W-blue-1"]
    close_window(table)
    begin_bout(table)
    assert (table.quill, table.bout.leader) == (2, 2)


def test_t_8d_gives_way_to_t_4e(table: State) -> None:
    bout_of(table, ("Ann", "W-blue-3"), ("Bo", "W-blue-9"))
    table.bout.decreed_leader = 0
    lay(table, Ann="holds W-red-1", Cy="keeps T-8d, holds W-red-2")
    assert offered(table, Moment.BOUT_RESOLVED, "Cy: use T-8d")
    clear_to_desk(table)
    close_window(table)
    begin_bout(table)
    assert (table.quill, table.bout.leader) == (0, 0)


def test_t_8d_needs_a_bout_that_is_left(table: State) -> None:
    bout_of(table, ("Ann", "W-blue-3"), ("Bo", "W-blue-9"))
    in_tableau(table, "Cy", "T-8d")
    assert not offered(table, Moment.BOUT_RESOLVED)
    hold(table, "Bo", "W-red-1")
    table.session.interrupted = True
    assert not offered(table, Moment.BOUT_RESOLVED)
    table.session.interrupted = False
    assert not offered(table, Moment.BOUT_RESOLVED, "keep T-8d")
    assert [card.id for card in player(table, "Cy").tableau] == ["T-8d"]


def test_t_8e_turns_the_lead_into_the_spotlights_colour() -> None:
    table = shining("blue")
    bout_of(table, ("Ann", "W-red-4"))
    lay(table, Bo="keeps T-8e, holds W-red-9 W-blue-3")
    assert offered(table, Moment.LEAD_MADE, "Bo: use T-8e")
    assert table.bout.lead == "blue"
    assert on_the_desk(table) == ["T-8e"]
    assert list(primary_choices(table, player(table, "Bo"))) == ["W-blue-3"], (
        "blue is to be followed"
    )
    run(table, play_primary(table, player(table, "Bo")), "W-blue-3")
    hold(table, "Cy", "W-red-8")
    run(table, play_primary(table, player(table, "Cy")), "W-red-8")
    assert [one.card.id for one in ranking(table)] == ["W-red-4", "W-blue-3", "W-red-8"]
    stack(table, "green", (21, "majority"), empty=False)
    assert table.spotlight() is None  # it moves on; the lead and the led Witness stay blue
    assert [one.card.id for one in ranking(table)] == ["W-red-4", "W-blue-3", "W-red-8"]


def test_t_8e_leaves_a_led_tool_a_tool() -> None:
    table = shining("blue")
    bout_of(table, ("Ann", "T-2c"))
    in_tableau(table, "Ann", "T-8e")
    assert offered(table, Moment.LEAD_MADE, "Ann: use T-8e")
    assert table.bout.primaries[0].suit is None
    hold(table, "Bo", "W-red-9", "W-blue-9")
    assert list(primary_choices(table, player(table, "Bo"))) == ["W-blue-9"]
    run(table, play_primary(table, player(table, "Bo")), "W-blue-9")
    assert table.bout.lead == "blue"
    assert [one.card.id for one in ranking(table)] == ["T-2c", "W-blue-9"]


def test_t_8e_needs_a_spotlight(table: State) -> None:
    assert table.spotlight() is None
    bout_of(table, ("Ann", "W-red-4"))
    in_tableau(table, "Bo", "T-8e")
    assert not offered(table, Moment.LEAD_MADE)


def test_t_8e_is_not_offered_where_the_spotlight_leads_already() -> None:
    table = shining("blue")
    bout_of(table, ("Ann", "W-blue-4"))
    in_tableau(table, "Bo", "T-8e")
    assert not offered(table, Moment.LEAD_MADE)
    assert [card.id for card in player(table, "Bo").tableau] == ["T-8e"]


def test_t_8e_waits_for_a_later_bout_and_for_its_lead() -> None:
    table = shining("blue")
    bout_of(table)
    lay(table, Ann="holds T-8e W-red-1 W-red-2 W-red-3", Bo="holds W-red-4 W-red-5")
    run(table, play_turn(table, player(table, "Ann")), "T-8e", "W-red-1")
    assert [card.id for card in player(table, "Ann").tableau] == ["T-8e"]
    clear_to_desk(table)
    begin_bout(table)
    run(table, play_turn(table, player(table, "Ann")), "W-red-2", "W-red-3", "keep T-8e")
    run(table, play_turn(table, player(table, "Bo")), "W-red-4", "W-red-5")
    assert table.bout.lead == "red"


def bare(players: int = 3, game: Game[Data] = GAME) -> State:
    table = table_of(players, game)
    for suit in table.tracks:
        stack(table, suit)
    return table


def test_t_9a_puts_up_to_three_tokens_into_the_vault(table: State) -> None:
    own(table, "Ann", papyrus=3, lacuna=2)
    play_instant(table, "Ann", "T-9a", "Ann: papyrus", "lacuna", "papyrus")
    ann = player(table, "Ann")
    assert +ann.vault == {"papyrus": 2, LACUNA: 1}
    assert +ann.ledger == {"papyrus": 1, LACUNA: 1}
    suffer_corruption(table, ann, table.cards["W-blue-6"])
    assert (+ann.vault, +ann.ledger) == ({"papyrus": 2, LACUNA: 1}, {LACUNA: 1})
    assert ann.features() == [], "what lies in the vault pays for nothing"
    assert counted_tokens(table, ann, "papyrus") == 2


def test_t_9a_may_stop_and_needs_a_token(table: State) -> None:
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


def test_t_9b_lifts_two_tokens_of_a_stack_one_a_space(table: State) -> None:
    stack(table, "blue", (19, "papyrus papyrus papyrus"))
    play_instant(table, "Ann", "T-9b", "Ann: blue")
    assert lying(table, "blue") == {19: "papyrus", 20: "papyrus", 21: "papyrus"}
    assert table.desk.tokens == []


def test_t_9b_counts_the_space_that_the_first_token_left(table: State) -> None:
    stack(table, "blue", (20, "papyrus"), (19, "papyrus papyrus"))
    play_instant(table, "Ann", "T-9b", "blue")
    check(table, blue="19 papyrus, 20 papyrus, 21 papyrus", Ann="none")


@pytest.mark.parametrize(("spaces", "left"), [
    ([(20, "papyrus papyrus papyrus")], {20: "papyrus"}),  # one space above
    ([(21, "papyrus papyrus"), (20, "papyrus")], {20: "papyrus"}),  # leaves none on 21
    ([(11, "papyrus papyrus"), (2, "papyrus")], {2: "papyrus"}),  # leaves none on 11
    ([(11, "papyrus"), (6, "papyrus"), (2, "papyrus")], {2: "papyrus"}),
])  # fmt: skip
def test_t_9b_else_lays_both_on_the_desk(
    table: State, spaces: list[tuple[int, str]], left: dict[int, str]
) -> None:
    stack(table, "blue", *spaces)
    play_instant(table, "Ann", "T-9b", "blue")
    assert lying(table, "blue") == left
    assert table.desk.tokens == ["papyrus", "papyrus"]
    assert [(one.eureka, one.prestige) for one in table.players] == [(False, 0)] * 3


def test_t_9b_asks_its_player_in_a_mixed_stack(table: State) -> None:
    stack(table, "blue", (10, "papyrus majority lacuna section"))
    play_instant(table, "Ann", "T-9b", "blue", "Ann: majority", "Ann: section", "Ann: section")
    assert lying(table, "blue") == {10: "lacuna papyrus", 11: "section", 12: "majority"}


def test_t_9b_fills_the_lowest_empty_spaces_above_the_second(table: State) -> None:
    stack(table, "blue", (11, "papyrus lacuna"), (10, "papyrus lacuna"))
    play_instant(table, "Ann", "T-9b", "blue")
    assert lying(table, "blue") == {10: "lacuna", 11: "lacuna", 12: "papyrus", 13: "papyrus"}


def test_t_9b_of_a_single_token_lays_that_one_on_the_desk() -> None:
    table = bare()
    lay(table, red="10 section lacuna", black="4 lacuna")
    play_instant(table, "Ann", "T-9b")  # one track with a Feature
    assert (lying(table, "red"), table.desk.tokens) == ({10: "lacuna"}, ["section"])
    table = table_of()
    stack(table, "black", (4, "lacuna"))
    with pytest.raises(Refused, match="blue, green, yellow or red"):
        play_instant(table, "Ann", "T-9b", "black")


def test_t_9b_without_any_token_does_nothing() -> None:
    table = bare()
    play_instant(table, "Ann", "T-9b")
    assert table.desk.tokens == []


def test_t_9c_counts_a_lacuna_as_a_feature(table: State) -> None:
    lay(table, Ann="lacuna 2, section, keeps T-9c", Bo="section")
    run(table, score_majority(table), "Ann: use T-9c", "Ann: section")
    check(
        table, Ann="prestige 2, lacuna 2, section, keeps nothing", Bo="prestige 0", discard="T-9c"
    )
    assert table.session.used_lacunas == {0: 1}


def test_t_9c_needs_a_lacuna_in_the_ledger_that_no_tool_uses(table: State) -> None:
    lay(table, Ann="keeps T-9c, lacuna")
    ann = player(table, "Ann")
    table.session.used_lacunas[ann.seat] = 1
    assert not offered(table, Moment.BEFORE_COUNTING)
    table.session.used_lacunas.clear()
    ann.vault[LACUNA] = ann.ledger.pop(LACUNA)
    assert not offered(table, Moment.BEFORE_COUNTING)
    own(table, "Ann", lacuna=1)
    assert not offered(table, Moment.BEFORE_COUNTING, "keep T-9c")
    assert counted_tokens(table, ann, "papyrus") == 0


def test_t_9d_allows_a_further_grant_in_this_window(table: State) -> None:
    lay(table, desk="T-2c", Ann="papyrus 2, majority 2, section 2, keeps T-9d")
    ann = player(table, "Ann")
    ann.grants = 2
    run(table, resolve_take(table, ann), "Ann: use T-9d", "grant papyrus", "grant section")
    assert table.placed(ann) == [("papyrus", 0), ("section", 0)]
    assert (ann.cubes, ann.grants) == (3, 4), "each first slot refreshed one"
    check(table, Ann="majority 2", desk="T-9d", discard="T-2c")
    own(table, "Ann", papyrus=2)
    run(table, resolve_take(table, ann), "grant majority")  # the next window has one again
    assert +ann.ledger == {"papyrus": 2}


def test_t_9d_is_a_may(table: State) -> None:
    lay(table, Ann="papyrus 2, majority 2, keeps T-9d")
    ann = player(table, "Ann")
    run(table, resolve_take(table, ann), "keep T-9d", "grant papyrus")
    assert (+ann.ledger, [card.id for card in ann.tableau]) == ({"majority": 2}, ["T-9d"])
    run(table, resolve_take(table, ann), "use T-9d", "grant majority")
    assert len(table.placed(ann)) == 2
    assert table.take is None


def test_t_9d_needs_two_cubes_and_two_slots(table: State) -> None:
    in_tableau(table, "Ann", "T-9d")
    ann = player(table, "Ann")
    table.boards["papyrus"] = [Cube(0), Cube(0), Cube(0)]
    table.boards["majority"] = [Cube(0), None, None]
    ann.cubes = 1
    run(table, resolve_take(table, ann))
    assert [card.id for card in ann.tableau] == ["T-9d"]
    full = table_of(5)
    in_tableau(full, "Ed", "T-9d")
    for slot in range(14):
        full.boards[list(full.boards)[slot // 3]][slot % 3] = Cube(slot // 4)
        full.players[slot // 4].cubes -= 1
    run(full, resolve_take(full, player(full, "Ed")))
    assert [card.id for card in player(full, "Ed").tableau] == ["T-9d"]


def test_t_9e_deals_the_topmost_features_to_the_others() -> None:
    table = bare()
    lay(table, blue="11 papyrus, 3 papyrus", green="16 majority, 3 majority", red="6 section")
    lay(table, black="1 ubs_a ubs_a")
    bo = player(table, "Bo")
    bo.grants = 3
    play_instant(table, "Bo", "T-9e", "Bo: red", "Bo: blue", "Bo: yellow", "Bo: green")
    cy, ann = player(table, "Cy"), player(table, "Ann")
    assert (bo.grants, +bo.ledger) == (4, {})
    assert +cy.ledger == {"section": 1, LACUNA: 1, "ubs_a": 1}, "yellow has none: a lacuna"
    assert +ann.ledger == {"papyrus": 1, "majority": 1, LACUNA: 1}
    assert (cy.prestige, ann.eureka, bo.eureka) == (2, True, False), "the bonuses are theirs"
    check(table, blue="3 papyrus", black="1 ubs_a")


def test_t_9e_chooses_in_a_mixed_stack() -> None:
    table = bare(5)
    stack(table, "blue", (11, "papyrus section"))
    play_instant(table, "Ann", "T-9e", "blue", "Ann: section", "green", "yellow", "red")
    assert lying(table, "blue") == {11: "papyrus"}
    assert +player(table, "Bo").ledger == {"section": 1, LACUNA: 1}, "the fifth is Bo's again"
    assert [+one.ledger for one in table.players[2:]] == [{LACUNA: 1}] * 3


def test_t_9e_lacunas_are_gained_by_who_receives_them() -> None:
    table = bare()
    stack(table, "blue", (12, "papyrus"), (10, "papyrus"))
    player(table, "Bo").running.append("T-3d")
    play_instant(
        table, "Ann", "T-9e", "Ann: yellow", "Bo: papyrus", "Ann: red", "Ann: blue",
        "Ann: green", "Bo: section",
    )  # fmt: skip
    assert lying(table, "blue") == {12: "lacuna"}, "the topmost Feature, once Bo had the first"
    check(table, Bo="papyrus 2, section", Cy="lacuna 2")


def test_t_9e_without_a_spent_grant_or_a_lacuna() -> None:
    table = bare(game=TRACKS)
    lay(table, Cy="lacuna 75", blue="12 papyrus", red="12 section")
    play_instant(table, "Ann", "T-9e", "red")
    check(table, Ann="grants 5", Bo="section", Cy="papyrus, lacuna 75")
