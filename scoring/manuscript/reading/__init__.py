"""Reads a book as drawn: which texts stand in it and how, or why one stands in no layout.

A drawing does not tell the layout that was chosen when a text was begun, so the layout is found
again from the squares alone (MS-3, MS-5.3 to MS-5.8).
"""

from scoring.manuscript.reading.books import OpenedBook, Reading, open_book, reader, readings

__all__ = ["OpenedBook", "Reading", "open_book", "reader", "readings"]
