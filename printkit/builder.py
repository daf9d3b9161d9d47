"""Building: which components, into which files, all of them or none."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import card_data
from card_data import DataError, Game, Problem
from card_data.problems import near
from printkit.fonts import Fonts
from printkit.layout import Layout, Options, keywords, lay_out
from printkit.sheets import Sheet


@dataclass(frozen=True)
class Built:
    """One component that was built: its pieces (fronts), pages and file."""

    game: str
    component: str
    title: str
    pieces: int
    pages: int
    file: Path


def paint(layout: Layout, options: Options, fonts: Fonts, file: Path) -> None:
    """Write the component's PDF to ``file``."""
    with file.open("wb") as stream:
        paint_sheets(layout, layout.sheets, fonts, stream, keywords(layout, options))


def paint_sheets(
    layout: Layout, sheets: Sequence[Sheet], fonts: Fonts, stream: IO[bytes], keys: str
) -> None:
    """Paint ``sheets`` of the component's faces as a PDF; ``keys`` becomes its keywords."""
    from printkit.pdf import Meta, PdfPainter

    head = layout.game.head
    meta = Meta(
        f"{head.title}: {layout.title}",
        ", ".join(head.credits.design),
        f"{layout.pieces} pieces on {len(sheets)} pages, to print at 100 %",
        keys,
        layout.title,
    )
    painter = PdfPainter(stream, meta, fonts, layout.symbols)
    painter.paint(sheets)
    painter.save()


def chosen(
    games: Sequence[str], only: Sequence[str], data: Path | None
) -> list[tuple[Game[Any], str]]:
    """The games' components to build; no game means every one, nothing in ``only`` all of each."""
    problems: list[Problem] = []
    loaded: list[Game[Any]] = []
    for name in games or card_data.names(data):
        try:
            loaded.append(card_data.load(name, data))
        except DataError as error:
            problems.extend(error.problems)
    known = {name for game in loaded for name in game.components}
    problems.extend(
        Problem(message=f"no component called {name!r}{near(name, known)}", file="print.yaml")
        for name in only
        if name not in known and not problems
    )
    if problems:
        raise DataError(*problems)
    return [(game, name) for game in loaded for name in game.components if not only or name in only]


def build(
    games: Iterable[str] = (),
    only: Iterable[str] = (),
    out: Path | str = "output",
    *,
    options: Options | None = None,
    audit: bool = True,
    watch: Callable[[str, int, int], None] = lambda title, done, of: None,
) -> list[Built]:
    """Build components into ``out``, a folder a game, a PDF a component.

    ``games`` and ``only`` name games and components; left empty they mean all. ``watch`` is called
    with a title, how many components are done and how many there are. Every file is painted beside
    its place, audited, and moved into place when all of them are right; otherwise `DataError` (with
    every problem of every component) or `AuditError` is raised, and what was there before still is.

    >>> import printkit
    >>> built = printkit.build(["winstons_archive"], ["deck"], folder)
    >>> [(one.component, one.pieces, one.pages) for one in built]
    [('deck', 54, 12)]
    """
    options = options or Options()
    jobs = chosen(tuple(games), tuple(only), options.data)
    fonts = Fonts()
    problems: list[Problem] = []
    findings: list[str] = []
    built: list[Built] = []
    folder = Path(out)
    with Staging() as staging:
        for done, (game, name) in enumerate(jobs):
            watch(f"{game.title}: {game.components[name].title}", done, len(jobs))
            try:
                layout = lay_out(game, name, options, fonts)
            except DataError as error:
                problems.extend(error.problems)
                continue
            if problems:
                continue
            target = folder / game.id / f"{name}.pdf"
            part = staging.file_for(target)
            paint(layout, options, fonts, part)
            if audit:
                findings.extend(check_file(part, layout, options, str(target)))
            built.append(
                Built(game.id, name, layout.title, layout.pieces, len(layout.sheets), target)
            )
        if problems:
            raise DataError(*problems)
        if findings:
            raise AuditError(findings)
        staging.move_all()
    return built


def check_file(file: Path, layout: Layout, options: Options, shown: str) -> list[str]:
    """What the audit finds in ``file``; imported late, as reading a PDF costs a second import."""
    from printkit.audit import audit

    return audit(file, layout, options, shown)


class AuditError(Exception):
    """A built PDF that is not what the data says; ``findings`` lists every difference."""

    def __init__(self, findings: list[str]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(findings))


def check(games: Sequence[str], paper: str, data: Path | None) -> list[str]:
    """Read games and typeset all their components; a line for each that is well.

    Raise `DataError` with every problem of every game.
    """
    problems: list[Problem] = []
    lines: list[str] = []
    fonts = Fonts()
    for name in games or card_data.names(data):
        try:
            for game, component in chosen([name], (), data):
                try:
                    lay_out(game, component, Options(paper=paper, data=data), fonts)
                except DataError as error:
                    problems.extend(error.problems)
            lines.append(
                f"{name}: all is well ({len(game.clauses())} clauses, "
                f"{len(game.components)} components)"
            )
        except DataError as error:
            problems.extend(error.problems)
    if problems:
        raise DataError(*problems)
    return lines


class Staging:
    """Files written beside their place, and moved there together or thrown away."""

    def __init__(self) -> None:
        self.files: dict[Path, Path] = {}

    def __enter__(self) -> Staging:
        return self

    def __exit__(self, *_: object) -> None:
        for part in self.files.values():
            part.unlink(missing_ok=True)

    def file_for(self, target: Path) -> Path:
        """A new file in the folder of ``target``, for its future contents."""
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(".part", f".{target.stem}-", target.parent)
        os.close(handle)
        self.files[target] = Path(name)
        self.files[target].chmod(0o644)
        return self.files[target]

    def staged(self) -> dict[Path, Path]:
        """Each target with the file that holds its future contents."""
        return dict(self.files)

    def move_all(self) -> None:
        """Move every file to its place; if one cannot be, put back what was there before."""
        kept: dict[Path, Path | None] = {}
        try:
            for target, part in self.files.items():
                kept[target] = self.aside(target)
                part.replace(target)
        except OSError:
            for target, old in kept.items():
                if old is not None:
                    old.replace(target)
                elif target.is_file():
                    target.unlink()
            raise
        for old in kept.values():
            if old is not None:
                old.unlink()

    @staticmethod
    def aside(target: Path) -> Path | None:
        """A copy of the file at ``target``; None if there is none."""
        if not target.is_file():
            return None
        old = target.with_name(f".{target.name}.old")
        shutil.copyfile(target, old)
        return old
