"""The Tools of rank 3, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

from scoring.verse_and_variant.gains import gain_lacuna, tokenise
from scoring.verse_and_variant.majority import clean_up
from scoring.verse_and_variant.pieces import Claim, Cube
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import close, window
from tests.verse_and_variant.tables import (
    FEATURES,
    TRACKS,
    bout_of,
    cards,
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


def test_t_3a_removes_up_to_two_cards_or_markers() -> None:
    """T-3a: cards for this session, markers for good, and nobody loses a Feature."""
    table = table_of()
    own(table, "Ann", papyrus=2, section=2)
    on_desk(table, "W-blue-6", "W-red-6", "W-blue-2")
    table.desk.markers = ["red", "black", "red"]
    play_instant(table, "Ann", "T-3a", "Ann: W-red-6", "Ann: red marker")
    assert [card.id for card in table.removed] == ["W-red-6"]
    assert [card.id for card in table.desk.cards] == ["W-blue-6", "W-blue-2"]
    assert sorted(table.desk.markers) == ["black", "red"]
    assert +player(table, "Ann").ledger == {"papyrus": 2, "section": 2}


def test_t_3a_takes_two_markers_of_one_colour() -> None:
    """T-3a: two of a kind are two."""
    table = table_of()
    table.desk.markers = ["red", "red"]
    play_instant(table, "Ann", "T-3a", "red marker", "red marker")
    assert table.desk.markers == []


def test_t_3a_may_stop() -> None:
    """T-3a: "up to" leaves it to the player, from none on (VV-4.4)."""
    table = table_of()
    on_desk(table, "W-blue-6", "W-red-6")
    play_instant(table, "Ann", "T-3a", "W-blue-6", "none")
    assert [card.id for card in table.desk.cards] == ["W-red-6"]
    bout_of(table)
    play_instant(table, "Bo", "T-3a", "none")
    assert [card.id for card in table.removed] == ["W-blue-6"]


def test_t_3a_finds_corruption_only_on_the_desk() -> None:
    """T-3a: a Corruption card that is a Primary of this bout does not lie there yet (VV-9)."""
    table = table_of()
    bout_of(table, ("Bo", "W-blue-6"))
    on_desk(table, "W-blue-2")
    play_instant(table, "Ann", "T-3a")
    assert (len(table.desk.cards), table.removed) == (1, [])


def low_tracks(table: State) -> None:
    """Blue at 12, red and black at 5, green and yellow at 8: the Spotlight is on blue."""
    stack(table, "blue", (12, "papyrus papyrus"), (3, "papyrus"))
    stack(table, "green", (8, "majority"))
    stack(table, "yellow", (8, "sinaiticus"))
    stack(table, "red", (5, "section"))
    stack(table, "black", (5, "ubs_a"))


def test_t_3b_moves_the_stack_of_the_spotlight_onto_the_lowest_track() -> None:
    """T-3b: the choice is among those tied for the least demand."""
    table = table_of()
    low_tracks(table)
    play_instant(table, "Ann", "T-3b", "Ann: black")
    assert lying(table, "blue") == {3: "papyrus"}
    assert lying(table, "black") == {5: "ubs_a", 6: "papyrus papyrus"}
    assert lying(table, "red") == {5: "section"}
    assert +player(table, "Ann").ledger == {}


def test_t_3b_does_not_ask_for_a_single_lowest_track() -> None:
    """T-3b: an empty track is below space 0 (VV-3.1), so it is the lowest."""
    table = table_of()
    low_tracks(table)
    stack(table, "green")
    play_instant(table, "Ann", "T-3b")
    assert lying(table, "green") == {0: "papyrus papyrus"}


def test_t_3b_goes_to_another_track_than_the_spotlight() -> None:
    """T-3b: the Spotlight that lies lowest (T-4c) gives to the lowest of the others."""
    table = table_of()
    low_tracks(table)
    stack(table, "red", (2, "section"))
    table.session.lowest_first = True
    play_instant(table, "Ann", "T-3b")
    assert lying(table, "red") == {}
    assert lying(table, "black") == {5: "ubs_a", 6: "section"}


def test_t_3b_without_a_spotlight_does_nothing() -> None:
    """T-3b: no Spotlight, or a Spotlight whose track is empty: nothing moves."""
    table = table_of()  # all five tied
    play_instant(table, "Ann", "T-3b")
    assert {track.demand for track in table.tracks.values()} == {21}
    bout_of(table)
    low_tracks(table)
    stack(table, "red")
    stack(table, "black", (8, "ubs_a"))  # three tied: it must not ask for nothing
    table.session.locked = "red"
    before = {suit: lying(table, suit) for suit in table.tracks}
    play_instant(table, "Ann", "T-3b")
    assert {suit: lying(table, suit) for suit in table.tracks} == before


def test_t_3c_doubles_a_witness_of_the_haul() -> None:
    """T-3c: all it yields comes twice, lacunas and bonuses too; the Tool lies on the new Desk."""
    table = table_of()
    stack(table, "blue", (6, "papyrus"), (5, "papyrus"), (4, "papyrus"), (3, "papyrus papyrus"))
    on_desk(table, "W-blue-7", "W-blue-2", "W-red-6")
    in_tableau(table, "Bo", "T-3c")
    table.bout.finish = [1, 0, 2]
    run(
        table, window(table), "Bo: take", "Bo: use T-3c", "Bo: W-blue-7",
        "Bo: W-red-6 W-blue-7 W-blue-2", "Bo: no grant",
    )  # fmt: skip
    bo = player(table, "Bo")
    assert +bo.ledger == {"papyrus": 5, LACUNA: 2}  # twice 2 and a lacuna; 1 of rank 2
    assert bo.prestige == 2  # space 6 is emptied
    assert lying(table, "blue") == {}
    assert [card.id for card in table.desk.cards] == ["T-3c"]
    assert {card.id for card in table.discard} == {"W-blue-7", "W-blue-2", "W-red-6"}


def test_t_3c_doubles_the_only_witness_without_corruption_unasked() -> None:
    """T-3c: a Corruption card cannot be chosen, and its Corruption comes once."""
    table = table_of()
    own(table, "Ann", section=5)
    on_desk(table, "W-red-6", "W-blue-2")
    in_tableau(table, "Ann", "T-3c")
    table.bout.finish = [0, 1, 2]
    answers = ("take", "use T-3c", "W-blue-2 W-red-6", "no grant")
    run(table, window(table), *answers)
    assert +player(table, "Ann").ledger == {"papyrus": 2, "section": 3}


def test_t_3c_needs_a_witness_without_corruption() -> None:
    """T-3c: a haul of Tools, Corruption and tokens has none: it is not offered."""
    table = table_of()
    on_desk(table, "W-red-6", "T-5a", papyrus=1)
    in_tableau(table, "Ann", "T-3c")
    table.claim = Claim(0, 2)
    assert not offered(table, Moment.GRANT_PAID)


def glossing(table: State, name: str = "Ann") -> None:
    """A player uses T-3d."""
    in_tableau(table, name, "T-3d")
    assert offered(table, Moment.ANY_TIME, f"{name}: use T-3d")


def test_t_3d_turns_a_lacuna_into_a_feature_and_fills_its_space() -> None:
    """T-3d: the Feature comes from its track; the lacuna takes its place, so without a bonus."""
    table = table_of()
    stack(table, "blue", (6, "papyrus"), (2, "papyrus"))
    glossing(table)
    assert [card.id for card in table.desk.cards] == ["T-3d"], "it runs, and lies on the Desk"
    ann = player(table, "Ann")
    run(table, gain_lacuna(table, ann), "Ann: papyrus")
    assert lying(table, "blue") == {6: LACUNA, 2: "papyrus"}
    assert (+ann.ledger, ann.prestige) == ({"papyrus": 1}, 0)
    assert table.supply[LACUNA] == 74
    run(table, gain_lacuna(table, ann), "Ann: papyrus")  # the lacuna is never taken (VV-3.8)
    assert lying(table, "blue") == {6: LACUNA, 2: LACUNA}


def test_t_3d_of_a_feature_of_the_supply_sends_the_lacuna_there() -> None:
    """T-3d: with none on its track the Feature is the supply's, and the lacuna goes there."""
    table = table_of()
    stack(table, "blue")
    glossing(table)
    run(table, gain_lacuna(table, player(table, "Ann")), "papyrus")
    assert +player(table, "Ann").ledger == {"papyrus": 1}
    assert (table.supply[LACUNA], table.supply["papyrus"]) == (75, 54)
    assert lying(table, "blue") == {}


