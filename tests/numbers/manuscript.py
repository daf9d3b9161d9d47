"""The numbers of Untitled Manuscript Game, and what follows each of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from card_data import Game
from card_data.manuscript.checks import short_problem
from scoring.manuscript.layout import Side
from scoring.manuscript.score import Margins, luxury
from scoring.play.play import IllegalMove
from tests.manuscript.tables import player_of, shop_of, sit, spend, table_of, write
from tests.numbers.edits import Refused, Use, seated

SHOP = "lanval perceval sir_orfeo deor beowulf o_fortuna judith pwyll branwen cliges"
COPY = (1, 4, 8, 12, 18, 28)
COSTS = (3, 2, 2, 1, 1)
LUXURY = (0, 2, 5, 12, 20)
KEPT = ("yvain", "yonec", "lancelot", "havamal", "the_ruin", "wulf_and_eadwacer")
CUBES = {f"cubes.yaml cubes.{row}.copies": 9 for row in range(4)}


def fits(game: Game[Any]) -> list[bool]:
    """Whether a text of 3 lines of 4 may begin at the last place of the page, and before it."""
    places = ((16, 9), (16, 7), (14, 9))
    return [begins(game, f"lanval left row {row} column {column}") for row, column in places]


def begins(game: Game[Any], where: str, *written: str) -> bool:
    """Whether a text may begin there, others lying in the top left corner."""
    play = sit(SHOP, game=game)
    player_of(play).pool.append(where.split()[0])
    for text in written:
        write(play, text, "left", 1, 1)
    try:
        play.move(f"copy 1 {where}")
    except IllegalMove:
        return False
    return True


def has_room(game: Game[Any]) -> bool:
    """Whether a first line of 3 squares has room for 9 letters (MS-3.10)."""
    deor = msgspec.structs.replace(game.data.text_by_id["deor"], short="Deor weeps"[:9])
    return not short_problem(deor, game.data)


def filled(cubes: int, game: Game[Any]) -> int:
    """The squares that some cubes fill."""
    play = sit(SHOP, game=game)
    player_of(play).pool.append("perceval")
    play.move(f"copy {cubes} perceval left row 1 column 1")
    return player_of(play).copies["perceval"].filled.bit_count()


def prices(game: Game[Any]) -> list[int]:
    """What the top row's texts cost, from the draw pile on."""
    found = []
    for text in reversed([text for text in shop_of(sit(SHOP, game=game))[0] if text]):
        play = sit(SHOP, game=game)
        play.move(f"buy {text}")
        found.append(game.data.numbers.cubes - player_of(play).cubes)
    return found


def left_in_shop(game: Game[Any]) -> list[int]:
    """How many cards of each row are still in the shop when a round has ended (MS-2.8)."""
    table = table_of(sit(SHOP, game=game))
    table.discard_cheap()
    return [sum(text is not None for text in row) for row in table.shop]


def hands(game: Game[Any]) -> list[int]:
    """Each player's cubes at the start."""
    return [player.cubes for player in table_of(sit(game=game)).players]


def borrowed(how: str, game: Game[Any]) -> tuple[int, int]:
    """The cubes of a lender and a borrower after a loan, the borrower's first."""
    play = sit(SHOP, game=game)
    player_of(play, "Bo").pool.append("yvain")
    play.move(f"borrow yvain {how}")
    return sum(player_of(play).hand), sum(player_of(play, "Bo").hand)


def dealt(game: Game[Any]) -> list[int]:
    """The exemplars in play with 2, 3 and 4 players."""
    return [len(table_of(sit(players=number, game=game)).exemplars) for number in (2, 3, 4)]


def scraped_at_once(game: Game[Any]) -> int:
    """The most lines that can be scraped away in an action."""
    most = 0
    for lines in range(1, 9):
        play = sit(SHOP, game=game)
        write(play, "perceval", "left", 1, 1)
        words = " ".join(str(line) for line in range(1, lines + 1))
        try:
            play.move(f"scrape perceval {words}")
        except IllegalMove:
            break
        most = lines
    return most


