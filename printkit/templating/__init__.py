"""Templates and data to markup: what a template may name and call, and where its errors are."""
