"""The commands of the labels package."""
