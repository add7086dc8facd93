"""A figure as plain values, for every file of JSON that holds one."""

from collections.abc import Mapping
from dataclasses import asdict

from reports.estimation.figure import Figure, Pair

Json = Mapping[str, object]


def pair_json(pair: Pair, name: str = "value") -> Json:
    """The figure through the design, and the naive one.

    Args:
        name: of the value: `rate` for a share.
    """
    return {"weighted": figure_json(pair.weighted, name), "raw": figure_json(pair.raw, name)}


def figure_json(figure: Figure, name: str = "value") -> dict[str, object]:
    """One figure; `why` where something of it is null, `undecided` where that can move it."""
    values: dict[str, object] = {name: figure.value, **asdict(figure)}
    if name != "value":
        del values["value"]
    if not figure.why:
        del values["why"]
    if figure.undecided is None:
        del values["undecided"]
    return values
