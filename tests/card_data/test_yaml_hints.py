"""Slips of the pen in YAML: each told in words of one who knows what was meant, in its line."""

from __future__ import annotations

import pytest

from card_data.problems import DataError
from card_data.reading import yaml_hints
from card_data.reading.documents import parse

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
ODD = "found signs that only look like plain ones: "
INDENT = "the line is not indented as its neighbours: "
COLON = "a space is missing after the colon: "
SLIPS = [  # what was meant, what was written, the line, what is said
    ("    manuscripts: 8", "    manuscripts:8", 6, f"{COLON}manuscripts: 8"),
    ("open_secrets: 2", "open_secrets:2", 5, f"{COLON}open_secrets: 2"),
    ("s: 10\n", "s:10", 10, f"{COLON}manuscripts: 10"),
    ("game: w", "game:w", 1, f"{COLON}game: winstons_archive"),
    ("name: Ann", "name:Ann", 3, f"{COLON}- name: Ann"),
    ("books: {A", "books:{A", 4, f"{COLON}books: {{A: 2, F: 1}}"),
    ("    open_s", "     open_s", 5, INDENT),
    ("    open_s", "   open_s", 5, INDENT),
    ("    manu", "     manu", 6, INDENT),
    ("    books", "   books", 4, INDENT),
    ("  - name: Bo", "   - name: Bo", 8, INDENT),
    ("  - name: Bo", " - name: Bo", 8, INDENT),
    ("  - name: Ann", "- name: Ann", 3, INDENT),
    ("- name: Bo", "-  name: Bo", 9, INDENT),
    ("players", " players", 2, INDENT),
    ("- name: Bo", "-name: Bo", 8, "a space is missing after the dash: - name: Bo"),
    ("    open_s", "   \xa0open_s", 5, f"{ODD}open_secrets: 2"),
    ("secrets: 2", "secrets:\xa02", 5, f"{ODD}open_secrets: 2"),
    ("- name: Bo", "-\xa0name: Bo", 8, f"{ODD}- name: Bo"),
    ("    open_s", "\topen_s", 5, "not YAML: line 5 is indented with a tab: use spaces"),
    ("- name: Bo", "– name: Bo", 8, f"{ODD}- name: Bo"),
    ("secrets: 2", "secrets: ?", 5, 'quotes are missing: open_secrets: "?"'),
    ("Ann", "Ann: the Great", 3, 'quotes are missing: - name: "Ann: the Great"'),
    ("Bo", "@bo", 8, 'quotes are missing: - name: "@bo"'),
    ("Bo", "%bo", 8, 'quotes are missing: - name: "%bo"'),
    ("Bo", "[bo", 8, "a closing ] is missing: - name: [bo]"),
    ("Bo", '"Bo', 8, 'a quote is not closed: - name: "Bo"'),
    ("Bo", '"Bo”', 8,
     f'{ODD}- name: "Bo"'),
    ("secrets: 2", "secrets： 2", 5,
     f"{ODD}open_secrets: 2"),
    ("secrets: 2", "secrets = 2", 5, "found =, expected a colon: open_secrets: 2"),
    ("secrets: 2", "secrets 2", 5, "a colon is missing: open_secrets: 2"),
    ("B: 1}", "B: 1", 9, "a closing } is missing: books: {B: 1}  # of many"),
    ("A: 2, F", "A: 2; F", 4, "a comma is missing: books: {A: 2, F: 1}"),
    ("A: 2, F", "A: 2 F", 4, "a comma is missing: books: {A: 2, F: 1}"),
]  # fmt: skip


def refused(text: str) -> tuple[int, str]:
    """The line and the words of the one problem for which a text is no YAML."""
    with pytest.raises(DataError) as error:
        parse(text, "file")
    (problem,) = error.value.problems
    return problem.line, problem.message


@pytest.mark.parametrize(("meant", "written", "line", "said"), SLIPS)
def test_a_slip_is_told_in_its_line(meant: str, written: str, line: int, said: str) -> None:
    assert meant in SOUND
    found, message = refused(SOUND.replace(meant, written, 1))
    assert (found, message.startswith(said)) == (line, True), message


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        (": ", ":", 1, f"{COLON}game: winstons_archive"),
        ("s: ", "s:", 4, f"{COLON}books: {{A: 2, F: 1}}"),
        ("- ", "– ", 3, f"{ODD}- name: Ann"),
    ],
)
def test_of_a_slip_that_is_made_again_and_again_the_first_is_told(
    old: str, new: str, line: int, said: str
) -> None:
    assert refused(SOUND.replace(old, new)) == (line, said)


@pytest.mark.parametrize("text", ["a: {b: ,,}", "x\n" * 120_000 + "a: 1\nb:2"])
def test_what_cannot_be_mended_is_told_in_the_words_of_the_parser(text: str) -> None:
    with pytest.raises(DataError, match="not YAML: "):
        parse(text, "file")


def test_sound_files_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_hints, "explain_error", None)
    assert parse(SOUND, "file").size
