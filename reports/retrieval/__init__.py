"""Whether the search finds the passages that answer the golden questions."""
