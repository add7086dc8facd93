"""The workspace's database: schema, append-only events, the blind queue, integrity."""
