#!/usr/bin/env bash
# Expected: RLlib's check of environments takes one whose observations have an action mask, which its own masking needs.
# Happens:  the check plays an action drawn without the mask. An environment that refuses it "does not abide to the new gymnasium-style
#           API", and five ways to change `reset` and `step`, which are as they should be, are recommended.
# Version:  ray 2.60.0, pettingzoo 1.27.0, gymnasium 1.2.2.
# Source:   ray/rllib/utils/pre_checks/env.py: check_multiagent_environments draws from the action space and rewords any exception.
# Met by:   whoever hands a PettingZoo environment with "action_mask" to RLlib; disable_env_checking=True turns the check off.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install --quiet --disable-pip-version-check --no-compile --target packages "ray[rllib]==2.60.0" pettingzoo==1.27.0 gymnasium==1.2.2
cat > seen.py <<'PYTHON'
from importlib.metadata import version

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.utils.pre_checks.env import check_multiagent_environments

print("ray", version("ray"))


class Last(AECEnv):
    """Of so many actions only the last one is ever allowed."""

    metadata = {"name": "last"}

    def __init__(self, actions):
        self.possible_agents = ["one"]
        self.allowed = actions - 1
        self.action_spaces = {"one": Discrete(actions)}
        mask = Box(0, 1, (actions,), np.int8)
        self.observation_spaces = {"one": Dict({"observations": Box(0, 1, (1,)), "action_mask": mask})}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        self.agents, self.agent_selection = ["one"], "one"
        self.rewards = self._cumulative_rewards = {"one": 0.0}
        self.terminations, self.truncations, self.infos = {"one": False}, {"one": False}, {"one": {}}

    def step(self, action):
        if action != self.allowed:
            raise ValueError("the mask does not have this action")

    def observe(self, agent):
        mask = np.zeros(self.allowed + 1, np.int8)
        mask[self.allowed] = 1
        return {"observations": np.zeros(1, np.float32), "action_mask": mask}


def checked(actions):
    try:
        check_multiagent_environments(PettingZooEnv(Last(actions)))
    except ValueError as error:
        return f"{error.__cause__}; told as: {str(error).splitlines()[0]}"
    return "passes"


one, many = checked(1), checked(10_000)
print("1 action, allowed:", one)
print("10000 actions, 1 allowed:", many)
assert one == "passes", one
assert many.startswith("the mask does not have this action; told as: Your environment"), many
assert "does not abide to the new gymnasium-style API" in many, many
PYTHON
PYTHONPATH=packages python3 seen.py 2> log || { tail log >&2; exit 1; }
