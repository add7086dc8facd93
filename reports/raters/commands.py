"""`crosssource raters`: agreement among the raters of any file; it needs no study.

Statistics are imported when the command runs, not when it is listed.
"""

from pathlib import Path

import click

from corpus.console import progress, put
from reports.options import Range, seed_option

EXAMPLE = """\b
Examples:
  crosssource raters labels.csv --rater ann --rater bob
  crosssource raters labels.jsonl --rater ann --rater bob --order low,middle,high
  crosssource raters scores.json --ratings instances[].scores --level ordinal
  crosssource raters table.json --table counts
  crosssource raters export.csv --layout long --columns task,annotator,label
  crosssource raters labels.csv --rater ann --rater bob --rater cho \\
      --truth majority --judge verdicts.csv:verdict --map garbage=tie
"""


@click.command(epilog=EXAMPLE)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--rater",
    "raters",
    multiple=True,
    metavar="COLUMN",
    help="A rater's column, or name in a long file; two or more.",
)
@click.option(
    "--ratings",
    metavar="PATH",
    help="Where a JSON file has the list of ratings of each item, for example instances[].scores.",
)
@click.option(
    "--table", metavar="KEY", help="Where a JSON file has a square table of counts of two raters."
)
@click.option(
    "--layout",
    type=click.Choice(["wide", "long", "counts"]),
    help="How records lie: a column a rater (wide), a row a rating (long), or a column a category "
    "with how many gave it (counts). Default: wide; long where the columns are item, rater, value.",
)
@click.option(
    "--columns",
    metavar="A,B,C",
    help="Of a long file: the columns of item, rater and value. Of counts: those of the "
    "categories (default: all but item or id).",
)
@click.option(
    "--level",
    type=click.Choice(["nominal", "ordinal", "interval", "ratio"]),
    help="What differences mean (default: ordinal with --order, else nominal).",
)
@click.option(
    "--order",
    metavar="A,B,C",
    help="The categories in order, unused ones too (default: numbers by size).",
)
@click.option(
    "--map",
    "mapping",
    multiple=True,
    metavar="VALUE=VALUE",
    help="Take one value for another, for example garbage=0.",
)
@click.option(
    "--missing", multiple=True, metavar="VALUE", help="A value that is no rating, as empty cells."
)
@click.option(
    "--truth", metavar="majority|COLUMN", help="What judges are held against: accuracy, F1, kappa."
)
@click.option(
    "--judge",
    "judges",
    multiple=True,
    metavar="[FILE:]COLUMN",
    help="A judge to hold against the truth, in FILE or in another file.",
)
@click.option(
    "--key", metavar="COLUMN", help="What joins the files (default: the one column both have)."
)
@click.option(
    "--level-of-confidence",
    "confidence",
    type=Range(0.5, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="The level of the intervals.",
)
@seed_option
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON, on stdout.")
def raters(
    file: Path,
    raters: tuple[str, ...],
    ratings: str | None,
    table: str | None,
    layout: str | None,
    columns: str | None,
    level: str | None,
    order: str | None,
    mapping: tuple[str, ...],
    missing: tuple[str, ...],
    truth: str | None,
    judges: tuple[str, ...],
    key: str | None,
    confidence: float,
    seed: int,
    as_json: bool,
) -> None:
    """Say how far raters agree, whatever the scale, from the ratings in FILE.

    FILE is CSV, JSON Lines or JSON. Gaps are allowed: an item counts where two raters rated it.
    """
    from reports.raters.building import Question, answer
    from reports.raters.estimate import Basis
    from reports.raters.krippendorff import Level
    from reports.raters.layouts import Layout
    from reports.raters.scale import Wanted
    from reports.raters.words import Vocabulary, parse_map, parse_missing, parse_order

    made = answer(
        Question(
            path=file,
            raters=raters,
            ratings=ratings,
            table=table,
            layout=Layout(layout) if layout else None,
            columns=tuple(part.strip() for part in columns.split(",")) if columns else (),
            scale=Wanted(
                level=Level(level) if level else None,
                order=parse_order(order) if order is not None else None,
            ),
            vocabulary=Vocabulary(parse_map(mapping), parse_missing(missing)),
            truth=truth,
            judges=judges,
            key=key,
            basis=Basis(level=confidence, seed=seed),
        ),
        watch=lambda pairs: progress(pairs, "Pairs of raters", len(pairs)),
    )
    if as_json:
        from reports.raters.raters_json import json_text

        put(json_text(made).rstrip("\n"))
        return
    from reports.raters.page import page
    from reports.rendering.terminal import show_page

    show_page(page(made))
