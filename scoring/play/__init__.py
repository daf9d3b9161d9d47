"""Games in progress: decisions, moves, records, a referee."""
