"""The command ``scoring``."""
