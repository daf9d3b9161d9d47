"""Asks for a score question by question: the questions, and the reading of answers."""
