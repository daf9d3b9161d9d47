"""The printed sheets of a position: filled in as a picture, read from PDF forms."""
