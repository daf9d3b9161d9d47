"""Building again: what earlier builds made and need not be made anew."""
