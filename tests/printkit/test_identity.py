"""The identity of a sheet to fill in: its code, which is read however a file was saved."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import card_data
from printkit.identity import Identity, codes_on_page, identities

SHEET = Identity("dice_archive", "form", 2, 3, 1, "3fa89c12d0e1", forms=(3, 4))
READ = Identity("dice_archive", "form", 2, 3, 1, "3fa89c12", forms=(3, 4))


@given(
    st.builds(
        Identity,
        st.text(min_size=1, max_size=30),
        st.text("az09_", max_size=30).map("a{}".format),
        *(st.integers(0, 999_999) for _ in range(3)),
        st.text("0123456789abcdef", min_size=8, max_size=8),
        forms=st.none() | st.tuples(st.integers(1, 99), st.integers(1, 99)),
    )
)
def test_a_code_says_what_it_was_made_of(one: Identity) -> None:
    assert codes_on_page(one.code).identities == [one]
    assert one.code.isascii()
    assert not set(one.code) & set(" \n")


def test_spaces_that_a_program_finds_in_a_code_are_passed_over() -> None:
    text = "Total 12 [not a code] " + " ".join(SHEET.code).replace("/", "/\n") + "[]"
    assert codes_on_page(text) == ([READ], [])


@pytest.mark.parametrize("at", range(1, len(SHEET.code) - 1))
def test_a_code_with_one_wrong_character_is_not_believed(at: int) -> None:
    misread = SHEET.code[:at] + ("8" if SHEET.code[at] != "8" else "3") + SHEET.code[at + 1 :]
    said = codes_on_page(misread)
    assert said.identities == []
    assert said.misread in ([], [misread])


def test_keywords_complete_sheets_or_stand_for_the_file() -> None:
    keywords = "game=dice_archive component=form data=3fa89c12d0e1 sheets=3 rules=1 files=a:1,b:2"
    (sheet,) = identities([f"x {SHEET.code}", SHEET.code], keywords).identities
    assert (sheet.sheet, sheet.data, sheet.files) == (2, "3fa89c12d0e1", {"a": "1", "b": "2"})
    other = identities([SHEET.code], keywords.replace("form", "pad")).identities
    assert other == [READ], "a sheet of another file, put into this one"
    keywords = "game=dice_archive component=form data=3fa89c12d0e1 sheets=3 rules=1 files=a:1"
    (whole,) = identities(["", "no code"], keywords).identities
    assert whole == Identity("dice_archive", "form", 0, 3, 1, "3fa89c12d0e1", files={"a": "1"})


@pytest.mark.parametrize("keywords", ["", "game=x", "sheets=3", "= a=b=c game=", "data=1 game=x"])
def test_a_file_that_is_not_ours_says_nothing(keywords: str) -> None:
    assert identities(["[a:b]", "[:::]"], keywords) == ([], [])


def test_it_names_the_files_that_differ() -> None:
    game = card_data.load("dice_archive")
    now = Identity.of_component(game, "form")
    assert now.same_data(game)
    assert now.other_files(game) == []
    files = {**game.digests, "dice.yaml": "000000", "gone.yaml": "111111"}
    del files["print.yaml"]
    then = Identity("dice_archive", "form", 1, 3, 1, "000000000000", files=files)
    assert not then.same_data(game)
    assert sorted(then.other_files(game)) == ["dice.yaml", "gone.yaml", "print.yaml"]
    assert READ.other_files(game) == [], "a code alone does not know"
