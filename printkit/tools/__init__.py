"""Tools for makers and designers: boxes, die lines, a calibration sheet, a game to start from."""
