"""The models of Untitled Manuscript Game."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from card_data.limits import LONGEST_EXEMPLAR
from card_data.model import Colour, Count, GameData, Ink, Model, Name, Option, Row, Whole
from card_data.placeholders import in_words

Points = Annotated[int, Meta(ge=0, le=999)]
PAGES = 2  # of a spread
QUADRANTS = 4 * PAGES  # half a page's height by half its width (MS-1.2)


class Page(Model, frozen=True):
    """The grid of a page, in squares (MS-1.2)."""

    columns: Annotated[int, Meta(ge=2, le=40)]
    rows: Annotated[int, Meta(ge=2, le=60)]

    def parts(self, line_length: int) -> int:
        """How many parts of one text stand side by side, a blank column between them (MS-3.4)."""
        return (self.columns + 1) // (line_length + 1)


class Shop(Model, frozen=True):
    """Rows of cards; ``costs`` of a row's places, from the draw pile on (MS-1.6).

    Cards that cost ``discarded_at`` leave at the end of a round (MS-2.8).
    """

    rows: Count
    costs: Annotated[tuple[Count, ...], Meta(min_length=1)]
    discarded_at: Count


class Borrow(Model, frozen=True):
    """What a borrowed text costs: cubes spent, or cubes given to its owner (MS-2.3)."""

    cost: Count
    given: Count


class Keep(Model, frozen=True):
    """How many pool texts stay at the end of a round, free and for a cube each (MS-2.8)."""

    free: Whole
    paid: Whole


class Luxury(Model, frozen=True):
    """Points for pairs of empty columns on both pages together (MS-4.4)."""

    pairs_a_page: Count
    points: Annotated[tuple[Points, ...], Meta(min_length=1)]


class End(Model, frozen=True):
    """What ends the game: so many complete texts, beside the quadrants; or rounds (MS-2.9)."""

    texts: Count
    rounds: Count


class Numbers(Model, frozen=True):
    """``copy`` has the squares filled for 1, 2, 3 … cubes (MS-2.4); ``cubes`` are a player's."""

    page: Page
    letters_a_square: Count
    pad: Count
    cubes: Count
    copy: Annotated[tuple[Count, ...], Meta(min_length=1)]
    shop: Shop
    borrow: Borrow
    exemplars_more: Whole
    scrape: Count
    keep: Keep
    luxury: Luxury
    end: End


class Options(Model, frozen=True):
    corners_may_touch: Option[bool]


class Text(Row, frozen=True, kw_only=True):
    """A text card (MS-1.3): verse has ``line_length`` and ``lines``, prose a number of squares.

    ``short`` is the title as a scribe writes it on the first line (MS-3.10); ``single`` and
    ``double`` are the points single-spaced and double-spaced (MS-3.3).
    """

    derived: ClassVar[tuple[str, ...]] = ("squares",)

    id: Name  # moves in a record name it
    title: str
    short: str
    language: str
    line_length: Count | None = None
    lines: Count | None = None
    prose: Count | None = None
    single: Points
    double: Points

    @property
    def squares(self) -> int:
        """How many squares the whole text fills."""
        return self.prose or (self.line_length or 0) * (self.lines or 0)


class Exemplar(Row, frozen=True, kw_only=True):
    """An exemplar (MS-1.5): its texts, how many of them it takes, partial and full bonus."""

    id: Name
    title: str
    texts: Annotated[tuple[str, ...], Meta(min_length=1, max_length=LONGEST_EXEMPLAR)]
    minimum: Count
    partial: Points
    full: Points


class Tile(Row, frozen=True, kw_only=True):
    """The decoration tile of an exemplar: its size in squares, either way up, and its points.

    ``drawing`` is a symbol or an icon, on a ground of a ``colour`` with a ``pattern``.
    """

    title: str
    exemplar: str
    columns: Count
    rows: Count
    points: Points
    drawing: str
    pattern: Literal["lozenges", "vine", "rays", "chequer", "music", "knots", "plain"]
    colour: Ink


class Cube(Row, frozen=True, kw_only=True):
    """The paper action cubes of a player: their colour, and a sign that tells them apart in grey.

    ``copies`` says how many (MS-1.1).
    """

    name: str
    colour: Colour
    sign: str


class Aid(Row, frozen=True, kw_only=True):
    """A line of the player aid; ``table`` names the row of numbers that is drawn below it."""

    side: Literal["front", "back"]
    icon: str
    text: str
    table: Literal["none", "copy", "luxury"] = "none"


class Data(GameData, frozen=True, dict=True):

    derived: ClassVar[tuple[str, ...]] = ("facts", "tile_of")
    numbers: Numbers
    options: Options
    texts: Annotated[tuple[Text, ...], Meta(min_length=1)]
    exemplars: Annotated[tuple[Exemplar, ...], Meta(min_length=1)]
    tiles: tuple[Tile, ...]
    cubes: tuple[Cube, ...]
    aids: tuple[Aid, ...]

    @cached_property
    def text_by_id(self) -> dict[str, Text]:
        return {text.id: text for text in self.texts}

    @cached_property
    def exemplar_by_id(self) -> dict[str, Exemplar]:
        return {exemplar.id: exemplar for exemplar in self.exemplars}

    @cached_property
    def tile_of(self) -> dict[str, Tile]:
        """The tile of each exemplar, by the exemplar's ID (MS-1.5)."""
        return {tile.exemplar: tile for tile in self.tiles}

    def facts(self) -> dict[str, Any]:
        numbers, shop = self.numbers, self.numbers.shop
        sizes = [text.squares for text in self.texts]
        leaving = shop.costs.count(shop.discarded_at)
        return {
            "texts_total": len(self.texts),
            "exemplars_total": len(self.exemplars),
            "tiles_total": len(self.tiles),
            "languages_total": len({text.language for text in self.texts}),
            "smallest": min(sizes),
            "largest": max(sizes),
            "quadrants": QUADRANTS,
            "shop_places": len(shop.costs),
            "shop_costs": in_words(shop.costs, "and"),
            "shop_discarded": leaving,
            "shop_leaving": leaving * shop.rows,
            "copying_cubes": in_words(range(1, len(numbers.copy) + 1), "or"),
            "copying_squares": in_words(numbers.copy, "or"),
            "squares_for": {str(cubes): most for cubes, most in enumerate(numbers.copy, 1)},
            "luxury_pairs": in_words(range(len(numbers.luxury.points)), "or"),
            "luxury_points": in_words(numbers.luxury.points, "or"),
        }

    def facts_for(self, players: int) -> Mapping[str, Any]:
        """Exemplars in play, and those that are not; texts in the draw pile."""
        dealt, shop = players + self.numbers.exemplars_more, self.numbers.shop
        pile = len(self.texts) - shop.rows * len(shop.costs)
        return {"exemplars": dealt, "aside": len(self.exemplars) - dealt, "pile": pile}

    def set_up_for(self, players: int) -> Mapping[str, str]:
        dealt = players + self.numbers.exemplars_more
        return {
            "exemplars": f"{dealt} of {len(self.exemplars)}, dealt at random",
            "tiles": f"{dealt} of {len(self.tiles)}, those of the exemplars",
        }
