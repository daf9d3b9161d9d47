"""The fonts of a game's own, each with the characters that the game may print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from operator import itemgetter
from time import process_time
from typing import Any, NamedTuple

import msgspec

from card_data import Game
from card_data.limits import LARGEST_FILE, LARGEST_FONT, LARGEST_FONTS
from card_data.model import FontFace
from card_data.problems import Problem, Problems
from card_data.program.sandbox import LIMIT_ERRORS, OverLimitError, limit_message
from card_data.reading.documents import leads_out, read_at_most
from card_data.text import composed
from printkit.cache.inputs import digest, files_in
from printkit.faces.source_locations import SourceMap
from printkit.typography.fonts import Fonts
from printkit.typography.own_fonts.clean_font import CleanFont, FontError
from printkit.typography.own_fonts.families import CUTS, GameFonts

WRITTEN = (".yaml", ".svg", ".j2", ".csv", ".tsv", ".txt", ".md")  # files with words of a game
QUICK = "name a TrueType file (.ttf) of one weight instead, which is faster"
ESCAPED = r"\\u([0-9a-fA-F]{4})"  # a character as templates may write it


class Declared(NamedTuple):
    """A font that game.yaml names: its family, its place in that, and the path to it there."""

    family: str
    cut: str
    face: FontFace
    path: tuple[str, ...]

    def problem(self, game: Game[Any], said: str) -> Problem:
        """Return what is wrong with the font, at its place in game.yaml."""
        message, field = f"{self.face.file}: {said}", ".".join(self.path)
        return SourceMap(game).in_file(message, "game.yaml", self.path, "", field)


def declared(game: Game[Any]) -> Iterator[Declared]:
    """Yield the fonts that a game's game.yaml names."""
    for name, family in game.head.fonts.items():
        if isinstance(family, str):
            yield Declared(name, CUTS[0], FontFace(family), ("fonts", name))
            continue
        for field in msgspec.structs.fields(family):
            face = getattr(family, field.name)
            if face is not None:
                path = ("fonts", name, field.encode_name)
                known = FontFace(face) if isinstance(face, str) else face
                yield Declared(name, field.encode_name, known, path)


def fonts_of(game: Game[Any], fonts: Fonts) -> Fonts:
    """Return the fonts of a game, its own added to ``fonts``, which all games share.

    Raise `DataError` with every one that cannot be used, and `OverLimitError` if they take more
    than they may, at the one that took longest.
    """
    head = game.head
    if not (head.fonts or head.fallback):
        return fonts
    problems = Problems()
    keys: dict[str, dict[str, str]] = {}
    spent: list[tuple[float, Declared]] = []  # seconds
    used, files = characters(game), dict[str, bytes]()
    for one in declared(game):
        began, file = process_time(), one.face.file
        try:
            raw = files[file] = files.get(file) or font_file(game, file)
            if sum(map(len, files.values())) > LARGEST_FONTS:
                most = LARGEST_FONTS >> 20
                raise FontError(f"is too much: the game's fonts are larger than {most} MiB")
            clean = made_clean(raw, one, used, fonts)
        except FontError as error:
            problems.extend([one.problem(game, str(error))])
            continue
        except LIMIT_ERRORS as error:
            _, slowest = max([*spent, (process_time() - began, one)], key=itemgetter(0))
            said = f"{limit_message(error)}; it is the slowest of the fonts: {QUICK}"
            raise OverLimitError(str(slowest.problem(game, said)), placed=True) from None
        spent.append((process_time() - began, one))
        keys.setdefault(one.family, {})[one.cut] = clean.key
        fonts.own.setdefault(clean.key, clean)
    problems.raise_if_any()
    return GameFonts(fonts, keys, head.fallback)


def font_file(game: Game[Any], file: str) -> bytes:
    """Return what is in a font's file, which is in the game's folder."""
    folder = game.folder
    try:
        if leads_out(folder / file, folder):
            raise FontError("is a link that leads out of the game's folder")
        return read_at_most(folder / file, LARGEST_FONT)
    except OSError as error:
        missing = isinstance(error, FileNotFoundError | NotADirectoryError)
        why = "there is no such file" if missing else (error.strerror or "unreadable").lower()
        raise FontError(f"cannot be read: {why}") from None


def made_clean(raw: bytes, one: Declared, used: str, fonts: Fonts) -> CleanFont:
    """Return a font with these characters, made once however often the game is read again."""
    how = one.face.index, one.face.instance, used, one.cut
    name = digest(repr(how).encode(), raw)
    if name not in fonts.made:
        from printkit.typography.own_fonts.rewrite import clean  # loads what few builds need

        fonts.made[name] = clean(raw, *how)
    return fonts.made[name]


def characters(game: Game[Any]) -> str:
    """Return the characters that the game may print: those of its data, and of the files in its
    folder that words are written in."""
    data = [game.head, game.data, game.sections, game.components]
    found = set(msgspec.json.encode(data, enc_hook=str).decode())
    for file in files_in(game.folder):
        if file.suffix.lower() in WRITTEN:
            with suppress(OSError):
                text = read_at_most(file, LARGEST_FILE).decode("utf-8", "ignore")
                for one in (text, unescape(text)):
                    found.update(one, composed(one))
                found.update(chr(int(code, 16)) for code in re.findall(ESCAPED, text))
    return "".join(sorted(found))
