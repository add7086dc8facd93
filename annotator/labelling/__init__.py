"""The blind labelling app. Nothing here can reach a verdict."""
