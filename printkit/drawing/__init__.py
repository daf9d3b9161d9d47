"""Shapes in mm, y downwards, and what is worked out about them: bounds, areas, colours."""
