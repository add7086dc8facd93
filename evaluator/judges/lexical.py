"""The offline judge: words, numbers, negations and quotations, counted. It is weak.

It knows no meaning. A right paraphrase in other words looks unsupported to it, and a wrong claim in
the passage's own words (the loser's argument, the other party, a dissent) looks supported. It
exists so that the whole path can be walked without a network, and as a floor that a real judge
should beat; its figures need calibrating like any other judge's. The thresholds were set with the
shipped study and 300 claims of WiCE in view, so that its figures on those two flatter it.

Same input, same verdict, on every machine: no chance, no clock, no network, no state.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from corpus.chunking import sentences
from corpus.hashes import content_hash
from corpus.quoting.quotes import locate
from corpus.tokens import TOKENISER, tokenise
from evaluator.judges.figures import figures
from evaluator.judges.judgement import Judgement
from labels.outcome import Support

RULES = "lexical-1"
"""The version of the rules below; a change to any of them is another judge."""
SUPPORTED_SHARE = 0.65
"""Share of the claim's content words from which the passage says the claim. Below it a sentence of
nine words may lack four, and what is lacking is rarely mere style."""
PARTIAL_SHARE = 0.40
"""From here the passage says something of what the claim says; below it only the topic agrees."""
COMPOUND_WORDS = 12
"""A claim of so many content words makes several statements, so that a passage without any of its
numbers may still support a part of it. A shorter one falls with its numbers."""
SENTENCES = 2
"""So many sentences of the passage may together say the claim: a compound claim takes its halves
from two, a pronoun has its noun in another. With more, any long passage says almost anything."""

_NEGATION = re.compile(
    r"(?:not|no|never|none|nor|neither|nothing|nobody|without|cannot|\w+n['’]t)\W*", re.IGNORECASE
)
_QUOTATION = re.compile(r"“([^“”]+)”|\"([^\"]+)\"")


@dataclass(frozen=True, slots=True)
class _Match:
    """How a claim's content words fare in a passage."""

    found: frozenset[str]
    sentences: tuple[str, ...]
    """Those that say most of the claim, the best first; verbatim."""


class LexicalJudge:
    """Word, number, negation and quotation agreement of a claim with a passage."""

    provider = "offline"
    model = "lexical"

    def judge(self, question: str, claim: str, passage: str) -> Judgement:  # noqa: ARG002
        """Judge a claim by a passage; the question plays no part. Never raises."""
        words = frozenset(tokenise(claim))
        if not any(character.isalnum() for character in claim):
            return _unsupported("the claim holds no word")
        if not words:
            return _unsupported("the claim holds no content word")
        match = _best_match(words, passage)
        if match is None:
            return _unsupported("the passage holds no word")
        return _weigh(claim, words, passage, match)

    def provenance(self) -> dict[str, str]:
        """Everything that decides a verdict, as text, and a hash of it."""
        facts = {
            "provider": self.provider,
            "model": self.model,
            "rules": RULES,
            "supported_share": f"{SUPPORTED_SHARE:g}",
            "partial_share": f"{PARTIAL_SHARE:g}",
            "compound_words": str(COMPOUND_WORDS),
            "sentences": str(SENTENCES),
            "tokeniser": TOKENISER,
        }
        return {**facts, "settings_hash": content_hash(facts)}


def _weigh(claim: str, words: frozenset[str], passage: str, match: _Match) -> Judgement:
    """The rules, in the order in which they decide."""
    share = len(match.found) / len(words)
    seen = f"{len(match.found)} of {len(words)} content words"
    if lost := _missing_quotation(claim, passage):
        return _unsupported(f"{seen}, the quotation “{lost}” is not in the passage")
    asked = figures(claim)
    missing = [figure for figure in asked if figure not in set(figures(passage))]
    if missing:
        seen += f", number{'s' if len(missing) > 1 else ''} {', '.join(missing)} missing"
    numberless = bool(missing) and len(missing) == len(asked)
    if share < PARTIAL_SHARE or (numberless and len(words) < COMPOUND_WORDS):
        return _unsupported(seen)
    if share >= SUPPORTED_SHARE and (word := _denied_by_one(claim, match.sentences)):
        return _unsupported(f"{seen}, but only one of claim and passage denies “{word}”")
    whole = share >= SUPPORTED_SHARE and not missing
    return Judgement(
        support=Support.SUPPORTED if whole else Support.PARTIAL,
        category=None,
        evidence=match.sentences[0],
        reason=seen,
    )


def _best_match(words: frozenset[str], passage: str) -> _Match | None:
    """The sentences that hold most of the claim's words, each chosen for what it adds."""
    read = _sentences(passage)
    texts = [text for text, _ in read]
    shared = [words & stems for _, stems in read]
    found = frozenset[str]()
    chosen: list[str] = []
    for _ in range(min(SENTENCES, len(texts))):
        best = max(range(len(texts)), key=lambda index: len(shared[index] - found))
        if chosen and not shared[best] - found:
            break
        found |= shared[best]
        chosen.append(texts[best])
    return _Match(found, tuple(chosen)) if chosen else None


@lru_cache(maxsize=4096)
def _sentences(passage: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Each sentence with its content words, read once: a search tries a passage for many claims."""
    texts = [passage[start:end] for start, end in sentences(passage)]
    return tuple((text, frozenset(tokenise(text))) for text in texts)


def _missing_quotation(claim: str, passage: str) -> str:
    """The first quotation of the claim that the passage lacks; empty where it has them all.

    A comma or full stop at a quotation's end may be the claim's own, and does not count.
    """
    for match in _QUOTATION.finditer(claim):
        quotation = (match[1] or match[2]).strip(",. \n")
        if any(map(str.isalnum, quotation)) and not locate(passage, quotation, most=1):
            return " ".join(quotation.split())
    return ""


def _denied_by_one(claim: str, chosen: tuple[str, ...]) -> str:
    """A shared word that one side denies while the other side denies nothing; empty if none."""
    passage = " ".join(chosen)
    mine, theirs = _denied(claim), _denied(passage)
    one_sided = (mine or theirs) if not (mine and theirs) else ()
    shared = set(tokenise(claim)).intersection(tokenise(passage))
    return next((word for word in one_sided if word in shared), "")


def _denied(text: str) -> list[str]:
    """The content word that follows each negation (as a stem)."""
    words = text.split()
    following = (
        [stem for word in words[index + 1 :][:4] for stem in tokenise(word)]
        for index, word in enumerate(words)
        if _NEGATION.fullmatch(word)
    )
    return [stems[0] for stems in following if stems]


def _unsupported(reason: str) -> Judgement:
    return Judgement(support=Support.UNSUPPORTED, category=None, evidence="", reason=reason)
