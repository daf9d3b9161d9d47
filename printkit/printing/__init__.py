"""Builds: which components into which files, audited, all of them or none."""
