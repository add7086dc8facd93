"""What a results file is and holds, what can be calibrated from it, and what is to be done next.

The same survey that an import makes, told to a person who has not decided anything yet. Nothing is
stored, and no study is needed.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from corpus.amount import amounts, count
from corpus.console import counted
from corpus.errors import InputError
from corpus.readers.source import shown
from labels.interchange import cells, next_command, next_study, opening, scale, verdict_rows
from labels.interchange.columns import ALIASES, Columns
from labels.interchange.harnesses import registry, telling
from labels.interchange.harnesses.choice import (
    Asked,
    Choice,
    Rejected,
    choose,
    likeliest,
    middle,
    told,
    words,
)
from labels.interchange.harnesses.direction import Direction
from labels.interchange.harnesses.finding import Format, Source
from labels.interchange.harnesses.survey import Metric, Survey, survey
from labels.interchange.opening import SHEETS, Kind, Opening
from labels.interchange.passages import CitedPassage
from labels.interchange.table import Row, read_rows
from labels.outcome import Support

_FEW = 8


@dataclass(slots=True, kw_only=True)
class Diagnosis:
    """What is said of a file, in sentences."""

    file: str
    what: str
    """What it is."""
    holds: list[str] = field(default_factory=list)
    calibrate: list[str] = field(default_factory=list)
    """What people's labels can be held against."""
    missing: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    next: list[str] = field(default_factory=list)
    """Commands, the most likely first."""

    @property
    def is_usable(self) -> bool:
        """Whether something can be calibrated from it."""
        return bool(self.calibrate)


def diagnose(path: Path) -> Diagnosis:
    """Look at a file.

    Raises:
        UnopenedError: it is not there, or may not be read. Whatever is wrong in the file itself is
            what looks broken.
    """
    made = _diagnosed(path)
    if next_command.unpastable(path):
        made.broken.insert(0, "The file's name has characters that no terminal shows; rename it.")
        made.calibrate.clear()
        made.next.clear()
    return made


def _diagnosed(path: Path) -> Diagnosis:
    try:
        beginning = opening.look(path)
    except opening.UnopenedError:
        raise
    except InputError as error:
        what = "A file that is no results, as far as one can read it."
        return Diagnosis(file=shown(path), what=what, broken=[str(error)])
    found = registry.recognised(beginning)
    if found is not None:
        return _of_harness(path, found, beginning)
    known = registry.is_no_result(beginning)
    if known is not None or beginning.kind in (Kind.YAML, Kind.ZIP, Kind.EMPTY):
        return _of_nothing(path, beginning, known)
    return _of_rows(path, beginning)


def _of_harness(path: Path, format_: Format, beginning: Opening) -> Diagnosis:
    file = shown(path)
    made = Diagnosis(file=file, what=f"{format_.title}, as {beginning.kind}.")
    try:
        with counted("Reading", path.stat().st_size) as heard:
            source = Source(path=path, name=file, opening=beginning, heard=heard)
            found = survey(source, format_, {}, next_study.found().own_words())
    except InputError as error:
        made.broken.append(str(error))
        return made
    made.what = f"{format_.title}, as {beginning.kind} (written by {found.notes.written_by})."
    made.holds = list(_holds(found))
    made.missing = list(_missing(found))
    try:
        choice = choose(found, _WILLING, file)
    except InputError as error:
        made.broken = list(_broken(found))
        made.missing.append(str(error))
        if not found.usable and any(metric.human for metric in found.metrics.values()):
            made.next = [next_command.labelling(path)] if beginning.kind in SHEETS else []
        if found.usable:
            made.calibrate = [_sentence(telling.of_metric(one, found.lost)) for one in found.usable]
            made.next = [
                next_command.importing(path, "--metric", one.name, *options)
                for one in likeliest(found.usable, format_.default)
                if not one.contradiction
                for options in _options(one)
            ]
        return made
    made.calibrate = list(_calibrates(found, choice))
    made.broken = list(telling.faults(found, choice.against))
    made.next = [
        next_command.importing(path, *options) for options in _options(found.metrics[choice.metric])
    ]
    return made


_WILLING = Asked(mapping={}, rejected=Rejected.NONE, scores_missing=True, direction_open=True)
"""What would be asked for by somebody who takes what there is."""


def _options(one: Metric) -> Iterator[list[str]]:
    """What has to be decided for a metric, with a value that is to be thought about: a command for
    each direction where its name does not tell it."""
    is_open = bool(one.turning) and one.higher_is is None
    for direction in Direction if is_open else (None,):
        options = ["--higher-is", str(direction)] if direction else []
        if one.scores or one.human_scores:
            turned = direction is Direction.WORSE
            options += ["--threshold", told(middle(one, turned=turned))]
        if one.unknown:
            options += ["--malformed", "missing"]
        if one.open:
            options += ["--rejected", "none"]
        yield options


