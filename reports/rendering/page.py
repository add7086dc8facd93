"""From a report to a page: which sections, in which order, in which words.

The reader may be a lawyer or an engineer. The answer comes first and in plain words; the tables
after it use the names of the field.
"""

from reports.answer import TRUSTED, Use, answer
from reports.ceiling import sentence
from reports.notices import notices
from reports.rendering import keys
from reports.rendering.adjudication_section import adjudication_section
from reports.rendering.before_after import before_after
from reports.rendering.configuration_tables import (
    differences_table,
    rates_table,
    taxonomy_tables,
)
from reports.rendering.confusion_tables import confusion_tables
from reports.rendering.figure_pictures import dots
from reports.rendering.figure_tables import (
    agreement_table,
    chance_table,
    corrected_table,
    f1_table,
    other_methods_table,
    precision_table,
    recall_table,
    specificity_table,
)
from reports.rendering.finding_sections import bugs, false_supported
from reports.rendering.layout import Block, Listed, Page, Section, Table, Text
from reports.rendering.people_tables import people_tables
from reports.rendering.provenance_sections import methods, provenance
from reports.rendering.slice_tables import SLICE_LEGEND, slice_tables
from reports.rendering.wording import (
    OUTCOME_LEGEND,
    authors_text,
    counted,
    level_text,
    listing,
    number,
)
from reports.report import Report

FIRST_CONFIGURATIONS = 3
"""How many configurations a short page takes apart."""


def page(report: Report, *, full: bool, linked: bool = False) -> Page:
    """The page of a report.

    Args:
        full: every item with all its texts; otherwise the first few, without the long ones.
        linked: the medium has every item with all its texts elsewhere, and can lead there.
    """
    short = not (full or linked)
    sections = [_answer(report), *before_after(report), _labelled(report)]
    if report.people.together is not None or report.people.consistency:
        sections.append(_people(report))
    if report.sample.with_outcome:
        sections += [
            _agreement(report),
            _judge(report, short=short),
            *_slices(report),
            _corrected(report, short=short),
            _configurations(report, short=short),
            _confusion(report),
            false_supported(report, full=full, linked=linked),
        ]
    sections += adjudication_section(report, full=full, linked=linked)
    sections += [bugs(report, full=full, linked=linked), provenance(report)]
    if report.sample.with_outcome:
        sections.append(methods(report))
    return Page(
        title=f"Agreement report · sample {report.sample.name}",
        subtitle=_subtitle(report),
        warnings=notices(report),
        sections=tuple(sections),
    )


def _subtitle(report: Report) -> str:
    sample = report.sample
    names = [one.name for one in report.people.annotators]
    by = f" by {listing(names)}" if 0 < len(names) <= 3 else f" by {len(names)} people"
    runs = counted(len(report.provenance.runs), "run")
    unit = "claim" if report.unit == "claim" else "verdict"
    return (
        f"Judge {report.provenance.judge}. {counted(sample.size, unit)} of {runs} "
        f"({', '.join(report.provenance.runs)}); {sample.drawn:,} drawn, {sample.labelled:,} "
        f"labelled{by if names else ''}. {authors_text(report.authors)}"
    )


def _answer(report: Report) -> Section:
    said = answer(report)
    blocks: list[Block] = [Text(text=said.headline, strong=True)]
    if report.sample.with_outcome:
        blocks += [_uses(report, said.uses), Text(text=said.rule)]
        blocks.append(Text(lead="How sure?", text=" ".join(said.sure)))
    blocks.append(Text(lead="What next?", text=""))
    blocks.append(Listed(points=tuple(("", step) for step in said.next), numbered=True))
    return Section(title="Can this judge be trusted?", blocks=tuple(blocks))


