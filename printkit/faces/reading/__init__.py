"""Elements whose reading is told apart from that of the rest."""
