"""Games played as golden files have them: each case a table and moves, below it what comes of each.

A case begins with the clauses that it shows. Its second line is what is given, for the ``begin`` of
the game; then each line is a step: a move, ``Ann: `` before it if it is that player's; ``! MOVE``,
which is refused; ``? WORDS``, the open moves with these words in them; ``table``, all that lies
there; ``view NAME``, what this player sees; ``MOVE *``, made as long as it is open.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import yaml

from scoring.play.play import IllegalMove, Play
from tests import golden_files
from tests.scoring.tools import asked, options


def check(
    name: str, begin: Callable[..., Play], table: Callable[[Any], str], view: Callable[[Any], str]
) -> None:
    """Whether each game in a golden file goes as it says there; or write it."""
    found = {}
    for case in golden_files.kept(name):
        _, given, *steps = case.split("\n")
        play = begin(**yaml.safe_load(given))
        lines = [question(play)]
        for step in steps:
            before, _, rest = step.partition(" ")
            if before == "?":
                lines.append(", ".join([one for one in options(play) if rest in one]) or "none")
            elif before == "!":
                with pytest.raises(IllegalMove) as refused:
                    move(play, rest)
                lines += [f"{one.rule} {one.message}" for one in refused.value.findings]
            elif step == "table":
                lines.append(table(play.state))
            elif before == "view":
                lines.append(view(play.view(rest)))
            elif step.endswith(" *"):
                with suppress(IllegalMove):
                    while play.decision is not None:
                        move(play, step[:-2])
                lines.append(question(play))
            else:
                move(play, step)
                lines.append(question(play))
        found[case] = "\n".join(lines)
    golden_files.check(name, found)


def move(play: Play, step: str) -> None:
    who, colon, words = step.partition(": ")
    play.move(words if colon else who, who if colon else None)


def question(play: Play) -> str:
    if play.decision is None:
        return f"over: {', '.join(map(str, play.engine.ending(play.state, play.game)))}"
    return f"{', '.join(asked(play))} ({play.decision.rule}): {play.decision.options}"
