"""Slips of a person at the end of an evening: each is named, at its line, with what was meant."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
import yaml

import card_data
import scoring
from card_data.limits import MOST_FAULTS, MOST_PLAYERS
from scoring import DataError, games
from scoring.play import records
from scoring.play.play import Play
from scoring.positions import dump
from scoring.positions.positions import PositionReader, UnreadableError
from scoring.positions.result import Chain, Part, Tally, Tiebreak, rank
from tests.card_data.copies import copied, edit, problems
from tests.scoring.tools import asked, broken, run, seated

POSITIONS = Path(__file__).parents[1] / "positions"
RECORDS = Path(__file__).parents[1] / "records"
TWO = (POSITIONS / "wa_two_players.yaml").read_text("utf-8")
BOARD = """\
game: dice_archive
board:
  left: {{1: {die}}}
  middle: {{}}
  right: {{}}
players:
  - name: {name}
    tasks: {{left: [1], middle: [], right: []}}
  - name: Bo
    tasks: {{left: [], middle: [], right: []}}
"""


def refused(text: str) -> str:
    """Why a text is no position."""
    with pytest.raises(DataError) as error:
        scoring.read(text)
    return str(error.value)


def saved(folder: Path, content: str | bytes, name: str = "evening.yaml") -> str:
    """A file with this content."""
    path = folder / name
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return str(path)


# names


@pytest.mark.parametrize(
    ("name", "die"), [('"Ann "', "Ann"), ("Ann", '" Ann"'), ('"Ann\\t"', '"Ann  "')]
)
def test_spaces_around_a_name_do_not_count(name: str, die: str) -> None:
    report = scoring.score(scoring.read(BOARD.format(name=name, die=die)))
    assert report.result is not None
    assert [(one.player, one.total) for one in report.result.standings] == [("Ann", 1), ("Bo", 0)]


def test_spaces_around_a_name_do_not_count_in_a_record() -> None:
    head = 'record: winstons_archive\nplayers: ["Ann ", Bo]\nmoves:\n'
    shuffle = Play(card_data.load("winstons_archive"), ["Ann", "Bo"]).decisions[0].options
    cards = " ".join(shuffle.cards)  # type: ignore[attr-defined]
    moves = f'- table: {cards}\n- "Ann": decline\n- " Ann ": take\n'
    replay = records.play_back(records.read(head + moves))
    assert replay.findings == ()
    assert replay.play is not None
    assert asked(replay.play)[0] == "Bo"


@pytest.mark.parametrize("die", ["Annn", "An"])
def test_a_die_of_nobody_asks_for_the_name_that_comes_near(die: str) -> None:
    report = scoring.check(scoring.read(BOARD.format(name="Ann", die=die)))
    (finding,) = report.findings
    assert finding.message == (
        f"a die of '{die}', who is not a player in this game; did you mean Ann?"
    )


def test_a_cube_of_nobody_asks_for_the_name_that_comes_near() -> None:
    text = (POSITIONS / "vv_four_players.yaml").read_text("utf-8")
    report = scoring.check(scoring.read(text.replace("papyrus: [Ann,", "papyrus: [Annn,", 1)))
    assert report.findings[0].message == (
        "a cube of 'Annn', who is not a player in this game; did you mean Ann?"
    )


def test_a_move_of_nobody_asks_for_the_name_that_comes_near() -> None:
    head = "record: nineteen_eighty_four\nplayers: [Winston]\nmoves:\n"
    (finding,) = records.play_back(records.read(head + "- Winton: level 1\n")).findings
    assert finding.message.startswith(
        "'level 1' by 'Winton', who is not a player in this game; did you mean Winston?; it is "
    )


@pytest.mark.parametrize("game", [name for name in games.names() if name[0] != "n"])
def test_two_of_one_name_are_told_by_the_clause_that_asks_for_different_names(game: str) -> None:
    loaded = card_data.load(game)
    names = ["Ann", "Bo", "Cy"][: loaded.head.players.min]
    play = Play(loaded, names)
    with pytest.raises(scoring.IllegalMove) as error:
        Play(loaded, [*names[:-1], " Ann"])
    (finding,) = error.value.findings
    clause = loaded.clauses()[finding.rule]
    assert "different name" in f"{clause.text} {clause.ruling} {clause.scorer}"
    report = records.play_back(records.read(records.write(play).replace(names[-1], "Ann"))).report()
    assert broken(report) == [(finding.rule, f"players.{len(names) - 1}")]


# messages


def test_a_player_is_called_by_name_with_the_path_after_it(tmp_path: Path) -> None:
    file = saved(tmp_path, TWO.replace("A: 2", "A: 4").replace("name: Bo", "name: null"))
    assert run("check", file)[1].splitlines()[:2] == [
        f"{file}:4: WA-6.1: Ann: 4 books of set A, but the set has 2 (books.A)",
        f"{file}:9: player 2: name is missing",
    ]
    (found,) = json.loads(run("check", "--json", file)[1])["violations"]
    assert found["message"] == "Ann: 4 books of set A, but the set has 2"


def test_places_in_a_list_count_from_one_in_messages_and_from_zero_in_json(tmp_path: Path) -> None:
    board = BOARD.format(name="Ann", die="Ann").replace("left: [1]", "left: [1, 9]", 1)
    file = saved(tmp_path, board.replace("right: []", "right: [null]", 1))
    said = run("check", file)[1]
    assert "Ann: there is no task 9; tasks are 1 to 6 (tasks.left no. 2)" in said
    assert "Ann: tasks.right no. 1 is missing" in said
    answer = json.loads(run("check", "--json", file)[1])
    assert [found["where"] for found in answer["violations"]] == ["players.0.tasks.left.1"]
    assert answer["missing"] == ["players.0.tasks.right.0"]
    space = saved(tmp_path, BOARD.format(name="Ann", die="Ann").replace("{1: Ann", "{7: Ann"))
    assert "spaces are 1 to 6 (board.left.7)" in run("check", space)[1], (
        "a key is no place in a list"
    )
    assert "Ann, field tasks.left no. 2: found x" in refused(board.replace("9", "x"))


def test_a_refused_move_names_its_player(tmp_path: Path) -> None:
    text = (RECORDS / "dice_archive_evening.yaml").read_text("utf-8")
    assert "- Tom: task left 3" in text
    file = saved(tmp_path, text.replace("- Tom: task left 3", "- Tom: task left 7", 1))
    said = run("replay", file)[1]
    assert ": Tom: 'task left 7' is not a move here; " in said
    assert "(moves no. " in said


def test_what_is_missing_has_its_line_and_a_label(tmp_path: Path) -> None:
    text = BOARD.format(name="Ann", die="Ann").replace("right: []", "right: [2, null]", 1)
    file = saved(tmp_path, text.replace("  middle: {}", "  middle: null", 1))
    assert run("check", file)[1].splitlines()[:2] == [
        f"{file}:4: board.middle is missing",
        f"{file}:8: Ann: tasks.right no. 2 is missing",
    ]


@pytest.mark.parametrize("game", ["da", "ms", "vv"])
def test_findings_come_in_the_order_of_lines(game: str) -> None:
    report = scoring.check(scoring.read(POSITIONS / f"{game}_invalid.yaml"))
    lines = [finding.line for finding in report.findings]
    assert len({*lines}) > 2
    assert lines == sorted(lines)


# slips


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("    open_secrets: 2", "\topen_secrets: 2",
         "text:7:1: not YAML: line 7 is indented with a tab"),
        ("    open_secrets: 2", "  \topen_secrets: 2", "indented with a tab: use spaces"),
        ("open_secrets: 2", "open_secrets: '2'", "found '2', expected a whole number without quo"),
        ("open_secrets: 2", "open_secrets: two", "found two, expected a whole number"),
    ],
)  # fmt: skip
def test_a_slip_in_a_number_or_an_indent(old: str, new: str, says: str) -> None:
    assert old in TWO
    assert says in refused(TWO.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new"), [("left: [1]", "left: 1 2 3"), ("left: [1]", "left: 1, 3")]
)
def test_a_list_without_brackets(old: str, new: str) -> None:
    said = refused(BOARD.format(name="Ann", die="Ann").replace(old, new, 1))
    assert "expected a list, as in [a, b]" in said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{game: dice_archive, board: 1}", "board: found '1', expected a mapping, as in {left: {1"),
        ("{game: dice_archive, board: {left: 1 2 3}}", "expected a mapping, as in {1: Ann, 4: Bo}"),
        (
            "{game: dice_archive, board: {left: [1, 2]}}",
            "found a list, expected a mapping, as in {",
        ),
        (
            "{game: dice_archive, players: [{tasks: 1 2}]}",
            "expected a mapping, as in {left: [1, 4]",
        ),
        ("{game: winstons_archive, players: [{books: A 2}]}", "a mapping, as in {A: 2, C: 4}"),
        ("{game: manuscript, players: [{legend: lanval}]}", "a mapping, as in {A: lanval, B: perc"),
        (
            "{game: verse_and_variant, players: [{features: 3 4}]}",
            "mapping, as in {papyrus: 2, maj",
        ),
        (
            "{game: verse_and_variant, institutions: Ann}",
            "mapping, as in {papyrus: [Ann, Bo, none]}",
        ),
        ("{game: nineteen_eighty_four, points: 9}", "fields (golden_country, big_brother, rounds)"),
    ],
)
def test_what_is_no_mapping_is_shown_how_to_write_one(text: str, says: str) -> None:
    assert says in refused(text)


@pytest.mark.parametrize("wrong", ["A:2", "Z:2", "B:x"])
def test_a_colon_without_a_space_after_it(wrong: str) -> None:
    said = refused(TWO.replace("{A: 2", f"{{{wrong}", 1))
    assert f"found {wrong}, expected a space after the colon" in said
    assert "answered" not in said


@pytest.mark.parametrize("level", ["x3", "×3", "X3", "x 3", "'x3'", '"×3"', "3"])
def test_a_level_may_be_written_as_on_the_sheet(level: str) -> None:
    """NE-2.1: in a position and in a record."""
    text = f"game: nineteen_eighty_four\nlevel: {level}\nrounds: [17]\nrunning: true\n"
    assert scoring.read(text).position.level == 3
    record = f"record: nineteen_eighty_four\nplayers: [Ann]\nmoves:\n- Ann: {level}\n"
    replay = records.play_back(records.read(record))
    assert replay.play is not None
    assert replay.play.filled().position.level == 3


@pytest.mark.parametrize("level", ["3x", "xx3", "x", "three"])
def test_what_is_no_level_asks_for_one(level: str) -> None:
    said = refused(f"game: nineteen_eighty_four\nlevel: {level}\nrounds: []\n")
    assert said == f"text:2:8: field level: found {level}, expected a level, as in 3 or x3"
    report = scoring.check(scoring.read("{game: nineteen_eighty_four, level: x9, rounds: []}"))
    assert report.findings[0].message == "there is no level 9; levels are 1 to 5"


def test_no_list_is_offered_where_its_entries_are_no_single_values() -> None:
    assert refused("game: winstons_archive\nplayers: Ann Bo").endswith("expected a list")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (TWO.encode("utf-16")[:-1],
         ": the file is damaged: it begins as UTF-16 and does not go on so"),
        (b"name: \x93Ann\x94", ":1: the file is not UTF-8 text: save it as UTF-8"),
    ],
)  # fmt: skip
def test_a_file_in_another_encoding(content: bytes, says: str, tmp_path: Path) -> None:
    file = saved(tmp_path, content)
    assert run("score", file) == (1, "", f"{file}{says}\n")


def test_a_position_and_a_record_in_utf_16_are_read(tmp_path: Path) -> None:
    assert run("score", saved(tmp_path, TWO.encode("utf-16")))[0] == 0
    record = (RECORDS / "dice_archive_evening.yaml").read_text("utf-8")
    assert run("replay", saved(tmp_path, record.encode("utf-16")))[0] == 0


# one wave


def test_an_unknown_key_hides_nothing(tmp_path: Path) -> None:
    text = TWO.replace("A: 2", "A: 4").replace("manuscripts: 8", "manuscript: 8")
    file = saved(tmp_path, text.replace("open_secrets: 3", "open_secrets: null\n    hat: red"))
    status, out, err = run("check", file)
    assert (status, out) == (1, "")
    assert err.splitlines() == [
        f"{file}:4: WA-6.1: Ann: 4 books of set A, but the set has 2 (books.A)",
        f"{file}:8:5: Ann, field manuscript: unknown key; did you mean manuscripts?",
        f"{file}:12: Bo: open_secrets is missing",
        f"{file}:13:5: Bo, field hat: unknown key (known: books, manuscripts, name, open_secrets, "
        "out, points, product_over_process, stand_ins, total)",
    ]
    answer = json.loads(run("check", "--json", file)[1])
    assert [found["where"] for found in answer["violations"]] == ["players.0.books.A"]
    assert answer["missing"] == ["players.1.open_secrets"]
    assert len(answer["error"]) == 2


@pytest.mark.parametrize("game", games.names())
def test_a_key_too_many_adds_no_other_finding(game: str) -> None:
    play = seated(game)
    play.play_on(Random(2))
    text = "\n".join(dump.lines(play.filled()))
    with pytest.raises(UnreadableError) as error:
        scoring.read(f"{text}\nhat: red")
    assert len(error.value.problems) == 1
    assert error.value.report is not None
    assert error.value.report.sound


@pytest.mark.parametrize("file", sorted(POSITIONS.glob("*.yaml")), ids=lambda file: file.stem)
def test_whatever_cannot_be_read_the_rest_is_checked(file: Path) -> None:
    """Each value of a position in turn is replaced by one that is out of place."""
    lines, reader = file.read_text("utf-8").splitlines(), PositionReader()
    for at in [at for at, line in enumerate(lines) if ": " in line and "  " in line]:
        changed = f"{lines[at].partition(': ')[0]}: {{x: [1]}}"
        with pytest.raises(DataError) as error:
            reader.read("\n".join([*lines[:at], changed, *lines[at + 1 :]]))
        if isinstance(error.value, UnreadableError):
            assert error.value.report is not None
            assert at + 1 in [problem.line for problem in error.value.problems]


def test_an_unknown_key_of_a_record_hides_no_move() -> None:
    head = "record: nineteen_eighty_four\nplayers: [Ann]\nhat: red\nmoves:\n"
    with pytest.raises(UnreadableError) as error:
        records.read(head + "- Ann: level 9\n")
    assert "hat: unknown key" in str(error.value)
    assert error.value.report is not None
    assert broken(error.value.report)[0][1] == "moves.0"


# standard input


def test_a_dash_is_standard_input() -> None:
    status, said, _ = run("score", "-", lines=TWO)
    assert (status, said.splitlines()[0]) == (0, "-: winstons_archive")
    as_json = json.dumps(yaml.safe_load(TWO), indent="\t")
    assert run("score", "-", lines=as_json) == (status, said, "")
    assert run("check", "-", lines=TWO)[1].startswith("-: valid.\n")
    assert run("show", "-", lines=TWO)[0] == 0
    wrong = TWO.replace("A: 2", "A: 4")
    assert run("score", "-", lines=wrong)[1].startswith("-:4: WA-6.1: Ann: ")
    record = (RECORDS / "dice_archive_evening.yaml").read_text("utf-8")
    assert run("replay", "-", lines=record)[0] == 0


def test_standard_input_is_not_trusted_either() -> None:
    for content in (b"", b"\xff\xfe\x00", b"[" * 9000, b"\x00" * 9):
        assert run("score", "-", lines=content)[0] == 1


# provisional scores


def test_leaders_may_share_the_lead_or_be_ahead_by_a_tiebreaker() -> None:
    def verdict(*breakers: int) -> str:
        parts = (Part("books", 3, "WA-5.2"),)
        tallies = [Tally(name, parts, (more,)) for name, more in zip("AB", breakers, strict=True)]
        return rank(tallies, Chain((Tiebreak("DA-5.2", "most dice"),), "DA-5.3")).so_far().verdict

    assert verdict(1, 1) == "So far A and B lead with 3 points each."
    assert verdict(1, 2) == "So far B leads with 3 points: ahead by most dice (DA-5.2)."
    assert rank([], Chain((), "DA-5.3")).so_far().verdict == "Nobody leads so far."


@pytest.mark.parametrize("game", games.names())
def test_a_record_that_is_not_over_scores_as_it_stands(game: str, tmp_path: Path) -> None:
    """So does the table that `replay` prints of it: the same standings, and no winner."""
    play, rng = seated(game), Random(game)
    stops = {3, 10, 31, 80}
    while play.decision is not None and len(play.turns) < max(stops):
        play.move(play.decision.random(rng), play.decision.who)
        if len(play.turns) not in stops or play.decision is None:
            continue
        file = saved(tmp_path, records.write(play))
        status, out, _ = run("replay", "--json", file)
        found = json.loads(out)
        assert (status, found["valid"], found["final"], found["winners"]) == (0, True, False, [])
        assert len(found["standings"]) == len(play.players)
        table = saved(tmp_path, run("replay", file)[1])
        status, out, _ = run("score", "--json", table)
        if len(play.players) == 1:  # whose sheet has no place for a name
            found["standings"][0]["player"] = "Winston"
        position = yaml.safe_load(Path(table).read_text("utf-8"))
        assert found.pop("position") == json.loads(json.dumps(position))
        assert (status, json.loads(out)) == (0, found)


def test_a_running_table_says_so_and_its_clauses_hold_all_the_same() -> None:
    """WA-6.1: cards may be missing, but none is there twice."""
    running = TWO.replace("manuscripts: 8", "manuscripts: 1") + "running: true\n"
    report = scoring.score(scoring.read(running))
    assert report.provisional == ("provisional score: the game is not over",)
    assert not scoring.check(scoring.read(running.replace("running: true", ""))).valid
    assert not scoring.check(scoring.read(running.replace("A: 2", "A: 3"))).valid


# clauses


@pytest.mark.parametrize("name", ["WA", "wa", "winstons_archive", "Winston's Archive"])
def test_rule_prints_a_whole_booklet(name: str) -> None:
    status, out, _ = run("rule", name)
    lines = [line.strip() for line in out.splitlines()]
    game = card_data.load("winstons_archive")
    assert (status, lines[0]) == (0, "Winston's Archive")
    titles = [one.title + " (for the scorer)" * one.scorer for one in game.sections]
    assert titles[-1] == "A valid end position (for the scorer)"
    places = [lines.index(title) for title in titles]
    assert places == sorted(places)
    assert [line for line in lines if line in game.clauses()] == [*game.clauses()]
    assert game.clauses()["WA-5.7"].text in lines


def test_a_booklet_may_be_asked_for_by_a_title() -> None:
    assert run("rule", "Verse & Variant") == run("rule", "VV")
    assert run("rule", "nineteen eighty-four") == run("rule", "NE")


def test_a_booklet_has_the_cards_whose_text_is_a_rule() -> None:
    lines = run("rule", "VV")[1].splitlines()
    game = card_data.load("verse_and_variant")
    cards = [f"  {tool.id} {tool.title}" for tool in game.data.tools]
    assert [line for line in lines if line in cards] == cards
    assert lines.index(cards[0]) > lines.index("  VV-9.2")
    after = lines[lines.index("  T-5d Paleographic Ledger") + 1]
    assert after.strip() == run("rule", "T-5d")[1].splitlines()[1]


@pytest.mark.parametrize("name", ["WA5.5", "wa 5.5", "Wa-5,5", "WA\N{EN DASH}5.5", "wa-5-5"])
def test_a_clause_may_be_written_otherwise(name: str) -> None:
    assert run("rule", name) == run("rule", "WA-5.5")


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("WA-33", "WA-3.3"), ("WA-3.22", "WA-3.2"), ("WB-5.5", "WA-5.5")],
)
def test_a_clause_that_is_not_there_finds_the_nearest(name: str, nearest: str) -> None:
    status, out, err = run("rule", name)
    assert (status, err) == (2, f"{name}: no such clause; did you mean {nearest}?\n")
    assert out == run("rule", nearest)[1]


def test_a_ruling_for_an_option_that_is_not_named_is_refused(tmp_path: Path) -> None:
    edited = copied("winstons_archive", tmp_path)
    line = edit(edited / "rules.yaml", "        option: tie_for_fewest\n", "")
    (problem,) = problems(edited)
    assert problem.message == "found a ruling for an option, but no option is named"
    assert problem.line == line


def test_of_very_much_that_is_wrong_the_first_is_told(tmp_path: Path) -> None:
    player = "  - {name: P, exemplars: [x, y, z]}\n"
    file = saved(tmp_path, "game: manuscript\nplayers:\n" + player * MOST_PLAYERS)
    status, out, err = run("check", file)
    assert status == 1
    said = out + err
    lines = said.splitlines()
    told = [line for line in lines if re.match(rf"{re.escape(file)}:[0-9]+: ", line)]
    assert len(told) == MOST_FAULTS
    assert len(lines) < MOST_FAULTS + 10
    assert re.search(rf"^{re.escape(file)}: and [0-9,]+ more like these$", said, re.M)
    assert re.search(rf"^{re.escape(file)}: [0-9]+ rules broken.*$", said, re.M)
