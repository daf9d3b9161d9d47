"""The score pad as a folder of files for any web server.

It scores without a network from the second visit on, and has the rules of its games to read. Its
pages are those of `scoring.web.app`; requests are answered in the page (``templates/web/site``) and
scored by `scoring.site.offline` in Pyodide.
"""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from card_data import Game
from card_data.model import Model
from card_data.problems import Problems
from card_data.program.staging import Staging
from printkit.exports.html import pages
from printkit.options import Options
from printkit.sheets.typesetting import Typesetter
from scoring.ask.questions import Titled
from scoring.positions.dump import made_for
from scoring.sheets.live import as_json, live_sheets
from scoring.site.offline import SUFFIX, pickled_game
from scoring.web.entry import begun
from scoring.web.messages import GameOffer, clause_texts, offered
from scoring.web.pages import page_files
from scoring.web.view import View, view_of

SITE = "site"  # the folder of pages that a site has in place of the server's, by the same names
HOME = "site.json"  # what the first page is told; every site has it
SEATED = 12  # players; a larger table is begun once Python is there
STAND_IN = "\ue000"  # of private use: in no text of a game
COLOUR = "#f6f0e2"  # as pad.css has the page
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)


class Home(Model, frozen=True):
    """The data of the first page of a site."""

    title: str
    games: tuple[GameOffer, ...]
    python: int
    """How many bytes of Python there are to load."""
    made: Mapping[str, Mapping[str, Any]]
    """The provenance that positions of each game bear."""
    links: tuple[Titled, ...]
    """Further links: addresses and titles."""


def write(
    found: Sequence[Game[Any]], out: Path, data: Path | None, python: Mapping[str, bytes]
) -> list[Path]:
    """Write a site of these games into a folder: all files or none.

    ``data`` is the folder of one's own games, if any, ``python`` is the result of
    `scoring.site.browser.python`. Raise `DataError` with every problem of their templates, and for
    other files that it would replace, `OSError` if the folder cannot be written.
    """
    made = site(found, Options(data=data), python)
    with Staging(out) as staging:
        for name, raw in made.items():
            staging.write(out / name, raw)
        refuse_others(staging.targets(), out)
        staging.move_all()
        return staging.targets()


def refuse_others(files: Sequence[Path], out: Path) -> None:
    """Raise `DataError` for files that would be replaced and belong to no site."""
    if (out / HOME).exists():
        return
    problems = Problems()
    for file in filter(Path.exists, files):
        problems.add(
            "is there already and belongs to no site: choose another folder", file=str(file)
        )
    problems.raise_if_any()


def site(
    found: Sequence[Game[Any]], options: Options, python: Mapping[str, bytes]
) -> dict[str, bytes]:
    """Return the files of a site by their paths."""
    title = found[0].title if len(found) == 1 else "Score pad"
    made = {**page_files(), **page_files(SITE)}
    made |= {f"python/{name}": raw for name, raw in python.items()}
    problems, typesetter = Problems(), Typesetter()
    for game in found:
        with problems.collecting():
            made |= of_game(game, options, typesetter)
    problems.raise_if_any()
    made["index.html"] = page(made["index.html"].decode(), title).encode()
    size = sum(map(len, python.values()))
    made[HOME] = msgspec.json.encode(home(found, title, size))
    made["manifest.webmanifest"] = msgspec.json.encode(manifest(title))
    made["sw.js"] = worker(made)
    return made


def of_game(game: Game[Any], options: Options, typesetter: Typesetter) -> dict[str, bytes]:
    """Return the files of one game: its data, clauses, sheets and rules."""
    made: dict[str, bytes] = {}
    made[f"games/{game.id}{SUFFIX}"] = pickled_game(game)
    made[f"begun/{game.id}.json"] = msgspec.json.encode(first_views(game))
    clauses = {
        clause.id: clause_texts(clause, section.title)
        for section in game.sections
        for clause in section.clauses
    }
    made[f"clauses/{game.id}.json"] = msgspec.json.encode(clauses)
    sheets = live_sheets(game, game.head.players.max, options.data)
    made[f"sheets/{game.id}.json"] = as_json(sheets)
    for one in sheets:
        made[f"sheets/{game.id}/{one.sheet.picture}"] = one.svg.encode()
    rules = pages.page(game, options, typesetter, home="../../index.html")
    made[f"rules/{game.id}/index.html"] = rules.encode()
    return made


def first_views(game: Game[Any]) -> dict[str, View]:
    """Return the views of empty tables by the number of players, up to `SEATED`.

    They are shown while Python loads. Players are called `STAND_IN` and the characters after it.
    """
    if not offered(game).players:
        return {"0": view_of(begun(game))}
    seats = game.head.players
    return {
        str(number): view_of(begun(game, stand_ins(number)))
        for number in range(seats.min, min(seats.max, SEATED) + 1)
    }


def stand_ins(number: int) -> list[str]:
    """Return placeholders for the names of this many players."""
    return [chr(ord(STAND_IN) + seat) for seat in range(number)]


def home(found: Sequence[Game[Any]], title: str, python: int) -> Home:
    return Home(
        title=title,
        games=tuple(map(offered, found)),
        python=python,
        made={game.id: made_for(game) for game in found},
        links=tuple(
            [(f"rules/{quote(one.id)}/index.html", f"{one.title}: the rules") for one in found]
        ),
    )


def page(text: str, title: str) -> str:
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<link rel="manifest" href="manifest.webmanifest">\n'
        '<link rel="apple-touch-icon" href="icon-180.png">\n'
        f"<title>{html.escape(title)}</title>"
    )
    return text.replace("<title>Score pad</title>", head)


def manifest(title: str) -> dict[str, Any]:
    """Return the web app manifest, for phones that have the site on their home screen."""
    icons = [
        {"src": f"icon-{side}.png", "sizes": f"{side}x{side}", "purpose": purpose}
        for side in (192, 512)
        for purpose in ("any", "maskable")
    ]
    return {
        "name": title, "short_name": title, "start_url": ".", "scope": ".",
        "display": "standalone", "background_color": COLOUR, "theme_color": COLOUR,
        "icons": [{"src": "icon.svg", "sizes": "any"}, *icons],
    }  # fmt: skip


def worker(made: Mapping[str, bytes]) -> bytes:
    """Return the service worker with the digests of the files that it keeps."""
    digests = {name: digest(raw) for name, raw in sorted(made.items()) if name != "sw.js"}
    listed = msgspec.json.encode(digests)
    return b"const FILES = %b;\n\n%b" % (listed, made["sw.js"])


def digest(raw: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(raw).digest()).decode().rstrip("=")
