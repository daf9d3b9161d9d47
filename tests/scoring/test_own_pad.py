"""The pad of a game with a ``score.yaml``, built, filled in on a screen, and read back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import card_data
import printkit
from printkit.drawing.shapes import Field
from printkit.options import Options
from scoring.ask.questions import questions_of
from scoring.positions.json_models import Change
from scoring.positions.partial import so_far
from scoring.positions.positions import PositionFile, PositionReader, check
from scoring.sheets.fields import entries
from scoring.sheets.picture import draw
from scoring.sheets.read import gather_forms
from scoring.web.entry import begun, changed
from tests import forms, scoresheets
from tests.scoring.tools import run
from tests.scoring.typed_answers import typed_in
from tests.sweeps import sweep

TABLES = {
    "birds": [{"id": "goose", "title": "Goose"}, {"id": "heron", "title": "Heron"}],
    "coasts": [{"id": "north"}, {"id": "south"}],
}
HERE = Path(__file__).parent / "own_pad"
SHEET, EVENING = ((HERE / f"{name}.yaml").read_text("utf-8") for name in ("score", "evening"))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = scoresheets.write_game(tmp_path_factory.mktemp("pad") / "data", SHEET, TABLES)
    pad = {"title": "Pad", "size": "page", "faces": [{"template": "common/pad.svg"}]}
    file = data / "little" / "print.yaml"
    told = yaml.safe_load(file.read_text("utf-8"))
    file.write_text(yaml.safe_dump({"components": {**told["components"], "pad": pad}}), "utf-8")
    return data


@pytest.fixture(scope="module")
def pad(data: Path) -> bytes:
    options = Options(fillable=True, data=data)
    printkit.build(["little"], ["pad"], data.parent, options=options)
    return (data.parent / "little" / "pad-fillable.pdf").read_bytes()


@pytest.fixture(autouse=True)
def evening(tmp_path: Path) -> Path:
    (tmp_path / "evening.yaml").write_text(EVENING, "utf-8")
    return tmp_path / "evening.yaml"


def said(*words: object) -> dict[str, object]:
    status, out, err = run(*map(str, words), "--json")
    assert err == ""
    answer = json.loads(out)
    for found in (*answer["violations"], *answer.get("warnings", ())):
        for key in ("line", "file", "page", "label"):
            found.pop(key, None)
    return {**answer, "made_for": None, "status": status}


@pytest.mark.parametrize(
    "change",
    sweep(["", "nests: 20", "nests: -3", "laps: [0, 0, 0]", "levels: [2]"], ["", "nests: 20"]),
)
def test_filled_in_pad_scores_as_typed(data: Path, pad: bytes, change: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"
    bad = {
        "nests: 20": "nests: 21", "laps: [0, 0, 0]": "laps: [0, null, null]",
        "nests: -3": "nests: null", "levels: [2]": "levels: [2, 3]",
    }  # fmt: skip
    file.write_text(EVENING.replace(change, bad.get(change, "")) if change else EVENING, "utf-8")
    typed = PositionReader(data).read(file)
    (tmp_path / "pad.pdf").write_bytes(forms.filled(pad, entries(typed)))
    assert said("score", tmp_path / "pad.pdf", "--data", data) == said(
        "score", file, "--data", data
    )


@pytest.mark.parametrize("steps", [2, 9])
def test_copies_make_one_position(data: Path, pad: bytes, steps: int, tmp_path: Path) -> None:
    answers: dict[str, list[tuple[str, str]]] = {}
    for name, text in entries(PositionReader(data).read(tmp_path / "evening.yaml")):
        answers.setdefault(".".join(name.split(".")[:steps]), []).append((name, text))
    turns = [*answers.values()]
    ann, bo = ([entry for part in turns[at::2] for entry in part] for at in (0, 1))
    one, other = files = [tmp_path / "one.pdf", tmp_path / "other.pdf"]
    one.write_bytes(forms.filled(pad, ann))
    other.write_bytes(forms.filled(pad, bo))
    typed = said("score", tmp_path / "evening.yaml", "--data", data)
    assert said("score", *files, "--data", data) == typed
    other.write_bytes(forms.filled(pad, [*bo, ("players.0.levels", "2")]))
    one.write_bytes(forms.filled(pad, [*ann, ("players.0.levels", "3")]))
    assert " mark here, but " in run("score", *map(str, files), "--data", str(data))[2]


def test_a_field_of_no_place_is_its_template_or_was_renamed(data: Path, tmp_path: Path) -> None:
    field = Field("players.0.nest", "number", "Nests", 0, 0, 9, 9)
    keys = f"game=little component=pad data={card_data.load('little', data).fingerprint}"
    file = tmp_path / "pad.pdf"
    file.write_bytes(forms.filled(forms.form([[field]], keys), [("players.0.nest", "2")]))
    assert run("score", str(file), "--data", str(data))[2] == (
        f"{file}, page 1: Nests: another program has changed the names of the fields; "
        "give the files as they were saved, or its template is wrong: "
        "'nest' is not a place in a position; did you mean nests?\n"
    )


def test_form_fill_fills_the_pad_and_names_the_next_command(data: Path, tmp_path: Path) -> None:
    file, out = tmp_path / "evening.yaml", tmp_path / "out"
    status, _, err = run(*map(str, ("form", "fill", file, "--data", data, "--out", out)))
    assert status == 0, err
    (pad,) = out.rglob("*.pdf")
    assert said("score", pad, "--data", data) == said("score", file, "--data", data)
    file, out = tmp_path / "evening.yaml", tmp_path / "out"
    file.write_text(EVENING.replace("nests: 20", "nests: 21"), "utf-8")
    err = run(*map(str, ("form", "fill", file, "--data", data, "--out", out)))[2]
    assert f"1 rule broken; to see them: scoring check {file} --data {data}" in err


def test_blanks_of_a_form_are_open_as_they_are_in_a_file(
    data: Path, pad: bytes, tmp_path: Path
) -> None:
    """Ann filled in her part, Bo his name alone; one of her boxes is blank too."""
    typed = yaml.safe_load(EVENING)
    ann = typed["players"][0]
    bo: dict[str, object] = {"name": "Bo", "laps": [None] * 3}
    ann["held"]["heron"] = typed["tide"]["south"] = None
    bo |= dict.fromkeys(("nests", "side", "levels", "home"))
    bo["held"], bo["seen"] = {"goose": None, "heron": None}, {"north": None, "south": None}
    typed["players"] = [ann, bo]
    typed["pond"] = "nobody"
    file = tmp_path / "open.yaml"
    file.write_text(yaml.safe_dump(typed, allow_unicode=True), "utf-8")
    (tmp_path / "pad.pdf").write_bytes(
        forms.filled(pad, entries(PositionReader(data).read(file)), strict=False)
    )
    read = said("score", tmp_path / "pad.pdf", "--data", data)
    expected = said("score", file, "--data", data)
    assert sorted(read["missing"]) == sorted(expected["missing"])  # type: ignore[call-overload]
    assert "players.1.held.goose" in read["missing"]  # type: ignore[operator]
    assert read["winners"] == []


def test_form_fill_keeps_blanks_and_rows_left_out(data: Path, tmp_path: Path) -> None:
    typed = yaml.safe_load(EVENING)
    typed["players"][0] |= {"held": {"heron": None}, "eggs": {"north": [1, 2, 0]}, "points": {}}
    typed["players"][1]["held"] = {}
    file, out = tmp_path / "open.yaml", tmp_path / "filled"
    file.write_text(yaml.safe_dump(typed, allow_unicode=True), "utf-8")
    err = run(*map(str, ("form", "fill", file, "--data", data, "--out", out)))[2]
    assert "an empty box" not in err
    (pad,) = out.rglob("*.pdf")
    assert said("score", pad, "--data", data) == said("score", file, "--data", data)
    assert said("score", pad, "--data", data)["missing"] == ["players.0.held.heron"]


def test_a_no_and_no_marks_are_boxes_to_tick(data: Path, pad: bytes, tmp_path: Path) -> None:
    file = tmp_path / "pad.pdf"
    ticked = [("players.0.name", "Ann"), ("players.0.home", "false"), ("players.0.levels", "-")]
    file.write_bytes(forms.filled(pad, ticked))
    (form,) = gather_forms([file], data)
    (ann,) = form.filled(PositionReader(data)).position.players
    assert (ann.home, ann.levels, ann.seen) == (False, (), {"north": None, "south": None})
    both = [("players.0.home", "true"), ("players.0.levels", "2")]
    file.write_bytes(forms.filled(pad, [*ticked, *both]))
    said = run("score", str(file), "--data", str(data))[2].splitlines()
    assert [line.partition("Player 1: ")[2] for line in said] == [
        "levels: 2 and none are marked, expected one of them",
        "home: yes and no are marked, expected one of them",
    ]


def test_what_breaks_a_rule_of_the_table_is_marked_at_each_of_its_fields(
    data: Path, pad: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "pad.pdf"
    counted = [(f"players.{seat}.held.goose", "9") for seat in (0, 2, 3)]
    file.write_bytes(forms.filled(pad, [*counted, ("players.1.held.goose", "0")]))
    told = run("check", str(file), "--data", str(data))[1]
    assert f"{file}, page 1: held: Goose: LG-1.1: Goose: 27\n" in told
    (form,) = gather_forms([file], data)
    filled = form.filled(PositionReader(data))
    drawn = draw(filled, check(filled), data=data).decode()
    assert drawn.count('stroke="#c4161c"') == 3


def test_boxes_without_one_for_no_say_no(data: Path, tmp_path: Path) -> None:
    """On a sheet of one's own design, whose template has no box for it."""
    fields = [
        Field("players.0.name", "text", "Name", 0, 0, 9, 9),
        Field("players.0.home", "check", "Home", 0, 10, 9, 9, value="true"),
        Field("players.0.levels", "check", "Levels", 0, 20, 9, 9, value="1"),
    ]
    keys = f"game=little component=pad data={card_data.load('little', data).fingerprint}"
    file = tmp_path / "pad.pdf"
    file.write_bytes(forms.filled(forms.form([fields], keys), [("players.0.name", "Ann")]))
    (form,) = gather_forms([file], data)
    (ann,) = form.filled(PositionReader(data)).position.players
    assert (ann.home, ann.levels, ann.nests) == (False, (), None)


