"""Where templates are found: in a game's own copy, with the shipped game, or for all games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

import jinja2
from jinja2.loaders import split_template_path

import templates
from card_data.limits import LARGEST_TEMPLATE
from card_data.reading.documents import leads_out, on_disk, read_at_most
from card_data.text import composed
from printkit.errors import MarkupError, SourceLocation

TEMPLATES = Path(templates.__file__).parent
MOST_NAMES = 1000  # files of a folder searched for a name like an unknown one


class Loader(jinja2.BaseLoader):
    """Reads templates from folders: of the game's own copy, of the shipped game, of all games.

    ``homes`` are a game's own folder, if it has one, and that of all shipped templates. No file
    outside these is read, even if a link in them leads to it.
    """

    def __init__(self, homes: Sequence[Path], game: str) -> None:
        self.homes, self.game = homes, game
        *own, shipped = homes
        inside = [(home / "templates", home) for home in own]
        self.folders = [*inside, (shipped / game, shipped), (shipped, shipped)]

    def find(self, template: str) -> tuple[Path, Path] | None:
        """Return a template's file and the home that must contain it; None if there is none."""
        try:
            steps = split_template_path(template)
            for folder, home in self.folders:
                if (file := on_disk(folder.joinpath(*steps))).is_file():
                    return file, home
        except (jinja2.TemplateNotFound, ValueError, OSError):  # outside the folders, or not a name
            return None
        return None

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        found = self.find(template)
        if found is None:
            raise jinja2.TemplateNotFound(template)
        file, home = found
        place = SourceLocation(str(file))
        if leads_out(file, home):
            raise MarkupError("is a link that leads out of the game's folder", place=place)
        raw = read_at_most(file, LARGEST_TEMPLATE)
        if len(raw) > LARGEST_TEMPLATE:
            most = LARGEST_TEMPLATE // 1024
            raise MarkupError(f"the file is larger than {most} KiB", place=place)
        try:
            return composed(raw.decode()), str(file), lambda: True
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            raise MarkupError("not UTF-8 text", place=place._replace(line=line)) from None

    def list_templates(self) -> list[str]:
        """Names of templates, to suggest one for an unknown name."""
        files = (file for folder, _ in self.folders if folder.is_dir() for file in folder.iterdir())
        return sorted({file.name for file in islice(files, MOST_NAMES) if file.suffix == ".svg"})


def shown(file: str) -> str:
    """Return a template's file as the user knows it: a shipped one without the kit's folder."""
    path = Path(file)
    return str(path.relative_to(TEMPLATES.parent)) if path.is_relative_to(TEMPLATES) else file