def test_t_3d_with_an_empty_supply_fills_the_space_on_another_track() -> None:
    """T-3d: due from an empty supply the lowest on any track comes (VV-3.4), by the same rule."""
    table = table_of(game=TRACKS)
    stack(table, "blue")
    own(table, "Bo", papyrus=53)
    stack(table, "red", (6, "papyrus"), (11, "papyrus"), (12, "section"))
    glossing(table)
    ann = player(table, "Ann")
    run(table, gain_lacuna(table, ann), "Ann: papyrus")
    assert lying(table, "red") == {12: "section", 11: "papyrus", 6: LACUNA}
    assert (+ann.ledger, ann.prestige, table.supply[LACUNA]) == ({"papyrus": 1}, 0, 74)


def test_t_3d_keeps_the_lacuna_where_no_feature_is_to_be_had() -> None:
    """T-3d: all Features are in ledgers; and of what is nowhere nothing is offered (VV-4.4)."""
    table = table_of(game=TRACKS)
    for suit, feature in zip(table.tracks, FEATURES, strict=True):
        stack(table, suit)
        own(table, "Bo", **{feature: 55})
    glossing(table)
    run(table, gain_lacuna(table, player(table, "Ann")))
    assert +player(table, "Ann").ledger == {LACUNA: 1}
    player(table, "Bo").ledger["section"] -= 1
    table.supply["section"] += 1
    run(table, gain_lacuna(table, player(table, "Ann")))  # one choice: not asked
    assert +player(table, "Ann").ledger == {LACUNA: 1, "section": 1}


