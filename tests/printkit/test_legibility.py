"""Legibility for everybody: colours that stay apart, and texts and icons that stand out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import card_data
from card_data.model import Row
from printkit.drawing import colour_vision
from printkit.drawing.colour_vision import Sight, contrast, least_difference, least_step
from printkit.inspection.contrast import faint_signs
from printkit.inspection.legibility import legibility
from printkit.inspection.similar_colours import indistinct
from printkit.options import Options
from printkit.printing.checking import legibility_problems
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.tools.new_game import blank_game
from tests.printkit.commands import ROOT, done, refused
from tests.printkit.pdf_pages import FONTS, shipped
from tests.sweeps import sweep

CARD = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'
AMBER, WORDS = "#b8741a", '<text x="8" y="20" font-size="{}pt" fill="#ffffff">Candle</text>'
PANEL = f'<rect x="6" y="10" width="40" height="14" fill="{AMBER}"/>'


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The folder of a blank game of one's own, which has two cards and one card template.

    Its rules, which take most of the time, are not printed.
    """
    game = blank_game("my_game", tmp_path)
    printed = (game / "print.yaml").read_text("utf-8")
    (game / "print.yaml").write_text(printed.partition("  rules:\n")[0], "utf-8")
    (game / "rulebook.yaml").unlink()
    (game / "examples" / "last_game.yaml").unlink()  # which names its cards
    return game.parent


def with_colours(mine: Path, *cards: str) -> None:
    rows = (f"  - {{id: card_{n}, title: T, text: W, {c}}}\n" for n, c in enumerate(cards, 1))
    (mine / "my_game" / "cards.yaml").write_text("cards:\n" + "".join(rows), "utf-8")


def drawn(mine: Path, markup: str) -> None:
    (mine / "my_game" / "templates" / "card.svg").write_text(CARD.format(markup), "utf-8")


def hard_to_see(mine: Path) -> list[str]:
    game, options, typesetter = card_data.load("my_game", mine), Options(data=mine), Typesetter()
    layouts = [lay_out(game, name, options, typesetter) for name in game.components]
    return list(map(str, legibility_problems(layouts, options, FONTS)))


@pytest.mark.parametrize(
    ("first", "second", "who", "found"),
    [
        ("#8c2f39", "#8c2f3c", "anybody", "1.1"),
        ("#8c2f39", "#4a4540", "somebody with protanopia", "2.7"),
        ("#8c2f39", "#3f6b3a", "somebody with deuteranopia", "3.1"),
        ("#3f6b3a", "#1f6f78", "somebody with tritanopia", "7.3"),
    ],
)
def test_similar_colours_fail(first: str, second: str, who: str, found: str, mine: Path) -> None:
    with_colours(mine, f'colour: "{first}", icon: quill', f'colour: "{second}", icon: book')
    (said,) = hard_to_see(mine)
    assert "cards.yaml:3:" in said
    assert f"card_2, field colour: {second} looks like {first} of card_1 to {who}: " in said
    assert f": found a difference of {found}" in said
    assert said.endswith("(CIEDE2000), expected at least 15")


def test_in_grey_colours_may_look_alike_if_each_has_a_sign(mine: Path) -> None:
    teal, red = 'colour: "#1f4e5f", icon: quill', 'colour: "#8c2f39", icon: quill'
    with_colours(mine, teal, red.replace("quill", "book"))
    done("check", "--data", mine)
    with_colours(mine, teal, red)
    (said,) = hard_to_see(mine)
    assert said.endswith(
        "#8c2f39 looks like #1f4e5f of card_1 in grey: found a difference of 3.0 (L*), "
        "expected at least 10, or a sign for each of them"
    )
    with_colours(mine, teal, teal, 'colour: "#1F4E5F", icon: book')
    assert hard_to_see(mine) == [], "rows may share a colour"


def test_what_is_asked_can_be_changed(mine: Path) -> None:
    colours = 'colour: "#8c2f39", icon: quill', 'colour: "#3f6b3a", icon: book'
    with_colours(mine, *colours)
    (mine / "legibility.yaml").write_text("apart: 3\n", "utf-8")
    done("check", "--data", mine)
    (mine / "legibility.yaml").write_text("text: 22\naprat: 3\n", "utf-8")
    said = refused("check", "--data", mine)
    assert "legibility.yaml:1:7: field text: found 22, expected" in said
    assert "legibility.yaml:2:1: field aprat" in said


def test_faint_text_fails_the_check(mine: Path) -> None:
    drawn(mine, f"{PANEL}\n{WORDS.format(11)}")
    said = refused("check", "--data", mine).splitlines()
    assert said[0].endswith(
        f"first: “Candle” in #ffffff on {AMBER}: found a contrast of 3.8, expected at least 4.5 "
        "(the same colours on 1 other face)"
    )
    assert re.search(r"print\.yaml:[0-9]+:[0-9]+: deck: ", said[0])
    assert len(said) == 2, "all that is alike is reported once"


