"""Shared parts of both commands: ``-h``, ``--version``, ``--data``, the look of help, how lines are
printed, and the exit statuses.

A command exits with status 0 if all is well, with `AT_FAULT` if its input is at fault, such as a
file with mistakes, and with `CALLED_WRONGLY` if it was called so that it can do nothing.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from errno import EBADF
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command_name
from typer.models import CommandInfo

from card_data.limits import LONGEST_PATH
from card_data.problems import DataError, printable
from card_data.program.folders import cache_folder, data_folder, settings_folder
from card_data.program.former_names import current_command, current_option, renamed
from card_data.program.sandbox import (
    LATER,
    LIMIT_ERRORS,
    OverLimitError,
    allow_seconds,
    enter_sandbox,
    limit_message,
    why_ended,
)

AT_FAULT, CALLED_WRONGLY = 1, 2  # exit statuses
PRINT, OWN, TABLE, PROGRAMS = GROUPS = (
    "Print", "Make your own", "At the table", "For programs",
)  # fmt: skip
PROGRAM = "program"  # the context of a command run from a shell, which may fork
RANGE = re.compile(r"(?:(?<!\d)(\d+)<=)?x(?:[<>]=(\d+))")  # as Typer writes it


def status_of(error: DataError) -> int:
    """The exit status for input that cannot be used: whether files or the call are at fault."""
    called = all(problem.of_call for problem in error.problems)
    return CALLED_WRONGLY if called else AT_FAULT


class PlainHelp:
    """Help that says required arguments as they are typed and ranges in words, and ends with lines
    of its own."""

    epilog: str | None

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        pieces: list[str] = super().collect_usage_pieces(ctx)  # type: ignore[misc]
        return [piece.strip("{}") for piece in pieces if piece != "[]"]  # of a hidden argument

    def format_options(self, ctx: Any, formatter: Any) -> None:
        write = formatter.write_dl
        formatter.write_dl = lambda rows: write([(name, ranged(text)) for name, text in rows])
        super().format_options(ctx, formatter)  # type: ignore[misc]

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        if self.epilog:
            from card_data.game import names

            formatter.write_paragraph()
            formatter.write(f"{self.epilog.format(game=names()[0])}\n")


def ranged(text: str) -> str:
    """A line of help with its range in words.

    >>> ranged("[default: 150; 20<=x<=1200]"), ranged("[x>=1]")
    ('[default: 150; 20 to 1200]', '[1 or more]')
    """
    return RANGE.sub(
        lambda found: f"{found[1]} to {found[2]}" if found[1] else f"{found[2]} or more", text
    )


class Command(PlainHelp, TyperCommand):
    """A command that continues in the sandbox if it is given untrusted files.

    ``reads`` names the parameters that may hold a file or a folder. ``writes`` names the parameters
    and folders it may write to, beside the user's own folders. ``imports`` names large modules that
    the limit of memory leaves out; the command says which package it lacks."""

    reads: Sequence[str] = ()
    writes: Sequence[str] = ()
    imports: Sequence[str] = ()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        options = [name for one in self.params for name in one.opts]
        end = args.index("--") if "--" in args else len(args)
        for at, word in enumerate(args[:end]):
            args[at] = current_option(word, options)
            say_renamed(ctx, word.partition("=")[0], args[at].partition("=")[0])
        typed: dict[str, Any] = {}
        with suppress(TyperException):  # which is told below
            typed = self.make_parser(ctx).parse_args([*args])[0]
        sandboxed = self.enter_sandbox(ctx, typed)
        rest = super().parse_args(ctx, args)
        if not sandboxed:
            self.enter_sandbox(ctx, ctx.params)  # a preset may have named a folder
        return rest

    def enter_sandbox(self, ctx: Any, given: Mapping[str, Any]) -> bool:
        """Continue in the sandbox if untrusted files are given; return whether they are."""
        if ctx.resilient_parsing or not any(is_there(given.get(name)) for name in self.reads):
            return False
        with suppress(ModuleNotFoundError):
            for module in self.imports:
                import_module(module)
        places = (given.get(name, name) for name in self.writes)
        continue_in_sandbox(
            ctx, called(ctx, given), [Path(one).expanduser() for one in places if one]
        )
        return True

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except LIMIT_ERRORS as error:
            placed = isinstance(error, OverLimitError) and error.placed
            told = str(error) if placed else f"{called(ctx, ctx.params)}: {limit_message(error)}"
            say([told], err=True)
            raise typer.Exit(AT_FAULT) from None
        finally:
            allow_seconds(LATER)  # to end


def say_renamed(ctx: Any, old: str, new: str) -> None:
    """Say that a command or an option has a new name, if it has."""
    if old != new and not ctx.resilient_parsing:
        say([renamed(old, new)], err=True)


def is_there(given: Any) -> bool:
    """Whether a word that is typed, or one of several, is a file or a folder, such as a workbook
    with a sheet (``deck.ods#Cards``), or standard input."""
    words = given if isinstance(given, list | tuple) else [given] if given else []
    named = (one for word in map(str, words) for one in (word, word.partition("#")[0] or word))
    return any(one == "-" or os.path.lexists(Path(one).expanduser()) for one in named)


def continue_in_sandbox(ctx: Any, what: str, places: Iterable[Path]) -> None:
    """Continue in a sandboxed child that may write to these places, their folders, ``output`` and
    the user's own folders. The parent exits with the child's status, and reports of ``what`` why
    the child was killed, if it was.

    Do nothing if the command was called as a function.
    """
    if ctx.obj != PROGRAM:
        return
    own = (Path("output"), cache_folder(), data_folder(), settings_folder())
    writing = [folder for place in places for folder in (place, place.parent)]
    status = enter_sandbox((*own, *writing))
    if status is None:
        return
    if why := why_ended(status):
        say([f"{what}: {why}"], err=True)
        status = AT_FAULT
    raise typer.Exit(status)


def called(ctx: Any, given: Mapping[str, Any]) -> str:
    """The game or the files that a command was called for; the command, if there are none."""
    for name in ("game", "games", "file", "files"):
        if found := given.get(name):
            return str(found) if isinstance(found, str | Path) else " ".join(map(str, found))
    return str(ctx.command_path)


class Commands(TyperGroup):
    """A program, whose help has its commands by groups, each in a line: all of it on one screen."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        words = current_command(args, self.commands)
        if words != args:
            new = words[: len(words) - len(args) + 1]
            say_renamed(ctx, args[0], " ".join([ctx.command_path, *new]))
        rest: list[str] = super().parse_args(ctx, words)
        return rest

    def format_help(self, ctx: Any, formatter: Any) -> None:
        path = ctx.command_path
        lines = [f"Usage: {path} COMMAND [ARGS]...   ({path} COMMAND -h says more)"]
        commands: list[tuple[str, Any]] = [
            (name, self.get_command(ctx, name)) for name in self.list_commands(ctx)
        ]
        width = max([len(name) for name, _ in commands])
        for group in GROUPS:
            inside = [one for one in commands if one[1].rich_help_panel == group]
            lines += [f"{group}:"] * bool(inside)
            lines += [f"  {name:{width}}  {about(command)}" for name, command in inside]
        words = [max(one.opts, key=len) for one in self.get_params(ctx)]
        formatter.write("\n".join([*lines, f"Options: {', '.join(words)}", ""]))


def about(command: Any) -> str:
    """The first paragraph of a command's help."""
    return " ".join((command.help or "").partition("\n\n")[0].split())


class Application(typer.Typer):
    """A command of several, of which each ends its help with an example and where to read on;
    ``kind`` is the class of each."""

    kind: type[Command] = Command

    def add(
        self, command: Callable[..., None], example: str, page: str, name: str | None = None, *,
        group: str, reads: Sequence[str] = ("data",), writes: Sequence[str] = ("out",),
        imports: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Add a command to one of `GROUPS`; ``example`` is a line that
        runs, in which ``{game}`` is a shipped one, and ``page`` one of the docs. ``reads``,
        ``writes`` and ``imports`` are as for `Command`."""
        own = {"reads": reads, "writes": writes, "imports": imports}
        sandboxed = type("Sandboxed", (self.kind,), own)
        epilog = f"Example: {example}\nRead on: docs/{page}"
        self.command(name, cls=sandboxed, epilog=epilog, rich_help_panel=group)(command)


def application(about: str, kind: type[Command] = Command) -> Application:
    """A program with subcommands of a kind and shell completion, its help in plain text."""
    made = Application(
        cls=Commands,
        help=about,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.kind = kind
    return made


def run(app: typer.Typer, name: str) -> None:
    """Run the command that was called, and exit with its status.

    A character that the output cannot show is escaped; output that cannot be written is told in a
    line, a pipe that nobody reads any more in none. Warnings of libraries are not for users.
    """
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    sys.stdin = sys.stdin or Path(os.devnull).open()  # noqa: SIM115 - None where it is closed
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    streams: dict[Any, str] = {sys.stdin: "replace"}
    streams |= dict.fromkeys((sys.stdout, sys.stderr), "backslashreplace")
    for stream, errors in streams.items():
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)
    try:
        if sys.stdout is None:
            raise OSError(EBADF, "it is closed")
        for number, word in enumerate(sys.argv[1:], 1):
            if len(word) > LONGEST_PATH:
                found = f"found {len(word):,} characters, expected at most {LONGEST_PATH:,}"
                say([f"argument no. {number}: {found}"], err=True)
                sys.exit(CALLED_WRONGLY)
        try:
            with_called_alone(app, sys.argv[1:])(prog_name=name, obj=PROGRAM)
        finally:
            sys.stdout.flush()  # or the interpreter would do it, and complain, once all is over
    except BrokenPipeError:
        sys.stderr.close()
    except OSError as error:  # output goes to a full disk, say
        say([f"{error.filename or 'output'}: {error.strerror or error}"], err=True)
    try:
        sys.stdout.flush()
    except (OSError, AttributeError):  # what is left in it goes nowhere, without a word
        with suppress(OSError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(AT_FAULT)


def with_called_alone(app: typer.Typer, args: Sequence[str]) -> typer.Typer:
    """``app`` with no command but the one that ``args`` call, if they call one; with none for its
    version.

    Typer builds all commands with all their options at each start, which takes milliseconds.
    """
    called = [one for one in app.registered_commands if args[:1] == [name_of(one)]]
    groups = [one for one in app.registered_groups if args[:1] == [one.name]]
    if not called and not groups and args[:1] != ["--version"]:
        return app
    alone = copy(app)
    alone.registered_commands, alone.registered_groups = called, groups
    return alone


def name_of(command: CommandInfo) -> str:
    """Return the name by which a command is called."""
    return command.name or get_command_name(getattr(command.callback, "__name__", ""))


def say(lines: Iterable[str], *, err: bool = False) -> None:
    """Print lines, without what could move a terminal's cursor or change its colours."""
    for line in lines:
        typer.echo(printable(line), err=err)


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that takes a title, how much of it is done, and of how much: on a terminal
    it moves a progress bar, otherwise it does nothing."""
    if not sys.stderr.isatty():
        yield lambda title, done, of: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def watch(title: str, done: int, of: int) -> None:
            bar.update(task, description=escape(printable(title)), completed=done, total=of)

        yield watch


def show_version(wanted: bool) -> None:
    """Print the kit's version and stop."""
    if wanted:
        from card_data.version import version  # reads metadata, which takes its time

        typer.echo(f"printkit {version()}")
        raise typer.Exit


VersionOpt = Annotated[
    bool,
    typer.Option("--version", is_eager=True, callback=show_version, help="Show the version."),
]


def by_name(ctx: typer.Context, typed: Any) -> Any:
    """Return the IDs of the games that an argument names, one or several, by their IDs or titles,
    each once; an unknown name is reported later, where the game is looked for."""
    from card_data.game import called

    data = at_home(ctx.params.get("data"))
    try:
        if isinstance(typed, str):
            return called(typed, data)
        return typed and [*dict.fromkeys(called(one, data) for one in typed)]
    except DataError:
        return typed


def at_home(folder: Path | str | None) -> Path | None:
    """``folder``, with ``~`` for the home folder: in ``--data=~/mine`` no shell replaces it."""
    return Path(folder).expanduser() if folder else None


DataOpt = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        is_eager=True,  # the games that are named are looked for there
        callback=at_home,
        help="A folder of your own games, or of one game, to use in place of the shipped ones.",
    ),
]
