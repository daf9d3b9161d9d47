"""Reading what was built back, and holding it against what it is compared with."""
