"""docs/audit.md says what the audit does: its tables, and its findings on real data."""

import re
from pathlib import Path

from reports.auditing.registry import every_detector
from tests.conftest import REPOSITORY
from tests.test_documents import blocks, run_beside_shared

TEXT = (REPOSITORY / "docs" / "audit.md").read_text()


def test_the_table_has_every_detector_as_it_is() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (\w+) \| (\w+) \|", TEXT, re.M)
    told = [(name, severity, rests) for name, severity, _, rests in rows]
    assert told == [(one.name, str(one.severity), str(one.rests)) for one in every_detector()]


def test_the_findings_on_real_data_are_those_of_the_document(
    tmp_path: Path, shared_data: Path
) -> None:
    # Some 15 s: fifteen commands, each a process of its own.
    wice, opinions, unseen = blocks("sh shared", "audit.md")
    printed = " ".join(run_beside_shared(wice, tmp_path, shared_data).split())
    assert "verdict_contradicts_reason serious 1 1" in printed
    assert "passage_near_duplicate minor 7 7" in printed
    assert "23 detectors found nothing" in printed
    for pair in ("test01762#111 = test01762#112 99%", "test02679#244 = test02679#245 80%"):
        assert pair in printed
    (tmp_path / "again").mkdir()
    printed = run_beside_shared(opinions, tmp_path / "again", shared_data)
    assert re.search(r"judge_constant +serious +2 +2", printed)
    assert re.search(r"passage_damaged +serious +2 +2", printed)
    assert re.search(r"claim_page_head +serious +4 +4", printed)
    assert "22 detectors found nothing" in " ".join(printed.split())
    assert "cl-4155979:11" in printed
    (tmp_path / "third").mkdir()
    printed = run_beside_shared(unseen, tmp_path / "third", shared_data)
    assert re.search(r"judge_constant +serious +1 +1", printed)
    assert re.search(r"passage_damaged +serious +1 +1", printed)
    assert re.search(r"claim_page_head +serious +2 +2", printed)
    assert "22 detectors found nothing" in " ".join(printed.split())
