"""Tables of Untitled Manuscript Game to test on: a shop, exemplars and books as they are wanted."""

from __future__ import annotations

from typing import Any

import card_data
from card_data import Game
from scoring.manuscript.layout import Layout, Side, place_text
from scoring.manuscript.state import Copy, OpenTable, State, View
from scoring.play.play import Play
from tests.scoring.tools import answer, asked, refused

GAME: Game[Any] = card_data.load("manuscript")
SHOP = "lanval perceval sir_orfeo deor beowulf o_fortuna judith pwyll branwen cliges"
NAMES = ("Ann", "Bo", "Cy", "Di")
TEXTS = tuple([text.id for text in GAME.data.texts])
EXEMPLARS = tuple([exemplar.id for exemplar in GAME.data.exemplars])


def state_of(play: Play) -> State:
    assert isinstance(play.state, State)
    return play.state


def table_of(play: Play) -> OpenTable:
    return state_of(play).table


def seen(play: Play, name: str) -> View:
    view = play.view(name)
    assert isinstance(view, View)
    return view


def first(named: str, every: list[str]) -> list[str]:
    return [*named.split(), *[one for one in every if one not in named.split()]]


class Sitting:
    """A game before the first action, with short names for what it has.

    ``shop`` names the first texts of the draw pile, so the top row from the discard pile on, then
    the bottom row; ``exemplars`` the first that are dealt.
    """

    def __init__(
        self, shop: str = SHOP, players: int = 2, exemplars: str = "", game: Game[Any] = GAME
    ) -> None:
        self.play = Play(game, NAMES[:players])
        self.play.move(" ".join(first(shop, [text.id for text in game.data.texts])))
        dealt = first(exemplars, [exemplar.id for exemplar in game.data.exemplars])
        self.play.move(" ".join(dealt[: players + game.data.numbers.exemplars_more]))
        self.state = state_of(self.play)
        self.table = self.state.table
        self.ann, self.bo, *others = self.table.players
        self.cy = others[0] if others else self.bo
        self.grid = self.table.box.grid

    def move(self, *moves: str) -> Sitting:
        answer(self.play, *moves)
        return self

    @property
    def asked(self) -> str:
        return " ".join(asked(self.play))

    def refusal(self, move: str) -> str:
        """The clause that refuses a move, and the reason."""
        finding = refused(self.play, move)
        return f"{finding.rule} {finding.message.removeprefix(move + ': ')}"

    @property
    def hands(self) -> list[list[int]]:
        return [player.hand for player in self.table.players]

    @property
    def shop(self) -> list[list[str | None]]:
        """The rows of the shop, from the discard pile to the draw pile."""
        return [row[::-1] for row in self.table.shop]

    def write(
        self,
        text: str,
        page: Side,
        row: int,
        *columns: int,
        length: int | None = None,
        double: bool = False,
        squares: int | None = None,
        name: str = "Ann",
    ) -> Copy:
        """A text in a player's book, as if copied in earlier rounds: all of it, or some squares."""
        player, box = self.table.player(name), self.table.box
        size = box.extents[text]
        layout = Layout(page, row, columns, length or size.line_length or 0, double)
        copy = player.copies[text] = Copy(layout, place_text(layout, size, box.grid))
        player.fill(copy, size.squares if squares is None else squares)
        return copy

    def complete(self, texts: str, name: str = "Ann") -> None:
        """Some texts complete in a player's book, one below the other where there is room."""
        row, column = 1, 1
        for text in texts.split():
            size = self.table.box.extents[text]
            length = size.line_length or 5
            lines = len(size.lines(length))
            if row + lines - 1 > 18:
                row, column = 1, column + 6
            self.write(text, "left", row, column, length=length, name=name)
            row += lines + 1

    def spend(self, cubes: int, name: str = "Ann") -> None:
        """A player's cubes, spent earlier in the round."""
        self.table.pay(self.table.player(name), cubes)

    def end_round(self) -> Sitting:
        """Everybody has spent all cubes; the last one by a move of whoever is asked."""
        for player in self.table.players:
            self.spend(player.cubes - (player.name == asked(self.play)[0]), player.name)
        cheap = next(text for text in self.shop[0] if text)
        return self.move(f"buy {cheap}")


def following(exemplar: str = "codex_regius", texts: str = "thrymskvida lokasenna") -> Sitting:
    """A game in which Ann has the texts for an exemplar complete."""
    at = Sitting(exemplars=f"{exemplar} codex_manesse")
    at.complete(texts)
    return at


def exeter(*moves: str) -> Sitting:
    """A game in which Ann has the texts for the Exeter Book complete, whose tile is 1 × 4."""
    return following("exeter_book", "deor the_ruin wulf_and_eadwacer").move(*moves)
