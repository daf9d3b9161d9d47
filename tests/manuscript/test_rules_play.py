"""Untitled Manuscript Game by its clauses: the set-up and a round (MS-1, MS-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from scoring.manuscript.actions import Action, Borrow, Buy, Copying, Follow, Scrape, against
from scoring.manuscript.engine import can_act
from scoring.manuscript.open_actions import random_copying
from scoring.manuscript.room import layouts
from scoring.manuscript.state import OpenTable, PlacedTile, Player
from scoring.play.play import IllegalMove, Play
from tests.manuscript.tables import (
    EXEMPLARS,
    GAME,
    NAMES,
    SHOP,
    TEXTS,
    complete,
    player_of,
    seen,
    shop_of,
    sit,
    spend,
    state_of,
    table_of,
    write,
)
from tests.scoring.tools import answer, asked, house, refused


def end_round(play: Play) -> None:
    """Everybody has spent all cubes; the last one by a move of whoever is asked."""
    for player in table_of(play).players:
        spend(play, player.cubes - (player.name == asked(play)[0]), player.name)
    cheap = next(text for text in shop_of(play)[0] if text)
    play.move(f"buy {cheap}")


@pytest.mark.clause("MS-1.8")
def test_five_texts_lie_in_each_row_and_the_rest_are_drawn_in_order(play: Play) -> None:
    assert [text for row in shop_of(play) for text in row] == SHOP.split()
    rest = [text for text in TEXTS if text not in SHOP.split()]
    assert state_of(play).draw[::-1] == rest
    for player in table_of(play).players:
        assert player.hand[player.seat] == player.cubes == 8
        assert (player.pool, player.active, player.copies) == ([], None, {})


@pytest.mark.clause("MS-1.8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_exemplars_more_than_players_are_in_play_with_their_tiles(players: int) -> None:
    table = table_of(sit(players=players, exemplars="codex_regius"))
    assert len(table.exemplars) == players + 2
    assert table.exemplars[0] == "codex_regius"
    assert table.tiles == table.exemplars


@pytest.mark.clause("MS-1.8")
def test_the_first_player_listed_has_the_quill_and_the_others_follow_clockwise() -> None:
    play = sit(SHOP, players=4)
    order = []
    for text in SHOP.split()[:4]:
        order.append(asked(play)[0])
        play.move(f"buy {text}")
    assert order == ["Ann", "Bo", "Cy", "Di"]


@pytest.mark.clause("MS-1.9")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(IllegalMove, match=r"MS-1\.9: .* for 2 to 4"):
        Play(GAME, [*NAMES, "Ed"][:players])


@pytest.mark.clause("MS-1.9")
def test_all_see_pools_books_and_the_discards_but_not_the_draw_pile(play: Play) -> None:
    play.move("buy lanval")
    table_of(play).discard.append("yvain")
    view = seen(play, "Bo")
    assert view.others[0].pool == ("lanval",)
    assert view.discard == ("yvain",)
    assert view.draw_pile == len(TEXTS) - 11
    last, *others = state_of(play).draw
    state_of(play).draw = [*others, last]
    assert seen(play, "Bo") == view


@pytest.mark.clause("MS-1.9")
def test_a_view_has_all_that_lies_open_at_any_moment_of_a_game() -> None:
    play, rng = Play(GAME, NAMES[:3]), Random(11)
    while (decision := play.decision) is not None:
        play.move(decision.random(rng))
        state, table = state_of(play), table_of(play)
        view = seen(play, "Bo")
        assert (view.round, view.quill) == (table.round, NAMES[table.quill])
        assert [[*row] for row in view.shop] == table.shop
        assert (view.draw_pile, [*view.discard]) == (len(state.draw), table.discard)
        assert ([*view.exemplars], [*view.tiles]) == (table.exemplars, table.tiles)
        assert [*view.spent.values()] == table.spent
        for player, shown in zip(table.clockwise(1), (view.me, *view.others), strict=True):
            assert (shown.name, shown.active, shown.paid) == (
                player.name, player.active, player.paid,
            )  # fmt: skip
            assert [shown.cubes[name] for name in NAMES[:3]] == player.hand
            assert ([*shown.pool], [*shown.exemplars]) == (player.pool, player.exemplars)
            assert [*shown.tiles] == [*player.tiles]
            complete = [text for text, copy in shown.texts.items() if copy.complete]
            assert complete == player.complete()
    for table_of(play).last in False, True:
        assert seen(play, "Bo").last is table_of(play).last


@pytest.mark.clause("MS-2.1")
def test_who_has_no_cube_is_skipped_and_the_round_goes_on() -> None:
    play = sit(SHOP, players=3)
    spend(play, 8, "Bo")
    play.move("buy lanval")
    assert asked(play) == ("Cy", "action")
    play.move("buy perceval")
    assert asked(play) == ("Ann", "action")


@pytest.mark.clause("MS-2.1")
def test_one_player_may_have_the_last_turns_of_a_round(play: Play) -> None:
    spend(play, 8, "Bo")
    for text in SHOP.split()[:3]:
        assert asked(play) == ("Ann", "action")
        play.move(f"buy {text}")
    assert player_of(play).cubes == 5


@pytest.mark.clause("MS-2.1")
def test_the_round_ends_when_nobody_has_a_cube(play: Play) -> None:
    end_round(play)
    assert asked(play) == ("Ann", "texts to keep")


@pytest.mark.clause("MS-2.1")
def test_who_has_a_cube_but_nothing_to_do_with_it_is_skipped(play: Play) -> None:
    table = table_of(play)
    spend(play, 7, "Ann")
    spend(play, 7, "Bo")
    play.move("buy lanval")
    for row in table.shop:  # nothing left for one cube
        row[3:] = [None, None]
    player_of(play).pool.clear()
    assert not can_act(table, table.players[1])
    write(play, "deor", "left", 1, 1, name="Bo")  # which could be scraped
    assert can_act(table, table.players[1])


@pytest.mark.clause("MS-2.1", "MS-2.8")
def test_each_round_begins_with_the_quill_and_goes_clockwise() -> None:
    play = sit(SHOP, players=4)
    for begins in "Ann Bo Cy Di", "Di Ann Bo Cy", "Cy Di Ann Bo", "Bo Cy Di Ann":
        order = []
        for _ in range(4):
            order.append(asked(play)[0])
            play.move(f"buy {shop_of(play)[0][0]}")
        assert order == begins.split()
        end_round(play)
        while asked(play)[1] == "texts to keep":
            play.move("keep nothing")


@pytest.mark.clause("MS-2.1")
def test_who_was_skipped_acts_again_once_there_is_something_to_do() -> None:
    play = sit(SHOP, players=3)
    write(play, "lanval", "left", 1, 1)
    for row in table_of(play).shop:
        row[3:] = [None, None]  # a text costs two cubes at least
    state_of(play).draw.clear()
    spend(play, 7, "Bo")
    play.move("scrape lanval 1")
    assert asked(play)[0] == "Cy"
    play.move("buy deor")  # the row slides to the places for one cube
    play.move("scrape lanval 2")
    assert asked(play)[0] == "Bo"


def some_of_each(table: OpenTable, player: Player) -> Iterator[Action]:
    """Actions of which one is open if any is; a text begins wherever it may."""
    for row in table.shop:
        yield from [Buy(text, False) for text in row if text is not None]
    for text in TEXTS:
        yield from [Borrow(text, give, False) for give in (True, False)]
        yield Copying(1, text)
        yield from [Scrape(((text, line),)) for line in range(1, 5)]
    for text in [*player.pool, *[player.active] * (player.active is not None)]:
        size, box = table.box.extents[str(text)], table.box
        for layout in islice(layouts(size, player.rooms(box), box.grid), 1):
            yield Copying(1, str(text), layout)
    yield from map(Follow, EXEMPLARS)


@pytest.mark.clause("MS-2.1")
def test_a_player_is_asked_exactly_if_some_action_is_open() -> None:
    acting: Counter[bool] = Counter()
    for seed in range(3):
        play, rng = Play(GAME, NAMES[: 2 + seed]), Random(seed)
        while (decision := play.decision) is not None:
            if decision.what == "action" and rng.random() < 0.1:
                table = table_of(play).copy()
                table.shop = [[None] * 5, [None] * 5]
                for player in table.players:
                    player.hand = [rng.randrange(2) for _ in table.players]
                    if rng.random() < 0.5:
                        player.pool.clear()
                    if rng.random() < 0.5:
                        player.active = None
                        player.copies.clear()
                for player in table.players:
                    ways = some_of_each(table, player)
                    able = any(against(one, table, player) is None for one in ways)
                    assert can_act(table, player) is able
                    acting[able] += player.cubes > 0
            play.move(decision.random(rng))
    assert min(acting[True], acting[False]) > 20


@pytest.mark.clause("MS-1.6", "MS-2.2")
@pytest.mark.parametrize(
    ("text", "cost"),
    [("lanval", 1), ("perceval", 1), ("sir_orfeo", 2), ("deor", 2), ("beowulf", 3), ("cliges", 3)],
)
def test_a_purchase_costs_what_its_place_says(play: Play, text: str, cost: int) -> None:
    play.move(f"buy {text}")
    assert player_of(play).cubes == 8 - cost
    assert table_of(play).spent == [cost, 0]
    assert player_of(play).pool == [text]


@pytest.mark.clause("MS-2.2")
def test_a_purchase_too_dear_is_refused(play: Play) -> None:
    spend(play, 6)
    assert refused(play, "buy beowulf").rule == "MS-2.2"
    assert "costs 3 cubes, you have 2" in refused(play, "buy beowulf").message
    assert "not in the shop" in refused(play, "buy yvain").message


@pytest.mark.clause("MS-2.2")
def test_the_row_slides_and_a_new_card_comes_next_to_the_draw_pile(play: Play) -> None:
    new = state_of(play).draw[-1]
    play.move("buy sir_orfeo")
    top, bottom = shop_of(play)
    assert top == ["lanval", "perceval", "deor", "beowulf", new]
    assert bottom == SHOP.split()[5:]


@pytest.mark.clause("MS-2.2")
def test_an_empty_draw_pile_is_reshuffled_from_the_discards_at_once(play: Play) -> None:
    state = state_of(play)
    state.draw, state.table.discard = ["yvain"], ["lancelot", "yonec"]
    play.move("buy lanval")
    assert asked(play) == ("table", "shuffle the discards")
    play.move("yonec lancelot")
    assert state.draw == ["lancelot", "yonec"], "the first named on top"
    assert state.table.discard == []
    assert asked(play) == ("Bo", "action")


@pytest.mark.clause("MS-2.2")
def test_with_both_piles_empty_places_wait_for_the_next_refill(play: Play) -> None:
    state = state_of(play)
    state.draw = []
    play.move("buy lanval")
    assert shop_of(play)[0] == ["perceval", "sir_orfeo", "deor", "beowulf", None]
    state.draw = ["yvain", "yonec", "deor"][:2]
    play.move("buy deor")
    assert shop_of(play)[0] == ["perceval", "sir_orfeo", "beowulf", "yonec", "yvain"]


@pytest.mark.clause("MS-2.2", "MS-2.7")
def test_a_text_goes_to_the_pool_unless_another_place_is_said(play: Play) -> None:
    play.move("buy lanval to pool")
    play.move("borrow lanval spend to pool")
    assert player_of(play, "Bo").pool == ["lanval"]
    assert player_of(play, "Bo").active is None


@pytest.mark.clause("MS-2.2", "MS-2.8")
def test_the_discards_of_a_round_are_shuffled_together_if_the_draw_pile_is_empty() -> None:
    play = sit(SHOP)
    state = state_of(play)
    player_of(play, "Bo").pool.append("yvain")
    state.draw.clear()
    end_round(play)  # Ann buys lanval
    top, bottom = [[text for text in row if text] for row in shop_of(play)]
    play.move("keep nothing")
    play.move("keep nothing")
    assert asked(play) == ("table", "shuffle the discards")
    discards = ["lanval", "yvain", *top[:2], *bottom[:2]]
    assert sorted(state.table.discard) == sorted(discards)
    play.move(" ".join(discards))
    assert shop_of(play) == [
        [*top[2:], "lanval", "yvain", top[0]],
        [*bottom[2:], top[1], bottom[0]],
    ]
    assert (state.draw, state.table.discard) == ([bottom[1]], [])


@pytest.mark.clause("MS-2.3")
def test_a_text_is_borrowed_for_two_cubes(play: Play) -> None:
    play.move("buy lanval")
    play.move("borrow lanval spend")
    assert player_of(play, "Bo").pool == ["lanval"]
    assert player_of(play).pool == []
    assert (player_of(play).cubes, player_of(play, "Bo").cubes) == (7, 6)


@pytest.mark.clause("MS-2.3")
def test_a_text_is_borrowed_for_a_cube_given_which_is_used_this_round(play: Play) -> None:
    play.move("buy lanval")
    spend(play, 7)  # Ann is out of the round
    play.move("borrow lanval give")
    assert player_of(play).hand == [0, 1]
    assert player_of(play, "Bo").hand == [0, 7]
    assert asked(play) == ("Ann", "action"), "back in the round"
    play.move("buy perceval")
    assert table_of(play).spent == [8, 1], "it is Bo's cube that was spent"


@pytest.mark.clause("MS-2.3")
def test_an_active_text_is_not_lent_and_no_cube_is_given_twice(play: Play) -> None:
    play.move("buy lanval to active")
    assert "Ann's active text" in refused(play, "borrow lanval spend").message
    player_of(play, "Bo").active = "deor"
    assert "in nobody else's pool" in refused(play, "borrow deor spend").message
    player_of(play).pool.append("yvain")
    player_of(play, "Bo").hand = [3, 0]  # all of them Ann's
    finding = refused(play, "borrow yvain give")
    assert finding.rule == "MS-2.3"
    assert "own colour" in finding.message
    play.move("borrow yvain spend")


@pytest.mark.clause("MS-2.3")
def test_the_cube_goes_to_the_player_whose_pool_it_was_and_own_texts_are_not_borrowed() -> None:
    play = sit(SHOP, players=3)
    player_of(play).pool.append("yonec")
    player_of(play, "Cy").pool.append("yvain")
    finding = refused(play, "borrow yonec give")
    assert (finding.rule, "in nobody else's pool" in finding.message) == ("MS-2.3", True)
    play.move("borrow yvain give")
    assert [player.hand for player in table_of(play).players] == [[7, 0, 0], [0, 8, 0], [1, 0, 8]]
    assert player_of(play).pool == ["yonec", "yvain"]


@pytest.mark.clause("MS-2.3")
def test_a_cube_given_joins_those_that_were_given_before(play: Play) -> None:
    player_of(play).hand, player_of(play, "Bo").hand = [6, 0], [2, 8]
    player_of(play, "Bo").pool += ["yvain", "yonec"]
    play.move("borrow yvain give")
    assert [player.hand for player in table_of(play).players] == [[5, 0], [3, 8]]


@pytest.mark.clause("MS-2.3", "MS-2.5")
def test_cubes_of_others_are_spent_before_own_ones() -> None:
    play = sit(SHOP, players=3)
    player_of(play).hand = [2, 1, 1]
    play.move("buy beowulf")
    assert player_of(play).hand == [1, 0, 0]
    assert table_of(play).spent == [1, 1, 1]


@pytest.mark.clause("MS-2.4")
@pytest.mark.parametrize(("cubes", "squares"), [(1, 1), (2, 4), (3, 8), (4, 12), (5, 18), (6, 28)])
def test_cubes_fill_squares(play: Play, cubes: int, squares: int) -> None:
    player_of(play).pool.append("perceval")
    play.move(f"copy {cubes} perceval left row 1 column 1")
    assert player_of(play).copies["perceval"].filled.bit_count() == squares
    assert player_of(play).cubes == 8 - cubes


@pytest.mark.clause("MS-2.4")
def test_no_more_than_six_cubes_nor_than_are_in_hand(play: Play) -> None:
    player_of(play).pool.append("beowulf")
    for cubes in 0, 7:
        message = refused(play, f"copy {cubes} beowulf left row 1 column 1").message
        assert "1 to 6 cubes" in message
    spend(play, 6)
    assert "you have 2" in refused(play, "copy 3 beowulf left row 1 column 1").message


@pytest.mark.clause("MS-2.4")
def test_fewer_squares_may_be_filled_but_one_at_least_and_not_more(play: Play) -> None:
    player_of(play).pool.append("lanval")
    assert refused(play, "copy 2 lanval left row 1 column 1 squares 0").rule == "MS-2.4"
    assert "4 squares" in refused(play, "copy 2 lanval left row 1 column 1 squares 5").message
    play.move("copy 2 lanval left row 1 column 1 squares 3")
    assert player_of(play).copies["lanval"].filled.bit_count() == 3


@pytest.mark.clause("MS-2.4")
def test_what_is_left_over_at_the_end_of_the_text_is_lost(play: Play) -> None:
    player_of(play).pool.append("lanval")
    play.move("copy 5 lanval left row 1 column 1")
    assert player_of(play).copies["lanval"].complete
    assert player_of(play).cubes == 3


@pytest.mark.clause("MS-2.4")
def test_with_no_active_text_one_of_the_pool_is_chosen_free(play: Play) -> None:
    player_of(play).pool += ["lanval", "yvain"]
    assert "say which" in refused(play, "copy 1").message
    assert "nor in your pool" in refused(play, "copy 1 judith left row 1 column 1").message
    play.move("copy 1 yvain right row 2 column 3 double")
    assert (player_of(play).active, player_of(play).pool) == ("yvain", ["lanval"])
    assert player_of(play).cubes == 7
    play.move("buy lanval")
    play.move("copy 2")
    assert player_of(play).copies["yvain"].filled.bit_count() == 5


def follower(cubes: int = 8) -> Play:
    play = sit(SHOP, exemplars="codex_regius codex_manesse")
    complete(play, "thrymskvida", "lokasenna")
    spend(play, 8 - cubes)
    return play


@pytest.mark.clause("MS-2.5")
def test_following_takes_the_minimum_of_texts_complete() -> None:
    play = follower()
    assert "0 texts of it" in refused(play, "follow codex_manesse").message
    assert "not in this game" in refused(play, "follow hengwrt_chaucer").message
    player_of(play).scrape("lokasenna", 1)
    finding = refused(play, "follow codex_regius")
    assert finding.rule == "MS-2.5"
    assert "1 text of it complete in your book, expected 2" in finding.message


@pytest.mark.clause("MS-2.5")
def test_a_cube_stays_on_the_exemplar_for_good_one_a_player() -> None:
    play = follower()
    answer(play, "follow codex_regius", "decline")
    assert (player_of(play).cubes, player_of(play).exemplars) == (7, ["codex_regius"])
    play.move("buy lanval")
    assert "bears your cube already" in refused(play, "follow codex_regius").message
    table_of(play).cubes_home()
    assert (player_of(play).cubes, player_of(play, "Bo").cubes) == (7, 8)


@pytest.mark.clause("MS-2.5")
def test_only_the_first_takes_the_tile_and_may_decline() -> None:
    play = follower()
    complete(play, "thrymskvida", "lokasenna", name="Bo")
    play.move("follow codex_regius")
    assert asked(play) == ("Ann", "tile of codex_regius")
    play.move("decline")
    assert "codex_regius" not in table_of(play).tiles
    play.move("follow codex_regius")
    assert asked(play) == ("Ann", "action"), "the tile has left the game"
    assert player_of(play, "Bo").tiles == {}


@pytest.mark.clause("MS-2.5")
def test_the_tile_is_placed_at_once() -> None:
    play = follower()
    answer(play, "follow codex_regius", "place right row 1 column 1")
    leaf = player_of(play).pages["right"]
    grid = table_of(play).box.grid
    assert [*grid.squares(leaf.tiles)] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert asked(play) == ("Bo", "action")


@pytest.mark.clause("MS-2.5")
def test_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    play = follower()
    grid = table_of(play).box.grid
    player_of(play).pages["right"].tiles = grid.all
    player_of(play).pages["left"].tiles = grid.all & ~player_of(play).pages["left"].text
    play.move("follow codex_regius")
    assert asked(play) == ("Bo", "action")
    assert "codex_regius" not in table_of(play).tiles


@pytest.mark.clause("MS-2.5", "MS-3.9")
def test_a_tile_that_fits_only_turned_is_offered() -> None:
    play = sit(SHOP, exemplars="exeter_book")
    complete(play, "deor", "the_ruin", "wulf_and_eadwacer")
    grid = table_of(play).box.grid
    player_of(play).pages["left"].tiles = grid.all & ~player_of(play).pages["left"].text
    player_of(play).pages["right"].tiles = grid.all & ~grid.run(7, 2, 4)
    play.move("follow exeter_book")
    assert asked(play) == ("Ann", "tile of exeter_book")
    refused(play, "place right row 7 column 2")
    play.move("place right row 7 column 2 turned")


@pytest.mark.clause("MS-2.5")
def test_a_foreign_cube_is_exchanged_for_an_own_one_spent_this_round() -> None:
    play = follower(cubes=0)
    player_of(play).hand = [0, 1]
    player_of(play, "Bo").hand = [0, 7]
    assert table_of(play).spent == [8, 0]
    answer(play, "follow codex_regius", "decline")
    assert table_of(play).spent == [7, 1]
    assert player_of(play).hand == [0, 0]


@pytest.mark.clause("MS-2.5")
def test_without_an_own_cube_spent_nothing_can_be_exchanged() -> None:
    play = follower(cubes=0)
    player_of(play).hand, player_of(play, "Bo").hand = [0, 1], [8, 7]
    table_of(play).spent = [0, 0]  # Ann's are all in Bo's hand
    finding = refused(play, "follow codex_regius")
    assert finding.rule == "MS-2.5"
    assert "none spent to exchange" in finding.message


@pytest.mark.clause("MS-2.5", "MS-2.8")
def test_a_cube_paid_for_keeping_is_not_exchanged() -> None:
    play = follower(cubes=0)
    player_of(play).hand, player_of(play).paid = [0, 1], 3
    table_of(play).spent = [0, 7]
    assert refused(play, "follow codex_regius").rule == "MS-2.5"
    table_of(play).spent = [1, 7]  # whoever spent it
    answer(play, "follow codex_regius", "decline")
    assert table_of(play).spent == [0, 8]
    assert player_of(play).paid == 3


@pytest.mark.clause("MS-2.5")
def test_nothing_is_exchanged_as_long_as_an_own_cube_is_in_hand() -> None:
    play = follower()
    complete(play, "thrymskvida", "lokasenna", name="Bo")
    play.move("buy lanval")
    spend(play, 7, "Bo")
    player_of(play, "Bo").hand[0] = 1
    answer(play, "follow codex_regius", "decline")
    assert player_of(play, "Bo").hand == [1, 0]
    assert table_of(play).spent == [1, 7]


@pytest.mark.clause("MS-2.6")
def test_scraping_costs_a_cube_a_line_of_any_texts_in_any_order(play: Play) -> None:
    write(play, "lanval", "left", 1, 1)
    write(play, "perceval", "right", 3, 4, double=True)
    play.move("scrape perceval 8 2, lanval 3")
    player, grid = player_of(play), table_of(play).box.grid
    assert player.cubes == 5
    assert player.copies["perceval"].standing() == [1, 3, 4, 5, 6, 7]
    assert player.copies["lanval"].standing() == [1, 2]
    rows = {row for row, _ in grid.squares(player.pages["right"].text)}
    assert rows == {3, 7, 9, 11, 13, 15}, "blank rows cost nothing"


@pytest.mark.clause("MS-2.6")
def test_at_most_five_lines_at_once_a_cube_each_and_only_lines_that_stand(play: Play) -> None:
    write(play, "perceval", "left", 1, 1, squares=18)
    assert "at most 5" in refused(play, "scrape perceval 1 2 3 4 5 6").message
    assert "no line 6" in refused(play, "scrape perceval 6").message
    assert "not in your book" in refused(play, "scrape lanval 1").message
    spend(play, 6)
    finding = refused(play, "scrape perceval 1 2 3")
    assert (finding.rule, "3 lines cost a cube each" in finding.message) == ("MS-2.6", True)


@pytest.mark.clause("MS-2.6")
def test_a_line_is_a_row_of_one_part(play: Play) -> None:
    write(play, "perceval", "left", 15, 1, 6)  # four lines at the foot, four at the head
    play.move("scrape perceval 5")
    grid = table_of(play).box.grid
    assert not player_of(play).pages["left"].text & grid.run(1, 6, 4)
    assert player_of(play).pages["left"].text & grid.run(15, 1, 4)


@pytest.mark.clause("MS-2.6")
def test_a_scraped_text_is_refilled_earliest_first(play: Play) -> None:
    write(play, "perceval", "left", 1, 1)
    player_of(play).pool.append("perceval")
    play.move("scrape perceval 2 5")
    assert not player_of(play).copies["perceval"].complete
    play.move("buy lanval")
    play.move("copy 2 perceval")
    assert player_of(play).copies["perceval"].standing() == [1, 2, 3, 4, 6, 7, 8]
    assert player_of(play).active == "perceval"


@pytest.mark.clause("MS-2.6")
def test_refilling_is_possible_only_where_all_that_is_missing_has_room(play: Play) -> None:
    write(play, "perceval", "left", 1, 1, double=True)
    player_of(play).pool.append("perceval")
    play.move("scrape perceval 8")
    player_of(play).pages["left"].tiles |= table_of(play).box.grid.square(15, 4)
    play.move("buy lanval")
    assert refused(play, "copy 1 perceval").rule == "MS-2.6"
    player_of(play).pages["left"].tiles = table_of(play).box.grid.square(14, 1)  # a blank row
    assert "no longer fits" in refused(play, "copy 1 perceval").message
    player_of(play).pages["left"].tiles = table_of(play).box.grid.square(16, 1)
    play.move("copy 1 perceval")


@pytest.mark.clause("MS-2.6")
def test_a_text_of_which_nothing_is_left_starts_anew(play: Play) -> None:
    player_of(play).active = "lanval"
    write(play, "lanval", "left", 1, 1, squares=6)
    play.move("scrape lanval 1 2")
    assert player_of(play).active_copy is None
    play.move("buy lanval")
    play.move("copy 1 lanval right row 5 column 5")
    assert player_of(play).copies["lanval"].layout.page == "right"


@pytest.mark.clause("MS-2.6")
def test_a_line_is_not_scraped_twice(play: Play) -> None:
    write(play, "lanval", "left", 1, 1)
    finding = refused(play, "scrape lanval 1 1")
    assert (finding.rule, "named twice" in finding.message) == ("MS-2.6", True)


@pytest.mark.clause("MS-2.6", "MS-2.7")
def test_an_active_text_scraped_to_nothing_is_displaced_as_one_not_begun(play: Play) -> None:
    player_of(play).active = "deor"
    write(play, "deor", "left", 1, 1, squares=2)
    play.move("scrape deor 1")
    play.move("buy perceval")
    play.move("buy lanval to active")
    assert (player_of(play).active, player_of(play).pool) == ("lanval", ["deor"])


@pytest.mark.clause("MS-2.6")
def test_a_scraped_text_is_refilled_with_its_card_whoever_had_that(play: Play) -> None:
    write(play, "lanval", "left", 1, 1)
    player_of(play, "Bo").pool.append("lanval")
    play.move("scrape lanval 2")
    play.move("buy perceval")
    assert refused(play, "copy 2 lanval").rule == "MS-2.4", "the card is Bo's"
    play.move("borrow lanval give to active")
    play.move("buy sir_orfeo")
    play.move("copy 2")
    assert player_of(play).copies["lanval"].complete
    assert (player_of(play).active, player_of(play).pool) == (None, ["lanval"])


@pytest.mark.clause("MS-2.6")
def test_what_fitted_nowhere_may_fit_once_something_is_scraped_away(play: Play) -> None:
    player, table = player_of(play), table_of(play)
    write(play, "perceval", "left", 1, 1)
    for leaf in player.pages.values():
        leaf.tiles = table.box.grid.all & ~leaf.text
    player.active = "lanval"
    assert random_copying(table, player, Random(1)) is None
    play.move("scrape perceval 1 2 3 4 5")
    assert random_copying(table, player, Random(1)) is not None


@pytest.mark.clause("MS-2.7")
def test_a_new_text_displaces_one_not_begun() -> None:
    play = sit(SHOP, players=2)
    play.move("buy lanval to active")
    play.move("buy perceval")
    play.move("borrow perceval spend to active")
    assert (player_of(play).active, player_of(play).pool) == ("perceval", ["lanval"])


@pytest.mark.clause("MS-2.7")
def test_a_text_of_the_pool_displaces_none(play: Play) -> None:
    player_of(play).active = "lanval"
    player_of(play).pool.append("yvain")
    finding = refused(play, "copy 1 yvain left row 1 column 1")
    assert (finding.rule, "lanval is active, and only a new text" in finding.message) == (
        "MS-2.7",
        True,
    )


@pytest.mark.clause("MS-2.7")
def test_one_text_is_copied_at_a_time(play: Play) -> None:
    player_of(play).active = "deor"
    write(play, "deor", "left", 1, 1, squares=2)
    player_of(play).pool.append("yvain")
    for move in "copy 1 yvain left row 9 column 9", "buy lanval to active":
        finding = refused(play, move)
        assert (finding.rule, "begun but not complete" in finding.message) == ("MS-2.7", True)
    play.move("buy lanval")


@pytest.mark.clause("MS-2.7")
def test_a_complete_text_moves_to_the_pool_and_its_copy_stays(play: Play) -> None:
    play.move("buy lanval to active")
    play.move("buy perceval")
    play.move("copy 4 lanval left row 1 column 1")
    assert (player_of(play).active, player_of(play).pool) == (None, ["lanval"])
    play.move("borrow lanval spend")
    assert player_of(play).copies["lanval"].complete


@pytest.mark.clause("MS-2.7", "MS-3.7")
def test_a_text_in_the_book_may_be_acquired_but_not_begun_again(play: Play) -> None:
    write(play, "lanval", "left", 1, 1)
    finding = refused(play, "buy lanval to active")
    assert (finding.rule, "already complete" in finding.message) == ("MS-2.7", True)
    play.move("buy lanval")
    play.move("buy perceval")
    assert refused(play, "copy 1 lanval right row 1 column 1").rule == "MS-2.7"


@pytest.mark.clause("MS-2.8")
def test_cubes_come_home_given_ones_too_but_those_on_exemplars_stay(play: Play) -> None:
    table = table_of(play)
    table.players[0].exemplars.append("codex_regius")
    table.players[0].hand, table.players[1].hand = [5, 2], [1, 4]
    table.spent = [1, 2]
    table.cubes_home()
    assert [player.hand for player in table.players] == [[7, 0], [0, 8]]
    assert table.spent == [0, 0]


@pytest.mark.clause("MS-2.8")
def test_one_text_is_kept_free_and_three_more_for_a_cube_of_the_next_round(play: Play) -> None:
    player_of(play).pool += ["yvain", "yonec", "lancelot", "havamal"]
    end_round(play)
    assert "at most" in refused(play, "keep lanval yvain yonec lancelot havamal").message
    assert "twice" in refused(play, "keep lanval lanval").message
    for no_text in "keep beowulf", "keep nothing lanval", "keep lanval nothing":
        assert "text of your pool" in refused(play, no_text).message
    play.move("keep yvain lanval yonec")
    assert set(player_of(play).pool) == {"yvain", "lanval", "yonec"}
    assert (player_of(play).cubes, player_of(play).paid) == (6, 2)
    assert set(table_of(play).discard) >= {"lancelot", "havamal"}
    table_of(play).cubes_home()
    assert player_of(play).cubes == 8, "back at the end of the next round"


@pytest.mark.clause("MS-2.8")
def test_keeping_is_paid_from_the_cubes_that_came_home(play: Play) -> None:
    player = player_of(play)
    player.pool += ["yvain", "yonec", "lancelot", "havamal"]
    player.exemplars += EXEMPLARS[:6]
    end_round(play)
    assert player.cubes == 2
    refused(play, "keep lanval yvain yonec lancelot")
    play.move("keep lanval yvain yonec")
    assert player.cubes == 0, "who starts the round without a cube"
    assert asked(play) == ("Bo", "action")


@pytest.mark.clause("MS-2.8")
def test_players_keep_clockwise_from_the_quill_and_active_texts_stay() -> None:
    play = sit(SHOP, players=3)
    table = table_of(play)
    table.quill = 1
    for player, text in zip(table.players, ["yvain", "yonec", "lancelot"], strict=True):
        player.pool.append(text)
    player_of(play, "Cy").active = "havamal"
    end_round(play)
    for name in "Bo", "Cy", "Ann":
        assert asked(play) == (name, "texts to keep")
        play.move("keep nothing")
    assert player_of(play, "Cy").active == "havamal"
    assert [player.pool for player in table.players] == [[], [], []]


@pytest.mark.clause("MS-2.8")
def test_the_cheapest_cards_are_discarded_the_rows_slide_and_refill_the_top_first() -> None:
    play = sit(SHOP)
    end_round(play)  # Ann buys lanval
    drawn = state_of(play).draw[::-1]
    top, bottom = shop_of(play)
    play.move("keep nothing")
    assert table_of(play).discard == ["lanval", *reversed(top[:2]), *reversed(bottom[:2])]
    assert shop_of(play) == [[*top[2:], *drawn[:2]], [*bottom[2:], *drawn[2:4]]]


@pytest.mark.clause("MS-2.8")
def test_the_quill_passes_counterclockwise() -> None:
    play = sit(SHOP, players=3)
    end_round(play)
    play.move("keep nothing")
    assert (table_of(play).quill, table_of(play).round) == (2, 2)
    assert asked(play) == ("Cy", "action")


def eight_texts(play: Play, *, quadrants: int = 8) -> None:
    """Ann's book with eight texts complete and text in so many quadrants, nearly."""
    places = [("left", 1, 1), ("left", 1, 8), ("left", 11, 1), ("left", 11, 8),
              ("right", 1, 1), ("right", 1, 8), ("right", 11, 1), ("right", 11, 8)]  # fmt: skip
    texts = ["lanval", "deor", "the_ruin", "thrymskvida", "sir_orfeo", "yonec", "lay_le_freine"]
    for text, (page, row, column) in zip(texts, places, strict=False):
        write(play, text, "left" if page == "left" else "right", row, column)
    if quadrants == 8:
        write(play, "yvain", "right", 10, 8, squares=3)


