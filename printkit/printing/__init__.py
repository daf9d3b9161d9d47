"""Builds: which components go into which files, audited, all of them or none."""
