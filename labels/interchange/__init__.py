"""Files of other harnesses: rows in and rows out, one module a format."""
