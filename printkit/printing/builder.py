"""Making the files of games: every component, all of them or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby

from card_data import DataError, Problem
from card_data.problems import Problems
from card_data.staging import Staging
from printkit.inspection.margins import margin_problems
from printkit.kept.inputs import OUTPUT
from printkit.kept.manifest import Report, Request, inputs_of, with_build
from printkit.options import HOME
from printkit.printing.home_press import HomePress
from printkit.printing.jobs import Job, select_jobs
from printkit.sheets.layout import Layout
from printkit.sheets.settings import on_stock, settings_for


def make_files(request: Request, watch: Callable[[str, int, int], None]) -> Report:
    """Make all files of a request, and the manifest of its folder, or none of them.

    Raise `DataError` with every problem of every component.
    """
    games, only, options, folder = request
    inputs = inputs_of(games, options.data)
    notes: list[str] = []
    with Staging(folder) as staging:
        settings = settings_for(options)
        options = on_stock(options, settings)
        selected = select_jobs(games, only, options, settings)
        press = HomePress(folder, staging, options, settings)
        if options.profile != HOME:
            from printkit.printing.press import ProfilePress  # few builds are for a service

            press = ProfilePress(folder, staging, options, settings, note=notes.append)
        build_jobs(press, press.jobs(selected), only, watch)
        report = Report(press.built, notes)
        staging.write(folder / OUTPUT, with_build(request, inputs, staging.files, report))
        staging.move_all()
    return report


def build_jobs(
    press: HomePress,
    jobs: Sequence[Job],
    only: Sequence[str],
    watch: Callable[[str, int, int], None],
) -> None:
    """Make the files of components; raise `DataError` with all that is wrong."""
    problems = Problems()
    done = 0
    for _, group in groupby(jobs, key=lambda job: job.game.id):
        those = [*group]
        make_game(press, those, only, problems, partial(tell_of, watch, done, len(jobs)))
        done += len(those)
    if press.options.fillable and not problems and not any(one.fillable for one in press.built):
        problems.add("no component to build has fields to fill in", file="--fillable")
    problems.stop_if_any()


def tell_of(
    watch: Callable[[str, int, int], None], done: int, of: int, job: Job, number: int
) -> None:
    """Report a component that is about to be made, ``number`` of its game."""
    title = job.game.components[job.component].title
    watch(f"{job.game.title}: {title}", done + number, of)


def make_game(
    press: HomePress,
    jobs: Sequence[Job],
    only: Sequence[str],
    problems: Problems,
    tell: Callable[[Job, int], None] = lambda job, number: None,
) -> list[Layout]:
    """Make the files of a game's components, and that of the whole game if all are right.

    Nothing more is made once there are ``problems``, which are added to.
    """
    layouts: list[Layout] = []
    for number, job in enumerate(jobs):
        tell(job, number)
        with told_once(problems):
            layouts.append(press.lay_out(job))
            low_ink = press.options.low_ink
            problems.extend(margin_problems(layouts[-1], press.fonts, low_ink=low_ink))
            if not problems:
                press.component(layouts[-1])
    if not problems and not only:
        with problems.kept():
            press.whole(layouts)
    return layouts


@contextmanager
def told_once(problems: Problems) -> Iterator[None]:
    """Add what is raised to ``problems``, but what is told already: that of a piece which is also a
    figure."""
    try:
        yield
    except DataError as error:
        known = {place_of(one) for one in problems}
        problems.extend([one for one in error.problems if place_of(one) not in known])


def place_of(problem: Problem) -> tuple[object, ...]:
    """Where a problem is; of one that names no line, also what it says."""
    place = problem.file, problem.line, problem.column
    return place if problem.line else (*place, str(problem))
