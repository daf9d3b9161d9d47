"""Make the files of games: every component, or none if anything is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby

from card_data import DataError, Problem
from card_data.problems import Problems
from card_data.program.staging import Staging
from card_data.text import join_first
from printkit.cache.inputs import MANIFEST
from printkit.cache.manifest import (
    BuildReport,
    BuildRequest,
    abandoned,
    inputs_digest,
    manifest_with,
    path_in,
)
from printkit.inspection.margins import margin_problems
from printkit.options import HOME
from printkit.printing.home_output import HomeOutput
from printkit.printing.jobs import Job, select_jobs
from printkit.sheets.layout import Layout
from printkit.sheets.settings import on_stock, settings_for


def make_files(request: BuildRequest, watch: Callable[[str, int, int], None]) -> BuildReport:
    """Make all files of a request, and the manifest of its folder, or none of them.

    Raise `DataError` with every problem of every component.
    """
    games, only, options, folder = request
    inputs = inputs_digest(games, options.data)
    notes: list[str] = []
    with Staging(folder) as staging:
        settings = settings_for(options)
        options = on_stock(options, settings)
        selected = select_jobs(games, only, options, settings)
        press = HomeOutput(folder, staging, options, settings)
        if options.profile != HOME:
            from printkit.printing.print_service import (
                PrintServiceOutput,  # few builds are for a service
            )

            press = PrintServiceOutput(folder, staging, options, settings, note=notes.append)
        build_jobs(press, press.jobs(selected), only, watch)
        report = BuildReport(press.built, notes)
        components = {game.id: ("", *game.components) for game, _ in selected}
        gone = sorted({*abandoned(request, components)} - {*staging.files})
        staging.write(folder / MANIFEST, manifest_with(request, inputs, staging.files, report))
        staging.move_all()
        for file in gone:
            file.unlink()
    names = join_first([path_in(folder, file) for file in gone])
    said = f"{folder}: removed what nothing makes any more: {names}"
    return report._replace(notes=[*notes, said] if gone else notes)  # said once


def build_jobs(
    press: HomeOutput,
    jobs: Sequence[Job],
    only: Sequence[str],
    watch: Callable[[str, int, int], None],
) -> None:
    """Make the files of components, and that of each whole game if all are right; raise `DataError`
    with every problem. ``watch`` is called before each component."""
    problems = Problems()
    for _, group in groupby(enumerate(jobs), key=lambda one: one[1].game.id):
        layouts: list[Layout] = []
        for done, job in group:
            title = job.game.components[job.component].title
            watch(f"{job.game.title}: {title}", done, len(jobs))
            with without_repeats(problems):
                layouts.append(press.lay_out(job))
                low_ink = press.options.low_ink
                problems.extend(margin_problems(layouts[-1], press.fonts, low_ink=low_ink))
                if not problems:
                    press.component(layouts[-1])
        if not problems and not only:
            with problems.collecting():
                press.whole(layouts)
    if press.options.fillable and not problems and not any(one.fillable for one in press.built):
        problems.add("no component to build has fields to fill in", file="--fillable")
    problems.raise_if_any()


@contextmanager
def without_repeats(problems: Problems) -> Iterator[None]:
    """Add the problems raised to ``problems``, but for those already there: a piece that is also a
    figure would report its own twice."""
    try:
        yield
    except DataError as error:
        known = {location_of(one) for one in problems}
        problems.extend([one for one in error.problems if location_of(one) not in known])


def location_of(problem: Problem) -> tuple[object, ...]:
    """Return the location of a problem; without a line it includes the message."""
    place = problem.file, problem.line, problem.column
    return place if problem.line else (*place, str(problem))
