"""`crosssource.toml`: what people set, typed, with each mistake named by its key.

A setting that is absent has the default below; one that is unknown is refused, because a typing
mistake that is silently ignored is a wrong figure later.
"""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from corpus import settings_file
from corpus.errors import InputError
from corpus.workspace import Workspace

JUDGE_VARIABLE = "CROSSSOURCE_JUDGE_MODEL"
"""The environment's name for the judge's model; it wins over the settings."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Chunking(_Section):
    """How documents are cut into passages."""

    words: int = Field(default=350, ge=20, le=5000)


class Parsing(_Section):
    """How an answer's markers are read."""

    consecutive_markers: Literal["one_claim", "a_claim_each"] = "one_claim"
    """`[a:1], [a:2]` stand behind one claim. `a_claim_each` brings back a known fault of evaluation
    harnesses, to reproduce figures that were made with it: the second gets mere punctuation."""

    @property
    def merges_consecutive(self) -> bool:
        """Whether consecutive markers are one run, as they should be."""
        return self.consecutive_markers == "one_claim"

    @property
    def departures(self) -> dict[str, str]:
        """What is not as it should be: recorded with each run that is made so."""
        default = Parsing()
        return {name: str(value) for name, value in self if value != getattr(default, name)}


EngineName = Literal["auto", "rank-bm25", "bm25s"]


class Retrieval(_Section):
    """BM25's parameters; Okapi's saturation and length normalisation."""

    engine: EngineName = "auto"
    """The reference or the fast one, which find the same; `auto`: by the size of the corpus."""
    k: int = Field(default=5, ge=1, le=1000)
    k1: float = Field(default=1.5, gt=0, le=10)
    b: float = Field(default=0.75, ge=0, le=1)


class Fetching(_Section):
    """How `corpus fetch` asks the site of the Caselaw Access Project."""

    address: str = Field(default="https://static.case.law", min_length=1)
    """The site, or a mirror; `CROSSSOURCE_FETCH_ADDRESS` and `--address` win over it."""
    sources: str | None = Field(default=None, min_length=1)
    """A list of opinions in the study's folder; None: those that ship."""
    pause: float = Field(default=0.5, ge=0, le=60)
    """Seconds from one request to the next, at least."""
    timeout: float = Field(default=30, gt=0, le=600)
    """Seconds without a sign from the site until a request is given up."""
    attempts: int = Field(default=5, ge=1, le=20)
    """How often a request is sent at most."""


class Sampling(_Section):
    """What `sample draw` does where an option is not given."""

    seed: int = 1
    supported: int = Field(default=60, ge=0)


class Models(_Section):
    """Which models are asked; `CROSSSOURCE_MODEL` and `CROSSSOURCE_JUDGE_MODEL` win over these."""

    generator: str = Field(default="claude-sonnet-5", min_length=1)
    judge: str = Field(default="claude-opus-5", min_length=1)


class ConfigurationSettings(_Section):
    """A named way of answering: a prompt and what differs from the study's settings."""

    prompt: str | None = None
    """A shipped prompt's name or a file in the study's folder; None: the configuration's name."""
    model: str | None = None
    k: int | None = Field(default=None, ge=1, le=1000)
    max_tokens: int = Field(default=1500, ge=64, le=64_000)


class WeightSettings(_Section):
    """Of the parts of the overall score; they add up to 1."""

    correctness: float = Field(default=0.45, ge=0, le=1)
    completeness: float = Field(default=0.40, ge=0, le=1)
    validity: float = Field(default=0.15, ge=0, le=1)

    @model_validator(mode="after")
    def _add_up(self) -> Self:
        total = self.correctness + self.completeness + self.validity
        if abs(total - 1) > 1e-9:
            raise ValueError(f"the weights add up to {total:g}, not to 1")
        return self


class Running(_Section):
    """How the model service is asked."""

    concurrency: int = Field(default=8, ge=1, le=1000)


