"""The slices as tables: where the judge is better or worse, field by field."""

from reports.estimation.figure import Figure
from reports.rendering import keys
from reports.rendering.cells import Whys, cell
from reports.rendering.figure_pictures import dot, dots_of
from reports.rendering.layout import Table, Text
from reports.rendering.wording import counted, level_text, percent_range, share_text
from reports.report import Report
from reports.runs.wording import p_text
from reports.slices import FEWEST_IN_SLICE, Slice, SliceField

SLICE_LEGEND = (
    "Each line is a sample design of its own. p: the chance of errors so unevenly spread if the "
    "judge erred here as often as elsewhere, given what it says, adjusted for all slices that were "
    f"looked at (Holm). Too few: under {FEWEST_IN_SLICE} labels with an outcome."
)


_NAMES = {"config": "configuration", "query_class": "class of question"}


def slice_tables(report: Report) -> list[Table | Text]:
    """A table for each field that divides the run, and divides it otherwise than one before it.

    A field of which no value has labels enough has a line instead.
    """
    tables: list[Table | Text] = []
    seen = set()
    for number, field in enumerate(report.slices):
        parts = tuple((one.value, one.size, one.n, one.p) for one in field.slices)
        if len(parts) > 1 and parts not in seen:
            if field.with_figures:
                tables.append(_table(report, number, field))
            else:
                tables.append(Text(text=" ".join((f"{_title(field)}:", *_rest(field)))))
        seen.add(parts)
    return tables


def _title(field: SliceField) -> str:
    return f"By {_NAMES.get(field.name, field.name)}"


def _rest(field: SliceField) -> tuple[str, ...]:
    """What is said of the values without a row; nothing where each has one."""
    few, shown = field.too_few, bool(field.with_figures)
    if not few and not field.left_out:
        return ()
    further = "further value" if shown else "value"
    if not few:  # those left out have fewer labels than those shown, which may be enough
        return (
            f"{counted(field.left_out, further)} with fewer labels, "
            f"{counted(field.left_out_labels, 'label')} in all, left out.",
        )
    values = len(few) + field.left_out
    labels = sum(one.n for one in few) + field.left_out_labels
    have = "has" if values == 1 else "have"
    return (f"{counted(values, further)} {have} too few labels: {labels:,} in all.",)


def _table(report: Report, number: int, field: SliceField) -> Table:
    level, whys = level_text(report.provenance.level), Whys()
    title, shown = _title(field), field.with_figures
    rows = tuple(_row(one, whys) for one in shown)
    links = []
    for one in shown:
        key = keys.slice_of(number, field.slices.index(one))
        links.append(("", "", key, key, key, ""))
    return Table(
        title=title,
        columns=(
            "",
            "in the\nrun",
            "n",
            f"the same level\n({level} interval)",
            f'right in "supported"\n({level} interval)',
            "p\nHolm",
        ),
        rows=rows,
        notes=(*whys.lines, *_rest(field)),
        links=tuple(links),
        picture=dots_of(
            f"{title}: judge and people say the same level",
            [dot(one.value, one.agreement.weighted, words="") for one in shown],
            [share_text(one.agreement.weighted) for one in shown],
            level=level,
        ),
    )


def _row(one: Slice, whys: Whys) -> tuple[str, ...]:
    named = (one.value, f"{one.size:,}", f"{one.n:,}")
    figures = (one.agreement.weighted, one.precision.weighted)
    shown = (cell(figure, _two_lines, percent_range, whys) for figure in figures)
    return (*named, *shown, p_text(one.adjusted))


def _two_lines(figure: Figure) -> str:
    return share_text(figure).replace(" (", "\n(")
