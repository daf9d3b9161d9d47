"""The models that every game has: its head, its clauses, its components."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from random import Random
from typing import Annotated, Any, ClassVar, Generic, Literal, Self, TypeVar

import msgspec
from msgspec import Meta

from card_data.limits import (
    DPI,
    HIGHEST_DPI,
    LARGEST_COUNT,
    LARGEST_PRINT,
    LEAST_DPI,
    LONGEST_GAME,
    LONGEST_NAME,
    LONGEST_SIDE,
    LONGEST_TITLE,
    MOST_COMPONENTS,
    MOST_COPIES,
    MOST_FACES,
    MOST_FONTS,
    MOST_FORMS,
    MOST_MINUTES,
    MOST_PLAYERS,
    MOST_TABLES,
    OLDEST,
)
from card_data.text import plural

Whole = Annotated[int, Meta(ge=0, le=LARGEST_COUNT)]
Count = Annotated[int, Meta(ge=1, le=LARGEST_COUNT)]
Seats = Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]  # a number of players
Copies = Annotated[int, Meta(ge=1, le=MOST_COPIES)]
CopiesOfRow = Annotated[
    Copies,
    Meta(description=f"a whole number from 1 to {MOST_COPIES}, or in a spreadsheet 0 for none"),
]
ByPlayers = dict[Seats, Whole]  # copies that this many players need, if not all
Forms = Annotated[int, Meta(ge=1, le=MOST_FORMS)]
Duration = Annotated[int, Meta(ge=1, le=LONGEST_GAME)]  # minutes
Age = Annotated[int, Meta(ge=1, le=OLDEST)]  # years
Length = Annotated[float, Meta(ge=0, le=LONGEST_SIDE)]  # mm
Title = Annotated[str, Meta(max_length=LONGEST_TITLE)]
# By a colour the rows of a table are told apart, so `printkit check` asks that everybody sees which
# it is; an ink is what something is drawn in.
Colour = Annotated[str, Meta(pattern="^#[0-9A-Fa-f]{6}$", description="a colour like #8c2f39")]
Ink = Annotated[str, Meta(pattern="^#[0-9A-Fa-f]{6}$", description="an ink like #1a1a1a")]
Name = Annotated[
    str,
    Meta(
        pattern="^[a-z][a-z0-9_]*$",
        max_length=LONGEST_NAME,
        description="lower-case letters, digits and _, starting with a letter",
    ),
]
ColumnName = Annotated[
    str,
    Meta(
        pattern=r"^([a-z]|[^\x00-\x7f])([a-z0-9_]|[^\x00-\x7f])*$",
        max_length=LONGEST_NAME,
        description="letters, digits and _, starting with a letter, without capitals",
    ),
]
FontFile = Annotated[
    str,
    Meta(
        pattern=r"^\w[^/\\:\x00-\x1f]*(/\w[^/\\:\x00-\x1f]*)*$",
        max_length=LONGEST_NAME,
        description="a font file in the game's folder, such as fonts/Almendra.ttf",
    ),
]
FAMILIES = ("serif", "sans", "display")  # of fonts that the kit has for all games
Column = Literal["text", "number", "required number", "flag", "list", "colour", "ink"]
Stock = Literal["card", "paper"]
PieceShape = Literal["rectangle", "round", "hex", "net"]
Tables = Annotated[dict[Name, dict[ColumnName, Column]], Meta(max_length=MOST_TABLES)]
Files = Annotated[dict[Name, str], Meta(max_length=MOST_TABLES)]
OWN = frozenset(("numbers", "options"))  # the game's own data in game.yaml; the rest are tables
V = TypeVar("V")


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all typed data: immutable, unknown keys refused."""


class Option(Model, Generic[V], frozen=True):
    """A house rule: its current value, the clause it changes, and what it does."""

    derived: ClassVar[tuple[str, ...]] = ("brief", "now", "word", "words")

    value: V
    """The current value."""
    clause: str
    """The ID of the clause that it changes."""
    text: str
    """What the option does, as a sentence."""
    aid: dict[str, str] = msgspec.field(default_factory=dict)
    """What an aid says of each value, by the value as text, such as "true". A text of the game
    names the words for the current value as {options.NAME}."""

    def word(self) -> str:
        """The current value as a file has it, such as ``true``."""
        return str(self.value).lower()

    def words(self) -> str:
        """Return what an aid says of the current value; empty if it has no words for it."""
        return self.aid.get(self.word(), "")

    @property
    def now(self) -> str:
        """The current value as people read it: its words, or else `brief`."""
        return self.words() or self.brief

    @property
    def brief(self) -> str:
        """The current value in a word or two: ``on``, ``off`` or itself.

        >>> Option(True, "ER-1.1", "").brief, Option("all_tied", "ER-1.1", "").brief
        ('on', 'all tied')
        """
        shown = {"true": "on", "false": "off"}.get(self.word(), str(self.value))
        return shown.replace("_", " ")


