"""The data of each game, and the reader that checks it.

>>> import card_data
>>> card_data.names()[:3]
['dice_archive', 'manuscript', 'nineteen_eighty_four']
>>> card_data.load("winstons_archive").title
"Winston's Archive"
"""

from card_data.game import Game, names
from card_data.loader import load, load_rulebook, load_set_up, under
from card_data.problems import DataError, Problem

__all__ = ["DataError", "Game", "Problem", "load", "load_rulebook", "load_set_up", "names", "under"]


def __dir__() -> list[str]:
    return __all__
