"""What has changed in a game, read from the words; numbers with exactly what uses them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import msgspec
import pytest

import card_data
from printkit.changes.entries import part_entries
from printkit.changes.marking import mark_printed
from printkit.changes.records import Changes
from printkit.changes.redraws import Redraws
from printkit.changes.states import compared
from printkit.changes.telling.errata import errata as errata_sheet
from printkit.changes.telling.words import told
from printkit.errors import MarkupError
from printkit.faces.wire import Weight
from printkit.options import Options
from tests.card_data.copies import ERRATA, copied, edit, errata
from tests.printkit.game_edits import EDITS, edited
from tests.printkit.tools import refused, run
from tests.sweeps import sweep

WIDE = 10_000
APART = ("template", "chapter", "example")  # edits of what is not a value
WINSTON = "winstons_archive"
# What is said of each edit in `EDITS`, in lines of any length.
SAID: Mapping[str, Mapping[str, str]] = MappingProxyType({
    "dice_archive": {
        "row": "phases communal, Communal roll\n    text: … dice and the boss onto the [board →",
        "number": "end.board_dice (dice of one player on the board): 5 → 6",
        "clause": "DA-1.8, Components and set-up\n    ruling: The [highest → lowest] roll takes",
        "option": "toward a need like a communal die): never the boss → the boss too",
        "removed": "aids overtime: no longer there",
        "renamed": "aids power, before strength",
        "added": "aids rest: new\n    icon: flag\n    text: Then rest.",
        "template": "Worker of the Week (because of templates/token.svg)",
        "chapter": "chapter “In the box”\n    Board and form [+ each] have three tables",
        "example": "example week\n    the [+ very] first week of",
    },
    "manuscript": {
        "row": "tiles red_capital, Blue Capital\n    title (what the tile is called): Red Capital",
        "number": "scrape (the most lines scraped away in one action): 5 → 4",
        "clause": "MS-2.1, Turns and rounds\n    text: … the quill begins; turns go [clockwise →",
        "option": "meet at their corners): corners may touch → not even at corners",
        "removed": "aids ties: no longer there",
        "renamed": "aids loan, before borrow",
        "added": "aids rest: new",
        "template": "The quill (because of templates/quill.svg)",
        "chapter": "61 texts, [verse → poetry] and prose.",
        "example": "example rounds\n    the second round of Ann and Bo → round two of Ann and Bo",
    },
    "nineteen_eighty_four": {
        "row": "dice purple, Turn over\n    text: Purple and one other die. Needs [none → ",
        "number": "of the Golden Country, the first box first): 20 → 21",
        "clause": "NE-3.6, A round\n    ruling: … die can be placed, one [must → has to] be.",
        "removed": "steps count, Count: no longer there",
        "renamed": "steps stroll, Walk, before walk",
        "added": "steps rest, Rest: new",
        "template": "Arrest, Turn over (because of templates/die.svg)",
        "chapter": "A route sheet, a [fresh → clean] one for each game",
        "example": "example start\n    The start → The very start",
    },
    "verse_and_variant": {
        "row": "tools T-1b, Ink Eraser\n    text: … marker for good. It costs [nobody →",
        "number": "laureate (prestige of the Edition Laureate): 4 → 5",
        "clause": "VV-2.1, Set-up\n    text: Draw [one → a] Tool of each rank at random …",
        "option": "from whoever started this session → from whoever holds it\n    clauses: VV-6.6",
        "removed": "aids ties: no longer there",
        "renamed": "aids answer, before echo",
        "added": "aids pause: new",
        "template": "Prestige track (because of templates/board_prestige.svg)",
        "chapter": "[Each → Every] colour is a scriptorium",
        "example": "example bout\n    the second bout → bout two",
    },
    WINSTON: {
        "row": "books A1, A Key to Some Locks\n    title: A Key to All Locks → A Key to Some Locks",
        "number": "where they do not lose the game; negative): −3 → −4",
        "clause": "leaves open): Turns go clockwise. → Turns go anticlockwise.",
        "option": "→ the deck’s top card takes its place\n    clauses: WA-3.2",
        "removed": "aids win: no longer there",
        "renamed": "aids see, before look",
        "added": "aids rest: new",
        "template": "Process, Open Secrets of Archiving (because of templates/back.svg)",
        "chapter": "chapter “Set-up”\n    [Set-up → Laying out] is the same for 2 to …",
        "example": "example rounds\n    the first two rounds → rounds one and two",
    },
})  # fmt: skip
COPIES = "faces no. 1, copies (how many copies of each face are printed): 1 → 2"


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Printings are those of the test alone."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "kept"))


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, bool], str]:
    """What is said of a game with all its edits, those of its rulebook and its templates apart from
    the others, which are found without a rulebook in a tenth of the time."""
    found: dict[tuple[str, bool], str] = {}

    def said(game: str, told_apart: bool) -> str:
        if (game, told_apart) not in found:
            folder = tmp_path_factory.mktemp(game)
            before = None
            if told_apart:
                edited(game, folder / "now", *APART)
            else:
                before = copied(game, folder / "before").parent
                own = edited(game, folder / "now", *({*EDITS[game], "copies"} - {*APART}))
                (own / "rulebook.yaml").unlink()
                shutil.rmtree(own / "templates")
            changes = changes_of(game, folder / "now", against=before)
            found[game, told_apart] = lines(changes)
        return found[game, told_apart]

    return said


def changes_of(game: str, folder: Path, **given: object) -> Changes:
    """What is different in the copy of a game in a folder."""
    (changes,) = compared([game], folder, **given)  # type: ignore[arg-type]
    return changes


def lines(changes: Changes) -> str:
    return "\n".join(told(changes, WIDE))


KINDS = [(game, kind) for game in EDITS for kind in EDITS[game]]


@pytest.mark.parametrize(("game", "kind"), sweep(KINDS, [("winstons_archive", "row")]))
def test_each_kind_of_edit_is_told_in_each_game(
    game: str, kind: str, words: Callable[[str, bool], str]
) -> None:
    assert SAID[game][kind] in words(game, kind in APART)


@pytest.mark.parametrize("game", sweep(EDITS, ["winstons_archive"]))
def test_other_copies_are_told(game: str, words: Callable[[str, bool], str]) -> None:
    assert COPIES in words(game, False)
    assert "  Set-up aid: 1 → 2 copies" in words(game, False)


@pytest.mark.sweep
@pytest.mark.parametrize("game", sweep(card_data.names(), ["winstons_archive"]))
def test_a_copy_that_nobody_edited_is_told_in_a_line(game: str, tmp_path: Path) -> None:
    edited(game, tmp_path, "nothing")
    changes = changes_of(game, tmp_path)
    assert changes.none
    title = card_data.load(game).title
    assert lines(changes) == f"Nothing has changed in {title} since the shipped game"


class Uses(NamedTuple):
    """A number that is edited, and all that uses it, by hand from the data, the templates and the
    rules: the faces' IDs by component, the clauses, the examples that play out otherwise."""

    field: str
    old: str
    new: str
    shown: Mapping[str, set[str]]
    clauses: set[str]
    examples: Sequence[str] = ()


