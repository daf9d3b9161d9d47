"""What must hold between the files of a game: each problem in full, and what is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from card_data import checks
from card_data.model import (
    Clause,
    Component,
    Credits,
    FaceTemplate,
    Head,
    Limit,
    Option,
    Players,
    Row,
    Section,
)
from card_data.reading.documents import Steps
from card_data.tables import declared_problems

Found = list[tuple[Steps, str]]


def head(least: int = 2, most: int = 4, **tables: Any) -> Head:
    credits = Credits(("us",), "here", "all")
    return Head("Errata", "ER", "a race", "words", 1, Players(least, most), credits, tables)


def found(problems: Iterator[tuple[Steps, str]]) -> Found:
    return list(problems)


@pytest.mark.parametrize(("least", "most", "wrong"), [(2, 4, 0), (2, 2, 0), (3, 2, 1)])
def test_players_at_most_are_no_fewer_than_at_least(least: int, most: int, wrong: int) -> None:
    said = (("players", "max"), f"found {most}, expected at least the minimum, {least}")
    assert found(checks.head_problems(head(least, most))) == [said] * wrong


def test_an_option_with_words_has_some_for_its_value() -> None:
    options: dict[str, Option[Any]] = {
        "none": Option(True, "ER-1.1", "text"),
        "told": Option(True, "ER-1.1", "text", {"true": "open"}),
        "lacks": Option(False, "ER-1.1", "text", {"true": "open"}),
        "word": Option("Left", "ER-1.1", "text", {"left": "to the left"}),
    }
    message = "no text for the option's current value, false"
    assert found(checks.option_problems(options)) == [(("options", "lacks", "aid"), message)]


def test_each_clause_has_an_id_a_content_and_an_option_that_is_there() -> None:
    sections = [
        Section("One", (Clause("ER-1.1", "text"), Clause("ER-1.1b", None, "ruling"))),
        Section(
            "Two",
            (
                Clause("ER-12.30", house="house"),
                Clause("XER-1.1x", "text"),
                Clause("ER-1.", "text"),
                Clause("ER-1x1", "text"),
                Clause("ER-2.1"),
                Clause("ER-2.2", "text", instead={"true": "ruling"}),
                Clause("ER-2.3", "text", option="open_hands", instead={"true": "ruling"}),
                Clause("ER-2.4", "text", option="open_hand"),
                Clause("ER-2.5", "text", option="zzz"),
            ),
        ),
    ]
    path = ("sections", 1, "clauses")
    expected = "expected an ID like ER-1.1"
    ids: Found = [
        ((*path, 1, "id"), f"found XER-1.1x, {expected}"),
        ((*path, 2, "id"), f"found ER-1., {expected}"),
        ((*path, 3, "id"), f"found ER-1x1, {expected}"),
        ((*path, 4), "the clause is empty: expected a text, a ruling or house data"),
        ((*path, 5, "instead"), "found a ruling for an option, but no option is named"),
    ]
    options: Found = [
        ((*path, 7, "option"), "no house rule open_hand; did you mean open_hands?"),
        ((*path, 8, "option"), "no house rule zzz (known: open_hands)"),
    ]
    assert found(checks.clause_problems(sections, head(), ["open_hands"])) == ids + options
    assert found(checks.clause_problems(sections, head(), None)) == ids, "options not known"


def test_each_option_names_a_clause_that_is_there() -> None:
    sections = [Section("One", (Clause("ER-1.1", "a"),)), Section("Two", (Clause("ER-2.1", "b"),))]
    options: dict[str, Option[Any]] = {
        name: Option(1, clause, "text") for name, clause in {"a": "ER-2.1", "b": "ER-2.2"}.items()
    }
    assert found(checks.option_clause_problems(sections, options)) == [
        (("options", "b", "clause"), "no clause ER-2.2")
    ]


def component(**fields: Any) -> Component:
    faces = fields.pop("faces", (FaceTemplate("a.svg"),))
    return Component("Title", "poker", faces, **fields)


def test_faces_are_drawn_for_rows_of_a_table_that_is_there() -> None:
    faces = (FaceTemplate("a.svg"), FaceTemplate("b.svg", "cards"), FaceTemplate("c.svg", "crads"))
    components = {"deck": component(faces=faces)}
    assert found(checks.component_problems(components, ["cards"], "errata")) == [
        (("components", "deck", "faces", 2, "rows"), "no table 'crads'; did you mean cards?")
    ]


def test_no_component_is_called_as_the_game_is() -> None:
    """The file of the whole game bears that name."""
    components = {"deck": component(), "errata": component()}
    message = "the game itself is called that: give it another name"
    assert found(checks.component_problems(components, [], "errata")) == [
        (("components", "errata"), message)
    ]


@pytest.mark.parametrize(
    ("fields", "path", "message"),
    [
        ({"instead_of": "mats"}, None, ""),
        ({"shares": "mats"}, None, ""),
        ({"instead_of": "deck"}, ("instead_of",), "no other component 'deck' (known: forms, mats, "
         "sharer)"),
        ({"instead_of": "mast"}, ("instead_of",), "no other component 'mast'; did you mean mats?"),
        ({"shares": "deck"}, ("shares",), "no other component 'deck' (known: forms, mats, sharer)"),
        ({"shares": "mast"}, ("shares",), "no other component 'mast'; did you mean mats?"),
        ({"shares": "sharer"}, ("shares",), "sharer shares the sheets of mats: name that one"),
        ({"shares": "forms"}, ("shares",), "forms have sheets of their own"),
        ({"shares": "mats", "per_page": {1: "a5"}}, ("shares",), "forms have sheets of their own"),
    ],
)  # fmt: skip
def test_a_component_names_another_one(
    fields: dict[str, Any], path: Steps | None, message: str
) -> None:
    components = {
        "mats": component(),
        "deck": component(**fields),
        "sharer": component(shares="mats"),
        "forms": component(per_page={2: "a5"}),
    }
    problems = found(checks.set_up_problems(components, Players(2, 4)))
    assert problems == ([] if path is None else [(("components", "deck", *path), message)])


FORM = "a form is printed for each player anyway: leave it out"
BOTH = "found copies or by_players too: give one of them"


@pytest.mark.parametrize(
    ("face", "per_page", "step", "message"),
    [
        ({}, {1: "a5"}, (), ""),
        ({"a_player": 2}, {}, (), ""),
        ({"a_player": 2}, {1: "a5"}, ("a_player",), FORM),
        ({"by_players": {2: 1}}, {1: "a5"}, ("by_players",), FORM),
        ({"a_player": 2, "by_players": {2: 1}}, {1: "a5"}, ("a_player",), FORM),
        ({"a_player": 2, "by_players": {2: 1}}, {}, ("a_player",), BOTH),
        ({"a_player": 2, "copies": 2}, {}, ("a_player",), BOTH),
        ({"copies": 3, "by_players": {2: 3, 4: 0}}, {}, (), ""),
        ({"copies": 3, "by_players": {1: 1}}, {}, ("by_players", 1),
         "the game is for 2 to 4 players, not 1"),
        ({"copies": 3, "by_players": {5: 9}}, {}, ("by_players", 5),
         "the game is for 2 to 4 players, not 5"),
        ({"copies": 3, "by_players": {2: 4}}, {}, ("by_players", 2),
         "found 4, but there are no more than 3 (copies)"),
    ],
)  # fmt: skip
def test_faces_are_counted_in_one_way(
    face: dict[str, Any], per_page: dict[int, str], step: Steps, message: str
) -> None:
    faces = (FaceTemplate("a.svg"), FaceTemplate("b.svg", **face))
    components = {"deck": component(faces=faces, per_page=per_page)}
    said = [((*("components", "deck", "faces", 1), *step), message)] if message else []
    assert found(checks.set_up_problems(components, Players(2, 4))) == said


def test_every_wrong_number_of_players_is_told() -> None:
    row = Row("a", 2, {1: 1, 2: 3, 3: 2})
    assert found(checks.by_players_problems(row, Players(2, 2), ("cards", 0))) == [
        (("cards", 0, "by_players", 1), "the game is for 2 players, not 1"),
        (("cards", 0, "by_players", 2), "found 3, but there are no more than 2 (copies)"),
        (("cards", 0, "by_players", 3), "the game is for 2 players, not 3"),
    ]


def test_every_limit_that_is_wrong_is_told() -> None:
    """None of them hides the next."""
    limits = (
        Limit("hand", "why", least=1, most=2),
        Limit("hand", "why"),
        Limit("hnad", "why", most=2),
        Limit("none", "why", most=2),
        Limit("flag", "why", most=2),
        Limit("half", "room", least=1),
        Limit("hand", "room", least=3, most=3),
        Limit("hand", "why", most=2.0),
        Limit("hand", "why", least=2.0),
    )
    words = {"hand": 2, "none": None, "flag": True, "half": 0.5}
    path = ("components", "deck", "limits")
    assert found(checks.limit_problems({"deck": component(limits=limits)}, words)) == [
        ((*path, 1), "expected least, most or both"),
        ((*path, 2, "value"), "hnad: no such value; did you mean hand?"),
        ((*path, 4, "value"), "flag is True, expected a number"),
        ((*path, 5, "value"), "half is 0.5, expected at least 1: room"),
        ((*path, 6, "value"), "hand is 2, expected 3: room"),
    ]


def test_declared_names_are_free() -> None:
    """All of a table's columns are told, also where its own name is taken."""
    every = "every table has a column {} already: leave it out"
    tables: dict[str, Any] = {
        "print": {"id": "text", "word": "text", "by_players": "list"},
        "ok": {"in": "flag"},
    }
    assert found(declared_problems(head(**tables))) == [
        (("tables", "print"), "no table can be called print: choose another name"),
        (("tables", "print", "id"), every.format("id")),
        (("tables", "print", "by_players"), every.format("by_players")),
        (("tables", "ok", "in"), "no column can be called in, a word of Python's: call it in_"),
    ]


