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
from scoring.manuscript.state import OpenTable, Player
from scoring.play.play import IllegalMove, Play
from tests.manuscript import sitting
from tests.manuscript.sitting import GAME, NAMES, SHOP, TEXTS, Sitting, following, seen, table_of
from tests.scoring.tools import asked, house

clause = pytest.mark.clause


@clause("MS-1.8")
def test_five_texts_lie_in_each_row_and_the_rest_are_drawn_in_order() -> None:
    at = Sitting()
    assert [text for row in at.shop for text in row] == SHOP.split()
    assert at.state.draw[::-1] == [text for text in TEXTS if text not in SHOP.split()]
    for player in at.table.players:
        assert player.hand[player.seat] == player.cubes == 8
        assert (player.pool, player.active, player.copies) == ([], None, {})


@clause("MS-1.8", "MS-1.9")
def test_two_to_four_play_with_two_exemplars_more_than_players_and_their_tiles() -> None:
    for players in 2, 3, 4:
        table = Sitting(players=players, exemplars="codex_regius").table
        assert (len(table.exemplars), table.exemplars[0]) == (players + 2, "codex_regius")
        assert table.tiles == table.exemplars
    for players in 1, 5:
        with pytest.raises(IllegalMove, match=r"MS-1\.9: .* for 2 to 4"):
            Play(GAME, [*NAMES, "Ed"][:players])


@clause("MS-1.9")
def test_the_order_of_the_draw_pile_is_all_that_is_hidden() -> None:
    at = Sitting().move("buy lanval")
    view = seen(at.play, "Bo")
    assert (view.others[0].pool, view.draw_pile) == (("lanval",), len(TEXTS) - 11)
    at.state.draw = [*at.state.draw[1:], at.state.draw[0]]
    assert seen(at.play, "Bo") == view


@clause("MS-1.9")
def test_a_view_has_all_that_lies_open_at_any_moment_of_a_game() -> None:
    play, rng = Play(GAME, NAMES[:3]), Random(11)
    while (decision := play.decision) is not None:
        play.move(decision.random(rng))
        state, table = sitting.state_of(play), table_of(play)
        view = seen(play, "Bo")
        assert (view.round, view.quill) == (table.round, NAMES[table.quill])
        assert [[*row] for row in view.shop] == table.shop
        assert (view.draw_pile, [*view.discard]) == (len(state.draw), table.discard)
        assert ([*view.exemplars], [*view.tiles]) == (table.exemplars, table.tiles)
        assert [*view.spent.values()] == table.spent
        for player, shown in zip(table.clockwise(1), (view.me, *view.others), strict=True):
            assert (shown.name, shown.active) == (player.name, player.active)
            assert (shown.paid, [*shown.tiles]) == (player.paid, [*player.tiles])
            assert [shown.cubes[name] for name in NAMES[:3]] == player.hand
            assert ([*shown.pool], [*shown.exemplars]) == (player.pool, player.exemplars)
            done = [text for text, copy in shown.texts.items() if copy.complete]
            assert done == player.complete()
    for table_of(play).last in False, True:
        assert seen(play, "Bo").last is table_of(play).last


@clause("MS-2.1")
def test_a_player_without_a_cube_is_skipped_and_the_round_goes_on() -> None:
    at = Sitting(players=3)
    at.spend(8, "Bo")
    for move, then in ("buy lanval", "Cy action"), ("buy perceval", "Ann action"):
        assert at.move(move).asked == then
    at.spend(7, "Cy")
    at.move("buy sir_orfeo", "buy deor")
    assert at.asked == at.move("buy beowulf").asked == "Ann action", "the last turns are all hers"


@clause("MS-2.1")
def test_a_player_with_a_cube_but_nothing_to_do_with_it_is_skipped() -> None:
    at = Sitting()
    at.spend(7, "Ann")
    at.spend(7, "Bo")
    assert at.move("buy lanval").asked == "Bo action"
    for row in at.table.shop:  # nothing left for one cube
        row[3:] = [None, None]
    at.ann.pool.clear()
    assert not can_act(at.table, at.bo)
    at.write("deor", "left", 1, 1, name="Bo")  # which could be scraped
    assert can_act(at.table, at.bo)


