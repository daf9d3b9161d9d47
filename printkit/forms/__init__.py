"""Forms to be filled in on a screen: fields laid over printed sheets, and their values."""
