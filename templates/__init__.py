"""How each component looks: SVG templates with Jinja2 in them, a folder a game."""
