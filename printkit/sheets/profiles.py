"""Profiles: what a print service requires of its files. The shipped ``profiles.yaml``, and what a
folder of edited games adds to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from card_data import DataError
from card_data.limits import HIGHEST_DPI, LEAST_INK, LONGEST_NAME, LONGEST_TITLE, MOST_INK
from card_data.model import Model, Name, Title
from card_data.problems import Problem, Problems, did_you_mean, quote
from card_data.reading.decode import decode
from card_data.reading.documents import Document
from card_data.text import plural
from printkit.options import HOME, Options, declared
from printkit.sheets.grid import SLUG
from printkit.sheets.settings import (
    Gap,
    Pair,
    SheetSettings,
    Side,
    Sizes,
    beside_games,
    sheet_settings,
    shipped,
)

FILE = "profiles.yaml"
SPOT = "CutContour"  # the spot colour that cutting software takes for a cut
HAIRLINE = 0.09  # mm: a quarter of a point, which cutting services ask for

InkLimit = Annotated[float, Meta(ge=LEAST_INK, le=MOST_INK)]  # %: the total of the four inks
Dpi = Annotated[int, Meta(ge=20, le=HIGHEST_DPI)]
Identifier = Annotated[str, Meta(max_length=LONGEST_NAME)]


# A spot colour: All and None are not colours in a PDF.
Spot = Annotated[
    str, Meta(pattern="^(?!(All|None)$)[A-Za-z][A-Za-z0-9 _-]*$", max_length=LONGEST_NAME)
]


class Gang(Model, frozen=True):
    """Sheets on which a service prints small pieces together and cuts them out along a contour."""

    sheet: Pair
    """Width and height of such a sheet, in mm."""
    longest: Side
    """The longest side of the pieces that are printed so, in mm; larger ones have pages of their
    own."""
    margin: Gap = 10
    """How far from the edges of the sheet pieces and their bleed stay, in mm."""
    contour: Spot = SPOT
    """The spot colour of the contour, in plain letters, digits, spaces, - and _."""

    def takes(self, width: float, height: float) -> bool:
        """Whether pieces of this size are printed so."""
        return max(width, height) <= self.longest

    def has_room(self, bleed: float) -> bool:
        """Whether a sheet has room for the largest of them."""
        return self.longest <= min(self.sheet) - 2 * (self.margin + SLUG + bleed)


class ServiceSettings(SheetSettings, frozen=True):
    """Settings with what a service ``cut``s in place of each size, upright and on its side."""

    cut: dict[tuple[Side, ...], tuple[Side, ...]]

    def piece(self, size: str, sheet_size: tuple[float, float]) -> tuple[float, float]:
        own = super().piece(size, sheet_size)
        width, height = self.cut.get(own, own)
        return width, height


class Profile(Model, frozen=True):
    """The requirements of a print service: a page per piece, out to the bleed, and no marks."""

    title: Title
    """The name of the print service, as printed."""
    source: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    """Where the service states this, such as the address of its guide."""
    colour: Literal["rgb", "cmyk"] = "rgb"
    """The colours of the files."""
    files: Literal["pdf", "images"] = "pdf"
    """Whether the service takes PDF files or PNG images."""
    standard: Literal["", "PDF/X-1a:2003"] = ""
    """The standard of its PDF files; none if empty."""
    condition: Identifier = ""
    """The printing condition by its name in the ICC's registry; goes with standard."""
    ink: InkLimit = 240
    """The total ink limit: the most that all inks on one spot may add up to, in %."""
    bleed: Gap = 0
    """How far the art runs beyond the trim, in mm."""
    safe: Gap = 0
    """How far inside the trim text must stay, in mm."""
    sizes: Sizes = msgspec.field(default_factory=dict)
    """The sizes that the service cuts, by the names in sheets.yaml that they replace: width and
    height in mm. Without any, pieces keep theirs."""
    order: Literal["front-back", "back-front"] = "front-back"
    """The order of the two sides of a piece."""
    copies: Literal["all", "once"] = "all"
    """Whether the files hold every copy of a piece, or each piece once."""
    dpi: Dpi = 300
    """The dots per inch of images."""
    gang: Gang | None = None
    """The sheets on which small pieces lie together, if the service cuts along a contour."""

    def settings(self, settings: SheetSettings) -> ServiceSettings:
        """Return the settings with the sizes at which this service cuts pieces."""
        cut = {
            tuple(sorted(settings.sizes[name], reverse=wide)): tuple(sorted(own, reverse=wide))
            for name, own in self.sizes.items()
            for wide in (False, True)
        }
        return ServiceSettings(**msgspec.structs.asdict(settings), cut=cut)

    def cuts(self, width: float, height: float) -> bool:
        """Whether the service cuts pieces of this size, upright or on their side."""
        known = self.sizes.values()
        return not known or (width, height) in known or self.turns(width, height)

    def turns(self, width: float, height: float) -> bool:
        """Whether the service has this size only on its side."""
        return (height, width) in self.sizes.values() and (width, height) not in self.sizes.values()

    @property
    def summary(self) -> str:
        """The format of the files, in a few words."""
        if self.files == "images":
            return f"PNG at {self.dpi} dpi"
        return self.standard or f"PDF in {self.colour.upper()}"


