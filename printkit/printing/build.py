"""Build files, unless they are up to date."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import card_data
from printkit.cache.manifest import BuildRequest, BuildResult, output_folder, up_to_date
from printkit.options import Options


def build(
    games: Iterable[str] = (),
    only: Iterable[str] = (),
    out: Path | str | None = None,
    *,
    options: Options | None = None,
    clean: bool = False,
    watch: Callable[[str, int, int], None] = lambda title, done, of: None,
    note: Callable[[str], None] = lambda line: None,
) -> list[BuildResult]:
    """Build components to ``out``: a folder per game, a PDF per component and one of the game.

    ``out`` is ``output`` if left out, and a folder in there for games of one's own. ``games`` and
    ``only`` name games and components; left empty they mean all. With ``only`` there is no PDF of
    the whole game, with ``options.one_file`` nothing else. With ``options.fillable`` components
    with fields also have a form, such as ``pad-fillable.pdf``. Where everything is there as it
    would be made, nothing is, unless the build is to be ``clean``. ``watch`` is called with a
    title, the number of components done and that of all, ``note`` with remarks on the files, a line
    each. Files are painted beside their places, and moved there if nothing is wrong; otherwise
    `DataError` is raised, with every problem of every component, and earlier files stay as they
    were.

    >>> import printkit
    >>> built = printkit.build(["winstons_archive"], ["deck"], folder)
    >>> [(deck.component, deck.pieces, deck.pages) for deck in built]
    [('deck', 54, 12)]
    """
    options = options or Options()
    games = tuple(games) or card_data.names(options.data)
    request = BuildRequest(games, tuple(only), options, output_folder(options.data, out))
    report = None if clean else up_to_date(request)
    if report is None:
        from printkit.printing.make_files import make_files  # loads all that builds

        report = make_files(request, watch)
    for line in report.notes:
        note(line)
    return report.built
