"""Evenings that were scored and kept."""
