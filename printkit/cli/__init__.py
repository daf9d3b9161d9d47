"""The command ``printkit``."""
