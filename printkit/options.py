"""The options of a build, each declared once.

A field of `Options` is an option: its name, its type, its default, and the rest in an `Option`.
From that come the command line, the keywords in a PDF, what is read of those, and the table
in the docs.
"""

# No postponed annotations here: those of the fields are read as types.
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints
from urllib.parse import quote, unquote

import msgspec
from msgspec import Meta

from card_data import Problem
from card_data.house import Choice
from card_data.limits import (
    FARTHEST_OFF,
    LARGEST_SEED,
    LARGEST_SKEW,
    MOST_FORMS,
    MOST_TIMES,
    WIDEST_GUTTER,
)
from card_data.model import Component, Model
from card_data.program.former_names import PARAMETERS

HOME = "home"  # the profile of one's own printer: pieces on sheets of paper
SMALLEST_SCALE, LARGEST_SCALE = 0.9, 1.1
OFFSET_FIELDS = ("right", "down", "scale", "skew")  # of a printer, in the order of its keyword

Flip = Literal["long", "short"]
# Where backs are: behind their fronts; on the other half of the sheet, which is folded; nowhere; or
# on pages to print after all fronts, on the stack turned over by hand.
Sides = Literal["duplex", "gutterfold", "fronts", "alternate"]
Program = Literal["simulator", "screentop"]  # for virtual tables
# What a sheet is cut by: marks for a knife and a ruler, or those that a cutting plotter looks for.
Marks = Literal["crop", "silhouette"]
LineFormat = Literal["svg", "pdf", "dxf"]  # of die lines

Shift = Annotated[float, Meta(ge=-FARTHEST_OFF, le=FARTHEST_OFF)]  # mm
Scale = Annotated[float, Meta(ge=SMALLEST_SCALE, le=LARGEST_SCALE)]
Skew = Annotated[float, Meta(ge=-LARGEST_SKEW, le=LARGEST_SKEW)]  # degrees


class PrinterOffset(Model, frozen=True):
    """The errors of a printer on an upright sheet.

    Backs are shifted ``right`` and ``down`` mm, seen from the back with its text upright, and are
    turned clockwise by ``skew`` degrees about the middle of the sheet. A mm comes out ``scale`` mm
    long.
    """

    right: Shift = 0.0
    down: Shift = 0.0
    scale: Scale = 1.0
    skew: Skew = 0.0


class Printer(msgspec.Struct, frozen=True):
    """A printer's name and its offset, which sheets for it correct."""

    name: str
    offset: PrinterOffset

    @property
    def summary(self) -> str:
        """The correction, for the slug of a sheet.

        >>> Printer("hp", PrinterOffset(1.5, -0.2, 0.995, 0.8)).summary
        'corrected for hp: backs 1.5, -0.2 mm, 0.8°, scale 0.995'
        """
        offset = self.offset
        backs = f"backs {offset.right:g}, {offset.down:g} mm, {offset.skew:g}°"
        return f"corrected for {self.name}: {backs}, scale {offset.scale:g}"


class Option(msgspec.Struct, frozen=True):
    """The declaration of an option beside its name, its type and its default.

    ``help`` is a sentence for the command line and the docs, ``metavar`` stands for its value
    there. A number must be from ``least`` to ``most``, where these are given, a length in mm.
    ``keyword`` is its name in a PDF (None: the same name; empty: no PDF has it). ``at_home``: it is
    for sheets of paper, so it goes with the profile `HOME` alone. ``typed`` is its form on the
    command line, where that is not its name.
    """

    help: str = ""
    metavar: str = ""
    least: float | None = None
    most: float | None = None
    keyword: str | None = None
    at_home: bool = False
    typed: str = ""


