"""A move chosen step by step: what has been chosen so far, and where one is among what comes next.

>>> menus = {(): Menu([Entry("1"), Entry("2", words="pass 2")]),
...          ("1",): Menu([Entry("left", words="task left 1"), Entry("pass", words="pass 1")])}
>>> choosing = Choosing(lambda chosen, on: menus.get(chosen, Menu([])))
>>> choosing.choose(choosing.entries[0]), choosing.chosen
('', ('1',))
>>> choosing.choose(choosing.typed("pass"))
'pass 1'
>>> choosing.back(), choosing.chosen
(True, ())
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scoring.play.moves import plainly
from scoring.play.steps import Entry, Menu

MenuOf = Callable[[tuple[str, ...], bool], Menu]


class Choosing:
    """What is ``chosen`` of a move, whether the switch is ``on``, and the ``menu`` of what follows.

    ``at`` is the entry at which Enter chooses, -1 where nothing is to be chosen by mistake. Where
    there is but one way on, it is gone by itself.
    """

    def __init__(self, menu_of: MenuOf, *, unasked: bool = False) -> None:
        self.menu_of = menu_of
        self.first = -1 if unasked else 0
        self.on = False
        self.go(())
        if not self.entries and self.menu.switch:
            self.switch()

    @property
    def entries(self) -> Sequence[Entry]:
        return self.menu.entries

    @property
    def numbered(self) -> bool:
        """Whether entries go by numbers: not where they are numbers themselves."""
        return self.first == 0 and not any(entry.label.isdecimal() for entry in self.entries)

    def go(self, chosen: tuple[str, ...]) -> None:
        """Have these steps chosen, and those after them that are the only ones."""
        self.chosen, self.menu, self.at = chosen, self.menu_of(chosen, self.on), self.first
        if self.only_one():
            self.go((*chosen, self.entries[0].label))

    def only_one(self) -> bool:
        """Whether there is one way on alone."""
        entries = self.entries
        return len(entries) == 1 and not entries[0].words and not self.menu.expects

    def choose(self, entry: Entry) -> str:
        """Choose an entry: the move that it makes; nothing if more is to be chosen."""
        if not entry.words:
            self.go((*self.chosen, entry.label))
        return entry.words

    def back(self) -> bool:
        """Take back the last step that was chosen; whether there was one."""
        for steps in reversed(range(len(self.chosen))):
            last, self.menu = self.chosen[steps], self.menu_of(self.chosen[:steps], self.on)
            if not self.only_one():
                self.go(self.chosen[:steps])
                labels = [entry.label for entry in self.entries]
                self.at = labels.index(last) if last in labels else self.first
                return True
        return False

    def switch(self) -> None:
        """Turn the switch, and keep as many steps as lead anywhere then."""
        self.on = not self.on
        for steps in reversed(range(len(self.chosen) + 1)):
            if steps == 0 or self.menu_of(self.chosen[:steps], self.on).entries:
                self.go(self.chosen[:steps])
                return

    def move(self, by: int) -> None:
        """Go up or down among the entries, from the last one to the first."""
        if self.entries:
            self.at = (max(self.at, 0 if by < 0 else -1) + by) % len(self.entries)

    def only(self, digits: str) -> bool:
        """Whether digits can mean one entry alone, whatever else is typed."""
        names = [entry.label for entry in self.entries]
        if self.numbered:
            names = [str(number) for number in range(1, len(names) + 1)]
        meant = [name for name in names if name.startswith(digits)]
        return self.first == 0 and meant == [digits]

    def typed(self, line: str) -> Entry | None:
        """The entry that a line names: its number, its label or its move."""
        if line.isdecimal() and self.numbered:
            number = int(line[:9])
            return self.entries[number - 1] if 1 <= number <= len(self.entries) else None
        named = (entry for entry in self.entries if plainly(line) in spellings(entry))
        return next(named, None)


def spellings(entry: Entry) -> list[str]:
    """What an entry may be called."""
    return [plainly(words) for words in (entry.label, entry.words) if words]
