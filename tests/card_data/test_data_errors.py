"""Every problem of a game's data is reported, with its place and with what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

import card_data
from tests import golden_files
from tests.card_data.copies import ERRATA, WINSTON, copied, edit, errata, problems, winston


def test_each_slip_in_the_data_of_a_game_is_told_in_full_at_its_place(tmp_path: Path) -> None:
    """Each case is a file, what stands in it and, behind =>, what is put in its place."""
    found = {}
    for case in golden_files.kept("data"):
        file, _, change = case.partition(": ")
        old, new = change.split(" => ")
        name = file.partition("/")[0]
        if not (tmp_path / name).exists():
            errata(tmp_path) if name == ERRATA else copied(name, tmp_path)
        sound = (tmp_path / file).read_text("utf-8")
        edit(tmp_path / file, old, new)
        said = [str(one).replace(f"{tmp_path}/{name}/", "") for one in problems(tmp_path / name)]
        found[case] = "\n".join(said) or "no problem"
        (tmp_path / file).write_text(sound, "utf-8")
    golden_files.check("data", found)


def test_all_slips_of_all_files_at_once(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "game.yaml", "genre: set drafting", "gerne: set drafting")
    edit(game / "books.yaml", "{id: A1, set: A, place: 1", "{id: A1, set: A, place: x")
    edit(game / "sets.yaml", "size: 3", "size: -3")
    edit(game / "rules.yaml", 'text: "For {players.min}', 'txet: "For {players.min}')
    edit(game / "print.yaml", "size: page", "sizes: page")
    files = {Path(problem.file).name for problem in problems(game)}
    assert files == {"game.yaml", "books.yaml", "sets.yaml", "rules.yaml", "print.yaml"}


def test_an_unreadable_game_yaml_is_not_blamed_on_other_files(tmp_path: Path) -> None:
    for game in (winston(tmp_path / "typed"), errata(tmp_path / "declared")):
        edit(game / "game.yaml", "options:", "optoins:")
        edit(game / "game.yaml", "genre:", "gerne:")
        assert {Path(problem.file).name for problem in problems(game)} == {"game.yaml"}


@pytest.mark.parametrize("name", ["game", "books", "rules", "print"])
@pytest.mark.parametrize("text", ["", "- a\n", "word\n", "~\n", "# nothing\n", "{}\n", "[a]: b\n"])
def test_a_file_of_another_shape_is_named(tmp_path: Path, name: str, text: str) -> None:
    game = winston(tmp_path)
    (game / f"{name}.yaml").write_text(text, "utf-8")
    found = problems(game)
    assert found
    assert {Path(problem.file).name for problem in found} == {f"{name}.yaml"}


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    game = winston(tmp_path)
    (game / "sets.yaml").unlink()
    (game / "books.yaml").unlink()
    (game / "books.yaml").mkdir()
    said = "\n".join(map(str, problems(game)))
    assert f"{game / 'sets.yaml'}: cannot be read" in said
    assert f"{game / 'books.yaml'}: cannot be read" in said


# --- where the data is read from


def test_data_is_read_in_place_of_the_shipped(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "game.yaml", "title: Winston's Archive", "title: Julia's Archive")
    edited = card_data.load(WINSTON, tmp_path)
    assert edited.title == "Julia's Archive"
    assert card_data.load(WINSTON).title == "Winston's Archive"
    assert edited.fingerprint != card_data.load(WINSTON).fingerprint


def test_the_fingerprint_changes_with_any_file_that_play_goes_by(tmp_path: Path) -> None:
    game = copied(WINSTON, tmp_path, rulebook=True)
    seen = [card_data.load(WINSTON, tmp_path).fingerprint]
    for file in sorted(game.glob("*.yaml")):
        file.write_text(file.read_text("utf-8") + "\n# a comment\n", "utf-8")
        seen.append(card_data.load(WINSTON, tmp_path).fingerprint)
        assert (seen[-1] in seen[:-1]) == (file.name in ("rulebook.yaml", "set_up.yaml"))


@pytest.mark.parametrize("name", ["winston_archive", "../winstons_archive", "", "/etc"])
def test_an_unknown_game_is_refused(tmp_path: Path, name: str) -> None:
    winston(tmp_path)
    for data in (None, tmp_path):
        with pytest.raises(card_data.DataError, match="no game called"):
            card_data.load(name, data)


def test_a_folder_without_games_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for data in (tmp_path, tmp_path / "none", tmp_path / "file"):
        with pytest.raises(card_data.DataError) as error:
            card_data.load(WINSTON, data)
        assert error.value.problems[0].file == str(data)


def test_a_games_own_folder_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = errata(tmp_path / "mine")
    winston(tmp_path / "mine")
    assert card_data.names(own) == [own.name]
    assert card_data.load(own.name, own).folder == own
    assert card_data.names(own.parent) == [own.name, WINSTON]
    monkeypatch.chdir(own)
    assert card_data.names(Path()) == [own.name]
    assert card_data.load(own.name, Path()).id == own.name
    with pytest.raises(card_data.DataError, match=f"no game called '{WINSTON}' here"):
        card_data.load(WINSTON, own)


def test_what_is_wrong_with_credits_does_not_hide_what_is_wrong_with_cards(tmp_path: Path) -> None:
    game = errata(tmp_path)
    edit(game / "game.yaml", "design: [the printkit authors]", "design: the printkit authors")
    edit(game / "cards.yaml", "value: 1", "value: one")
    edit(game / "rules.yaml", "ER-1.1", "ER-1.X")
    edit(game / "print.yaml", "size: poker", "size: poker, rows: cards")
    files = [Path(problem.file).name for problem in problems(game)]
    assert files == ["game.yaml", "cards.yaml", "rules.yaml", "print.yaml"]


def test_a_sheet_that_is_not_there_does_not_hide_what_is_wrong_elsewhere(tmp_path: Path) -> None:
    game = errata(tmp_path)
    edit(game / "game.yaml", "tables:", "files: {cards: deck.xlsx}\ntables:")
    edit(game / "print.yaml", "size: poker", "size: poker, rows: cards")
    first, second = problems(game)
    assert first.message.startswith("no file 'deck.xlsx'")
    assert Path(second.file).name == "print.yaml"
