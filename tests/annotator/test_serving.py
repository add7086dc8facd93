"""`crosssource serve`: a link for each person, nobody without one, the same labels in the store."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pyte
import pytest
from playwright.sync_api import Browser, Page, WebSocket

from annotator.serving import guard
from corpus.errors import InputError
from corpus.workspace import Workspace
from labels.collection.drafts import DraftBox
from labels.store import database, samples
from tests.annotator.conftest import REPOSITORY, events_of
from tests.annotator.corpora import add_corpus
from tests.chromium import chromium
from tests.conftest import Run


class Served:
    """The command at work."""

    def __init__(self, workspace: Workspace, *arguments: str) -> None:
        command = [sys.executable, "-c", "import crosssource; crosssource.main()", "serve"]
        options = ["--workspace", str(workspace.root), "--port", "0", *arguments]
        self.process = subprocess.Popen(
            [*command, *options], cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env=os.environ | {"TERM": "dumb"},
        )  # fmt: skip
        assert self.process.stdout is not None
        self.links: dict[str, str] = {}
        for _ in range(arguments.count("--annotator") + arguments.count("--author")):
            name, link, *_ = self.process.stdout.readline().split("\t")
            self.links[name] = link.strip()

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Status and text of an answer."""
        at = urlsplit(next(iter(self.links.values())))
        connection = http.client.HTTPConnection(at.hostname or "", at.port, timeout=10)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        self.headers = answer.headers
        text = answer.read().decode("utf-8", "replace")
        connection.close()
        return answer.status, text

    def end(self) -> str:
        """Ctrl+C; what was said then."""
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate(timeout=20)
        return said


Serve = Callable[..., Served]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start the command; whatever still runs at the end is stopped."""
    started: list[Served] = []

    def start(workspace: Workspace, *arguments: str) -> Served:
        started.append(Served(workspace, *arguments))
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.end()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("browser")) as launched:
        yield launched


class Tab:
    """A browser's tab; what the app has painted is read off the WebSocket."""

    def __init__(self, browser: Browser, link: str) -> None:
        self.context = browser.new_context(viewport={"width": 1000, "height": 700})
        self.page: Page = self.context.new_page()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", self._listen)
        self.page.goto(link)

    def _listen(self, socket: WebSocket) -> None:
        self.requests.append(socket.url)
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, frame: str | bytes) -> None:
        kind, *rest = json.loads(frame)
        if kind == "resize":
            self.screen.resize(rest[0]["height"], rest[0]["width"])

    def _received(self, frame: str | bytes) -> None:
        if isinstance(frame, bytes):
            self._stream.feed(frame)

    def wait(self, words: str, seconds: float = 30) -> str:
        """Until the app has painted the words."""
        end = time.monotonic() + seconds
        while words not in (text := "\n".join(self.screen.display)):
            assert time.monotonic() < end, f"{words!r} never came:\n{text}\n{self.complaints}"
            self.page.wait_for_timeout(50)
        # Keys are taken a moment after the words are painted.
        self.page.wait_for_timeout(300)
        return text

    def click(self, words: str) -> None:
        """With the mouse, on the words."""
        self.wait(words)
        y, x = next(
            (y, line.find(words)) for y, line in enumerate(self.screen.display) if words in line
        )
        box = self.page.locator(".xterm-screen").bounding_box()
        assert box is not None
        width, height = box["width"] / self.screen.columns, box["height"] / self.screen.lines
        self.page.mouse.click(box["x"] + (x + 0.5) * width, box["y"] + (y + 0.5) * height)


