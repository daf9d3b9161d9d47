"""The traces of earlier builds that later ones use: the manifest of the files, and the cache."""
