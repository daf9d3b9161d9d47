"""The page of a game: its rulebook, its rules clause by clause, its pieces as tables.

A page stands alone: its style and its pictures are in it, and it allows no script and no other
file.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from card_data import Game, load_set_up
from card_data.house import changed_rules, report_lines
from card_data.model import Section
from card_data.problems import Problems
from card_data.program.staging import Staging
from card_data.rulebook import Rulebook
from card_data.version import version
from printkit.drawing.colour import mixed
from printkit.drawing.colour_vision import contrast
from printkit.exports.html.figures import read_book
from printkit.exports.html.tables import PieceTables
from printkit.exports.html.texts import words
from printkit.inspection.alt_texts import alt_texts
from printkit.options import Options
from printkit.printing.jobs import load_all
from printkit.sheets.typesetting import Typesetter

FOLDER = "html"  # of the pages' own templates
DAY = ("#fffdf8", "#ffffff", "#f6efe1", "#e9efee")  # what texts stand on, as page.css has it
NIGHT = ("#1b1a18", "#262421", "#2e2a22", "#212b2a")
READABLE = 4.5  # the contrast of texts, after WCAG 2
STEP = 0.08  # by which a colour is darkened or lightened until it is read


def export_pages(games: Sequence[str], out: Path, options: Options) -> list[Path]:
    """Write the pages of games, of all if none is named, each into a folder of its name in ``out``.

    Raise `DataError` with every problem of each; either all files are written or none.
    """
    problems = Problems()
    typesetter = Typesetter()
    with Staging(out) as staging:
        for game in load_all(games, options.data, house=options.house):
            with problems.collecting():
                staging.write(out / game.id / "index.html", page(game, options, typesetter))
        problems.raise_if_any()
        staging.move_all()
    return staging.targets()


def page(
    game: Game[Any],
    options: Options | None = None,
    typesetter: Typesetter | None = None,
    home: str = "",
) -> str:
    """A game as the text of an HTML page; ``home`` is the address of a page that lists games.

    Raise `DataError` with every problem of its rulebook or its templates.
    """
    options, typesetter = options or Options(), typesetter or Typesetter()
    said = alt_texts(game, options, typesetter)
    book = read_book(game, options, typesetter)
    sections = sections_for_players(game)
    links = {clause.id: f"#{clause.id}" for one in sections for clause in one.clauses}
    links |= {anchor: f"#{anchor}" for anchor in anchors(book.rulebook)}
    teller = PieceTables(game, said, links)
    style = f"{shipped('page.css')}\n{colours(game.head.accent)}"
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return (
        environment()
        .get_template("page.html")
        .render(
            game=game,
            head=game.head,
            book=book,
            told=book.rulebook,
            sections=sections,
            options=game.options(),
            house=list(report_lines(changed_rules(game))),
            set_up=load_set_up(game),
            components=list(teller.components()),
            tables=list(teller.tables()),
            style=Markup(style),
            digest=digest,
            home=home,
            version=version(),
            html=teller.html,
            words=words,
        )
    )


def sections_for_players(game: Game[Any]) -> list[Section]:
    """The chapters of the rules with the clauses that players read."""
    shown = (
        msgspec.structs.replace(
            section,
            clauses=tuple([one for one in section.clauses if one.text or one.ruling or one.house]),
        )
        for section in game.sections
        if not section.scorer
    )
    return [section for section in shown if section.clauses]


def anchors(rulebook: Rulebook | None) -> list[str]:
    """The anchors that texts may link to, beside the clauses."""
    if rulebook is None:
        return ["title", "clauses"]
    chapters = (f"chapter-{number}" for number, _ in enumerate(rulebook.chapters, 1))
    examples = (f"example-{name}" for name in rulebook.examples)
    parts = ("title", "clauses", "first-turn", "house-rules", "glossary", "reference")
    return [*parts, *chapters, *examples]


@cache
def environment() -> Environment:
    """Return the environment that renders the pages: only the kit's templates, with escaping."""
    made = Environment(
        loader=PackageLoader("templates", FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["words"] = words
    return made


def shipped(name: str) -> str:
    return files("templates").joinpath(FOLDER, name).read_text("utf-8")


def colours(accent: str) -> str:
    """The rules of a style sheet that give pages the game's own colour, by day and by night."""
    day, night = readable(accent, DAY, "#000000"), readable(accent, NIGHT, "#ffffff")
    return (
        f":root {{ --accent: {day}; }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ --accent: {night}; }} }}\n"
    )


def readable(colour: str, papers: Sequence[str], towards: str) -> str:
    """A colour, mixed with as much of another as it takes to be read on all ``papers``."""
    share, found = 0.0, colour.lower()
    while min(contrast(found, paper) for paper in papers) < READABLE:
        share += STEP
        found = mixed(colour, towards, min(share, 1.0))
    return found
