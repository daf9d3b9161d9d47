"""What earlier builds leave for later ones: the manifest of the files, and the folder of the
cache."""
