"""Changes told: to a designer on a terminal, to players on an errata sheet."""
