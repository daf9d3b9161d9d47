"""Builds: which components go into which files, all of them or none."""
