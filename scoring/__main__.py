"""``python -m scoring``: the command line."""

from scoring.cli import main

main()
