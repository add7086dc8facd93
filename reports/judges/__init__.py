"""Judges against judges: several judges, or versions of one, on the same citations."""
