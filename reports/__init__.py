"""Figures computed through the sample design, and their rendering."""