@pytest.mark.clause("MS-2.9")
def test_the_round_is_finished_once_the_end_is_triggered() -> None:
    play = sit("judith " + SHOP.replace("judith", "yonec"))
    eight_texts(play)
    player_of(play).active = "yvain"
    spend(play, 2)
    play.move("copy 6 yvain")
    assert player_of(play).copies["yvain"].filled.bit_count() == 31
    assert not table_of(play).last, "incomplete, so seven texts"
    spend(play, 7, "Bo")
    player_of(play).hand[0] = 3
    play.move("buy judith")
    play.move("copy 3")
    assert table_of(play).last
    assert play.decision is None, "nobody has a cube"
    assert state_of(play).over
    assert player_of(play).pool[-1] == "yvain", "there is no round end"


@pytest.mark.clause("MS-2.9")
def test_text_in_seven_quadrants_does_not_end_the_game(play: Play) -> None:
    eight_texts(play, quadrants=7)
    write(play, "o_fortuna", "left", 8, 1)
    table = table_of(play)
    assert len(player_of(play).complete()) == 8
    assert not table.meets_end(player_of(play))
    write(play, "judith", "right", 12, 8, squares=1)
    assert table.meets_end(player_of(play)), "a square of an incomplete text counts"


@pytest.mark.clause("MS-2.9")
def test_the_end_once_triggered_stays_triggered(play: Play) -> None:
    eight_texts(play)
    player_of(play).active = "yvain"
    write(play, "yvain", "right", 10, 8, squares=33)
    play.move("copy 3")
    play.move("buy lanval")
    play.move("scrape yvain 1")
    table = table_of(play)
    assert table.last
    assert not table.meets_end(player_of(play))
    for player in table.players:
        spend(play, player.cubes - (player.name == "Bo"), player.name)
    play.move("buy perceval")
    assert play.decision is None
    assert state_of(play).position().ended


