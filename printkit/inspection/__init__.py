"""What a maker should know about pieces as drawn, and a press about any PDF."""
