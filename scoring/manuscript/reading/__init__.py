"""Reading a book as drawn: which texts stand in it and how, or what keeps them from standing so.

A drawing says nothing of what was said when a text was begun; its layout is found again from the
squares alone (MS-3, MS-5.3 to MS-5.8).
"""

from scoring.manuscript.reading.books import OpenedBook, Reading, open_book, reader, readings

__all__ = ["OpenedBook", "Reading", "open_book", "reader", "readings"]
