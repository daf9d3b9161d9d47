"""Text: fonts, lines fitted to a box, paragraphs broken as a whole, columns and pages."""