@pytest.mark.clause("MS-2.9")
def test_the_game_ends_after_the_last_round_in_any_case(play: Play) -> None:
    table_of(play).round = 29
    end_round(play)
    play.move("keep nothing")
    assert play.decision is not None
    end_round(play)
    assert play.decision is None
    assert state_of(play).position().ended


@pytest.mark.clause("MS-1.2", "MS-2.9")
@pytest.mark.parametrize("square", [(9, 6), (9, 7), (10, 6), (10, 7)])
def test_a_quadrant_reaches_to_the_middle_of_the_page(play: Play, square: tuple[int, int]) -> None:
    """With text everywhere but in one quadrant, its innermost square is what is missing."""
    eight_texts(play)
    write(play, "o_fortuna", "left", 8, 1)
    player, grid = player_of(play), table_of(play).box.grid
    row, column = square
    quadrant = grid.block(1 if row == 9 else 10, 1 if column == 6 else 7, 6, 9)
    page = player.pages["right"]
    page.text = grid.all & ~quadrant
    assert not table_of(play).meets_end(player)
    page.tiles = quadrant
    assert not table_of(play).meets_end(player), "a tile is no text"
    page.text |= grid.square(row, column)
    assert table_of(play).meets_end(player)


@pytest.mark.clause("MS-5.2")
def test_a_position_during_play_has_not_ended() -> None:
    assert not state_of(sit(SHOP)).position().ended


