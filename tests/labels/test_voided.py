"""What is confirmed leaves a sample: a citation, a verdict, an answer; for one judge or for all."""

import sqlite3
from collections.abc import Callable, Sequence

import pytest

from corpus.workspace import Workspace
from labels.calibration import Calibration
from labels.outcome import Support
from labels.store import audits, calibration, database, integrity, panel, verdicts, voided
from labels.store.audits import AuditDecision, AuditKind, Subject
from labels.verdict import Verdict

MakeVerdict = Callable[..., Verdict]


def confirm(study: Workspace, *subjects: Subject, kind: AuditKind = AuditKind.CONFIRMED) -> None:
    with database.opened(study) as connection, database.transaction(connection):
        audits.record(
            connection,
            AuditDecision(
                kind=kind, signature="abcd1234", detector="d", what="w", reason="r", auditor="ann",
                subjects=subjects,
            ),
        )  # fmt: skip


def loaded(study: Workspace, judge: str | None = None) -> Calibration:
    with database.opened(study) as connection:
        return calibration.load(connection, study, "pilot", judge)


def sizes(made: Calibration) -> dict[str, tuple[int, int]]:
    return {stratum.name: (stratum.size, stratum.drawn) for stratum in made.strata}


def _citation(one: Verdict) -> Subject:
    return ("citation", one.citation.run, one.citation.case_id, one.citation.uid)


def test_a_void_citation_leaves_frame_and_sample_drawn_or_not(
    drawn: Workspace, hundred: Sequence[Verdict]
) -> None:
    assert sizes(loaded(drawn))["supported"] == (80, 20)
    inside = {item.verdict_id for item in loaded(drawn).items}
    supported = hundred[:80]
    one_drawn = next(one for one in supported if one.uid in inside)
    others = [one for one in supported if one.uid not in inside][:3]
    confirm(drawn, *map(_citation, [one_drawn, *others, hundred[99]]))
    made = loaded(drawn)
    assert sizes(made) == {"supported": (76, 19), "partial": (10, 10), "unsupported": (9, 9)}
    assert (made.confirmed, made.confirmed_drawn, made.frame_size) == (5, 2, 95)
    assert made.seal.intact
    # Every field's cells are those of the smaller frame.
    assert made.fields
    for field in made.fields:
        assert sum(field.cells.values()) == 95


def test_a_void_verdict_is_void_for_its_judge_alone(
    drawn: Workspace, hundred: Sequence[Verdict], make_verdict: MakeVerdict
) -> None:
    with database.opened(drawn) as connection, database.transaction(connection):
        source = verdicts.RunSource(run="base", origin="test", sha256="0")
        second = [make_verdict(number, Support.SUPPORTED, judge="judge-b") for number in range(100)]
        verdicts.record(connection, source, second)
    confirm(
        drawn, ("verdict", "base", "q0", second[3].uid), ("verdict", "base", "q0", second[99].uid)
    )
    assert loaded(drawn).confirmed == 0
    other = loaded(drawn, "judge-b")
    assert other.confirmed == 2
    assert sum(stratum.size for stratum in other.strata) == other.frame_size == 98
    with database.opened(drawn) as connection:
        both = panel.load(connection, drawn, "pilot")
    unheard = sum(p.size for p in both.patterns if p.said[1] is None)
    assert unheard == 2
    assert sum(p.size for p in both.patterns) == 100


def test_a_void_answer_takes_all_its_citations_along(
    drawn: Workspace, hundred: Sequence[Verdict]
) -> None:
    confirm(drawn, ("answer", "base", "q0", ""))  # of four citations
    made = loaded(drawn)
    assert made.confirmed == 4
    assert sizes(made)["supported"][0] == 76
    with database.opened(drawn) as connection:
        both = panel.load(connection, drawn, "pilot")
    assert sum(p.size for p in both.patterns) == 96


def test_a_claim_is_whole_without_its_void_citations(
    drawn: Workspace, hundred: Sequence[Verdict]
) -> None:
    one = hundred[99].citation
    assert loaded(drawn).claim_sizes[one.run, one.case_id, one.claim_id] == 1
    confirm(drawn, _citation(hundred[99]))
    # Figures by claim need every citation of a claim: a void one is not missed.
    assert (one.run, one.case_id, one.claim_id) not in loaded(drawn).claim_sizes


