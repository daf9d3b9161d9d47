"""Set-up by number of players, and the cards of one game where chance chooses among them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from pypdf import PdfReader

import card_data
import printkit
from printkit.exports.images import ImageExport, export
from tests.card_data.copies import copied, edit
from tests.printkit.commands import done, refused
from tests.sweeps import sweep

VERSE = "verse_and_variant"
DICE = "dice_archive"
GAMES = [(name, card_data.load(name).head.players) for name in card_data.names()]
MOST = [(name, players.max) for name, players in GAMES]


def printed(file: Path) -> Counter[str]:
    marked = re.compile(rb"/Piece <</Id \((\S+)\) /Number [0-9]+ /Page 1 /Side /Front[^>]*>> BDC")
    contents = [page.get_contents() for page in PdfReader(file).pages]
    raw = b"".join(content.get_data() for content in contents if content is not None)
    return Counter(name.decode() for name in marked.findall(raw))


def build(out: Path, *args: object) -> dict[str, Path]:
    done("build", *args, "--out", out)
    return {file.stem: file for file in out.glob("*/*.pdf")}


def listed(game: str, number: int, *options: object) -> dict[str, tuple[int, str]]:
    title, head, *lines = done("list", game, "--players", number, *options).splitlines()
    assert title.endswith(f", {number} player" + ("s" if number > 1 else ""))
    assert head.split() == ["component", "pieces", "of", "which"]
    found: dict[str, tuple[int, str]] = {}
    for line in lines:
        assert len(line) <= 60
        match = re.fullmatch(r"(\w+) +([0-9]+)(?: +[0-9]+)?(?:  (.*))?", line)
        if match is None:  # goes on
            name, (count, words) = list(found.items())[-1]
            found[name] = (count, f"{words} {line.strip()}")
        else:
            found[match[1]] = (int(match[2]), (match[3] or "").strip())
    return found


@pytest.mark.clause("DA-1.1", "DA-1.2", "DA-1.5")
@pytest.mark.parametrize(("number", "communal"), [(2, 3), (3, 2), (4, 2), (5, 2)])
def test_dice_archive_has_dice_and_a_form_for_each_player(number: int, communal: int) -> None:
    colours = ["red", "blue", "green", "yellow", "purple"][:number]
    dice = card_data.load(DICE).counts("dice", players=number)
    assert dice == {**dict.fromkeys(colours, 6), "communal": communal, "boss": 1}
    found = listed(DICE, number)
    assert [found[name][0] for name in ("board", "form", "token", "aid")] == [1, number, 1, number]
    assert found["form_ink_saving"] == (number, "instead of form")
    if number == 3:
        assert found["dice"] == (21, "6 red, 6 blue, 6 green, 2 communal, 1 boss")


@pytest.mark.clause("MS-1.1", "MS-1.5")
@pytest.mark.parametrize("number", [2, 3, 4])
def test_manuscript_deals_two_exemplars_more_than_players(number: int) -> None:
    found = listed("manuscript", number)
    cubes = ", ".join(f"8 {colour}" for colour in ("red", "blue", "green", "gold")[:number])
    assert found["cubes"] == (8 * number, cubes if number < 4 else "")
    assert found["exemplars"] == (14, f"{number + 2} of 14, dealt at random")
    assert found["tiles"] == (1, f"{number + 2} of 14, those of the exemplars")
    assert (found["spread"][0], found["aid"][0], found["texts"][0]) == (number, number, 61)


@pytest.mark.clause("WA-1.1")
@pytest.mark.parametrize("number", [2, 6])
def test_winston_s_archive_needs_all_cards(number: int) -> None:
    found = listed("winstons_archive", number)
    assert (found["deck"], found["aid"]) == ((54, ""), (number, ""))
    if number == 2:
        lines = done("list", "winstons_archive", "--players", 2).splitlines()
        assert lines[2:4] == ["deck           54  54", "aid             2   6"]


@pytest.mark.clause("NE-1.1", "NE-1.2")
def test_nineteen_eighty_four_is_for_one() -> None:
    found = listed("nineteen_eighty_four", 1)
    assert [found[name][0] for name in ("sheet", "aid", "dice")] == [1, 1, 6]


@pytest.mark.clause("VV-1.1", "VV-2.1")
def test_verse_and_variant_says_what_chance_decides() -> None:
    words = "all 45 Witnesses and 15 of the 75 Tools, one of each rank at random"
    assert listed(VERSE, 3)["deck"] == (120, words)


@pytest.mark.clause("VV-2.2")
@pytest.mark.parametrize(("number", "track", "supply"), [(3, 33, 22), (4, 44, 11), (5, 55, "none")])
def test_tokens_lie_on_tracks_and_in_the_supply(number: int, track: int, supply: object) -> None:
    words = f"of each Feature {track} on its track, {supply} in the supply"
    assert card_data.load(VERSE).data.set_up_for(number)["tokens"] == words


@pytest.mark.clause("VV-1.4", "VV-2.3")
@pytest.mark.parametrize(("number", "grants", "cubes"), [(3, 5, 6), (4, 4, 5), (5, 3, 5)])
def test_verse_and_variant_counts_by_players(number: int, grants: int, cubes: int) -> None:
    game = card_data.load(VERSE)
    colours = [colour.id for colour in game.data.player_colours][:number]
    assert game.counts("grants", players=number) == dict.fromkeys(colours, grants)
    tokens = game.counts("tokens", players=number)
    assert {key: tokens[key] for key in colours} == dict.fromkeys(colours, cubes)
    assert (tokens["token_lap"], tokens.total()) == (number, 375 + number * (cubes + 1))
    markers = {"token_laureate": 1, "token_eureka": number, "token_quill": 1}
    assert game.counts("markers", players=number) == dict.fromkeys(colours, 1) | markers


def test_kinds_are_told_apart_where_there_are_several_templates() -> None:
    words = "1 purple lockdown, 1 orange lockdown, 1 teal lockdown, 1 laureate, 3 eureka, 1 quill"
    found = listed(VERSE, 3)
    assert (found["markers"], found["grants"]) == ((8, words), (15, "5 purple, 5 orange, 5 teal"))


@pytest.mark.parametrize(("name", "number"), MOST)
def test_the_most_players_need_all_copies(name: str, number: int) -> None:
    game, others = card_data.load(name), {(DICE, "dice"), ("nineteen_eighty_four", "aid")}
    for component, declared in game.components.items() if name != VERSE else ():
        if not declared.per_page and (name, component) not in others:
            assert game.counts(component, players=number) == game.counts(component)


@pytest.mark.parametrize(
    ("name", "number"), sweep([(name, min(3, most)) for name, most in MOST], [(DICE, 3)])
)
def test_list_and_build_agree(name: str, number: int, tmp_path: Path) -> None:
    data = copied(name, tmp_path / "data").parent  # without its rulebook, which takes a second
    files = build(tmp_path / "out", name, "--players", number, "--data", data)
    needed = listed(name, number)
    wanted = {key: count for key, (count, words) in needed.items() if "instead of" not in words}
    game = card_data.load(name)
    for key in set(wanted):
        if host := game.components[key].shares:
            wanted[host] += wanted.pop(key)
    whole = files.pop(name)
    found = {key: printed(file).total() for key, file in files.items()}
    assert found == wanted
    assert printed(whole).total() == 1 + sum(found.values())  # after a cover


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_pieces_built_are_those_of_the_colours(paper: str, tmp_path: Path) -> None:
    only = ("--only", "dice", "--only", "form_ink_saving", "--paper", paper)
    files = build(tmp_path, DICE, "--players", 2, *only)
    assert printed(files["dice"]) == {"red": 6, "blue": 6, "communal": 3, "boss": 1}
    assert printed(files["form_ink_saving"]) == {"form_ink_saving": 2}


def test_builds_agree_with_forms_and_deals(tmp_path: Path) -> None:
    shared = ("manuscript", "--only", "spread", "--players", 3)
    assert printed(build(tmp_path, *shared, "--forms", 3)["spread"]).total() == 3
    files = build(tmp_path, VERSE, "--only", "deck", "--deal", 7, "--players", 4)
    assert printed(files["deck"]).total() == 60


@pytest.fixture
def mine(errata: Path) -> Path:
    """The tiny game for two to four, with aids for each and two pages that only three need."""
    edit(errata / "game.yaml", "{min: 2, max: 2}", "{min: 2, max: 4}")
    edit(errata / "cards.yaml", "copies: 3}", "copies: 3, by_players: {2: 1, 4: 0}}")
    back = "    back: back.svg\n"
    edit(errata / "print.yaml", back, f"{back}    set_up: 3 of 10, dealt at random\n")
    extra = "{template: back.svg, copies: 2, by_players: {2: 0, 4: 1}}"
    with (errata / "print.yaml").open("a", encoding="utf-8") as file:
        for name, face in (("aid", "{template: back.svg, a_player: 2}"), ("extra", extra)):
            file.write(f"  {name}: {{title: {name.title()}, size: poker, faces: [{face}]}}\n")
    return errata


@pytest.mark.parametrize(
    ("number", "letters", "extra"), [(None, 3, 2), (2, 1, 0), (3, 3, 2), (4, 0, 1)]
)
def test_data_say_what_is_needed(number: int | None, letters: int, extra: int, mine: Path) -> None:
    game = card_data.load("errata", mine.parent)
    deck = {"comma": 4, "letter": letters, "line": 2, "page": 1}
    assert game.counts("deck", players=number) == {key: n for key, n in deck.items() if n}
    assert game.counts("aid", players=number).total() == 2 * (number or 4)
    options = printkit.Options(data=mine.parent, players=number)
    (mine / "rulebook.yaml").unlink()
    made = printkit.build(["errata"], out=mine.parent / "out", options=options)
    pieces = {one.component: one.pieces for one in made}
    assert (pieces["deck"], pieces.get("extra", 0)) == (sum(deck.values()), extra)
    if number == 2:
        which = "4 comma, 1 letter, 2 line, 1 page; 3 of 10, dealt at random"
        assert listed("errata", 2, "--data", mine.parent)["deck"] == (8, which)


def test_what_nobody_needs_is_refused_where_it_is_named(mine: Path) -> None:
    shared = ("--data", mine.parent, "--out", mine.parent / "out", "--players", 2)
    said = refused("build", "errata", "--only", "extra", *shared)
    assert said.splitlines()[0] == "--players: errata extra: not used in a 2-player game"


@pytest.mark.clause("VV-2.1")
@pytest.mark.parametrize("seed", range(5))
def test_a_draw_has_one_tool_of_each_rank(seed: int) -> None:
    game = card_data.load(VERSE)
    (tools,) = game.drawn(seed).values()
    ranks = {tool.id: tool.rank for tool in game.data.tools}
    assert [ranks[tool] for tool in tools] == list(range(1, 16))
    assert game.data.drawn(Random(seed)) == game.drawn(seed), "as an engine draws them"
    assert game.drawn(seed) != game.drawn(seed + 1)


@pytest.fixture(scope="module")
def seventh(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The seventh draw of Verse & Variant: its file, and what the command says of it."""
    out = tmp_path_factory.mktemp("seventh")
    result = done("build", VERSE, "--only", "deck", "--deal", 7, "--out", out)
    return out / VERSE / "deck.pdf", result


