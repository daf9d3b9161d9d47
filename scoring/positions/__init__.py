"""Positions: read, checked, scored; their fields, findings and results."""
