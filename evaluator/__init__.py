"""The judges and the runs they judge."""
