"""What models are told: versioned Markdown, and how text from outside is put before them."""
