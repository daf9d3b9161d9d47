"""Shapes in mm, y downwards, and what can be computed of them: bounds, areas, colours."""