def test_t_3d_turns_swept_lacunas_and_those_of_witnesses() -> None:
    """T-3d: used when a Take is paid it lies on the new Desk, and hears of the haul's lacunas."""
    table = table_of()
    on_desk(table, "W-red-1", lacuna=1, papyrus=1)
    in_tableau(table, "Ann", "T-3d")
    table.bout.finish = [0, 1, 2]
    answers = (
        "Ann: keep T-3d", "Ann: take", "Ann: use T-3d", "Ann: section", "Ann: ubs_a", "no grant",
    )  # fmt: skip
    own(table, "Ann", section=1)
    run(table, window(table), *answers)
    assert +player(table, "Ann").ledger == {"papyrus": 1, "section": 2, "ubs_a": 1}
    assert table.tracks["red"].spaces[21] == [LACUNA]
    assert table.tracks["black"].spaces[21] == [LACUNA]
    assert [card.id for card in table.desk.cards] == ["T-3d"]


def test_t_3d_that_runs_already_is_not_offered_again() -> None:
    """T-3d: it may come back by the exchange; a lacuna becomes one Feature, not two."""
    table = table_of()
    glossing(table, "Ann")
    player(table, "Ann").tableau.append(table.desk.cards.pop())
    assert not offered(table, Moment.ANY_TIME)


def test_t_3d_turns_passed_lacunas() -> None:
    """T-3d: Bo has the lacuna that T-13b passes; it lies on the track then, not in the supply."""
    table = table_of()
    own(table, "Ann", lacuna=1)
    own(table, "Bo", papyrus=1)
    own(table, "Cy", papyrus=1)
    glossing(table, "Bo")
    play_instant(table, "Ann", "T-13b", "Bo: section")  # each has one token to pass
    assert +player(table, "Bo").ledger == {"section": 1}
    assert table.tracks["red"].spaces[21] == [LACUNA]


def test_t_3d_turns_the_lacuna_of_a_track_bonus() -> None:
    """T-3d: space 16 gives a lacuna, and that becomes a Feature too (VV-1.7)."""
    table = table_of()
    stack(table, "blue", (16, "papyrus"))
    stack(table, "red", (16, "section"))
    glossing(table)
    (witness,) = cards(table, "W-blue-2")
    run(table, tokenise(table, player(table, "Ann"), witness), "Ann: section")
    assert +player(table, "Ann").ledger == {"papyrus": 1, "section": 1}
    assert lying(table, "red") == {16: LACUNA}, "the space is filled: no second bonus"


