"""The pages of games as files."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from card_data.problems import Problems
from card_data.staging import Staging
from printkit.exports.html import pages
from printkit.exports.html.pages import Beside
from printkit.options import Options
from printkit.printing.jobs import load_all
from printkit.sheets.typesetting import Typesetter

PAGE, RULEBOOK, INDEX, SCRIPT = "index.html", "rulebook.html", "search.json", "search.js"


def export_pages(
    games: Sequence[str], out: Path, options: Options, *, search: bool = False
) -> list[Path]:
    """Write the pages of games, of all if none is named, each into a folder of its name in ``out``;
    with ``search`` also what that needs.

    Raise `DataError` with every problem of each; either all files are written or none.
    """
    beside = Beside(page=PAGE, rulebook=RULEBOOK)
    if search:
        beside = msgspec.structs.replace(beside, search=f"../{SCRIPT}", index=INDEX)
    problems = Problems()
    with closing(Typesetter()) as typesetter, Staging(out) as staging:
        for game in load_all(games, options.data, house=options.house):
            folder = out / game.id
            with problems.kept():
                staging.write(folder / PAGE, pages.page(game, options, typesetter, beside))
                staging.write(folder / RULEBOOK, pages.rulebook(game, options, typesetter, beside))
                if search:
                    entries = pages.index(game, options, typesetter)
                    staging.write(folder / INDEX, msgspec.json.encode(entries))
        if search:
            staging.write(out / SCRIPT, pages.script())
        problems.stop_if_any()
        staging.move_all()
    return staging.targets()
