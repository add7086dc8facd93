"""Scores of an answer from its citations, claims and verdicts."""
