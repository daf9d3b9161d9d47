"""What running a template costs, and what it may reach."""