def test_the_last_decision_holds(drawn: Workspace, hundred: Sequence[Verdict]) -> None:
    subject = _citation(hundred[99])
    for kind, confirmed in (
        (AuditKind.CONFIRMED, 1),
        (AuditKind.WITHDRAWN, 0),
        (AuditKind.CONFIRMED, 1),
        (AuditKind.DISMISSED, 0),
    ):
        confirm(drawn, subject, kind=kind)
        assert loaded(drawn).confirmed == confirmed


def test_decisions_are_never_changed(drawn: Workspace, hundred: Sequence[Verdict]) -> None:
    confirm(drawn, _citation(hundred[99]))
    connection = sqlite3.connect(drawn.database)
    for table in ("audit_event", "audit_subject"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(f"DELETE FROM {table}")
    connection.close()


def test_a_labeller_cannot_read_what_the_audit_knows(
    drawn: Workspace, hundred: Sequence[Verdict]
) -> None:
    from labels.store.blindness import make_blind

    confirm(drawn, _citation(hundred[99]))
    connection = database.connect(drawn.database)
    make_blind(connection, "pilot", "ann")
    for name in ("audit_event", "audit_subject", "audit_standing", "confirmed_citation",
                 "confirmed_verdict"):  # fmt: skip
        with pytest.raises(sqlite3.DatabaseError, match="prohibited|not authorized"):
            connection.execute(f"SELECT count(*) FROM {name}").fetchone()
    connection.close()


def test_without_a_frame_as_large_a_share_is_void_as_was_drawn(drawn: Workspace) -> None:
    made = loaded(drawn)
    supported = [item.verdict_id for item in made.items if item.judged.support is Support.SUPPORTED]
    left = voided.left(made.strata, made.items, frozenset(supported[:5]), None)
    # 5 of the 20 drawn are void, so 20 of the 80 are taken to be.
    assert {s.name: (s.size, s.drawn) for s in left.strata}["supported"] == (60, 15)
    assert (left.void, left.void_drawn, len(left.items)) == (20, 5, len(made.items) - 5)


def test_a_stratum_that_is_void_whole_is_gone(drawn: Workspace) -> None:
    made = loaded(drawn)
    partial = frozenset(i.verdict_id for i in made.items if i.judged.support is Support.PARTIAL)
    left = voided.left(made.strata, made.items, partial, {"partial": len(partial)})
    assert [stratum.name for stratum in left.strata] == ["supported", "unsupported"]


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE audit_event SET kind = 'dismissed' WHERE seq = 1", "decision 1 was changed"),
        ("UPDATE audit_event SET reason = 'other' WHERE seq = 2", "decision 2 was changed"),
        ("UPDATE audit_event SET auditor = 'bob' WHERE seq = 3", "decision 3 was changed"),
        ("UPDATE audit_event SET created_at = '2020' WHERE seq = 3", "decision 3 was changed"),
        ("DELETE FROM audit_subject WHERE event = 2", "decision 2 was changed"),
        ("UPDATE audit_subject SET voids = 'nothing' WHERE event = 1", "decision 1 was changed"),
        (
            "INSERT INTO audit_subject VALUES (3, 'answer', 'base', 'q0', '')",
            "decision 3 was changed",
        ),
        (
            "DELETE FROM audit_subject WHERE event = 2; DELETE FROM audit_event WHERE seq = 2",
            "decision 2 is missing",
        ),
        (
            "DELETE FROM audit_subject WHERE event = 3; DELETE FROM audit_event WHERE seq = 3",
            "decisions 3 to 3 are missing from the end",
        ),
        ("UPDATE audit_event SET hash = 'x' WHERE seq = 3", "decision 3 was changed"),
    ],
)
def test_a_decision_that_was_changed_behind_the_tools_back_is_found(
    drawn: Workspace, hundred: Sequence[Verdict], statement: str, fault: str
) -> None:
    for one in hundred[:3]:
        confirm(drawn, _citation(one), _citation(one))  # named twice, it is one finding
    with database.opened(drawn) as connection:
        assert integrity.faults(connection) == []
        assert [one.seq for one in audits.decisions(connection)] == [1, 2, 3]
    connection = sqlite3.connect(drawn.database)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.execute(f"DROP TRIGGER {name}")
    connection.executescript(statement)
    connection.close()
    with database.opened(drawn) as connection:
        assert any(fault in one for one in integrity.chain_faults(connection))
        assert not loaded(drawn).chain_intact
