"""The test collection: golden questions as people write, change, check and count them."""
