"""Where the command ``printkit`` starts, and ``python -m printkit``."""

import gc


def main() -> None:
    """Run the command; garbage is hardly looked for, from the first import to the end.

    A build makes records by the ten thousand and next to no cycles.
    """
    gc.set_threshold(500_000)
    from printkit.cli.main import run

    try:
        run()
    finally:
        gc.freeze()  # or all of it would be looked through once more on the way out


if __name__ == "__main__":
    main()
