"""A report as a page: terminal, Markdown, JSON, CSV."""
