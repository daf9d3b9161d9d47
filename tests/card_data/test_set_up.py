"""The set-up as a table: what is laid out for how many players, or at which level."""

from __future__ import annotations

from pathlib import Path

import pytest

import card_data
from card_data.set_up import SetUp
from tests.card_data.copies import edit

ERRATA_SET_UP = """
sections:
  - title: Each takes
    lines:
      - {icon: deck, what: Cards, cell: "{hand}"}
      - {icon: copy, what: Decks, cell: "{for.players} of {for.pieces.deck}"}
      - {icon: copy, what: Left, cell: "{for.left.deck}"}
      - {icon: copy, what: Letters, cell: "{for.kinds.deck.letter}"}
      - {icon: quill, what: The youngest begins.}
"""


def table(game: str) -> SetUp:
    found = card_data.load_set_up(card_data.load(game))
    assert found is not None
    return found


def lines(found: SetUp) -> dict[tuple[str, str], list[str]]:
    """Return the texts of each line, column by column, by its section and its name."""
    return {
        (section.title, line.what): [cell.text for cell in line.cells for _ in range(cell.span)]
        for section in found.sections
        for line in section.lines
    }


@pytest.mark.clause("WA-2.1", "WA-2.2", "WA-5.4", "WA-5.5")
def test_winstons_archive() -> None:
    found = table("winstons_archive")
    assert found.columns == ("2", "3", "4", "5", "6")
    said = lines(found)
    assert said["In the middle", "Stacks, each one card, face down"] == ["3"] * 5
    assert said["In the middle", "The deck, shuffled, face down"] == ["51"] * 5
    assert said["Left in the box", "Turn aids"] == ["4", "3", "2", "1", "–"]
    assert said["Good to know", "Fewest pages at the end"] == ["−3", *["lose"] * 4]
    starts = "Whoever last borrowed a library book starts, else the youngest."
    assert said["Good to know", starts] == []


@pytest.mark.clause("DA-1.1", "DA-1.5", "DA-1.8")
def test_dice_archive() -> None:
    """Of 34 dice: five times six, three communal ones, the boss."""
    found = table("dice_archive")
    assert found.columns == ("2", "3", "4", "5")
    said = lines(found)
    assert said["Each player takes", "Dice of one colour"] == ["6"] * 4
    assert said["In the middle", "Communal dice"] == ["3", "2", "2", "2"]
    assert said["In the middle", "Boss die"] == ["1"] * 4
    assert said["Left in the box", "Dice"] == ["18", "13", "7", "1"]


@pytest.mark.clause("MS-1.1", "MS-1.6", "MS-1.8")
def test_manuscript() -> None:
    """Of 61 texts ten lie in the shop; two exemplars more than players, of 14."""
    found = table("manuscript")
    assert found.columns == ("2", "3", "4")
    said = lines(found)
    assert said["Each player takes", "Cubes of one colour"] == ["8"] * 3
    assert said["In the middle", "Texts in the shop"] == ["2 × 5"] * 3
    assert said["In the middle", "Draw pile of texts"] == ["51"] * 3
    assert said["In the middle", "Exemplars at random"] == ["4", "5", "6"]
    assert said["In the middle", "Their tiles"] == ["4", "5", "6"]
    assert said["Left in the box", "Exemplars and tiles"] == ["10", "9", "8"]
    assert said["Left in the box", "Cubes"] == ["16", "8", "–"]


@pytest.mark.clause("NE-2.1", "NE-2.2")
def test_nineteen_eighty_four_by_level() -> None:
    found = table("nineteen_eighty_four")
    assert (found.choice, found.columns) == ("Level", ("×1", "×2", "×3", "×4", "×5"))
    said = lines(found)
    assert said["Your level", "Round R0 first, in the suburbs"] == ["✓", "–", "–", "–", "–"]
    assert said["Your level", "Big Brother’s eye is open"] == ["–", "–", "✓", "–", "✓"]
    assert said["Your level", "Detour by Mr Charrington’s"] == ["–", "–", "–", "✓", "✓"]


