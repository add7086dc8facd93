"""A model for the tests: it answers as the shipped study does, and judges as the lexical judge.

Deterministic, so that a run among faults can be held against one without.
"""

import json
import re
from html import unescape
from typing import Any

from evaluator.answering.generation import REFUSAL
from evaluator.judges.lexical import LexicalJudge
from evaluator.study import shipped
from labels.outcome import Support

_ANSWERS = {(one.config, one.question): one.answer for one in shipped.answers()}
_JUDGE = LexicalJudge()


def answer(body: dict[str, Any]) -> str:
    """The text that the model writes for a request."""
    text = body["messages"][0]["content"]
    schema = body.get("output_config", {}).get("format", {}).get("schema")
    if schema is None:
        return _generated(body, text)
    if "verdicts" in schema["properties"]:
        return json.dumps({"verdicts": _verdicts(text)})
    if "relevance" in schema["properties"]:
        return json.dumps(_analysis(text))
    return json.dumps({"claims": _searches(text)})


def _generated(body: dict[str, Any], text: str) -> str:
    strict = "every statement you make can be checked" in body["system"][0]["text"]
    question = _between(text, "question")[0][1]
    return _ANSWERS.get(("strict" if strict else "baseline", question), REFUSAL)


def _analysis(text: str) -> dict[str, Any]:
    claims = [
        {
            "text": words,
            "sentence": attributes["id"],
            "citations": [one for one in attributes["cites"].split(", ") if one],
            "kind": "factual",
            "importance": 2,
        }
        for attributes, words in _between(text, "sentence")
    ]
    return {"claims": claims, "relevance": 1.0, "contradicts_reference": None}


def _verdicts(text: str) -> list[dict[str, str]]:
    verdicts = []
    for _, task in _between(text, "task"):
        ((claim, words),) = _between(task, "claim")
        for passage, body in _between(task, "passage"):
            found = _JUDGE.judge("", words, body)
            verdicts.append(
                {
                    "claim_id": claim["id"],
                    "citation": passage["id"],
                    "support": str(found.support),
                    "evidence_quote": found.evidence,
                    "reason": found.reason,
                }
            )
    return verdicts


def _searches(text: str) -> list[dict[str, Any]]:
    found = []
    for _, task in _between(text, "task"):
        ((claim, words),) = _between(task, "claim")
        supporting = []
        for passage, body in _between(task, "passage"):
            judged = _JUDGE.judge("", words, body)
            if judged.support is Support.SUPPORTED:
                supporting.append({"passage": passage["id"], "evidence_quote": judged.evidence})
        found.append({"claim_id": claim["id"], "supporting": supporting})
    return found


def _between(text: str, tag: str) -> list[tuple[dict[str, str], str]]:
    """The elements of a tag: attributes and content."""
    pattern = re.compile(rf"<{tag}((?: [\w-]+=\"[^\"]*\")*)>\n?(.*?)\n?</{tag}>", re.DOTALL)
    return [
        ({k: unescape(v) for k, v in re.findall(r'([\w-]+)="([^"]*)"', attributes)}, content)
        for attributes, content in pattern.findall(text)
    ]
