"""Writing golden questions in the terminal, against the passages that answer them."""
