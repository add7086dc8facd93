"""The model service: requests, replies, prices, batches. Nothing else here imports `anthropic`."""
