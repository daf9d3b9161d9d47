"""What a changed value does in play, as far as an installed player of examples can tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from card_data import DataError, Game, load_rulebook
from printkit.templating.examples import Examples, installed_player


class Replays:
    """The examples of a game's rulebook as they are played."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.player = installed_player()

    @cached_property
    def now(self) -> Mapping[str, Any]:
        """What each example comes to."""
        return self.played(self.game)

    def changed(self, game: Game[Any]) -> Iterator[str]:
        """The examples that come to something else in another state of the game."""
        then = self.played(game)
        yield from (name for name in self.now if self.now[name] != then.get(name))

    def played(self, game: Game[Any]) -> dict[str, Any]:
        """What each example comes to, None for one that cannot be played; none without a player."""
        if self.player is None or not self.player.plays(game):
            return {}
        try:
            rulebook = load_rulebook(game)
        except DataError:  # a text names what there is not
            return {}
        examples = Examples(game)
        return {
            name: examples.play(self.player, name, example)
            for name, example in (rulebook.examples.items() if rulebook else ())
            if example.replayed
        }
