"""The pages of games as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from card_data.problems import Problems
from card_data.staging import Staging
from printkit.exports.html import pages
from printkit.exports.html.pages import Beside
from printkit.options import Options
from printkit.printing.jobs import load_all
from printkit.sheets.typesetting import Typesetter

SCRIPT = "search.js"


def export_pages(
    games: Sequence[str], out: Path, options: Options, *, search: bool = False
) -> list[Path]:
    """Write the pages of games, of all if none is named, each into a folder of its name in ``out``;
    with ``search`` also what that needs.

    Raise `DataError` with every problem of each; either all files are written or none.
    """
    beside = Beside(page="index.html", rulebook="rulebook.html")
    if search:
        beside = msgspec.structs.replace(beside, search=f"../{SCRIPT}", index="search.json")
    problems = Problems()
    typesetter = Typesetter()
    with Staging(out) as staging:
        for game in load_all(games, options.data, house=options.house):
            with problems.kept():
                for name, text in pages.files_of(game, options, typesetter, beside):
                    staging.write(out / game.id / name, text)
        if search:
            staging.write(out / SCRIPT, pages.script())
        problems.stop_if_any()
        staging.move_all()
    return staging.targets()
