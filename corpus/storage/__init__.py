"""The stored corpus: rows, register, the all-or-nothing add, verification."""
