"""Typos for which a text is no YAML: each is explained in its line by what was meant."""

from __future__ import annotations

import pytest

from card_data.problems import DataError, shorten
from card_data.reading import yaml_hints
from card_data.reading.documents import parse
from tests import golden_files

SOUND = """\
game: winstons_archive
players:
  - name: Ann
    books: {A: 2, F: 1}
    open_secrets: 2
    manuscripts: 8

  - name: Bo
    books: {B: 1}  # of many
    manuscripts: 10
"""


def refused(text: str) -> str:
    with pytest.raises(DataError) as error:
        parse(text, "file")
    (problem,) = error.value.problems
    return f"{problem.line}:{problem.column}: {problem.message}"


def test_a_typo_is_told_in_its_line_by_what_was_meant() -> None:
    """Each case is a part of `SOUND` and, behind =>, what is written in its place."""
    found = {}
    for case in golden_files.kept("yaml"):
        meant, written = case.split(" => ")
        assert meant in SOUND
        found[case] = refused(SOUND.replace(meant, written, 1))
    golden_files.check("yaml", found)


def test_first_of_repeated_typos_is_told() -> None:
    colon, odd = (
        "a space is missing after the colon:",
        "found signs that only look like plain ones:",
    )
    for old, new, said in (
        (": ", ":", f"1:6: {colon} game: winstons_archive"),
        ("s: ", "s:", f"4:11: {colon} books: {{A: 2, F: 1}}"),
        ("- ", "– ", f"3:3: {odd} - name: Ann"),
    ):
        assert refused(SOUND.replace(old, new)) == said


@pytest.mark.parametrize("rest", ["", ", clause: LG-1.2"])
def test_a_list_inside_braces_is_told_to_be_without_quotes(rest: str) -> None:
    line = f"- {{part: nests, points: lookup(nests, [1, 2]){rest}}}"
    meant = line.replace("lookup(nests, [1, 2])", '"lookup(nests, [1, 2])"')
    said = refused(f"worth:\n  {line}\n")
    assert said == f"2:27: quotes are missing: {shorten(meant)}"


@pytest.mark.parametrize("text", ["a: {b: ,,}", "x\n" * 120_000 + "a: 1\nb:2"])
def test_other_errors_are_told_in_the_parser_s_words(text: str) -> None:
    with pytest.raises(DataError, match="not YAML: "):
        parse(text, "file")


def test_sound_files_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_hints, "explain_error", None)
    assert parse(SOUND, "file").root
