"""Whether a high score of a metric is a good one, going by its name: better, worse, or not told.

A name says what is counted (`hallucination`, `groundedness`) and perhaps that it is absent
(`no_hallucination`, `hallucination_free`). A word for something bad beside words that are neither
(`hallucination_check`: is it found, or is it passed?) leaves the direction open, and so does bad
beside good (`faithfulness_error`): it is then for the user to say, with `--higher-is`.
"""

import re
from enum import StrEnum

from labels.interchange.harnesses.names import plain


class Direction(StrEnum):
    """What a high score says of an answer."""

    BETTER = "better"
    WORSE = "worse"

    @property
    def other(self) -> "Direction":
        """The opposite."""
        return Direction.WORSE if self is Direction.BETTER else Direction.BETTER


def of_name(metric: str) -> Direction | None:
    """The direction that a metric's name tells; None where it is open."""
    # What stands in brackets is how it was computed: `noise_sensitivity(mode=relevant)`.
    words = [word for word in re.split(r"[^a-z0-9]+", plain(_BRACKETS.sub(" ", metric))) if word]
    kinds = _kinds(words)
    if _OPEN in kinds:
        return None
    said = {kind for kind in kinds if isinstance(kind, Direction)}
    denied = kinds.count(_NOT)
    if Direction.WORSE not in said and not denied:
        return Direction.BETTER
    if len(said) != 1 or denied > 1 or _UNKNOWN in kinds:
        return None
    (direction,) = said
    return direction.other if denied else direction


_BRACKETS = re.compile(r"\([^)]*\)")
_NOT, _NEUTRAL, _UNKNOWN, _OPEN = "not", "neutral", "unknown", "open"


def _kinds(words: list[str]) -> list[str]:
    """What each word of a name says: a direction, `not`, or neither of them."""
    kinds: list[str] = []
    for at, word in enumerate(words):
        following = next((one for one in words[at + 1 :] if one not in _BETWEEN), "")
        before = words[at - 1] if at else ""
        denies = word in _DENIES and _says(following)
        lacks = word in _LACKING and (_is_bad(before) or _is_bad(following))
        if denies or lacks:
            kinds.append(_NOT)
        elif inner := _without_denial(word):
            kinds += [_NOT, inner]
        else:
            kinds.append(_says(word) or _kind(word))
    return kinds


def _says(word: str) -> Direction | None:
    if _is_bad(word):
        return Direction.WORSE
    return Direction.BETTER if word.startswith(_GOOD) else None


def _is_bad(word: str) -> bool:
    return word.startswith(_BAD) and not word.startswith(_NOT_BAD)


def _without_denial(word: str) -> Direction | None:
    """What `nonhallucinated` denies; None where a word denies nothing."""
    for prefix in ("anti", "non", "no"):
        if word.startswith(prefix) and (inner := _says(word.removeprefix(prefix))):
            return inner
    return None


def _kind(word: str) -> str:
    if any(stem in word for stem in _INSIDE):
        return _OPEN
    return _NEUTRAL if word in _WITHOUT_DIRECTION or word.isdigit() else _UNKNOWN


_BAD = (
    *("hallucin", "fabricat", "confabul", "contradict", "refut", "toxic", "harm", "bias"),
    *("error", "wrong", "false", "fail", "violat", "mistake", "noise", "offens", "leak"),
    *("unsupport", "unground", "unfaithful", "unverif", "unattribut", "untrue", "unrelated"),
    *("incorrect", "inaccura", "inconsisten", "irrelevan", "invalid", "misground", "misattribut"),
    *("misleading", "misinform", "disinform", "nonfactual", "unfactual"),
)
"""How words for something bad begin."""
_NOT_BAD = ("harmon", "harmless", "unbias", "noiseless", "failsafe")
_GOOD = (
    *("faithful", "ground", "support", "entail", "correct", "accura", "consisten", "relevan"),
    *("factual", "attribut", "verif", "valid", "truth", "complete", "harmless", "unbias"),
)
_INSIDE = ("hallucin", "unsupport", "unground", "contradict", "unfaithful")
"""What leaves the direction open where it stands inside a word."""
_DENIES = frozenset(("no", "not", "non", "anti", "without", "never", "isnt", "absence", "lack"))
"""Words that deny what follows them."""
_LACKING = frozenset(("free", "freeness", "absent", "absence"))
"""Words that deny what stands before them."""
_BETWEEN = frozenset(("of", "any", "a", "an", "the", "is", "be"))
_WITHOUT_DIRECTION = frozenset(
    (
        *("is", "has", "are", "of", "in", "a", "an", "the", "any", "by", "to", "and", "with"),
        *("score", "scores", "rate", "level", "metric", "value", "degree", "share", "ratio"),
        *("fraction", "percent", "percentage", "probability", "prob", "count", "number", "mean"),
        *("avg", "average", "presence", "amount", "sensitivity", "pct", "n"),
        *("answer", "answers", "response", "output", "claim", "claims", "statement", "sentence"),
        *("statements", "sentences", "text", "context", "citation", "citations", "content", "rag"),
        *("passage", "llm", "judge", "model", "human", "eval", "ragas", "deepeval", "phoenix"),
        *("langfuse", "openai", "gpt", "claude", "v", "v1", "v2", "v3", "intrinsic", "extrinsic"),
        *("or", "found", "present", "contains", "contain", "word"),
    )
)
"""Words that leave a direction as it is."""
