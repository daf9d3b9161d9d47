"""What to do next in a walk, worked out exactly, and how it is told."""
