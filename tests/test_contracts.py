"""The house: what may import what, and what the labelling app never loads."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
PACKAGES = ("corpus", "labels", "evaluator", "annotator", "reports")


def test_the_import_contracts_hold() -> None:
    ran = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout


def test_a_package_init_holds_a_docstring_only() -> None:
    for package in PACKAGES:
        for init in (REPOSITORY / package).rglob("__init__.py"):
            body = ast.parse(init.read_text()).body
            assert len(body) == 1, init
            assert isinstance(body[0], ast.Expr), init


def test_no_module_passes_400_lines() -> None:
    for package in PACKAGES:
        for module in (REPOSITORY / package).rglob("*.py"):
            assert len(module.read_text().splitlines()) <= 400, module


@pytest.mark.parametrize(
    "module",
    [
        "annotator.labelling.app",
        "annotator.plain.session",
        "annotator.commands",
        "annotator.authoring.app",
        "annotator.authoring.commands",
        "labels.store.queue",
        "corpus.commands",
    ],
)
def test_what_the_labelling_path_never_loads(module: str) -> None:
    code = (
        f"import sys, {module}\n"
        "unwanted = {'labels.verdict', 'labels.sampling', 'labels.calibration', "
        "'labels.store.samples', 'labels.store.calibration', 'anthropic', 'pandas', 'sklearn', "
        "'scipy', 'sqlite_utils'} & set(sys.modules)\n"
        "assert not unwanted, unwanted"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
