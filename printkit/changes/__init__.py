"""Changes: what is different between two states of a game, in words."""
