"""Estimates through the sample design, and their intervals."""