@pytest.mark.clause("MS-3.6")
def test_a_text_begins_where_all_of_it_fits_as_said(play: Play) -> None:
    player_of(play).pool += ["perceval", "the_new_life"]
    write(play, "lanval", "left", 1, 1)
    for where, rule, message in (
        ("", "MS-3.6", "say where it begins"),
        (" left row 3 column 4", "MS-3.6", "row 3, column 4 of the left page is filled"),
        (" left row 4 column 1", "MS-3.5", "row 4, column 1 of the left page would touch"),
        (" left row 1 column 5", "MS-3.5", "row 1, column 5 of the left page would touch"),
        (
            " left row 12 column 1",
            "MS-3.4",
            "it runs on into one more column, named after 'then'; found 0",
        ),
        (" left row 5 column 1 double then 6", "", "expected cubes, text"),
        (" left row 1 column 6 then 11", "MS-3.4", "so leave out 'then'"),
        (" left row 15 column 6 then 9", "MS-3.4", "column 9 is too far left, expected 11"),
        (" left row 1 column 10", "MS-3.6", "4 squares from column 10 run off the page"),
        (" left row 0 column 6", "MS-3.6", "rows 1 to 18"),
        (" left row 19 column 6", "MS-3.6", "rows 1 to 18"),
        (" left row 1 column 13", "MS-3.6", "columns 1 to 12"),
        (" left row 1 column 6 lines of 5", "MS-3.1", "lines of 5, expected 4"),
    ):
        finding = refused(play, f"copy 1 perceval{where}")
        assert message in finding.message
        assert finding.rule == (rule or "MS-2.1")
    finding = refused(play, "copy 1 the_new_life left row 9 column 1")
    assert (finding.rule, "say its line length" in finding.message) == ("MS-3.2", True)
    finding = refused(play, "copy 1 the_new_life left row 9 column 1 lines of 13")
    assert (finding.rule, "lines of 13, expected 1 to 12" in finding.message) == ("MS-3.2", True)
    play.move("copy 1 perceval left row 5 column 1 then 7 double")


