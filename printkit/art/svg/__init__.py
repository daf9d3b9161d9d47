"""SVG files of other programs, read as shapes."""
