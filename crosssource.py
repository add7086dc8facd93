"""The front door."""


def main() -> None:
    """Placeholder until the commands are there."""
