"""How large, deep and costly what a file says may be: every limit, in one place.

Game folders, positions and records are untrusted. What is beyond a limit is refused with the
limit in the message; each is far above what the shipped games need.
"""

from __future__ import annotations

# --- data files, positions and records

LARGEST_FILE = 8 * 1024 * 1024  # bytes of a file
LARGEST_PRESETS = 16 * 1024  # bytes of a printkit.toml, whose keys take time with their square
DEEPEST = 100  # levels inside one another
MOST_VALUES = 100_000  # keys, texts, lists and mappings of a file
MOST_ENTRIES = 5_000  # of a list or a mapping, such as the rows of a table
MOST_MOVES = 20_000  # of a record
LONGEST_VALUE = 20_000  # characters of a text
LONGEST_TITLE = 200  # characters of a title
LONGEST_PLAYER = 200  # characters of a player's name
LONGEST_NAME = 100  # characters of an ID, or of the name of a component, a table, a column
DEEPEST_COLUMN = 10  # columns of a row whose texts name one another
LARGEST_VALUE = 10**15  # of a number whose meaning only its game knows
MOST_PROBLEMS = 50  # that are told before the rest of the files goes unread
LONGEST_MESSAGE = 2_000  # characters
LONGEST_PATH = 4_096  # characters of a file's name, or of any other word that is typed
MOST_FAULTS = 200  # of a position, or of a record, that are told in words

# --- spreadsheets

MOST_CELLS = 200_000  # of a sheet, the empty ones before its last column included
MOST_HEADS = 1_000  # columns of a sheet
MOST_ZIP_ENTRIES = 1_000  # of a workbook, which is a ZIP file
MOST_UNPACKED = 48 * 1024 * 1024  # bytes that all of them unpack to
SMALL_UNPACKED = 4 * 1024 * 1024  # bytes that they may unpack to however well they are packed
LARGEST_RATIO = 100  # times its size that a workbook may unpack to beyond that

# --- games

LARGEST_COUNT = 9_999  # of anything that is counted and has no limit of its own
MOST_PLAYERS = 100  # that a game may be for
MOST_COPIES = 1_000  # of a row, or of a face
MOST_COMPONENTS = 100  # of a game
MOST_TABLES = 50  # that a game may declare
MOST_FACES = 100  # that a component's templates draw from
MOST_FORMS = 100  # of a component that is a form for each player
LATEST = 253_402_300_799  # SOURCE_DATE_EPOCH, in seconds: the last date with a year of four digits
LARGEST_PRINT = 4  # times its size that a component is printed in large print
LONGEST_SIDE = 1_500.0  # mm: of a paper, a piece, or a length; PDF readers take no more
WIDEST_GUTTER = 50.0  # mm between pieces
FARTHEST_OFF = 10.0  # mm: how far a printer may put backs beside their place
LARGEST_SKEW = 5.0  # degrees: how far it may turn them
SHORTEST_SIDE = 1.0  # mm: of a size or a paper in sheets.yaml
LEAST_INK = 150.0  # %: that a press may allow on one spot, black and half of a colour
MOST_INK = 400.0  # %: that four inks make
HIGHEST_DPI = 1_200  # dots per inch of a printer's images
MOST_TIMES = 100  # that --copies prints everything
LONGEST_GAME = 6_000  # minutes
OLDEST = 99  # years from which on a game can be played
MOST_MINUTES = 600  # that making one piece takes
LARGEST_SEED = 10**12  # of a game, a draw or a simulation
MOST_CHAPTERS = 50  # of a rulebook
MOST_FIGURES = 100  # of a rulebook, and as many examples
MOST_THINGS = 200  # in a figure: pieces, sheets, arrows, labels, each
MOST_COLUMNS = 8  # of a table
LARGEST_SHARE = 1_000  # of a column in the width of its table

# --- score sheets of games of one's own

LONGEST_EXPRESSION = 1_000  # characters of an expression
DEEPEST_EXPRESSION = 50  # levels of an expression, of the definitions that it names too
MOST_EXPRESSIONS = 500  # of a score.yaml, and as many fields
MOST_ROUNDS = 100  # that have a column each
MOST_DIMENSIONS = 2  # tables that a field has a value for each row of, one by the other
MOST_STEPS = 1_000_000  # values that expressions go through at one table
MOST_BEST = 1_000  # of a limit in best(…)

# --- games with an engine

MOST_DICE = 20  # of a kind, in Dice Archive
MOST_DIE_FACES = 20  # of a die in Dice Archive
LARGEST_SET = 100  # books of a set, in Winston's Archive
MOST_STREETS = 50  # of the route, in Nineteen Eighty-Four
MOST_LANDMARKS = 50  # beside it
LONGEST_STREET = 100  # boxes of a street
LONGEST_EXEMPLAR = 50  # texts of an exemplar, in the Manuscript Game

# --- printings that are kept

LARGEST_SNAPSHOT = 4 * LARGEST_FILE  # bytes of its pieces and values

# --- played games that are kept

MOST_PLAYED_GAMES = 10_000  # of all games; one is forgotten by hand
LARGEST_PLAYED_GAME = 256 * 1024  # bytes of a file; four players take 3 kB
LONGEST_LINK = 2_953  # characters of a QR code; BG Stats takes links of fewer than 8,000

