"""The commands that measure a printer's faults, and save them."""

from typing import Annotated

import typer

from card_data.program.command import say
from printkit.cli.common import OutOpt, problems_reported, takes
from printkit.options import Options, Printer


@takes("paper", "flip", "stock", "printer", "data")
def proof(out: OutOpt = None, *, options: Options) -> None:
    """Print a calibration sheet, to measure your printer.

    With --stock, it outlines the pieces of that stock, to hold to the light behind a sheet of it.
    """
    from printkit.cache.manifest import output_folder
    from printkit.tools.proof import write_proof

    name = f"proof-{options.stock}" if options.stock else "proof"
    file = (out or output_folder(options.data)) / f"{name}.pdf"
    with problems_reported():
        write_proof(file, options)
    say([str(file)])


def calibrate(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", help="Your name for the printer; without it, all are listed."
        ),
    ] = None,
    readings: Annotated[
        str | None,
        typer.Option(
            metavar="TOP,BOTTOM,LEFT,RIGHT",
            help="The readings of the four scales of printkit proof, in mm.",
        ),
    ] = None,
    back_offset: Annotated[
        str | None,
        typer.Option(
            metavar="X,Y",
            help="Shift of the backs to the right and down, in mm, as seen from the back.",
        ),
    ] = None,
    skew: Annotated[
        float | None,
        typer.Option(
            metavar="DEGREES",
            help="Clockwise rotation of the backs, in degrees, as seen from the back.",
        ),
    ] = None,
    scale: Annotated[
        float | None,
        typer.Option(metavar="S", help="The printed length of 1 mm, such as 0.995."),
    ] = None,
    add: Annotated[
        bool,
        typer.Option(
            "--add", help="Add these offsets, measured on a corrected sheet, to those saved."
        ),
    ] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Delete the printer.")] = False,
) -> None:
    """Save or show a printer's offsets, for builds with --printer."""
    from printkit.sheets.printers import known_printers, load_printer, printers_file, save_printers
    from printkit.tools.calibration import calibrated

    values = (readings, back_offset, skew, scale)
    given = any(value is not None for value in values)
    if name is None and (given or add or forget):
        raise typer.BadParameter("name the printer")
    with problems_reported(writes=given or forget):
        kept, known = printers_file(), known_printers()
        if name is None:
            lines = [Printer(one, faults).summary for one, faults in known.items()]
        elif forget:
            load_printer(name)
            del known[name]
            lines = [f"{name} is forgotten: {save_printers(known, kept)}"]
        elif given:
            printer = calibrated(name, *values, add=add)
            file = save_printers(known | {name: printer.offset}, kept)
            lines = [f"{printer.summary}: saved in {file}"]
        else:
            lines = [load_printer(name).summary]
    say(lines or ["No printer is saved. Calibrate one with the sheet of printkit proof."])
