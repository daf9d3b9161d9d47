"""Slips in the data and the templates of the tiny game that printing alone finds."""

from __future__ import annotations

import re
from pathlib import Path

from tests import golden_files
from tests.card_data.copies import edit, errata
from tests.printkit.tools import run


def test_slips_are_told_at_their_places(tmp_path: Path) -> None:
    """Each case is a file, what stands in it, ``=>`` and what is put there; or else all of it."""
    found = {}
    for number, case in enumerate(golden_files.kept("slips")):
        name, _, change = case.partition("\n")
        old, _, new = change.rpartition("=>\n")
        game = errata(tmp_path / str(number))
        if "rulebook" not in name:
            (game / "rulebook.yaml").unlink()  # the clauses alone are set at once
        if old:
            edit(game.parent / name, old, new.removesuffix("\n") + "\n")
        else:
            (game.parent / name).write_text(new, "utf-8")
        words = ("build", "--profile", "shop") if name == "profiles.yaml" else ("check",)
        result = run(*words, "--data", game.parent)
        assert result.exit_code in (1, 2), case
        said = re.sub(r"\(known: [^)]*\)", "(known: …)", result.stderr)
        found[case] = said.replace(f"{tmp_path}/{number}/", "").rstrip()
    golden_files.check("slips", found)