RULES: Mapping[str, set[str]] = MappingProxyType({"rules": {"booklet"}})
AID: Mapping[str, set[str]] = MappingProxyType({"aid": {"aid"}, **RULES})
PAD: Mapping[str, set[str]] = MappingProxyType({"pad": {"pad"}, **AID})
SHEET: Mapping[str, set[str]] = MappingProxyType(
    {"sheet": {"sheet"}, "sheet_ink_saving": {"sheet_ink_saving"}, **RULES}
)
USES: Mapping[str, tuple[Uses, ...]] = MappingProxyType({
    "dice_archive": (
        Uses("end.board_dice", "board_dice: 5 ", "board_dice: 6 ", {"board": {"board"}, **AID},
             {"DA-4.1"}, ["scoring"]),
        Uses("end.board_tables", "board_tables: 2 ", "board_tables: 3 ",
             {"board": {"board"}, **AID}, {"DA-4.1"}),
        Uses("end.form_tables", "form_tables: 2 ", "form_tables: 3 ",
             {"board": {"board"}, **AID}, {"DA-4.1", "DA-6.5"}),
    ),
    "manuscript": (
        Uses("scrape", "scrape: 5 ", "scrape: 4 ", AID, {"MS-2.6"}),
        Uses("keep.paid", "paid: 3}", "paid: 4}", AID, {"MS-2.8"}),
        Uses("end.rounds", "rounds: 30 ", "rounds: 29 ", RULES, {"MS-2.9"}),
    ),
    "nineteen_eighty_four": (
        Uses("golden_country no. 1", "golden_country: [20,", "golden_country: [19,", SHEET, set()),
        Uses("big_brother.unmarked", "unmarked: 9", "unmarked: 10", SHEET, {"NE-5.2"}),
        Uses("rounds_track no. 1", "rounds_track: [24,", "rounds_track: [27,", SHEET, set()),
    ),
    "verse_and_variant": (
        Uses("eureka_rank", "eureka_rank: 2 ", "eureka_rank: 3 ",
             {"deck": {"T-10a", "T-10b"}, "markers": {"token_eureka"}, **AID},
             {"VV-4.1", "VV-4.5"}, ["bout", "window", "majorities"]),
        Uses("laureate", "laureate: 4 ", "laureate: 5 ", {"markers": {"token_laureate"}, **PAD},
             {"VV-5.6", "VV-7.4"}, ["scoring"]),
        Uses("final.eureka", "eureka: 1, unused", "eureka: 2, unused", PAD, {"VV-7.4"},
             ["bout", "window", "majorities", "scoring"]),
    ),
    WINSTON: (
        Uses("scoring.book", "book: 1\n", "book: 2\n", PAD, {"WA-5.2"},
             ["rounds", "scoring", "reprimand"]),
        Uses("scoring.pages_a_point", "pages_a_point: 5", "pages_a_point: 4", PAD, {"WA-5.3"},
             ["reprimand"]),
        Uses("scoring.reprimand", "reprimand: -3", "reprimand: -4", {"set_up": {"set_up"}, **PAD},
             {"WA-5.4"}, ["reprimand"]),
    ),
})  # fmt: skip


