"""The verbatim quote check: views with offsets back, page heads, transcripts."""
