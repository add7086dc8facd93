"""What an answer holds: citation markers and the claims they stand behind."""
