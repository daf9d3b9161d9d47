"""A game in the browser while its files are edited: what was saved is drawn again at once."""
