"""Golden questions about the synthetic practice, whose answers are known because it was made so."""