class Players(Model, frozen=True):
    """How many may play."""

    derived: ClassVar[tuple[str, ...]] = ("words",)

    min: Seats
    """The fewest players."""
    max: Seats
    """The most players."""

    def words(self) -> str:
        """Return the number in words: ``1 player``, ``2 to 5 players``."""
        if self.min == self.max:
            return plural(self.max, "player")
        return f"{self.min} to {self.max} players"


class Minutes(Model, frozen=True):
    """How long a game takes."""

    derived: ClassVar[tuple[str, ...]] = ("words",)

    min: Duration
    """The minutes of a short game."""
    max: Duration
    """The minutes of a long one."""

    def words(self) -> str:
        """Return the time in words: ``30 minutes``, ``30 to 60 minutes``."""
        if self.min == self.max:
            return plural(self.max, "minute")
        return f"{self.min} to {self.max} minutes"


class Credits(Model, frozen=True):
    """Who made the game, from its rulebook, and what of it is ours."""

    design: tuple[str, ...] = ()
    """The names of those who designed the game."""
    source: str = ""
    """Where its rules come from, such as the title of its rulebook."""
    ours: str = ""
    """What is this kit's own, in a sentence or two."""
    art: tuple[str, ...] = ()
    """The names of those who drew it."""
    publisher: str | None = None
    """Who publishes it."""
    others: dict[Title, str] = msgspec.field(default_factory=dict)
    """Other parts in it, each with the names, such as an editor's."""
    notes: tuple[str, ...] = ()
    """What else its rulebook says there, such as a dedication."""


class FontFace(Model, frozen=True):
    """One font of a file that has several."""

    file: FontFile
    """The file, in the folder of the game."""
    index: Annotated[int, Meta(ge=0, le=MOST_FONTS)] = 0
    """Which font of a collection (.ttc) it is, counted from 0."""
    instance: str | dict[str, float] | None = None
    """Which font of a variable one it is: the value of each axis, such as {wght: 650}, or the name
    of an instance, such as SemiBold; by default as bold and slanted as its place in the family."""


Face = FontFile | FontFace


class Family(Model, frozen=True):
    """The fonts of a family, by weight and slant; no others are made up."""

    mistaken: ClassVar[dict[str, str]] = dict.fromkeys(
        ("file", "index", "instance"), "belongs to one of its fonts: write regular: {file: …}"
    )

    regular: Face | None = None
    """The upright font of normal weight."""
    bold: Face | None = None
    """The bold one."""
    italic: Face | None = None
    """The italic one."""
    bold_italic: Face | None = msgspec.field(default=None, name="bold-italic")
    """The bold italic one."""


Families = Annotated[dict[Name, FontFile | Family], Meta(max_length=MOST_FONTS)]


