"""docs/fetching.md: its commands run, one after the other, and its settings are the defaults."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

from corpus.fetching.sources import read, shipped
from corpus.settings import Fetching
from corpus.storage.library import Library
from corpus.workspace import Workspace
from tests.cap_site import CapSite, case, write_volume
from tests.test_documents import blocks

BIN = Path(sys.executable).parent


def test_the_commands_run_in_a_study(quick: Workspace, site: CapSite) -> None:
    for number, source in enumerate(shipped(), start=100):
        assert source.name
        made = case(number, source.name, str(source.citation), decision_date=source.decided)
        write_volume(site.folder, f"{source.reporter}/{source.volume}", [made])
    first, second = blocks("sh site", "fetching.md")
    environment = os.environ | {
        "PATH": f"{BIN}:{os.environ['PATH']}",
        "CROSSSOURCE_FETCH_ADDRESS": site.address,
    }
    ran = subprocess.run(
        ["bash", "-ec", first + second],
        cwd=quick.root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.splitlines() == [
        f"22 of 22 opinions to fetch from {site.address}: 44 requests, 0 s or more.",
        "7 opinions fetched, 14 passages.",
        "15 opinions fetched, 30 passages; 7 already there.",
        "22 documents, 44 passages.",
        "0 opinions fetched, 0 passages; 2 already there.",
        "0 opinions fetched, 0 passages; 2 already there.",
    ]
    assert len(site.seen) == 44
    assert Library(quick).check() == []


def test_the_settings_are_the_defaults() -> None:
    (block,) = blocks("toml", "fetching.md")
    written = tomllib.loads(block)["fetch"]
    assert set(written) == set(Fetching.model_fields)
    assert written.pop("sources") == "opinions.txt"
    assert Fetching(**written) == Fetching()


def test_the_list_is_one(tmp_path: Path) -> None:
    (block,) = blocks("json", "fetching.md")
    (tmp_path / "list.json").write_text(block)
    (one,) = read(tmp_path / "list.json")
    assert one in shipped()
    assert json.loads(block)[0]["place"] == one.place
