"""Faces on paper: sizes, grids, imposition, booklets, tiling; printers and profiles."""
