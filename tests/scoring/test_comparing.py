"""The command ``scoring compare``: what it says, its page, its JSON, archived positions."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

import card_data
from card_data.limits import FEWEST_COMPARED, MOST_COMPARED
from scoring.bins import bin_size
from scoring.cli.main import app
from scoring.cli.schemas import schemas
from scoring.compare import findings
from scoring.compare.archive import MOST_PROBLEMS, archived
from scoring.compare.evenings import clip_file, measured, position_lines
from scoring.compare.figures import CHIEFS, KINDS, Figure
from scoring.compare.findings import Finding, compare
from scoring.compare.page import MOST_BINS, page
from scoring.compare.paired import Estimate
from scoring.compare.report import MOST_TOLD, Numbers, Report, lasting
from scoring.play import records
from scoring.play.play import Play
from scoring.play.simulate import Plan
from tests.scoring.compared import STAND_INS, TOP_STEP, apart, edited, mine, shipped

WINSTON = "winstons_archive"
ARCHIVE = Path(__file__).parent.parent / "positions"
RECORDS = Path(__file__).parent.parent / "records"
VOID = {"meta", "br", "link"}


def run(*words: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["compare", *map(str, words)])
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Winston's Archive with three stand-ins."""
    return edited(tmp_path_factory.mktemp("mine"), WINSTON, STAND_INS)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Of these rules, whose name and a book's title would do harm in a page."""
    edits = {
        **STAND_INS,
        "books.yaml": [('"A Key to All Locks"', '"<script>alert(1)</script>"')],
    }
    rules = mine(tmp_path_factory.mktemp("harm"), WINSTON, edits)
    rules = type(rules)("<b>mine</b>", rules.game, rules.data)
    return Report(compare(shipped(WINSTON), rules, Plan(3), 120, 1))


def test_the_report_is_in_sentences(folder: Path) -> None:
    status, out, err = run("shipped", folder, WINSTON, "--games", "100")
    assert (status, err) == (0, "")
    assert "specials.yaml: specials.product_over_process.copies: 4 → 3" in out
    sentence = (
        r"  Length of a game in turns: falls from [\d.]+ to [\d.]+, by [\d.]+ turns "
        r"\(95 %: ([\d.]+) to ([\d.]+)\)\."
    )
    found = re.search(sentence, out)
    assert found is not None
    assert 0 < float(found[1]) < float(found[2])
    assert re.search(r"Wins of seat 1: [\d.]+ % and [\d.]+ %; a change of [\d.]+ percent", out)
    assert "100 games under each rule set, 2 players, seed 1" in out
    assert "Every seat played by: random." in out
    assert "Random players mislead about balance" in out
    assert "Compare with --bots greedy too." in out


@pytest.mark.sweep
def test_it_comes_out_the_same_again_and_by_workers(folder: Path) -> None:
    words = ["shipped", folder, WINSTON, "--games", "40", "--json"]
    found = [json.loads(run(*words, *more)[1]) for more in ([], [], ["--workers", "2"])]
    for one in found:
        del one["seconds"]
    assert found[0] == found[1] == found[2]
    assert found[0] != json.loads(run(*words, "--seed", "2")[1])


def test_the_same_rules_claim_nothing() -> None:
    status, out, _ = run("shipped", "shipped", WINSTON, "--games", "30")
    assert status == 0
    assert "The two are the same rules." in out
    assert "Length of a game in turns: 3" in out
    assert out.count("the same in every game.") == 9
    assert "60 games in" in out


