"""The audit as a page: what was found, how far it moves the figures, what to do."""

from collections.abc import Iterator

from labels.scores import Score
from reports.auditing.audit import Audit, Group, Kind
from reports.auditing.detector import Detector, Finding, Severity, Voids
from reports.auditing.effects import Moved, Share
from reports.rendering.layout import Block, Item, Listed, Page, Section, Table, Text
from reports.rendering.wording import UNDEFINED, counted, listing, percent

EXAMPLES = 3
"""Findings of a signature that a short page shows."""
FIGURES = 4
"""Figures of a kind that a short page shows, those that move most."""


def page(audit: Audit, *, full: bool, decided: bool) -> Page:
    """The page.

    Args:
        audit: what was found.
        full: every finding and every figure that moves.
        decided: also what was confirmed or dismissed already.
    """
    sections = (
        _kinds(audit),
        *([_figures(audit, full=full)] if _moved(audit) or _untold(audit) else []),
        *_groups(audit, full=full, decided=decided),
        _next(audit),
    )
    return Page(
        title="Audit of the harness",
        subtitle=f"{counted(audit.citations, 'citation')}, {counted(audit.answers, 'answer')}, "
        f"{counted(audit.verdicts, 'verdict')} and {counted(audit.requests, 'request')} looked at.",
        warnings=tuple(_warnings(audit)),
        sections=sections,
    )


def detectors_page(detectors: tuple[Detector, ...], on: set[str]) -> Page:
    """What each detector is."""
    return Page(
        title="Detectors of the audit",
        subtitle=f"{len(on)} of {len(detectors)} are on; [audit] in crosssource.toml turns each "
        "on and off.",
        warnings=(),
        sections=tuple(
            Section(
                title=str(severity).capitalize(),
                blocks=tuple(
                    Item(
                        title=one.name if one.name in on else f"{one.name} (off)",
                        fields=(
                            ("looks for", one.looks_for),
                            ("why", one.distorts),
                            ("example", one.example),
                            ("drawn from", str(one.rests)),
                        ),
                    )
                    for one in detectors
                    if one.severity is severity
                ),
            )
            for severity in Severity
        ),
    )


def _warnings(audit: Audit) -> Iterator[str]:
    if audit.withheld:
        yield (
            f"{counted(audit.withheld, 'finding')} withheld: "
            f"{'it rests' if audit.withheld == 1 else 'they rest'} on what the judge or somebody "
            f"else said of items that can still be labelled in {_names(audit)}. To see "
            f"{'it' if audit.withheld == 1 else 'them'}: crosssource sample close NAME"
        )
    elif audit.withheld is None:
        yield (
            "What rests on what the judge or somebody else said of items that can still be "
            f"labelled in {_names(audit)} is withheld, and of a part of the study it is not told "
            "how much that is. To see it: crosssource sample close NAME"
        )


def _names(audit: Audit) -> str:
    return listing(list(audit.open_samples))


def _kinds(audit: Audit) -> Section:
    found = [kind for kind in audit.kinds if kind.found]
    nothing = [kind.detector.name for kind in audit.kinds if kind not in found]
    blocks: list[Block] = []
    if found:
        blocks.append(
            Table(
                title="",
                columns=("detector", "severity", "found", "open"),
                rows=tuple(
                    (
                        kind.detector.name,
                        str(kind.detector.severity),
                        f"{kind.found:,}",
                        f"{kind.open:,}",
                    )
                    for kind in found
                ),
            )
        )
    if nothing:
        # What one of them found may be withheld, and whether it did is not told either.
        words = "found nothing that can be told" if audit.open_samples else "found nothing"
        blocks.append(Text(text=f"{counted(len(nothing), 'detector')} {words}: "
                           f"{listing(nothing)}."))  # fmt: skip
    return Section(title="What was found", blocks=tuple(blocks))


def _moved(audit: Audit) -> list[Kind]:
    return [kind for kind in audit.kinds if kind.moved]


def _untold(audit: Audit) -> list[str]:
    return [kind.detector.name for kind in audit.kinds if kind.moved_withheld]