def kept(game: Game[Any]) -> list[int | None]:
    """What it costs to keep 1, 2 … texts of a pool of six; None if they cannot be kept."""
    costs: list[int | None] = []
    for number in range(1, len(KEPT) + 1):
        play = sit(SHOP, game=game)
        player_of(play).pool += KEPT
        for player in table_of(play).players:
            spend(play, player.cubes - (player.name == "Ann"), player.name)
        play.move("buy lanval")
        try:
            play.move(f"keep {' '.join(KEPT[:number])}")
        except IllegalMove:
            costs.append(None)
        else:
            costs.append(player_of(play).paid)
    return costs


def for_pairs(pairs: int, game: Game[Any]) -> int:
    """The points for pairs of columns, as many as there may be on the left page first."""
    left, right = [*range(1, min(pairs, 2) + 1)], [*range(1, pairs - 1)]
    both = [Margins("left", left, left, 0), Margins("right", right, right, 0)]
    return luxury(both, game.data)[0]


def ends_with(game: Game[Any]) -> int:
    """How many complete texts end the game for a book with text in every quadrant."""
    play = sit(players=2, game=game)
    for side, row, column, text in PLACED:
        write(play, text, side, row, column)
        if table_of(play).meets_end(player_of(play)):
            return len(player_of(play).copies)
    return 0


def last_round(game: Game[Any]) -> bool:
    """Whether the game is over when its thirtieth round is."""
    play = sit(game=game)
    table_of(play).round = 30
    for player in table_of(play).players:
        spend(play, player.cubes - (player.name == "Ann"), player.name)
    play.move("buy " + next(text for text in shop_of(play)[0] if text))
    return play.decision is None


def touching(game: Game[Any]) -> bool:
    """Whether a text may begin where it meets another at a corner."""
    return begins(game, "yonec left row 4 column 5", "lanval")


# Nine texts, with which each quadrant has text from the eighth on.
PLACED: tuple[tuple[Side, int, int, str], ...] = (
    ("left", 1, 1, "lanval"),
    ("left", 1, 7, "deor"),
    ("left", 10, 1, "yonec"),
    ("left", 10, 7, "lokasenna"),
    ("right", 1, 1, "yvain"),
    ("right", 1, 7, "voluspa"),
    ("right", 10, 1, "judith"),
    ("right", 10, 7, "thrymskvida"),
    ("left", 16, 1, "bisclavret"),
)
CHEAPEST = "MS-1.6, MS-1.6, MS-2.8, first turn, A round, A round, reference, reference"
PRICE = "MS-1.6, A round, reference"

