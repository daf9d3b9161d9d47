"""The models of Untitled Manuscript Game."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from card_data.limits import LONGEST_EXEMPLAR
from card_data.model import Colour, Count, GameData, Ink, Model, Name, Option, Row, Whole
from card_data.text import join_words, plural

Points = Annotated[int, Meta(ge=0, le=999)]
PAGES = 2  # of a spread
QUADRANTS = 4 * PAGES  # half a page's height by half its width (MS-1.2)


class Page(Model, frozen=True):
    """The grid of a page, in squares (MS-1.2)."""

    columns: Annotated[int, Meta(ge=2, le=40)]
    """Squares across."""
    rows: Annotated[int, Meta(ge=2, le=60)]
    """Squares down."""

    def parts(self, line_length: int) -> int:
        """How many parts of one text stand side by side, a blank column between them (MS-3.4)."""
        return (self.columns + 1) // (line_length + 1)


class Shop(Model, frozen=True):
    """The shop's rows of cards (MS-1.6)."""

    rows: Count
    """How many rows of cards there are."""
    costs: Annotated[tuple[Count, ...], Meta(min_length=1)]
    """What each place of a row costs in cubes, from the draw pile on."""
    discarded_at: Count
    """Cards in places of this cost leave the shop at the end of a round (MS-2.8)."""


class Borrow(Model, frozen=True):
    """The cost of a borrowed text: cubes spent, or cubes given to its owner (MS-2.3)."""

    cost: Count
    """Cubes spent."""
    given: Count
    """Cubes given to the owner instead."""


class Keep(Model, frozen=True):
    """How many pool texts stay at the end of a round (MS-2.8)."""

    free: Whole
    """Texts that stay for nothing."""
    paid: Whole
    """Further texts that may stay for a cube each."""


class Luxury(Model, frozen=True):
    """Points for pairs of empty columns on both pages together (MS-4.4)."""

    pairs_a_page: Count
    """The most pairs that count on a page."""
    points: Annotated[tuple[Points, ...], Meta(min_length=1)]
    """Points for 0, 1, 2 … pairs."""


class End(Model, frozen=True):
    """The conditions that end the game (MS-2.9)."""

    texts: Count
    """Complete texts that a player needs, beside text in every quadrant."""
    rounds: Count
    """The most rounds."""


class Numbers(Model, frozen=True):
    """The numbers of the rules."""

    page: Page
    """The grid of a page (MS-1.2)."""
    letters_a_square: Count
    """Letters of a title that fit into a square by hand (MS-3.10)."""
    pad: Count
    """Grids on a pad (MS-1.2)."""
    cubes: Count
    """Action cubes of each player (MS-1.1)."""
    copy: Annotated[tuple[Count, ...], Meta(min_length=1)]
    """Squares that may be filled for 1, 2, 3 … cubes (MS-2.4)."""
    shop: Shop
    """The shop (MS-1.6)."""
    borrow: Borrow
    """What a borrowed text costs (MS-2.3)."""
    exemplars_more: Whole
    """How many more exemplars than players are in play."""
    scrape: Count
    """The most lines scraped away in one action."""
    keep: Keep
    """How many pool texts stay at the end of a round (MS-2.8)."""
    luxury: Luxury
    """Points for empty columns (MS-4.4)."""
    end: End
    """What ends the game (MS-2.9)."""


class Options(Model, frozen=True):
    corners_may_touch: Option[bool]
    """Whether squares of two texts may meet at their corners (MS-3.5)."""
    tie_columns: Option[Literal["margins", "anywhere"]]
    """Which unused columns break a tie (MS-4.5)."""


class Text(Row, frozen=True, kw_only=True):
    """A text card (MS-1.3): verse has ``line_length`` and ``lines``, prose a number of squares."""

    derived: ClassVar[tuple[str, ...]] = ("squares",)

    id: Name  # moves in a record name it
    """The ID of the text, by which the moves of a record name it."""
    title: str
    """The title of the text."""
    short: str
    """The title as a scribe writes it on the first line (MS-3.10)."""
    language: str
    """The language of the text."""
    line_length: Count | None = None
    """Squares in a line of verse."""
    lines: Count | None = None
    """Lines of verse."""
    prose: Count | None = None
    """Squares of prose."""
    single: Points
    """Points for the text single-spaced (MS-3.3)."""
    double: Points
    """Points for the text double-spaced (MS-3.3)."""

    @property
    def squares(self) -> int:
        """How many squares the whole text fills."""
        return self.prose or (self.line_length or 0) * (self.lines or 0)

    def in_words(self, titles: Mapping[str, str]) -> str:
        verse = f"{self.lines} lines of {self.line_length} squares"
        size = f"{self.prose} squares of prose" if self.prose else verse
        del titles
        return (
            f"{self.language}, {size}. {plural(self.single, 'point')} single-spaced, "
            f"{self.double} double-spaced."
        )