def test_a_component_without_a_choice_of_forms_is_itself() -> None:
    one = component()
    assert (one.bleed, one.safe, one.corner) == (0, 3, 0), "mm"
    assert one.on_a_page(4, 2) is one


def test_forms_on_a_page_have_its_size_and_fill_it_or_are_as_many_as_play() -> None:
    faces = (FaceTemplate("a.svg"), FaceTemplate("b.svg", copies=3))
    form = component(faces=faces, per_page={4: "a6", 2: "a5"})

    def shown(made: Component) -> tuple[str, list[int]]:
        return made.size, [face.copies for face in made.faces]

    assert shown(form.on_a_page(None)) == ("a6", [4, 12]), "the first choice"
    assert shown(form.on_a_page(2)) == ("a5", [2, 6])
    assert shown(form.on_a_page(2, 5)) == ("a5", [5, 5])
    with pytest.raises(KeyError, match="found 3, expected one of 2, 4"):
        form.on_a_page(3)


def test_a_clause_reads_as_its_option_says() -> None:
    options: dict[str, Option[Any]] = {
        "on": Option(True, "ER-1.1", ""),
        "off": Option(False, "", ""),
    }
    rulings = {"true": "other"}

    def ruling(option: str | None) -> str | None:
        clause = Clause("ER-1.1", "text", "ruling", option=option, instead=rulings)
        (found,) = Section("One", (clause,)).under(options).clauses
        return found.ruling

    assert [ruling(option) for option in ("on", "off", None, "none")] == [
        "other", "ruling", "ruling", "ruling",
    ]  # fmt: skip
