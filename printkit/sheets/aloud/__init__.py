"""What pieces say to those who do not see them: read from the markup of their templates."""