# --- requests to the score pad on a phone

MOST_UNDER_WAY = 64  # tables at once
LARGEST_TABLE = 60_000  # bytes of what is entered at one; four books take 6 kB
LARGEST_BODY = 128 * 1024  # bytes that are sent at once
SLOWEST_BODY = 10.0  # seconds for all of it
SLOWEST_HEAD = 10.0  # seconds after which a connection that has asked for nothing ends
LARGEST_PHOTO = 30 * 1024 * 1024  # bytes of a photo; those of phones have 3 to 12 MB
SLOWEST_PHOTO = 120.0  # seconds for all of it
MOST_PHOTOS = 4  # that are received at once; others wait
MOST_CHANGES = 100  # of places, sent at once
BURST = 300  # requests of an address at once: a page asks for some 24
RATE = 30  # each second from then on
MOST_ADDRESSES = 1_000  # whose requests are counted
MOST_OF_ONE = 48  # connections of an address
MOST_CONNECTIONS = 400
MOST_LISTENING = 200  # pages that are told what happens, at all tables

# --- PDF files that are read

LARGEST_PDF = 512 * 1024 * 1024  # bytes of a file; 1,200 cards take 3 MB, and pictures more

# --- PDF forms that are read back

LARGEST_FORM = 24 * 1024 * 1024  # bytes of a file; ours have 0.5 MB, four merged by qpdf 13
MOST_FORM_PAGES = 200  # of a form that is filled in
MOST_FORM_FIELDS = 10_000  # that its pages show; four copies of four books of manuscript have 8,000
MOST_FORM_FILES = 200  # that are one position
DEEPEST_FIELD = 20  # fields inside one another
MOST_PRINTED_PAGES = 100  # on which a code is looked for, in a file without fields

# --- fonts of a game's own

LARGEST_FONT = 32 * 1024 * 1024  # bytes of a font's file
LARGEST_FONTS = 64 * 1024 * 1024  # bytes of all fonts' files of a game
MOST_FONTS = 20  # families of a game, fallbacks, or fonts of a collection

# --- templates

LARGEST_TEMPLATE = 256 * 1024  # bytes of a template's file; our largest, all icons, is half of it
DEEPEST_ELEMENTS = 100  # elements inside one another, of a template or an SVG file, used ones too
DEEPEST_VEILS = 16  # opacities and masks inside one another; PDFium leaves out the 21st
DEEPEST_LAYOUTS = 20  # rows, columns, grids and stacks inside one another
LARGEST_MARKUP = 4_000_000  # characters that a template renders to

# --- drawings

FARTHEST = 1e5  # mm: any coordinate; beyond all paper, and well inside what PDF readers take
LARGEST_TYPE = 1000.0  # mm: the em of a text
LARGEST_SCALE = 1e3  # by which a symbol is drawn larger than it is
MOST_SHAPES = 20_000  # that one symbol draws, those of symbols in it included
MOST_PAGES = 200  # over which a text runs
MOST_POINTS_OF_A_PATH = 30_000  # a traced drawing may be one path
MOST_PIECES = 20_000  # of a component
MOST_DOTS = 100_000_000  # of one picture, each of which takes four bytes of memory

# --- pictures

MOST_SIDE_OF_PICTURE = 20_000  # dots along a side
MOST_DOTS_OF_PICTURE = 80_000_000  # that its file has
MOST_DOTS_DECODED = 20_000_000  # of them at once: a JPEG can be read at a half, quarter or eighth
MOST_SCANS = 100  # of a JPEG; those of programs have a dozen at most
MOST_DOTS_OF_SCANS = 1_000_000_000  # that they go over, together
LARGEST_PICTURE = 30 * 1024 * 1024  # bytes of its file, and of what is printed of it
MOST_OF_PICTURES = 256 * 1024 * 1024  # bytes of what is printed of all pictures of a game
DPI = 300  # dots per inch at which pictures are printed, unless print.yaml says otherwise
LEAST_DPI = 36  # dots per inch that print.yaml may ask for
COARSEST = 200  # dots per inch of a picture at the size at which it is printed; less is an error

# --- gradients, patterns and SVG files

MOST_DOTS_FLAT = 32_000_000  # of a face for a press on which something shows through: A3 at 400 dpi
MOST_TILES = 2_500  # of a pattern, in one shape that it fills
MOST_STOPS = 200  # of a gradient
FARTHEST_IN_ART = 1e9  # units: any coordinate in an SVG file, some drawn in micrometres
LARGEST_ART = 4 * 1024 * 1024  # bytes of an SVG file
MOST_ELEMENTS = 50_000  # of an SVG file, those that are used again counted each time
MOST_RULES = 2_000  # of the style sheets in an SVG file
MOST_ICONS = 2_000  # in a folder of icons

# --- what a command may take that is given files of others

SECONDS = 20.0  # of the processor's time
SECONDS_A_FACE = 0.05  # in addition for each face; in low ink four times
SECONDS_A_PHOTO = 20.0  # in addition for each photo, and for the sheets of each game
SECONDS_A_PICTURE = 0.5  # in addition for each picture that is decoded
MEMORY = 512  # MB beyond those that the program itself takes
LARGEST_OUTPUT = 1024 * 1024 * 1024  # bytes of a file
