"""Show a game in the browser while its files are edited, and redraw what was saved at once."""