def test_five_items_by_keyboard_and_mouse_end_in_the_store(
    serve: Serve, browser: Browser, twelve: Workspace
) -> None:
    served = serve(twelve, "--annotator", "ann", "--annotator", "Dr. O'Neil")
    assert list(served.links) == ["ann", "Dr. O'Neil"]
    tab = Tab(browser, served.links["ann"])
    tab.wait("0 of 12 done")
    steps = (["1"], ["click Partial"], ["3", "d"], ["click Cannot judge"],
             ["click Harness bug", "click Fragment"])  # fmt: skip
    for done, step in enumerate(steps, 1):
        for each in step:
            verb, _, words = each.partition(" ")
            if verb == "click":
                tab.click(words)
            else:
                tab.page.keyboard.press(verb)
        tab.wait(f"{done} of 12 done")
    rows = events_of(twelve)
    assert [(row["choice"], row["category"], row["bug"]) for row in rows] == [
        ("supported", None, None),
        ("partial", None, None),
        ("unsupported", "wrong_document", None),
        ("cannot_judge", None, None),
        ("harness_bug", None, "claim_fragment"),
    ]
    assert {row["annotator"] for row in rows} == {"ann"}
    assert tab.complaints == []

    # The other link is the other person's, and their own items.
    other = Tab(browser, served.links["Dr. O'Neil"])
    other.wait("Dr. O'Neil · blind")
    other.wait("0 of 12 done")
    other.page.keyboard.press("2")
    other.wait("1 of 12 done")
    assert events_of(twelve)[-1]["annotator"] == "Dr. O'Neil"

    # Nothing is asked of anybody but this server.
    at = urlsplit(served.links["ann"]).netloc
    assert {urlsplit(url).netloc for url in tab.requests if not url.startswith("data:")} == {at}
    assert tab.page.evaluate("document.fonts.check(\"16px 'Roboto Mono'\")")

    # A closed tab has lost nothing; the link goes on where it stopped.
    tab.page.close()
    again = Tab(browser, served.links["ann"])
    again.wait("5 of 12 done")
    ended = again.page.get_by_text("Every label that was shown as done is stored.")
    for _ in range(60):  # a key that comes too early is not taken
        again.page.keyboard.press("q")
        again.page.wait_for_timeout(500)
        if ended.is_visible():
            break
    ended.wait_for()
    again.page.keyboard.press("Enter")  # on the link, which has the focus
    again.wait("5 of 12 done")

    said = served.end()
    assert "Ended. Every label that was shown as done is stored." in said
    assert "Traceback" not in said
    assert served.process.returncode == 0
    assert len(events_of(twelve)) == 6


def test_a_question_is_begun_in_a_browser_and_kept_as_a_draft(
    serve: Serve, browser: Browser, study: Workspace
) -> None:
    add_corpus(study)
    served = serve(study, "--author", "eve")
    tab = Tab(browser, served.links["eve"])
    tab.wait("No question yet")
    tab.page.keyboard.press("n")
    tab.wait("Reference: what a right answer says")
    tab.page.keyboard.type("Who pays?")
    tab.wait("Who pays?")
    tab.wait("draft kept")
    served.end()
    with DraftBox(study.golden_drafts, "eve") as box:
        assert [draft.text.question for draft in box.drafts] == ["Who pays?"]


def test_a_sample_that_was_closed_meanwhile_is_told_in_the_tab(
    serve: Serve, browser: Browser, twelve: Workspace
) -> None:
    served = serve(twelve, "--annotator", "ann")
    with database.opened(twelve) as connection, database.transaction(connection):
        samples.record_event(connection, "pilot", "closed", "enough")
    Tab(browser, served.links["ann"]).wait("The sample 'pilot' is closed")


def test_nobody_comes_in_without_the_secret_under_another_name_or_from_another_site(
    serve: Serve, twelve: Workspace
) -> None:
    served = serve(twelve, "--annotator", "ann")
    at = urlsplit(served.links["ann"])
    path, port = at.path, at.port
    assert served.get(path)[0] == 200
    policy = served.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert served.headers["Referrer-Policy"] == "no-referrer"
    for wrong in ("/", "/ws", "/static/js/textual.js", f"/x{path[1:]}", f"{path[:-2]}/", "/%C3%A9"):
        status, words = served.get(wrong)
        assert status == 403, wrong
        assert "lacks the secret of a link" in words
        assert path.strip("/") not in words
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1:1", ""):
        status, words = served.get(path, Host=host)
        assert status == 403, host
        assert "which is none of its names" in words
    assert served.get(path, Host=f"localhost:{port}")[0] == 200
    upgrade = {
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }  # fmt: skip
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{port}.evil.example"):
        status, words = served.get(f"{path}ws", Origin=origin, **upgrade)
        assert status == 403, origin
        assert "only the server's own pages may" in words
    assert served.get(f"{path}ws", **upgrade | {"Origin": f"http://127.0.0.1:{port}"})[0] == 101
    assert events_of(twelve) == []


