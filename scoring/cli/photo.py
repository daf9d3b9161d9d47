"""``scoring photo``: the sheets of an evening, read from photos into a position file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from card_data import DataError, Game, Problem
from card_data.limits import LARGEST_PHOTO
from card_data.reading.documents import read_at_most
from card_data.text import plural
from scoring import games
from scoring.ask.questions import players_of, questions_of
from scoring.cli.new_game import named, seats
from scoring.cli.screen import Dialog, Quit, Screen, confirmed
from scoring.photo.changes import UNREAD, changes, seat_of, seated, written
from scoring.photo.photos import name_crop, read
from scoring.photo.reading import PhotoEntry, PhotoSheet
from scoring.positions.dump import write
from scoring.positions.json_models import Change
from scoring.positions.players import find_player
from scoring.positions.positions import PositionFile, PositionReader
from scoring.web.entry import begun, changed, value_at

Photo = tuple[str, list[PhotoSheet]]  # a photo's file, and the sheets in it
NOTHING = "-"
HOW = {
    "mark": "is it marked? y or n",
    "number": "which number? [{}], - for none",
    "squares": "which letters? {}",
    "text": "what is written? - for nothing",
}


def read_photos(
    files: Sequence[str], game: str | None, reader: PositionReader
) -> tuple[str, list[Photo]]:
    """Return the game of some photos, and the sheets in each; without a ``game`` that of the first.

    Raise `DataError` with what to do for the first photo that cannot be read.
    """
    wanted, found = [game] if game else games.scorable(reader.data), []
    for file in files:
        try:
            raw = read_at_most(Path(file), LARGEST_PHOTO)
        except OSError as error:
            message = f"cannot be read: {error.strerror}"
            raise DataError(Problem(message=message, file=file)) from None
        for one in wanted:
            try:
                found.append((file, read(raw, file, one, reader.data, reader.house)))
                wanted = [one]
                break
            except DataError:
                if one == wanted[-1]:
                    raise
    return wanted[0], found


class PhotoDialog(Dialog):
    """What photos say, entered into a position; what is in doubt is asked at the screen if
    ``asking``. Crops of it are written into a folder beside the file ``out``."""

    def __init__(self, screen: Screen, photos: Sequence[Photo], out: Path, *, asking: bool) -> None:
        super().__init__(screen)
        self.photos, self.out, self.asking = photos, out, asking
        self.crops = out.with_name(f"{out.stem}-crops")
        self.entered, self.asked = 0, 0
        self.open: list[str] = []
        self.taken: list[tuple[str, int]] = []  # components, and the seats of their sheets

    def answered(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Return an answer; empty if nobody answers."""
        try:
            return self.ask(prompt, words) if self.asking else ""
        except Quit:
            self.say("")
            self.asking = False
            return ""

    def begin(self, game: Game[Any], players: str | None) -> None:
        """Begin the position of the players: those named, or asked for, or as many as there are
        sheets."""
        self.filled = begun(game)
        if not hasattr(self.filled.position, "players"):
            return
        usual = seats(game).replace(",", ", ")
        players = players or self.answered(
            f"Who played, in the order of the pad? (as in {usual})> "
        )
        if players:
            self.filled = begun(game, named(players, game))
            return
        sheets = [sheet for _, some in self.photos for sheet in some]
        forms = Counter(sheet.component for sheet in sheets if len(sheet.seats) > 1)
        filled = [
            seat_of(one.path) or 0 for sheet in sheets for one in sheet.entries if written(one)
        ]
        count = max([game.head.players.min, *forms.values(), *[seat + 1 for seat in filled]])
        self.filled = changed(self.filled, [Change("players", [{"name": None}] * count)])

    @property
    def names(self) -> list[str]:
        found = enumerate(players_of(self.filled.position), 1)
        return [one.name or f"player {seat}" for seat, one in found]

    def run(self) -> PositionFile:
        """Enter all sheets, and say what was entered and what is open; return the position."""
        for file, sheets in self.photos:
            for sheet in sheets:
                where = f"{file}: {sheet.title}"
                if any(map(written, sheet.entries)):
                    self.take(sheet, where)
                else:
                    self.say(f"{where}: nothing is written there.")
        with suppress(OSError):  # not there, or something in it is open
            self.crops.rmdir()
        self.say(f"{self.out}: {plural(self.entered, 'entry', 'entries')} from photos.")
        if self.open:
            self.say(f"Not answered, and shown in {self.crops}:", *self.open)
        return self.filled

    def take(self, sheet: PhotoSheet, where: str) -> None:
        """Enter a sheet. Numbers that repeat the boxes of a way are not needed."""
        seat = self.seat(sheet, where)
        if seat is not None:
            self.taken.append((sheet.component, seat))
        entries = seated(sheet, seat)
        boxes = {one.path for one in entries if one.kind == "mark"}
        known = [
            one if one.sure else self.confirmed(one)
            for one in entries
            if (seat_of(one.path) or 0) < max(len(self.names), 1)
            and one.path.rpartition(".")[0] not in boxes
            and not (one.kind == "text" and value_at(self.filled, one.path))
        ]
        self.filled = changed(self.filled, changes(self.filled.game, known))
        self.entered += sum(one.sure and written(one) for one in known)

    def seat(self, sheet: PhotoSheet, where: str) -> int | None:
        """Return the seat of a sheet, None for one of the whole table: of several seats the one
        that is answered, or the first without such a sheet."""
        if len(sheet.seats) == 1:
            return sheet.seats[0]
        crop = self.crop(name_crop(sheet) or sheet.flat)
        who = None
        while self.asking and who is None:
            line = self.answered(f"{where} ({crop}): whose sheet? {', '.join(self.names)}> ")
            who = find_player(line, self.names)
        free = [at for at, _ in enumerate(self.names) if (sheet.component, at) not in self.taken]
        seat = self.names.index(who) if who else (free or [0])[0]
        if who:
            crop.unlink()
        else:
            self.open.append(f"{where} ({crop.name}): taken for that of {self.names[seat]}")
        return seat

    def confirmed(self, one: PhotoEntry) -> PhotoEntry:
        """Return an entry as somebody answers it, or as it is if it is left open."""
        seat, crop = seat_of(one.path), self.crop(one.crop)
        who = "" if seat is None else self.names[seat]
        label = one.label if seat is None else one.label.replace(f"Player {seat + 1}", who, 1)
        model = questions_of(self.filled.game)
        known = {title.casefold(): id for id, title in model.titles.items()}
        known |= model.choices(tuple(one.path.split(".")), self.filled.position)
        prompt = f"{label} ({crop}): {HOW[one.kind].format(one.found)}> "
        while self.asking:
            line = self.answered(prompt, [*known] if one.kind == "text" else ())
            if self.asking and (answer := self.meant(one, known.get(line.casefold(), line))):
                crop.unlink()
                return answer
        self.open.append(f"{label} ({crop.name})")
        return one

    def meant(self, one: PhotoEntry, line: str) -> PhotoEntry | None:
        """Return an entry with a typed answer; None if it is none, and say why."""
        line = line or one.found
        fits = bool(line)
        if one.kind == "mark":
            fits, line = line.casefold() in ("y", "yes", "n", "no"), "x" * confirmed(line)
        elif one.kind == "squares":
            fits = len(line) == len(one.found)
        answer = replace(one, found="" if line == NOTHING else line, sure=True)
        if not fits or UNREAD in answer.found:
            return None
        try:
            changed(self.filled, changes(self.filled.game, [answer]))
        except DataError as error:
            self.say(*[problem.message for problem in error.problems])
            return None
        return answer

    def crop(self, jpeg: bytes) -> Path:
        """Write a crop; return its file."""
        self.asked += 1
        self.crops.mkdir(exist_ok=True)
        file = self.crops / f"{self.asked}.jpg"
        file.write_bytes(jpeg)
        return file


def read_into(
    out: Path, files: Sequence[str], game: str | None, players: str | None,
    reader: PositionReader, screen: Screen, *, asking: bool,
) -> None:  # fmt: skip
    """Read photos into the file ``out``. Raise `DataError` for photos that cannot be read,
    `OSError` if the file cannot be written."""
    name, photos = read_photos(files, game, reader)
    dialog = PhotoDialog(screen, photos, out, asking=asking)
    dialog.begin(reader.game(name), players)
    write(out, dialog.run())
