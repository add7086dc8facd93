"""What an answer claims and quotes, before any judge."""
