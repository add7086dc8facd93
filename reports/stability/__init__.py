"""What a judge says of the same citations when it is asked again, and what that moves."""
