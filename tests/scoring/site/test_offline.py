"""The judge of a page without a server, beside the server's."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

import card_data
import scoring
from scoring import games
from scoring.positions.positions import PositionReader
from scoring.site.browser import code
from scoring.site.folder import first_views, stand_ins
from scoring.site.offline import SUFFIX, OfflineScorer, pickled_game
from scoring.web.entry import begun, plain_json
from scoring.web.shared_position import SharedPosition
from tests.scoresheets import load, stored, write_every_field
from tests.scoring.web.tools import (
    FILES,
    GAMES,
    NAMES,
    ONE_EACH,
    answers,
    answers_of,
    entered,
    table_of,
)
from tests.sweeps import sweep

APART = """
import json, sys
from pathlib import Path
from scoring.site.offline import OfflineScorer
judge = OfflineScorer(Path(sys.argv[1]))
for line in sys.stdin:
    print(judge.answer(line))
for name in ("starlette", "printkit", "uvicorn", "reportlab", "card_data.program.command"):
    assert name not in sys.modules, name
"""


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_every_field(tmp_path_factory.mktemp("mine"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, mine: Path) -> Path:
    made = tmp_path_factory.mktemp("games")
    for game in (*map(card_data.load, games.names()), load(mine)):
        (made / f"{game.id}{SUFFIX}").write_bytes(pickled_game(game))
    return made


def asked(judge: OfflineScorer, **question: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(judge.answer(json.dumps(question)))
    return found


@pytest.mark.parametrize(
    "game", sweep([*GAMES, "little"], ["dice_archive", "winstons_archive", "little"])
)
def test_an_evening_is_entered_as_at_the_server(game: str, folder: Path, mine: Path) -> None:
    judge = OfflineScorer(folder)
    if game == "little":
        filled = PositionReader(mine).read(stored("every_field_position"))
        wanted = answers_of(filled)
    else:
        filled, wanted = answers(next(one for one in FILES if scoring.read(one).game.id == game))
    players = getattr(filled.position, "players", ())
    names = NAMES[: len(players)]
    table = SharedPosition("1f00c0de", begun(filled.game, names))
    first = json.loads(msgspec.json.encode(first_views(filled.game)[str(len(players))]))
    for name, stand_in in zip(NAMES, stand_ins(len(players)), strict=False):
        first = json.loads(json.dumps(first).replace(json.dumps(stand_in)[1:-1], name))
    assert first == plain_json(table.view)
    found = asked(judge, do="begin", game=game, players=names)
    assert found == {"status": 200, "answer": {"view": plain_json(table.view)}}
    position = found["answer"]["view"]["position"]
    for _, change in entered(table, wanted):
        found = asked(judge, do="take", game=game, position=position, changes=[plain_json(change)])
        assert found == {"status": 200, "answer": {"view": plain_json(table.view)}}
        position = found["answer"]["view"]["position"]
    found = asked(judge, do="take", game=game, position=position)
    assert found["answer"]["view"] == plain_json(table.view)


def test_conflicts_bad_questions_and_stale_positions_are_answered(folder: Path) -> None:
    judge = OfflineScorer(folder)
    table = table_of("winstons_archive")
    change = {"path": "players.0.manuscripts", "value": 3, "was": 7}
    found = asked(
        judge, do="take", game="winstons_archive", position=table.view.position, changes=[change]
    )
    assert found["status"] == 409
    assert found["answer"] == {"problems": [], "path": "players.0.manuscripts", "now": None}
    start = '{"do": "begin", "game": '
    wrong = ("{", '{"do": "wander"}', start + '"../winstons_archive"}', start + '"errata"}')
    for question in (*wrong, start + '"dice_archive", "players": [3]}'):
        answer = json.loads(judge.answer(question))
        assert answer["status"] in (400, 422)
        assert answer["answer"]["problems"][0]
    ann, bo = {"name": "Ann", "manuscripts": 4, "gone": 1}, {"name": "Bo", "manuscripts": "x"}
    position = {"players": [ann, bo], "gone": {"a": [1]}}
    found = asked(OfflineScorer(folder), do="take", game="winstons_archive", position=position)
    seats = found["answer"]["view"]["position"]["players"]
    told = [(one["name"], one["manuscripts"]) for one in seats]
    assert told == [("Ann", 4), ("Bo", None)]


def test_packed_games_name_no_folder_and_code_packs_alike(folder: Path) -> None:
    assert code() == code()
    for file in folder.iterdir():
        assert str(Path(card_data.__file__).parent.parent).encode() not in file.read_bytes()


@pytest.mark.unmutated
def test_the_code_of_a_site_judges_by_itself(folder: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(BytesIO(code())) as zipped:
        zipped.extractall(tmp_path / "code")
    (tmp_path / "code" / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    lines = []
    for file in ONE_EACH:
        filled = scoring.read(file)
        position = plain_json(filled.position)
        lines.append({"do": "take", "game": filled.game.id, "position": position})
    lines.append({"do": "begin", "game": "little", "players": NAMES[:2]})
    script = f"import sys; sys.path.insert(0, 'code')\n{APART}"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script, folder],
        cwd=tmp_path, input="\n".join(map(json.dumps, lines)), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    here = OfflineScorer(folder)
    assert done.stdout.splitlines() == [here.answer(json.dumps(line)) for line in lines]
