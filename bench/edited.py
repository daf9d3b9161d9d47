"""Swap two texts in a file, then run ``printkit``: ``edited.py FILE ONE OTHER build …``"""

from __future__ import annotations

import sys
from pathlib import Path

from printkit.__main__ import main

if __name__ == "__main__":
    name, one, other, *words = sys.argv[1:]
    file = Path(name)
    text = file.read_text("utf-8")
    old, new = (one, other) if one in text else (other, one)
    file.write_text(text.replace(old, new, 1), "utf-8")
    sys.argv = ["printkit", *words]
    main()
