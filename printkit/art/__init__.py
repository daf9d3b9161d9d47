"""Art: what fills shapes other than a colour, and SVG files of any program as shapes."""