def test_the_answer_is_as_its_schema_says(folder: Path) -> None:
    status, out, _ = run(
        "shipped", folder, WINSTON, "--games", "60", "--json", "--positions", ARCHIVE
    )
    assert status == 0
    answer = json.loads(out)
    schema = json.loads(schemas()["compare.answer.schema.json"])
    assert not list(jsonschema.Draft202012Validator(schema).iter_errors(answer))
    assert (answer["games"], answer["played"], answer["fresh"]) == (60, 240, True)
    confirmed = [one for one in answer["figures"] if one["confirmed"]]
    assert len(confirmed) <= answer["suspected"] <= answer["comparisons"]
    assert all(one["fresh"] and one["least"] * one["most"] > 0 for one in confirmed)
    assert {one["kind"] for one in answer["figures"]} <= {*KINDS}
    assert [one["name"] for one in answer["figures"] if one["kind"] == "seat"] == ["1", "2"]


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["nowhere", "shipped", WINSTON], 2, "nowhere: no such folder; expected one as for --data"),
        (["shipped", "shipped", "winston"], 2, "GAME: no game called 'winston' here"),
        (["shipped", ARCHIVE, WINSTON], 1, "no games here"),
        (["shipped", "shipped", WINSTON, "--players", "9"], 2, "shipped cannot be played so: WA-1"),
        (["shipped", "shipped", WINSTON, "--bots", "gredy"], 2, "did you mean greedy?"),
        (["shipped", "shipped", WINSTON, "--bots", "advice"], 2, "no advice for winstons_archive"),
        (["shipped", "shipped", WINSTON, "--bot", "x", "--bot", "y", "--bot", "z"], 2, "3 bots"),
        (["shipped", "shipped", WINSTON, "--opening", "jump"], 2, "extra: jump"),
        (["shipped", "shipped", WINSTON, "--games", FEWEST_COMPARED - 1], 2, "29"),
        (["shipped", "shipped", WINSTON, "--games", MOST_COMPARED + 1], 2, "1000001"),
        (["shipped", "shipped", WINSTON, "--positions", "no.yaml", "--games", "30"], 0, ""),
        (["shipped", "shipped", WINSTON, "--html", "/dev/null/x", "--games", "30"], 1, "cannot be"),
    ],
)
def test_what_cannot_be_compared_is_said(words: list[object], status: int, said: str) -> None:
    found, _, err = run(*words)
    assert found == status
    assert said in err
    assert "Traceback" not in err


def test_an_edit_that_does_not_add_up_is_refused_with_what_to_do(tmp_path: Path) -> None:
    mine_ = edited(tmp_path, WINSTON, {"game.yaml": [("process: 4", "process: 3")]})
    status, _, err = run("shipped", mine_, WINSTON)
    assert status == 1
    assert "specials.yaml:4:13: product_over_process, field copies: found 4, but game.yaml" in err
    assert "field numbers.deck.cards: found 54, but the kinds of card add up to 53" in err


def test_rules_for_other_players_are_named(tmp_path: Path) -> None:
    mine_ = edited(tmp_path, WINSTON, {"game.yaml": [("{min: 2, max: 6}", "{min: 3, max: 6}")]})
    assert "3 players" in run("shipped", mine_, WINSTON, "--games", "30")[1]
    status, _, err = run("shipped", mine_, WINSTON, "--players", "2")
    assert status == 2
    assert f"{mine_} cannot be played so" in err


@pytest.mark.sweep
def test_cards_whose_text_was_changed_are_named(tmp_path: Path) -> None:
    edits = {"tools.yaml": [("Put one Feature", "Put a Feature")]}
    tools = edited(tmp_path, "verse_and_variant", edits)
    _, _, err = run("shipped", tools, "verse_and_variant", "--games", "30")
    assert err.startswith("Note: ")


# Words and numbers


def finding(kind: str, name: str, values: tuple[float, ...], *, told: bool = True) -> Finding:
    old, new, least, most = values
    estimate = Estimate(old, new, new - old, new - old, 0.1, 99)
    return Finding(Figure(kind, name), estimate, least, most, told, True, 0.4567, 50)


@pytest.mark.sweep
def test_numbers_are_rounded_to_what_is_certain(report: Report) -> None:
    said = Numbers(finding("game", "score", (10.26, 12.01, 1.49, 2.01)))
    assert (said.old, said.new, said.difference, said.size) == ("10.26", "12.01", "+1.75", "1.75")
    assert (said.least, said.most, said.span) == ("+1.49", "+2.01", "95 %: 1.49 to 2.01")
    lower = finding("seat", "1", (0.52, 0.48, -0.071, -0.009))
    assert Numbers(lower).span == "95 %: 0.90 to 7.10"
    assert Numbers(lower).least == "−7.10"
    assert report.sentence(lower) == (
        "Wins of seat 1: falls from 52.00 % to 48.00 %, by 4.00 percentage points "
        "(95 %: 0.90 to 7.10)."
    )
    always = Numbers(finding("left", "x", (4, 3, -1, -1)))
    assert always.span == "always 1.00"
    nothing = Numbers(finding("game", "score", (0.0, -0.001, -0.3, 0.3), told=False))
    assert nothing.difference == "0.00"


