"""Shared by both programs: commands, the sandbox, files written together, a user's folders."""
