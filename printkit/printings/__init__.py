"""Printings: what a table holds, kept with the data and the faces as they were."""