class Options(msgspec.Struct, frozen=True):
    """How to print; each field is an option of ``printkit build``, and explained there.

    Numbers, ``data`` (the folder of edited games) and ``printer`` are None if not given. ``house``
    has house rules in full, of any games. The last fields are former names, which still set the
    options that they name.
    """

    paper: Annotated[str, Option("A paper that printkit list shows.", metavar="PAPER")] = "a4"
    flip: Annotated[Flip, Option("The edge your printer turns sheets on.")] = "long"
    backs: Annotated[
        Sides,
        Option(
            "Backs behind their fronts, beside them at a fold, left out, or on a second run.",
            keyword="layout",
            at_home=True,
        ),
    ] = "duplex"
    data: Annotated[Path | None, Option(keyword="")] = None
    per_page: Annotated[int | None, Option("Forms per page.", metavar="N")] = None
    forms: Annotated[
        int | None,
        Option(
            "Forms in all; by default one for each player, on full pages.",
            metavar="N",
            least=1,
            most=MOST_FORMS,
        ),
    ] = None
    players: Annotated[
        int | None, Option("Only what a game for this many players needs.", metavar="N")
    ] = None
    deal: Annotated[
        int | None,
        Option(
            "Where a game uses a random part of its cards, print the part dealt with this seed.",
            metavar="SEED",
            keyword="draw",
            least=0,
            most=LARGEST_SEED,
        ),
    ] = None
    copies: Annotated[
        int | None,
        Option(
            "Print everything this many times.",
            metavar="N",
            least=1,
            most=MOST_TIMES,
        ),
    ] = None
    booklet: Annotated[
        bool, Option("Impose the rules for folding and stapling, A5 from A4.", at_home=True)
    ] = False
    variant: Annotated[
        tuple[str, ...],
        Option(
            "Print this component in place of the one that it replaces; may be repeated.",
            metavar="COMPONENT",
            keyword="",  # only the file of a whole game has it, after all other keywords
        ),
    ] = ()
    bleed: Annotated[bool, Option("Let art run beyond the cut by its whole bleed.")] = False
    gutter: Annotated[
        float | None,
        Option(
            "Space between pieces; 0 for single cuts.",
            metavar="MM",
            least=0,
            most=WIDEST_GUTTER,
            at_home=True,
        ),
    ] = None
    marks: Annotated[
        Marks,
        Option("Marks to cut by, with a ruler or a Silhouette cutting plotter.", at_home=True),
    ] = "crop"
    share_sheets: Annotated[
        bool,
        Option("Put components of one size on the same sheets.", keyword="packed", at_home=True),
    ] = False
    stock: Annotated[
        str | None,
        Option(
            "Print on this pre-cut card stock or label sheet; printkit list shows them.",
            metavar="NAME",
            at_home=True,
        ),
    ] = None
    printer: Annotated[
        Printer | None,
        Option(
            "Correct sheets for this printer (see printkit proof).",
            metavar="NAME",
            at_home=True,
        ),
    ] = None
    profile: Annotated[
        str,
        Option(
            "Make files for this print service; printkit list shows them.",
            metavar="NAME",
        ),
    ] = HOME
    large_print: Annotated[
        bool, Option("Aids, pads, sheets and rules as large as possible.", at_home=True)
    ] = False
    low_ink: Annotated[bool, Option("Outlines and hatching in place of large fills.")] = False
    fillable: Annotated[
        bool,
        Option(
            "Also make a PDF form of each component with fields, to fill in on a screen.",
            keyword="",  # only the forms have it, after all other keywords
            at_home=True,
        ),
    ] = False
    house: Annotated[
        tuple[str, ...],
        Option(
            "Set a house rule, such as refill_taken_stack=true; may be repeated.",
            metavar="NAME=VALUE",
            keyword="",  # a file has those that its game has, and that change it
            typed="--option",
        ),
    ] = ()
    one_file: Annotated[
        bool,
        Option("One PDF per game: a cover sheet, then every component.", keyword="", at_home=True),
    ] = False
    layout: Sides | None = None
    instead: tuple[str, ...] | None = None
    packed: bool | None = None
    draw: int | None = None

    def __post_init__(self) -> None:
        for old, new in PARAMETERS.items():
            if (value := getattr(self, old)) is not None:
                msgspec.structs.force_setattr(self, new, value)
                msgspec.structs.force_setattr(self, old, None)

    @property
    def template_values(self) -> dict[str, Any]:
        """The options that templates can read, by name."""
        return {"low_ink": self.low_ink}

    @property
    def sheets_are_shared(self) -> bool:
        """Whether components of one size share sheets; in large print their sizes differ."""
        return self.share_sheets and not self.large_print

    def enlarges(self, component: Component) -> bool:
        return self.large_print and component.large_print > 1

    def folds(self, component: Component) -> bool:
        return self.booklet and component.booklet


class DeclaredOption(msgspec.Struct, frozen=True):
    """An option as `Options` declares it: its name in Python, its type, its declaration and its
    default."""

    name: str
    type: Any
    option: Option
    default: Any

    @property
    def typed(self) -> str:
        """Its form on the command line, such as ``--low-ink``."""
        return self.option.typed or f"--{self.name.replace('_', '-')}"

    @property
    def keyword(self) -> str:
        return self.name if self.option.keyword is None else self.option.keyword

    @property
    def kind(self) -> Any:
        """The type of its values but None: `str`, `int`, `bool`, `Literal`, `float`, a record."""
        kind = next((one for one in get_args(self.type) if one is not type(None)), self.type)
        return Literal if get_origin(self.type) is Literal else kind


