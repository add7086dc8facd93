"""The fixture `messages_api`: a loopback Messages API that this process and its children may call.

A `conftest.py` offers it to its folder by importing it:

    from tests.messages_api import messages_api  # noqa: F401
"""

from collections.abc import Iterator

import pytest

from tests.messages_server import MessagesServer

KEY = "sk-loopback-0123456789abcdef"
"""The only key that the server takes. It must be seen nowhere else."""


@pytest.fixture
def messages_api(monkeypatch: pytest.MonkeyPatch) -> Iterator[MessagesServer]:
    """The server, with the environment set so that whoever calls the service calls it.

    Set `answer`, `plan`, `latency`, `models`, `batches.fate` … on it; read `seen` afterwards.
    """
    with MessagesServer(keys=frozenset({KEY})) as server:
        set_service(server, monkeypatch)
        yield server


def set_service(server: MessagesServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the environment so that whoever calls the service calls this one."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
