"""What a person may write for a number of verdicts or a share of items."""

import math
from typing import Any

import click


class CountOrAll(click.ParamType[int]):
    """A number of verdicts, or the word `all`; `all` is given on as -1."""

    name = "N|all"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Click's: the number, or the word about what is wrong with it."""
        if str(value).strip().lower() == "all":
            return -1
        try:
            number = int(value)
        except ValueError:
            number = -1
        if number < 0:
            self.fail(f"{value!r} is neither a whole number from 0 nor the word all.", param, ctx)
        return number


class Share(click.ParamType[float]):
    """A share from 0 to 1, a percentage such as 20%, or the word `all`, which is 1."""

    name = "SHARE|all"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Click's: the share, 0 to 1, or the word about what is wrong with it."""
        text = str(value).strip().lower()
        if text == "all":
            return 1.0
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            share = math.nan
        if not 0 <= share <= 1:
            self.fail(
                f"{value!r} is no share: give one from 0 to 1, a percentage such as 20%, or all.",
                param,
                ctx,
            )
        return share
