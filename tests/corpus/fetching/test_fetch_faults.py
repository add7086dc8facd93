"""A site that fails: what may pass is asked again, what was fetched is kept, the exit code is 4."""

import gzip
import json
from collections.abc import Callable

import pytest

from corpus.storage.library import Library
from corpus.workspace import Workspace
from tests.cap_site import (
    Answer,
    CapSite,
    Handler,
    body,
    cut,
    drip,
    drop,
    hang,
    short,
    status,
    whole,
)
from tests.corpus.fetching.conftest import FIRST, SECOND, THIRD, THREE, VOLUME, Fetch


def held(study: Workspace) -> int:
    """How many documents the corpus holds, whole."""
    assert Library(study).check() == []
    return len(Library(study))


def impatient(study: Workspace, fault: Answer) -> None:
    """Where the site says nothing, or says it for ever, the study gives up soon."""
    if fault in (hang, drip):
        study.settings.write_text("[fetch]\npause = 0\ntimeout = 0.8\nattempts = 2\n")


def redirect(location: str) -> Answer:
    """Sends elsewhere."""
    return status(302, Location=location)


@pytest.mark.parametrize(
    "fault", [short, cut, drop, hang, status(429), status(503, Retry_After="0"), status(500)]
)
def test_once_and_then_well(fetch: Fetch, site: CapSite, quick: Workspace, fault: Answer) -> None:
    impatient(quick, fault)
    site.plan[VOLUME] = [fault, whole]
    site.plan[FIRST] = [fault, whole]
    assert fetch("9 U.S. 1").err.endswith("1 opinion fetched, 2 passages.\n")
    assert site.seen == [VOLUME, VOLUME, FIRST, FIRST]
    assert held(quick) == 1


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (short, "broke off or garbled its answer (2 attempts)"),
        (cut, "sent no whole JSON (2 attempts)"),
        (drop, "broke off or garbled its answer"),
        (hang, "gave no sign for 0.8 s (2 attempts)"),
        (drip, "was not done after 0.8 s"),
        (status(503), "answered 503 Service Unavailable (2 attempts)"),
        (status(403), "answered 403 Forbidden"),
        (status(204), "answered 204"),
        (body(b"<!doctype html><title>Log in</title>"), "a web page in place of data"),
        (body(b"[" * 100_000), "sent no whole JSON"),
        (body(b""), "sent no whole JSON"),
        (body(b"\xff\xfe{}"), "sent no whole JSON"),
        (body(b"9" * 5000), "sent no whole JSON"),
        (redirect("https://evil.example/x?token=1"), "elsewhere, to https://evil.example/x, which"),
        (redirect("http://127.0.0.1:1/x"), "elsewhere, to http://127.0.0.1:1/x"),
        (redirect("file:///etc/passwd"), "elsewhere"),
        (redirect("http://["), "elsewhere, to http://%5b, which"),
        (redirect("https://a\x7f/"), "elsewhere, to what is no address"),
        (redirect(FIRST), "from one address to the next without end"),
    ],
)
def test_again_and_again(
    fetch: Fetch,
    site: CapSite,
    quick: Workspace,
    fault: Answer,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    impatient(quick, fault)
    monkeypatch.setattr("corpus.fetching.web.PATIENCE", 1 if fault is drip else 10)
    site.plan[FIRST] = [fault]
    ran = fetch(*THREE, expect=4)
    assert words in ran.err
    assert "1 opinion of 3 is not fetched" in ran.err
    assert "run the same command again to go on" in ran.err
    assert "Traceback" not in ran.err
    # The others are there, and the next run asks for that one alone.
    assert held(quick) == 2
    del site.plan[FIRST]
    quick.settings.write_text("[fetch]\npause = 0\n")
    assert "1 opinion fetched, 2 passages; 2 already there" in fetch(*THREE).err
    assert site.seen == [VOLUME, FIRST]


def test_a_redirection_on_the_same_host_is_followed(fetch: Fetch, site: CapSite) -> None:
    (site.folder / "moved.json").write_bytes((site.folder / FIRST.lstrip("/")).read_bytes())
    site.plan[FIRST] = [redirect("/moved.json")]
    assert "1 opinion fetched" in fetch("9 U.S. 1").err


def test_a_server_that_is_down_is_left_alone(fetch: Fetch, site: CapSite) -> None:
    site.plan = {path: [status(500)] for path in (FIRST, SECOND, THIRD)}
    told = fetch("--json", *THREE, expect=4)
    statuses = [row["status"] for row in json.loads(told.out)["sources"]]
    assert statuses == ["failed", "failed", "not tried"]
    assert THIRD not in site.seen
    assert "3 opinions of 3 are not fetched" in told.err


def test_nobody_listens(fetch: Fetch, quick: Workspace) -> None:
    ran = fetch("9 U.S. 1", "--address", "http://127.0.0.1:1", expect=4)
    assert "could not be reached or understood" in ran.err
    assert held(quick) == 0


def test_a_wait_that_is_too_long_is_not_waited(
    fetch: Fetch, site: CapSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    from corpus.fetching.waiting import before_next

    monkeypatch.setattr("corpus.fetching.web.before_next", before_next)
    site.plan[FIRST] = [status(429, Retry_After="3600")]
    ran = fetch("9 U.S. 1", expect=4)
    assert "answered 429 Too Many Requests, and asks to wait for 3,600 s" in ran.err
    assert site.seen == [VOLUME, FIRST]


def test_a_wait_is_told_and_waited(
    fetch: Fetch, site: CapSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    from corpus.fetching.waiting import before_next

    monkeypatch.setattr("corpus.fetching.web.before_next", before_next)
    site.plan[FIRST] = [status(503, Retry_After="1"), whole]
    ran = fetch("9 U.S. 1")
    assert "127.0.0.1 answered 503 Service Unavailable; trying again in 1 s." in ran.err
    assert site.times[-1] - site.times[-2] > 0.95


def test_more_than_is_read(fetch: Fetch, site: CapSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted as it arrives and unpacked: a length that lies and a small archive do not help."""
    monkeypatch.setattr("corpus.fetching.web.LARGEST_DOCUMENT", 2**20)

    def packed(handler: Handler) -> None:
        handler.answer(200, gzip.compress(b" " * 2**22), None, Content_Encoding="gzip")

    answers: list[Callable[[Handler], None]] = [packed, body(b" " * (2**20 + 1))]
    for answer in answers:
        site.plan[FIRST] = [answer]
        assert "sends more than 1 MiB" in fetch("9 U.S. 1", expect=4).err


def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(
    fetch: Fetch, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert "1 opinion fetched" in fetch("9 U.S. 1").err


def test_a_corpus_that_cannot_be_written_asks_nothing(
    fetch: Fetch, site: CapSite, quick: Workspace
) -> None:
    """A folder in the place of a file: root may write everywhere else."""
    library = Library(quick)
    library.add([], 350)
    library.documents_path.unlink()
    library.documents_path.mkdir()
    assert "could not be written" in fetch("9 U.S. 1", expect=2).err
    assert site.seen == []