@pytest.mark.sweep
@pytest.mark.parametrize("game", USES)
def test_a_number_is_told_with_every_use_and_no_other(game: str, tmp_path: Path) -> None:
    own = edited(game, tmp_path, "nothing")
    for one in USES[game]:
        edit(own / "game.yaml", one.old, one.new)
    changes = changes_of(game, tmp_path)
    assert {one.field for one in changes.numbers} == {one.field for one in USES[game]}
    for one in USES[game]:
        (found,) = [number for number in changes.numbers if number.field == one.field]
        shown: dict[str, set[str]] = {}
        for use in found.pieces:
            shown.setdefault(use.component, set()).add(use.id)
        assert shown == dict(one.shown)
        assert (set(found.clauses), [*found.examples]) == (one.clauses, [*one.examples])


@pytest.mark.sweep
def test_an_example_that_can_no_longer_be_played_is_told(tmp_path: Path) -> None:
    own = edited(WINSTON, tmp_path, "nothing")
    edit(own / "game.yaml", "stacks: 3", "stacks: 4")
    changes = changes_of(WINSTON, tmp_path)
    (stacks,) = changes.numbers
    assert stacks.examples == ("rounds",)
    assert ("Rules", "") in {(use.of, use.name) for use in stacks.pieces}
    assert "the example cannot be played" in changes.problems[0]
    assert "rules" not in {piece.component for piece in changes.pieces}
    assert "Cannot be drawn\n" in lines(changes)
    (back,) = compared([WINSTON], None, against=tmp_path)  # what could not be drawn is not new
    assert "rules" not in {piece.component for piece in back.pieces}


@pytest.fixture
def slips(tmp_path: Path) -> Path:
    """The tiny game, a stranger's, marked as printed; its own folder."""
    own = errata(tmp_path / "mine")
    mark_printed([ERRATA], Options(data=own.parent), "first")
    return own


def test_a_game_is_compared_with_its_latest_printing_or_the_one_that_is_named(slips: Path) -> None:
    edit(slips / "cards.yaml", "A comma", "A colon")
    mark_printed([ERRATA], Options(data=slips.parent), "second")
    assert changes_of(ERRATA, slips.parent).none
    changes = changes_of(ERRATA, slips.parent, since="first")
    assert "cards comma\n    word: A comma → A colon" in lines(changes)
    (comma,) = [piece for piece in changes.pieces if piece.component == "deck"]
    assert (comma.id, comma.because, comma.copies_before) == ("comma", ("its own row",), 4)
    assert comma.stamp_before
    assert comma.stamp_after not in ("", comma.stamp_before)


def test_several_pieces_differ_because_of_their_own_rows(slips: Path) -> None:
    edit(slips / "cards.yaml", "A comma", "A colon")
    edit(slips / "cards.yaml", "A letter", "A word")
    said = lines(changes_of(ERRATA, slips.parent, since="first"))
    assert "Deck: comma, letter (because of their own rows)" in " ".join(said.split())


def test_a_printing_keeps_its_options(slips: Path) -> None:
    mark_printed([ERRATA], Options(data=slips.parent, copies=2, paper="letter"), "letter")
    assert changes_of(ERRATA, slips.parent).none


def test_a_folder_is_compared_with_another(slips: Path, tmp_path: Path) -> None:
    before = Path(shutil.copytree(slips, tmp_path / "old" / ERRATA))
    edit(slips / "game.yaml", "target: 12", "target: 15")
    changes = changes_of(ERRATA, slips.parent, against=before.parent)
    (target,) = changes.numbers
    assert (target.before, target.after) == ("12", "15")
    assert {use.component for use in target.pieces} == {"rules"}


def test_a_new_component_and_one_that_is_gone_are_told(slips: Path) -> None:
    file = slips / "print.yaml"
    text = file.read_text("utf-8").replace("  deck:", "  pack:").replace("component: deck", "")
    file.write_text(text, "utf-8")
    (slips / "rulebook.yaml").unlink()
    said = lines(changes_of(ERRATA, slips.parent))
    assert "  pack, Deck: new\n" in said
    assert "  deck, Deck: no longer there\n" in said
    assert "  new: Deck: comma, letter, line, page" in said
    assert "  no longer used: Deck: comma, letter, line, page" in said


