"""Markup to faces: what a template rendered to, read into shapes; pieces, fields, low ink."""
