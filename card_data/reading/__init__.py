"""YAML and JSON read against models, with every problem of a file at once."""
