"""Moves drawn at random: whatever is open may come up, and nothing else (MS-2)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from scoring.manuscript import open_actions
from scoring.manuscript.actions import Borrow, Buy, Copying, Follow, Scrape, against
from scoring.manuscript.open_actions import random_copying, random_loan, random_purchase
from scoring.manuscript.options import Decoration, Keep
from tests.manuscript.sitting import SHOP, Sitting


def often(some: open_actions.RandomAction, at: Sitting, times: int = 300) -> Counter[str]:
    """Return how often each action comes up for Ann, in words; check that each is open to her."""
    rng, table, player = Random(1), at.table, at.ann
    found: Counter[str] = Counter()
    for _ in range(times):
        action = some(table, player, rng)
        assert action is None or against(action, table, player) is None
        found["none" if action is None else action.words] += 1
    return found


@pytest.mark.clause("MS-2.2")
@pytest.mark.parametrize(("cubes", "texts"), [
    (0, ["none"]),
    (1, ["lanval", "perceval", "o_fortuna", "judith"]),
    (2, ["lanval", "perceval", "o_fortuna", "judith", "sir_orfeo", "deor", "pwyll", "branwen"]),
    (8, SHOP.split()),
])  # fmt: skip
def test_any_text_that_can_be_paid_is_bought_to_either_place(cubes: int, texts: list[str]) -> None:
    at = Sitting()
    at.spend(8 - cubes)
    ways = {f"buy {text}{to}" for text in texts for to in ("", " to active")}
    assert {*often(random_purchase, at)} == ({"none"} if texts == ["none"] else ways)
    at.ann.active = "havamal"
    at.write("havamal", "left", 1, 1, squares=1)
    if cubes:
        assert {*often(random_purchase, at)} == {f"buy {text}" for text in texts}


@pytest.mark.clause("MS-2.3")
def test_any_text_of_another_pool_is_borrowed_in_any_way_that_is_open() -> None:
    at = Sitting(players=3)
    assert {*often(random_loan, at, 9)} == {"none"}
    at.ann.pool.append("havamal")
    assert {*often(random_loan, at, 9)} == {"none"}, "one's own"
    at.bo.pool.append("yvain")
    at.cy.pool.append("yonec")
    ways = [f"{how}{to}" for how in ("give", "spend") for to in ("", " to active")]
    every = {f"borrow {text} {way}" for text in ("yvain", "yonec") for way in ways}
    assert {*often(random_loan, at)} == every
    at.ann.hand = [0, 3, 0]
    assert {*often(random_loan, at)} == {words for words in every if "give" not in words}
    at.ann.hand = [0, 1, 0]
    assert {*often(random_loan, at, 30)} == {"none"}


@pytest.mark.clause("MS-2.4", "MS-2.7")
def test_the_active_text_or_one_of_the_pool_is_copied_with_any_cubes() -> None:
    at = Sitting()
    player = at.ann
    assert {*often(random_copying, at, 9)} == {"none"}
    at.write("lanval", "left", 1, 1, squares=6)
    player.active = "lanval"
    assert {*often(random_copying, at)} == {f"copy {cubes} lanval" for cubes in range(1, 7)}
    player.hand = [3, 0]
    assert {*often(random_copying, at)} == {f"copy {cubes} lanval" for cubes in (1, 2, 3)}
    player.hand = [0, 0]
    assert {*often(random_copying, at, 9)} == {"none"}
    player.hand, player.active, player.pool = [1, 0], None, ["yvain", "the_new_life", "lanval"]
    found = often(random_copying, at)
    assert {words.split()[2] for words in found} == {*player.pool}
    assert min(Counter(words.split()[2] for words in found.elements()).values()) > 60
    sides = {words.split()[3] for words in found if "yvain" in words}
    assert sides == {"left", "right"}
    assert all("lines of" in words for words in found if "the_new_life" in words)
    assert not any("lines of" in words for words in found if "yvain" in words)


@pytest.mark.clause("MS-2.6", "MS-2.7")
def test_of_texts_in_the_book_only_those_that_can_be_refilled_are_copied() -> None:
    at = Sitting()
    player = at.ann
    at.write("lanval", "left", 1, 1)
    at.write("perceval", "left", 5, 1)
    player.scrape("perceval", 8)
    player.hand, player.pool = [1, 0], ["lanval", "perceval"]
    assert {*often(random_copying, at, 30)} == {"copy 1 perceval"}
    player.pages["left"].tiles = at.grid.square(12, 4)
    assert {*often(random_copying, at, 30)} == {"none"}


@pytest.mark.clause("MS-3.6")
def test_a_text_that_has_no_room_is_passed_over_until_something_is_scraped() -> None:
    at = Sitting()
    player, grid = at.ann, at.grid
    at.write("lanval", "left", 1, 1)
    for leaf in player.pages.values():
        leaf.tiles = grid.all & ~leaf.text
    player.pool = ["yvain", "deor"]
    assert {*often(random_copying, at, 9)} == {"none"}
    assert player.no_room == {"yvain", "deor"}
    player.scrape("lanval", 1)
    assert player.no_room == set()


@pytest.mark.clause("MS-2.5")
def test_any_exemplar_that_is_open_is_followed() -> None:
    at = Sitting(exemplars="codex_regius exeter_book harley_978")
    assert {*often(open_actions.random_follow, at, 9)} == {"none"}
    at.complete("thrymskvida lokasenna deor the_ruin wulf_and_eadwacer")
    assert {*often(open_actions.random_follow, at, 60)} == {
        "follow codex_regius",
        "follow exeter_book",
    }


@pytest.mark.clause("MS-2.6")
@pytest.mark.parametrize(("cubes", "most"), [(0, 0), (1, 1), (3, 3), (8, 5)])
def test_up_to_five_lines_are_scraped_a_cube_each(cubes: int, most: int) -> None:
    at = Sitting()
    assert {*often(open_actions.random_scraping, at, 9)} == {"none"}, "nothing stands"
    at.write("perceval", "left", 1, 1, squares=20)
    at.write("lanval", "right", 1, 1, squares=1)
    at.ann.hand = [cubes, 0]
    found = often(open_actions.random_scraping, at)
    numbers = {len([word for word in words.split() if word.isdecimal()]) for words in found}
    assert numbers == ({*range(1, most + 1)} if cubes else {0})
    assert any("lanval 1" in words for words in found) is (cubes > 0)
    at.write("perceval", "left", 1, 1, squares=1)
    assert {*often(open_actions.random_scraping, at, 60)} <= {
        "none", "scrape perceval 1", "scrape lanval 1", "scrape perceval 1 lanval 1",
        "scrape lanval 1 perceval 1",
    }  # fmt: skip


@pytest.mark.clause("MS-2.1")
def test_every_kind_of_action_comes_up_and_copying_most_often() -> None:
    at = Sitting(exemplars="codex_regius")
    at.complete("thrymskvida lokasenna")
    at.ann.pool.append("yvain")
    at.bo.pool.append("yonec")
    rng, kinds = Random(1), Counter[type]()
    for _ in range(500):
        kinds[type(open_actions.random_action(at.table, at.ann, rng))] += 1
    assert {*kinds} == {Copying, Buy, Borrow, Follow, Scrape}
    assert [kind for kind, _ in kinds.most_common(2)] == [Copying, Buy]
    assert 200 < kinds[Copying] < 350
    assert kinds[Scrape] < 20, "else books are erased as fast as they are copied"
    at.table.shop = [[None] * 5] * 2
    at.spend(8)
    assert open_actions.random_action(at.table, at.ann, rng) is None


@pytest.mark.clause("MS-2.5", "MS-3.9")
def test_a_tile_is_placed_anywhere_either_way_and_now_and_then_declined() -> None:
    at = Sitting(exemplars="exeter_book")
    tile = Decoration(at.table, 0, "exeter_book")  # 1 × 4
    rng = Random(1)
    drawn = [tile.draw(rng) for _ in range(400)]
    assert all(tile.against(value) is None for _, value in drawn)
    declined = [words for words, value in drawn if value is None]
    assert {*declined} == {"decline"}
    assert 20 < len(declined) < 70
    laid = [value for _, value in drawn if value is not None]
    ways = Counter((one.page, one.columns, one.rows) for one in laid)
    assert {*ways} == {(page, *size) for page in ("left", "right") for size in ((1, 4), (4, 1))}
    assert min(ways.values()) > 60
    assert {one.row for one in laid if one.rows == 1} == {*range(1, 19)}
    assert {one.column for one in laid if one.columns == 1} == {*range(1, 13)}
    grid = at.grid
    for leaf in at.ann.pages.values():
        leaf.tiles = grid.all
    assert not tile.fits_anywhere()
    assert {tile.draw(rng) for _ in range(9)} == {("decline", None)}
    at.ann.pages["right"].tiles = grid.all & ~grid.run(18, 9, 4)
    assert tile.fits_anywhere()
    assert {tile.draw(rng)[0] for _ in range(60)} == {
        "decline", "place right row 18 column 9 turned",
    }  # fmt: skip


@pytest.mark.clause("MS-2.8")
@pytest.mark.parametrize(
    ("pool", "free", "paid", "sizes"), [("abcde", 1, 3, range(5)), ("abc", 1, 0, range(2))]
)
def test_any_texts_are_kept_as_many_as_may_be(
    pool: str, free: int, paid: int, sizes: range
) -> None:
    keep, rng = Keep(tuple(pool), free, paid), Random(1)
    drawn = [keep.draw(rng) for _ in range(300)]
    assert all(keep.parse(words) == (words, value) for words, value in drawn)
    numbers = Counter(len(value) for _, value in drawn)
    assert {*numbers} == {*sizes}
    assert min(numbers.values()) > 30
    assert {text for _, value in drawn for text in value} == {*pool}
