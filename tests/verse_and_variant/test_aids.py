"""Verse & Variant on paper: the player aid, the score pad and the booklet with its Tools."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import card_data
import printkit
from card_data.verse_and_variant.model import ICONS, Tool
from printkit.drawing.shapes import Face
from printkit.drawing.traversal import fields, texts
from printkit.options import Options
from printkit.typography.fitting import POINT
from printkit.typography.fonts import Fonts
from tests.card_data.copies import copied, edit
from tests.printkit.pdf_pages import shipped, squeezed, words_of
from tests.sweeps import sweep

VV = "verse_and_variant"
GAME = card_data.load(VV)
DATA = GAME.data
AIDS = 5
Words = dict[str, str]


def faces_of(name: str, paper: str = "a4") -> list[Face]:
    return shipped(VV, name, Options(paper=paper)).faces


def words_on(face: Face) -> str:
    """The words of a face in the order drawn, without white space."""
    return squeezed("".join(text.text for text in texts(face.shapes)))


def plain(text: str) -> str:
    """The words of a text without its markup, and without white space."""
    return squeezed(re.sub("<[^>]*>", "", text))


def test_the_components_and_their_counts() -> None:
    counts = {
        name: (
            sum(len(one.placements) for one in layout.sheets if not one.back),
            len(layout.sheets),
        )
        for name in ("aid", "pad")
        for layout in [shipped(VV, name, Options())]
    }
    assert counts == {"aid": (AIDS, 4), "pad": (1, 1)}
    assert GAME.head.players.max == AIDS


def test_every_line_of_the_aid_can_be_read() -> None:
    (front,) = faces_of("aid")
    assert front.back is not None
    words = words_on(front) + words_on(front.back)
    assert [words.count(plain(row.text)) for row in DATA.aids] == [1] * len(DATA.aids)


@pytest.mark.clause("VV-4.5", "VV-5.2", "VV-5.3", "VV-5.4", "VV-6.3", "VV-6.5", "VV-7.5")
def test_the_aid_goes_through_the_bout_the_window_and_the_scoring() -> None:
    panels: dict[str, list[str]] = {}
    for row in DATA.aids:
        panels.setdefault(row.panel, []).append(row.id)
    assert panels == {
        "bout": ["eureka", "primary", "echo", "tool", "rank", "places", "desk", "spotlight"],
        "window": ["turn", "pay", "tokens", "exchange", "institution"],
        "session": ["session", "majority", "shares", "next", "end"],
        "score": ["ladder", "sets", "cubes", "rest", "ties"],
    }
    tables = [row.table for row in DATA.aids if row.table != "none"]
    assert tables == ["majority", "ladder", "sets", "cubes"]


@pytest.mark.parametrize("paper", sweep(["a4", "letter"], ["a4"]))
@pytest.mark.parametrize(("name", "least"), [("aid", 8), ("pad", 7), ("rules", 7)])
def test_nothing_is_smaller_than_seven_points_and_on_the_aid_than_eight(
    name: str, least: int, paper: str
) -> None:
    faces = faces_of(name, paper)
    sides = [*faces, *(face.back for face in faces if face.back)]
    sizes = [text.size / POINT for side in sides for text in texts(side.shapes)]
    assert sizes
    assert min(sizes) >= least - 0.001


@pytest.mark.clause("VV-7.1", "VV-7.4", "VV-7.5", "VV-8.2")
def test_the_pad_asks_for_every_answer_of_a_position() -> None:
    (pad,) = faces_of("pad")
    listed = [(field.name, field.kind, field.value) for field in fields(pad.shapes)]
    suits = DATA.suits
    slots = range(len(DATA.numbers.institution.slots))
    assert sorted(listed) == sorted([
        *(("spotlight", "check", colour) for colour in (*(suit.id for suit in suits), "none")),
        ("laureate", "text", ""),
        *((f"institutions.{s.feature}.{slot}", "text", "") for s in suits for slot in slots),
        *(
            (f"unscored.{s.feature}", "check", f"{number}")
            for s in suits
            for number, slot in enumerate(DATA.numbers.institution.slots, 1)
            if slot.perk != "none"  # for which alone a cube lies flat (VV-9, T-7c)
        ),
        *(
            (f"players.{player}.{name}", kind, value)
            for player in range(GAME.head.players.max)
            for name, kind, value in (
                ("name", "text", ""),
                *((f"features.{suit.feature}", "number", "") for suit in suits),
                ("lacunae", "number", ""),
                ("grants_unused", "number", ""),
                ("eureka", "check", "true"),
                ("cubes_unused", "number", ""),
                ("prestige", "number", ""),
                *((f"points.ladders.{suit.feature}", "number", "") for suit in suits),
                *(
                    (f"points.{part}", "number", "")
                    for part in ("sets", "grants", "laureate", "institutions", "eureka", "cubes")
                ),
                ("total", "number", ""),
                ("features_in_all", "number", ""),
            )
        ),
    ])  # fmt: skip


def test_the_fields_of_the_pad_are_labelled_and_go_player_by_player() -> None:
    listed = fields(faces_of("pad")[0].shapes)
    labels = [field.label for field in listed]
    assert len(labels) == len(set(labels))
    assert "Papyrus: owner of the cube on slot 1" in labels
    assert "Player 2: Sinaiticus tokens" in labels
    assert "Player 2: points for Sinaiticus" in labels
    assert "Player 2: total" in labels
    players = [field.name.split(".")[1] for field in listed if field.name.startswith("players.")]
    assert players == sorted(players)
    assert all(field.width >= 3 and field.height >= 3 for field in listed)


@pytest.mark.clause("VV-7.2", "VV-7.4")
def test_the_pad_names_every_part_of_the_score(before: Words) -> None:
    words = before["pad"]
    parts = [
        *(f"{suit.feature_title} copies, by the ladder" for suit in DATA.suits),
        "Critical sets", "Unused Grants 2 each", "Edition Laureate 4", "Institutions",
        "Eureka 1 if you hold it", "Unused research cubes −2 each", "Prestige gained", "Total",
        "1 unused Grants", "2 lacunas", "3 Features in all", "4 the Spotlight’s Feature",
    ]  # fmt: skip
    places = [words.find(squeezed(part), 300) for part in parts]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.clause("VV-1.1")
def test_the_booklet_has_each_tool_once_in_reading_order(fonts: Fonts) -> None:
    pages = faces_of("rules")
    ranks = range(1, DATA.numbers.ranks.tools + 1)
    bold = fonts.get("serif", bold=True).key  # which no Tool in a picture has its ID in
    runs = (run for page in pages for run in texts(page.shapes) if run.font.startswith(bold))
    labels = [run.text for run in runs if re.fullmatch(r"T-[0-9]+[a-e]", run.text)]
    assert labels == [f"T-{rank}{letter}" for rank in ranks for letter in "abcde"]
    words = "".join(words_on(page) for page in pages)
    begins = [squeezed(head(tool)) + plain(tool.text)[:20] for tool in DATA.tools]
    assert [words.count(begin) for begin in begins] == [1] * len(DATA.tools)
    places = [words.index(begin) for begin in begins]
    assert places == sorted(places)


def head(tool: Tool) -> str:
    """Title and timing of a Tool, as the booklet has them."""
    timings = {"instant": "Instant", "anytime": "Instant or anytime", "delayed": "Delayed"}
    trigger = f", {tool.trigger}" if tool.trigger else ""
    return f"{tool.title} · {timings[tool.timing]}{trigger}.".replace("'", "’")


NAMES = ("aid", "pad", "rules")


def words_with(folder: Path, *edits: tuple[str, str]) -> Words:
    """The words of aid, pad and clauses with edits of ``game.yaml``."""
    game = copied(VV, folder / "data")
    for old, new in edits:
        edit(game / "game.yaml", old, new)
    options = printkit.Options(data=game.parent)
    built = printkit.build([VV], NAMES, folder / "out", options=options)
    return {one.component: words_of(one.file) for one in built}


@pytest.fixture(scope="module")
def before(own_cache: None, tmp_path_factory: pytest.TempPathFactory) -> Words:
    return words_with(tmp_path_factory.mktemp("before"))


NUMBERS = {
    "the ladder": ("52, 66]", "52, 89]", "89", NAMES),
    "a set": ("sets: {5: 22", "sets: {5: 196", "196", NAMES),
    "a slot": ("prestige: 5, perk", "prestige: 97, perk", "97", NAMES),
    "a majority place": ("spotlight: [7, 4, 1]", "spotlight: [98, 4, 1]", "98", ("aid", "rules")),
    "a bonus space": ("space: 16", "space: 13", "13", ("rules",)),
    "the Laureate": ("laureate: 4 ", "laureate: 194 ", "194", NAMES),
}


def test_numbers_change_wherever_they_are_printed(before: Words, tmp_path: Path) -> None:
    after = words_with(tmp_path, *[(old, new) for old, new, _, _ in NUMBERS.values()])
    for what, (_, _, number, where) in NUMBERS.items():
        for name in where:
            assert after[name].count(number) > before[name].count(number), (what, name)


@pytest.mark.sweep
@pytest.mark.parametrize("what", NUMBERS)
def test_a_number_changes_wherever_it_is_printed(what: str, before: Words, tmp_path: Path) -> None:
    """Each alone."""
    old, new, number, where = NUMBERS[what]
    after = words_with(tmp_path, (old, new))
    for name in where:
        assert after[name].count(number) > before[name].count(number), name


@pytest.mark.parametrize("paper", sweep(["a4", "letter", "common"], ["a4"]))
def test_no_heading_of_the_booklet_stands_last_in_a_column(paper: str, fonts: Fonts) -> None:
    for page in faces_of("rules", paper):
        runs = list(texts(page.shapes))
        headings = [run for run in runs if run.font == fonts.get("display", bold=True).key]
        for heading in headings:
            column = [run for run in runs if 0 <= run.x - heading.x < 40]  # be it after an icon
            below = [run for run in column if run.y > heading.y]
            assert below, heading.text


@pytest.mark.clause("VV-1.7", "VV-7.2")
@pytest.mark.parametrize(
    ("old", "new"),
    [(r"bonuses:  (.*\n)+?(?=  tokens:)", "bonuses: []\n"), (r"sets: \{.*\}", "sets: {}")],
    ids=["bonuses", "sets"],
)
def test_a_table_of_nothing_is_left_out(old: str, new: str, tmp_path: Path) -> None:
    game = copied(VV, tmp_path / "data")
    file = game / "game.yaml"
    text, times = re.subn(old, new, file.read_text("utf-8"))
    assert times == 1
    file.write_text(text, "utf-8")
    options = printkit.Options(data=game.parent)
    built = printkit.build([VV], ("aid", "pad"), tmp_path / "out", options=options)
    words = [words_of(one.file) for one in built]
    assert all("copies" in each for each in words)
    heading = "setof" if "sets" in new else "space16"
    assert not any(heading in each for each in words)


@pytest.mark.clause("VV-1.2")
def test_the_booklet_says_what_the_signs_of_the_cards_mean(before: Words) -> None:
    words = before["rules"]
    begin = words.index("Signs")
    legend = words[begin : words.index("TheTools", begin)]
    features = [squeezed(suit.feature_title) for suit in DATA.suits]
    others = ["lacuna", "Corruption", "Grant", "Eureka", "prestige", "cube", "Lockdown", "Laureate"]
    assert [word for word in (*features, *others) if legend.count(word) != 1] == []
    assert len(others) + len(features) == len(ICONS)
