"""What the commands of printkit share: arguments and options, and how problems are told."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal, NoReturn

import typer

from card_data.command import say
from printkit.cli import completion

Sides = Literal["duplex", "gutterfold", "fronts", "alternate"]
GamesArg = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]...", help="All games if left out.", autocompletion=completion.games
    ),
]
GameArg = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game, by the name of its folder.", autocompletion=completion.games
    ),
]
PaperOpt = Annotated[
    str,
    typer.Option(
        "--paper",
        metavar="PAPER",
        help="A paper that printkit list shows.",
        autocompletion=completion.papers,
    ),
]
OutOpt = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help="Where the files go: into output if left out, with --data mine into output/mine.",
    ),
]
PlayersOpt = Annotated[
    int | None,
    typer.Option("--players", metavar="N", help="Only what a game of so many players needs."),
]
LayoutOpt = Annotated[
    Sides,
    typer.Option(
        "--layout",
        help="Backs behind their fronts, beside them at a fold, left out, or on a second run.",
    ),
]
GutterOpt = Annotated[
    float | None,
    typer.Option("--gutter", metavar="MM", help="Between pieces; 0 for single cuts."),
]
BleedOpt = Annotated[
    bool, typer.Option("--bleed", help="Let art run over the cut; else it ends inside it.")
]
PackedOpt = Annotated[
    bool, typer.Option("--packed", help="Put components of one size on the same sheets.")
]
CopiesOpt = Annotated[
    int | None,
    typer.Option("--copies", metavar="N", help="Everything so many times; once if left out."),
]
LowInkOpt = Annotated[
    bool, typer.Option("--low-ink", help="Outlines and hatching in place of large fills.")
]


@contextmanager
def problems_reported(*, writes: bool = True) -> Iterator[None]:
    """Print the problems of bad input, a line each, and leave with status 1.

    ``writes``: the command writes files, of which a problem leaves none.
    """
    from card_data import DataError
    from printkit.errors import AuditError

    try:
        yield
    except DataError as error:
        lines = [str(problem) for problem in error.problems]
    except AuditError as error:
        lines = [f"audit: {finding}" for finding in error.findings]
    except BrokenPipeError:
        raise  # nobody reads on, which is no problem
    except OSError as error:
        lines = [f"{error.filename or 'output'}: {error.strerror or error}"]
    else:
        return
    report(lines, writes=writes)


def report(problems: Sequence[str], *, writes: bool) -> NoReturn:
    """Print problems and how many they are, and leave with status 1."""
    from card_data.limits import MOST_PROBLEMS
    from card_data.words import counted

    say(problems[: MOST_PROBLEMS + 1], err=True)
    count = counted(len(problems), "problem")
    if len(problems) > MOST_PROBLEMS:
        count = f"More than {MOST_PROBLEMS} problems"
    say([f"{count}; nothing was written." if writes else f"{count} found."], err=True)
    raise typer.Exit(1)
