"""Art: gradients and patterns, outlines of glyphs, and SVG files of any program as shapes."""