class Head(Model, frozen=True):
    """The part of ``game.yaml`` that every game has."""

    title: Annotated[
        str,
        Meta(
            pattern=r"^\s*\S[\s\S]*$", max_length=LONGEST_TITLE, description="the title of the game"
        ),
    ]
    """The title of the game, as printed."""
    prefix: Annotated[str, Meta(pattern="^[A-Z]{2,4}$", description="2 to 4 capital letters")]
    """What the IDs of its clauses begin with, such as WA."""
    players: Players
    """How many may play."""
    genre: str = ""
    """The kind of game in a few words, such as set drafting."""
    blurb: str = ""
    """A sentence that invites people to play."""
    rules_version: Count = 1
    """The version of the rules; a record says which one it was played by."""
    credits: Credits = Credits()
    """Who made the game, and what of it is this kit's own."""
    tables: Tables = msgspec.field(default_factory=dict)
    """The tables of a game that has no model.py: for each table its columns, for each column what
    it holds."""
    files: Files = msgspec.field(default_factory=dict)
    """The file in which the rows of a table are, if that is not the one of its name: such as
    deck.xlsx, or deck.xlsx#Cards for one sheet of it."""
    minutes: Minutes | None = None
    """How long a game takes."""
    age: Age | None = None
    """From which age on it can be played."""
    accent: Ink = "#8c2f39"
    """The colour of the game's own, on its rulebook, its set-up aid and its backs."""
    emblem: str = "shelf"
    """The icon of the game's own, on its rulebook, its set-up aid and its backs."""
    fonts: Families = msgspec.field(default_factory=dict)
    """The fonts of the game's own: by the name that templates call a family by, its file, or a file
    for each weight and slant."""
    fallback: Annotated[tuple[Name, ...], Meta(max_length=MOST_FONTS)] = ()
    """The families in which a character is looked for that the font of a text lacks, in this
    order."""
    icons: Annotated[str, Meta(pattern=r"^[\w-]+(/[\w-]+)*$", max_length=LONGEST_NAME)] | None = (
        None
    )
    """The folder of the game's own icons, in its own: SVG files, each an icon of its name."""


class Clause(Model, frozen=True):
    """One numbered clause; at least one of ``text``, ``ruling`` and ``house`` is given."""

    id: Annotated[str, Meta(max_length=LONGEST_NAME)]
    """The number of the clause behind the prefix of the game, such as WA-6.1."""
    text: str | None = None
    """What the rulebook says, in our words."""
    ruling: str | None = None
    """How this kit decides what the rulebook leaves open."""
    house: str | None = None
    """What this kit adds as data of its own."""
    option: str | None = None
    """The name of the house rule that changes the clause."""
    instead: dict[str, str] = msgspec.field(default_factory=dict)
    """The ruling for each value of the option under which the usual ruling does not hold."""
    scorer: str | None = None
    """What the scorer makes of the clause; no booklet prints it."""

    def under(self, options: Mapping[str, Option[Any]]) -> Self:
        """The clause as it reads under these house rules."""
        option = options.get(self.option or "")
        ruling = self.instead.get(option.word()) if option is not None else None
        return self if ruling is None else msgspec.structs.replace(self, ruling=ruling)


class Section(Model, frozen=True):
    """A chapter of the rules."""

    title: str
    """The title of the chapter."""
    clauses: tuple[Clause, ...]
    """The clauses of the chapter in order."""
    scorer: bool = False
    """Whether the chapter is only about what the scorer accepts and refuses; no booklet prints it
    then."""

    def under(self, options: Mapping[str, Option[Any]]) -> Self:
        """The chapter as it reads under these house rules."""
        clauses = tuple([clause.under(options) for clause in self.clauses])
        return msgspec.structs.replace(self, clauses=clauses)


class Row(Model, frozen=True):
    """A card or another thing of which there are several."""

    id: Annotated[
        str,
        Meta(
            pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$",
            max_length=LONGEST_NAME,
            description="letters, digits and _ . -, starting with a letter or a digit",
        ),
    ]
    """The ID of the row, which no other row of the table has."""
    copies: CopiesOfRow = 1
    """How many copies are printed."""
    by_players: ByPlayers = msgspec.field(default_factory=dict)
    """How many of the copies a game needs, by the number of players, where it does not need all."""

    def in_words(self, titles: Mapping[str, str]) -> str:
        """Return in words what the printed piece tells players besides its title, by default its
        text if it has a title; ``titles`` has those of other rows by their IDs."""
        del titles
        titled = getattr(self, "title", getattr(self, "name", ""))
        return str(getattr(self, "text", "")) if titled else ""


class EffectRow(Row, frozen=True, kw_only=True):
    """A row whose texts, in the columns ``says``, tell what a program of the game's engine does."""

    says: ClassVar[tuple[str, ...]] = ("text",)
    effect: Annotated[str, Meta(pattern="^([0-9a-f]{8})?$", description="8 of 0-9 and a-f")] = ""
    """The digest of the texts as they were when the program was last compared with them
    (`card_data.effects`); empty if that never was."""


