"""The confusion matrices as tables: counts of the sample, totals of the run, and their picture."""

from collections.abc import Iterable, Sequence

from reports.confusion import Confusion
from reports.rendering import keys
from reports.rendering.layout import Table
from reports.rendering.pictures import Heat, HeatCell
from reports.rendering.wording import counted, number, outcome


def confusion_tables(title: str, matrix: Confusion) -> list[Table]:
    """Counts of the sample and, where they can be had, totals of the run."""
    names = tuple(outcome(name) for name in matrix.labels)
    links = tuple(("", *(keys.pair(k, j) for j in matrix.labels)) for k in matrix.labels)
    columns = ("people ↓\njudge →", *(name.replace(" ", "\n") for name in names))
    tables = [
        Table(
            title=f"{title}: labels counted (sample, not the run)",
            columns=columns,
            rows=_matrix(names, matrix.counts),
            notes=(matrix.why,) if matrix.weighted is None else (),
            links=links,
            picture=_heat(title, names, matrix),
            folded=True,
        )
    ]
    if matrix.weighted is not None and _differs(matrix):
        tables.append(
            Table(
                title=f"{title}: verdicts they stand for (the run)",
                columns=columns,
                rows=_matrix(names, matrix.weighted),
                links=links,
                folded=True,
            )
        )
    return tables


def _differs(matrix: Confusion) -> bool:
    """Whether the weighted totals are others than the counts: not in a census."""
    return matrix.weighted is not None and any(
        abs(count - total) > 1e-9
        for counts, totals in zip(matrix.counts, matrix.weighted, strict=True)
        for count, total in zip(counts, totals, strict=True)
    )


def _matrix(names: Sequence[str], values: Iterable[Iterable[float]]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (name, *(number(value) for value in row)) for name, row in zip(names, values, strict=True)
    )


def _heat(title: str, names: tuple[str, ...], matrix: Confusion) -> Heat:
    """The totals of the run, with the labels behind each where that is another number."""
    totals = matrix.counts if matrix.weighted is None else matrix.weighted
    columns = [sum(row[j] for row in totals) for j in range(len(names))]
    cells = tuple(
        tuple(_cell(names, matrix, totals, columns, k, j) for j in range(len(names)))
        for k in range(len(names))
    )
    what = "labels" if matrix.weighted is None else "verdicts of the run"
    said = [cell.text for row in cells for cell in row if cell.total != "0"]
    return Heat(
        title=f"{title}: what people say of what the judge says, in {what}",
        names=names,
        cells=cells,
        counted=_differs(matrix),
        text=f"{title}, drawn. {' '.join(said)} All other cells are 0.",
    )


def _cell(
    names: tuple[str, ...],
    matrix: Confusion,
    totals: tuple[tuple[float, ...], ...],
    columns: list[float],
    k: int,
    j: int,
) -> HeatCell:
    total, count = totals[k][j], matrix.counts[k][j]
    behind = f" ({counted(count, 'label')})" if _differs(matrix) else ""
    return HeatCell(
        total=number(total),
        count=f"{count:,}" if behind and count else "",
        shade=total / columns[j] if columns[j] else 0.0,
        link=keys.pair(matrix.labels[k], matrix.labels[j]),
        text=f"The judge says {names[j]}, people {names[k]}: {number(total)}{behind}.",
    )
