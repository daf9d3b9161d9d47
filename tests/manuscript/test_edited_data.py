"""Games on edited data: other pages, shops and prices, and IDs that are words of a move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from card_data import Game
from card_data.manuscript.checks import problems
from card_data.manuscript.model import Borrow, Data, End, Keep, Page, Shop
from scoring.play.play import Play
from scoring.positions.positions import check, score
from tests.manuscript.sitting import GAME, NAMES, state_of
from tests.manuscript.test_games import check_cards_and_cubes
from tests.scoring.tools import house
from tests.sweeps import sweep

DATA: Data = GAME.data
NUMBERS = DATA.numbers


def edited(data: Data = DATA, **numbers: Any) -> Game[Any]:
    changed = replace(data.numbers, **numbers)
    cubes = tuple([replace(cube, copies=changed.cubes) for cube in data.cubes])
    return replace(GAME, data=replace(data, numbers=changed, cubes=cubes))


def small_pages(columns: int, rows: int) -> Game[Any]:
    """Pages of another size, with texts and tiles that fit them."""
    texts = [
        replace(
            text,
            short="X",
            prose=columns + 1 + index % 3 if index % 3 == 0 else None,
            line_length=None if index % 3 == 0 else 1 + index % 2,
            lines=None if index % 3 == 0 else 2,
        )
        for index, text in enumerate(DATA.texts)
    ]
    tiles = [
        replace(tile, columns=min(tile.columns, columns), rows=min(tile.rows, rows))
        for tile in DATA.tiles
    ]
    data = replace(DATA, texts=tuple(texts), tiles=tuple(tiles))
    return edited(data, page=Page(columns, rows))


def renamed(**ids: str) -> Game[Any]:
    texts = [replace(text, id=ids.get(text.id, text.id)) for text in DATA.texts]
    exemplars = [
        replace(one, texts=tuple([ids.get(text, text) for text in one.texts]))
        for one in DATA.exemplars
    ]
    return edited(replace(DATA, texts=tuple(texts), exemplars=tuple(exemplars)))


def few_exemplars(number: int) -> Game[Any]:
    exemplars = DATA.exemplars[:number]
    tiles = tuple([DATA.tile_of[one.id] for one in exemplars])
    return edited(replace(DATA, exemplars=exemplars, tiles=tiles))


GAMES = {
    "page 4 x 4": small_pages(4, 4),
    "page 6 x 8": small_pages(6, 8),
    "page 12 x 30": edited(page=Page(12, 30)),
    "shop of one row": edited(shop=replace(NUMBERS.shop, rows=1)),
    "shop of three rows": edited(shop=replace(NUMBERS.shop, rows=3)),
    "shop of one place": edited(shop=Shop(1, (1,), 1)),
    "shop without a place for one cube": edited(shop=Shop(2, (3, 2, 2), 2)),
    "shop with every text": edited(shop=replace(NUMBERS.shop, rows=12)),
    "one cube": edited(cubes=1, copy=(9,), borrow=Borrow(1, 1), shop=Shop(2, (1, 1), 1)),
    "one way to copy": edited(copy=(9,)),
    "two cubes given": edited(borrow=Borrow(1, 2)),
    "fewer exemplars": few_exemplars(6),
    "every exemplar": edited(exemplars_more=10, cubes=10),
    "nothing kept": edited(keep=Keep(0, 0)),
    "all kept": edited(keep=Keep(9, 9)),
    "a line at a time": edited(scrape=1),
    "one round": edited(end=End(8, 1)),
    "one text": edited(end=End(1, 30)),
    "no corners": house(GAME, corners_may_touch=False),
    "words of moves": renamed(
        lanval="active", perceval="to", yvain="pool", deor="give", judith="spend",
        beowulf="squares", pwyll="left", branwen="double", cliges="then",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", sweep([2, 4], [2]))
def test_a_game_on_edited_data_is_played_to_its_end_and_replays(name: str, players: int) -> None:
    game = GAMES[name]
    assert [*problems(game.data, game.head.players)] == []
    play, rng = Play(game, NAMES[:players]), Random(players)
    steps = 0
    while (decision := play.decision) is not None:
        words = decision.random(rng)
        assert decision.options.parse(words)[0] == words
        play.move(words)
        steps += 1
        if steps % 25 == 0 and steps > 25:
            state = state_of(play)
            check_cards_and_cubes(state)
            if play.decision is not None and play.decision.what == "action":
                assert state.draw or not state.table.discard
            assert check(play.filled()).findings == ()
    table = state_of(play).table
    assert table.last or table.round == game.data.numbers.end.rounds
    assert score(play.filled()).final
    again = Play(game, NAMES[:players])
    for who, words in play.moves:
        again.move(words, who)
    assert again.state == play.state


@pytest.mark.clause("MS-1.6", "MS-2.8")
def test_the_cards_of_the_cheapest_places_leave_wherever_these_are() -> None:
    play = Play(edited(shop=Shop(1, (2, 1, 3, 1), 1)), NAMES[:2])
    table = state_of(play).table
    table.shop = [["lanval", "deor", "yvain", "yonec"]]
    table.discard_cheap()
    assert table.shop == [["lanval", None, "yvain", None]]
    assert table.discard == ["deor", "yonec"]


@pytest.mark.clause("MS-2.2", "MS-2.8")
def test_with_few_texts_places_stay_empty_and_the_discards_come_back() -> None:
    """As many texts as places: both piles are empty until the first round ends."""
    texts = DATA.texts[:10]
    known = {text.id for text in texts}
    exemplars = tuple([replace(one, texts=("lanval",), minimum=1) for one in DATA.exemplars])
    game = edited(replace(DATA, texts=texts, exemplars=exemplars))
    play, rng = Play(game, NAMES[:2]), Random(1)
    shuffled = 0
    while (decision := play.decision) is not None:
        shuffled += decision.what == "shuffle of the discards"
        play.move(decision.random(rng))
        shown = [text for row in state_of(play).table.shop for text in row if text is not None]
        assert {*shown} <= known
        assert len({*shown}) == len(shown)
    assert shuffled > 5
