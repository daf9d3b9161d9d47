"""Every question of Verse & Variant: whom it is put to, in which words, by which clause, and what
there is to choose from.

A line is a question: ``Ann: a Witness? W-red-2 / *W-black-6``. The answer given has a star; the
clause is named where it is not the Tool's own line; ``&`` joins what several are asked at once.
What begins with a stroke belongs to the line above.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from scoring.play.decisions import Asking, Decision
from scoring.play.moves import Choices
from scoring.verse_and_variant.bout import begin_bout, offer_tools, play_bout
from scoring.verse_and_variant.gains import gain_lacuna, take_feature
from scoring.verse_and_variant.majority import session_end
from scoring.verse_and_variant.pieces import Player
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tools.rank_05 import count_in_final_scoring
from scoring.verse_and_variant.window import preservation_window
from tests.verse_and_variant.plays import laid, listener
from tests.verse_and_variant.tables import (
    GAME,
    board,
    cards,
    conserved,
    in_tableau,
    lay,
    player,
    stack,
)

WORDS = {  # what is long, or often there
    "features": "papyrus / majority / sinaiticus / section / ubs_a",
    "suits": "blue / green / yellow / red / black",
    "ann": "Ann: T-2b Scribal Index [VV-4.4]? use T-2b / *keep T-2b / keep T-2b this bout",
    "bo": "Bo: T-7c Grant Writer [VV-4.4]? use T-7c / *keep T-7c / keep T-7c this bout",
    "empty": "majority 2 / majority 3 / sinaiticus 1 / sinaiticus 2 / sinaiticus 3",
}
QUESTIONS = {
    "T-1a": """
        Ann: a token for the Desk? papyrus / *majority / lacuna
        Ann: a Witness? *W-blue-6 / W-red-2 / W-black-6 / W-green-5""",
    "T-1b": "Ann: Corruption? W-blue-6 / *W-black-6 / red marker / black marker",
    "T-1c": """
        & Ann: a Witness to show? *W-blue-3 / W-red-9
        & Bo: a Witness to show? *W-green-2 / W-blue-7
        Ann: Demand +1 of blue? papyrus / *section""",
    "T-1d": """
        Ann: a Feature for a lacuna? *{features} / none
        Ann: Demand +1 of blue? papyrus / *section
        Ann: a Feature for a lacuna? {features} / *none""",
    "T-2a": "Ann: a Feature to take? papyrus / *majority",
    "T-2b": """
        Ann: a track to move from? blue / *green / yellow / red / black
        Ann: a track to move to? *blue / yellow / red / black""",
    "T-2e": "Ann: a Feature to count more of? *{features}",
    "T-3a": """
        Ann: Corruption to remove? W-blue-6 / *W-black-6 / red marker / black marker / none
        Ann: Corruption to remove? W-blue-6 / *red marker / black marker / none""",
    "T-3b": "Ann: a track to move to? red / *black",
    "T-3c": "Ann: a Witness to double? W-red-2 / *W-green-5",
    "T-3e": """
        Ann: a cube to move? papyrus 1 / *section 2
        Ann: a slot to move it to? *papyrus 2 / papyrus 3 / majority 1 / {empty} / ubs_a 2
            / ubs_a 3""",
    "T-4a": """
        Ann: a Feature to discard? papyrus / *majority
        Ann: a Feature to discard? *papyrus / majority
        Ann: a Feature to discard? papyrus / *majority""",
    "T-4b": "Ann: a cube? papyrus 1 / *section 2",
    "T-5a": """
        Ann: a stack to swap? blue 19 / *blue 3 / green 12 / yellow 8 / red 5 / black 5
        Ann: a stack to swap? green 12 / yellow 8 / *red 5 / black 5""",
    "T-5b": "Ann: a Feature to take? *{features}",
    "T-5c": "Ann: a Feature to count more of? *{features}",
    "T-5d": """
        Ann: a Tool set aside? *T-5e / T-4e
        Ann: a card for the Desk? W-blue-3 / *W-red-9 / T-2c / T-5e""",
    "T-5e": "Ann: a Feature to count more of? *{features}",
    "T-6a": "Ann: a Witness? W-blue-6 / *W-red-2 / W-black-6 / W-green-5",
    "T-6c": """
        Ann: a Feature for the Desk? *papyrus / majority / none
        Ann: a Feature for the Desk? papyrus / *majority / none
        Ann: a Feature for the Desk? papyrus / majority / *none
        Ann: what to take from the Desk? *section / W-red-2 / W-green-5
        Ann: what to take from the Desk? W-red-2 / *W-green-5""",
    "T-6d": "Ann: a Tool to discard? *T-1c / none",
    "T-6e": "Cy: four Features for a Grant? *sinaiticus / papyrus / none",
    "T-7a": """
        Ann: a track? *{suits}
        Ann: a token to move up? papyrus / *section / none
        Ann: a token to move up? papyrus / *none""",
    "T-7b": """
        Ann: a token for the vault? papyrus / majority / *lacuna / none
        Ann: a token for the vault? papyrus / majority / *lacuna / none
        Ann: a token for the vault? papyrus / majority / *none""",
    "T-7c": """
        Ann: a slot for a cube? *papyrus 2 / majority 1 / sinaiticus 1 / section 1 / ubs_a 2
        Ann: what the slot gives? prestige / *perk""",
    "T-7d": """
        Ann: a track? *{suits}
        Ann: a token to move up? papyrus / *section""",
    "T-7e": "Ann: a Tool of the haul? T-3a / *T-1b",
    "T-8a": "Ann: the next Spotlight? *{suits}",
    "T-9a": "Ann: a token for the vault? papyrus / majority / lacuna / *none",
    "T-9b": """
        Ann: a track? *{suits}
        Ann: the topmost Feature? papyrus / *section""",
    "T-9c": "Ann: what a lacuna counts as? *{features}",
    "T-9e": """
        Ann: a track for Bo? *{suits}
        Ann: a Feature for Bo? papyrus / *section
        Ann: a track for Cy? *green / yellow / red / black
        Ann: a track for Bo? yellow / *red / black
        Ann: a track for Cy? *yellow / black
        Ann: a Feature for Cy? *sinaiticus / ubs_a""",
    "T-10c": "Ann: a Feature to discard? papyrus / *majority",
    "T-11a": "Ann: a Feature? *{features}",
    "T-11c": """
        Ann: a Feature for a lacuna? *{features} / none
        Ann: a Feature for a lacuna? {features} / *none""",
    "T-11d": "Ann: a colour? *{suits}",
    "T-12b": """
        Ann: a Feature to discard? papyrus / *majority
        Bo: a Feature to discard? *section / majority
        Cy: a Feature to discard? *sinaiticus / papyrus""",
    "T-12c": """
        Ann: a Feature to discard? papyrus / *majority
        Ann: a Feature to discard? *papyrus / majority
        Bo: a Feature to discard? *section / majority
        Cy: a Feature to discard? *sinaiticus / papyrus
        Cy: a Feature to discard? sinaiticus / *papyrus""",
    "T-12d": "Ann: a cube to take back? papyrus 1 / *section 2",
    "T-12e": """
        Ann: a track to take from? *{suits}
        Ann: the topmost Feature? papyrus / *section""",
    "T-13a": """
        Ann: a Feature to discard? papyrus / *majority
        Bo: a Feature to discard? *majority / section""",
    "T-13b": """
        & Ann: a token to pass? papyrus / majority / *lacuna
        & Bo: a token to pass? *section / majority
        & Cy: a token to pass? *sinaiticus / papyrus""",
    "T-15c": """
        Ann: a Feature of the supply? *{features}
        Bo: a Feature of the supply? *{features}
        Cy: a Feature of the supply? *{features}""",
    "T-15d": """
        Ann: the Feature you have fewest of? sinaiticus / *section / ubs_a
        Bo: the Feature you have fewest of? *papyrus / sinaiticus / ubs_a
        Cy: the Feature you have fewest of? majority / *section / ubs_a""",
    "T-15e": """
        Ann: a slot for a cube? *papyrus 2 / papyrus 3 / majority 1 / {empty} / section 1
            / section 3 / ubs_a 2 / ubs_a 3 / none
        Ann: Demand +1 of blue? papyrus / *section
        Bo: a slot for a cube? papyrus 3 / *majority 1 / {empty} / section 1 / section 3
            / ubs_a 2 / ubs_a 3 / none
        Cy: a slot for a cube? papyrus 3 / {empty} / section 1 / section 3 / ubs_a 2 / ubs_a 3
            / *none""",
}  # fmt: skip


def transcribed(script: Asking[Any], expected: str, rule: str = "") -> None:
    """A script asks what is expected, given the answers that have a star."""
    whole = re.sub(r"\n +/", " /", expected.strip()).format_map(WORDS)
    lines = [line.strip() for line in whole.splitlines()]
    answers = [line.partition("*")[2].partition(" / ")[0] for line in lines]
    told: list[str] = []

    def ask(question: Decision[Any], sign: str = "") -> Any:
        answer = answers[len(told)] if len(told) < len(lines) else "not expected"
        told.append(sign + line_of(question, rule, answer))
        assert told[-1] in lines, told
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
        assert told == lines


def line_of(question: Decision[Any], rule: str, answer: str) -> str:
    options = question.options
    moves = [*options] if isinstance(options, Choices) else [answer, str(options)]
    clause = "" if question.rule == rule else f" [{question.rule}]"
    starred = [f"*{move}" if move == answer else move for move in moves]
    return f"{question.who}: {question.what}{clause}? {' / '.join(starred)}"


@pytest.mark.parametrize("tool", [tool.id for tool in GAME.data.tools])
def test_every_question_of_each_tool(tool: str) -> None:
    table = board()
    ann, (card,) = player(table, "Ann"), cards(table, tool)
    if card.timing != "instant":
        in_tableau(table, "Ann", tool)
    script = table.tools[tool].run(table, ann, card)
    transcribed(script, QUESTIONS.get(tool, ""), tool)
    conserved(table)


def tall(table: State) -> Asking[Any]:
    stack(table, "blue", (17, "papyrus papyrus section"))
    return acts(table, "T-9b")


def dark(table: State) -> Asking[Any]:
    table.session.barred.update(table.tracks)
    return acts(table, "T-11e")


def acts(table: State, tool: str) -> Asking[Any]:
    return table.tools[tool].run(table, player(table, "Ann"), table.cards[tool])


def runs(table: State, tool: str) -> Player:
    ann = player(table, "Ann")
    ann.running.append(tool)
    return ann


@pytest.mark.parametrize(("tool", "script", "expected"), [
    (
        "T-3d",
        lambda table: gain_lacuna(table, runs(table, "T-3d")),
        "Ann: a Feature for the lacuna? *{features}",
    ),
    (
        "T-5c",
        lambda table: count_in_final_scoring(table, player(table, "Ann")),
        "Ann: a Feature in final scoring? *{features}",
    ),
    (
        "T-9b",
        tall,
        """
        Ann: a track? *{suits}
        Ann: the topmost Feature? papyrus / *section
        Ann: the Feature for the lower space? section / *papyrus""",
    ),
    ("T-11e", dark, "Ann: an institution? *{features}"),
    (
        "T-11b",
        lambda table: gain_lacuna(table, runs(table, "T-11b")),
        """
        Ann: a track to take from? *{suits} / none
        Ann: the topmost Feature? papyrus / *section""",
    ),
    (
        "T-14e",
        lambda table: take_feature(table, runs(table, "T-14e"), "papyrus"),
        """
        Ann: a track in place of papyrus? green / *yellow / red / black / none
        Ann: the topmost Feature? sinaiticus / *ubs_a""",
    ),
])  # fmt: skip
def test_what_tools_ask_later_or_at_another_table(
    tool: str, script: Callable[[State], Asking[Any]], expected: str
) -> None:
    table = board()
    transcribed(script(table), expected, tool)
    conserved(table)


def test_every_question_of_a_bout_and_its_window(table: State) -> None:
    """VV-4.1 to VV-4.4, VV-5.1 to VV-5.4: with a Tool offered at its moment, and the exchange."""
    lay(table, Ann="holds T-1a W-blue-3 W-blue-9, papyrus")
    lay(table, Bo="holds W-blue-7 W-red-2 T-3a, eureka")
    lay(table, Cy="holds W-black-2 W-green-2 W-red-3, lacuna 2, section 3")
    lay(table, desk="W-green-5 T-10c lacuna")
    table.session.next_spotlight = "black"
    begin_bout(table)
    transcribed(
        play_bout(table),
        """
        Ann: Primary [VV-4.1]? *T-1a / W-blue-3 / W-blue-9
        Ann: Echo [VV-4.1]? W-blue-3 / *W-blue-9
        Ann: T-1a Palimpsest Scraper [VV-4.4]? use T-1a / *keep T-1a
        Ann: T-1a Palimpsest Scraper [VV-4.4]? use T-1a / keep T-1a / *keep T-1a this bout
        Bo: Primary [VV-4.1]? *W-blue-7 / W-red-2 / T-3a / W-blue-7 with Eureka
            / W-red-2 with Eureka / T-3a with Eureka
        Bo: Echo [VV-4.1]? W-red-2 / *T-3a
        Cy: Primary [VV-4.1]? *W-black-2 / W-green-2 / W-red-3
        Cy: Echo [VV-4.1]? *W-green-2 / W-red-3""",
    )
    table.bout.eureka_pays = True
    in_tableau(table, "Cy", "T-2d")
    transcribed(
        preservation_window(table),
        """
        Ann: window [VV-5.1]? take / lockdown / *pass
        Bo: window [VV-5.1]? take / take with Eureka / lockdown / *pass
        Cy: window [VV-5.1]? *take / lockdown / pass
        Cy: order of the Witnesses [VV-5.2]? *as they lie
            / W-green-5, W-blue-7, W-black-2, W-blue-9, W-green-2 in your order, or as they lie
        Cy: T-2d Gloss Collector [VV-4.4]? *use T-2d / keep T-2d
        Cy: lacuna exchange [VV-5.3]? *W-red-3 for T-10c
            / a card of the hand for T-10c or T-3a, as in 'W-red-3 for T-10c', or no exchange
        Cy: lacuna exchange [VV-5.3]? *no exchange
            / a card of the hand for T-3a, as in 'T-10c for T-3a', or no exchange
        Cy: institution grant [VV-5.4]? grant papyrus / grant majority / *grant section
            / grant ubs_a / no grant""",
    )
    conserved(table)
    assert table.owners("section") == ("Cy", "none", "none")


LISTENERS = (
    listener("T-2b", Moment.ANY_TIME),
    listener("T-7c", Moment.ANY_TIME),
    listener("T-3c", Moment.GRANT_PAID),
    listener("T-4a", Moment.WINDOW_TURN),
    listener("T-4d", Moment.WOULD_PASS),
    listener("T-7b", Moment.TOKENISED),
    listener("T-8c", Moment.BEFORE_PRIMARY),
    listener("T-8b", Moment.WITNESS_PLAYED),
    listener("T-8e", Moment.LEAD_MADE),
    listener("T-10b", Moment.PRIMARIES_LIE),
    listener("T-8d", Moment.BOUT_RESOLVED),
    listener("T-2e", Moment.BEFORE_COUNTING),
    listener("T-11a", Moment.BEFORE_AWARDS),
    listener("T-14d", Moment.AFTER_AWARDS),
)


def listening(**hands: str) -> State:
    """Ann has the first Tool for any time, Bo has all the others."""
    table = laid(3, *LISTENERS, **hands)
    in_tableau(table, "Ann", LISTENERS[0].id)
    in_tableau(table, "Bo", *[tool.id for tool in LISTENERS[1:]])
    table.quill = 1
    return table


@pytest.mark.clause("VV-4.4")
def test_when_tools_are_offered_in_a_bout() -> None:
    """At any time before each Primary, clockwise from the player in turn; and at their moments."""
    table = listening(Ann="W-blue-1", Bo="W-blue-2", Cy="W-blue-3")
    begin_bout(table)
    transcribed(
        play_bout(table),
        """
        {bo}
        {ann}
        Bo: T-8c Ink Authority [VV-4.4]? use T-8c / *keep T-8c
        Bo: Primary [VV-4.1]? *W-blue-2
        Bo: T-8b Elevation Stroke [VV-4.4]? use T-8b / *keep T-8b
        Bo: T-8e Scribe's Momentum [VV-4.4]? use T-8e / *keep T-8e
        {ann}
        {bo}
        Cy: Primary [VV-4.1]? *W-blue-3
        {ann}
        {bo}
        Ann: Primary [VV-4.1]? *W-blue-1
        Bo: T-10b Deferred Impulse [VV-4.4]? use T-10b / *keep T-10b
        Bo: T-8d Seize the Quill [VV-4.4]? use T-8d / *keep T-8d""",
    )


@pytest.mark.clause("VV-4.4", "VV-5.1", "VV-5.2")
def test_when_tools_are_offered_in_a_window() -> None:
    """At any time before each turn and between the steps of a Take; and at their moments."""
    table = listening()
    lay(table, desk="W-green-5 W-blue-1 T-3a", finish="Cy Bo Ann")
    transcribed(
        preservation_window(table),
        """
        {ann}
        {bo}
        Cy: window [VV-5.1]? take / lockdown / *pass
        {bo}
        {ann}
        Bo: T-4a Double-Take Crew [VV-4.4]? use T-4a / *keep T-4a
        Bo: window [VV-5.1]? *take / lockdown / pass
        {bo}
        {ann}
        Bo: T-3c Variant Matrix [VV-4.4]? use T-3c / *keep T-3c
        {bo}
        {ann}
        {bo}
        {ann}
        Bo: order of the Witnesses [VV-5.2]? *as they lie
            / W-green-5, W-blue-1 in your order, or as they lie
        Bo: T-7b Reserve Shelf [VV-4.4]? use T-7b / *keep T-7b
        {bo}
        {ann}
        {bo}
        {ann}
        {bo}
        {ann}""",
    )
    assert table.discard == cards(table, "W-green-5", "W-blue-1", "T-3a")


@pytest.mark.clause("VV-4.4", "VV-5.1")
def test_a_tool_may_close_the_window_in_place_of_a_pass() -> None:
    table = listening()
    table.bout.finish = [1, 2, 0]
    transcribed(
        preservation_window(table),
        """
        {bo}
        {ann}
        Bo: T-4a Double-Take Crew [VV-4.4]? use T-4a / *keep T-4a
        Bo: window [VV-5.1]? take / lockdown / *pass
        Bo: T-4d Gate Seal [VV-4.4]? *use T-4d / keep T-4d""",
    )


@pytest.mark.clause("VV-4.4", "VV-6.2", "VV-6.3")
def test_when_tools_are_offered_in_majority_scoring() -> None:
    """At any time first, from who has the Quill; then before the counting and about the awards."""
    transcribed(
        session_end(listening(), exhausted=False),
        """
        {bo}
        {ann}
        Bo: T-2e Major Reference [VV-4.4]? use T-2e / *keep T-2e
        Bo: T-11a Statistical Model [VV-4.4]? use T-11a / *keep T-11a
        Bo: T-14d Spotlight Majority Bonus [VV-4.4]? use T-14d / *keep T-14d""",
    )


@pytest.mark.clause("VV-4.4")
def test_several_tools_of_a_player_are_offered_by_their_ids() -> None:
    """By rank, then by letter; of each player in turn."""
    tools = [listener(name, Moment.LEAD_MADE) for name in ("T-10a", "T-2b", "T-2a", "T-9e")]
    table = laid(3, *tools)
    lay(table, Ann="keeps T-10a T-2b T-2a", Bo="keeps T-9e")
    transcribed(
        offer_tools(table, Moment.LEAD_MADE, table.clockwise(0)),
        """
        Ann: T-2a Fragment Facsimile [VV-4.4]? use T-2a / *keep T-2a
        Ann: T-2b Scribal Index [VV-4.4]? use T-2b / *keep T-2b
        Ann: T-10a Momentum Accelerator [VV-4.4]? use T-10a / *keep T-10a
        Bo: T-9e Grand Patronage [VV-4.4]? use T-9e / *keep T-9e""",
    )
