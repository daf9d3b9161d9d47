"""The game log: played games that were scored and kept."""
