"""What a run is asked to do: configurations, judge, claims; from settings, options, environment."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from corpus.errors import InputError
from corpus.settings import JUDGE_VARIABLE, ConfigurationSettings, Settings
from evaluator.answering.extractive import extractive
from evaluator.answering.generation import generation_prompt
from evaluator.configuration import Configuration, Generator, ModelUse
from evaluator.judges.anthropic import AnthropicJudge
from evaluator.judges.lexical import LexicalJudge
from evaluator.judges.offline import LexicalRunJudge
from evaluator.judges.protocol import OfflineJudge, RequestJudge
from evaluator.judges.replay import ReplayJudge
from evaluator.prompts.shipped import prompt
from evaluator.running.material import Material
from labels.rubric import Rubric

GENERATOR_VARIABLE = "CROSSSOURCE_MODEL"
REPLAY = "replay:"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan:
    """A run, decided."""

    runs: Mapping[str, Configuration]
    """By the run's name."""
    judge: OfflineJudge | RequestJudge
    claims: ModelUse | None
    """The model that takes answers apart; None: by rules."""

    @property
    def models(self) -> list[str]:
        """The models it asks."""
        named = [one.model for one in self.runs.values() if one.generator is Generator.ANTHROPIC]
        if self.claims is not None:
            named.append(self.claims.model)
        return sorted({*named, *models_of(self.judge)})

    def settings_of(self, run: str, material: Material) -> dict[str, Any]:
        """What decides a run's answers and claims: a run with the same goes on where it stopped."""
        claims, parsing = self.claims, material.settings.parsing.departures
        return {
            "configuration": self.runs[run].settings,
            "corpus": material.corpus_revision,
            "golden": material.golden_revision,
            "claims": "rules" if claims is None else f"{claims.model} {prompt('analyse').sha256}",
            **({"parsing": parsing} if parsing else {}),
        }


def configurations(
    material: Material, names: Sequence[str], prefix: str, generator: Generator
) -> dict[str, Configuration]:
    """The configurations that are run, by the names of their runs.

    Args:
        material: the workspace.
        names: of the configurations; empty takes all of the settings.
        prefix: before the runs' names; empty: a run is named as its configuration.
        generator: who writes the answers.

    Raises:
        InputError: a name is not in the settings, or its prompt cannot be read.
    """
    known = material.settings.configurations
    for name in names:
        if name not in known:
            raise InputError(
                f"--config {name}: the settings have no such configuration; they have: "
                f"{', '.join(known)}."
            )
    return {
        f"{prefix}-{name}" if prefix else name: _configuration(
            name, known[name], material, generator
        )
        for name in dict.fromkeys(names or known)
    }


def chosen_judge(
    named: str, settings: Settings, rubric: Rubric, host: str, model: str | None
) -> OfflineJudge | RequestJudge:
    """The judge of an option: `anthropic`, `lexical`, or `replay:FILE`.

    Args:
        named: the option.
        settings: the workspace's.
        rubric: the one in force.
        host: of the model service.
        model: the judge's, before the environment's and the settings'; None: not named.

    Raises:
        InputError: it is none of these, or the file cannot be used.
    """
    if named == "lexical":
        return LexicalRunJudge(LexicalJudge())
    if named.startswith(REPLAY):
        return ReplayJudge(Path(named.removeprefix(REPLAY)), settings.verdicts)
    if named == "anthropic":
        return AnthropicJudge(
            use=judge_use(settings, model),
            rubric=rubric,
            host=host,
            prompt=prompt("judge"),
            search_prompt=prompt("support_search"),
        )
    raise InputError(
        f"--judge {named}: there is no such judge; give anthropic, lexical or replay:FILE."
    )


def models_of(judge: OfflineJudge | RequestJudge) -> list[str]:
    """The models that a judge asks: one or none."""
    return [judge.use.model] if isinstance(judge, AnthropicJudge) else []


def judge_use(settings: Settings, model: str | None) -> ModelUse:
    """The judge's model: the option, else the environment, else the settings."""
    named = model or os.environ.get(JUDGE_VARIABLE) or settings.models.judge
    return ModelUse(model=named)


def _configuration(
    name: str, chosen: ConfigurationSettings, material: Material, generator: Generator
) -> Configuration:
    settings = material.settings
    k = chosen.k or settings.retrieval.k
    words, retriever = settings.chunking.words, material.index.describe()
    if generator is Generator.EXTRACTIVE:
        return extractive(name, k=k, chunk_words=words, retriever=retriever)
    named = os.environ.get(GENERATOR_VARIABLE) or chosen.model or settings.models.generator
    text = generation_prompt(chosen.prompt or name, material.workspace.root)
    return Configuration(
        name=name,
        generator=generator,
        model=named,
        prompt=replace(text, name=chosen.prompt or name),
        k=k,
        chunk_words=words,
        max_tokens=chosen.max_tokens,
        retriever=retriever,
    )
