"""Built files read back, and compared with what they should be."""
