"""What is asked of a table of Dice Archive: the board, then form by form."""

from __future__ import annotations

from scoring.ask.questions import Asked, Questions


class GameQuestions(Questions):
    """Dice on the board, marks on the forms."""

    asked = (
        Asked("players", "Who plays?", "DA-6.4"),
        Asked("running", "Does the game still go on?", "DA-6.3"),
        Asked("board.*", "dice on the board, {} table", "DA-6.1", "as in 1 Ann, 4 Bo"),
        Asked("players.*.tasks.*", "tasks marked, {}", "DA-6.2", "as in 1 4 6"),
    )
    sums = (
        Asked("players.*.dice.*", "dice, {}", "DA-5.1", spare=True),
        Asked("players.*.marks.*", "marks, {}", "DA-5.1", spare=True),
        Asked("players.*.points.*", "points, {}", "DA-5.1", spare=True),
        Asked("players.*.total", "total", "DA-5.1", spare=True),
    )