@pytest.mark.clause("VV-1.1", "VV-2.1")
def test_the_cards_of_one_game_are_printed_and_listed(seventh: tuple[Path, str]) -> None:
    game = card_data.load(VERSE)
    drawn = set(game.drawn(7)["tools"])
    file, output = seventh
    witnesses = {witness.id for witness in game.data.witnesses}
    assert (printed(file), len(witnesses | drawn)) == (dict.fromkeys(witnesses | drawn, 1), 60)
    _, _, told = output.partition("all 45 witnesses\n15 of 75 tools:\n")
    titles = {(tool.id, tool.title) for tool in game.data.tools if tool.id in drawn}
    assert {tuple(line.split(maxsplit=1)) for line in told.splitlines()} == titles


def test_a_number_of_players_for_which_there_is_nothing_is_refused(mine: Path) -> None:
    face = "{template: back.svg, by_players: {2: 0}}"
    one = f"components: {{one: {{title: One, size: poker, faces: [{face}]}}}}"
    (mine / "print.yaml").write_text(one, "utf-8")
    options = printkit.Options(data=mine.parent, players=2)
    for made in (
        lambda: printkit.build(["errata"], out=mine.parent / "out", options=options),
        lambda: export("errata", [], mine.parent / "out", options, ImageExport()),
    ):
        with pytest.raises(card_data.DataError, match="all components: not used in a 2-player"):
            made()
