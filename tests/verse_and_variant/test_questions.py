"""Every question of Verse & Variant: whom it is put to, in which words, by which clause, and what
there is to choose from, kept in `tests/golden/vv_questions.txt`.

A line is a question: ``Ann: a Witness? W-red-2 / *W-black-6``. The answer given has a star; the
clause is named where it is not the Tool's own line; ``&`` joins what several are asked at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.play.decisions import Asking, Decision
from scoring.play.moves import Choices
from scoring.verse_and_variant.bout import begin_bout, offer_tools, play_bout
from scoring.verse_and_variant.gains import gain_lacuna, take_feature
from scoring.verse_and_variant.majority import session_end
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tools.rank_05 import count_at_the_end
from scoring.verse_and_variant.window import preservation_window
from tests import golden_files
from tests.verse_and_variant.sample_plays import laid, listener
from tests.verse_and_variant.tables import GAME, board, conserved, lay, player, table_of

NAME = "vv_questions"
Script = Asking[Any]


def transcript(script: Script, rule: str, kept: str) -> str:
    """Return the questions of a script, given the answers that have a star in ``kept``."""
    answers = [line.partition("*")[2].partition(" / ")[0] for line in kept.splitlines()]
    said: list[str] = []

    def ask(question: Decision[Any], sign: str = "") -> Any:
        answer = answers[len(said)] if len(said) < len(answers) else "not expected"
        said.append(sign + line_of(question, rule, answer))
        return question.options.parse(answer)[1]

    try:
        question = next(script)
        while True:
            if isinstance(question, Decision):
                value = ask(question)
            else:
                value = {one.who: ask(one, "& ") for one in question.decisions}
            question = script.send(value)
    except StopIteration:
        return "\n".join(said)


def line_of(question: Decision[Any], rule: str, answer: str) -> str:
    options = question.options
    moves = [*options] if isinstance(options, Choices) else [answer, str(options)]
    clause = "" if question.rule == rule else f" [{question.rule}]"
    starred = [f"*{move}" if move == answer else move for move in moves]
    return f"{question.who}: {question.what}{clause}? {' / '.join(starred)}"


def acts(table: State, tool: str) -> Script:
    if table.cards[tool].timing != "instant":
        lay(table, Ann=f"keeps {tool}")
    return table.tools[tool].run(table, player(table, "Ann"), table.cards[tool])


def mixed(table: State) -> Script:
    lay(table, blue="17 papyrus papyrus section")
    return acts(table, "T-9b")


def dark(table: State) -> Script:
    lay(table, barred="blue green yellow red black")
    return acts(table, "T-11e")


def runs(tool: str, script: Callable[..., Script], *more: str) -> Callable[[State], Script]:
    def started(table: State) -> Script:
        lay(table, Ann=f"runs {tool}")
        return script(table, player(table, "Ann"), *more)

    return started


def bout(table: State) -> Script:
    """A bout with a Tool offered at its moment."""
    lay(
        table, Ann="holds T-1a W-blue-3 W-blue-9, papyrus",
        Bo="holds W-blue-7 W-red-2 T-3a, eureka",
        Cy="holds W-black-2 W-green-2 W-red-3, lacuna 2, section 3", desk="W-green-5 T-10c lacuna",
    )  # fmt: skip
    begin_bout(table)
    return play_bout(table)


def take(table: State) -> Script:
    """The window after that bout, with Eureka to pay by, a Tool and the exchange."""
    lay(
        table, Ann="holds W-blue-3", Bo="holds W-red-2, eureka", finish="Ann Bo Cy",
        Cy="holds W-red-3, lacuna 2, section 3, keeps T-2d",
        desk="W-green-5 T-10c lacuna W-blue-7 W-black-2 T-3a W-blue-9 W-green-2",
    )  # fmt: skip
    table.bout.eureka_pays = True
    return preservation_window(table)


MOMENTS = {
    "T-2b": Moment.ANY_TIME, "T-7c": Moment.ANY_TIME, "T-3c": Moment.GRANT_PAID,
    "T-4a": Moment.WINDOW_TURN, "T-4d": Moment.WOULD_PASS, "T-7b": Moment.TOKENISED,
    "T-8c": Moment.BEFORE_PRIMARY, "T-8b": Moment.WITNESS_PLAYED, "T-8e": Moment.LEAD_MADE,
    "T-10b": Moment.PRIMARIES_LIE, "T-8d": Moment.BOUT_RESOLVED, "T-2e": Moment.BEFORE_COUNTING,
    "T-11a": Moment.BEFORE_AWARDS, "T-14d": Moment.AFTER_AWARDS,
}  # fmt: skip


def listening(script: Callable[[State], Script], **words: str) -> Script:
    """Ann has the first Tool for any time, Bo all the others, which do nothing."""
    table = laid(3, *[listener(name, moment) for name, moment in MOMENTS.items()])
    first, *others = MOMENTS
    lay(table, Ann=f"keeps {first}", Bo="keeps " + " ".join(others), quill="Bo")
    lay(table, **words)
    return script(table)


def offered_bout(table: State) -> Script:
    begin_bout(table)
    return play_bout(table)


def offered_by_ids() -> Script:
    tools = [listener(name, Moment.LEAD_MADE) for name in ("T-10a", "T-2b", "T-2a", "T-9e")]
    table = laid(3, *tools)
    lay(table, Ann="keeps T-10a T-2b T-2a", Bo="keeps T-9e")
    return offer_tools(table, Moment.LEAD_MADE, table.clockwise(0))


LATER: dict[str, Callable[[State], Script]] = {
    "T-3d on a lacuna": runs("T-3d", gain_lacuna),
    "T-5c in final scoring": runs("T-5c", count_at_the_end),
    "T-9b in a mixed stack": mixed,
    "T-11e without a Spotlight": dark,
    "T-11b on a lacuna": runs("T-11b", gain_lacuna),
    "T-14e in place of a Feature": runs("T-14e", take_feature, "papyrus"),
}
HANDS = {"Ann": "holds W-blue-1", "Bo": "holds W-blue-2", "Cy": "holds W-blue-3"}
HAUL = {"desk": "W-green-5 W-blue-1 T-3a", "finish": "Cy Bo Ann"}
FLOWS: dict[str, Callable[[], Script]] = {
    "a bout": lambda: bout(table_of()),
    "its window": lambda: take(table_of()),
    "Tools offered in a bout": lambda: listening(offered_bout, **HANDS),
    "Tools offered in a window": lambda: listening(preservation_window, **HAUL),
    "a Tool that closes the window": lambda: listening(preservation_window, finish="Bo Cy Ann"),
    "Tools offered in majority scoring":
        lambda: listening(lambda table: session_end(table, exhausted=False)),
    "Tools by their IDs": offered_by_ids,
}  # fmt: skip


@pytest.mark.clause("VV-4.4", "VV-5.1", "VV-5.2", "VV-6.2", "VV-6.3")
def test_every_question() -> None:
    """Of each Tool on a table with something to choose, then later; of bouts, windows and ends."""
    kept = golden_files.kept(NAME)
    said: dict[str, str] = {}
    for tool in [tool.id for tool in GAME.data.tools]:
        table = board()
        asked = transcript(acts(table, tool), tool, kept.get(tool, ""))
        conserved(table)
        said |= {tool: asked} if asked else {}
    for case, start in LATER.items():
        table = board()
        said[case] = transcript(start(table), case.split()[0], kept[case])
        conserved(table)
    for case, script in FLOWS.items():
        said[case] = transcript(script(), "", kept[case])
    golden_files.check(NAME, said)
