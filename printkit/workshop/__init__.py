"""What a maker or a designer needs beside the game: boxes, die lines, a calibration sheet."""
