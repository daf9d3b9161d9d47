"""The entry point of the command ``printkit``, and of ``python -m printkit``."""

import gc


def main() -> None:
    """Run the command, with hardly any garbage collection.

    A build makes tens of thousands of records and next to no cycles.
    """
    gc.set_threshold(500_000)
    from card_data.program.command import run
    from printkit.cli.main import app

    try:
        run(app, "printkit")
    finally:
        gc.freeze()  # or the interpreter would collect all of it once more at exit


if __name__ == "__main__":
    main()
