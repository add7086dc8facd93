"""One module a source format; each turns a file into documents."""
