"""The score pad's web server: positions that several phones enter together."""
