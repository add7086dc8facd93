"""The policy of a gate: what `[gate]` of `crosssource.toml` asks for."""

from corpus import settings
from corpus.errors import InputError
from corpus.settings import Gate, Regression
from corpus.workspace import Workspace
from labels.scores import Score
from reports.runs.by_question import Rate
from reports.runs.difference import Compared


def in_force(workspace: Workspace) -> Gate:
    """The policy of a study.

    Raises:
        InputError: the settings have none, or one that holds no check: nothing would be decided.
    """
    policy = settings.load(workspace).gate
    if policy is None or policy.is_empty:
        raise InputError(
            f"{workspace.settings} has no check under [gate], so there is nothing to decide; write "
            "one, for example [gate.agreement] with at_least = 0.8 (docs/gate.md has them all)."
        )
    return policy


def watched(policy: Gate | None) -> tuple[Rate, ...]:
    """The rates that a policy watches; without one, those that it would watch."""
    regression = (policy and policy.regression) or Regression()
    return tuple(dict.fromkeys(map(rate_named, regression.metrics)))


def rate_named(name: str) -> Rate:
    """A rate by its name; `ValueError` where there is none."""
    return Compared(name) if name in set(Compared) else Score(name)
