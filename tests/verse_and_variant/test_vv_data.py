"""The data of Verse & Variant: what the rules fix, and every mistake told at its place."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import card_data
from card_data.verse_and_variant.model import ICONS, Data, filling
from tests import golden_files
from tests.card_data.copies import copied, edit, problems
from tests.printkit.commands import refused

GAME = "verse_and_variant"


@pytest.fixture(scope="module")
def game() -> card_data.Game[Data]:
    return card_data.load(GAME)


@pytest.fixture(scope="module")
def data(game: card_data.Game[Data]) -> Data:
    return game.data


@pytest.mark.clause("VV-1.1")
def test_the_deck_has_five_tools_a_rank_and_nine_witnesses_a_suit(data: Data) -> None:
    assert Counter(tool.rank for tool in data.tools) == dict.fromkeys(range(1, 16), 5)
    ids = [f"T-{rank}{letter}" for rank in range(1, 16) for letter in "abcde"]
    assert [tool.id for tool in data.tools] == ids
    assert Counter(one.suit for one in data.witnesses) == {suit.id: 9 for suit in data.suits}
    facts = data.facts()
    assert (facts["deck_total"], facts["game_cards"], facts["tools_aside"]) == (120, 60, 60)


@pytest.mark.clause("VV-1.2")
def test_each_suit_has_its_scriptorium_and_its_feature(data: Data) -> None:
    assert [(suit.id, suit.title, suit.feature) for suit in data.suits] == [
        ("blue", "Alexandria", "papyrus"),
        ("green", "Byzantium", "majority"),
        ("yellow", "Antioch", "sinaiticus"),
        ("red", "Ravenna", "section"),
        ("black", "Westminster", "ubs_a"),
    ]


@pytest.mark.clause("VV-1.3")
def test_witnesses_yield_what_the_rulebook_lists(data: Data) -> None:
    features = [suit.feature for suit in data.suits]
    for suit, following in zip(data.suits, [*features[1:], features[0]], strict=True):
        own = suit.feature
        found = {one.rank: one.icons for one in data.witnesses if one.suit == suit.id}
        assert found[1] == found[4] == ("lacuna",)
        assert found[2] == found[5] == (own,)
        assert found[3] == (following,)
        assert found[6] == ("corruption",)
        assert Counter(found[7]) == {own: 2, "lacuna": 1}
        assert sorted(found[8]) == sorted({*features} - {own, following})
        assert found[9] == (own, own, own)


@pytest.mark.clause("VV-1.4", "VV-1.5", "VV-1.6")
def test_the_box_holds_what_the_rulebook_lists(data: Data) -> None:
    numbers, facts = data.numbers, data.facts()
    tokens = numbers.tokens
    assert (numbers.track.spaces, facts["track_last"]) == (22, 21)
    assert (tokens.features, facts["features_total"], tokens.lacunas) == (55, 275, 75)
    assert (tokens.lockdowns, tokens.laureates, tokens.eureka, tokens.cubes) == (5, 1, 5, 6)
    assert (facts["slots_each"], facts["slots_total"], numbers.prestige_track) == (3, 15, 100)
    assert (tokens.grants, tokens.corruption, facts["corruption_total"]) == (5, 5, 25)


@pytest.mark.clause("VV-1.7")
def test_the_clause_says_the_bonus_of_each_space(game: card_data.Game[Data]) -> None:
    assert [(one.space, one.icon, one.gain) for one in game.data.numbers.bonuses] == [
        (16, "lacuna", 1), (11, "eureka", 1), (6, "prestige", 2), (1, "grant", 1),
    ]  # fmt: skip
    said = game.clauses()["VV-1.7"].house or ""
    assert "(space 16: a lacuna; space 11: a Eureka disc, if you hold none; space 6: 2" in said


@pytest.mark.clause("VV-2.1", "VV-2.2", "VV-2.3")
def test_the_clauses_say_the_set_up_for_each_number_of_players(
    game: card_data.Game[Data],
) -> None:
    said = {name: clause.text or "" for name, clause in game.clauses().items()}
    assert "20, 15 or 12 cards each with 3, 4 or 5 players" in said["VV-2.1"]
    assert "1, 2, 1, 2 and so on with 3 players; 2 on each with 4 players;" in said["VV-2.2"]
    assert "5, 4 or 3 Grants and 5, 4 or 4 research cubes" in said["VV-2.3"]


@pytest.mark.parametrize(("spaces", "words"), [
    ((1, 2), "1, 2, 1, 2 and so on"),
    ((2, 2), "2 on each"),
    ((3,), "3 on each"),
    ((1, 2, 3), "1, 2, 3, 1, 2, 3 and so on"),
])  # fmt: skip
def test_how_a_track_is_filled_is_said_in_words(spaces: tuple[int, ...], words: str) -> None:
    assert filling(spaces) == words


@pytest.mark.clause("VV-7.1", "VV-7.2")
def test_a_changed_ladder_and_set_change_their_clauses(tmp_path: Path) -> None:
    folder = copied(GAME, tmp_path)
    edit(folder / "game.yaml", "52, 66]", "67]")
    edit(folder / "game.yaml", "4: 16", "4: 17")
    clauses = card_data.load(GAME, tmp_path).clauses()
    assert "1 to 10 copies" in (clauses["VV-7.1"].text or "")
    assert "42 and 67 prestige" in (clauses["VV-7.1"].text or "")
    assert clauses["VV-7.1"].ruling == "More than 10 score 67."
    assert "5 score 22, 4 score 17, 3 score 10" in (clauses["VV-7.2"].text or "")


@pytest.mark.clause("VV-6.6")
@pytest.mark.parametrize(
    ("value", "words"),
    [("starter", "from whoever started this session"), ("holder", "from whoever holds it")],
)
def test_the_clause_says_from_whom_the_quill_passes(tmp_path: Path, value: str, words: str) -> None:
    folder = copied(GAME, tmp_path)
    edit(folder / "game.yaml", "value: starter", f"value: {value}")
    clause = card_data.load(GAME, tmp_path).clauses()["VV-6.6"]
    assert f"It passes {words}." in (clause.ruling or "")


def test_each_tool_is_worded_and_most_are_short(data: Data) -> None:
    lengths = [len(re.sub(r"<[^>]*>", "i", tool.text)) for tool in data.tools]
    assert sum(length < 160 for length in lengths) >= 60
    for tool in data.tools:
        assert tool.text[0].isupper(), tool.id
        assert tool.text.endswith("."), tool.id
        assert "written" not in tool.text, tool.id


@pytest.mark.clause("VV-9.2")
def test_a_trigger_is_short_and_named_in_the_order_of_moments(game: card_data.Game[Data]) -> None:
    said = (game.clauses()["VV-9.2"].text or "").lower()
    for tool in game.data.tools:
        if tool.timing == "delayed":
            assert 2 <= len(tool.trigger.split()) <= 5, tool.id
            assert tool.trigger.lower() in said, tool.id


def test_texts_use_icons_instead_of_words(data: Data) -> None:
    for tool in data.tools:
        words = re.sub(r"<[^>]*>|institution grant", "", tool.text)
        assert not re.search(
            r"lacuna|corruption|grant|eureka|prestige|cube|lockdown", words, re.I
        ), tool.id


def test_texts_of_tools_use_the_numbers_of_the_game(tmp_path: Path) -> None:
    folder = copied(GAME, tmp_path)
    edit(folder / "game.yaml", "eureka_rank: 2", "eureka_rank: 3")
    texts = {tool.id: tool.text for tool in card_data.load(GAME, tmp_path).data.tools}
    assert "+3" in texts["T-10a"]
    assert "+3" in texts["T-10b"]


def test_the_guide_lists_the_icons_that_a_text_may_name() -> None:
    guide = Path(__file__).parents[2] / "docs" / "develop" / "card-text.md"
    table = guide.read_text("utf-8").split("## Icons")[1].split("\n## ")[0]
    named = re.findall(r"`([a-z_]+)`", table)
    assert sorted(named) == sorted(ICONS)


def test_data_mistakes_are_reported_at_their_places(tmp_path: Path) -> None:
    """Each edit of one file, as the golden file has it: its name, what stands there, what is put in
    its place."""
    folder, said = copied(GAME, tmp_path), {}
    for case in golden_files.kept("vv_data"):
        file, old, new = [part.replace(r"\n", "\n") for part in case.split("\n")]
        text = (folder / file).read_text("utf-8")
        edit(folder / file, old, new)
        said[case] = "\n".join(
            [
                f"{Path(one.file).name}, {one.item}, {one.field}: {one.message}"
                for one in problems(folder)
            ]
        )
        (folder / file).write_text(text, "utf-8")
    golden_files.check("vv_data", said)


def test_sixth_tool_of_a_rank_is_reported_at_its_line(tmp_path: Path) -> None:
    folder = copied(GAME, tmp_path)
    row = {"id": "T-3f", "title": "Blotter", "rank": 3, "timing": "instant", "text": "Nothing."}
    file = folder / "tools.yaml"
    lines = len(file.read_text("utf-8").splitlines())
    with file.open("a", encoding="utf-8") as tools:
        tools.write("  - {" + ", ".join(f"{key}: {value}" for key, value in row.items()) + "}\n")
    (found,) = [one for one in problems(folder) if one.file == str(file)]
    assert (found.item, found.field, found.line) == ("T-3f", "rank", lines + 1)
    assert found.message == "found Tool 6 of rank 3, expected 5 of each rank"


def test_cards_that_cannot_be_dealt_evenly(tmp_path: Path) -> None:
    folder = copied(GAME, tmp_path)
    edit(folder / "game.yaml", "players: {min: 3, max: 5}", "players: {min: 3, max: 7}")
    more = "    7: {hand: 8, grants: 3, cubes: 3, spaces: [1]}\n  prestige_track"
    edit(folder / "game.yaml", "  prestige_track", more)
    found = {one.field: one.message for one in problems(folder) if "set_up.7" in one.field}
    assert found == {
        "numbers.set_up.7.hand": "found 8: the 60 cards of a game are all dealt",
        "numbers.set_up.7": "found 7 players, but there are 5 colours of Grants",
    }


def test_text_too_long_for_its_card_is_reported_by_the_build(tmp_path: Path) -> None:
    folder = copied(GAME, tmp_path)
    old = "Take one Feature from any space of any track."
    edit(folder / "tools.yaml", old, f"{old} {'Then do it again. ' * 30}")
    said = refused("build", "--data", tmp_path, "--out", tmp_path / "out", "--only", "deck")
    found = re.search(r"/tools\.yaml:([0-9]+):[0-9]+: T-12e, field text: does not fit: needs", said)
    assert found, said
    lines = (folder / "tools.yaml").read_text("utf-8").splitlines()
    assert lines[int(found[1]) - 1].strip() == "text: >-"


def test_a_copy_from_before_the_later_house_rules_still_loads(tmp_path: Path) -> None:
    """What it does not say is the usual value (VV-3.4, VV-4.4)."""
    file = copied(GAME, tmp_path) / "game.yaml"
    before, _, _ = file.read_text("utf-8").partition("  empty_supply:\n")
    file.write_text(before, "utf-8")
    edit(file.with_name("aids.yaml"), "{options.instant_or_anytime}", "now or later")
    edit(file.with_name("rules.yaml"), "acts {options.instant_or_anytime}", "may be kept")
    options = card_data.load(GAME, tmp_path).data.options
    assert options.empty_supply.value == "substitute"
    assert options.instant_or_anytime.value == "choose"


@pytest.mark.clause("VV-3.4", "VV-8.1", "VV-4.4")
def test_the_clauses_say_what_the_house_rules_do(tmp_path: Path) -> None:
    folder = copied(GAME, tmp_path)
    edit(folder / "game.yaml", "value: substitute", "value: tracks")
    edit(folder / "game.yaml", "value: choose", "value: at_once")
    usual, changed = card_data.load(GAME).clauses(), card_data.load(GAME, tmp_path).clauses()
    said = {
        "VV-3.4": ("Any marker is a substitute.", "No substitutes, unlike in the book."),
        "VV-8.1": ("are no fault", "There are at most 55 tokens of each Feature"),
        "VV-4.4": ("acts now or later.", "acts at once, too."),
    }
    for name, (now, then) in said.items():
        assert now in (usual[name].ruling or "")
        assert then in (changed[name].ruling or "")
