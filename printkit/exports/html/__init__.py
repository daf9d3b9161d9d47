"""A game as pages of HTML, for those who read or listen on a screen."""