@clause("MS-1.8", "MS-2.1", "MS-2.8")
def test_each_round_begins_with_the_quill_and_goes_clockwise() -> None:
    """The first player listed has the quill, which passes counterclockwise."""
    at = Sitting(players=4)
    for number, begins in enumerate(("Ann Bo Cy Di", "Di Ann Bo Cy", "Cy Di Ann Bo"), 1):
        assert at.table.round == number
        order = []
        for _ in range(4):
            order.append(asked(at.play)[0])
            at.move(f"buy {at.shop[0][0]}")
        assert " ".join(order) == begins
        at.end_round()
        while at.asked.endswith("texts to keep"):
            at.move("keep nothing")


@clause("MS-2.1")
def test_a_skipped_player_acts_again_once_there_is_something_to_do() -> None:
    at = Sitting(players=3)
    at.write("lanval", "left", 1, 1)
    for row in at.table.shop:
        row[3:] = [None, None]  # a text costs two cubes at least
    at.state.draw.clear()
    at.spend(7, "Bo")
    assert at.move("scrape lanval 1").asked == "Cy action"
    at.move("buy deor")  # the row slides to the places for one cube
    assert at.move("scrape lanval 2").asked == "Bo action"


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
    yield from map(Follow, sitting.EXEMPLARS)


@clause("MS-2.1")
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


@clause("MS-1.6", "MS-2.2")
@pytest.mark.parametrize(
    ("text", "cost"),
    [("lanval", 1), ("perceval", 1), ("sir_orfeo", 2), ("deor", 2), ("beowulf", 3), ("cliges", 3)],
)
def test_a_purchase_costs_what_its_place_says(text: str, cost: int) -> None:
    at = Sitting().move(f"buy {text}")
    assert (at.ann.cubes, at.table.spent, at.ann.pool) == (8 - cost, [cost, 0], [text])


@clause("MS-2.2")
def test_the_row_slides_and_a_new_card_comes_next_to_the_draw_pile() -> None:
    at = Sitting()
    new = at.state.draw[-1]
    at.move("buy sir_orfeo")
    assert at.shop == [["lanval", "perceval", "deor", "beowulf", new], SHOP.split()[5:]]


@clause("MS-2.2")
def test_an_empty_draw_pile_is_reshuffled_from_the_discards_at_once() -> None:
    at = Sitting()
    at.state.draw, at.table.discard = ["yvain"], ["lancelot", "yonec"]
    assert at.move("buy lanval").asked == "table shuffle of the discards"
    assert at.move("yonec lancelot").asked == "Bo action"
    assert at.state.draw == ["lancelot", "yonec"], "the first named on top"
    assert at.table.discard == []
    at = Sitting()
    at.state.draw = []
    at.move("buy lanval")
    assert at.shop[0] == ["perceval", "sir_orfeo", "deor", "beowulf", None], "both piles are empty"
    at.state.draw = ["yvain", "yonec"]
    at.move("buy deor")
    assert at.shop[0] == ["perceval", "sir_orfeo", "beowulf", "yonec", "yvain"]


@clause("MS-2.2", "MS-2.8")
def test_the_discards_of_a_round_are_shuffled_together_if_the_draw_pile_is_empty() -> None:
    at = Sitting()
    at.bo.pool.append("yvain")
    at.state.draw.clear()
    at.end_round()  # Ann buys lanval
    top, bottom = [[text for text in row if text] for row in at.shop]
    assert at.move("keep nothing", "keep nothing").asked == "table shuffle of the discards"
    discards = ["lanval", "yvain", *top[:2], *bottom[:2]]
    assert sorted(at.table.discard) == sorted(discards)
    at.move(" ".join(discards))
    assert at.shop[0] == [*top[2:], "lanval", "yvain", top[0]]
    assert at.shop[1] == [*bottom[2:], top[1], bottom[0]]
    assert (at.state.draw, at.table.discard) == ([bottom[1]], [])


@clause("MS-2.2", "MS-2.3", "MS-2.7")
@pytest.mark.parametrize("to", ["", " to pool"])
def test_a_text_is_borrowed_for_two_cubes_and_goes_to_the_pool(to: str) -> None:
    at = Sitting().move(f"buy lanval{to}", f"borrow lanval spend{to}")
    assert (at.bo.pool, at.bo.active, at.ann.pool) == (["lanval"], None, [])
    assert (at.ann.cubes, at.bo.cubes, at.table.spent) == (7, 6, [1, 2])


