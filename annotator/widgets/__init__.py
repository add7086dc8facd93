"""Widgets that the apps share. Nothing here can reach a verdict."""