class Exemplar(Row, frozen=True, kw_only=True):
    """An exemplar (MS-1.5)."""

    id: Name
    """The ID of the exemplar, by which the moves of a record name it."""
    title: str
    """The title of the book."""
    texts: Annotated[tuple[str, ...], Meta(min_length=1, max_length=LONGEST_EXEMPLAR)]
    """The IDs of the texts in it."""
    minimum: Count
    """How many of its texts must be complete to follow it."""
    partial: Points
    """Points with the minimum of its texts."""
    full: Points
    """Points with all of its texts."""

    def in_words(self, titles: Mapping[str, str]) -> str:
        texts = join_words([titles[text] for text in self.texts], "and")
        return (
            f"{texts}. {plural(self.partial, 'point')} for {self.minimum} of them, "
            f"{self.full} for all."
        )


class Tile(Row, frozen=True, kw_only=True):
    """The decoration tile of an exemplar (MS-1.5), which may be laid either way up."""

    title: str
    """What the tile is called."""
    exemplar: str
    """The ID of its exemplar."""
    columns: Count
    """Squares across."""
    rows: Count
    """Squares down."""
    points: Points
    """Points for the tile in a book."""
    drawing: str
    """The symbol or icon on it."""
    pattern: Literal["lozenges", "vine", "rays", "chequer", "music", "knots", "plain"]
    """The pattern of its background."""
    colour: Ink
    """The colour of its background."""

    def in_words(self, titles: Mapping[str, str]) -> str:
        size = f"{self.columns} x {self.rows} squares"
        return f"{size}, {plural(self.points, 'point')}. It belongs to {titles[self.exemplar]}."


class Cube(Row, frozen=True, kw_only=True):
    """The paper action cubes of a player (MS-1.1)."""

    name: str
    """What the colour is called."""
    colour: Colour
    """The colour of the cubes."""
    sign: str
    """The icon on them, which tells them apart in grey."""


class Aid(Row, frozen=True, kw_only=True):
    """A line of the player aid."""

    side: Literal["front", "back"]
    """The side of the aid that it is on."""
    icon: str
    """The icon before the line."""
    text: str
    """What the line says."""
    table: Literal["none", "copy", "luxury"] = "none"
    """The row of numbers drawn below the line."""


class Data(GameData, frozen=True, dict=True):
    derived: ClassVar[tuple[str, ...]] = ("facts", "tile_of")
    numbers: Numbers
    options: Options
    texts: Annotated[tuple[Text, ...], Meta(min_length=1)]
    """The text cards (MS-1.3)."""
    exemplars: Annotated[tuple[Exemplar, ...], Meta(min_length=1)]
    """The exemplars (MS-1.5)."""
    tiles: tuple[Tile, ...]
    """The decoration tiles (MS-1.5)."""
    cubes: tuple[Cube, ...]
    """The paper action cubes (MS-1.1)."""
    aids: tuple[Aid, ...]
    """The lines of the player aid."""

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
            "colours": len(self.cubes),
            "languages_total": len({text.language for text in self.texts}),
            "smallest": min(sizes),
            "largest": max(sizes),
            "quadrants": QUADRANTS,
            "shop_places": len(shop.costs),
            "shop_costs": join_words(shop.costs, "and"),
            "shop_discarded": leaving,
            "shop_leaving": leaving * shop.rows,
            "copying_most": len(numbers.copy),
            "copying_cubes": join_words(range(1, len(numbers.copy) + 1), "or"),
            "copying_squares": join_words(numbers.copy, "or"),
            "squares_for": {str(cubes): most for cubes, most in enumerate(numbers.copy, 1)},
            "luxury_for": {
                str(pairs): points for pairs, points in enumerate(numbers.luxury.points)
            },
            "luxury_pairs": join_words(range(len(numbers.luxury.points)), "or"),
            "luxury_points": join_words(numbers.luxury.points, "or"),
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
