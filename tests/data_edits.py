"""Edits of a shipped game's data and the problems that its check then finds, as a golden file.

A case is a diff: the file, and the ID of a row or ``every`` for each place where it stands; a line
``-`` with what stands there, a line ``+`` with what is put in its place.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from tests import golden_files
from tests.card_data.copies import copied, problems


def edited(text: str, where: str, old: str, new: str) -> str:
    lines = text.splitlines(keepends=True)
    (row,) = [line for line in lines if f"{{id: {where}," in line] or [text]
    assert old in row, f"{old!r} does not stand in {where or 'the file'}"
    if row is text:
        return text.replace(old, new, -1 if where == "every" else 1)
    return text.replace(row, row.replace(old, new, 1))


def check(game: str, golden: str, folder: Path, *before: str) -> None:
    """Each case on a copy of the game; all of them after the edits of ``before``."""
    mine = copied(game, folder)
    shipped = {file: file.read_text("utf-8") for file in mine.glob("*.yaml")}
    found = {}
    for case in golden_files.kept(golden):
        for edit in (*before, case):
            for head, diff in read(edit):
                file, _, where = head.partition(" ")
                old, new = [
                    "\n".join([line[1:] for line in diff if line[0] == sign]) for sign in "-+"
                ]
                text = (mine / file).read_text("utf-8")
                (mine / file).write_text(edited(text, where, old, new), "utf-8")
        told = [str(problem).replace(f"{mine}/", "") for problem in problems(mine)]
        found[case] = "\n".join(told) or "no problem"
        for changed, text in shipped.items():
            changed.write_text(text, "utf-8")
    golden_files.check(golden, found)


def read(case: str) -> list[tuple[str, list[str]]]:
    """The edits of a case, each with its head."""
    heads = [[*lines] for _, lines in groupby(case.split("\n"), lambda line: line[0] in "-+")]
    return [(head, diff) for (head,), diff in zip(heads[::2], heads[1::2], strict=True)]
