"""Two programs at once on one file: nothing acknowledged is lost, and the second is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from card_data import DataError
from card_data.reading.kept_file import KeptFile, contents
from printkit.options import PrinterOffset
from printkit.sheets.printers import known_printers, printers_file, save_printers
from scoring.play import files, records
from scoring.play.referee import Referee
from scoring.web.shared_position import EnteredChange
from scoring.web.store import TableStore

GAME = "record: winstons_archive\nplayers: [Ann, Bo]\nseed: 1\nrolls: true\nmoves: []\n"
CHANGED = "another program has changed this file meanwhile, and its version stays; what was entered"


def playing(file: Path) -> Referee:
    before = contents(file)
    found = records.read(file)
    return Referee(found.game, found.record, files.autosave(KeptFile(file, before)))


def leave(referee: Referee) -> None:
    referee.go_on()
    assert referee.decision is not None
    referee.answer(referee.decision, "leave")


def moves(file: Path) -> int:
    return len(yaml.safe_load(file.read_text("utf-8"))["moves"])


def test_second_game_on_a_record_stops_with_both_versions_kept(tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    file.write_text(GAME, "utf-8")
    one, two = playing(file), playing(file)
    for _ in range(3):
        leave(one)
    with pytest.raises(DataError) as error:
        leave(two)
    assert str(error.value) == f"{file}: {CHANGED} here is in {tmp_path / 'two-2.yaml'}"
    assert moves(tmp_path / "two-2.yaml") == len(two.play.moves)
    leave(one)
    assert moves(file) == len(one.play.moves)


def test_table_changed_by_another_program_takes_no_entry(tmp_path: Path) -> None:
    store = TableStore(tmp_path)
    table = store.begin("winstons_archive", ["Ann", "Bo"])
    store.file(table).write_text("# mine\n" + store.file(table).read_text("utf-8"), "utf-8")
    for pages in (3, 4):
        with pytest.raises(DataError, match=CHANGED):
            store.take(table, [EnteredChange("players.0.manuscripts", pages)])
    assert table.version == 0
    assert store.file(table).read_text("utf-8").startswith("# mine")
    assert "manuscripts: 4" in (tmp_path / f"{table.id}-2.yaml").read_text("utf-8")


def test_closing_a_table_leaves_a_file_that_another_program_has_changed(tmp_path: Path) -> None:
    store = TableStore(tmp_path)
    kept, closed = (store.begin("winstons_archive", ["Ann", "Bo"]) for _ in range(2))
    store.file(kept).write_text("# mine\n", "utf-8")
    store.close(kept)
    store.close(closed)
    assert [*tmp_path.glob("*.yaml")] == [store.file(kept)]


def test_file_that_can_no_longer_be_read_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptFile(tmp_path / "one.yaml")
    kept.write("mine")
    kept.file.write_text("another's", "utf-8")
    monkeypatch.setattr("card_data.reading.kept_file.read_at_most", unreadable)
    with pytest.raises(DataError, match=CHANGED):
        kept.write("more")
    assert kept.file.read_text("utf-8") == "another's"


def unreadable(*_: object) -> bytes:
    raise PermissionError


def test_printers_of_two_programs_do_not_replace_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    one, two = printers_file(), printers_file()
    save_printers({"ink": PrinterOffset()}, one)
    with pytest.raises(DataError, match=CHANGED):
        save_printers({"laser": PrinterOffset()}, two)
    assert [*known_printers()] == ["ink"]


@settings(max_examples=10)
@given(who=st.lists(st.integers(0, 1), max_size=8))
def test_each_version_stays_somewhere(
    who: list[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("kept") / "evening.yaml"
    kept, said = [KeptFile(file), KeptFile(file)], ["", ""]
    for at, one in enumerate(who):
        said[one] = f"{at}"
        try:
            kept[one].write(said[one])
        except DataError:
            assert (kept[one].beside or file).read_text("utf-8") == said[one]
    there = [path.read_text("utf-8") for path in file.parent.glob("*.yaml")]
    assert {*there} == {*filter(None, said)}


PROGRAM = """
import sys
from pathlib import Path
from card_data import DataError
from card_data.reading.kept_file import KeptFile, contents
file = Path(sys.argv[1])
kept = KeptFile(file, contents(file))
text = (kept.known or b"").decode()
for number in range(int(sys.argv[3])):
    text += f"{sys.argv[2]}{number}\\n"
    try:
        kept.write(text)
    except DataError:
        print(kept.beside.name, f"{sys.argv[2]}{number}", flush=True)
        break
    print(file.name, f"{sys.argv[2]}{number}", flush=True)
"""


@pytest.mark.soak
def test_what_two_programs_acknowledged_is_in_a_file(tmp_path: Path) -> None:
    rng = Random(51)
    for round_ in range(int(os.environ.get("INTERLEAVINGS", "1000"))):
        file = tmp_path / str(round_) / "two.yaml"
        running = [
            subprocess.Popen(
                [sys.executable, "-c", PROGRAM, str(file), name, str(rng.randint(1, 30))],
                stdout=subprocess.PIPE, encoding="utf-8",
            )
            for name in rng.sample("AB", 2)
        ]  # fmt: skip
        if rng.random() < 0.5:
            try:
                running[0].wait(rng.uniform(0.1, 0.5))
            except subprocess.TimeoutExpired:
                running[0].send_signal(signal.SIGKILL)
        for line in "".join([one.communicate(timeout=60)[0] for one in running]).splitlines():
            name, said = line.split()
            assert said in (file.parent / name).read_text("utf-8").splitlines(), (round_, line)
