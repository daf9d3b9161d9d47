"""Scenarios in YAML: what lies on a table, what is played on it, and what is true afterwards.

A file in `tools/` or `rules/` has scenarios by their names, and under ``tables`` layouts that
several start ``from``. A scenario is one stage or a list of them, each with what is ``given``
beside what lies there already, what is ``play``ed and what to ``expect``, in the words of `lay`
and `check` in `tables`; ``unchanged`` lists what lies as it lay before, ``clause`` the rules that
it shows. In ``play`` a text starts a part of the game, as in `STEPS`; what follows it answers the
questions that come up, each of them:

    play: [window, Ann: take, {Ann may: [grant papyrus, no grant]}, Ann: no grant]

``{Ann cannot: grant section, because: it costs 2}`` is refused with these words in the message that
is shown, clause and all; ``expect`` looks at the table before an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from scoring.play.decisions import Decision, Together
from scoring.play.moves import Refused
from scoring.verse_and_variant import bout, engine, gains, majority, window
from scoring.verse_and_variant.pieces import Primary
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import move_stack
from tests.scoring.tools import house
from tests.verse_and_variant import tables as laid
from tests.verse_and_variant.tables import check, conserved, lay, player, told

FOLDERS = ("tools", "rules")
HERE = Path(__file__).parent
AT_ONCE = house(laid.GAME, instant_or_anytime="at_once")
HOUSES = {"none": laid.GAME, "no substitutes": laid.TRACKS, "tools at once": AT_ONCE}
MOMENTS = {moment.name.lower().replace("_", " "): moment for moment in Moment}
Question = Decision[Any] | Together[Any]


def offer(table: State, moment: str, first: str = "Ann") -> Any:
    return bout.offer_tools(table, MOMENTS[moment], table.clockwise(player(table, first).seat))


def offer_except(table: State, moment: str) -> Any:
    for other in MOMENTS:
        if other != moment:
            yield from offer(table, other)


def primary_tool(table: State, name: str, tool: str) -> Any:
    card = table.cards[tool]
    primary = Primary(player(table, name).seat, card, card.rank, None)
    table.bout.primaries.append(primary)
    return bout.play_tool(table, player(table, name), primary)


def grant(table: State, name: str) -> Any:
    assert table.take is not None
    return window.institution_grant(table, player(table, name), table.take)


def for_player(script: Callable[..., Any], *fixed: str) -> Callable[..., Any]:
    """A step of one player; what else it names is a card, a number from 1, or a word."""

    def started(table: State, name: str, *more: str) -> Any:
        words = [table.cards.get(word, int(word) - 1 if word.isdigit() else word) for word in more]
        return script(table, player(table, name), *words, *fixed)

    return started


STEPS: Mapping[str, Callable[..., Any]] = {
    r"(\w+) plays (T-\w+)": primary_tool,  # as a Primary, once the Echo lies
    r"(\w+)'s turn": for_player(bout.play_turn),  # Primary and Echo
    r"(\w+)'s Primary": for_player(bout.play_primary),
    r"resolve the bout": bout.resolve_bout,
    r"clear the bout": bout.clear_to_desk,
    r"next bout": bout.begin_bout,
    r"window": window.preservation_window,
    r"close the window": window.close_window,
    r"(\w+)'s turn in the window": for_player(window.window_turn),
    r"(\w+)'s Take": for_player(window.resolve_take),  # paid for
    r"(\w+)'s institution grant": grant,
    r"session": engine.play_session,
    r"end of the session": lambda table: majority.session_end(table, exhausted=False),
    r"end of an exhausted session": lambda table: majority.session_end(table, exhausted=True),
    r"majority scoring": majority.score_majority,
    r"clean-up": majority.clean_up,
    r"next session": engine.reset_for_next_session,
    r"final scoring": engine.final_scoring,
    r"(\w+) gains a lacuna": for_player(gains.gain_lacuna),
    r"(\w+) takes (\w+)": for_player(gains.take_feature),
    r"(\w+) tokenises (W-\S+)": for_player(gains.tokenise),
    r"(\w+) suffers from (W-\S+)": for_player(gains.suffer_corruption),
    r"(\w+) places a cube on (\w+) (\d)": for_player(gains.place_cube),
    r"(\w+) gains (\w+) of the supply": for_player(gains.take_from_supply),
    r"(\w+) raises (\w+)": for_player(gains.demand_up, "VV-3.5"),
    r"(\w+) returns (\d) (\w+)": lambda table, name, number, feature: gains.return_to_track(
        table, player(table, name), feature, int(number)
    ),
    r"(\w+) takes the topmost of (\w+)": lambda table, name, suit: gains.take_topmost(
        table, player(table, name), table.tracks[suit], "VV-3.8"
    ),
    r"lower (\w+)": lambda table, suit: table.tracks[suit].demand_down(),
    r"move (\w+) onto (\w+)": lambda table, *suits: move_stack(*map(table.tracks.get, suits)),
    r"bout": bout.play_bout,
    r"every moment but (.+)": offer_except,
    rf"({'|'.join(MOMENTS)})(?: from (\w+))?": lambda table, moment, first: offer(
        table, moment, first or "Ann"
    ),
}


def scenarios() -> Iterator[Any]:
    """Every scenario of every file, as a parameter with its name and the marks of its clauses."""
    for file in sorted(path for name in FOLDERS for path in HERE.joinpath(name).glob("*.yaml")):
        read = yaml.load(file.read_text(encoding="utf-8"), yaml.BaseLoader)
        tables = read.pop("tables", {})
        for name, found in read.items():
            stages = found if isinstance(found, list) else [found]
            for stage in stages:
                given = stage.get("given", {})
                stage["given"] = tables[given.pop("from")] | given if "from" in given else given
            clauses = [rule for stage in stages for rule in stage.get("clause", "").split()]
            marks = [pytest.mark.clause(*clauses)] if clauses else []
            yield pytest.param(stages, id=name, marks=marks)


def play_scenario(stages: list[dict[str, Any]]) -> None:
    """Lay the table of a scenario, play it and check what it expects."""
    start = stages[0]["given"]
    table = laid.table_of(int(start.get("players", 3)), HOUSES[start.get("house", "none")])
    for stage in stages:
        assert stage.keys() <= {"given", "play", "expect", "unchanged", "clause"}, stage.keys()
        given = stage["given"]
        lay(table, **{place: given[place] for place in given if place not in ("players", "house")})
        stays = stage.get("unchanged", "").split()
        before = {place: told(table, place) for place in stays}
        play(table, stage.get("play", []))
        check(table, **stage.get("expect", {}))
        assert {place: told(table, place) for place in stays} == before


def play(table: State, steps: list[Any]) -> None:
    """Play these steps. All questions are answered, but for a last one that refuses an answer."""
    script, question, pending = iter(()), None, False
    for step in steps:
        pending = False
        if isinstance(step, str):
            assert question is None, f"{step}: first answer {question}"
            script = started(table, step)
            question = next(script, None)
        else:
            assert question is not None, f"not asked: {step}"
            if "expect" in step:
                check(table, **step["expect"])
                continue
            pending = looked_at(question, step)
            if not pending:
                question = answer(script, question, step)
        conserved(table)
    assert question is None or pending, f"not answered: {question}"


def started(table: State, step: str) -> Any:
    for pattern, start in STEPS.items():
        if found := re.fullmatch(pattern, step):
            return iter(start(table, *found.groups()) or ())
    raise AssertionError(f"no such step: {step}")


def looked_at(question: Question, step: Mapping[str, Any]) -> bool:
    """Whether a step does not answer but says what a player may choose, or cannot."""
    name, what = next(iter(step)).rpartition(" ")[::2]
    if what == "may":
        assert isinstance(question, Decision)
        assert (question.who, {*question.options}) == (name, {*step[f"{name} may"]})
    elif what == "cannot":
        with pytest.raises(Refused) as refused:
            laid.answered(question, f"{name}: {step[f'{name} cannot']}")
        assert isinstance(question, Decision)
        assert step.get("because", "") in f"{refused.value.rule or question.rule}: {refused.value}"
    return what in ("may", "cannot")


def answer(script: Any, question: Question, step: dict[str, str]) -> Question | None:
    """Return the next question after an answer: to one player, or to several at once."""
    single = [f"{name}: {said}" for name, said in step.items()]
    value = laid.answered(question, single[0] if isinstance(question, Decision) else step)
    try:
        return script.send(value)  # type: ignore[no-any-return]
    except StopIteration:
        return None
