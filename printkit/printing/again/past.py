"""What earlier builds made in a folder, and what this one keeps of that and adds to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from card_data import DataError, Game, names
from card_data.staging import Staging, real
from printkit.kept import drawings, manifest
from printkit.kept.built import Built
from printkit.kept.drawings import DRAWINGS, PAGES, Drawings, file_name
from printkit.kept.inputs import OUTPUT, digest_of_file
from printkit.kept.manifest import Asked, GameBuilt, How, Made, Manifest
from printkit.kept.seal import secret
from printkit.kept.unchanged import common_inputs, current, inputs_of, line_of, report_of
from printkit.options import HOME


class Past:
    """What was built into the folder of a ``staging``, and what is being built of ``games``, of all
    if none is named.

    ``clean``: nothing of that is used. Where nothing can be kept there is nothing to use, and
    nothing is written.
    """

    def __init__(
        self, staging: Staging, how: How, games: Sequence[str], *, audit: bool, clean: bool
    ) -> None:
        self.staging, self.folder, self.how = staging, staging.root, how
        self.audit, self.clean = audit, clean
        self.key = secret()
        self.manifest = Manifest()
        if self.key is not None and manifest.place(self.folder).exists():
            staging.begin()  # from here on nobody else writes there
            self.manifest = manifest.read(self.folder, self.key)
        self.inputs = self.inputs_now(games)
        self.prints: dict[Path, str] = {}  # the fingerprints of the files of this build
        self.stores: dict[Path, Drawings] = {}
        self.there: set[str] = set()  # games that are as they would be built

    def inputs_now(self, games: Sequence[str]) -> dict[str, str]:
        """Digests of all that each game is built from, before it is read."""
        data = self.how.options.data
        with suppress(DataError):  # which who reads the games will meet as well
            common = common_inputs()
            return {game: inputs_of(game, data, common) for game in games or names(data)}
        return {}

    def drawings_of(self, game: Game[Any]) -> Drawings:
        """The drawings of a game that were kept."""
        return self.store(game, DRAWINGS)

    def pages_of(self, game: Game[Any]) -> Drawings:
        """What pages of a game's files show, of those that were read and kept."""
        return self.store(game, PAGES)

    def store(self, game: Game[Any], ending: str) -> Drawings:
        """What was kept of a game, in the file with this ending."""
        file = real(self.folder) / OUTPUT / file_name(game.folder, ending)
        if file not in self.stores:
            known = self.key is not None and not self.clean
            self.stores[file] = drawings.read(file, self.key) if known and self.key else Drawings()
        return self.stores[file]

    def report(self, game: str) -> list[Built] | None:
        """The report on a game that is there as it would be built; None if it is not.

        A print service's remarks are on all of its files, so all of these are looked at.
        """
        how, folder = self.how, self.folder
        one = current(self.manifest, game, how, self.inputs.get(game), folder, audited=self.audit)
        if self.clean or one is None or how.options.profile != HOME:
            return None
        self.there.add(game)
        return report_of(game, one, folder)

    def is_there(self, game: str) -> bool:
        """Whether nothing is made of a game, as its `report` is that of an earlier build."""
        return game in self.there

    def keeps(self, target: Path, fingerprint: str) -> bool:
        """Whether a file that is to show this is there, and so need not be made."""
        self.prints[target] = fingerprint
        made = self.manifest.files.get(self.path(target))
        if self.clean or made is None or made.fingerprint != fingerprint:
            return False
        try:
            return made.audited >= self.audit and digest_of_file(target) == made.digest
        except OSError:
            return False

    def path(self, target: Path) -> str:
        return target.relative_to(self.folder).as_posix()

    def save(self, built: Sequence[Built], notes: Sequence[str]) -> None:
        """Write what is to be kept beside the files of this build."""
        if self.key is None:
            return
        made = {self.path(file): digest_of_file(part) for file, part in self.staging.files.items()}
        for target, fingerprint in self.prints.items():
            if (path := self.path(target)) in made:
                self.manifest.files[path] = Made(fingerprint, made[path], self.audit)
        self.manifest.files = {
            path: one
            for path, one in self.manifest.files.items()
            if path in made or (self.folder / path).exists()
        }
        for game in self.inputs.keys() - self.there:
            self.remember(game, [one for one in built if one.game == game], made)
        command = self.how.name_of_command([*self.inputs])
        self.manifest.remember_command(command, Asked([*notes]))
        for file, kept in self.stores.items():
            raw = drawings.packed(kept, file, self.key)
            self.staging.write(self.folder / OUTPUT / file.name, raw)
        drawings.forget_oldest(self.folder / OUTPUT)
        raw = manifest.packed(self.manifest, self.folder, self.key)
        self.staging.write(manifest.place(self.folder), raw)

    def remember(self, game: str, built: Sequence[Built], made: Mapping[str, str]) -> None:
        """Keep what was built of a game: its files were made, or found as they are to be."""
        own = {
            path: one for path, one in made.items() if path.split("/")[0] in (game, f"{game}.zip")
        }
        found = {self.path(target) for target in self.prints} - made.keys()
        own |= {
            path: self.manifest.files[path].digest for path in found if path.startswith(game + "/")
        }
        lines = [line_of(one, self.folder) for one in built]
        one = GameBuilt(self.inputs[game], self.audit, own, lines)
        self.manifest.remember(self.how.name_of(game), one)
