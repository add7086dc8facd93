"""A synthetic legal practice: documents whose facts are known, made from a seed, one at a time."""
