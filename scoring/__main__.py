"""``python -m scoring``: the command line."""

from scoring.cli.main import main

main()