def test_each_text_of_a_list_is_looked_for_in_the_rows(tmp_path: Path) -> None:
    sheet = SHEET.replace('side = "left"', 'side in ["left", "rigth"]')
    with pytest.raises(card_data.DataError, match="it is never 'rigth'; did you mean right"):
        scoresheets.load(scoresheets.write_game(tmp_path / "data", sheet, TABLES))
    sound = SHEET.replace('side = "left"', 'side in ["left", "right"] and nests in [1, 2]')
    assert scoresheets.load(scoresheets.write_game(tmp_path / "sound", sound, TABLES)).scoresheet


def or_blank(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | values


def rows(values: st.SearchStrategy[Any], *keys: str) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(dict.fromkeys(keys, or_blank(values)))


LAPS = st.tuples(*[or_blank(st.integers(0, 9) | st.just("not played"))] * 3)
PLAYER = {
    "held": rows(st.integers(0, 9), "goose", "heron"),
    "nests": or_blank(st.integers(-5, 21)),
    "side": or_blank(st.sampled_from(["left", "right"])),
    "levels": or_blank(st.sets(st.integers(1, 4)).map(sorted)),
    "seen": rows(st.sets(st.sampled_from(["goose", "heron"])).map(sorted), "north", "south"),
    "home": or_blank(st.booleans()),
    "laps": LAPS,
}
EGGS = st.fixed_dictionaries(dict.fromkeys(("north", "south"), LAPS)).filter(
    lambda eggs: any(one is not None for laps in eggs.values() for one in laps)
)
TABLES_END = st.fixed_dictionaries({
    "pond": or_blank(st.sampled_from(["Ann", "Bo", "nobody"])),
    "tide": rows(st.sampled_from(["low", "high"]), "north", "south"),
    "players": st.tuples(*[st.fixed_dictionaries({"name": st.just(name)} | PLAYER,
                                                 optional={"eggs": EGGS})
                           for name in ("Ann", "Bo")]),
})  # fmt: skip


def answers(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each single answer or blank with its path; marks together."""
    for step, one in value.items() if isinstance(value, dict) else enumerate(value):
        at = f"{path}.{step}".strip(".")
        if isinstance(one, dict | tuple):
            yield from answers(one, at)
        else:
            yield at, one


def judged(filled: PositionFile) -> tuple[Any, ...]:
    """What is said of a position, without the lines."""
    position = questions_of(filled.game).complete(filled.position)
    report = check(PositionFile(filled.game, position))
    points = () if report.findings else so_far(filled.game, position)
    found = sorted((one.path, one.rule, one.text) for one in report.findings)
    return {".".join(one) for one in report.missing}, found, points


@settings(max_examples=10, deadline=None, phases=[Phase.generate])
@given(TABLES_END)
@pytest.mark.usefixtures("pad")
def test_blanks_are_the_same_in_all_four_ways(data: Path, end: dict[str, Any]) -> None:
    """On a phone, on a form, in a file, and asked question by question."""
    game = card_data.load("little", data)
    given = [Change(path, one) for path, one in answers(end) if one is not None]
    phone = changed(begun(game, ["Ann", "Bo"]), given)
    said = judged(phone)
    assert said[0] == {path for path, one in answers(end) if one is None}
    assert judged(PositionReader(data).read(json.dumps({"game": "little", **end}))) == said
    assert judged(typed_in(phone)) == said
    file = data.parent / "little" / "pad-filled.pdf"
    file.write_bytes(forms.filled(file.with_stem("pad-fillable").read_bytes(), entries(phone)))
    (form,) = gather_forms([file], data)
    assert judged(form.filled(PositionReader(data))) == said
