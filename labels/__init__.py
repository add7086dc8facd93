"""The vocabulary of judgement: items, verdicts, labels, samples, and the store that keeps them."""
