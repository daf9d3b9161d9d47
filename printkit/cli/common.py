"""Arguments and options shared by the commands of printkit, and their reports of problems."""

import inspect
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from card_data.program.command import AT_FAULT, CALLED_WRONGLY, DataOpt, at_home, by_name, say
from printkit.options import DeclaredOption, Options, Printer, declared

GamesArg = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]...", callback=by_name, help="By default all games."),
]
GameArg = Annotated[
    str,
    typer.Argument(
        metavar="GAME", callback=by_name, help="A game, by its title or the name of its folder."
    ),
]
OutOpt = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        callback=at_home,
        help="The folder for the files; by default output, or output/mine with --data mine.",
    ),
]
OnlyOpt = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="COMPONENT",
        help="Only this component, or several separated by commas; may be repeated.",
    ),
]
# Where commands other than build had components until version 0.1.
FormerArg = Annotated[list[str] | None, typer.Argument(metavar="", hidden=True)]
TYPED = {
    tuple[str, ...]: list[str] | None,
    Printer | None: str | None,
}  # as the command line has it


def components_of(
    only: Sequence[str] | None, former: Sequence[str] | None = None
) -> tuple[str, ...]:
    """The components that are typed with ``--only``, or in the ``former`` way, of which a line says
    how they are named now."""
    if former:
        say([f"Components are named with --only now: --only {','.join(former)}"], err=True)
    typed = (*(only or ()), *(former or ()))
    return tuple(name.strip() for words in typed for name in words.split(","))


class Taking:
    """A command that takes the named options of a build, or all of them, and is called with the
    `Options` made of them as ``options``.

    ``writes``: it writes files, and none of them if there is a problem. Its signature is made when
    Typer asks for it, so only that of the command that runs.
    """

    def __init__(self, command: Callable[..., None], names: Sequence[str], *, writes: bool) -> None:
        self.command, self.names, self.writes = command, names, writes
        self.__name__, self.__doc__ = command.__name__, command.__doc__

    @cached_property
    def taken(self) -> list[DeclaredOption]:
        """The options; ``data`` comes last, as everywhere."""
        taken = [declared()[name] for name in declared() if name in (self.names or declared())]
        return sorted(taken, key=lambda one: one.name == "data")

    @cached_property
    def __signature__(self) -> inspect.Signature:
        parameters: list[inspect.Parameter] = []
        for parameter in inspect.signature(self.command).parameters.values():
            if parameter.name == "options":
                parameters += map(parameter_of, self.taken)
            else:
                parameters.append(parameter.replace(kind=parameter.KEYWORD_ONLY))
        return inspect.Signature(parameters)

    @property
    def __annotations__(self) -> dict[str, Any]:  # type: ignore[override]
        return {name: one.annotation for name, one in self.__signature__.parameters.items()}

    def __call__(self, **values: Any) -> None:
        typed = {one.name: values.pop(one.name) for one in self.taken}
        named = values.get("games") or values.get("game") or ()
        with problems_reported(writes=self.writes):
            options = options_of(typed, [named] if isinstance(named, str) else named)
        self.command(**values, options=options)


def takes(*names: str, writes: bool = True) -> Callable[[Callable[..., None]], Taking]:
    """Make a command one of `Taking`."""
    return lambda command: Taking(command, names, writes=writes)


def parameter_of(one: DeclaredOption) -> inspect.Parameter:
    """An option of a build as a parameter of a command, as Typer reads it."""
    annotation: Any = DataOpt
    if one.name != "data":  # shared with the other command
        about = one.option
        option = typer.Option(one.typed, metavar=about.metavar or None, help=about.help)
        annotation = Annotated[TYPED.get(one.type, one.type), option]
    default = None if one.default == () else one.default
    return inspect.Parameter(
        one.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )


def options_of(typed: dict[str, Any], games: Sequence[str]) -> Options:
    """The options of a build from what is typed for some games; raise `DataError` for an unknown
    printer, and for house rules that will not do."""
    if "variant" in typed:
        typed["variant"] = tuple(typed["variant"] or ())
    if "house" in typed:
        from card_data.choices import resolve_house_rules

        typed["house"] = resolve_house_rules(typed["house"] or (), games, typed.get("data")).all
    if typed.get("printer") is not None:
        from printkit.sheets.printers import load_printer  # few builds name one

        typed["printer"] = load_printer(typed["printer"])
    return Options(**typed)


@contextmanager
def problems_reported(*, writes: bool = True, typed: bool = True) -> Iterator[None]:
    """Print the problems of bad input, a line each, and exit with their status.

    ``writes``: the command writes files, and none of them if there is a problem. ``typed``: options
    were typed, not read from a file.
    """
    from card_data import DataError

    status = AT_FAULT
    try:
        yield
    except DataError as error:
        lines = [str(problem) for problem in error.problems]
        if typed and all(problem.of_call for problem in error.problems):
            status = CALLED_WRONGLY
    except BrokenPipeError:
        raise  # the reader of our output has gone, which is no problem
    except OSError as error:
        if error.filename is None:
            raise  # of the output, as on a full disk
        lines = [f"{error.filename}: {error.strerror}"]
    else:
        return
    report(lines, status, writes=writes)


def report(problems: Sequence[str], status: int = AT_FAULT, *, writes: bool) -> NoReturn:
    """Print problems and their number, and exit with a status."""
    from card_data.limits import MOST_PROBLEMS
    from card_data.text import plural

    say(problems[: MOST_PROBLEMS + 1], err=True)
    count = plural(len(problems), "problem")
    if len(problems) > MOST_PROBLEMS:
        count = f"More than {MOST_PROBLEMS} problems"
    say([f"{count}; nothing was written." if writes else f"{count} found."], err=True)
    raise typer.Exit(status)


def show(target: object) -> None:
    """Open a file, a folder or an address in the desktop's default program."""
    if typer.launch(str(target)):
        say([f"{target}: no program to open it was found"], err=True)


def print_table(
    rows: Sequence[tuple[str, ...]], right: tuple[int, ...] = (), width: int = 0, indent: str = ""
) -> None:
    """Print columns as wide as their contents; those in ``right`` are flush right.

    Where ``width`` is given, the last column is wrapped to fit it.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    before = len(indent) + sum(widths[:-1]) + 2 * (len(widths) - 1)
    for *cells, last in rows:
        set_out = "".join(
            (cell.rjust(wide) if column in right else cell.ljust(wide)) + "  "
            for column, (cell, wide) in enumerate(zip(cells, widths, strict=False))
        )
        lines = textwrap.wrap(last, max(12, width - before)) if width else [last]
        say([f"{indent}{set_out}{''.join(lines[:1])}".rstrip()])
        for line in lines[1:]:
            say([f"{'':{before}}{line}"])
