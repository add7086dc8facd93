"""Slices and configurations as plain values."""

from reports.configurations import Configurations
from reports.rendering.figure_json import Json, figure_json, pair_json
from reports.slices import FEWEST_IN_SLICE, SliceField


def slices_json(fields: tuple[SliceField, ...]) -> Json:
    """By field and value; `p` is null where a slice has too few labels for a test."""
    return {
        "fewest_labels": FEWEST_IN_SLICE,
        "adjustment": "Holm, over every p of this report's slices",
        "fields": {
            field.name: {
                "left_out": field.left_out,
                "left_out_labels": field.left_out_labels,
                "values": {
                    one.value: {
                        "size": one.size,
                        "n": one.n,
                        "few": one.few,
                        "judged_rate": one.judged,
                        "agreement": pair_json(one.agreement, "rate"),
                        "precision_of_supported": pair_json(one.precision, "rate"),
                        "caught": pair_json(one.caught, "rate"),
                        "corrected": pair_json(one.corrected, "rate"),
                        "p": one.p,
                        "p_adjusted": one.adjusted,
                    }
                    for one in field.slices
                },
            }
            for field in fields
        },
    }


def configurations_json(configurations: Configurations) -> Json:
    """Each configuration as judged and as corrected, and the differences of every two."""
    return {
        "by": configurations.by,
        "each": {
            one.name: {
                "size": one.size,
                "n": one.n,
                "judged_rate": one.judged,
                "corrected": pair_json(one.corrected, "rate"),
                "outcomes": {
                    share.name: {
                        "judged_rate": share.judged,
                        **pair_json(share.human, "rate"),
                    }
                    for share in one.outcomes
                },
            }
            for one in configurations.each
        },
        "differences": [
            {
                "first": one.first,
                "second": one.second,
                "judged": one.judged,
                "corrected": figure_json(one.corrected, "difference"),
                "settled": one.settled,
            }
            for one in configurations.differences
        ],
    }
