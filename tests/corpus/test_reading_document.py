"""docs/reading.md: its commands run, and print what it says."""

import os
import subprocess
from dataclasses import fields
from pathlib import Path

from corpus.readers.extracted import Limits
from tests.corpus.made import docx_of, pdf_of, scan_of, transcript_pdf
from tests.test_documents import BIN, REPOSITORY, blocks


def production(folder: Path) -> None:
    """The folder that the document adds."""
    folder.mkdir()
    pdf_of(folder / "brief.pdf", [["The brief."], []])
    transcript_pdf(folder / "deposition.pdf", (12,), numbers_apart=True)
    docx_of(folder / "lease.docx", ["The lease."])
    (folder / "memo.txt").write_bytes("The “memo”.".encode("cp1252"))
    scan_of(folder / "scan.pdf", [None])


def test_the_commands_print_what_the_document_shows(tmp_path: Path) -> None:
    production(tmp_path / "production")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "witness.txt").write_bytes("Señor Núñez spoke.".encode("cp1252"))
    script = "\n".join(blocks("sh reading", "reading.md"))
    ran = subprocess.run(
        ["bash", "-ec", f"exec 2>&1\n{script}"],
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout
    printed = ran.stdout.splitlines()
    for line in "".join(blocks("printed", "reading.md")).splitlines():
        assert line in printed, ran.stdout


def test_the_bounds_are_those_of_the_document() -> None:
    limits = Limits()
    assert {field.name for field in fields(limits)} == {
        "file_bytes",
        "unpacked_bytes",
        "characters",
        "pages",
        "seconds",
        "memory",
    }
    text = " ".join((REPOSITORY / "docs" / "reading.md").read_text().split())
    for said in (
        f"{limits.seconds:g} seconds or {limits.memory // 2**30} GiB",
        f"more than {limits.file_bytes // 2**20} MiB",
        f"more than {limits.pages:,} pages",
        f"more than {limits.characters // 2**20} Mi characters",
    ):
        assert said in text, said
    assert limits.unpacked_bytes == limits.file_bytes
