"""The checks between the files of a game: each problem in full, and what is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from card_data import checks, model
from card_data.reading.documents import Steps

Found = list[tuple[Steps, str]]


def found(problems: Iterator[tuple[Steps, str]]) -> Found:
    return list(problems)


def component(**fields: Any) -> model.Component:
    faces = fields.pop("faces", (model.FaceTemplate("a.svg"),))
    return model.Component("Title", "poker", faces, **fields)


def test_every_limit_that_is_wrong_is_told() -> None:
    limits = (
        model.Limit("hand", "why", least=1, most=2), model.Limit("hand", "why"),
        model.Limit("hnad", "why", most=2), model.Limit("none", "why", most=2),
        model.Limit("flag", "why", most=2), model.Limit("half", "room", least=1),
        model.Limit("hand", "room", least=3, most=3), model.Limit("hand", "why", most=2.0),
        model.Limit("hand", "why", least=2.0),
    )  # fmt: skip
    words = {"hand": 2, "none": None, "flag": True, "half": 0.5}
    path = ("components", "deck", "limits")
    assert found(checks.limit_problems({"deck": component(limits=limits)}, words)) == [
        ((*path, 1), "expected least, most or both"),
        ((*path, 2, "value"), "hnad: no such value; did you mean hand?"),
        ((*path, 4, "value"), "flag is True, expected a number"),
        ((*path, 5, "value"), "half is 0.5, expected at least 1: room"),
        ((*path, 6, "value"), "hand is 2, expected 3: room"),
    ]


@given(
    st.sampled_from(["instead_of", "shares"]), st.lists(st.none() | st.integers(0, 4), max_size=4)
)
@settings(max_examples=40)
def test_only_what_names_a_component_that_names_none_is_sound(
    field: str, named: list[int | None]
) -> None:
    names = {f"a{at}": None if to is None else f"a{to}" for at, to in enumerate(named)}
    components = {name: component(**{field: to}) for name, to in names.items()}
    told = {path for path, _ in checks.set_up_problems(components, model.Players(2, 4))}
    wrong = {key for key, to in names.items() if to is not None and names.get(to, "") is not None}
    assert told <= {("components", name, field) for name in wrong}
    assert bool(told) == bool(wrong)


def test_a_component_without_a_choice_of_forms_is_itself() -> None:
    one = component()
    assert (one.bleed, one.safe, one.corner) == (0, 3, 0), "mm"
    assert one.on_a_page(4, 2) is one


def test_forms_on_a_page_have_its_size_and_fill_it_or_are_as_many_as_play() -> None:
    faces = (model.FaceTemplate("a.svg"), model.FaceTemplate("b.svg", copies=3))
    form = component(faces=faces, per_page={4: "a6", 2: "a5"})

    def shown(made: model.Component) -> tuple[str, list[int]]:
        return made.size, [face.copies for face in made.faces]

    assert shown(form.on_a_page(None)) == ("a6", [4, 12]), "the first choice"
    assert shown(form.on_a_page(2)) == ("a5", [2, 6])
    assert shown(form.on_a_page(2, 5)) == ("a5", [5, 5])
    with pytest.raises(KeyError, match="found 3, expected one of 2, 4"):
        form.on_a_page(3)


def test_a_clause_reads_as_its_option_says() -> None:
    options: dict[str, model.Option[Any]] = {
        "on": model.Option(True, "ER-1.1", ""),
        "off": model.Option(False, "", ""),
    }
    rulings = {"true": "other"}

    def ruling(option: str | None) -> str | None:
        clause = model.Clause("ER-1.1", "text", "ruling", option=option, instead=rulings)
        (found,) = model.Section("One", (clause,)).under(options).clauses
        return found.ruling

    assert [ruling(option) for option in ("on", "off", None, "none")] == [
        "other", "ruling", "ruling", "ruling",
    ]  # fmt: skip
