"""A sample of one judge's verdicts, read for other judges of the same citations."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from corpus.errors import InputError
from corpus.workspace import Workspace
from labels import rubric, sampling
from labels.outcome import Category, Support
from labels.store import calibration, database, panel, samples, verdicts
from labels.store.frame import load_frame, resolved
from labels.store.patterns import judges_of_frame, patterns
from labels.verdict import Judge, Verdict

MakeVerdict = Callable[..., Verdict]
SCALE = list(Support)


@pytest.fixture
def connection(study: Workspace) -> Iterator[sqlite3.Connection]:
    with database.opened(study) as opened:
        yield opened


def record(connection: sqlite3.Connection, given: Sequence[Verdict]) -> None:
    with database.transaction(connection):
        source = verdicts.RunSource(run="base", origin="test", sha256="0")
        verdicts.record(connection, source, given)


def draw(
    connection: sqlite3.Connection,
    study: Workspace,
    *,
    judge: str = "judge-a",
    by: Sequence[str] = (),
    supported: int = 20,
) -> None:
    with database.transaction(connection):
        by = resolved(connection, [], by)
        others = [name for name in by if name.startswith("verdict:")]
        frame = load_frame(connection, [], judge, others)
        strata = sampling.draw(frame.verdicts, supported=supported, partial=None, by=by, seed=7)
        new = samples.NewSample(name="pilot", origin="drawn", seed=7, by=tuple(by), strata=strata)
        samples.create(connection, frame, new, rubric.in_force(study))


@pytest.fixture
def second(make_verdict: MakeVerdict) -> list[Verdict]:
    """The other judge: every third citation is unsupported, every tenth has no verdict."""
    return [
        make_verdict(
            n,
            None if n % 10 == 0 else Support.UNSUPPORTED if n % 3 == 0 else Support.SUPPORTED,
            judge="judge-b",
        )
        for n in range(100)
    ]


def test_the_frame_is_counted_by_both_judges(
    connection: sqlite3.Connection,
    study: Workspace,
    hundred: list[Verdict],
    second: list[Verdict],
) -> None:
    record(connection, hundred)
    draw(connection, study)
    record(connection, second)
    ids = [judge.id for judge in judges_of_frame(connection, "pilot")]
    assert [judge.name for judge in judges_of_frame(connection, "pilot")] == ["judge-a", "judge-b"]
    expected = Counter(
        (str(a.support), a.support, b.support) for a, b in zip(hundred, second, strict=True)
    )
    counted = {(one.stratum, *one.said): one.size for one in patterns(connection, "pilot", ids)}
    assert counted == dict(expected)


@pytest.mark.parametrize(
    "by",
    [("config",), ("importance", "run"), ("lang",), ("category",), ("lang", "config"), ("absent",)],
)
def test_strata_are_named_as_the_draw_names_them(
    connection: sqlite3.Connection,
    study: Workspace,
    make_verdict: MakeVerdict,
    by: tuple[str, ...],
) -> None:
    kinds = [None, *Category]
    given = [
        make_verdict(
            n,
            SCALE[n % 3],
            kinds[n % 4] if SCALE[n % 3] is Support.UNSUPPORTED else None,
        )
        for n in range(120)
    ]
    for n, one in enumerate(given):
        if n % 5 == 0:
            one.citation.fields["absent"] = 'it\'s "here" · now = 1'
    record(connection, given)
    draw(connection, study, by=by, supported=40)
    (judge,) = judges_of_frame(connection, "pilot")
    sizes: Counter[str] = Counter()
    for pattern in patterns(connection, "pilot", [judge.id]):
        sizes[pattern.stratum] += pattern.size
    rows = samples.stratum_rows(connection, "pilot")
    assert dict(sizes) == {row["name"]: row["size"] for row in rows}


def test_a_sample_is_read_for_the_other_judge(
    connection: sqlite3.Connection,
    study: Workspace,
    hundred: list[Verdict],
    second: list[Verdict],
) -> None:
    record(connection, hundred)
    draw(connection, study)
    record(connection, second)
    own = calibration.load(connection, study, "pilot")
    other = calibration.load(connection, study, "pilot", "judge-b")
    assert (own.drawn_by, other.drawn_by) == ("", "judge-a")
    assert (own.judge, other.judge) == ("judge-a", "judge-b")
    assert other.unjudged == 10
    assert other.frame_size == sum(stratum.size for stratum in other.strata) == 90
    # 80 were drawn as supported; of 0 to 79 the 3rd, 6th … is unsupported, the 10th missing.
    sizes = {stratum.name: stratum.size for stratum in other.strata}
    assert sizes["unsupported · drawn as supported"] == sum(
        n % 3 == 0 and n % 10 != 0 for n in range(80)
    )
    assert all(0 <= stratum.drawn <= stratum.size for stratum in other.strata)
    drawn = Counter(item.stratum for item in other.items)
    assert drawn == {stratum.name: stratum.drawn for stratum in other.strata if stratum.drawn}
    assert {item.item_id for item in other.items} <= {item.item_id for item in own.items}
    assert all(item.judged.support in item.stratum for item in other.items)
    assert calibration.load(connection, study, "pilot", "judge-a") == own


def test_a_judge_nobody_knows_and_one_of_two_of_a_name(
    connection: sqlite3.Connection,
    study: Workspace,
    hundred: list[Verdict],
    make_verdict: MakeVerdict,
) -> None:
    record(connection, hundred)
    draw(connection, study)
    with pytest.raises(InputError, match="No verdict by 'gpt' .* its judges are: judge-a"):
        calibration.load(connection, study, "pilot", "gpt")
    version = make_verdict(0, Support.PARTIAL)
    version.judge.provenance["prompt"] = "2"
    record(connection, [version])
    with pytest.raises(InputError, match="2 judges .* go by 'judge-a'"):
        calibration.load(connection, study, "pilot", "judge-a")
    found = calibration.load(connection, study, "pilot", version.judge.id[:8])
    assert found.judge == f"judge-a ({version.judge.id[:8]})"
    assert calibration.load(connection, study, "pilot", found.judge) == found


def test_the_panel_has_every_judge_the_drawing_one_first(
    connection: sqlite3.Connection,
    study: Workspace,
    hundred: list[Verdict],
    second: list[Verdict],
) -> None:
    record(connection, second)
    draw(connection, study, judge="judge-b")
    record(connection, hundred)
    read = panel.load(connection, study, None)
    assert [(one.name, one.drawing) for one in read.judges] == [
        ("judge-b", True),
        ("judge-a", False),
    ]
    assert sum(pattern.size for pattern in read.patterns) == 90
    assert len(read.items) == len(read.calibration.items)
    assert all(None not in item.said for item in read.items)
    alone = panel.load(connection, study, "pilot", ["judge-a"])
    assert [one.name for one in alone.judges] == ["judge-a"]
    with pytest.raises(InputError, match="No verdict by 'gpt'"):
        panel.load(connection, study, "pilot", ["gpt"])


def test_flips_are_the_citations_of_the_frame_that_changed_level(
    connection: sqlite3.Connection,
    study: Workspace,
    hundred: list[Verdict],
    second: list[Verdict],
) -> None:
    record(connection, hundred)
    draw(connection, study)
    record(connection, second)
    ours, theirs = (one.id for one in judges_of_frame(connection, "pilot"))
    found = list(panel.flips(connection, "pilot", ours, theirs))
    expected = {
        a.citation.uid
        for a, b in zip(hundred, second, strict=True)
        if b.support is not None and a.support is not b.support
    }
    assert {one.citation_id for one in found} == expected
    assert list(panel.flips(connection, "pilot", ours, ours)) == []
    back = list(panel.flips(connection, "pilot", theirs, ours))
    assert [(one.second, one.first) for one in back] == [(one.first, one.second) for one in found]


def test_strata_can_be_cut_by_what_another_judge_says(
    connection: sqlite3.Connection,
    study: Workspace,
    hundred: list[Verdict],
    second: list[Verdict],
) -> None:
    record(connection, hundred)
    record(connection, second)
    draw(connection, study, by=["verdict:judge-b"], supported=20)
    label = f"judge-b ({second[0].judge.id[:8]})"
    rows = {row["name"]: row for row in samples.stratum_rows(connection, "pilot")}
    part = rows[f"supported · verdict:{label}=unsupported"]
    assert part["size"] == sum(n % 3 == 0 and n % 10 != 0 for n in range(80))
    assert rows[f"supported · verdict:{label}=none"]["size"] == 8
    # Every part of what the drawing judge supports holds two draws or more.
    assert all(row["drawn"] >= 2 for row in rows.values() if row["size"] >= 2)
    other = calibration.load(connection, study, "pilot", "judge-b")
    assert all(stratum.drawn for stratum in other.strata)
    # A verdict that comes later would be in another part than the draw found it in.
    late = [replace(one, support=Support.PARTIAL, judge=Judge(name="judge-c")) for one in second]
    record(connection, late)
    assert calibration.load(connection, study, "pilot", "judge-b") == other


def test_a_verdict_of_nobody_makes_no_strata(
    connection: sqlite3.Connection, study: Workspace, hundred: list[Verdict]
) -> None:
    record(connection, hundred)
    with pytest.raises(InputError, match="No verdict by 'gpt'"):
        draw(connection, study, by=["verdict:gpt"])
