"""One module imports the SDK, and only when a call is to be made."""

import ast
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parents[3]


def importers(library: str) -> set[str]:
    """The modules of the house that import a library."""
    found = set()
    for package in ("corpus", "labels", "evaluator", "annotator", "reports"):
        for module in (REPOSITORY / package).rglob("*.py"):
            for node in ast.walk(ast.parse(module.read_text())):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                if any(name.partition(".")[0] == library for name in names):
                    found.add(module.relative_to(REPOSITORY).as_posix())
    return found


def test_only_one_module_imports_the_sdk() -> None:
    assert importers("anthropic") == {"evaluator/model/sdk.py"}


def test_its_transport_serves_the_fetching_of_opinions_too() -> None:
    fetching = {"corpus/fetching/address.py", "corpus/fetching/web.py"}
    assert importers("httpx2") == {"evaluator/model/sdk.py"} | fetching


def test_nothing_is_loaded_before_a_call() -> None:
    code = (
        "import sys, evaluator.model.batch_results, evaluator.model.prices\n"
        "loaded = {'anthropic', 'httpx2', 'pydantic'} & set(sys.modules)\n"
        "assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=REPOSITORY)
