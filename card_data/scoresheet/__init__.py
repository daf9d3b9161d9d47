"""How a game of ones own is scored: `score.yaml` and its language."""
