"""Sheets to files: PDF, tagged PDF, SVG, pictures of pages, CMYK for a press."""
