"""What a judge, asked several times, said of the citations of a run."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from labels.outcome import Support
from labels.verdict import REPEAT, REPEAT_OF


@dataclass(frozen=True, slots=True, kw_only=True)
class RunJudge:
    """A judge of a run, with all that makes it what it is."""

    id: str
    name: str
    provenance: dict[str, str]

    @property
    def number(self) -> int:
        """1, or how many times the same judge had been asked."""
        return int(self.provenance.get(REPEAT, "1"))

    @property
    def first(self) -> str:
        """The id of the judge that was asked first: its own, or that which it repeats."""
        return self.provenance.get(REPEAT_OF, self.id)

    def __str__(self) -> str:
        return f"{self.name} ({self.id[:8]})"


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedVerdict:
    """One citation with what was said of it each time."""

    item_id: str
    case_id: str
    claim_id: str
    cited: str
    claim: str
    said: tuple[Support | None, ...]
    """By judge, in the order asked for; None where there is no verdict."""


def judges_of(connection: sqlite3.Connection, run: str) -> list[RunJudge]:
    """The judges that have judged a run, by name and number of the repeat."""
    rows = connection.execute(
        "SELECT DISTINCT j.id, j.name, j.provenance FROM verdict v "
        "JOIN citation c ON c.uid = v.citation_uid JOIN judge j ON j.id = v.judge_id "
        "WHERE c.run = ? ORDER BY j.name, j.id",
        [run],
    )
    judges = [
        RunJudge(id=row["id"], name=row["name"], provenance=json.loads(row["provenance"]))
        for row in rows
    ]
    return sorted(judges, key=lambda judge: judge.number)


def verdicts_of(
    connection: sqlite3.Connection, run: str, judges: Sequence[str]
) -> list[RepeatedVerdict]:
    """Every citation of a run, with the verdict of each judge; confirmed harness bugs are left out.

    Args:
        connection: the workspace's database.
        run: its name.
        judges: their ids.
    """
    said: dict[str, dict[str, Support | None]] = {}
    marks = ", ".join("?" for _ in judges)
    for row in connection.execute(
        "SELECT v.citation_uid, v.judge_id, v.support FROM verdict v "
        "JOIN citation c ON c.uid = v.citation_uid "
        f"WHERE c.run = ? AND v.judge_id IN ({marks}) "
        "AND v.uid NOT IN (SELECT verdict_uid FROM confirmed_verdict)",
        [run, *judges],
    ):
        support = Support(row["support"]) if row["support"] else None
        said.setdefault(row["citation_uid"], {})[row["judge_id"]] = support
    rows = connection.execute(
        "SELECT c.uid, c.item_id, c.case_id, c.claim_id, c.cited, i.claim FROM citation c "
        "JOIN item i ON i.id = c.item_id WHERE c.run = ? "
        "AND c.uid NOT IN (SELECT citation_uid FROM confirmed_citation) "
        "ORDER BY c.case_id, c.claim_id, c.uid",
        [run],
    )
    return [
        RepeatedVerdict(
            item_id=row["item_id"],
            case_id=row["case_id"],
            claim_id=row["claim_id"],
            cited=row["cited"],
            claim=row["claim"],
            said=tuple(said.get(row["uid"], {}).get(judge) for judge in judges),
        )
        for row in rows
    ]
