"""The score pad as a static site: files for any web server, judged in the browser."""