@clause("MS-2.3")
def test_a_text_is_borrowed_for_a_cube_given_which_is_used_this_round() -> None:
    at = Sitting().move("buy lanval")
    at.spend(7)  # Ann is out of the round
    at.move("borrow lanval give")
    assert at.hands == [[0, 1], [0, 7]]
    assert at.asked == "Ann action", "back in the round"
    at.move("buy perceval")
    assert at.table.spent == [8, 1], "it is Bo's cube that was spent"
    at = Sitting(players=3)
    at.cy.pool += ["yvain", "yonec"]
    at.ann.hand, at.cy.hand = [6, 0, 0], [2, 0, 8]
    at.move("borrow yvain give")
    assert at.hands == [[5, 0, 0], [0, 8, 0], [3, 0, 8]], "Cy's it joins, whose pool it was"
    assert (at.ann.pool, at.cy.pool) == (["yvain"], ["yonec"])


@clause("MS-2.3")
def test_a_cube_of_another_is_not_given_but_may_be_spent() -> None:
    at = Sitting().move("buy lanval to active")
    at.ann.pool.append("yvain")
    at.bo.hand = [3, 0]  # all of them Ann's
    assert at.refusal("borrow yvain give").startswith("MS-2.3 it takes 1 cube of your own colour")
    at.move("borrow yvain spend")
    assert at.table.spent == [3, 0]


@clause("MS-2.3", "MS-2.5")
def test_cubes_of_others_are_spent_before_own_ones() -> None:
    at = Sitting(players=3)
    at.ann.hand = [2, 1, 1]
    at.move("buy beowulf")
    assert (at.ann.hand, at.table.spent) == ([1, 0, 0], [1, 1, 1])


@clause("MS-2.4")
@pytest.mark.parametrize(("copied", "cubes", "squares"), [
    ("copy 1 perceval", 1, 1), ("copy 2 perceval", 2, 4), ("copy 3 perceval", 3, 8),
    ("copy 4 perceval", 4, 12), ("copy 5 perceval", 5, 18), ("copy 6 perceval", 6, 28),
    ("copy 2 perceval squares 3", 2, 3),  # fewer, if one likes
    ("copy 5 lanval", 5, 12),  # what is left over at the end of the text is lost
])  # fmt: skip
def test_cubes_fill_squares(copied: str, cubes: int, squares: int) -> None:
    at = Sitting()
    at.ann.pool += ["perceval", "lanval"]
    words, more, most = copied.partition(" squares")
    at.move(f"{words} left row 1 column 1{more}{most}")
    (copy,) = at.ann.copies.values()
    assert (copy.filled.bit_count(), at.ann.cubes) == (squares, 8 - cubes)
    assert copy.complete is (squares == 12 and "lanval" in copied)


@clause("MS-2.4")
def test_with_no_active_text_one_of_the_pool_is_chosen_free() -> None:
    at = Sitting()
    at.ann.pool += ["lanval", "yvain"]
    at.move("copy 1 yvain right row 2 column 3 double")
    assert (at.ann.active, at.ann.pool, at.ann.cubes) == ("yvain", ["lanval"], 7)
    at.move("buy lanval", "copy 2")
    assert at.ann.copies["yvain"].filled.bit_count() == 5


@clause("MS-2.5")
def test_a_cube_stays_on_an_exemplar_of_which_enough_is_complete_for_good_one_a_player() -> None:
    at = following()
    at.ann.scrape("lokasenna", 1)
    assert at.refusal("follow codex_regius") == (
        "MS-2.5 1 of its texts complete in your book; its minimum is 2"
    )
    at = following().move("follow codex_regius", "d")
    assert (at.ann.cubes, at.ann.exemplars) == (7, ["codex_regius"])
    at.move("buy lanval")
    assert at.refusal("follow codex_regius") == "MS-2.5 it bears your cube already"
    at.table.cubes_home()
    assert (at.ann.cubes, at.bo.cubes) == (7, 8)


