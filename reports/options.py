"""Options that several reporting commands have, each written once: `--level` and `--seed`."""

import click

level_option = click.option(
    "--level",
    type=click.FloatRange(0.5, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="The level of confidence of the intervals.",
)
"""The command receives `level: float`, strictly between 0.5 and 1."""

seed_option = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Of whatever is drawn at random: the same seed gives the same figures.",
)
"""The command receives `seed: int`."""
