"""Sheets to files: PDF, tagged PDF, SVG, pictures of pages, the inks of a press."""
