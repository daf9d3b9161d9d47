"""The families of a game: those of the kit, and its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from card_data.text import join_words
from printkit.errors import MarkupError
from printkit.typography.fonts import SHAPED, Font, Fonts

CUTS = ("regular", "bold", "italic", "bold-italic")  # by weight and slant


class GameFonts(Fonts):
    """The fonts that all games ``share``, and those of one: by family and cut, their keys."""

    def __init__(
        self, shared: Fonts, keys: Mapping[str, Mapping[str, str]], fallback: Sequence[str]
    ) -> None:
        self.loaded, self.own = shared.loaded, shared.own
        self.keys, self.fallback = keys, fallback
        self.titles = {key: family if len(cuts) == 1 else f"{family} ({cut})"
                       for family, cuts in keys.items() for cut, key in cuts.items()}  # fmt: skip

    def families(self) -> tuple[str, ...]:
        return (*super().families(), *self.keys)

    def get(
        self, family: str, *, bold: bool = False, italic: bool = False, shaped: bool = False
    ) -> Font:
        if family not in self.keys:
            return super().get(family, bold=bold, italic=italic, shaped=shaped)
        cuts, cut = self.keys[family], CUTS[bold + 2 * italic]
        if cut not in cuts:
            has = join_words(sorted(cuts, key=CUTS.index), "and")
            helps = f"name a file for {cut} there, or a variable font again"
            raise MarkupError(f"the font {family} has no {cut}: game.yaml gives it {has}; {helps}")
        font = self.by_key(cuts[cut])
        return self.by_key(font.key + SHAPED) if shaped else font

    def title(self, font: Font) -> str:
        return self.titles.get(super().title(font), super().title(font))