@pytest.mark.sweep
def test_the_change_that_would_show_is_said(report: Report) -> None:
    quiet = finding("game", "margin", (3.1, 3.2, -0.2, 0.4), told=False)
    assert report.unchanged(quiet) == (
        "Margin of the first over the second: 3.10 and 3.20; a change of 0.46 points or more "
        "would show."
    )


@pytest.mark.parametrize("name", CHIEFS)
def test_every_chief_figure_has_its_words(name: str, report: Report) -> None:
    assert report.subject(Figure("game", name))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("game", "shares")])
def test_every_kind_has_its_words(kind: str, report: Report) -> None:
    assert "7" in report.subject(Figure(kind, "7"))
    assert len(report.subject(Figure(kind, "long " * 900))) < 120
    assert "\x1b" not in report.subject(Figure(kind, "a\x1b[31m"))


def test_who_played_is_said(report: Report) -> None:
    greedy = compare(shipped("dice_archive"), shipped("dice_archive"), Plan(2, (), ()), 30, 1)
    found = Report(type(greedy)(**{**vars(greedy), "plan": Plan(2, (), ("greedy", "random"))}))
    notes = list(found.notes())
    assert notes[0] == "The seats played by: greedy and random."
    assert any(note.startswith("Random players mislead") for note in notes)
    assert any(note.startswith("Greedy players look no further") for note in notes)


