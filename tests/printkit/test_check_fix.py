"""``printkit check --fix``: misspelt names put right where that is clear, and only in the game's
own files."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest

from card_data import DataError
from card_data.problems import Problem
from printkit.printing.checking import check
from printkit.tools.fix_spelling import fix_all
from tests.card_data.copies import edit
from tests.printkit.commands import run
from tests.sweeps import sweep

# file: what is misspelt in it, as it stands there and as it stood
SLIPS = {
    "a key": ("print.yaml", "    corenr: 3  # mm\n", "    corner: 3  # mm\n", "corenr -> corner"),
    "a column": ("cards.yaml", "wrod: A letter", "word: A letter", "wrod -> word"),
    "a table": ("print.yaml", "rows: crads", "rows: cards", "crads -> cards"),
    "a template": ("print.yaml", "crad.svg", "card.svg", "crad.svg -> card.svg"),
    "a size": ("print.yaml", "size: pokre", "size: poker", "pokre -> poker"),
    "a value of a few": ("game.yaml", "value: nubmer", "value: number", "nubmer -> number"),
    "an icon of a row": ("cards.yaml", "icon: quil,", "icon: quill,", "quil -> quill"),
    "a value in a text": ("rules.yaml", "{targte}", "{target}", "targte -> target"),
    "a house rule": ("rules.yaml", "option: open_hand\n", "option: open_hands\n",
                       "open_hand -> open_hands"),
    "a figure": ("rulebook.yaml", "figure: set_pu", "figure: set_up", "set_pu -> set_up"),
    "a component": ("rulebook.yaml", "{component: dekc, face: line", "{component: deck, face: line",
                    "dekc -> deck"),
    "an attribute": ("templates/card.svg", 'widht="{{ w - 8 }}"', 'width="{{ w - 8 }}"',
                     "widht -> width"),
    "an attribute on a later line": ("templates/card.svg", ' font-sise="16pt"', ' font-size="16pt"',
                                     "font-sise -> font-size"),
    "an empty element": ("templates/back.svg", "<icno ", "<icon ", "icno -> icon"),
    "a name in a template": ("templates/card.svg", "{{ card.vlaue }}", "{{ card.value }}",
                             "vlaue -> value"),
    "a declared column with a capital": ("game.yaml", "{wOrd: text", "{word: text",
                                         "wOrd -> word"),
    "an icon of a template": ("templates/back.svg", 'name="quil"', 'name="quill"',
                              "quil -> quill"),
}  # fmt: skip


def fixed(game: Path) -> tuple[int, list[str], str]:
    result = run("check", "errata", "--fix", "--data", game.parent)
    return result.exit_code, result.stdout.splitlines(), result.stderr


@pytest.mark.parametrize("what", sweep(SLIPS, list(SLIPS)[::3]))
def test_a_slip_is_put_right_at_its_place(errata: Path, what: str) -> None:
    name, wrong, right, change = SLIPS[what]
    file = errata / name
    if "# mm" in right:
        edit(file, "    corner: 3\n", right)
    before = file.read_bytes()
    line = edit(file, right, wrong)
    with pytest.raises(DataError) as caught:
        check(["errata"], "a4", errata.parent)
    assert fix_all(caught.value.problems, errata) == [f"{file}:{line}: {change}"]
    assert file.read_bytes() == before


def test_slips_that_hide_others_are_put_right_one_after_another(errata: Path) -> None:
    before = {file: file.read_bytes() for file in errata.rglob("*.*")}
    edit(errata / "print.yaml", "    corner: 3\n", "    corenr: 3\n")
    edit(errata / "print.yaml", "template: card.svg", "template: crad.svg")
    edit(errata / "templates" / "card.svg", "textbox", "textbx", 2)
    edit(errata / "templates" / "card.svg", "card.word", "card.wrod")
    status, lines, said = fixed(errata)
    assert (status, said) == (0, "")
    *changes, last = [re.sub(r"^.*?:\d+: ", "", line) for line in lines]
    assert last == "errata: no problems found (3 clauses, 2 components)"
    box = "textbx -> textbox"
    assert changes == ["corenr -> corner", "crad.svg -> card.svg", "wrod -> word", box]
    assert {file: file.read_bytes() for file in errata.rglob("*.*")} == before


def test_what_is_around_stays_byte_for_byte(errata: Path) -> None:
    file = errata / "cards.yaml"
    text = "\ufeff" + file.read_text("utf-8").replace("\n", "  # wrod\r\n")
    file.write_bytes(text.replace("word: A whole", "wrod: A whole").encode())
    file.chmod(0o640)
    status, lines, _ = fixed(errata)
    assert (status, len(lines), file.read_bytes().decode()) == (0, 2, text)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("templates/card.svg", 'y="4" width', 'y="4" rz="4" width'),  # two known names are as near
        (
            "rules.yaml",
            "or more wins",
            "or more ({targte}, {targte}) wins",
        ),  # it is there twice
        ("print.yaml", "    corner: 3\n", "    edges: 3\n"),  # nothing known is near
        ("templates/back.svg", "<icon", "<gg><gg/></gg><icon"),  # around others of its name
    ],
)
def test_what_is_not_clear_stays_a_problem(errata: Path, name: str, old: str, new: str) -> None:
    edit(errata / name, old, new)
    before = {file: file.read_bytes() for file in errata.rglob("*.*")}
    status, lines, said = fixed(errata)
    assert (status, lines) == (1, [])
    assert re.search(r"[0-9] problems? found\.", said)
    assert {file: file.read_bytes() for file in errata.rglob("*.*")} == before


def test_files_elsewhere_and_links_are_not_changed(errata: Path) -> None:
    meant = "no table 'a'; did you mean b?"
    for file in ("/etc/hostname", "../x.yaml", "print.yaml/x.svg", "no.yaml", ""):
        for shown in (file, str(errata / file)):
            assert fix_all([Problem(message=meant, file=shown, line=1, column=1)], errata) == []
    mine, elsewhere = errata / "print.yaml", errata / "other.yaml"
    edit(mine, "rows: cards", "rows: crads")
    mine.rename(elsewhere)
    mine.symlink_to(elsewhere)
    before = elsewhere.read_bytes()
    status, lines, said = fixed(errata)
    assert (status, lines, elsewhere.read_bytes(), mine.is_symlink()) == (1, [], before, True)
    assert "did you mean cards?" in said


def test_another_number_is_another_name(errata: Path) -> None:
    edit(errata / "cards.yaml", "icon: quill,", "icon: quill2,")
    assert "quill2 -> quill" not in " ".join(fixed(errata)[1])
