"""Correct misspelt names in the files of a game, where a problem says which name is meant.

A name is replaced where the problem is and nowhere else, so that comments and layout stay. If it
stands there more than once, it stays a problem.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from pathlib import Path

import card_data
from card_data import DataError, Problem
from card_data.game import folder_of
from card_data.program.staging import Staging
from printkit.pictures.files import digits_of

ROUNDS = 8  # a name put right may show others that were not read before
MEANT = re.compile(r"did you mean ([\w./-]+)\?")
NAME = re.compile(r"[\w-]+")
PATH = re.compile(r"[\w./-]+")  # of a template or a picture
LEAST = 0.7  # likeness of a name with one or two slips to the right one
ENDINGS = (".yaml", ".svg")


def check_and_fix(
    check: Callable[[], list[str]],
    games: Sequence[str],
    data: Path | None,
    tell: Callable[[str], None],
) -> list[str]:
    """Return what ``check`` says of these games of the folder ``data``, all of them if none is
    named, once no problem is left that can be corrected; call ``tell`` with each correction.

    Raise `DataError` with the problems that are left, or for games that are not one's own.
    """
    if data is None:
        message = "the shipped games are not changed: give the folder of your own with --data"
        raise DataError(Problem(message=message, file="--fix"))
    for _ in range(ROUNDS):
        try:
            return check()
        except DataError as error:
            folders = [folder_of(name, data) for name in games or card_data.names(data)]
            changes = [one for folder in folders for one in fix_all(error.problems, folder)]
            if not changes:
                raise
            for change in dict.fromkeys(changes):
                tell(change)
    return check()


def fix_all(problems: Iterable[Problem], folder: Path) -> list[str]:
    """Correct the names in the files of a game's own ``folder``, all or none of them; return what
    was changed where."""
    found: dict[Path, dict[int, tuple[re.Match[str], str]]] = {}
    for problem in problems:
        path, meant = Path(problem.file), MEANT.search(problem.message)
        if meant is not None and is_own(path, folder):
            name = misspelt(path.read_bytes().decode(), problem, meant[1])
            if name is not None:
                found.setdefault(path, {})[name.start()] = name, meant[1]
    changes: list[str] = []
    with Staging(folder) as staging:
        for path, names in found.items():
            text = path.read_bytes().decode()
            for at in sorted(names, reverse=True):  # so that places stay true
                name, right = names[at]
                text = corrected(text, name, right)
                line = text.count("\n", 0, at) + 1
                changes.append(f"{path}:{line}: {name[0]} -> {right}")
            staging.write(path, text.encode())
            shutil.copymode(path, staging.files[path])
        staging.move_all()
    return changes[::-1]


def is_own(path: Path, folder: Path) -> bool:
    """Whether a file lies in a game's own folder and is one that may be edited."""
    ordinary = path.is_file() and not path.is_symlink() and path.suffix in ENDINGS
    return ordinary and path.resolve().is_relative_to(folder.resolve())


def misspelt(text: str, problem: Problem, meant: str) -> re.Match[str] | None:
    """Return the name that a problem is about: that at its place, or else the one up to the end of
    the line or the tag that is most like the one ``meant``; None if there are several."""
    lines = text.split("\n")
    if not 1 <= problem.line <= len(lines):
        return None
    at = sum(len(line) + 1 for line in lines[: problem.line - 1]) + max(problem.column - 1, 0)
    tag = text[at : at + 1] == "<"
    end = text.find(">" if tag else "\n", at)
    form = NAME if NAME.fullmatch(meant) else PATH
    names = [*form.finditer(text, at, len(text) if end < 0 else end)]
    if names and names[0].start() == at + tag and likeness(names[0][0], meant) >= LEAST:
        return names[0]
    most = max([LEAST, *(likeness(name[0], meant) for name in names)])
    like = [name for name in names if likeness(name[0], meant) == most]
    return like[0] if len(like) == 1 else None


def likeness(name: str, meant: str) -> float:
    """How much a name is like the one ``meant``, from 0 to 1; 0 for that one itself, and for one
    with another digit, which is another name."""
    if digits_of(name) != digits_of(meant) or name == meant:
        return 0.0
    return SequenceMatcher(None, name.casefold(), meant.casefold()).ratio()


def corrected(text: str, name: re.Match[str], meant: str) -> str:
    """Return a text with the right name; of an element it also stands where that is closed."""
    rest = text[name.end() :]
    if text[name.start() - 1] == "<":
        rest = rest.replace(f"</{name[0]}>", f"</{meant}>", 1)
    return text[: name.start()] + meant + rest