@clause("MS-2.5", "MS-3.9")
def test_only_the_first_takes_the_tile_at_once_or_declines() -> None:
    at = following().move("follow codex_regius", "place right row 1 column 1")
    tiles = [*at.grid.squares(at.ann.pages["right"].tiles)]
    assert (tiles, at.asked) == ([(1, 1), (1, 2), (2, 1), (2, 2)], "Bo action")
    at = following()
    at.complete("thrymskvida lokasenna", name="Bo")
    assert at.move("follow codex_regius").asked == "Ann tile of codex_regius"
    at.move("decline")
    assert "codex_regius" not in at.table.tiles
    assert at.move("follow codex_regius").asked == "Ann action", "the tile has left the game"
    assert at.bo.tiles == {}
    at = sitting.exeter("follow exeter_book", "place right row 18 column 9 turned")
    turned = [*at.grid.squares(at.ann.pages["right"].tiles)]
    assert turned == [(18, column) for column in range(9, 13)]


@clause("MS-2.5")
def test_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    at = following()
    for page in at.ann.pages.values():
        page.tiles = at.grid.all & ~page.text
    assert at.move("follow codex_regius").asked == "Bo action"
    assert "codex_regius" not in at.table.tiles


@clause("MS-2.5", "MS-3.9")
def test_a_tile_that_fits_only_turned_is_offered() -> None:
    at = sitting.exeter()
    at.ann.pages["left"].tiles = at.grid.all & ~at.ann.pages["left"].text
    at.ann.pages["right"].tiles = at.grid.all & ~at.grid.run(7, 2, 4)
    assert at.move("follow exeter_book").asked == "Ann tile of exeter_book"
    at.refusal("place right row 7 column 2")
    at.move("place right row 7 column 2 turned")


@clause("MS-2.5", "MS-2.8")
@pytest.mark.parametrize(("ann", "bo", "spent", "paid", "after"), [
    ([0, 1], [0, 7], [8, 0], 0, ([0, 0], [7, 1])),  # a foreign cube for an own one spent
    ([0, 1], [8, 7], [0, 0], 0, None),  # Ann's are all in Bo's hand
    ([0, 1], [0, 0], [0, 7], 3, None),  # nor for one that was paid for keeping texts
    ([0, 1], [0, 0], [1, 7], 3, ([0, 0], [0, 8])),  # whoever spent it
    ([1, 1], [0, 0], [7, 7], 0, ([0, 1], [7, 7])),  # not while an own one is in hand
])  # fmt: skip
def test_a_foreign_cube_is_exchanged_for_an_own_one_spent_this_round(
    ann: list[int], bo: list[int], spent: list[int], paid: int,
    after: tuple[list[int], list[int]] | None,
) -> None:  # fmt: skip
    at = following()
    at.ann.hand, at.bo.hand, at.table.spent, at.ann.paid = ann, bo, spent, paid
    if after is None:
        assert at.refusal("follow codex_regius") == (
            "MS-2.5 you have no cube of your own colour, and none spent to exchange for one"
        )
    else:
        at.move("follow codex_regius")
        assert (at.ann.hand, at.table.spent, at.ann.paid) == (*after, paid)


@clause("MS-2.6")
def test_scraping_costs_a_cube_a_line_of_any_texts_in_any_order() -> None:
    at = Sitting()
    at.write("lanval", "left", 1, 1)
    at.write("perceval", "right", 3, 4, double=True)
    at.move("scrape perceval 8 2, lanval 3")
    assert at.ann.cubes == 5
    assert at.ann.copies["perceval"].standing() == [1, 3, 4, 5, 6, 7]
    assert at.ann.copies["lanval"].standing() == [1, 2]
    rows = {row for row, _ in at.grid.squares(at.ann.pages["right"].text)}
    assert rows == {3, 7, 9, 11, 13, 15}, "blank rows cost nothing"


@clause("MS-2.6")
def test_a_line_is_a_row_of_one_part() -> None:
    at = Sitting()
    at.write("perceval", "left", 15, 1, 6)  # four lines at the foot, four at the head
    at.move("scrape perceval 5")
    assert not at.ann.pages["left"].text & at.grid.run(1, 6, 4)
    assert at.ann.pages["left"].text & at.grid.run(15, 1, 4)