class FaceTemplate(Model, frozen=True):
    """Which rows a template draws: a table's, or one face without a row."""

    template: str
    """The file of the template, in the templates folder of the game, or common/… for one that ships
    with the kit."""
    rows: str | None = None
    """The table whose rows it draws, a face for each; one face without a row if left out."""
    copies: Copies = 1
    """How many copies of each face are printed."""
    a_player: Copies | None = None
    """How many of each face are printed for each player, in place of copies."""
    by_players: ByPlayers = msgspec.field(default_factory=dict)
    """How many of the copies a game needs, by the number of players, where it does not need all."""
    back: str | None = None
    """The template of the back, drawn for the same row; if left out it is the back of the
    component."""
    size: str | None = None
    """The size of its pieces, if they have another than the component, such as 20 x 20."""
    shape: PieceShape | None = None
    """How its pieces are cut out, if in another way than those of the component."""
    corner: Length | None = None
    """The radius of the corners of its pieces, if they have another than the component."""

    @property
    def stem(self) -> str:
        """The name of its template, which is the ID of a face without a row."""
        return PurePosixPath(self.template).stem


class Limit(Model, frozen=True):
    """A limit of a component: the bounds of a number, and the reason for them."""

    value: str
    """The number that is bounded: what a text names in braces, such as deck.cards, or lengths.NAME.
    One that the game does not have is within any limit."""
    why: str
    """Why there is a limit, for the message."""
    least: float | None = None
    """The least it may be."""
    most: float | None = None
    """The most it may be."""

    def allows(self, value: float) -> bool:
        """Whether ``value`` is within the bounds."""
        return (self.least is None or value >= self.least) and (
            self.most is None or value <= self.most
        )

    def bounds(self) -> str:
        """The bounds in words; empty if there are none."""
        if self.least is not None and self.least == self.most:
            return f"{self.least:g}"
        least = f"at least {self.least:g}" if self.least is not None else ""
        most = f"at most {self.most:g}" if self.most is not None else ""
        return " and ".join(bound for bound in (least, most) if bound)


