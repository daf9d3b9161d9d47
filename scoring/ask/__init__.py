"""A score asked for question by question: what is asked, and what was answered."""