@pytest.mark.clause("VV-2.1", "VV-2.2", "VV-2.3", "VV-2.4")
def test_verse_and_variant() -> None:
    found = table("verse_and_variant")
    assert found.columns == ("3", "4", "5")
    said = lines(found)
    assert said["Each player takes", "Cards in hand: all are dealt"] == ["20", "15", "12"]
    assert said["Each player takes", "Grants, the unused side up"] == ["5", "4", "3"]
    assert said["Each player takes", "Research cubes"] == ["5", "4", "4"]
    assert said["Each player takes", "Lockdown tile"] == ["1", "1", "1"]
    assert said["In the middle", "Features on each track"] == ["33", "44", "55"]
    spaces = "Tokens on each space, from 21 down, by turns"
    assert said["In the middle", spaces] == ["1, 2", "2, 2", "2, 3"]
    assert said["In the middle", "Tokens of each Feature in the supply"] == ["22", "11", "–"]
    assert said["In the middle", "Lacunas in the supply"] == ["75"] * 3
    assert said["The deck", "Tools, one of each rank at random"] == ["15"] * 3
    assert said["The deck", "Tools set aside, unseen"] == ["60"] * 3


# --- a game of one's own


@pytest.fixture
def mine(errata: Path) -> Path:
    """The tiny game for two to four, with a set-up; two players need one of three letters."""
    edit(errata / "game.yaml", "{min: 2, max: 2}", "{min: 2, max: 4}")
    edit(errata / "cards.yaml", "copies: 3}", "copies: 3, by_players: {2: 1}}")
    (errata / "set_up.yaml").write_text(ERRATA_SET_UP, "utf-8")
    return errata


def own(folder: Path) -> SetUp | None:
    return card_data.load_set_up(card_data.load(folder.name, folder.parent))


def test_values_are_those_of_the_column_and_neighbours_are_one(mine: Path) -> None:
    found = own(mine)
    assert found is not None
    (section,) = found.sections
    cells = [[tuple(cell) for cell in line.cells] for line in section.lines]
    assert cells == [
        [("3", 3)], [("2 of 8", 1), ("3 of 10", 1), ("4 of 10", 1)], [("2", 1), ("–", 1), ("–", 1)],
        [("1", 1), ("3", 2)], [],
    ]  # fmt: skip


def test_a_column_for_each_row_of_a_table(mine: Path) -> None:
    text = ERRATA_SET_UP.replace("{for.players} of {for.pieces.deck}", "{for.value}")
    text = "\n".join(line for line in text.splitlines() if "for.left" not in line)
    text = "\n".join(line for line in text.splitlines() if "for.kinds" not in line)
    (mine / "set_up.yaml").write_text(f'rows: cards\nheading: "{{for.id}}"\n{text}', "utf-8")
    found = own(mine)
    assert found is not None
    assert found.columns == ("comma", "letter", "line", "page")
    assert [cell.text for cell in found.sections[0].lines[1].cells] == ["1", "2", "3", "5"]


def test_a_game_needs_no_set_up(errata: Path) -> None:
    assert own(errata) is None


@pytest.mark.parametrize(("old", "new", "line", "message"), [
    ("{for.left.deck}", "{for.left.dekc}", 7, "{for.left.dekc}: no such value; did you mean deck?"),
    ("{for.left.deck}", "{for.left}", 7, "{for.left}: several values, expected one of"),
    ("{hand}", "{hnad}", 5, "{hnad}: no such value"),
    ("sections:", "rows: crads\nsections:", 2, "no table 'crads'; did you mean cards?"),
    ("icon: deck, ", "", 5, "icon"),
    ("The youngest begins.", "'{for.players} begin.'", 9,
     "what {for.…} is a value of one column: only cell and heading may name it"),
    ("Each takes", "'{for.players} take'", 3, "title {for.…} is a value of one column"),
    ("sections:", "choice: '{for.players}'\nsections:", 2, "choice {for.…} is a value of one"),
])  # fmt: skip
def test_slip_is_told_at_its_line(old: str, new: str, line: int, message: str, mine: Path) -> None:
    edit(mine / "set_up.yaml", old, new)
    with pytest.raises(card_data.DataError) as raised:
        own(mine)
    (problem,) = raised.value.problems
    assert (Path(problem.file).name, problem.line) == ("set_up.yaml", line)
    assert message in f"{problem.field} {problem.message}"
