"""By what a sample can be sliced, and with how many verdicts: of the frame, not of the draw."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from corpus.document import Document, Part
from corpus.readers.source import SourceDocument
from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels import rubric, sampling
from labels.calibration import Calibration, FrameField
from labels.imported_field import OWN_FIELDS, column_name, field_name
from labels.outcome import Outcome
from labels.store import calibration, database, samples, verdicts
from labels.store.frame import load_frame
from labels.verdict import Verdict


def load(study: Workspace, sample: str = "pilot") -> Calibration:
    with database.opened(study) as connection:
        return calibration.load(connection, study, sample)


def draw(study: Workspace, rows: Sequence[Verdict], *, by: Sequence[str] = ()) -> None:
    with database.opened(study) as connection, database.transaction(connection):
        source = verdicts.RunSource(run="base", origin="test", sha256="0")
        verdicts.record(connection, source, rows)
        frame = load_frame(connection, [], None)
        strata = sampling.draw(frame.verdicts, supported=20, partial=None, by=by, seed=7)
        new = samples.NewSample(name="pilot", origin="drawn", seed=7, by=tuple(by), strata=strata)
        samples.create(connection, frame, new, rubric.in_force(study))


def named(found: Calibration) -> dict[str, FrameField]:
    return {field.name: field for field in found.fields}


def sizes(field: FrameField) -> dict[str, int]:
    """Verdicts by value."""
    totals: dict[str, int] = {}
    for cell, count in field.cells.items():
        totals[cell.value] = totals.get(cell.value, 0) + count
    return totals


def test_the_whole_frame_is_counted(drawn: Workspace) -> None:
    # Numbers 0 to 99: odd ones are strict, every third is German, importance goes 1, 2, 3.
    fields = named(load(drawn))
    assert sizes(fields["config"]) == {"baseline": 50, "strict": 50}
    assert sizes(fields["lang"]) == {"de": 34, "en": 66}
    assert sizes(fields["importance"]) == {"1": 34, "2": 33, "3": 33}
    flagged = {c.value: n for c, n in fields["lang"].cells.items() if c.stratum == "unsupported"}
    assert flagged == {"de": 4, "en": 6}  # 90, 93, 96 and 99 of 90 to 99


def test_a_field_with_one_value_is_no_field(drawn: Workspace) -> None:
    fields = named(load(drawn))
    assert "run" not in fields
    assert "answer length" not in fields  # every answer has eight words
    assert "citations in the answer" not in fields  # and is of its own


def test_every_drawn_verdict_has_its_values(drawn: Workspace) -> None:
    for item in load(drawn).items:
        number = int(item.claim_id[1:])
        assert item.values["lang"] == ("de" if number % 3 == 0 else "en")
        assert item.values["config"] == item.config


def test_strata_made_of_fields_keep_their_names(
    study: Workspace, hundred: Sequence[Verdict]
) -> None:
    draw(study, hundred, by=["lang"])
    found = load(study)
    by_stratum: dict[str, int] = {}
    for cell, count in named(found)["config"].cells.items():
        by_stratum[cell.stratum] = by_stratum.get(cell.stratum, 0) + count
    assert by_stratum == {stratum.name: stratum.size for stratum in found.strata}


def test_the_judge_is_counted_by_outcome(
    study: Workspace, make_verdict: Callable[..., Verdict], hundred: Sequence[Verdict]
) -> None:
    draw(study, hundred)
    cells = named(load(study))["config"].cells
    assert {cell.judged for cell in cells} == {
        Outcome.SUPPORTED,
        Outcome.PARTIAL,
        Outcome.UNCATEGORISED,
    }


def test_a_verdict_without_a_value_is_counted_as_such(
    study: Workspace, hundred: Sequence[Verdict]
) -> None:
    bare = [replace(one, citation=replace(one.citation, fields={})) for one in hundred[:50]]
    draw(study, [*bare, *hundred[50:]])
    assert sizes(named(load(study))["lang"])["(none)"] == 50


def with_fields(row: Verdict, **fields: str) -> Verdict:
    return replace(row, citation=replace(row.citation, fields=fields))


def test_a_value_that_reads_like_none_is_not_taken_for_none(
    study: Workspace, hundred: Sequence[Verdict]
) -> None:
    said = ["(none)", '"(none)"', "", "real"]
    rows = [with_fields(row, court=said[n % 4]) for n, row in enumerate(hundred)]
    draw(study, rows)
    found = load(study)
    assert sizes(named(found)["court"]) == {
        '"(none)"': 25, '""(none)""': 25, "(none)": 25, "real": 25,
    }  # fmt: skip
    for item in found.items:
        literal = said[int(item.claim_id[1:]) % 4] == "(none)"
        assert (item.values.get("court") == '"(none)"') == literal


def test_a_column_with_the_name_of_our_fields_is_kept_under_a_name_apart(
    study: Workspace, hundred: Sequence[Verdict]
) -> None:
    theirs = ("run", "config", "importance", "document type", "category", "run (imported)")
    rows = [
        replace(
            row, citation=replace(row.citation, fields={name: f"{name} {n % 2}" for name in theirs})
        )
        for n, row in enumerate(hundred)
    ]
    draw(study, rows)
    fields = named(load(study))
    for name in theirs:
        assert sizes(fields[f"{name} (imported)"]) == {f"{name} 0": 50, f"{name} 1": 50}
    assert sizes(fields["config"]) == {"baseline": 50, "strict": 50}
    assert sizes(fields["importance"]) == {"1": 34, "2": 33, "3": 33}


def test_strata_can_be_made_of_it_too(study: Workspace, hundred: Sequence[Verdict]) -> None:
    rows = [with_fields(row, run="first" if n % 2 else "second") for n, row in enumerate(hundred)]
    draw(study, rows, by=["run (imported)", "run"])
    found = load(study)
    assert "supported · run (imported)=first · run=base" in {one.name for one in found.strata}
    by_stratum: dict[str, int] = {}
    for cell, count in named(found)["run (imported)"].cells.items():
        by_stratum[cell.stratum] = by_stratum.get(cell.stratum, 0) + count
    assert by_stratum == {stratum.name: stratum.size for stratum in found.strata}


def test_no_two_fields_are_called_the_same() -> None:
    columns = ["run", "run (imported)", "run (imported) (imported)", "verdict:gpt", "court"]
    fields = [field_name(column) for column in columns]
    assert len({*fields, *OWN_FIELDS}) == len(columns) + len(OWN_FIELDS)
    assert [column_name(field) for field in fields] == columns
    assert [column_name(field) for field in OWN_FIELDS] == list(OWN_FIELDS)


def test_the_kind_of_document_is_what_the_corpus_says(
    study: Workspace, hundred: Sequence[Verdict]
) -> None:
    lease = Document(
        id="doc",
        title="Lease",
        text="The tenant pays.",
        parts=(Part(kind="text", start=0, end=16),),
        metadata={"type": "contract"},
    )
    source = SourceDocument(document=lease, source="lease.txt", reader="text", licence=None)
    Library(study).add([source], 350)
    other = [replace(one, citation=replace(one.citation, cited="web:1")) for one in hundred[:30]]
    draw(study, [*other, *hundred[30:]])
    assert sizes(named(load(study))["document type"]) == {"contract": 70, "(none)": 30}


def test_answers_are_told_apart_by_length_and_citations(
    study: Workspace, hundred: Sequence[Verdict]
) -> None:
    long = "word " * 60
    # The first ten verdicts are citations of one long answer.
    one = [
        replace(row, citation=replace(row.citation, answer=long, case_id="q0"))
        for row in hundred[:10]
    ]
    draw(study, [*one, *hundred[10:]])
    fields = named(load(study))
    assert sizes(fields["answer length"]) == {"1 to 50 words": 90, "51 to 100 words": 10}
    assert sizes(fields["citations in the answer"]) == {"1 citation": 90, "7 or more citations": 10}
