"""P-values adjusted for how many there are."""

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """P-values adjusted for being several, in the given order. Holm 1979.

    The i-th smallest of m becomes the largest of (m - j + 1) p_(j) over j up to i, at most 1.
    Empty in, empty out.
    """
    adjusted = [0.0] * len(p_values)
    running = 0.0
    ascending = sorted(range(len(p_values)), key=lambda index: p_values[index])
    for rank, index in enumerate(ascending):
        running = max(running, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = running
    return tuple(adjusted)
