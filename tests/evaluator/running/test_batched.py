"""The same run through the batch service: half the price, any order, restarts in between."""

from collections.abc import Callable
from typing import Any

import pytest

from corpus.workspace import Workspace
from evaluator.model import batches, waiting
from tests.evaluator.running.conftest import content, rows
from tests.evaluator.running.test_trouble import another
from tests.messages_server import MessagesServer

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The batch service of the tests is done when it is looked at."""

    async def sleep(self: object, seconds: float) -> None:
        return None

    monkeypatch.setattr(waiting.SystemClock, "sleep", sleep)


def test_a_batched_run_gives_what_a_direct_one_gives(
    ran: Any, run: Run, golden_study: Workspace, tmp_path: Any, model: MessagesServer
) -> None:
    batched = another(golden_study, tmp_path)
    run("run", "--batch", "--workspace", batched.root)
    assert content(batched) == content(golden_study)
    assert rows(batched, "SELECT count(*) FROM request WHERE batch IS NULL") == [(0,)]
    direct = rows(golden_study, "SELECT sum(cost) FROM request WHERE purpose = 'generate'")[0][0]
    half = rows(batched, "SELECT sum(cost) FROM request WHERE purpose = 'generate'")[0][0]
    assert half < 0.75 * direct
    collected = rows(batched, "SELECT DISTINCT kind FROM batch_event")
    assert collected == [("collected",)]


def test_errored_and_expired_requests_are_sent_again(
    ran: Any, run: Run, golden_study: Workspace, tmp_path: Any, model: MessagesServer
) -> None:
    batched = another(golden_study, tmp_path)

    def fate(custom_id: str, params: dict[str, Any]) -> str:
        """The first time a third errs and a third expires; sent again, all succeed."""
        sent = sum(
            any(request["custom_id"] == custom_id for request in batch.requests)
            for batch in model.batches.made.values()
        )
        kinds = ("errored", "expired", "succeeded")
        return kinds[int(custom_id[:2], 16) % 3] if sent == 1 else "succeeded"

    model.batches.fate = fate
    run("run", "--batch", "--workspace", batched.root)
    assert content(batched) == content(golden_study)


def test_a_process_that_dies_while_it_waits_is_followed_by_one_that_collects(
    run: Run,
    golden_study: Workspace,
    model: MessagesServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def die(*_: object) -> Any:
        raise KeyboardInterrupt
        yield

    with monkeypatch.context() as dying:
        dying.setattr(batches, "wait", die)
        run("run", "--batch", "--workspace", golden_study.root, expect=130)
    made = rows(golden_study, "SELECT count(*) FROM batch")[0][0]
    assert made >= 1
    run("run", "--batch", "--workspace", golden_study.root)
    assert set(model.seen.good.values()) <= {1}
    left = rows(
        golden_study, "SELECT id FROM batch WHERE id NOT IN (SELECT batch FROM batch_event)"
    )
    assert left == []