@clause("MS-3.4", "MS-3.6")
@pytest.mark.parametrize(("head", "rows"), [("", [1, 3, 5, 7]), (" at row 2", [2, 4, 6, 8])])
def test_after_the_last_row_a_double_spaced_text_goes_on_in_row_1_or_2(
    head: str, rows: list[int]
) -> None:
    at = Sitting()
    at.ann.active = "perceval"
    at.move(f"copy 6 perceval left row 12 column 1 then 6{head} double squares 27")
    at.ann.fill(at.ann.copies["perceval"], 5)
    right = at.ann.pages["left"].text & at.grid.column(9)
    assert [row for row, _ in at.grid.squares(right)] == rows


@clause("MS-2.6")
def test_a_scraped_text_is_refilled_earliest_first() -> None:
    at = Sitting()
    at.write("perceval", "left", 1, 1)
    at.ann.pool.append("perceval")
    at.move("scrape perceval 2 5")
    assert not at.ann.copies["perceval"].complete
    at.move("buy lanval", "copy 2 perceval")
    assert at.ann.copies["perceval"].standing() == [1, 2, 3, 4, 6, 7, 8]
    assert at.ann.active == "perceval"


@clause("MS-2.6")
@pytest.mark.parametrize(("square", "room"), [((15, 4), False), ((14, 1), False), ((16, 1), True)])
def test_refilling_is_possible_only_where_all_that_is_missing_has_room(
    square: tuple[int, int], room: bool
) -> None:
    """A tile lies on the line scraped away, on the blank row before it, or below."""
    at = Sitting()
    at.write("perceval", "left", 1, 1, double=True)
    at.ann.pool.append("perceval")
    at.move("scrape perceval 8", "buy lanval")
    at.ann.pages["left"].tiles = at.grid.square(*square)
    if room:
        at.move("copy 1 perceval")
    else:
        assert at.refusal("copy 1 perceval").startswith("MS-2.6 the rest of it no longer fits")


@clause("MS-2.6")
def test_a_text_of_which_nothing_is_left_starts_anew() -> None:
    at = Sitting()
    at.ann.active = "lanval"
    at.write("lanval", "left", 1, 1, squares=6)
    at.move("scrape lanval 1 2")
    assert at.ann.active_copy is None
    at.move("buy lanval", "copy 1 lanval right row 5 column 5")
    assert at.ann.copies["lanval"].layout.page == "right"


@clause("MS-2.6")
def test_a_scraped_text_is_refilled_with_its_card_whoever_had_that() -> None:
    at = Sitting()
    at.write("lanval", "left", 1, 1)
    at.bo.pool.append("lanval")
    at.move("scrape lanval 2", "buy perceval")
    assert at.refusal("copy 2 lanval").startswith("MS-2.4"), "the card is Bo's"
    at.move("borrow lanval give to active", "buy sir_orfeo", "copy 2")
    assert at.ann.copies["lanval"].complete
    assert (at.ann.active, at.ann.pool) == (None, ["lanval"])


@clause("MS-2.6")
def test_what_fitted_nowhere_may_fit_once_something_is_scraped_away() -> None:
    at = Sitting()
    at.write("perceval", "left", 1, 1)
    for page in at.ann.pages.values():
        page.tiles = at.grid.all & ~page.text
    at.ann.active = "lanval"
    assert random_copying(at.table, at.ann, Random(1)) is None
    at.move("scrape perceval 1 2 3 4 5")
    assert random_copying(at.table, at.ann, Random(1)) is not None


@clause("MS-2.6", "MS-2.7")
def test_one_text_is_copied_at_a_time() -> None:
    """A new one displaces another not begun, as one scraped to nothing is."""
    at = Sitting().move("buy lanval to active", "buy perceval", "borrow perceval spend to active")
    assert (at.ann.active, at.ann.pool) == ("perceval", ["lanval"])
    at = Sitting()
    at.ann.active = "deor"
    at.write("deor", "left", 1, 1, squares=2)
    at.ann.pool.append("yvain")
    for move in "copy 1 yvain left row 9 column 9", "buy lanval to active":
        assert at.refusal(move) == "MS-2.7 deor is active, begun but not complete"
    at.move("buy perceval", "buy sir_orfeo", "scrape deor 1", "buy judith", "buy lanval to active")
    assert (at.ann.active, at.ann.pool[-1]) == ("lanval", "deor")


