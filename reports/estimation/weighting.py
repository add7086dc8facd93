"""What "weighted" means in a sample, in one sentence for people who are no statisticians."""

from reports.rendering.wording import counted, listing, number
from reports.report import Report, StratumRow


def weights_sentence(report: Report) -> str:
    """What "weighted" means in this sample, in one sentence; empty where nothing is decided."""
    unit = "claim" if report.unit == "claim" else "verdict"
    groups = by_verdict(report.sample.strata)
    if not any(row.decided for row in report.sample.strata):
        return ""
    if report.sample.census:
        return f"Every one of the {counted(report.sample.size, unit)} was labelled and decided."
    whole = [name for name, rows in groups.items() if all(r.decided == r.size for r in rows)]
    rest = {name: rows for name, rows in groups.items() if name not in whole}
    parts = [
        f"{total(rows, 'decided'):,} of {total(rows, 'size'):,} {name}"
        for name, rows in rest.items()
    ]
    stands = [
        f"each labelled {name} {unit} stands for {_weights(rows)}"
        for name, rows in rest.items()
        if any(row.weight for row in rows)
    ]
    so = f", so {listing(stands)}" if stands else ""
    if whole:
        return f"Every {listing(whole)} {unit} was labelled but only {listing(parts)} ones{so}."
    return f"Labelled were {listing(parts)} {unit}s{so}."


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
    weights = sorted(row.weight for row in rows if row.weight)
    low, high = (number(round(weights[end], 1)) for end in (0, -1))
    return low if low == high else f"{low} to {high}"
