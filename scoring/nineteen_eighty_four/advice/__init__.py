"""Computes exactly what to do next in a walk, and puts it into words."""