def profile_named(name: str, data: Path | None = None) -> Profile:
    """Return the profile of this name; raise `DataError` with a suggestion for an unknown one."""
    known = profiles(data)
    if name not in known:
        raise DataError(unknown_profile(name, known))
    return known[name]


def unknown_profile(name: str, known: Iterable[str]) -> Problem:
    """Return the problem of a profile that does not exist."""
    hint = did_you_mean(name, (HOME, *known))
    return Problem(message=f"no profile called {quote(name)}{hint}", file="--profile")


def profiles(data: Path | None = None) -> dict[str, Profile]:
    """Return the profiles by name, with those of the folder ``data`` if it has any.

    Raise `DataError` with every problem of that folder's file.
    """
    sizes = sheet_settings(data).sizes
    own = beside_games(FILE, data)
    return _decoded(shipped(FILE), sizes) | (_decoded(own, sizes) if own is not None else {})


def _decoded(document: Document, sizes: Iterable[str]) -> dict[str, Profile]:
    found = decode(document, dict[Name, Profile])
    problems = Problems()
    for name, profile in found.items():
        for steps, message in _wrong(name, profile, sizes):
            problems.add(message, **document.place(steps))
    problems.raise_if_any()
    return found


def _wrong(
    name: str, profile: Profile, sizes: Iterable[str]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Problems of a profile whose values are each valid: the field, and the message."""
    if name == HOME:
        yield (name,), f"{HOME} already means sheets for one's own printer"
    for size, lengths in profile.sizes.items():
        if size not in sizes:
            message = (
                f"found {quote(size)}, expected a size of sheets.yaml{did_you_mean(size, sizes)}"
            )
            yield (name, "sizes", size), message
        elif len(lengths) != 2:
            message = f"found {plural(len(lengths), 'number')}, expected a width and a height"
            yield (name, "sizes", size), message
    if profile.files == "images" and profile.colour == "cmyk":
        yield (name, "colour"), "found 'cmyk', expected 'rgb': images are PNG, which has no CMYK"
    if profile.standard and (profile.files, profile.colour) != ("pdf", "cmyk"):
        message = f"{profile.standard} is for PDF files in CMYK: say colour: cmyk, and no files"
        yield (name, "standard"), message
    if profile.gang and (profile.files, profile.colour) != ("pdf", "cmyk"):
        message = "a cut contour is for PDF files in CMYK: say colour: cmyk, and no files"
        yield (name, "gang"), message
    if profile.gang and not profile.gang.has_room(profile.bleed):
        message = f"has no room for pieces of {profile.gang.longest:g} mm inside its margins"
        yield (name, "gang", "sheet"), message
    if bool(profile.standard) != bool(profile.condition):
        message = "standard and condition go together: PDF/X names the condition it is printed in"
        yield (name, "standard" if profile.standard else "condition"), message


def profile_problems(options: Options) -> Iterator[Problem]:
    """Yield an unknown profile, and options that are for printing at home alone."""
    if options.profile == HOME:
        return
    known = profiles(options.data)
    if options.profile not in known:
        yield unknown_profile(options.profile, known)
    message = f"cannot be combined with --profile {options.profile}: it has a page per piece"
    for one in declared().values():
        if one.option.at_home and getattr(options, one.name) != one.default:
            yield Problem(message=message, file=one.typed)
