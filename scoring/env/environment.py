"""A game as a PettingZoo environment: players act in turn and say each move word by word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from operator import index
from random import Random
from types import SimpleNamespace
from typing import Any, SupportsIndex

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from card_data import Game
from scoring.env.action_tokens import END, NextTokens, Spaces, one_of, spaces_of
from scoring.env.observations import Counts, Each, Fields, Word
from scoring.play.decisions import TABLE, Decision
from scoring.play.play import Play
from scoring.play.table_view import WIDTH, described, table_view_of
from scoring.positions.result import Result, Standing
from scoring.positions.rules import rules_of

SET_BY_RESET = ("agent_selection", "infos", "rewards", "terminations", "truncations")
MOST_TOKENS_SEEN = (
    24  # words of a move that are observed, the last ones: enough but for a long order of cards
)
Observation = dict[str, np.ndarray[Any, Any]]


class Environment(AECEnv[str, Observation, SupportsIndex | None]):  # type: ignore[misc]
    """A game in progress, in which the table's decisions are drawn by the seed of `reset`.

    An action is a word: ``words[action]``, of which 0 ends a move that could go on. A word without
    an alternative is said automatically, so a player is asked only where there are two words at
    least. An observation has ``observation``, whose ``numbers`` are named by `places`, and
    ``action_mask``. The reward comes at the end: see `rewards_of`. `infos` has each player's
    ``points`` and ``place``, 0 until the end; with ``texts`` it also has the decision in words.
    """

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - PettingZoo's

    def __init__(
        self,
        game: Game[Any],
        players: int,
        render_mode: str | None = None,
        *,
        texts: bool = False,
    ) -> None:
        """Raises `IllegalMove` if the rules do not seat that many players."""
        self.game = game
        self.render_mode = render_mode
        self.texts = texts
        self.metadata = {**type(self).metadata, "name": game.id}
        self.possible_agents = [f"player_{number}" for number in range(1, players + 1)]
        self.play = Play(game, self.possible_agents)
        self.agents: list[str] = []
        spaces = spaces_of(game.id)(game, self.possible_agents)
        self.token_rules = spaces.token_rules
        self.words = (END, *spaces.words)
        self.numbers = self.features_of(spaces)
        self.places = tuple(self.numbers.features(""))
        self.observation_spaces = {
            agent: self.space_of_observations() for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(len(self.words)) for agent in self.possible_agents}
        self.rng = Random()
        self.said: tuple[str, ...] = ()
        self.possible_tokens: list[str] = []

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the rules of tokens: they are functions and follow from the game."""
        left_out = ("token_rules", "next_tokens")
        return {name: value for name, value in vars(self).items() if name not in left_out}

    def __setstate__(self, kept: Mapping[str, Any]) -> None:
        self.__dict__.update(kept)
        self.token_rules = spaces_of(self.game.id)(self.game, self.possible_agents).token_rules
        if self.possible_tokens and self.play.decision is not None:
            self.next_tokens = self.next_tokens_of(self.play.decision)

    def __getattr__(self, name: str) -> Any:
        if name in SET_BY_RESET:
            raise AttributeError(f"no game has begun: call reset() before {name} is used")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def features_of(self, spaces: Spaces) -> Fields:
        """Return the fields of an observation: who looks, the decision, the view."""
        named = tuple(dict.fromkeys([*spaces.words, *spaces.about, *self.possible_agents]))
        self.known = frozenset(named)
        rules = dict.fromkeys([*self.game.clauses(), *spaces.words])
        return Fields(
            me=Word(self.possible_agents),
            rule=Word(tuple(rules)),
            about=Counts(named),
            said=Each(Word(spaces.words), MOST_TOKENS_SEEN),
            view=spaces.view,
        )

    def space_of_observations(self) -> Dict:
        low, high = (
            np.array([getattr(place, end) for place in self.places], np.int16)
            for end in ("low", "high")
        )
        return Dict(
            {
                "observation": Box(low, high, dtype=np.int16),
                "action_mask": Box(0, 1, (len(self.words),), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(
        self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> None:
        """Begin a new game, the same for the same ``seed``; without one, with the next random
        numbers after those of the last game. There are no ``options``."""
        if seed is not None:
            self.rng = Random(index(seed))
        self.play, self.said = Play(self.game, self.possible_agents), ()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self.empty_infos()
        self._skip_agent_selection = None
        self._advance()

    def step(self, action: SupportsIndex | None) -> None:
        """Say a word for the player who is asked; None for one whose game is over.

        Raises `ValueError` for an action that does not exist, or is not possible now.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is not None and index(action) not in range(len(self.words)):
            raise ValueError(f"expected an action from 0 to {len(self.words) - 1}, found {action}")
        word = None if action is None else self.words[action]
        if word not in self.possible_tokens:
            said = " ".join(self.said) or "nothing yet"
            possible = ", ".join([one or "(the end)" for one in self.possible_tokens])
            raise ValueError(f"{word!r} cannot follow {said}; possible: {possible}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.say(str(word))
        self._advance()
        self._accumulate_rewards()

    def _advance(self) -> None:
        """Play on until a player has a choice, or to the end of the game."""
        while (decision := self.play.decision) is not None:
            if decision.who == TABLE:
                self.play.answer(decision, decision.options.draw(self.rng))
                continue
            if not self.said:
                self.next_tokens = self.next_tokens_of(decision)
            self.possible_tokens = self.next_tokens(self.said)
            if len(self.possible_tokens) > 1:
                self.agent_selection = decision.who
                self.infos = self.empty_infos()
                if self.texts:
                    said = " ".join(self.said)
                    self.infos[decision.who] |= {"decision": described(decision), "said": said}
                return
            self.say(self.possible_tokens[0])
        self._finish()

    def empty_infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"points": 0, "place": 0} for agent in self.agents}

    def next_tokens_of(self, decision: Decision[Any]) -> NextTokens:
        """Return a function for the possible next words in the moves of a decision."""
        made = self.token_rules.get(type(decision.options))
        return one_of(decision.options) if made is None else made(decision.options)

    def say(self, word: str) -> None:
        """Say a word of a move, and make the move when it is complete."""
        if word != END:
            self.said += (word,)
        if word == END or self.next_tokens(self.said) == [END]:
            decision, words = self.play.decision, " ".join(self.said)
            assert decision is not None
            self.said = ()
            self.play.move(words, decision.who)

    def _finish(self) -> None:
        """Set the rewards, and each player's points and place in `infos`."""
        result = rules_of(self.game).score(self.play.state.position(), self.game)
        self.possible_tokens = []
        self.rewards = rewards_of(self.agents, result)
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {
            agent: {"points": standing.tally.total or 0, "place": standing.place}
            for agent, standing in zip(self.agents, self.placed(result), strict=True)
        }
        self.agent_selection = self.agents[0]

    def placed(self, result: Result) -> list[Standing]:
        """Return the standings in the order of seats; a solitaire's has no name of its player."""
        if len(self.agents) == 1:
            return list(result.standings)
        by_name = {standing.tally.player: standing for standing in result.standings}
        return [by_name[agent] for agent in self.agents]

    def observe(self, agent: str) -> Observation:
        """Return what a player sees, as `places` names it, and a mask of the words to say."""
        asked = self.play.decision if agent == self.agent_selection else None
        following = self.possible_tokens if asked is not None else []
        seen = SimpleNamespace(
            me=agent,
            rule=asked.rule if asked is not None else None,
            about=named(asked.what, self.known) if asked is not None else (),
            said=self.said[-MOST_TOKENS_SEEN:] if asked is not None else (),
            view=self.play.view(agent),
        )
        mask = np.zeros(len(self.words), np.int8)
        mask[[self.words.index(word) for word in following]] = 1
        numbers = np.fromiter(self.numbers.numbers(seen), np.int16, len(self.places))
        return {"observation": numbers, "action_mask": mask}

    def render(self) -> str | None:
        """Return the table as seen by the player who is asked, if ``render_mode`` is ``ansi``."""
        if self.render_mode is None:
            return None
        view = self.play.view(self.agent_selection)
        lines = table_view_of(self.game).drawing(view, self.play.decision, WIDTH)
        return "\n".join(["".join([span.text for span in line]).rstrip() for line in lines])

    def close(self) -> None:
        """Do nothing, as nothing is open."""


def named(what: str, known: Set[str]) -> list[str]:
    """Return the known words in the description of a decision."""
    return [word for word in what.split() if word in known]


def rewards_of(agents: Sequence[str], result: Result) -> dict[str, float]:
    """Return the rewards at the end: the winners share 1 and the losers -1, each in equal parts; 0
    if nobody won, or everybody. In a solitaire 1 if it is won, else -1."""
    if len(agents) == 1:
        return {agents[0]: 1.0 if result.winners else -1.0}
    won, lost = len(result.winners), len(agents) - len(result.winners)
    if not (won and lost):
        return dict.fromkeys(agents, 0.0)
    return {agent: 1 / won if agent in result.winners else -1 / lost for agent in agents}
