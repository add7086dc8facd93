"""Results of other harnesses: one module a format, each with what it holds and its traps."""
