"""What a maker should know of pieces as they are drawn, and what a press should of any PDF."""