@clause("MS-2.7", "MS-3.7")
def test_a_complete_text_moves_to_the_pool_and_its_copy_stays() -> None:
    at = Sitting().move("buy lanval to active", "buy perceval", "copy 4 lanval left row 1 column 1")
    assert (at.ann.active, at.ann.pool) == (None, ["lanval"])
    at.move("borrow lanval spend")
    assert at.ann.copies["lanval"].complete
    assert at.refusal("borrow lanval give to active") == (
        "MS-2.7 it is already complete in your book"
    )
    at.move("borrow lanval give", "buy judith")
    assert at.refusal("copy 1 lanval right row 1 column 1").startswith("MS-2.7")


@clause("MS-2.8")
def test_cubes_come_home_given_ones_too_but_those_on_exemplars_stay() -> None:
    at = Sitting()
    at.ann.exemplars.append("codex_regius")
    at.ann.hand, at.bo.hand, at.table.spent = [5, 2], [1, 4], [1, 2]
    at.table.cubes_home()
    assert (at.hands, at.table.spent) == ([[7, 0], [0, 8]], [0, 0])


@clause("MS-2.8")
def test_one_text_is_kept_free_and_three_more_for_a_cube_of_the_next_round() -> None:
    at = Sitting()
    at.ann.pool += ["yvain", "yonec", "lancelot", "havamal"]
    at.end_round().move("keep yvain lanval yonec")
    assert {*at.ann.pool} == {"yvain", "lanval", "yonec"}
    assert (at.ann.cubes, at.ann.paid) == (6, 2)
    assert {*at.table.discard} >= {"lancelot", "havamal"}
    at.table.cubes_home()
    assert at.ann.cubes == 8, "back at the end of the next round"
    at = Sitting()
    at.ann.pool += ["yvain", "yonec", "lancelot", "havamal"]
    at.ann.exemplars += sitting.EXEMPLARS[:6]
    assert at.end_round().ann.cubes == 2, "paid from the cubes that came home"
    at.refusal("keep lanval yvain yonec lancelot")
    at.move("keep lanval yvain yonec")
    assert (at.ann.cubes, at.asked) == (0, "Bo action"), "Ann starts the round without a cube"


@clause("MS-2.8")
def test_players_keep_clockwise_from_the_quill_and_active_texts_stay() -> None:
    at = Sitting(players=3)
    at.table.quill = 1
    for player, text in zip(at.table.players, ["yvain", "yonec", "lancelot"], strict=True):
        player.pool.append(text)
    at.cy.active = "havamal"
    at.end_round()
    for name in "Bo", "Cy", "Ann":
        assert at.asked == f"{name} texts to keep"
        at.move("keep nothing")
    assert at.cy.active == "havamal"
    assert [player.pool for player in at.table.players] == [[], [], []]


@clause("MS-2.8")
def test_the_cheapest_cards_are_discarded_the_rows_slide_and_refill_the_top_first() -> None:
    at = Sitting().end_round()  # Ann buys lanval
    drawn, (top, bottom) = at.state.draw[::-1], at.shop
    at.move("keep nothing")
    assert at.table.discard == ["lanval", *reversed(top[:2]), *reversed(bottom[:2])]
    assert at.shop == [[*top[2:], *drawn[:2]], [*bottom[2:], *drawn[2:4]]]