def _holds(found: Survey) -> Iterator[str]:
    notes = found.notes
    counts = f" ({amounts(notes.counts)})" if notes.counts else ""
    judged = found.cases - found.lost.total()
    yield f"{count(notes.records, 'record')}{counts}; judged: {judged:,}."
    for metric in found.metrics.values():
        yield _sentence(telling.of_metric(metric, Counter()))
        if metric.raw and len(metric.raw) <= _FEW:
            values = ", ".join(f"{raw or 'nothing'} ({n:,})" for raw, n in metric.raw.items())
            yield f"In the file's own words: {values}."
    if found.lost:
        yield f"Records without any verdict: {amounts(found.lost)}."
    if found.names:
        yield f"Fields: {_listed(list(found.names))}."


def _calibrates(found: Survey, choice: Choice) -> Iterator[str]:
    metric = found.metrics[choice.metric]
    yield f"The metric {choice.metric!r}: {count(metric.verdicts, 'verdict')}."
    if metric.scores:
        yield (
            f"{metric.scores:,} of them {'is a score' if metric.scores == 1 else 'are scores'} "
            f"between the levels ({metric.example}): it is for you to say from which on a claim "
            "counts as supported."
        )
    yield from telling.direction(metric, choice)
    yield from telling.level(found, choice.against)
    if metric.unknown:
        one = len(metric.unknown) == 1
        yield (
            f"{'A value that is' if one else 'Values that are'} not known: {words(metric)}; say "
            f"what {'it means' if one else 'they mean'} in crosssource.toml, under [verdicts], or "
            f"{'it is' if one else 'they are'} missing."
        )
    if metric.human:
        yield f"People's labels: {metric.human.total():,}, which become a sample of their own."
    if choice.others:
        yield f"One metric at a time; the others: {_listed(list(choice.others))}."


def _missing(found: Survey) -> Iterator[str]:
    if not found.passages:
        yield "Passages: none, so that nobody can check a claim against its source."
    if not found.claims:
        yield "Claims: none of their own; a verdict is on a whole answer."
    if not any(metric.human for metric in found.metrics.values()):
        yield "People's labels: none."
    if found.notes.unused.total():
        yield f"There, and not read: {amounts(found.notes.unused)}."


def _broken(found: Survey) -> Iterator[str]:
    for what, times in found.notes.broken.items():
        yield f"{_capital(what)} ({times:,})."


def _of_rows(path: Path, beginning: Opening) -> Diagnosis:
    """A file in our own shape, or one whose columns can be mapped to it."""
    file = shown(path)
    made = Diagnosis(file=file, what=f"Rows, as {beginning.kind}: no format of a known harness.")
    try:
        columns = verdict_rows.scan_columns(path, {})
    except InputError as error:
        made.broken.append(str(error))
        return made
    made.holds.append(f"Columns: {_listed(columns.present)}.")
    if _are_labels(columns):
        return _of_labels(path, columns, made, f"Labels, as {beginning.kind}")
    needed = ["claim", "judge_label", *([] if "citation" in columns else ["passage"])]
    absent = [name for name in needed if name not in columns]
    if absent:
        for name in absent:
            looked_for = ", ".join((name, *ALIASES[name]))
            made.missing.append(f"A column for {name!r} (looked for: {looked_for}).")
        made.missing.append(f"As other formats are known: {registry.looked_for()}.")
        options = [word for name in absent for word in ("--map", f"{name}=COLUMN")]
        made.next = [next_command.importing(path, *options)]
        return made
    own_words = next_study.found().own_words()
    unknown = _count_rows(path, columns, made, own_words)
    refused = _refused(path, own_words)
    if refused:
        made.calibrate.clear()
        made.broken.append(refused)
    elif not made.calibrate:
        made.missing.append("Verdicts: none has a value that is known, so none can be drawn.")
    else:
        made.next = [next_command.importing(path, *(["--malformed", "missing"] if unknown else []))]
    if made.next and "passage" not in columns:
        made.next = next_command.with_corpus(made.next[0])
    return made


def _are_labels(columns: Columns) -> bool:
    """Whether rows have people's labels for items that are known elsewhere, and no verdicts of
    their own on texts."""
    whose = any(name in columns for name in ("item_id", "claim_id", "claim"))
    is_verdicts = "claim" in columns and "judge_label" in columns
    # Under another name (`label`) it may be what the judge said.
    return "human_label" in columns.present and whose and not is_verdicts


