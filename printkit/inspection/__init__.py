"""What a maker should know of pieces as they are drawn."""
