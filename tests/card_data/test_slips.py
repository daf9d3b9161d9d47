"""Slips of the pen in YAML: each told in words of one who knows what was meant, in its line."""

from __future__ import annotations

import pytest

from card_data import slips
from card_data.documents import parse, read_otherwise
from card_data.problems import DataError

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
NO_BREAK = "found no-break space (U+00A0), expected a plain space: "
COLON = "a space is missing after the colon: "
SLIPS = [  # what was meant, what was written, the line, what is said
    ("    manuscripts: 8", "    manuscripts:8", 6, f"{COLON}manuscripts: 8"),
    ("open_secrets: 2", "open_secrets:2", 5, f"{COLON}open_secrets: 2"),
    ("s: 10\n", "s:10", 10, f"{COLON}manuscripts: 10"),
    ("game: w", "game:w", 1, f"{COLON}game: winstons_archive"),
    ("name: Ann", "name:Ann", 3, f"{COLON}- name: Ann"),
    ("books: {A", "books:{A", 4, f"{COLON}books: {{A: 2, F: 1}}"),
    ("    open_s", "     open_s", 5, "the line begins with 5 spaces, its neighbours with 4"),
    ("    open_s", "   open_s", 5, "the line begins with 3 spaces, its neighbours with 4"),
    ("    manu", "     manu", 6, "the line begins with 5 spaces, its neighbours with 4"),
    ("    books", "   books", 4, "the line begins with 3 spaces, its neighbours with 4"),
    ("  - name: Bo", "   - name: Bo", 8, "the line begins with 3 spaces, its neighbours with 2"),
    ("  - name: Bo", " - name: Bo", 8, "the line begins with 1 space, its neighbours with 2"),
    ("  - name: Ann", "- name: Ann", 3, "the line begins with no spaces, its neighbours with 2"),
    ("- name: Bo", "-  name: Bo", 9, "the line begins with 4 spaces, its neighbours with 5"),
    ("players", " players", 2, "the line begins with 1 space, its neighbours with none"),
    ("- name: Bo", "-name: Bo", 8, "a space is missing after the dash: - name: Bo"),
    ("    open_s", "   \xa0open_s", 5, f"{NO_BREAK}open_secrets: 2"),
    ("secrets: 2", "secrets:\xa02", 5, f"{NO_BREAK}open_secrets: 2"),
    ("- name: Bo", "-\xa0name: Bo", 8, f"{NO_BREAK}- name: Bo"),
    ("    open_s", "\topen_s", 5, "not YAML: line 5 is indented with a tab: use spaces"),
    ("- name: Bo", "– name: Bo", 8, "found en dash (U+2013), expected a hyphen: - name: Bo"),
    ("secrets: 2", "secrets: ?", 5, 'quotes are missing: open_secrets: "?"'),
    ("Ann", "Ann: the Great", 3, 'quotes are missing: - name: "Ann: the Great"'),
    ("Bo", "@bo", 8, 'quotes are missing: - name: "@bo"'),
    ("Bo", "%bo", 8, 'quotes are missing: - name: "%bo"'),
    ("Bo", '"Bo" the Great', 8, "quotes are missing: - name: '\"Bo\" the Great'"),
    ("Bo", "[bo", 8, "a closing ] is missing: - name: [bo]"),
    ("Bo", "'O'Brien'", 8, 'an apostrophe needs double quotes around it: - name: "O\'Brien"'),
    ("Bo", '"Bo', 8, 'a quote is not closed: - name: "Bo"'),
    ("Bo", '"Bo”', 8,
     'found right double quotation mark (U+201D), expected straight quotes: - name: "Bo"'),
    ("secrets: 2", "secrets： 2", 5,
     "found fullwidth colon (U+FF1A), expected a colon: open_secrets: 2"),
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
    assert refused(SOUND.replace(meant, written, 1)) == (line, said)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        (": ", ":", 1, f"{COLON}game: winstons_archive"),
        ("s: ", "s:", 4, f"{COLON}books: {{A: 2, F: 1}}"),
        ("- ", "– ", 3, "found en dash (U+2013), expected a hyphen: - name: Ann"),
        ("    ", 4 * "\xa0", 4, f"{NO_BREAK}books: {{A: 2, F: 1}}"),
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
    monkeypatch.setattr(slips, "told", None)
    assert read_otherwise(parse(SOUND, "file")) == ()


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Bo #1", 'line 8: Bo is read, not "Bo #1": without quotes # begins a comment'),
        ("#1", 'line 8: nothing is read, not "#1": without quotes # begins a comment'),
        ('"Bo #1"', ""),
        ("Bo  # the first", ""),
        ("Bo  #1 of many", ""),
        ("Bo#1", ""),
    ],
)
def test_what_yaml_reads_otherwise_is_noticed(written: str, said: str) -> None:
    document = parse(SOUND.replace("Bo", written), "file")
    assert read_otherwise(document) == ((said,) if said else ())