def _uses(report: Report, uses: tuple[Use, ...]) -> Listed:
    """Each use with its verdict in a word, its figure, and the line that it is held against."""
    drawn = [(_capital(use.name), use.pair.weighted, None) for use in uses]
    return Listed(
        points=tuple((use.trust.upper(), _capital(f"{use.name}: {use.sentence}")) for use in uses),
        links=tuple(use.link for use in uses),
        picture=dots(
            "How often it is right, use by use",
            drawn,
            level=level_text(report.provenance.level),
            what="for the run",
            beside="",
            line=TRUSTED,
            line_name=f"trusted from {100 * TRUSTED:.0f} %",
        ),
    )


def _labelled(report: Report) -> Section:
    rows = tuple(
        (
            row.name,
            f"{row.size:,}",
            f"{row.drawn:,}",
            f"{row.labelled:,}",
            f"{row.undecided:,}",
            f"{row.harness_bugs:,}",
            "nothing" if row.weight is None else number(round(row.weight, 1)),
        )
        for row in report.sample.strata
    )
    columns = (
        "stratum",
        "in the\nrun",
        "drawn",
        "labelled",
        "un-\ndecided",
        "harness\nbugs",
        "each\nstands for",
    )
    links = tuple(
        ("", "", "", keys.stratum(n), keys.UNDECIDED, keys.BUGS, "") for n in range(len(rows))
    )
    table = Table(title="", columns=columns, rows=rows, links=links)
    return Section(title="What was labelled", blocks=(table,))


def _agreement(report: Report) -> Section:
    if report.sample.census:
        naive = "Every verdict is labelled, so the figures of the sample are those of the run."
    elif report.sample.self_weighting:
        naive = "Every label stands for equally many verdicts: raw and weighted figures are equal."
    else:
        naive = (
            '"Sample only" counts every label once. It is the naive figure, biased by the design: '
            "some kinds of verdict have a larger part in the sample than in the run. Quote the "
            "other one."
        )
    return Section(
        title="How far judge and people agree",
        blocks=(agreement_table(report), chance_table(report), Text(text=naive)),
    )


def _people(report: Report) -> Section:
    said = sentence(report)
    blocks: list[Block] = [Text(text=said)] if said else []
    return Section(title="The people themselves", blocks=(*blocks, *people_tables(report)))


def _judge(report: Report, *, short: bool) -> Section:
    tables = [precision_table(report), recall_table(report)]
    if not short:
        tables += [specificity_table(report), f1_table(report)]
    return Section(title="What the judge is good for", blocks=(*tables, Text(text=OUTCOME_LEGEND)))


def _corrected(report: Report, *, short: bool) -> Section:
    note = (
        "The corrected rate is what people would find, had they labelled all of it. It replaces "
        "the judged rate; it changes no single verdict."
    )
    return Section(
        title="What the judged rate is worth",
        blocks=(
            corrected_table(report),
            Text(text=note),
            *(() if short else (other_methods_table(report),)),
        ),
    )


def _slices(report: Report) -> list[Section]:
    tables = slice_tables(report)
    if not tables:
        return []
    return [
        Section(
            title="Where it is better or worse",
            blocks=(Text(text=SLICE_LEGEND), *tables),
        )
    ]


def _configurations(report: Report, *, short: bool) -> Section:
    several = len(report.configurations.each) > 1
    blocks: list[Block] = [rates_table(report)] if several else []
    if report.configurations.differences:
        blocks.append(differences_table(report))
    tables = taxonomy_tables(report)
    blocks += tables[:FIRST_CONFIGURATIONS] if short else tables
    if short and (rest := len(tables) - FIRST_CONFIGURATIONS) > 0:
        more = counted(rest, "more configuration")
        blocks.append(Text(text=f"{more}: crosssource report --format md has them all."))
    title = "What fails in each configuration" if several else "What fails"
    return Section(title=title, blocks=tuple(blocks))


def _confusion(report: Report) -> Section:
    blocks: list[Block] = [
        *confusion_tables("Levels", report.support),
        *confusion_tables("Outcomes", report.outcome),
    ]
    return Section(title="Who says what", blocks=tuple(blocks))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
