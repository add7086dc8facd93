"""The runner: requests out, results into the store as they arrive, resumable at any moment."""
