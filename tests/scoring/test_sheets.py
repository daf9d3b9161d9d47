"""Filled forms as positions: joined, scored, extracted, and what is said of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path

import msgspec
import pikepdf
import pytest

import card_data
import scoring
from card_data import DataError
from printkit.drawing.shapes import Field
from scoring import games
from scoring.cli import show
from scoring.positions import likely
from scoring.positions.positions import PositionFile, Report, check, score
from scoring.sheets.fields import entries
from tests.forms import Entry, blank, filled, form, joined, keywords, pages, read
from tests.scoring.tools import ended, run
from tests.sweeps import sweep

GAMES = games.names()
TESTS = Path(__file__).parents[1]
WA = [
    *[("players.0.name", "Ann"), ("players.2.name", "Bo")],  # between them nobody plays
    *[(f"players.0.books.{letter}", text) for letter, text in zip("ABCEF", "22451", strict=True)],
    *[(f"players.2.books.{letter}", text) for letter, text in zip("BDEF", "1516", strict=True)],
    *[("players.0.stand_ins.B", "1"), ("players.0.product_over_process", "3")],
    *[("players.0.open_secrets", "2"), ("players.0.manuscripts", "8")],
    *[("players.2.product_over_process", "1"), ("players.2.open_secrets", "3")],
    ("players.2.manuscripts", "10"),
]


def plain(position: object) -> object:
    """A position with its marks in the order of the sheet."""
    if isinstance(position, dict):
        return {key: plain(part) for key, part in position.items()}
    if isinstance(position, list | tuple):
        marks = position and all(isinstance(part, int) for part in position)
        return tuple(sorted(position)) if marks else tuple(map(plain, position))
    return position


def same(one: PositionFile, other: PositionFile) -> bool:
    first, second = (msgspec.to_builtins(each.position) for each in (one, other))
    if one.game.id == "dice_archive":
        first, second = plain(first), plain(second)
    return bool(first == second)


@pytest.mark.sweep
@pytest.mark.parametrize("name", GAMES)
def test_a_filled_form_gives_the_position_back(name: str) -> None:
    empty = blank(name)
    for seed in range(40):
        end = ended(name, seed)
        raws = [filled(raw, entries(end), strict=len(empty) == 1) for raw in empty]
        again = joined(name, *raws)
        assert same(again, end), seed
        report = score(again)
        assert (report.findings, report.unanswered) == ((), ()), seed
        assert report.result == score(PositionFile(end.game, end.position)).result, seed
        text = "\n".join(show.extracted("a.pdf", again))
        assert scoring.read(text).position == again.position, seed


def sheet(*more: Entry, without: str = "") -> bytes:
    (empty,) = blank("winstons_archive")
    changed = dict(WA) | dict(more)
    return filled(empty, [entry for entry in changed.items() if entry[0] != without])


def put(folder: Path, **files: bytes) -> list[str]:
    for name, raw in files.items():
        (folder / f"{name}.pdf").write_bytes(raw)
    return [str(folder / f"{name}.pdf") for name in files]


def fingerprint(name: str) -> str:
    return card_data.load(name).fingerprint


def test_a_form_scores_as_its_position_does(tmp_path: Path) -> None:
    """Its sheets say which data they were printed from; a position has to be given that."""
    (file,) = put(tmp_path, pad=sheet())
    position = (TESTS / "positions" / "wa_two_players.yaml").read_text("utf-8")
    made_for = f"data: {fingerprint('winstons_archive')}\n"
    yaml = str(tmp_path / "position.yaml")
    Path(yaml).write_text(position + made_for, "utf-8")
    for words in (("score",), ("check",), ("score", "--json"), ("show",)):
        status, out, err = run(*words, file)
        assert (status, out.replace(file, yaml), err) == run(*words, yaml)


def test_a_finding_and_a_blank_have_their_page_and_label(tmp_path: Path) -> None:
    raw = sheet(("players.2.books.D", "9"), without="players.0.open_secrets")
    (file,) = put(tmp_path, pad=raw)
    status, out, _ = run("score", file)
    assert status == 1
    assert out.splitlines() == [
        f"{file}, page 1: Player 1: Open Secrets: not answered yet (Ann)",
        f"{file}, page 1: Player 3: books of set D: WA-6.1: Bo: 9 books of set D, "
        "but the set has 5",
        f"{file}: not scored: 1 rule broken, 1 answer missing",
        "To read the clause: scoring rule WA-6.1",
    ]
    answer = json.loads(run("score", "--json", file)[1])
    assert answer["violations"] == [
        {"rule": "WA-6.1", "where": "players.1.books.D", "line": 0,
         "message": "Bo: 9 books of set D, but the set has 5", "file": file, "page": 1,
         "label": "Player 3: books of set D"},
    ]  # fmt: skip
    assert answer["missing"] == ["players.0.open_secrets"]


def test_text_in_number_field_is_reported_with_all_other_problems(tmp_path: Path) -> None:
    raw = sheet(("players.0.manuscripts", "eight"), ("players.2.books.D", "9"))
    (file,) = put(tmp_path, pad=raw)
    status, out, err = run("score", file)
    assert (status, out) == (1, "")
    first, second = err.splitlines()
    said = "found eight, expected a whole number"
    assert first == f"{file}, page 1: Player 1: Manuscript pages: {said}"
    assert second.startswith(f"{file}, page 1: Player 3: books of set D: WA-6.1: Bo: 9 books")


def test_extract_prints_the_position_with_labels(tmp_path: Path) -> None:
    (file,) = put(tmp_path, pad=sheet(without="players.0.open_secrets"))
    status, out, err = run("form", "read", file)
    assert (status, err) == (1, "")  # an answer is missing
    lines = out.splitlines()
    assert lines[:5] == [
        f"# Read from {file}",
        "game: winstons_archive",
        f"data: {fingerprint('winstons_archive')}",
        "players:",
        "- name: Ann  # Player 1: name (page 1)",
    ]
    assert "  open_secrets: null  # Player 1: Open Secrets (page 1), not answered" in lines
    assert scoring.read(out).position == read([Path(file)]).position
    assert run("form", "read", str(TESTS / "positions" / "wa_two_players.yaml"))[0] == 2


def test_forms_of_one_game_are_one_position_beside_other_files(tmp_path: Path) -> None:
    end = ended("dice_archive", 2)
    raws = [filled(raw, entries(end), strict=False) for raw in blank("dice_archive")]
    board, forms, pad = put(tmp_path, board=raws[0], form=raws[1], pad=raws[2])
    (other,) = put(tmp_path, archive=sheet())
    yaml = str(TESTS / "positions" / "wa_three_players.yaml")
    status, out, _ = run("score", "--json", board, yaml, other, forms, pad)
    told = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [one["game"] for one in told] == ["dice_archive", "winstons_archive", "winstons_archive"]
    printed = PositionFile(end.game, end.position, made_for=end.game.fingerprint)
    assert told[0] == Report.as_json(score(printed))
    assert told[1]["winners"] == json.loads(run("score", "--json", other)[1])["winners"]
    assert run("score", pad, forms, board)[1].splitlines()[0] == (
        f"{pad}, {forms}, {board}: dice_archive"
    )
    assert "found 2 positions, expected one" in run("show", board, forms, pad, other)[2]


def test_each_player_may_use_a_form_and_names_may_stand_in_any_of_them() -> None:
    """An empty form of somebody who does not play makes no player."""
    end = ended("dice_archive", 0)  # two players
    said = entries(end)
    empty = [
        form((page,), keywords("dice_archive", "form")) for page in pages("dice_archive", "form")
    ]
    forms = [filled(raw, said, strict=False) for raw in empty]
    board, _, pad = blank("dice_archive")
    nameless = [entry for entry in said if not entry[0].endswith(".name")]
    named = filled(pad, [entry for entry in said if entry[0].endswith(".name")])
    unnamed = [filled(raw, nameless, strict=False) for raw in empty]
    for sheets in ([filled(board, said, strict=False), *forms[:5]],
                   [filled(board, said, strict=False), *unnamed[:4], named]):  # fmt: skip
        assert same(joined("dice_archive", *sheets), end)


def test_marks_of_a_missing_sheet_are_missing_answers() -> None:
    end = ended("dice_archive", 0)
    board, _, pad = [filled(raw, entries(end), strict=False) for raw in blank("dice_archive")]
    missing = check(joined("dice_archive", pad, board))
    assert [one.path for one in missing.unanswered] == ["players.0.tasks", "players.1.tasks"]
    said = [show.location("", one) for one in missing.unanswered]
    assert said == ["a.pdf, page 1: Player 1", "a.pdf, page 1: Player 2"]
    assert missing.unanswered[0].text.endswith("is missing: it is on none of these sheets")


def test_forms_that_disagree_are_reported_with_both_places() -> None:
    one, other = sheet(), sheet(("players.0.name", "Anna"), ("players.2.out", "true"))
    with pytest.raises(DataError) as raised:
        joined("winstons_archive", one, other)
    assert str(raised.value).splitlines() == [
        "a.pdf, page 1: Player 1: name: 'Ann' here, but b.pdf, page 1 has 'Anna'"
    ]
    alone = joined("winstons_archive", one).position
    assert joined("winstons_archive", one, one, *blank("winstons_archive")).position == alone
    capitals = sheet(("players.0.name", "ANN"))
    assert joined("winstons_archive", one, capitals).position == alone


def in_parts(said: list[Entry]) -> list[list[Entry]]:
    """Return the entries of sheets by part: each player's, and each part of the table's."""
    parts: dict[str, list[Entry]] = {}
    for name, text in said:
        steps = name.split(".")
        owner = ".".join(steps[:2]) if steps[0] == "players" else steps[0]
        parts.setdefault(owner, []).append((name, text))
    return [*parts.values()]


def merged(raws: Iterable[bytes]) -> bytes:
    """Files put together into one, as qpdf does it."""
    out = BytesIO()
    with pikepdf.new() as pdf:
        for raw in raws:
            with pikepdf.open(BytesIO(raw)) as one:
                pdf.add_pages_from(one)
                pdf.docinfo["/Keywords"] = str(one.docinfo["/Keywords"])
        pdf.save(out)
    return out.getvalue()


@pytest.mark.parametrize("name", sweep(GAMES, ["winstons_archive"]))
def test_copies_with_one_part_filled_in_each_are_joined(name: str) -> None:
    """Apart or in one file: each part is blank in all copies but one."""
    end, empty = ended(name, 1), blank(name)
    copies = [[filled(raw, part, strict=False) for raw in empty] for part in in_parts(entries(end))]
    assert len(copies) > 1
    assert same(joined(name, *[raw for sheets in copies for raw in sheets]), end)
    in_one = [merged(raws) for raws in zip(*copies, strict=True)]
    assert same(joined(name, *in_one), end)


ANN = [("players.0.name", "Ann"), ("players.1.name", "Bo")]


def forms_of_ann(*tasks: Sequence[str]) -> list[bytes]:
    (empty,) = blank("dice_archive", "form")
    return [
        filled(empty, [*ANN, *[(f"players.0.tasks.{one[:-1]}", one[-1]) for one in marks]])
        for marks in tasks
    ]


def test_a_part_without_a_mark_says_nothing_of_its_boxes() -> None:
    """Also where the name was written before the form went round."""
    for tasks in ((("left2", "right5"), ()), ((), ("left2", "right5"))):
        ann, bo = joined("dice_archive", *forms_of_ann(*tasks)).position.players
        assert (ann.faces("left"), ann.faces("middle"), ann.faces("right")) == ((2,), (), (5,))
        assert bo.name == "Bo"


@pytest.mark.parametrize(
    ("tasks", "said"),
    [
        (("left2",), "task 5 on the right: a mark here, but b.pdf, page 1 has no mark"),
        (("right5",), "task 2 on the left: a mark here, but b.pdf, page 1 has no mark"),
        (("left2", "right5", "right6"),
         "task 6 on the right: no mark here, but b.pdf, page 1 has a mark"),
    ],
)  # fmt: skip
def test_two_different_answers_in_one_part_are_reported(tasks: tuple[str, ...], said: str) -> None:
    """A row that is blank in one of them too: its player has left it blank."""
    with pytest.raises(DataError) as raised:
        joined("dice_archive", *forms_of_ann(("left2", "right5"), tasks))
    assert str(raised.value) == f"a.pdf, page 1: Player 1: {said}"


def test_copies_in_one_file_that_disagree_are_reported_with_both_pages() -> None:
    with pytest.raises(DataError) as raised:
        joined("dice_archive", merged(forms_of_ann(("left2",), ("left3",))))
    assert str(raised.value) == (
        "a.pdf, page 1: Player 1: task 2 on the left: a mark here, but a.pdf, page 6 has no mark"
    )


def test_on_a_sheet_for_all_each_field_is_blank_by_itself() -> None:
    out = [sheet(("players.0.out", "true")), sheet(("players.2.out", "true"))]
    ann, bo = joined("winstons_archive", *out).position.players
    assert (ann.out, bo.out) == (True, True)


def test_places_are_on_the_copy_that_was_filled_in() -> None:
    (empty,) = blank("winstons_archive")
    ann, bo = (
        filled(empty, [entry for entry in WA if entry[0].startswith(f"players.{seat}.")])
        for seat in (0, 2)
    )
    wrong = filled(empty, [("players.2.books.D", "9"), ("players.2.name", "Bo")])
    report = check(joined("winstons_archive", ann, wrong))
    (finding,) = report.findings
    assert show.location("", finding) == "b.pdf, page 1: Player 3: books of set D"
    assert {one.at.file for one in report.unanswered if one.at} == {"b.pdf"}
    assert same(joined("winstons_archive", ann, bo), joined("winstons_archive", sheet()))


def test_two_marks_where_one_is_expected_are_reported() -> None:
    (empty,) = blank("nineteen_eighty_four")
    raw = filled(empty, [("level", "3"), ("level", "4"), ("rounds.0", "17")])
    with pytest.raises(DataError) as raised:
        joined("nineteen_eighty_four", raw)
    assert str(raised.value) == (
        "a.pdf, page 1: Difficulty: ×3 and ×4 are marked, expected one of them"
    )


def test_empty_form_is_reported_as_not_filled_in(tmp_path: Path) -> None:
    for name in ("dice_archive", "nineteen_eighty_four"):
        files = put(tmp_path, **{f"{name}{number}": raw for number, raw in enumerate(blank(name))})
        status, out, err = run("score", *files)
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert err.endswith("nothing is filled in, or it was not saved\n")


def test_a_likely_fix_names_the_labels_of_fields() -> None:
    (empty,) = blank("nineteen_eighty_four")
    rounds = enumerate((11, 26, 46, 58, 71, 100, 123, 137))
    walk = [("level", "3"), *((f"rounds.{number}", str(box)) for number, box in rounds)]
    found = joined("nineteen_eighty_four", filled(empty, [*walk, ("total", "90")]))
    (fix,) = likely.fixes(found)
    assert fix.said == "Likely meant: Total 96 in place of 90"


def test_a_grid_is_put_together_from_its_squares() -> None:
    empty = form(pages("manuscript", "spread", 2), keywords("manuscript", "spread"))
    squares = [("players.1.name", "Bo"), ("players.1.left.r2c3", "A"), ("players.1.left.r2c4", "A")]
    found = joined("manuscript", filled(empty, squares))
    (book,) = found.position.players
    assert book.left.split("\n")[:3] == ["............", "..AA........", "............"]
    assert set(book.right) == {".", "\n"}
    (finding,) = [one for one in check(found).findings if one.squares]
    assert show.location("", finding) == ("a.pdf, page 2: Player 2: left page, row 2, column 3")
    raw = filled(empty, [*squares[:1], ("players.1.left.r2c3", "AB")])
    with pytest.raises(DataError) as raised:
        joined("manuscript", raw)
    assert str(raised.value) == (
        "a.pdf, page 2: Player 2: left page, row 2, column 3: found 'AB', expected one character"
    )


def test_form_of_other_data_and_rules_is_scored_with_a_note(tmp_path: Path) -> None:
    game = card_data.load("winstons_archive")
    files = dict(game.digests) | {"game.yaml": "000000", "gone.yaml": "000000"}
    listed = ",".join(f"{name}:{digest}" for name, digest in files.items())
    said = keywords("winstons_archive", "pad", data="000000000000", rules=99, files=listed)
    raw = filled(form(pages("winstons_archive", "pad"), said), WA)
    (file,) = put(tmp_path, pad=raw)
    status, out, _ = run("score", file)
    first, second, *rest = out.splitlines()
    version = game.head.rules_version
    assert first == (
        f"Note: {file}: made for version 99 of the rules; version {version} is in force."
    )
    assert second == (
        f"Note: {file}: made from other data of winstons_archive than are in force: "
        "game.yaml and gone.yaml differ."
    )
    assert (status, rest) == (0, run("score", *put(tmp_path, pad=sheet()))[1].splitlines())
    (tmp_path / "pad.pdf").write_bytes(raw)
    assert len(json.loads(run("score", "--json", file)[1])["notes"]) == 2
    unnumbered = keywords("winstons_archive", "pad").replace(f" rules={version}", "")
    raw = filled(form(pages("winstons_archive", "pad"), unnumbered), WA)
    assert "Note" not in run("score", *put(tmp_path, pad=raw))[1]


@pytest.mark.parametrize(
    "field",
    [
        Field("players.0.boks.A", "number", "Books", 0, 0, 9, 9),
        Field("books.A", "number", "Books", 0, 0, 9, 9),
        Field("players.0.out", "check", "Player 1: out", 0, 0, 9, 9, value="true-2"),
    ],
)
def test_field_without_a_place_means_that_fields_were_renamed(field: Field) -> None:
    """By another program, in a game whose templates are right."""
    raw = form(([field], *pages("winstons_archive", "pad")), keywords("winstons_archive", "pad"))
    with pytest.raises(DataError) as raised:
        joined("winstons_archive", filled(raw, [(field.name, field.value or "1"), *ANN]))
    assert str(raised.value) == (
        "a.pdf: another program has changed the names of the fields; "
        "give the files as they were saved"
    )
    assert joined("winstons_archive", filled(raw, ANN)).position.players[0].name == "Ann"


def test_an_unknown_game_and_files_that_cannot_be_read(tmp_path: Path) -> None:
    said = keywords("winstons_archive", "pad").replace("winstons_archive", "winston_archive")
    raw = form(pages("winstons_archive", "pad"), said)
    odd, sound = put(tmp_path, odd=raw, sound=sheet())
    status, out, err = run("score", sound, odd, str(tmp_path / "none.pdf"))
    assert (status, out) == (1, "")  # what cannot be read might change everything
    assert err.splitlines() == [
        f"{odd}: a form of 'winston_archive', a game that cannot be scored here; "
        "did you mean winstons_archive?",
        f"{tmp_path}/none.pdf: cannot be read: No such file or directory",
    ]
