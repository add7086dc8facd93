"""Confirmed harness bugs in words: how much of a run or of a sample counts nowhere."""

from labels.store.counted_cases import LeftOut
from reports.rendering.wording import counted, listing

SEE = "crosssource audit --all lists them"


def of_run(run: str, bugs: LeftOut) -> str:
    """The sentence for a run; empty where everything counts."""
    parts = [
        counted(n, word)
        for n, word in (
            (bugs.answers, "answer"),
            (bugs.citations, "citation"),
            (bugs.verdicts, "verdict"),
        )
        if n
    ]
    if not parts:
        return ""
    one = bugs.answers + bugs.citations + bugs.verdicts == 1
    words = "confirmed as a harness bug counts" if one else "confirmed as harness bugs count"
    return f"{run}: {listing(parts)} {words} in no figure ({SEE})."


def of_sample(confirmed: int, drawn: int) -> str:
    """The sentence for a sample; empty where everything counts."""
    if not confirmed:
        return ""
    labels = f", {drawn:,} of them drawn" if drawn else ""
    return (
        f"{counted(confirmed, 'verdict')} confirmed as "
        f"{'a harness bug' if confirmed == 1 else 'harness bugs'}{labels}: left out of frame, "
        f"strata and every figure ({SEE})."
    )
