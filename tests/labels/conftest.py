"""Verdicts to test with: 100 citations of one run, of which ten are unsupported."""

from collections.abc import Callable, Sequence

import pytest

from corpus.workspace import Workspace
from labels import rubric, sampling
from labels.item import Citation, Item
from labels.outcome import Category, Support
from labels.store import database, samples, verdicts
from labels.store.frame import load_frame
from labels.verdict import Judge, Verdict

MakeVerdict = Callable[..., Verdict]


@pytest.fixture
def make_verdict() -> MakeVerdict:
    """A verdict by number: `make_verdict(7, Support.PARTIAL)`."""

    def make(
        number: int,
        support: Support | None = Support.SUPPORTED,
        category: Category | None = None,
        *,
        run: str = "base",
        judge: str = "judge-a",
        reason: str = "",
    ) -> Verdict:
        claim = f"Claim number {number} holds."
        return Verdict(
            citation=Citation(
                run=run,
                case_id=f"q{number // 4}",
                claim_id=f"c{number}",
                item=Item(
                    question=f"Question {number // 4}?", claim=claim, passage=f"Passage {number}."
                ),
                answer=f"It is so. {claim} [doc:{number}]",
                cited=f"doc:{number}",
                source="",
                config="strict" if number % 2 else "baseline",
                importance=1 + number % 3,
                fields={"lang": "de" if number % 3 == 0 else "en"},
            ),
            judge=Judge(name=judge),
            support=support,
            category=category,
            reason=reason,
            raw=str(support),
        )

    return make


@pytest.fixture
def hundred(make_verdict: MakeVerdict) -> list[Verdict]:
    """80 supported, 10 partial, 10 unsupported."""
    scale = [Support.SUPPORTED] * 80 + [Support.PARTIAL] * 10 + [Support.UNSUPPORTED] * 10
    return [make_verdict(number, support) for number, support in enumerate(scale)]


@pytest.fixture
def drawn(study: Workspace, hundred: Sequence[Verdict]) -> Workspace:
    """A study with the hundred verdicts and the sample `pilot`: 20 supported and all others."""
    with database.opened(study) as connection, database.transaction(connection):
        source = verdicts.RunSource(run="base", origin="test", sha256="0")
        verdicts.record(connection, source, hundred)
        frame = load_frame(connection, [], None)
        strata = sampling.draw(frame.verdicts, supported=20, partial=None, by=[], seed=7)
        new = samples.NewSample(name="pilot", origin="drawn", seed=7, by=(), strata=strata)
        samples.create(connection, frame, new, rubric.in_force(study))
    return study
