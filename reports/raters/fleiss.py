"""Fleiss' kappa, for items that all have equally many ratings."""

import numpy as np
from statsmodels.stats.inter_rater import fleiss_kappa

from reports.estimation.figure import Figure
from reports.raters.estimate import Basis
from reports.raters.tally import Tally

GAPS = "Fleiss' kappa needs equally many ratings of every item; alpha takes gaps."
ONE_VALUE = "Only one value occurs, so chance explains it all."
NO_INTERVAL = "Its interval is that of the nominal alpha, which differs from it by little."


def fleiss(tally: Tally, basis: Basis) -> Figure:
    """(P - P_e) / (1 - P_e): P the mean agreement in an item, P_e = sum p_k^2 over all ratings.

    Range -1 / (m - 1) to 1. Undefined with gaps, and where only one value occurs. Fleiss 1971.
    """
    if not tally.complete:
        return basis.nothing(GAPS, n=tally.units)
    if np.count_nonzero(tally.totals) < 2:
        return basis.nothing(ONE_VALUE, n=tally.units)
    value = float(fleiss_kappa(np.repeat(tally.counts, tally.times, axis=0)))
    return basis.plain(value, NO_INTERVAL, n=tally.units)
