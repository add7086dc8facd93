"""The audit: faults of the evaluation itself that look like faults of the answers."""
