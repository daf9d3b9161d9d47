"""Two rule sets of a game, played side by side with the same chance."""
