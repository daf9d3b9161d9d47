"""What earlier builds left for later ones: drawings, and a manifest of the files."""
