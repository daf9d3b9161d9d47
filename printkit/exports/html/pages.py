"""The pages of a game: its pieces and rules in words, and its rulebook.

A page stands alone: its style is in it, and it allows no script and no other file. Where pages lie
on a server, `Beside` says at which addresses their style, their search and each other are.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from card_data import Game, load_set_up
from card_data.house import applied, in_full
from card_data.model import Section
from card_data.version import version
from printkit.drawing.colour import mixed
from printkit.drawing.colour_vision import contrast
from printkit.exports.html.book import read_book
from printkit.exports.html.pieces import Teller, cited
from printkit.exports.html.search import Entry, entries
from printkit.exports.html.texts import Texts, words
from printkit.options import Options
from printkit.sheets.aloud.faces import FaceSaid
from printkit.sheets.aloud.reading import read
from printkit.sheets.typesetting import Typesetter

FOLDER = "html"  # of the pages' own templates
Said = Mapping[str, list[FaceSaid]]  # what pieces say, by their components
DAY = ("#fffdf8", "#ffffff", "#f6efe1", "#e9efee")  # what texts stand on, as page.css has it
NIGHT = ("#1b1a18", "#262421", "#2e2a22", "#212b2a")
READABLE = 4.5  # the contrast of texts, after WCAG 2
STEP = 0.08  # by which a colour is darkened or lightened until it is read


class Beside(msgspec.Struct, frozen=True):
    """The addresses of what lies beside a page, relative to it; what is left out is not linked to,
    and the style is in the page.

    ``style`` is what `style` gives, ``search`` is search.js and needs the ``index``, a JSON file of
    what `index` gives. ``page`` and ``rulebook`` are the pages of the game, ``home`` is one that
    lists games.
    """

    style: str = ""
    search: str = ""
    index: str = ""
    page: str = ""
    rulebook: str = ""
    home: str = ""


def page(game: Game[Any], said: Said | None = None, beside: Beside | None = None) -> str:
    """All pieces and clauses of a game as the text of an HTML page, in words and in reading order.

    ``said`` is what `read` has read of the pieces, if it has. Raise `DataError` with every problem
    of their templates.
    """
    teller = teller_of(game, said)
    components = list(teller.components())
    return rendered(
        "page.html", game, beside or Beside(), teller.texts,
        components=components, tables=list(teller.tables()), set_up=load_set_up(game),
    )  # fmt: skip


def index(game: Game[Any], said: Said | None = None) -> list[Entry]:
    """The clauses and pieces of a game for a search: each with its ``id``, ``title``, ``text``,
    ``kind`` and the ``anchor`` at which `page` has it. Otherwise as `page`."""
    return list(entries(sections(game), teller_of(game, said).components()))


def rulebook(
    game: Game[Any],
    options: Options | None = None,
    typesetter: Typesetter | None = None,
    beside: Beside | None = None,
) -> str:
    """The rulebook of a game as the text of an HTML page, its figures inside; of a game without
    one, its clauses. Raise `DataError` with every problem of it."""
    book = read_book(game, options or Options(), typesetter or Typesetter())
    texts = Texts(clause_links(game), book.anchors, book.icons)
    return rendered("rulebook.html", game, beside or Beside(), texts, book=book)


def style(game: Game[Any]) -> str:
    """The style sheet of a game's pages, in its own colour."""
    return f"{shipped('page.css')}\n{colours(game.head.accent)}"


def files_of(
    game: Game[Any], options: Options, typesetter: Typesetter, beside: Beside
) -> Iterator[tuple[str, bytes]]:
    """The pages of a game, and what they load of its own, by the addresses in ``beside``. Raise
    `DataError` as `page` and `rulebook` do."""
    said = read(game, options, typesetter)
    yield beside.page, page(game, said, beside).encode()
    yield beside.rulebook, rulebook(game, options, typesetter, beside).encode()
    if beside.index:
        yield beside.index, msgspec.json.encode(index(game, said))
    if beside.style:
        yield beside.style, style(game).encode()


def script() -> str:
    """The script of the search, an ES module."""
    return shipped("search.js")


# --- how they are made


def teller_of(game: Game[Any], said: Said | None) -> Teller:
    """What tells the pieces of a game, which are read unless they have been."""
    said = read(game, Options(), Typesetter()) if said is None else said
    links = clause_links(game)
    links |= {name: f"#{anchor}" for name, anchor in cited(game, said).items() if name not in links}
    return Teller(game, said, Texts(links))


def clause_links(game: Game[Any]) -> dict[str, str]:
    """Where each clause that players read is on a page, by its ID."""
    return {clause.id: f"#{clause.id}" for one in sections(game) for clause in one.clauses}


def sections(game: Game[Any]) -> list[Section]:
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


def rendered(template: str, game: Game[Any], beside: Beside, texts: Texts, **values: Any) -> str:
    """A page of a game, made of a template of our own."""
    looks = "" if beside.style else style(game)
    return (
        environment()
        .get_template(template)
        .render(
            game=game,
            head=game.head,
            sections=sections(game),
            options=game.options(),
            house=list(in_full(applied(game))),
            beside=beside,
            style=Markup(looks),
            policy=policy(looks, beside),
            version=version(),
            html=texts,
            words=words,
            **values,
        )
    )


@cache
def environment() -> Environment:
    """What renders the pages: templates of the kit alone, everything in them escaped."""
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


def policy(looks: str, beside: Beside) -> str:
    """What a page may load and run: its own style and nothing else, or what lies beside it."""
    digest = base64.b64encode(hashlib.sha256(looks.encode()).digest()).decode()
    allowed: Mapping[str, str] = {
        "default-src": "'none'",
        "style-src": f"'sha256-{digest}'" if looks else "'self'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    if beside.search:
        allowed = {**allowed, "script-src": "'self'", "connect-src": "'self'"}
    return "; ".join(f"{name} {value}" for name, value in allowed.items())


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
