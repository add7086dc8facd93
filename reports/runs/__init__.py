"""Figures over the questions of a run, and of two runs on the same questions."""
