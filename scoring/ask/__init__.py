"""Asking for a score question by question: the questions, and reading their answers."""
