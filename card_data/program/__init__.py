"""What both programs stand on: commands behind a wall, files written together, a user's folders."""