class PriceSettings(_Section):
    """US dollars for a million tokens of a model."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cache_write: float | None = Field(default=None, ge=0)
    cache_read: float | None = Field(default=None, ge=0)


GateMetric = Literal[
    "citation_validity",
    "citation_precision",
    "citation_precision_partial",
    "citation_recall",
    "faithfulness",
    "relevance",
    "correctness",
    "completeness",
    "overall",
    "quote_match",
    "faultless",
    "refusal_right",
]
"""The rates that a gate can watch, more of each is better (`reports.runs.by_question.WATCHED`)."""


class Regression(_Section):
    """No named score falls by more than the margin against the frozen baseline."""

    margin: float = Field(default=0.03, ge=0, lt=1, strict=True)
    """Of a score, 0 to 1; to be set from the noise that `crosssource stability` measures."""
    metrics: tuple[GateMetric, ...] = Field(
        default=(
            "citation_precision",
            "faithfulness",
            "correctness",
            "completeness",
            "overall",
            "refusal_right",
        ),
        min_length=1,
    )
    questions: Literal["new", "these"] = "new"
    """`new`: decided for questions like these, by an interval. `these`: for the questions that were
    asked and no others, by the difference itself."""


class UnresolvedCitations(_Section):
    """Citations whose id no passage has, or whose passage was not put before the generator."""

    at_most: int = Field(default=0, ge=0, strict=True)
    not_retrieved: bool = Field(default=True, strict=True)
    """Whether passages that exist and were not retrieved count too."""


class CriticalUnsupported(_Section):
    """Important claims that the judge finds unsupported."""

    at_most: int = Field(default=0, ge=0, strict=True)
    importance: int = Field(default=3, ge=1, le=3, strict=True)
    """Claims of this importance or more are critical."""


class FalseSupported(_Section):
    """What the judge calls supported and people do not, as a share of what it calls supported."""

    at_most: float = Field(ge=0, lt=1, strict=True)


class LeastAgreement(_Section):
    """Agreement of judge and people on the level of support, at its lower limit."""

    at_least: float = Field(gt=0, le=1, strict=True)


class LeastLabels(_Section):
    """Labels with an outcome."""

    at_least: int = Field(ge=1, strict=True)


class Gate(_Section):
    """The checks of `crosssource gate`; one that is absent is not made."""

    level: float = Field(default=0.95, gt=0.5, lt=1, strict=True)
    """Of every interval that decides."""
    regression: Regression | None = None
    unresolved_citations: UnresolvedCitations | None = None
    critical_unsupported: CriticalUnsupported | None = None
    false_supported: FalseSupported | None = None
    agreement: LeastAgreement | None = None
    labels: LeastLabels | None = None

    @property
    def is_empty(self) -> bool:
        """Whether it holds no check."""
        return not any(
            (
                self.regression,
                self.unresolved_citations,
                self.critical_unsupported,
                self.false_supported,
                self.agreement,
                self.labels,
            )
        )


class Settings(_Section):
    """The whole file."""

    chunking: Chunking = Chunking()
    retrieval: Retrieval = Retrieval()
    fetch: Fetching = Fetching()
    sampling: Sampling = Sampling()
    models: Models = Models()
    configurations: dict[str, ConfigurationSettings] = {
        "baseline": ConfigurationSettings(),
        "strict": ConfigurationSettings(),
    }
    weights: WeightSettings = WeightSettings()
    run: Running = Running()
    gate: Gate | None = None
    """None: `crosssource gate` has nothing to check, and says so."""
    prices: dict[str, PriceSettings] = {}
    """By the beginning of a model's name, over the prices that ship."""
    verdicts: dict[str, Literal["supported", "partial", "unsupported", "missing"]] = {}
    """The user's own words for verdicts, beside the ones that are known."""
    parsing: Parsing = Parsing()
    audit: dict[str, bool] = {}
    """Which detectors of `crosssource audit` look, by name; one that is absent does."""
    keys: dict[str, str] = {}
    """Labelling keys by action, `supported = "s"`."""


def load(workspace: Workspace) -> Settings:
    """The settings of a workspace.

    Raises:
        InputError: the file is no TOML, or holds a key or a value that is not known.
    """
    path = workspace.settings
    try:
        return Settings.model_validate(settings_file.read(workspace))
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise InputError(
            f"{path}, key {key!r}: {first['msg'].lower()} (found {first['input']!r}); "
            "correct it or delete the line to have the default."
        ) from error


TEMPLATE = """\
# CrossSource: the settings of this study. A line that is deleted has its default.

[chunking]
words = 350            # the target length of a passage; passages end at sentence ends

[retrieval]
k = 5                  # passages retrieved for a question
k1 = 1.5               # BM25: how soon a repeated word stops counting
b = 0.75               # BM25: how far long passages are held back, 0 to 1
engine = "auto"        # or "rank-bm25", "bm25s": the same ranking; "auto" chooses by size

[sampling]
seed = 1               # the same seed draws the same sample on every machine
supported = 60         # how many `supported` verdicts are drawn; every `unsupported` one is

[models]
generator = "claude-sonnet-5"
judge = "claude-opus-5"

[configurations.baseline]   # named ways of answering; the prompt of the same name ships
[configurations.strict]     # or: prompt = "my-prompt.md", model = "…", k = 8

[weights]              # of the overall score
correctness = 0.45
completeness = 0.40
validity = 0.15

[run]
concurrency = 8        # requests to the model service at a time

# How `crosssource corpus fetch` asks for opinions:
# [fetch]
# sources = "my-opinions.txt"  # your own list in place of the one that ships
# pause = 0.5                  # seconds from one request to the next
# timeout = 30                 # seconds without a sign until a request is given up
# attempts = 5                 # how often a request is sent

# What `crosssource gate` checks; a table that is left out is a check that is not made:
# [gate.regression]            # against a frozen baseline: crosssource gate --baseline FILE
# margin = 0.03                # set it from measured noise: crosssource stability
# questions = "these"          # those asked and no others; "new" takes a hundred and more
# [gate.unresolved_citations]
# at_most = 0
# [gate.critical_unsupported]  # claims of importance 3 that the judge finds unsupported
# at_most = 0
# [gate.false_supported]       # judged supported, and people say otherwise
# at_most = 0.10
# [gate.agreement]             # of judge and people, at the lower end of its interval
# at_least = 0.80
# [gate.labels]
# at_least = 50

# Your judge's own words for a verdict, beside those that are known:
# [verdicts]
# "fully grounded" = "supported"

# Detectors of `crosssource audit` that are to be off (crosssource audit detectors lists them):
# [audit]
# passage_near_duplicate = false

# Your own labelling keys, by action (`crosssource label`, then `?`, lists the actions):
# [keys]
# supported = "1"
"""
