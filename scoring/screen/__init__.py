"""A game played on a whole screen: the table, what just happened, the question and its choices."""
