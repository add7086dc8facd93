"""The slices as tables: where the judge is better or worse, field by field."""

from reports.estimation.figure import Figure
from reports.rendering import keys
from reports.rendering.cells import Whys, cell
from reports.rendering.figure_pictures import dot, dots_of
from reports.rendering.layout import Table
from reports.rendering.pictures import Dot
from reports.rendering.wording import counted, level_text, percent_range, share_text
from reports.report import Report
from reports.runs.wording import p_text
from reports.slices import FEWEST_IN_SLICE, Slice, SliceField

TOO_FEW = "too few"

SLICE_LEGEND = (
    "Each line is a sample design of its own. p: the chance of errors so unevenly spread if the "
    "judge erred here as often as elsewhere, given what it says, adjusted for all slices that were "
    f'looked at (Holm). "{TOO_FEW}": under {FEWEST_IN_SLICE} labels with an outcome.'
)


_NAMES = {"config": "configuration", "query_class": "class of question"}


def slice_tables(report: Report) -> list[Table]:
    """A table for each field that divides the run, and divides it otherwise than one before it."""
    tables, seen = [], set()
    for number, field in enumerate(report.slices):
        parts = tuple((one.value, one.size, one.n, one.p) for one in field.slices)
        if len(parts) > 1 and parts not in seen:
            tables.append(_table(report, number, field))
        seen.add(parts)
    return tables


def _table(report: Report, number: int, field: SliceField) -> Table:
    level, whys = level_text(report.provenance.level), Whys()
    rows = tuple(_row(one, whys) for one in field.slices)
    left = (f"{counted(field.left_out, 'further value')} with fewer labels left out.",)
    links = []
    for place in range(len(rows)):
        key = keys.slice_of(number, place)
        links.append(("", "", key, key, key, ""))
    title = f"By {_NAMES.get(field.name, field.name)}"
    drawn = [_dot(one) for one in field.slices]
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
        notes=(*whys.lines, *(left if field.left_out else ())),
        links=tuple(links),
        picture=dots_of(
            f"{title}: judge and people say the same level",
            drawn,
            [_said(one, one.agreement.weighted) for one in field.slices],
            level=level,
        ),
    )


def _dot(one: Slice) -> Dot:
    return dot(one.value, one.agreement.weighted, words=TOO_FEW if one.few else "")


def _said(one: Slice, figure: Figure) -> str:
    return TOO_FEW if one.few else share_text(figure)


def _row(one: Slice, whys: Whys) -> tuple[str, ...]:
    named = (one.value, f"{one.size:,}", f"{one.n:,}")
    if one.few:
        return (*named, TOO_FEW, TOO_FEW, "")
    figures = (one.agreement.weighted, one.precision.weighted)
    shown = (cell(figure, _two_lines, percent_range, whys) for figure in figures)
    return (*named, *shown, p_text(one.adjusted))


def _two_lines(figure: Figure) -> str:
    return share_text(figure).replace(" (", "\n(")