def _figures(audit: Audit, *, full: bool) -> Section:
    blocks: list[Block] = []
    for kind in _moved(audit):
        ranked = sorted(kind.moved, key=lambda one: -abs(one.points or 0))
        shown = kind.moved if full else ranked[:FIGURES]
        left = len(kind.moved) - len(shown)
        blocks.append(
            Table(
                title=f"{kind.detector.name}, {counted(kind.open, 'open finding')}",
                columns=("figure", "with", "without", "points"),
                rows=tuple(_figure_row(one) for one in shown),
                notes=(f"{left} more: --full, or --json",) if left else (),
            )
        )
    if untold := _untold(audit):
        blocks.append(
            Text(
                text=f"{'Also withheld' if blocks else 'Withheld'}: figures that "
                f"{listing(untold)} may move, of runs with items that can still be labelled in "
                f"{_names(audit)}. One that moves when a finding is confirmed says what the judge "
                "said of it. To see them: crosssource sample close NAME"
            )
        )
    return Section(title="How far each kind moves the figures", blocks=tuple(blocks))


def _figure_row(one: Moved) -> tuple[str, ...]:
    points = UNDEFINED if one.points is None else f"{one.points:+.1f}"
    name = f"{one.of}: {one.figure.replace('_', ' ')}"
    return name, _share(one, one.with_it), _share(one, one.without_it), points


def _share(one: Moved, share: Share) -> str:
    if share.value is None:
        return UNDEFINED
    is_count = share.numerator == int(share.numerator) and one.figure not in set(Score)
    text = percent(share.value)
    whole = is_count and share.denominator == int(share.denominator)
    return f"{text} ({int(share.numerator)}/{int(share.denominator)})" if whole else text


def _groups(audit: Audit, *, full: bool, decided: bool) -> Iterator[Section]:
    for kind in audit.kinds:
        groups = [group for group in kind.groups if group.open or decided]
        if groups:
            blocks: list[Block] = [Text(text=kind.detector.distorts)]
            blocks += [_group(group, full=full, decided=decided) for group in groups]
            yield Section(title=kind.detector.name, blocks=tuple(blocks))


def _group(group: Group, *, full: bool, decided: bool) -> Item:
    findings = group.all if decided else group.open
    shown = findings if full else findings[:EXAMPLES]
    counts = [
        f"{len(mine):,} {word}"
        for mine, word in (
            (group.open, "open"),
            (group.confirmed, "confirmed"),
            (group.dismissed, "dismissed"),
        )
        if mine
    ]
    rest = len(findings) - len(shown)
    return Item(
        title=f"{group.signature}  {group.what} ({', '.join(counts)})",
        fields=(
            *((one.spotted.where, _detail(one)) for one in shown),
            *([("…", f"{rest:,} more: --full, or --json")] if rest else []),
        ),
    )


def _detail(one: Finding) -> str:
    items = ", ".join(item[:12] for item in one.spotted.shown_items)
    return one.spotted.detail + (f" [{items}]" if items else "")


def _consequence(group: Group) -> str:
    if all(one.spotted.voids is Voids.NOTHING for one in group.open):
        return "it voids nothing: it is known from then on, and every figure stays"
    return "it leaves every denominator"


def _next(audit: Audit) -> Section:
    first = next((group for group in audit.groups if group.open), None)
    if first is None:
        text = "Nothing is open."
        return Section(title="What to do", blocks=(Text(text=text),))
    return Section(
        title="What to do",
        blocks=(
            Listed(
                points=(
                    (
                        "",
                        "Read the findings: crosssource audit --browse has the texts of each, "
                        "crosssource show ITEM those of an id in square brackets.",
                    ),
                    (
                        "",
                        f"A fault of the harness: crosssource audit confirm {first.signature} "
                        f"--reason TEXT ({_consequence(first)}).",
                    ),
                    (
                        "",
                        f"None: crosssource audit dismiss {first.signature} --reason TEXT.",
                    ),
                    (
                        "",
                        "Once the harness is mended: crosssource rescore RUN judges again what "
                        "the fix touched.",
                    ),
                ),
                numbered=True,
            ),
        ),
    )
