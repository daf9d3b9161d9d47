"""Markup to faces: rendered templates, parsed into shapes; pieces, fields, low ink."""
