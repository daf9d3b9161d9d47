"""Reads photos of filled-in sheets, held against the drawings of the blank ones."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: a limited process can begin none
