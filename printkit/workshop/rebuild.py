"""The audit of a file on its own: what it should be is rebuilt from the keywords in it.

It uses every room that builds, since a file may be of any kind that is built.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import msgspec

import card_data
from card_data import DataError, Game
from card_data.documents import content
from card_data.limits import (
    LARGEST_PDF,
    LONGEST_MESSAGE,
    SECONDS_A_FONT,
    SECONDS_A_MEGABYTE,
    SECONDS_AN_AUDIT,
)
from card_data.problems import clip, in_utf_8
from card_data.wall import Wall, WallError, Worker
from printkit.audit import pdf_reader
from printkit.audit.match import Auditor, unreadable
from printkit.audit.pdf_reader import Pdf, UnreadableError
from printkit.kept.inputs import TooManyError, files_in
from printkit.options import HOME, Flip, Options, names_in, options_in
from printkit.painting.paint import pdf_of
from printkit.printing.jobs import players_problems, select_jobs, with_guests
from printkit.sheets.layout import Layout, form_of, lay_out
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter

if TYPE_CHECKING:
    from printkit.sheets.profiles import Profile

NAMING = ("component", "with", "tuck_box", "die", "reprint")  # keywords that list components


def audit_file(file: Path, data: Path | None) -> list[str]:
    """Audit a file on its own, behind a wall; raise `DataError` as `audited` does."""
    try:
        seconds = SECONDS_AN_AUDIT + SECONDS_A_MEGABYTE * file.stat().st_size / 2**20
        if data is not None:
            seconds += SECONDS_A_FONT * fonts_in(data)
        raw = Wall(auditing).ask((file, data), seconds)
    except WallError as error:
        return [f"{file}: {error}"]
    except OSError as error:
        return [f"{file}: cannot be read as a PDF: {error.strerror}"]
    findings = msgspec.msgpack.decode(raw, type=list[str])
    return [finding[:LONGEST_MESSAGE] for finding in findings]


def fonts_in(data: Path) -> int:
    """How many files of fonts there are with edited games, as far as they may all be used."""
    with suppress(TooManyError, OSError):
        return sum(file.suffix.lower() in (".ttf", ".otf", ".ttc") for file in files_in(data))
    return 0


def auditing() -> Worker:
    """What audits files behind a wall, where no library can be loaded."""
    import pypdfium2  # noqa: F401

    return lambda request, outside: msgspec.msgpack.encode([*map(in_utf_8, audited(*request))])


def audited(file: Path, data: Path | None) -> list[str]:
    """What is wrong with a file; its keywords say what it was built from.

    Raise `DataError` for what is wrong in the game that it was built from.
    """
    try:
        with pdf_reader.opened(file) as pdf:
            keywords = keywords_of(pdf)
    except UnreadableError as error:
        return [f"{file}: {unreadable(error)}"]
    values = dict(pair.split("=", 1) for pair in keywords.split() if "=" in pair)
    if "proof" in values:
        from printkit.workshop.proof import proof_bytes  # few files are one

        options = options_in({"paper": values["proof"], **values}, data)
        if is_one_of(file, [proof_bytes(options)]):
            return []
        return [f"{file}: not the calibration sheet that printkit proof prints"]
    named = values.keys() & {"component", "one_file", "tuck_box", "die", "reprint"}
    is_complete = {"game", "paper", "flip"} <= values.keys() and values["flip"] in get_args(Flip)
    if not named or not is_complete:
        return [f"{file}: not built by printkit: its keywords do not name a game and a component"]
    if values["game"] not in card_data.names(data):
        unknown = f"no game called {clip(values['game'])} here"
        return [f"{file}: {unknown}; if it is your own, name its folder with --data"]
    options = options_in(values, data)
    try:
        game = card_data.load(values["game"], data, options.house)
    except DataError as error:
        if not all(problem.of_call for problem in error.problems):
            raise
        return [f"{file}: built with {one.item}: {one.message}" for one in error.problems]
    return list(found_in(file, game, values, options))


def found_in(
    file: Path, game: Game[Any], values: Mapping[str, str], options: Options
) -> Iterator[str]:
    """What is wrong with a file of a game, by its own keywords."""
    profile = None
    if options.profile != HOME:
        from printkit.sheets.profiles import profiles  # few files are for a print service

        profile = profiles(options.data).get(options.profile)
        if profile is None:
            known = clip(options.profile, quoted=False)
            yield f"{file}: built for the profile {known}, which is unknown here"
            return
    named = [name for key in NAMING for name in names_in(values, key)]
    if unknown := [name for name in (*named, *options.instead) if name not in game.components]:
        yield f"{file}: {game.title} has no component {clip(unknown[0], quoted=False)}"
        return
    if wrong := list(players_problems([game], options.players)):
        yield from (f"{file}: {problem.message}" for problem in wrong)
        return
    yield from other_data(file, values, game)
    if "die" in values:
        yield from other_lines(file, (game.id, values["die"]), options)
        return
    typesetter = Typesetter(within=True)
    layouts = layouts_of(game, values, options, profile, typesetter)
    if not layouts:
        yield f"{file}: nothing has changed since the printing {values['changed']}"
        return
    if profile is None:
        painted = partial(pdf_of, fonts=typesetter.fonts)
        yield from Auditor()(file, layouts, options, str(file), None, painted)
        return
    from printkit.printing.press import painter_for

    paint = painter_for(options, profile, typesetter.fonts)
    yield from Auditor()(file, layouts, options, str(file), profile, paint)


def other_lines(file: Path, game_component: tuple[str, str], options: Options) -> Iterator[str]:
    """That a file's lines are not the die lines of its component."""
    from printkit.workshop.die_cut import contents  # few files are of lines alone

    made = contents(game_component, "pdf", options).values()
    if not is_one_of(file, [raw for _, raw in made]):
        yield f"{file}: its lines are not those of {' '.join(game_component)}"


