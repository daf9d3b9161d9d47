"""How large, deep and costly what a file says may be: every limit, in one place.

Game folders, positions and records come from strangers. What is beyond a limit is refused with the
limit in the message; each is far above what the shipped games need. docs/limits.md lists them.
"""

from __future__ import annotations

# --- templates

LARGEST_TEMPLATE = 256 * 1024  # bytes of a template's file; our largest, all icons, is half of it
DEEPEST_BLOCKS = 16  # loops, conditions and the like inside one another in a template
DEEPEST_ELEMENTS = 100  # elements inside one another in what a template renders to
LARGEST_MARKUP = 4_000_000  # characters that a template renders to
LONGEST_TEXT = 1_000_000  # characters of one text that a template makes
LONGEST_LIST = 100_000  # items of one list that a template makes
LARGEST_NUMBER = 10**15  # that a template makes; up to there floats count exactly
WIDEST_FILL = 1000  # characters to which a template may fill a text up
DIGITS = 15  # behind (or before) the point to which a template may round

# --- drawings

FARTHEST = 1e5  # mm: any coordinate; beyond all paper, and well inside what PDF readers take
LARGEST_TYPE = 1000.0  # mm: the em of a text
LARGEST_SCALE = 1e3  # by which a symbol is drawn larger than it is
MOST_SHAPES = 20_000  # that one symbol draws, those of symbols in it included
MOST_PAGES = 500  # over which a text runs
MOST_PIECES = 20_000  # of a component

# --- work, counted in steps: one is a part of an expression, or a part of a drawing
STEPS = 3_000_000  # for a component, and ...
STEPS_A_FACE = 20_000  # ... for each of its faces in addition
SECONDS = 10.0  # the clock behind the count, for a machine that is slow or a cost that is not seen
SECONDS_A_FACE = 0.02