DARK = WORDS.format(11).replace("#ffffff", "#1a1a1a")
STRIPES = "".join(f'<rect x="{x * 0.8}" y="12" width="0.5" height="12"/>' for x in range(50))
CLIPPED = """<clipPath id="panel"><rect x="4" y="8" width="40" height="20"/></clipPath>
<g clip-path="url(#panel)"><rect x="4" y="8" width="40" height="20" fill="#ffffff"/>"""
ICON = '<icon name="key" x="10" y="12" size="8" fill="#c0c0c0"/>'
OUTLINED = WORDS.format(11).replace("<text", '<text stroke="#113366" stroke-width="0.8"')
DRAWN = {
    "large text needs less": (PANEL + WORDS.format(18), ""),
    "so does bold": (PANEL + WORDS.format(14).replace("<text", '<text font-weight="bold"'), ""),
    "a panel below the words": (DARK + PANEL.replace("10", "22"), ""),
    "the worst part counts": (
        PANEL.replace('width="40"', 'width="5"').replace(AMBER, "#444444") + DARK,
        "“Candle” in #1a1a1a on #444444",
    ),
    "a pattern": (STRIPES + DARK.replace("11pt", "9pt"), "“Candle” in #1a1a1a on #"),
    "a hairline": (f'<rect x="6" y="18.6" width="40" height="0.1" fill="#8a8a8a"/>{DARK}', ""),
    "a panel clipped as a piece is": (
        f"{CLIPPED}{WORDS.format(9).replace('#ffffff', '#eeeeee')}</g>",
        "“Candle” in #eeeeee on #ffffff: found a contrast of 1.2",
    ),
    "white on white": (WORDS.format(11), "“Candle” in #ffffff on #ffffff"),
    "with an outline": (OUTLINED, ""),
    "with a pale outline": (OUTLINED.replace("#113366", "#eeeeee"), "“Candle” in #ffffff"),
    "a line below the words is no outline": (
        f'<g>{WORDS.format(11)}<path d="M8 60h2v2" fill="none" stroke="#113366"/></g>',
        "“Candle” in #ffffff",
    ),
    "an icon": (ICON, "the icon key in #c0c0c0 on #ffffff: found a contrast of 1.8"),
    "art": (f'<g role="Artifact">{ICON}</g>', ""),
}


def test_texts_and_icons_must_stand_out_from_what_is_behind(mine: Path) -> None:
    for what, (markup, said) in DRAWN.items():
        drawn(mine, markup)
        found = hard_to_see(mine)
        assert len(found) == bool(said), what
        assert said in "".join(found), what


def test_each_component_is_examined() -> None:
    layouts = [shipped("winstons_archive", name, Options()) for name in ("aid", "set_up")]
    assert not list(legibility_problems(layouts, Options(), FONTS))


@pytest.mark.parametrize("game", sweep(card_data.names(), ["winstons_archive"]))
def test_shipped_pieces_can_be_seen(game: str) -> None:
    layouts = [
        shipped(game, name, Options())
        for name in card_data.load(game).components
        if name != "rules"
    ]
    signs = {name for layout in layouts for name in layout.symbols}
    assert list(indistinct(card_data.load(game), signs, legibility())) == []
    faint = [found for one in layouts for _, found in faint_signs(one, FONTS, legibility())]
    assert [found for found in faint if found] == []
    assert len(faint) > 5


@pytest.mark.soak
def test_all_that_is_shipped_can_be_seen() -> None:
    done("check")


def test_the_colours_of_the_docs_pass_together(mine: Path) -> None:
    page = (ROOT / "docs/guide/printing.md").read_text("utf-8")
    (said,) = re.findall(r"Six colours that pass .*?(?=\n\n|With sets)", page, re.S)
    colours = re.findall("#[0-9a-f]{6}", said)
    icons = ("quill", "book", "scroll", "leaf", "key", "owl")
    cards = [f'colour: "{one}", icon: {icon}' for one, icon in zip(colours, icons, strict=True)]
    with_colours(mine, *cards)
    drawn(
        mine,
        '<rect width="{{ w }}" height="{{ h }}" fill="{{ card.colour }}"/>'
        '<icon name="{{ card.icon }}" x="20" y="20" size="20" fill="#ffffff"/>'
        '<text x="20" y="60" font-size="9pt" fill="#ffffff">Words</text>',
    )
    done("check", "--data", mine)


STEP = 10.0  # of L*: seven kinds of dice have at most 16 each between black and white
APART = 15.0  # CIEDE2000; 1 is just visible side by side
READABLE = 4.5  # WCAG 2, level AA
TABLES = [("dice_archive", "dice"), ("manuscript", "cubes"), ("nineteen_eighty_four", "dice"),
          ("verse_and_variant", "player_colours")]  # fmt: skip
every = pytest.mark.parametrize(("game", "table"), TABLES)


def rows(game: str, table: str) -> tuple[Row, ...]:
    return tuple(card_data.load(game).rows(table))


def piece_colours(game: str, table: str) -> list[str]:
    return [row.colour for row in rows(game, table)]  # type: ignore[attr-defined]


@every
def test_players_stay_apart_in_grey_and_words_on_them_readable(game: str, table: str) -> None:
    """DA-1.1, MS-1.1, NE-1.1, VV-1.4: whoever prints without colour tells the pieces apart."""
    assert least_step(piece_colours(game, table)) >= STEP
    for row in rows(game, table):
        on = getattr(row, "pips", None) or getattr(row, "ink", None)
        if on:
            assert contrast(row.colour, on) >= READABLE, row.id  # type: ignore[attr-defined]


@every
@pytest.mark.parametrize("sight", colour_vision.MATRICES)
def test_players_stay_apart_to_every_eye(game: str, table: str, sight: Sight) -> None:
    assert least_difference(piece_colours(game, table), sight) >= APART