def _of_labels(path: Path, columns: Columns, made: Diagnosis, what: str) -> Diagnosis:
    made.what = f"{what}: for a sample that was drawn."
    said = [
        _text(columns, row, "annotator").strip()
        for row in read_rows(path)
        if _text(columns, row, "human_label").strip()
    ]
    people = f"{count(len(said), 'label')} of {count(len(set(said)), 'annotator')}"
    made.holds.append(f"People's labels: {people}.")
    made.missing.append("Verdicts: none of their own; the labels are held against a sample's.")
    if said:
        made.next = [next_command.labelling(path)]
    return made


def _refused(path: Path, own_words: Mapping[str, str]) -> str:
    """Why an import would refuse a row; empty where it would take them all."""
    reading = verdict_rows.Reading(run=path.stem, malformed="missing", own_words=own_words)
    try:
        # Whether the corpus will have a passage is not known yet: each is taken to be there.
        for _ in verdict_rows.VerdictFile(path, reading, lambda _: CitedPassage("", "")).rows():
            pass
    except InputError as error:
        return str(error)
    return ""


def _count_rows(
    path: Path, columns: Columns, made: Diagnosis, own_words: Mapping[str, str]
) -> bool:
    """Count what the rows say; whether there are verdicts that nobody knows."""
    said: Counter[str] = Counter()
    unknown: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    labels = rows = 0
    for row in read_rows(path):
        rows += 1
        word = _text(columns, row, "judge_label")
        try:
            support = scale.judged(word, _text(columns, row, "failure_type"), own_words).support
            said[str(support or "missing")] += 1
        except scale.UnknownWordError as error:
            unknown[str(error)[:40]] += 1
            if error.rest.support is not None:
                said[str(error.rest.support)] += 1
        labels += bool(str(columns.get(row.values, "human_label") or "").strip())
        faults["claims without a word"] += not str(columns.get(row.values, "claim") or "").strip()
        if "passage" in columns:
            blank = not str(columns.get(row.values, "passage") or "").strip()
            faults["passages without a word"] += blank
    made.holds.append(
        f"{count(rows, 'row')}; verdicts: {_levels(said)}; people's labels: {labels:,}."
    )
    if "passage" not in columns:
        made.missing.append("Passages: they are named, and read from the corpus of the study.")
    if "claim_id" not in columns:
        made.missing.append("A claim_id: each row is a claim of its own.")
    if not labels:
        made.missing.append("People's labels: none.")
    made.broken += [f"{_capital(what)}: {times:,}." for what, times in faults.items() if times]
    if unknown:
        few = ", ".join(f"{word!r} ({times:,})" for word, times in unknown.most_common(_FEW))
        made.broken.append(
            f"Words that are not known for a verdict: {few}; say what they mean in "
            f"crosssource.toml, under [verdicts], for example {_meaning(unknown)}."
        )
    if said.total() - said["missing"]:
        made.calibrate.append(
            f"{count(said.total() - said['missing'], 'verdict')}, each on one claim and "
            "one passage."
        )
    return bool(unknown)


def _text(columns: Columns, row: Row, ours: str) -> str:
    """A cell as the import reads it; of one that it refuses, what stands there."""
    value = columns.get(row.values, ours)
    try:
        return cells.text(value, "", row.line, ours)
    except InputError:
        return str(value)


def _levels(said: Counter[str]) -> str:
    return ", ".join(f"{said[level]:,} {level}" for level in (*Support, "missing"))


def _of_nothing(path: Path, beginning: Opening, known: tuple[str, str] | None) -> Diagnosis:
    made = Diagnosis(file=shown(path), what=f"{_capital(beginning.kind)}, of no known format.")
    if beginning.kind is Kind.EMPTY:
        made.what = "An empty file."
    if known is not None:
        made.what = f"{_capital(known[0])}: it is not read as results."
        made.missing.append(f"Results: {known[1]}.")
        if beginning.has(*registry.WHOLE_STUDY):
            made.next = [next_command.restoring(path)]
    elif beginning.names:
        made.holds.append(f"Names: {_listed(beginning.top or sorted(beginning.names))}.")
        made.missing.append(f"What formats are known by: {registry.looked_for()}.")
    return made


def _meaning(unknown: Counter[str]) -> str:
    """The line of the settings that gives the most frequent word a meaning."""
    ((word, _),) = unknown.most_common(1)
    return f'{json.dumps(word, ensure_ascii=False)} = "supported"'


def _listed(names: list[str]) -> str:
    kept = ", ".join(" ".join(name.split())[:40] for name in names[: 2 * _FEW])
    return kept if len(names) <= 2 * _FEW else f"{kept} and {len(names) - 2 * _FEW:,} more"


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _sentence(words: str) -> str:
    return f"{words}."
