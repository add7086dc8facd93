"""One module imports the SDK, and only when a call is to be made."""

import ast
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parents[3]


def test_only_one_module_imports_the_sdk() -> None:
    importers = set()
    for package in ("corpus", "labels", "evaluator", "annotator", "reports"):
        for module in (REPOSITORY / package).rglob("*.py"):
            for node in ast.walk(ast.parse(module.read_text())):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                if any(name.partition(".")[0] in ("anthropic", "httpx2") for name in names):
                    importers.add(module.relative_to(REPOSITORY).as_posix())
    assert importers == {"evaluator/model/sdk.py"}


def test_nothing_is_loaded_before_a_call() -> None:
    code = (
        "import sys, evaluator.model.batch_results, evaluator.model.prices\n"
        "loaded = {'anthropic', 'httpx2', 'pydantic'} & set(sys.modules)\n"
        "assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=REPOSITORY)
