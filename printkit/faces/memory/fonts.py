"""The fonts of a game's own, made clean once: found again by what is in their files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from typing import Any, NamedTuple

import msgspec

from card_data import Game
from card_data.documents import content, leads_out
from card_data.limits import LARGEST_FILE, LARGEST_FONT, LARGEST_FONTS
from card_data.model import FontFace
from card_data.problems import Problems
from card_data.wall import Outside
from printkit.faces.origins import Origins
from printkit.kept import inputs
from printkit.kept.drawings import Drawings
from printkit.typography.fonts import Fonts
from printkit.typography.own.clean import DECODER, FONT, Clean, FontError
from printkit.typography.own.families import CUTS, GameFonts

LARGE = b"large"  # kept for a font of which only what the game uses is made clean
WRITTEN = (".yaml", ".svg", ".j2", ".csv", ".tsv", ".txt", ".md")  # files with words of a game


class Declared(NamedTuple):
    """A font that game.yaml names: its family, its place in that, and the path to it there."""

    family: str
    cut: str
    face: FontFace
    path: tuple[str, ...]


def declared(game: Game[Any]) -> Iterator[Declared]:
    """The fonts that a game's game.yaml names."""
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


def fonts_of(
    game: Game[Any], fonts: Fonts, drawings: Drawings | None, outside: Outside | None
) -> Fonts:
    """The fonts of a game, its own added to ``fonts``, which all games share; raise `DataError`
    with every one that cannot be used.

    What is made clean is kept with the ``drawings``, and told ``outside`` once.
    """
    head = game.head
    if not (head.fonts or head.fallback):
        return fonts
    maker, problems = Maker(game, drawings, fonts.made), Problems()
    keys: dict[str, dict[str, str]] = {}
    for one in declared(game):
        if outside is not None:
            outside.tell(one.face.file)
        try:
            clean = maker.clean(one.face)
        except FontError as error:
            said = f"{one.face.file}: {error}"
            field = ".".join(one.path)
            problems.extend([Origins(game).in_file(said, "game.yaml", one.path, "", field)])
            continue
        key = clean.key
        keys.setdefault(one.family, {})[one.cut] = key
        if key not in fonts.own:
            fonts.own[key] = clean
            if outside is not None:
                outside.keep(FONT, msgspec.msgpack.encode(clean))
    problems.stop_if_any()
    if outside is not None:
        outside.tell("")
    return GameFonts(fonts, keys, head.fallback)


class Maker:
    """Makes the fonts of one game clean, unless it finds them among what was ``made`` in this
    process, or kept with the drawings."""

    def __init__(self, game: Game[Any], drawings: Drawings | None, made: dict[str, bytes]) -> None:
        self.game, self.drawings, self.made = game, drawings, made
        self.room = LARGEST_FONTS

    def clean(self, face: FontFace) -> Clean:
        """A font; raise `FontError` if it cannot be used."""
        raw = self.raw(face.file)
        said = inputs.kit().encode(), msgspec.json.encode((face.index, face.instance)), raw
        name = inputs.digest(*said)
        if self.kept(name) == LARGE:
            name = self.name_with_words(name)
        known = self.kept(name)
        return DECODER.decode(known) if known else self.make(raw, face, name)

    def raw(self, file: str) -> bytes:
        """What is in a font's file, which is in the game's folder."""
        folder = self.game.folder
        try:
            if leads_out(folder / file, folder):
                raise FontError("is a link that leads out of the game's folder")
            raw = content(folder / file, LARGEST_FONT)
        except OSError as error:
            missing = isinstance(error, FileNotFoundError | NotADirectoryError)
            why = "there is no such file" if missing else (error.strerror or "unreadable").lower()
            raise FontError(f"cannot be read: {why}") from None
        self.room -= len(raw)
        if self.room < 0:
            most = LARGEST_FONTS >> 20
            raise FontError(f"is too much: the game's fonts are larger than {most} MiB")
        return raw

    def kept(self, name: str) -> bytes:
        """What is kept under a name; empty if there is nothing."""
        return (self.drawings and self.drawings.get(name)) or self.made.get(name, b"")

    def keep(self, name: str, raw: bytes) -> None:
        self.made[name] = raw
        if self.drawings is not None:
            self.drawings.put(name, raw)

    def make(self, raw: bytes, face: FontFace, name: str) -> Clean:
        """Make a font clean, and keep it."""
        from printkit.typography.own.cleaning import clean  # loads what few builds need

        made = clean(raw, face.index, face.instance, self.words)
        if not made.whole and self.kept(name) != LARGE:
            self.keep(name, LARGE)
            name = self.name_with_words(name)
        self.keep(name, msgspec.msgpack.encode(made))
        return made

    def name_with_words(self, name: str) -> str:
        """The name under which a large font is kept: with the characters of the game."""
        return inputs.digest(name.encode(), "".join(sorted(self.words())).encode())

    def words(self) -> set[str]:
        """The characters that the game may print: those of its data, and of the files in its
        folder that words are written in."""
        game = self.game
        data = [game.head, game.data, game.sections, game.components]
        found = set(msgspec.json.encode(data, enc_hook=str).decode())
        for file in inputs.files_in(game.folder):
            if file.suffix.lower() in WRITTEN:
                with suppress(OSError):
                    text = content(file, LARGEST_FILE).decode("utf-8", "ignore")
                    found.update(text)
                    found.update(unescape(text) if "&#" in text else "")
        return {char for char in found if char.isprintable()}