class Component(Model, frozen=True):
    """Something to print: its faces, their size and how they lie."""

    title: Title
    """What the component is called, as printed."""
    size: str
    """The size of a piece before bleed: a name in sheets.yaml, mm such as 70 x 120, or page for the
    whole sheet of paper."""
    faces: Annotated[tuple[FaceTemplate, ...], Meta(min_length=1, max_length=MOST_FACES)]
    """What is on the fronts, template by template."""
    back: str | None = None
    """The template of the back of every piece; no back if left out."""
    symbols: str | None = None
    """The template of drawings that the faces use again."""
    bleed: Length = 0
    """How far the art runs beyond the cut, in mm."""
    border: bool = False
    """Whether the art ends at a border inside the cut, and runs beyond it only if --bleed is given;
    other art runs on as far as there is room between the pieces."""
    safe: Length = 3
    """How far inside the cut text must stay, in mm."""
    corner: Length = 0
    """The radius of the corners, in mm; only for rectangles."""
    least: str | None = None
    """With size: page, the size of the piece on smaller paper, such as 200 x 260: there it is cut
    out, and printed in parts if need be."""
    shape: PieceShape = "rectangle"
    """How a piece is cut out of its size: along its straight edges, as a circle, as a hexagon, or
    along the lines of a net that its template draws."""
    tiled: bool = False
    """Whether it is printed in parts to join if it is larger than the paper."""
    per_page: dict[Forms, str] = msgspec.field(default_factory=dict)
    """For forms, one for each player: how many may lie on a page, each with the size they then
    have. The first is the usual one."""
    limits: tuple[Limit, ...] = ()
    """What the faces have room for."""
    set_up: str = ""
    """What else to know of its pieces when a game is set up."""
    instead_of: Name | None = None
    """The component that this one may replace."""
    shares: Name | None = None
    """The component on whose sheets its few pieces are printed."""
    large_print: Annotated[float, Meta(ge=1, le=LARGEST_PRINT)] = 1
    """The most by which --large-print enlarges it, where there is room; 1 for not at all."""
    booklet: bool = False
    """Whether --booklet folds and staples it: a text set on pages of half the sheet."""
    paper: Stock | None = None
    """What it is printed on, for the cover sheet; if left out card for pieces with backs, else
    paper."""
    making: str = ""
    """What to do beside straight cuts, for the cover sheet."""
    minutes_each: Annotated[float, Meta(ge=0, le=MOST_MINUTES)] = 0
    """How many minutes that takes for each piece."""
    stand_in: str = ""
    """What from other games may be used in place of its pieces, for the cover sheet."""

    @property
    def stock(self) -> Stock:
        """The stock on which it is printed."""
        return self.paper or ("card" if self.has_backs else "paper")

    @property
    def has_backs(self) -> bool:
        """Whether any of its pieces have backs."""
        return any(back is not None for back in (self.back, *(face.back for face in self.faces)))

    def cut_as(self, face: FaceTemplate) -> Self:
        """This component with the size, shape and corners that the pieces of ``face`` have."""
        own = {key: getattr(face, key) for key in ("size", "shape", "corner")}
        given = {key: value for key, value in own.items() if value is not None}
        if given.get("shape", "rectangle") != "rectangle":
            given.setdefault("corner", 0)
        return msgspec.structs.replace(self, **given) if given else self

    @property
    def cuts(self) -> tuple[Self, ...]:
        """This component as the pieces of each of its faces are cut, in their order."""
        return tuple(self.cut_as(face) for face in self.faces)

    def on_a_page(self, number: int | None, forms: int | None = None, least: int = 1) -> Self:
        """This component with ``number`` a page, of the size for that; itself if it has no choice.

        None stands for the first choice. ``forms`` is how many there are in all, None for as many
        full pages as ``least`` need. Raise `KeyError` with the choices.
        """
        if not self.per_page:
            return self
        if number is None:
            number = next(iter(self.per_page))
        if number not in self.per_page:
            known = ", ".join(str(choice) for choice in sorted(self.per_page))
            raise KeyError(f"found {number}, expected one of {known}")
        full = -(-least // number) * number
        faces = tuple(
            msgspec.structs.replace(face, copies=forms or max(full, face.copies * number))
            for face in self.faces
        )
        return msgspec.structs.replace(self, size=self.per_page[number], faces=faces)


class PrintFile(Model, frozen=True):
    """``print.yaml``: what to print."""

    components: Annotated[dict[Name, Component], Meta(min_length=1, max_length=MOST_COMPONENTS)]
    """The components by name."""
    lengths: dict[Name, Length] = msgspec.field(default_factory=dict)
    """Lengths in mm that several templates share, by name."""
    dpi: Annotated[int, Meta(ge=LEAST_DPI, le=HIGHEST_DPI)] = DPI
    """The most dots per inch at which pictures are printed; larger ones are sampled down to it."""


class RulesFile(Model, frozen=True):
    """``rules.yaml``: the clauses."""

    sections: tuple[Section, ...]
    """The chapters in order."""


class GameData(Model, frozen=True):
    """The base of a game's own data: ``numbers`` and ``options`` of ``game.yaml``, and a field for
    each table."""

    derived: ClassVar[tuple[str, ...]] = ("facts",)

    def facts(self) -> dict[str, Any]:
        """Further values that a text or a limit may name, derived from the numbers and the tables.

        Must not fail on data in which the game's checks find something.
        """
        return {}

    def pieces_for(self, players: int) -> Mapping[str, Mapping[str, int]]:
        """How many pieces this many players need, where that depends on the game's numbers.

        By component, then by the row's ID (the template's stem without rows). What it leaves out
        is counted by ``copies``, ``by_players`` and ``a_player``.
        """
        return {}

    def facts_for(self, players: int) -> Mapping[str, Any]:
        """Return further values of a game with this many players, which its ``set_up.yaml`` may
        name as ``{for.NAME}``."""
        return {}

    def set_up_for(self, players: int) -> Mapping[str, str]:
        """Return notes on setting up with this many players, in words, by component.

        For what depends on the number of players; ``set_up`` in print.yaml says what does not.
        """
        return {}

    def drawn(self, rng: Random) -> Mapping[str, tuple[str, ...]]:
        """The rows in one game, where chance chooses among those of a table: their IDs, by table.

        Empty if chance leaves none out. The same state of ``rng`` draws the same.
        """
        return {}


def table_names(kind: type[GameData]) -> tuple[str, ...]:
    """The names of the tables of a game's data, each a file in the game's folder."""
    return tuple(name for name in kind.__struct_fields__ if name not in OWN)


def fields_of(value: Any) -> dict[str, Any]:
    """The fields of a model, or the entries of a mapping; empty for anything else."""
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.asdict(value)
    return dict(value) if isinstance(value, dict) else {}
