"""What "weighted" means in a sample, in one sentence for people who are no statisticians."""

from reports.rendering.wording import counted, listing, number
from reports.report import Report, StratumRow


def weights_sentence(report: Report) -> str:
    """What "weighted" means in this sample; empty where no label has an outcome."""
    unit = "claim" if report.unit == "claim" else "verdict"
    groups = by_verdict(report.sample.strata)
    if not report.sample.with_outcome:
        return ""
    bugs = sum(row.harness_bugs for row in report.sample.strata)
    count = "counts" if bugs == 1 else "count"
    apart = f" {counted(bugs, 'harness bug')} among them {count} in no figure." if bugs else ""
    if report.sample.census:
        every = f"Every one of the {counted(report.sample.size, unit)} was labelled and decided."
        return every + apart
    whole = [name for name, rows in groups.items() if all(r.decided == r.size for r in rows)]
    rest = {name: rows for name, rows in groups.items() if name not in whole}
    noun = "ones" if whole else f"{unit}s"
    parts = [_decided(f"{name} {noun}", rows) for name, rows in rest.items()]
    stands = [
        f"each decided {name} {unit} stands for {_weights(rows)}"
        for name, rows in rest.items()
        if any(row.with_outcome for row in rows)
    ]
    so = f", so {listing(stands)}" if stands else ""
    if whole:
        return f"Every {listing(whole)} {unit} has a decision but only {listing(parts)}{so}.{apart}"
    have = "has" if len(rest) == 1 and total(next(iter(rest.values())), "decided") == 1 else "have"
    return f"{listing(parts)} {have} a decision{so}.{apart}"


def _decided(name: str, rows: list[StratumRow]) -> str:
    """`34 of 313 supported verdicts (40 labelled)`; labelled ones only where they are more."""
    decided, labelled = total(rows, "decided"), total(rows, "labelled")
    more = "" if decided == labelled else f" ({labelled:,} labelled)"
    return f"{decided:,} of {total(rows, 'size'):,} {name}{more}"


def by_verdict(strata: tuple[StratumRow, ...]) -> dict[str, list[StratumRow]]:
    """The strata under each of the judge's verdicts, or under their own names."""
    groups: dict[str, list[StratumRow]] = {}
    for row in strata:
        groups.setdefault(row.name.split(" · ")[0], []).append(row)
    return groups


def total(rows: list[StratumRow], field: str) -> int:
    """The sum of a field over strata."""
    return sum(int(getattr(row, field)) for row in rows)


def _weights(rows: list[StratumRow]) -> str:
    weights = sorted(row.weight for row in rows if row.weight and row.with_outcome)
    low, high = (number(round(weights[end], 1)) for end in (0, -1))
    return low if low == high else f"{low} to {high}"
