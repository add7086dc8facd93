"""Labelling line by line: screen readers, braille, ssh, pipes. No way leads to a verdict."""