def test_t_3d_is_for_its_player_alone() -> None:
    """T-3d: what others gain is not changed."""
    table = table_of()
    glossing(table)
    run(table, gain_lacuna(table, player(table, "Bo")))
    assert +player(table, "Bo").ledger == {LACUNA: 1}


def test_t_3d_hears_nothing_of_an_empty_supply() -> None:
    """T-3d: no lacuna in the supply, none is gained (VV-3.4), and none turned."""
    table = table_of(game=TRACKS)
    glossing(table)
    player(table, "Bo").ledger[LACUNA], table.supply[LACUNA] = 75, 0
    run(table, gain_lacuna(table, player(table, "Ann")))
    assert +player(table, "Ann").ledger == {}


def test_t_3d_runs_past_the_window_to_the_clean_up() -> None:
    """T-3d: until the session ends; then its lacunas leave the tracks for the supply (VV-3.8)."""
    table = table_of()
    glossing(table)
    ann = player(table, "Ann")
    run(table, gain_lacuna(table, ann), "papyrus")
    close(table)
    run(table, gain_lacuna(table, ann), "papyrus")
    assert +ann.ledger == {"papyrus": 2}
    clean_up(table)
    assert LACUNA not in table.tracks["blue"].tokens()
    assert table.supply[LACUNA] == 75
    run(table, gain_lacuna(table, ann))
    assert +ann.ledger == {"papyrus": 2, LACUNA: 1}


def cube(table: State, name: str, feature: str, slot: int, *, flat: bool = False) -> None:
    """A player's cube on a slot, counted from 0."""
    one = player(table, name)
    one.cubes -= 1
    table.boards[feature][slot] = Cube(one.seat, flat)


def test_t_3e_moves_a_cube_and_takes_the_perk_of_its_slot() -> None:
    """T-3e: any empty slot of another institution, gaps or not; the old slot is empty."""
    table = table_of()
    ann = player(table, "Ann")
    ann.grants = 3
    cube(table, "Ann", "papyrus", 0)
    cube(table, "Ann", "section", 0)
    cube(table, "Bo", "majority", 0)
    play_instant(table, "Ann", "T-3e", "Ann: papyrus 1", "Ann: majority 2")
    assert table.owners("papyrus") == ("none", "none", "none")
    assert table.owners("majority") == ("Bo", "Ann", "none")
    assert (+ann.ledger, ann.grants, ann.cubes) == ({LACUNA: 1}, 3, 3)
    bout_of(table)
    play_instant(table, "Ann", "T-3e", "Ann: section 1", "Ann: sinaiticus 1")
    assert (table.owners("sinaiticus"), ann.grants) == (("Ann", "none", "none"), 4)


def test_t_3e_stands_a_flat_cube_up() -> None:
    """T-3e: it scores again."""
    table = table_of()
    cube(table, "Ann", "papyrus", 0, flat=True)
    play_instant(table, "Ann", "T-3e", "ubs_a 3")
    assert table.boards["ubs_a"][2] == Cube(0, flat=False)


def test_t_3e_goes_to_no_slot_of_the_same_institution() -> None:
    """T-3e: "another institution"; nor to one that T-11e has closed."""
    table = table_of()
    cube(table, "Ann", "papyrus", 2)
    for feature, others in zip(FEATURES[2:], ("Bo Bo Bo", "Bo Bo Cy", "Cy Cy Cy"), strict=True):
        for slot, name in enumerate(others.split()):
            cube(table, name, feature, slot)
    table.bout.closed = "green"
    play_instant(table, "Ann", "T-3e")
    assert table.owners("papyrus") == ("none", "none", "Ann")
    bout_of(table)
    play_instant(table, "Ann", "T-3e", "majority 2")
    assert table.owners("papyrus") == ("none", "none", "none")
    assert table.owners("majority") == ("none", "Ann", "none")


def test_t_3e_needs_a_placed_cube_of_ones_own() -> None:
    """T-3e: with none on the boards nothing happens."""
    table = table_of()
    cube(table, "Bo", "papyrus", 0)
    play_instant(table, "Ann", "T-3e")
    assert table.owners("papyrus") == ("Bo", "none", "none")
    assert player(table, "Ann").cubes == 5
