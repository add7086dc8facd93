"""Documents in, passages out: reading, chunking, quotes, retrieval. Imports none of ours."""
