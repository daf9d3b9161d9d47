"""Layouts in templates: rows, columns, grids and stacks, which give their children places."""
