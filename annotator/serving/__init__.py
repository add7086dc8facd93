"""The labelling app in a browser: a link for each annotator. Nothing here can reach a verdict."""
