"""What few templates need, and only they import."""
