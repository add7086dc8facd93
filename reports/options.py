"""Options that several reporting commands have, each written once: `--level` and `--seed`."""

import math

import click


class Range(click.FloatRange):
    """click's, that takes no NaN: one compares as neither too small nor too great."""

    def convert(
        self, value: str | float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; a usage error where it is none, or outside."""
        number: float = super().convert(value, param, ctx)  # type: ignore[arg-type]
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


level_option = click.option(
    "--level",
    type=Range(0.5, 1, min_open=True, max_open=True),
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