def test_few_details_are_told_and_the_rest_counted(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = [one for one in report.found.told if one.figure.kind not in ("game", "shares", "seat")]
    assert 1 < len(told) <= MOST_TOLD
    monkeypatch.setattr("scoring.compare.report.MOST_TOLD", 1)
    lines = "\n".join(report.lines())
    assert f"and {len(told) - 1} more details" in lines
    assert report.sentence(told[0]) in lines
    assert report.sentence(told[1]) not in lines


# The page


class Reader(HTMLParser):
    """Reads a page, and sees that what is opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def test_the_page_is_whole_and_needs_no_other_file(report: Report) -> None:
    text = page(report)
    found = Reader(text)
    assert not found.all("script")
    assert not found.all("img")
    assert not re.search(r"https?:|url\(|@import", text)
    assert all(one["aria-label"] for one in found.all("svg") if one.get("role") == "img")
    assert len([one for one in found.all("svg") if one.get("role") == "img"]) == 4
    for sentence in (one for one in report.found.told if one.figure.kind == "game"):
        assert report.sentence(sentence) in text
    assert "@page" in text
    assert text.count("<tr") > len(report.found.findings)


def test_the_page_escapes_what_strangers_wrote(report: Report) -> None:
    text = page(report)
    assert "<b>mine</b>" not in text
    assert "&lt;b&gt;mine&lt;/b&gt;" in text
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_bars_are_as_high_as_their_shares(report: Report) -> None:
    bars = Reader(page(report)).all("rect")
    heights = {"old": 0.0, "new": 0.0}
    for bar in bars:
        kind, height = bar["class"], bar["height"]
        assert kind is not None
        assert height is not None
        heights[kind] += float(height)
        assert float(bar["y"] or 0) + float(height) == pytest.approx(170 - 34, abs=0.02)
    assert heights["old"] > 0
    assert heights["new"] > 0


def test_bins_are_few_and_round() -> None:
    sizes = [bin_size(number, MOST_BINS) for number in (1, 24, 25, 49, 121, 100_000)]
    assert sizes == [1, 1, 2, 5, 10, 5000]
    assert all(number / bin_size(number, MOST_BINS) <= MOST_BINS for number in range(1, 3000))


def test_the_page_is_written(tmp_path: Path, folder: Path) -> None:
    file = tmp_path / "new" / "report.html"
    status, out, _ = run("shipped", folder, WINSTON, "--games", "40", "--html", file)
    assert status == 0
    assert file.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert [one.name for one in file.parent.iterdir()] == ["report.html"]
    assert "Confirmed on fresh games: " in out


# Archived positions


def test_positions_whose_score_changes_are_told(tmp_path: Path) -> None:
    new = mine(tmp_path, "verse_and_variant", TOP_STEP)
    found = archived([ARCHIVE], shipped("verse_and_variant"), new)
    by_name = {Path(one.file).name: one for one in found}
    (cy,) = by_name["vv_four_players.yaml"].moved
    assert (cy.player, cy.old.total, cy.new.total) == ("Cy", 76, 70)
    assert cy.parts == {"ladders": (66, 60)}
    assert by_name["wa_two_players.yaml"].of_another_game
    broken = by_name["vv_invalid.yaml"]
    assert 0 < len(broken.problems) <= 2 * (MOST_PROBLEMS + 1)
    assert all(problem.startswith(broken.file) for problem in broken.problems)
    assert by_name["vv_four_players.expected.json"].problems


def test_places_and_winners_that_change_are_counted(tmp_path: Path) -> None:
    new = mine(tmp_path / "mine", WINSTON, {"game.yaml": [("reprimand: -3", "reprimand: -1")]})
    file = tmp_path / "evening.yaml"
    file.write_text(
        "game: winstons_archive\nplayers:\n"
        "  - {name: Ann, books: {A: 2, B: 2, C: 4, E: 5, F: 1}, stand_ins: {B: 1}, "
        "product_over_process: 3, open_secrets: 2, manuscripts: 8}\n"
        "  - {name: Bo, books: {B: 1, D: 5, E: 1, F: 6}, stand_ins: {}, product_over_process: 1, "
        "open_secrets: 3, manuscripts: 10}\n",
        "utf-8",
    )
    (found,) = archived([file], shipped(WINSTON), new)
    assert found.winners == (("Bo",), ("Ann",))
    assert found.places_change
    ann = next(one for one in found.moved if one.player == "Ann")
    assert (ann.old.place, ann.new.place, ann.parts) == (2, 1, {"reprimand": (-3, -1)})
    report = Report(compare(shipped(WINSTON), new, Plan(2), 30, 1), [found])
    said = list(position_lines([found]))
    assert said[0] == "Of 1 archived position, 1 with other places, 1 with another winner."
    assert f"  {clip_file(str(file))}: Ann: place 2 → 1, 13 → 15 points (reprimand −3 → −1)" in said
    assert "Ann: place 2 → 1" in page(report)


def test_a_record_counts_by_what_it_came_to(tmp_path: Path) -> None:
    new = mine(tmp_path, "verse_and_variant", TOP_STEP)
    (found,) = archived(
        [RECORDS / "verse_and_variant_evening.yaml"], shipped("verse_and_variant"), new
    )
    assert found.sound
    assert found.winners[0]


def test_a_record_with_a_move_that_the_rules_refuse(tmp_path: Path) -> None:
    file = tmp_path / "record.yaml"
    file.write_text("record: winstons_archive\nplayers: [Ann, Bo]\nmoves:\n  - Ann: jump\n")
    (found,) = archived([file], shipped(WINSTON), shipped(WINSTON))
    assert found.problems[0].startswith(f"{file}:4: under shipped: WA-2.1: ")


def test_files_that_are_no_positions_are_listed(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"\xff\xfe")
    (tmp_path / "b.yaml").write_text("- 1\n")
    (tmp_path / "c.yaml").write_text("game: winstons_archive\nplayers: null\n")
    (tmp_path / "notes.txt").write_text("no position")
    found = archived([tmp_path], shipped(WINSTON), shipped(WINSTON))
    assert [Path(one.file).name for one in found] == ["a.yaml", "b.yaml", "c.yaml"]
    assert all(one.problems for one in found)
    status, _, err = run(
        "shipped", "shipped", WINSTON, "--positions", tmp_path / "none", "--games", "100"
    )
    assert (status, err) == (0, "")


def test_a_folder_without_positions_is_refused(tmp_path: Path) -> None:
    status, _, err = run("shipped", "shipped", WINSTON, "--positions", tmp_path)
    assert status == 2
    assert "found 0 files" in err


@pytest.mark.sweep
def test_the_report_of_other_chance_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "play_pairs", apart)
    found = Report(compare(shipped(WINSTON), shipped(WINSTON), Plan(2), 500, 1))
    assert found.found.told == []
    assert "No change was found in:" in list(found.lines())


REFILL = f"{WINSTON}.refill_taken_stack=true"
OPTIONS = "House options: refill taken stack: the deck’s top card takes its place (WA-3.2)."


def test_house_options_hold_for_both_rule_sets_and_are_told(tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    words = ("shipped", "shipped", WINSTON, "--games", "30", "--json")
    usual, chosen = [
        json.loads(run(*words, *more)[1]) for more in ((), ("--option", REFILL, "--html", html))
    ]
    assert (usual["edits"], chosen["edits"]) == ([], [])
    assert (OPTIONS in usual["notes"], chosen["notes"][0]) == (False, OPTIONS)
    assert OPTIONS in html.read_text("utf-8")
    lengths = [next(one for one in each["figures"] if one["name"] == "length")["old"]
               for each in (usual, chosen)]  # fmt: skip
    assert lengths[0] != lengths[1]


def test_a_record_of_house_options_is_played_by_them(tmp_path: Path) -> None:
    """Under the shipped rules its moves would be refused."""
    play = Play(card_data.load(WINSTON, None, [REFILL]), ["Ann", "Bo"], 3)
    play.play_on(Random(3))
    file = tmp_path / "evening.yaml"
    text = records.write(play)
    file.write_text(text, "utf-8")
    (found,) = archived([file], shipped(WINSTON), shipped(WINSTON))
    assert (found.problems, found.moved, found.sound) == ((), (), True)
    file.write_text(
        text.replace("  refill_taken_stack: true\n", "  tie_for_fewest: nobody\n"), "utf-8"
    )
    (refused,) = archived([file], shipped(WINSTON), shipped(WINSTON))
    assert refused.problems


@pytest.mark.sweep
def test_what_is_typed_goes_before_the_house_options_of_a_position(tmp_path: Path) -> None:
    """How often it does is said. Tied for fewest pages, Ann and Bo are out or not."""
    file = tmp_path / "evening.yaml"
    seats = [("Ann", "{A: 2, B: 3}", 5, 0, 0), ("Bo", "{C: 4, D: 5, E: 6, F: 7}", 5, 0, 0),
             ("Cy", "{}", 8, 4, 5)]  # fmt: skip
    lines = [
        f"  - {{name: {name}, books: {books}, manuscripts: {pages}, stand_ins: {{}}, "
        f"product_over_process: {stand_ins}, open_secrets: {secrets}}}"
        for name, books, pages, stand_ins, secrets in seats
    ]
    begun = ["game: winstons_archive", "options: {tie_for_fewest: nobody}", "players:"]
    file.write_text("\n".join(begun + lines), "utf-8")
    words = ("shipped", "shipped", WINSTON, "--games", "30", "--positions", file, "--json")
    typed = ("--option", f"{WINSTON}.tie_for_fewest=all_tied")
    found = [json.loads(run(*words, *more)[1])["positions"][0] for more in ((), typed)]
    assert [one["winners"][0] for one in found] == [["Bo"], ["Cy"]]
    assert [one["overruled"] for one in found] == [False, True]
    said = "; 1 scored under --option in place of their own house options."
    assert [said in run(*words[:-1], *more)[1] for more in ((), typed)] == [False, True]


def test_times_and_numbers_of_one_are_in_words() -> None:
    assert (lasting(0.2), lasting(1234.4)) == ("less than a second", "1,234 s")
    assert (measured("1", "points"), measured("−1", "decisions")) == ("1 point", "−1 decision")
    assert (measured("1.0", "points"), measured("0", "")) == ("1.0 points", "0")
