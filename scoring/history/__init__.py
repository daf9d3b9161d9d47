"""Played games that were scored and kept."""
