"""Gradients, opacity, own icons and SVG pictures: imported only where a template uses them."""
