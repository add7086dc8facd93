"""Answers: the request to a model, and the offline generator."""