@pytest.mark.clause("MS-3.3", "MS-3.6")
def test_a_tile_may_be_neither_under_a_text_nor_between_its_lines(play: Play) -> None:
    player, grid = player_of(play), table_of(play).box.grid
    player.pool.append("perceval")
    player.lay("codex_manesse", PlacedTile("right", 2, 4, 1, 1), grid)
    message = refused(play, "copy 1 perceval right row 1 column 1 double").message
    assert "row 2, column 4 of the right page has to stay blank" in message
    message = refused(play, "copy 1 perceval right row 1 column 1 single").message
    assert "row 2, column 4 of the right page is under a decoration tile" in message
    player.pages["right"].tiles = 0
    play.move("copy 1 perceval right row 1 column 1 single")
    assert not player.copies["perceval"].layout.double


@pytest.mark.clause("MS-3.5")
@pytest.mark.parametrize("corners", [True, False])
@pytest.mark.parametrize(("row", "column"), [(5, 1), (5, 9), (11, 1), (11, 9)])
def test_texts_meet_at_a_corner_only_if_the_option_says_so(
    row: int, column: int, corners: bool
) -> None:
    play = sit(SHOP, game=house(GAME, corners_may_touch=corners))
    write(play, "the_ruin", "left", 8, 5)  # rows 8 to 10 of columns 5 to 8
    player_of(play).active = "lanval"
    if not corners:
        finding = refused(play, f"copy 1 lanval left row {row} column {column}")
        assert (finding.rule, "would touch another text" in finding.message) == ("MS-3.5", True)
        row += 1 if row > 8 else -1
    play.move(f"copy 1 lanval left row {row} column {column}")