def eight_texts(at: Sitting, *, quadrants: int = 8) -> None:
    """Ann's book with seven texts and part of an eighth in the last quadrant."""
    texts = ["lanval", "deor", "the_ruin", "thrymskvida", "sir_orfeo", "yonec", "lay_le_freine"]
    for number, text in enumerate(texts):
        row, column = 1 + 10 * (number // 2 % 2), 1 + 7 * (number % 2)
        at.write(text, "left" if number < 4 else "right", row, column)
    if quadrants == 8:
        at.write("yvain", "right", 10, 8, squares=3)


@clause("MS-2.9")
def test_the_round_is_finished_once_the_end_is_triggered() -> None:
    at = Sitting("judith " + SHOP.replace("judith", "yonec"))
    eight_texts(at)
    at.ann.active = "yvain"
    at.spend(2)
    at.move("copy 6 yvain")
    assert at.ann.copies["yvain"].filled.bit_count() == 31
    assert not at.table.last, "incomplete, so seven texts"
    at.spend(7, "Bo")
    at.ann.hand[0] = 3
    at.move("buy judith", "copy 3")
    assert (at.table.last, at.state.over) == (True, True)
    assert at.play.decision is None, "nobody has a cube"
    assert at.ann.pool[-1] == "yvain", "there is no round end"


@clause("MS-2.9")
def test_text_in_seven_quadrants_does_not_end_the_game() -> None:
    at = Sitting()
    eight_texts(at, quadrants=7)
    at.write("o_fortuna", "left", 8, 1)
    assert len(at.ann.complete()) == 8
    assert not at.table.meets_end(at.ann)
    at.write("judith", "right", 12, 8, squares=1)
    assert at.table.meets_end(at.ann), "a square of an incomplete text counts"


@clause("MS-2.9", "MS-5.2")
def test_the_end_once_triggered_stays_triggered() -> None:
    at = Sitting()
    assert not at.state.position().ended
    eight_texts(at)
    at.ann.active = "yvain"
    at.write("yvain", "right", 10, 8, squares=33)
    at.move("copy 3", "buy lanval", "scrape yvain 1")
    assert at.table.last
    assert not at.table.meets_end(at.ann)
    at.end_round()
    assert at.play.decision is None
    assert at.state.position().ended


@clause("MS-2.9")
def test_the_game_ends_after_the_last_round_in_any_case() -> None:
    at = Sitting()
    at.table.round = 29
    at.end_round().move("keep nothing")
    assert at.play.decision is not None
    at.end_round()
    assert at.play.decision is None
    assert at.state.position().ended


@clause("MS-1.2", "MS-2.9")
@pytest.mark.parametrize("square", [(9, 6), (9, 7), (10, 6), (10, 7)])
def test_a_quadrant_reaches_to_the_middle_of_the_page(square: tuple[int, int]) -> None:
    """With text everywhere but in one quadrant, its innermost square is what is missing."""
    at = Sitting()
    eight_texts(at)
    at.write("o_fortuna", "left", 8, 1)
    row, column = square
    quadrant = at.grid.block(1 if row == 9 else 10, 1 if column == 6 else 7, 6, 9)
    page = at.ann.pages["right"]
    page.text = at.grid.all & ~quadrant
    assert not at.table.meets_end(at.ann)
    page.tiles = quadrant
    assert not at.table.meets_end(at.ann), "a tile is no text"
    page.text |= at.grid.square(row, column)
    assert at.table.meets_end(at.ann)


@clause("MS-3.5")
@pytest.mark.parametrize("corners", [True, False])
@pytest.mark.parametrize(("row", "column"), [(5, 1), (5, 9), (11, 1), (11, 9)])
def test_texts_meet_at_a_corner_only_if_the_house_rule_allows_it(
    row: int, column: int, corners: bool
) -> None:
    at = Sitting(game=house(GAME, corners_may_touch=corners))
    at.write("the_ruin", "left", 8, 5)  # rows 8 to 10 of columns 5 to 8
    at.ann.active = "lanval"
    if not corners:
        refusal = at.refusal(f"copy 1 lanval left row {row} column {column}")
        assert refusal.startswith("MS-3.5")
        assert refusal.endswith("would touch another text")
        row += 1 if row > 8 else -1
    at.move(f"copy 1 lanval left row {row} column {column}")


@clause("MS-3.6")
def test_the_layout_once_chosen_is_kept() -> None:
    at = Sitting()
    at.ann.pool.append("perceval")
    at.move("copy 1 perceval left row 1 column 6 double", "buy lanval")
    assert at.refusal("copy 1 perceval left row 1 column 6").startswith(
        "MS-3.6 it is begun already"
    )
    at.move("copy 3 perceval left row 1 column 6 double")
    assert {row for row, _ in at.grid.squares(at.ann.pages["left"].text)} == {1, 3, 5}


@clause("MS-3.9")
@pytest.mark.parametrize(("page", "refillable"), [("left row 3", False), ("right row 6", True)])
def test_what_was_scraped_of_a_text_may_be_covered_by_a_tile(page: str, refillable: bool) -> None:
    at = sitting.exeter()
    copy = at.write("perceval", "left", 1, 8, double=True)
    at.ann.scrape("perceval", 2)
    at.move("follow exeter_book", f"place {page} column 8 turned")
    assert at.ann.refillable(copy, at.table.box) is refillable
    assert "exeter_book" in at.ann.tiles