@cache
def declared() -> dict[str, DeclaredOption]:
    """The options by name, in the order of their declaration."""
    hints = get_type_hints(Options, include_extras=True)
    fields = zip(Options.__struct_fields__, Options.__struct_defaults__, strict=True)
    found: dict[str, DeclaredOption] = {}
    for name, default in fields:
        if name not in PARAMETERS:
            kind, option = get_args(hints[name])
            found[name] = DeclaredOption(name, kind, option, default)
    return found


def range_problem(name: str, options: Options) -> Problem | None:
    """Return the problem that an option's number is out of range, or None."""
    one, value = declared()[name], getattr(options, name)
    least, most = one.option.least, one.option.most
    if value is None or least is None or most is None or least <= value <= most:
        return None
    if one.kind is int:
        message = f"found {value}, expected a whole number from {least} to {most}"
    else:
        message = f"found {value:g}, expected {least:g} to {most:g} mm"
    return Problem(message=message, file=one.typed)


def range_problems(options: Options) -> Iterator[Problem]:
    found = (range_problem(name, options) for name in declared())
    return filter(None, found)


# Kinds of values in the order of their keywords in a file, as in files of earlier versions.
KINDS = (str, int, bool, Literal, float, Printer)


def keywords_of(options: Options) -> dict[str, str]:
    """The keywords for the options that a file was built with: paper and flip, and all that differ
    from their defaults."""
    values = {"paper": options.paper, "flip": options.flip}
    kept = [one for one in declared().values() if one.keyword]
    for one in sorted(kept, key=lambda one: KINDS.index(one.kind)):
        value = getattr(options, one.name)
        if value != one.default:
            values |= keywords_for(one, value)
    return values


def keyword_line(keywords: Mapping[str, str]) -> str:
    """Keywords as ``key=value`` pairs, as a PDF has them."""
    return " ".join(f"{key}={value}" for key, value in keywords.items())


def keywords_for(one: DeclaredOption, value: Any) -> dict[str, str]:
    """The keywords for the value of an option: two for a printer, else one."""
    if isinstance(value, Printer):
        numbers = ",".join(f"{getattr(value.offset, key):g}" for key in OFFSET_FIELDS)
        return {one.keyword: value.name, "faults": numbers}
    if isinstance(value, bool):
        return {one.keyword: "true"}
    return {one.keyword: f"{value:g}" if isinstance(value, float) else str(value)}


def options_in(values: Mapping[str, str], data: Path | None) -> Options:
    """Return the options in a file's keywords, ignoring invalid ones; ``data`` is the folder of
    edited games, if any."""
    found = {
        one.name: value
        for one in declared().values()
        if one.keyword and one.keyword in values and (value := value_from(one, values)) is not None
    }
    return Options(
        **found,
        data=data,
        variant=names_in(values, "instead"),
        house=tuple([str(Choice(values.get("game", ""), *one)) for one in house_in(values)]),
    )


def house_keyword(house: Mapping[str, str]) -> str:
    """House rules that differ from the data's, by name, as the value of a keyword.

    >>> house_keyword({"empty_supply": "tracks", "quill_from": "holder"})
    'empty_supply=tracks,quill_from=holder'
    """
    return ",".join(
        f"{quote(name, safe='')}={quote(word, safe='')}" for name, word in house.items()
    )


def house_in(values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the house rules in a file's keywords.


    >>> list(house_in({"house": "empty_supply=tracks,quill_from=holder"}))
    [('empty_supply', 'tracks'), ('quill_from', 'holder')]
    """
    for one in names_in(values, "house"):
        name, _, word = one.partition("=")
        yield unquote(name, errors="replace"), unquote(word, errors="replace")


def names_in(values: Mapping[str, str], key: str) -> tuple[str, ...]:
    """The names that a keyword lists, if it is there."""
    return tuple(name for name in values.get(key, "").split(",") if name)


def value_from(one: DeclaredOption, values: Mapping[str, str]) -> Any:
    """The value of an option from a file's keywords; None if it is invalid."""
    text = values[one.keyword]
    if one.kind is Printer:
        return Printer(text, offset_in(values.get("faults", "")))
    with suppress(msgspec.ValidationError):
        return msgspec.convert(text, one.type, strict=False)
    return None


def offset_in(text: str) -> PrinterOffset:
    """Read the offset in a keyword, separated by commas; a zero one if it is invalid."""
    numbers = dict(zip_longest(OFFSET_FIELDS, text.split(",")))
    with suppress(msgspec.ValidationError, TypeError):
        return msgspec.convert(numbers, PrinterOffset, strict=False)
    return PrinterOffset()
