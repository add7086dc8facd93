"""A plan for programs. Its shape is an interface; what cannot be had is null with a why."""

import json
from dataclasses import asdict

from reports.planning.ladder import RATES
from reports.planning.page import draw_of, neyman_text, pilot_draw
from reports.planning.pilot import Pilot
from reports.planning.plan import Plan, Wish

FORMAT = "crosssource-plan/1"

Json = dict[str, object]


def plan_text(plan: Plan) -> str:
    """The plan before labelling as JSON text; NaN and infinity are refused."""
    made = asdict(plan) | {"wish": _wish(plan.wish), "ladder_rates": RATES, "draw": draw_of(plan)}
    return _text("run", made)


def pilot_text(pilot: Pilot) -> str:
    """The plan of a sample that is being labelled."""
    made = asdict(pilot) | {"wish": _wish(pilot.wish), "ladder_rates": RATES}
    return _text("sample", made | {"draw": pilot_draw(pilot), "neyman": neyman_text(pilot)})


def counts_text(sample: str, counts: Json) -> str:
    """What counts alone tell."""
    return _text("counts", {"sample": sample, **counts})


def _wish(wish: Wish) -> Json:
    return {
        "figure": wish.figure.name,
        "half_width": wish.half_width,
        "level": wish.level,
        "recall_low": wish.recall,
    }


def _text(basis: str, document: Json) -> str:
    # Escaped to ASCII: a name that a terminal would obey does nothing there.
    return json.dumps({"format": FORMAT, "basis": basis} | document, allow_nan=False, indent=2)