def is_one_of(file: Path, expected: Sequence[bytes]) -> bool:
    """Whether a file is byte for byte one of those that printkit makes now."""
    return content(file, LARGEST_PDF) in expected


def layouts_of(
    game: Game[Any], values: Mapping[str, str], options: Options, profile: Profile | None,
    typesetter: Typesetter,
) -> list[Layout]:  # fmt: skip
    """What a file should hold, by its keywords: a component, a box, or a whole game with its
    cover."""
    settings = settings_for(options)
    if "component" in values:
        name = values["component"]
        if profile is not None:
            from printkit.printing.press import lay_out_pieces

            return [lay_out_pieces(game, name, options, typesetter, settings, profile)]
        layout = lay_out(game, name, options, typesetter, names_in(values, "with"), settings)
        return [(form_of(layout, options) if "fillable" in values else None) or layout]
    if "tuck_box" in values:
        from printkit.workshop.tuck_box import layout_for, wanted_in

        return [layout_for(game, wanted_in(values), options, typesetter, settings)]
    if "reprint" in values:
        from printkit.printing.reprint.changed import reprint  # few files are one
        from printkit.printings.store import printing

        kept, names = printing(game.id, values.get("changed")), names_in(values, "reprint")
        return reprint(game, names, kept, options, typesetter, settings).layouts
    from printkit.printing.whole_game import whole_game  # few files are of a whole game

    jobs = select_jobs([game.id], (), options, settings, one_file=True)
    components = [
        lay_out(game, name, options, typesetter, guests, settings)
        for _, name, guests in with_guests(jobs, packed=options.packs)
    ]
    return whole_game(components, options, typesetter, settings)


def other_data(file: Path, values: Mapping[str, str], game: Game[Any]) -> Iterator[str]:
    """That the file says that it was built from other data than the game's present ones: one with
    sheets to fill in, or one of an earlier version."""
    if values.get("data", game.fingerprint) != game.fingerprint:
        now = "the shipped game's" if game.shipped else f"those in {game.folder}"
        advice = "build it again, or name the folder of its data with --data"
        yield f"{file}: built from other data than {now}: {advice}"


def keywords_of(pdf: Pdf) -> str:
    """The file's own keywords; empty if it has none."""
    metadata = pdf.metadata
    return str(metadata.get("/Keywords", "")) if metadata is not None else ""
