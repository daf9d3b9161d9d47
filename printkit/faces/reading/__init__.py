"""Readers of single elements: text, image, table, field, flow."""