@pytest.mark.clause("MS-3.6")
def test_the_layout_said_is_kept(play: Play) -> None:
    player_of(play).pool.append("perceval")
    play.move("copy 1 perceval left row 1 column 6 double")
    play.move("buy lanval")
    finding = refused(play, "copy 1 perceval left row 1 column 6")
    assert (finding.rule, "it is begun already" in finding.message) == ("MS-3.6", True)
    play.move("copy 3 perceval left row 1 column 6 double")
    rows = {row for row, _ in table_of(play).box.grid.squares(player_of(play).pages["left"].text)}
    assert rows == {1, 3, 5}


@pytest.mark.clause("MS-3.9")
@pytest.mark.parametrize(("where", "message"), [
    ("left row 14 column 1", ""),
    ("left row 14 column 5 turned", "is needed by a text"),
    ("left row 3 column 3", "bears text"),
    ("left row 2 column 8 turned", "is needed by a text"),  # blank, between standing lines
    ("left row 15 column 8 turned", "is needed by a text"),  # yet to be filled
    ("left row 16 column 1", "runs off the page"),
    ("right row 9 column 10 turned", "runs off the page"),
    ("right row 0 column 1", "runs off the page"),
    ("right row 9 column 0", "runs off the page"),
    ("right row 1 column 1", "is under another tile"),
    ("right row 3 column 1", ""),
])  # fmt: skip
def test_a_tile_covers_empty_squares_that_no_text_needs(where: str, message: str) -> None:
    play = sit(SHOP, exemplars="exeter_book")
    complete(play, "deor", "the_ruin", "wulf_and_eadwacer")
    player = player_of(play)
    player.active = "perceval"
    write(play, "perceval", "left", 1, 8, double=True, squares=9)
    player.lay("codex_manesse", PlacedTile("right", 1, 1, 2, 2), table_of(play).box.grid)
    play.move("follow exeter_book")
    if message:
        finding = refused(play, f"place {where}")
        assert (finding.rule, message in finding.message) == ("MS-3.9", True)
    else:
        play.move(f"place {where}")
        assert "exeter_book" in player.tiles