USES: tuple[Use | Refused, ...] = (
    Use(
        "numbers.page.columns",
        10,
        says="MS-1.2, MS-4.5, MS-5.3, In the box, The end of the game",
        drawn="spread, pad",
        play=fits,
        was=[True, True, True],
        now=[False, True, False],
    ),
    Refused(
        "numbers.page.columns", 11, "found 11, expected an even number: quadrants halve a page"
    ),
    Use(
        "numbers.page.rows",
        16,
        says="MS-1.2, MS-5.3, In the box",
        drawn="spread, pad",
        often=False,
        play=fits,
        was=[True, True, True],
        now=[False, False, True],
    ),
    Use(
        "numbers.letters_a_square",
        3,
        says="Copying",
        faces="spread, pad",
        drawn="texts",
        play=has_room,
        was=False,
        now=True,
    ),
    Refused(
        "numbers.pad",
        26,
        "pad is 26, expected 25: it must be the number of copies below",
        at="components.pad.limits no. 1, value",
    ),
    Use(
        "numbers.cubes",
        9,
        says="MS-1.1, MS-1.8, print.cubes, set-up, In the box, Set-up",
        faces="set_up",
        drawn="cubes",
        along=CUBES,
        alone="found 8, but game.yaml says 9",
        play=hands,
        was=[8, 8],
        now=[9, 9],
    ),
    *(
        Use(
            f"numbers.copy.{cubes - 1}",
            most + 1,
            says="MS-2.4, reference, figure rates" + (", first turn" if cubes == 5 else ""),
            faces="aid",
            play=partial(filled, cubes),
            was=most,
            now=most + 1,
            often=cubes == 2,
        )
        for cubes, most in enumerate(COPY, 1)
    ),
    Refused(
        "numbers.shop.rows",
        3,
        "shop.rows is 3, expected 2: the strips lie between two rows of cards",
        at="components.shop.limits no. 2, value",
    ),
    *(
        Use(
            f"numbers.shop.costs.{place}",
            to,
            says=says,
            faces=faces,
            drawn=drawn,
            play=prices,
            was=[*COSTS],
            now=[*COSTS[:place], to, *COSTS[place + 1 :]],
        )
        for place, to, says, faces, drawn in (
            (0, 4, PRICE, "shop:shop_left", ""),
            (1, 3, PRICE, "shop:shop_left", ""),
            (2, 1, CHEAPEST, "shop:shop_left", "shop:shop_right"),
        )
    ),
    Use(
        "numbers.shop.costs.3",
        2,
        says=CHEAPEST,
        faces="shop:shop_right",
        play=left_in_shop,
        was=[3, 3],
        now=[4, 4],
    ),
    Use(
        "numbers.shop.costs.4",
        2,
        along={"game.yaml numbers.shop.costs.3": 2, "game.yaml numbers.shop.discarded_at": 2},
        alone="found 2, expected at most the 1 farther from the discard pile",
        says=f"{CHEAPEST}, aids.round",
        faces="shop:shop_right, aid",
        drawn="shop:shop_left",
        play=prices,
        was=[*COSTS],
        now=[3, 2, 2, 2, 2],
    ),
    Refused(
        "numbers.shop.discarded_at", 2, "found 2, expected 1, the cost nearest the discard pile"
    ),
    Use(
        "numbers.borrow.cost",
        3,
        says="MS-2.3, aids.borrow, A round, reference",
        faces="aid",
        play=partial(borrowed, "spend"),
        was=(6, 8),
        now=(5, 8),
    ),
    Use(
        "numbers.borrow.given",
        2,
        says="MS-2.3, aids.borrow, A round, reference",
        faces="aid",
        often=False,
        play=partial(borrowed, "give"),
        was=(7, 9),
        now=(6, 10),
    ),
    Use(
        "numbers.exemplars_more",
        3,
        says="MS-1.8, MS-5.1, set-up, Set-up",
        drawn="set_up",
        play=dealt,
        was=[4, 5, 6],
        now=[5, 6, 7],
    ),
    Use(
        "numbers.scrape",
        6,
        says="MS-2.6, aids.scrape, A round, reference",
        faces="aid",
        play=scraped_at_once,
        was=5,
        now=6,
    ),
    Use(
        "numbers.keep.free",
        2,
        says="MS-2.8, aids.round, A round, reference",
        faces="aid",
        often=False,
        play=kept,
        was=[0, 1, 2, 3, None, None],
        now=[0, 0, 1, 2, 3, None],
    ),
    Use(
        "numbers.keep.paid",
        4,
        says="MS-2.8, aids.round, A round, reference",
        faces="aid",
        play=kept,
        was=[0, 1, 2, 3, None, None],
        now=[0, 1, 2, 3, 4, None],
    ),
    Refused(
        "numbers.luxury.pairs_a_page",
        3,
        "luxury.pairs_a_page is 3, expected 2: the tables of luxury are for 0 to 4 pairs",
        at="components.rules.limits no. 1, value",
        along={"game.yaml numbers.luxury.points": "[0, 2, 5, 12, 20, 30, 40]"},
    ),
    *(
        Use(
            f"numbers.luxury.points.{pairs}",
            worth + 1,
            says="MS-4.4, The end of the game, reference",
            faces="spread, pad, aid",
            play=partial(for_pairs, pairs),
            was=worth,
            now=worth + 1,
            often=pairs == 3,
        )
        for pairs, worth in enumerate(LUXURY)
    ),
    Use(
        "numbers.end.texts",
        9,
        says="MS-2.9, aids.end, The end of the game, reference",
        faces="aid",
        play=ends_with,
        was=8,
        now=9,
    ),
    Use(
        "numbers.end.rounds",
        31,
        says="MS-2.9, Questions people ask",
        play=last_round,
        was=True,
        now=False,
    ),
    Refused("players.min", 1, "found 1, but texts are borrowed from other players"),
    Use(
        "players.max",
        3,
        says="MS-1.1, MS-1.9, MS-5.1, set-up, Set-up",
        drawn="spread:spread-4, aid, set_up",
        play=seated,
        was=[2, 3, 4],
        now=[2, 3],
    ),
    Use(
        "options.corners_may_touch.value",
        False,
        says="MS-3.5, Copying, figure apart",
        play=touching,
        was=True,
        now=False,
    ),
)
