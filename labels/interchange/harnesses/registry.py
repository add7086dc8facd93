"""The formats of other harnesses. A new one is a module of its own and a line here."""

from types import ModuleType

from corpus.errors import InputError
from labels.interchange.columns import ALIASES
from labels.interchange.harnesses import (
    alce,
    deepeval,
    inspect_log,
    langfuse,
    langsmith,
    phoenix,
    promptfoo,
    promptfoo_table,
    ragas_annotations,
    ragas_frame,
    ragchecker,
    trec,
)
from labels.interchange.harnesses.finding import Format
from labels.interchange.opening import Kind, Opening

_MODULES: tuple[ModuleType, ...] = (
    promptfoo,
    promptfoo_table,
    inspect_log,
    deepeval,
    ragas_annotations,
    ragas_frame,
    langfuse,
    langsmith,
    phoenix,
    ragchecker,
    alce,
    trec,
)
FORMATS: dict[str, Format] = {module.FORMAT.name: module.FORMAT for module in _MODULES}
"""By name; the first that recognises a file reads it."""
WHOLE_STUDY = ("crosssource", "tool_version", "schema")
"""The names of the first line of our own export of everything."""
GENERIC = "rows"
"""The name of our own shape: one verdict a row."""


def recognised(opening: Opening) -> Format | None:
    """The format of a file; None where it is none of them, and perhaps our own shape."""
    if is_generic(opening):
        return None
    found = (one for one in FORMATS.values() if opening.kind in one.kinds)
    return next((one for one in found if one.recognises(opening)), None)


def is_generic(opening: Opening) -> bool:
    """Whether the records have a claim and a verdict under the names that we give them."""
    verdict = ("judge_label", *ALIASES["judge_label"])
    return opening.kind is not Kind.ZIP and opening.has("claim") and opening.any(*verdict)


def named(name: str, opening: Opening, file: str) -> Format:
    """The format that the user named.

    Raises:
        InputError: a file of that kind cannot be one of it.
    """
    chosen = FORMATS[name]
    if opening.kind not in chosen.kinds:
        raise InputError(
            f"{file} is {opening.kind}, and {chosen.title} come as "
            f"{', '.join(chosen.kinds)}; leave --format out, or give another file."
        )
    return chosen


def looked_for() -> str:
    """What tells the formats apart, for the sentence that none was found."""
    return "; ".join(f"{one.name}: {one.looked_for}" for one in FORMATS.values())


def refuse_unknown(opening: Opening, file: str) -> None:
    """Refuse what is neither a known format nor can be rows.

    Raises:
        InputError: it says what the file is, as far as one can see, and what can be read.
    """
    known = is_no_result(opening)
    if known is not None:
        raise InputError(f"{file} is {known[0]}, and is not read as results; {known[1]}.")
    if opening.kind in (Kind.YAML, Kind.ZIP):
        raise InputError(
            f"{file} is {opening.kind} of no known format (looked for: {looked_for()}); give rows "
            "of verdicts as JSON Lines or CSV."
        )


def is_no_result(opening: Opening) -> tuple[str, str] | None:
    """What a file is that is not read as results, and what to do instead."""
    return next((told for names, told in _NO_RESULTS.items() if opening.has(*names)), None)


_CONFIGURATION = (
    "a promptfoo configuration",
    "give the output of: promptfoo eval -o results.json",
)
_NO_RESULTS: dict[tuple[str, ...], tuple[str, str]] = {
    ("prompts", "providers", "tests"): _CONFIGURATION,
    ("prompts", "providers", "defaultTest"): _CONFIGURATION,
    ("projectId", "traces", "traces[].id"): (
        "a Langfuse session",
        "give its traces with their scores, as GET /api/public/traces/TRACE-ID returns them, one a "
        "line",
    ),
    ("inputs", "outputs", "reference_outputs", "status"): (
        "a LangSmith experiment as its web page exports it, which does not say what is feedback",
        "give evaluate(...).to_pandas() as CSV, or runs with their feedback (list_runs, "
        "list_feedback) as JSON Lines",
    ),
    ("example_id", "repetition_number", "reference_output"): (
        "a Phoenix experiment as CSV, which does not say whose an annotation is",
        "give it as JSON, as GET /v1/experiments/EXPERIMENT-ID/json returns it",
    ),
    WHOLE_STUDY: (
        "a whole study, as crosssource export everything wrote it",
        "make a study of it with: crosssource restore FILE DIR",
    ),
}
"""Files that are taken for results, by names that occur in them: what they are, what to give."""