@pytest.mark.clause("MS-3.9")
@pytest.mark.parametrize(("where", "message"), [
    ("left row 3", ""),  # where the line was
    ("left row 2", ""),  # blank, but no longer between two standing lines
    ("left row 4", ""),
    ("left row 6", "is needed by a text"),
    ("right row 6", ""),
])  # fmt: skip
def test_a_tile_may_cover_what_was_scraped_of_a_text_not_active(where: str, message: str) -> None:
    play = sit(SHOP, exemplars="exeter_book")
    complete(play, "deor", "the_ruin", "wulf_and_eadwacer")
    player, box = player_of(play), table_of(play).box
    copy = write(play, "perceval", "left", 1, 8, double=True)
    player.scrape("perceval", 2)
    play.move("follow exeter_book")
    if message:
        assert message in refused(play, f"place {where} column 8 turned").message
    else:
        play.move(f"place {where} column 8 turned")
        assert player.refillable(copy, box) is where.startswith("right")


@pytest.mark.clause("MS-3.9")
def test_a_tile_may_be_turned_by_a_quarter() -> None:
    play = sit(SHOP, exemplars="exeter_book")
    complete(play, "deor", "the_ruin", "wulf_and_eadwacer")
    answer(play, "follow exeter_book", "place right row 18 column 9 turned")
    tiles = player_of(play).pages["right"].tiles
    assert [*table_of(play).box.grid.squares(tiles)] == [(18, column) for column in range(9, 13)]


def test_a_word_that_is_no_action_is_told_what_would_do(play: Play) -> None:
    for move in "", "burn", "buy", "buy lanval to bo", "borrow lanval", "copy", "copy x", "scrape":
        finding = refused(play, move)
        assert "expected" in finding.message, move
    assert "did you mean lanval?" in refused(play, "buy lanvall").message
    play.move(play.decision.random(Random(1)) if play.decision else "")