def test_what_is_gone_is_told_in_its_old_order() -> None:
    old = {("rulebook.yaml", f"chapter {letter}"): [letter] for letter in "qwertyuiop"}
    assert [one.id for one in part_entries(old, {})] == [name for _, name in old]


def test_a_new_size_is_a_reason(slips: Path) -> None:
    edit(slips / "print.yaml", "size: poker", "size: bridge")
    said = lines(changes_of(ERRATA, slips.parent))
    assert "size (" in said
    assert "  Deck: comma, letter, line, page (because of print.yaml)" in said


def test_games_without_an_earlier_state_are_told_so(slips: Path, tmp_path: Path) -> None:
    assert "nothing is marked as printed yet" in refused("changes", WINSTON)
    assert "no game called 'erata'" in refused("changes", "erata", "--data", slips.parent)
    assert "no printing of errata called 'x'" in refused(
        "changes", ERRATA, "--data", slips.parent, "--since", "x"
    )
    both = ("--since", "first", "--against", tmp_path)
    assert "exclude each other" in run("changes", ERRATA, *both).output


def test_json_is_read_back_by_its_type(slips: Path) -> None:
    edit(slips / "cards.yaml", "value: 5", "value: 6")
    ran = run("changes", "--data", slips.parent, "--json")
    (changes,) = msgspec.json.decode(ran.stdout, type=list[Changes])
    assert (changes.game, changes.before.name) == (ERRATA, "the printing first of " + today())
    (row,) = changes.rows
    assert (row.id, row.fields[0].before, row.fields[0].after) == ("page", "5", "6")


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def test_an_errata_sheet_says_what_to_replace_and_which_rules_changed(slips: Path) -> None:
    edit(slips / "cards.yaml", "word: A comma", "word: 'A *bold* [comma](x)'")
    edit(slips / "game.yaml", "hand: 3", "hand: 4")
    sheet = errata_sheet(changes_of(ERRATA, slips.parent), date(2026, 11, 23))
    assert sheet.startswith("# Errata for Errata\n\n23 November 2026. For copies made from")
    assert "## Replace these pieces\n\n- **Deck**: comma\n- **Rules**" in sheet
    assert "## Rules that changed\n\n- **ER-1.1** (" in sheet
    assert "~~3~~ **4**" in sheet
    assert "~~A comma~~ **A \\*bold\\* \\[comma\\](x)**" in sheet
    ran = run("changes", "--data", slips.parent, "--markdown")
    assert ran.stdout.startswith("# Errata for Errata")


def test_a_sheet_of_nothing_says_so(slips: Path) -> None:
    sheet = errata_sheet(changes_of(ERRATA, slips.parent), date(2026, 11, 23))
    assert "Nothing has changed since the printing first" in sheet


@pytest.mark.sweep
def test_games_of_strangers_are_compared_behind_their_wall(slips: Path, walls: None) -> None:
    edit(slips / "game.yaml", "hand: 3", "hand: 4")
    (hand,) = changes_of(ERRATA, slips.parent).numbers
    assert {use.component for use in hand.pieces} == {"rules"}
    endless = "{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}</svg>"
    edit(slips / "templates" / "card.svg", "</svg>", endless)
    assert any("takes too long" in problem for problem in changes_of(ERRATA, slips.parent).problems)


def test_an_answer_from_behind_a_wall_is_checked(slips: Path) -> None:
    job = Redraws("deck", None, slips, ((), ()), Options(), None)  # type: ignore[arg-type]
    for raw in (b"", b"\xc1", msgspec.msgpack.encode([None]), msgspec.msgpack.encode([3, 4])):
        with pytest.raises(MarkupError, match="cannot be compared"):
            job.unpacked(raw, Weight())
    long = [{"x" * 1000: "y"}, None]
    with pytest.raises(MarkupError, match="cannot be compared"):
        job.unpacked(msgspec.msgpack.encode(long), Weight())


def test_lines_are_as_wide_as_the_terminal(slips: Path) -> None:
    edit(slips / "game.yaml", "hand: 3", "hand: 4")
    changes = changes_of(ERRATA, slips.parent)
    assert max(map(len, told(changes, 50))) <= 50
    assert " ".join(lines(changes).split()) == " ".join(" ".join(told(changes, 50)).split())


@pytest.mark.sweep
def test_a_printing_keeps_its_house_options(slips: Path) -> None:
    given = Options(data=slips.parent, house=(f"{ERRATA}.open_hands=true",))
    (kept,) = mark_printed([ERRATA], given, "open")
    assert kept.options["house"] == "open_hands=true"
    assert kept.printed_with(None).house == given.house
    assert changes_of(ERRATA, slips.parent).none
