"""Opinions from the static site of the Caselaw Access Project, verified on arrival."""
