"""``score --keep`` and the command ``history``: played games logged, listed and exported."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from card_data import DataError
from card_data.problems import did_you_mean, printable, quote
from card_data.program.command import AT_FAULT, at_home, say
from card_data.text import join_words, plain_name, plural
from scoring.cli import show
from scoring.cli.terminal import refuse, say_json
from scoring.positions.players import name_key
from scoring.positions.positions import PositionFile, Report

if TYPE_CHECKING:
    from scoring.history.played_game import PlayedGame
    from scoring.history.tables import GameTable, PlayerRow

COLUMNS = ["evening", "date", "time", "game", "title", "player", "place", "points", "out", "won"]
PICTURES = (".png", ".svg")
DOT = 4  # dots along a side of a module of a QR code, in a PNG


class Noted(msgspec.Struct, frozen=True):
    """The result of logging a score: a message, its ID in the game log, the exit status."""

    said: str = ""
    id: str | None = None
    status: int = 0


DateOpt = Annotated[
    str | None,
    typer.Option(
        metavar="DATE",
        help="When it was played, such as 2026-11-20 or '2026-11-20 21:30'; by default now.",
    ),
]


# a played game is kept


def keeper(date: str | None) -> Callable[[str, PositionFile, Report], Noted]:
    """Return a function that adds games played at this date to the log; raise `DataError` for a
    text that is no date."""
    from scoring.history import store
    from scoring.history.played_game import dated, played_game_of

    when, said = dated(date)

    def keep(file: str, filled: PositionFile, report: Report) -> Noted:
        if not report.final:
            return Noted(f"{file}: not logged: the score is not final", status=AT_FAULT)
        try:
            played, new = store.keep(played_game_of(filled, report, file, when, said), said)
        except DataError as error:
            return Noted(str(error), status=AT_FAULT)
        except OSError as error:
            why = f"{error.filename}: cannot be written: {error.strerror}"
            return Noted(f"{file}: not logged: {why}", status=AT_FAULT)
        if new:
            return Noted(f"Added to your game log as {played.id}.", played.id)
        there = f"in your game log already, as {played.id} of {played.day}"
        return Noted(f"{file}: {there}; not added again.", played.id)

    return keep


def offer(data: Path | None) -> Callable[[str, PositionFile, Report], Noted]:
    """Return a function that tells how to log a played game that was just scored by questions."""
    words = ["--data", str(data)] if data else []

    def offered(file: str, filled: PositionFile, report: Report) -> Noted:
        command = shlex.join(["scoring", "score", file, "--keep", *words])
        return Noted(f"To add it to your game log: {command}" if report.final else "")

    return offered


# the history


def history(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|ID",
            help="Only this game, by its title or its name, or the played game of this ID.",
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Only games that this player played."),
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="Who beat whom, averages and best scores, game by game.")
    ] = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="CSV for a spreadsheet, a row for each player.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a line of JSON.")] = False,
    link: Annotated[
        bool,
        typer.Option(
            "--link",
            help="Print the link by which BG Stats imports the latest of these games.",
        ),
    ] = False,
    qr: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            callback=at_home,
            help="Write the QR code of that link into a .png or .svg file.",
        ),
    ] = None,
    forget: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Delete a played game from the log."),
    ] = None,
) -> None:
    """List the games you logged with score --keep, latest first.

    Or sum them up: who beat whom, averages, best scores.
    """
    from scoring.history import store
    from scoring.history.tables import history_of

    link = link or qr is not None
    shapes = {"--table": table, "--csv": as_csv, "--json": as_json, "--link": link}
    shapes["--forget"] = forget is not None
    asked = [name for name, wanted in shapes.items() if wanted]
    narrowed = game is not None or player is not None
    if len(asked) > 1 or (forget is not None and narrowed):
        others = [*asked[:-1], *["a game or a player"] * narrowed]
        refuse(asked[-1], f"cannot be combined with {join_words(others, 'and')}")
    if forget is not None:
        store.forget(forget)
        say([f"{forget} is forgotten"])
        return
    if qr is not None and qr.suffix.lower() not in PICTURES:
        refuse("--qr", f"found {quote(qr.name)}, expected a file such as code.png or code.svg")
    every, damaged = store.played_games()
    found = chosen(every, game, player)
    if as_json:
        say_json(history_of(found))
    elif as_csv:
        typer.echo(csv_of(found).encode(), nl=False)  # whose line ends are those of CSV
    elif found and link:
        hand_on(found[0], qr)
        damaged = []  # of others
    elif found:
        say(tabled(found) if table else listed(found))
    elif not damaged:
        say(["no games yet: scoring score FILE --keep"])
    if damaged:
        raise DataError(*damaged)


def chosen(
    played_games: list[PlayedGame], game: str | None, player: str | None
) -> list[PlayedGame]:
    """Return the logged games of a game, or that of an ID, and of a player; raise `DataError` if
    there are none."""
    from scoring.history import store

    if game is not None and store.is_id(game):
        played_games = [store.played_game(game)]
    elif game is not None:
        asked = plain_name(game)
        names = {one.game: (plain_name(one.game), plain_name(one.title)) for one in played_games}
        if not any(asked in each for each in names.values()):
            refuse("GAME", f"no games of {quote(game)}{did_you_mean(game, names)}")
        played_games = [one for one in played_games if asked in names[one.game]]
    if player is not None:
        seats = {one.id: {name_key(seat.player) for seat in one.players} for one in played_games}
        if not any(name_key(player) in seated for seated in seats.values()):
            known = dict.fromkeys(seat.player for one in played_games for seat in one.players)
            refuse(
                "--player",
                f"nobody called {quote(player)} played these games{did_you_mean(player, known)}",
            )
        played_games = [one for one in played_games if name_key(player) in seats[one.id]]
    return played_games


def listed(played_games: Sequence[PlayedGame]) -> Iterator[str]:
    rows = [["id", "date", "game", "winner", "points"]]
    for one in played_games:
        points = ", ".join(f"{seat.player} {seat.points}" for seat in one.players)
        winner = join_words(one.winners, "and") or "nobody"
        rows.append([*map(printable, (one.id, one.day, one.title, winner, points))])
    return show.plain(rows, left=range(5))


def tabled(played_games: Sequence[PlayedGame]) -> Iterator[str]:
    """Yield the totals of played games, game by game, and of several games together."""
    from scoring.history.tables import history_of

    found = history_of(played_games)
    for number, one in enumerate(found.tables):
        yield from [""] * bool(number)
        yield from game_lines(one)
    if len(found.tables) > 1:
        yield from ("", f"All together: {plural(len(found.evenings), 'game')}")
        yield from show.plain(crossed(found.players))
    if len(found.players) > 1:
        yield from ("", "Columns 1, 2, …: how often the player of the row beat that player.")


def game_lines(table: GameTable) -> Iterator[str]:
    """Yield the table of a game, and its best score."""
    yield f"{table.title}: {plural(table.evenings, 'game')}"
    yield from show.plain(crossed(table.players))
    for one in table.bests:
        points = plural(one.points, "point")
        yield f"{one.what}: {points}, {join_words(one.players, 'and')} on {one.day} ({one.evening})"


def crossed(players: Sequence[PlayerRow]) -> show.Rows:
    """Return players as the rows of a cross table, blank for those who never met; a single player
    has no columns of others."""
    scored = [(row.average, row.best) for row in players if isinstance(row.average, float)]
    others = [*players] if len(players) > 1 else []
    numbers = [str(number) for number, _ in enumerate(others, 1)]
    head = ["", "player", "games", "wins", *["average", "best"] * bool(scored), *numbers]
    rows = [head]
    for number, row in enumerate(players, 1):
        best = "-" if row.best is None else str(row.best)
        points = [f"{row.average:.1f}", best] if isinstance(row.average, float) else []
        points = points or ["-", "-"] * bool(scored)
        beat = ["-" if row is one else str(row.beat.get(one.player, "")) for one in others]
        name = printable(row.player)
        rows.append([str(number), name, str(row.games), str(row.wins), *points, *beat])
    return rows


def csv_of(played_games: Sequence[PlayedGame]) -> str:
    """Return played games as CSV: a row for each player, with a column for each part of the points,
    game by game.

    No text can be taken for a formula by a spreadsheet.
    """
    import csv

    from card_data.spreadsheets.writing import guarded

    by_title = sorted(played_games, key=lambda one: one.title)
    labels = [*dict.fromkeys(
        part.label for one in by_title for seat in one.players for part in seat.parts
    )]  # fmt: skip
    stream = StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow([*COLUMNS, *map(guarded, map(printable, labels))])
    for one in played_games:
        won = {name_key(name) for name in one.winners}
        texts = [one.id, one.day, f"{one.when:%H:%M}", one.game, one.title]
        for seat in one.players:
            points = {part.label: part.points for part in seat.parts}
            words = [guarded(printable(text)) for text in (*texts, seat.player)]
            flags = [str(flag).lower() for flag in (seat.out, name_key(seat.player) in won)]
            parts = [points.get(label, "") for label in labels]
            total = "" if seat.total is None else seat.total
            writer.writerow([*words, seat.place, total, *flags, *parts])
    return stream.getvalue()


# a played game is handed on


def hand_on(played: PlayedGame, qr: Path | None) -> None:
    """Print the link by which BG Stats imports a played game, and write its QR code into a file.

    Raises `OSError` if that cannot be written.
    """
    from scoring.history.bgstats import link_of

    link = link_of(played)
    typer.echo(link)
    if qr is not None:
        import segno

        from card_data.program.staging import write_file

        picture = BytesIO()
        segno.make_qr(link, error="l").save(picture, kind=qr.suffix[1:].lower(), scale=DOT)
        write_file(qr, picture.getvalue())
        say([str(qr)])