def test_what_is_no_request_is_answered_without_a_traceback(
    serve: Serve, twelve: Workspace
) -> None:
    served = serve(twelve, "--annotator", "ann")
    at = urlsplit(served.links["ann"])
    for sent in (
        b"GARBAGE\r\n\r\n",
        b"\x16\x03\x01\x02\x00\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost:\r\n\r\n",
    ):
        with socket.create_connection((at.hostname or "", at.port or 0), timeout=10) as connection:
            connection.sendall(sent)
            assert connection.recv(100).split()[1] in (b"400", b"403")
    assert "Traceback" not in served.end()


def test_a_name_that_was_allowed_is_answered(serve: Serve, twelve: Workspace) -> None:
    served = serve(twelve, "--annotator", "ann", "--allow-host", "Label.example.org")
    assert served.links["ann"].startswith("http://Label.example.org/")
    path = urlsplit(served.links["ann"]).path
    names = guard.names("127.0.0.1", 8000, ["Label.example.org"])
    assert names == {
        "127.0.0.1:8000", "localhost:8000", "[::1]:8000", "label.example.org",
        "label.example.org:8000",
    }  # fmt: skip
    assert path.endswith("/")


def test_other_machines_only_by_an_explicit_option() -> None:
    with pytest.raises(InputError, match="say under which name.*--allow-host 0.0.0.0:8000"):
        guard.names("0.0.0.0", 8000, [])
    assert guard.names("192.168.1.7", 80, ["192.168.1.7"]) >= {"192.168.1.7"}
    assert guard.is_loopback("127.0.0.1")
    assert guard.is_loopback("::1")
    assert guard.is_loopback("localhost")
    assert not guard.is_loopback("10.0.0.1")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "Name at least one person"),
        (["--author", " "], "cannot stand beside a question"),
        (["--annotator", " "], "The annotator's name '' cannot be used"),
        (["--annotator", "ann", "--annotator", "Ann"], "'Ann' is named twice"),
        (["--annotator", "ann", "--sample", "no"], "There is no sample 'no'"),
        (
            ["--annotator", "ann", "--host", "203.0.113.1", "--allow-host", "x"],
            "Nothing can be served",
        ),
        (["--annotator", "ann", "--host", "0.0.0.0"], "opens the labelling to other machines"),
    ],
)
def test_what_cannot_be_served_is_one_sentence(
    run: Run, twelve: Workspace, options: list[str], words: str
) -> None:
    ran = run("serve", "--workspace", twelve.root, *options, expect=2)
    assert words in ran.err
    assert ran.out == ""


def test_a_port_that_is_taken_is_one_sentence(serve: Serve, run: Run, twelve: Workspace) -> None:
    port = urlsplit(serve(twelve, "--annotator", "ann").links["ann"]).port
    ran = run("serve", "--workspace", twelve.root, "--annotator", "ben", "--port", port, expect=2)
    assert "Address already in use" in ran.err
    assert "crosssource serve --port 0" in ran.err


def test_ctrl_c_as_soon_as_the_links_are_told(serve: Serve, twelve: Workspace) -> None:
    served = serve(twelve, "--annotator", "ann")
    assert served.end() == (
        "Each link is one person's own. Ctrl+C ends; everything acknowledged is stored.\n"
        "Ended. Every label that was shown as done is stored.\n"
    )
    assert served.process.returncode == 0


def test_a_link_that_lost_its_last_character_leads_to_the_page(
    serve: Serve, twelve: Workspace
) -> None:
    served = serve(twelve, "--annotator", "ann")
    path = urlsplit(served.links["ann"]).path
    assert served.get(path.rstrip("/"))[0] == 302
    assert served.headers["Location"] == path


@pytest.mark.parametrize("name", ["http://evil/x", "*", "a b", "", "x:y"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="is no name of a machine"):
        guard.names("127.0.0.1", 8000, [name])
