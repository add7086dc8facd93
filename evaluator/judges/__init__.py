"""Judges of citations: offline, recorded, and models behind the Messages API."""
