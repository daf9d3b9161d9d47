"""The rulebook of Verse & Variant: its examples hold, its pictures fit, every clause is told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import accumulate, cycle, islice
from typing import Any

import pytest
from msgspec import UNSET

import scoring
from card_data.rulebook import Figure, Rulebook, texts_of
from printkit.templating.environment import Facts
from printkit.templating.examples import facts, filled
from scoring.sheets.fields import from_entries
from scoring.verse_and_variant import bout, gains, majority
from scoring.verse_and_variant.state import State
from tests.rulebooks import blocks_of, chapter, pages, rulebook, told_by, with_number
from tests.sweeps import sweep
from tests.verse_and_variant.tables import FEATURES, GAME

clause = pytest.mark.clause
SWEEP = pytest.mark.sweep  # numbers of an example that another number shows to be played
Patch = pytest.MonkeyPatch
PLAYED = {"bout", "window", "majorities"}  # one record
AFTER_IT = PLAYED - {"bout"}
SCORED = {"scoring"}
LADDER = (1, 2, 4, 8, *GAME.data.numbers.ladder[4:])  # the fourth copy is worth 1 more


@cache
def told() -> Mapping[str, Any]:
    return facts(GAME, rulebook(GAME.id))["window"]


@cache
def shown() -> Mapping[str, Figure]:
    """The figures, with the names of what they show filled in."""
    return filled(rulebook(GAME.id), facts(GAME, rulebook(GAME.id))).figures


@pytest.mark.parametrize(("path", "value", "examples"), [
    pytest.param("eureka_rank", 1, PLAYED, marks=clause("VV-4.1")),
    pytest.param("corruption_cost", 1, AFTER_IT, marks=clause("VV-5.2")),
    pytest.param("exchange_cost", 3, PLAYED, marks=clause("VV-5.3")),
    pytest.param("institution.cost", 3, AFTER_IT, marks=clause("VV-5.4")),
    pytest.param("majority.spotlight", (7, 3, 1), {"majorities"}, marks=clause("VV-6.3")),
    pytest.param("majority.lead", (6, 3), {"majorities"}, marks=[clause("VV-6.3"), SWEEP]),
    pytest.param("ladder", LADDER, SCORED, marks=clause("VV-7.1")),
    pytest.param("sets", {5: 22, 4: 17, 3: 10}, SCORED, marks=clause("VV-7.2")),
    pytest.param("laureate", 5, SCORED, marks=[clause("VV-7.4"), SWEEP]),
    pytest.param("final.grant", 3, SCORED, marks=clause("VV-7.4")),
    pytest.param("final.eureka", 2, SCORED, marks=[clause("VV-7.4"), SWEEP]),
    pytest.param("final.unused_cube", -1, SCORED, marks=[clause("VV-7.4"), SWEEP]),
])  # fmt: skip
def test_another_number_breaks_the_examples_that_rest_on_it(
    path: str, value: object, examples: set[str]
) -> None:
    assert told_by(with_number(GAME, path, value)) == examples


@clause("VV-3.2")
def test_a_spotlight_that_colours_may_share_breaks_the_bout(monkeypatch: Patch) -> None:
    def first_of_the_highest(table: State) -> str:
        return max(table.tracks, key=lambda suit: table.tracks[suit].demand)

    monkeypatch.setattr(State, "spotlight_by_demand", first_of_the_highest)
    assert "window" in told_by(GAME)


@clause("VV-4.5")
def test_a_spotlight_that_ranks_like_any_other_colour_breaks_the_bout(monkeypatch: Patch) -> None:
    ranking: Callable[[State], list[Any]] = bout.ranking

    def in_the_dark(table: State) -> list[Any]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(State, "spotlight", lambda table: None)
            return ranking(table)

    monkeypatch.setattr(bout, "ranking", in_the_dark)
    assert "bout" in told_by(GAME)


@clause("VV-1.7")
def test_a_bonus_that_nobody_gains_breaks_the_window(monkeypatch: Patch) -> None:
    monkeypatch.setattr(gains, "gain_bonus", lambda table, player, space: iter(()))
    assert "window" in told_by(GAME)


@clause("VV-6.4")
def test_tied_players_that_do_not_share_break_the_majorities(monkeypatch: Patch) -> None:
    def all_of_it(table: State, feature: str, worth: list[int]) -> None:
        for player in table.players:
            mine = player.owned(feature)
            ahead = sum(other.owned(feature) > mine for other in table.players)
            player.prestige += worth[ahead] if mine and ahead < len(worth) else 0

    monkeypatch.setattr(majority, "give_awards", all_of_it)
    assert told_by(GAME) == {"majorities"}


@clause("VV-7.1", "VV-7.2", "VV-7.4")
def test_the_score_pad_in_the_picture_is_filled_in_and_added_up() -> None:
    sheet = from_entries(GAME, facts(GAME, rulebook(GAME.id))["scoring"]["entries"])
    assert not scoring.score(sheet).findings
    boxes = [box for held in sheet.position.players for box in held.boxes().items()]
    assert {where for where, said in boxes if said is UNSET} == {("features_in_all",)}


def tokens_in(figure: Figure) -> list[tuple[str, float, float]]:
    """The Features and lacunas in a picture, with where they lie."""
    known = {token.id for token in GAME.data.tokens}
    return [
        (piece.face, piece.x, piece.y)
        for piece in figure.pieces
        if piece.component == "tokens" and piece.face in known
    ]


def on_spaces(after: int, suits: Mapping[str, str], spaces: range) -> Counter[tuple[str, int]]:
    """How many tokens the record has on some spaces, by Feature and space."""
    tracks = told()["after"][str(after)]["tracks"]
    found = {
        (feature, space): tracks[suit]["space"][str(space)]
        for suit, feature in suits.items()
        for space in spaces
    }
    return Counter({place: number for place, number in found.items() if number})


@clause("VV-3.1")
def test_the_picture_of_the_tracks_is_that_of_the_record() -> None:
    suits: dict[str, str] = {suit.id: suit.feature for suit in GAME.data.suits}
    drawn = Counter(
        (face, 20 - round((y - 2.7) / 6.2)) for face, _, y in tokens_in(shown()["spotlight"])
    )
    assert drawn == on_spaces(22, suits, range(16, 22))


@pytest.mark.parametrize(("after", "column"), [(11, 0), (21, 1), (22, 2)])
@clause("VV-3.6")
def test_the_picture_of_the_blue_track_is_that_of_the_record(after: int, column: int) -> None:
    drawn = Counter(
        (face, 17 - round((y - 0.2) / 6.6))
        for face, x, y in tokens_in(shown()["blue_track"])
        if 16 + 24 * column <= x < 40 + 24 * column
    )
    assert drawn == on_spaces(after, {"blue": "papyrus"}, range(15, 22))


@pytest.mark.parametrize("name", ["first_haul", "haul"])
@clause("VV-1.3")
def test_the_picture_of_a_haul_has_what_its_cards_yield(name: str) -> None:
    figure = shown()[name]
    yields = {witness.id: witness.icons for witness in GAME.data.witnesses}
    for piece in figure.pieces:
        if piece.component == "deck":
            below = [face for face, x, _ in tokens_in(figure) if piece.x <= x < piece.x + 12.2]
            wanted = [icon for icon in yields.get(piece.face, ()) if icon != "corruption"]
            assert sorted(below) == sorted(wanted)


@clause("VV-2.2")
def test_the_set_up_picture_fills_the_tracks_for_three() -> None:
    drawn = Counter(face for face, _, _ in tokens_in(shown()["set_up"]))
    one_in_the_supply = 1
    wanted = GAME.data.on_a_track(3) + one_in_the_supply
    assert {feature: drawn[feature] for feature in FEATURES} == dict.fromkeys(FEATURES, wanted)


@clause("VV-2.3")
def test_the_set_up_picture_has_what_each_of_three_gets() -> None:
    begun = GAME.data.numbers.set_up[3]
    drawn = Counter((piece.component, piece.face) for piece in shown()["set_up"].pieces)
    assert drawn["grants", "purple"] == begun.grants
    assert drawn["tokens", "purple"] == begun.cubes + 1  # one on the prestige track
    assert drawn["markers", "purple"] == 1


def test_every_picture_and_example_stands_in_a_chapter_or_an_example() -> None:
    book = rulebook(GAME.id)
    blocks = blocks_of(book)
    assert {block.figure for block in blocks} - {None} == set(book.figures)
    assert {block.example for block in blocks} - {None} == set(book.examples)


STEPS = ("spend", "tools", "sweep", "tokenise", "exchange", "institution grant", "close")


@clause("VV-5.2", "VV-9.1")
def test_the_steps_of_a_take_have_the_same_numbers_in_book_aid_and_clause() -> None:
    """Each begins with its word, in bold in the book and on the aid; so in the quick reference."""
    (steps,) = [block.steps for block in chapter(rulebook(GAME.id), "A Take").blocks if block.steps]
    assert [words_in_bold(step)[0] for step in steps] == list(STEPS)
    aid = " ".join(one.text for one in GAME.data.aids if one.panel == "window")
    numbered = [word for word in words_in_bold(aid) if word[0].isdigit()]
    assert numbered == [f"{number} {word}" for number, word in enumerate(STEPS, 1)]
    (told,) = [
        one.text
        for part in GAME.sections
        for one in part.clauses
        if one.id == "VV-5.2" and one.text
    ]
    parts = re.split(r"\(\d\) ", told)[1:]
    assert all(word in part.lower() for word, part in zip(STEPS, parts, strict=True))
    reference = rulebook(GAME.id).reference
    assert reference is not None
    take = next(block.steps for block in reference.blocks if len(block.steps) == len(STEPS))
    assert all(word in part.lower() for word, part in zip(STEPS, take, strict=True))


def words_in_bold(text: str) -> list[str]:
    """Return the bold words of a text, in lower case, without punctuation at their end."""
    return [found.lower().rstrip(":,.") for found in re.findall("<b>(.*?)</b>", text)]


@clause("VV-1.3")
def test_the_table_of_yields_is_that_of_the_blue_witnesses() -> None:
    tables = [block.table for block in chapter(rulebook(GAME.id), "In the box").blocks]
    (rows,) = [table.rows for table in tables if table is not None]
    drawn = {
        int(rank): re.findall(r"name='(\w+?)(?:_sign)?'", icons)
        for ranks, _, icons in rows
        for rank in ranks.split(",")
    }
    wanted = {one.rank: list(one.icons) for one in GAME.data.witnesses if one.suit == "blue"}
    assert drawn == wanted


@clause("VV-2.2", "VV-4.2")
def test_the_table_of_the_set_up_has_the_supply_and_the_bouts() -> None:
    """With four players, fifteen cards: in the eighth bout each has one left."""
    tables = [block.table for block in chapter(read(), "Set-up").blocks]
    (rows,) = [{row[0]: row[1:] for row in table.rows} for table in tables if table is not None]
    assert rows["Of each Feature in the supply"] == ("22", "11", "–")
    assert rows["Bouts in a session"] == ("10", "8", "6")


def test_a_first_session_fills_whole_spaces_and_leaves_the_tools_out_of_the_hands() -> None:
    """Sixty tokens, whatever the number of players, laid as at the start of any game."""
    numbers = GAME.data.numbers
    for players, begun in numbers.set_up.items():
        laid = [*accumulate(islice(cycle(begun.spaces), numbers.track.spaces))]
        assert numbers.first_session in laid, players
    told = " ".join(texts_of(chapter(read(), "Your first session").blocks, read()))
    assert "Lay only 12 of its Features on each track, 60 tokens in all" in told
    tables = [one.table for one in chapter(read(), "Your first session").blocks if one.table]
    assert tables[0].rows[-1] == ("Witnesses in each hand", "15", "11", "9")


def read() -> Rulebook:
    return filled(rulebook(GAME.id), facts(GAME, rulebook(GAME.id)))


@pytest.mark.parametrize("paper", sweep(["a4", "letter"], ["a4"]))
def test_the_first_turn_is_on_the_first_page_and_each_example_follows_what_it_shows(
    paper: str,
) -> None:
    """Bout, window and Take come before the tracks and the Spotlight."""
    at = pages(GAME.id, paper)
    titles = [one.title for one in rulebook(GAME.id).chapters]
    assert (at["first-turn"], at["chapter-1"], at["chapter-2"]) == (1, 2, 3)  # the first session
    wanted = ["A bout", "The preservation window", "A Take", "The tracks and the Spotlight"]
    assert [title for title in titles if title in wanted] == wanted
    order = [at[f"example-{name}"] for name in ("bout", "window", "majorities", "scoring")]
    assert order == sorted(order)


def test_the_set_up_aid_has_everything_that_is_laid_out() -> None:
    aid = Facts(GAME).set_up
    assert aid is not None
    lines = " ".join(line.what for part in aid.sections for line in part.lines)
    for word in ("Spotlight board", "Desk", "prestige track", "aid", "Corruption markers",
                 "Eureka discs", "Institutions", "Edition Laureate", "Lockdown tile"):  # fmt: skip
        assert word in lines
