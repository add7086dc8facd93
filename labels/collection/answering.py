"""Whether a passage may a question that is said to have no answer.

It may where it holds at least four fifths of the question's different words (stems) and lacks none
of its numbers and none of its rare words: those in no more than two passages, or in no more than a
twentieth of all. That proves no answer; it says where to look.

Words that only ask (`explain`, `which`, `please`) say nothing of what is asked for, and a corpus of
contracts may have none of them: they are left out, and so is what follows a question mark in a word
or two of which the passage has none ("Enlighten me."). A question with no other word than these, or
with one that many passages have, says too little for any passage to be held against it.
"""

import re
from collections.abc import Callable

from corpus.tokens import tokenise

COVERED = 0.8
"""Of the different words of a question, that one passage must hold."""

RARE_SHARE = 0.05
RARE_COUNT = 2
"""Passages that a rare word is in, at most: so many of all, or so many."""

ASIDE = 2
"""Words of a sentence, at most, that may stand beside the question proper."""

_ASKING = (
    "who whom whose what which when where why how whether "
    "do does did done doing has have had having can could may might must shall should would am "
    "been being were isn't aren't wasn't weren't doesn't don't didn't hasn't haven't can't won't "
    "i me my mine we us our you your he him his she her hers its they them "
    "about above after all also any anyone anything again before between both each either else "
    "ever every follow following from further here just more most much many only other others out "
    "over own same so some than those through too under until up very while yet let's "
    "actually basically briefly clearly concretely correct correctly currently detail detailed "
    "details essentially exactly example exact generally help helpful instance just kindly know "
    "known knowing like likely mean meant namely okay ok please possible possibly precise "
    "precisely presumably quick quickly question questions answer ask asked asking asks "
    "really simply specific specifically sure thank thanks thing things "
    "true truly understand understanding want wants wonder wondering word words wish "
    "clarify comment confirm define describe describes described discuss elaborate "
    "enumerate explain explains explained explanation expound find give gives given identify "
    "illustrate indicate inform interested learn list look mention name outline provide "
    "provides recount relate remind reveal say says said see show shows specify "
    "spell state states stated stating sum summarise summarize summary tell tells told walk"
)
_ASKING_STEMS = frozenset(tokenise(_ASKING))
"""Words that ask, in whatever form; no noun that a corpus is likely to be asked about."""

_SENTENCE_END = re.compile(r"[?!\n]")
"""No full stop: it ends `Mr.` and `No.` too, and the name behind it is what is asked for."""


def may_answer(question: str, passage: str, is_common: Callable[[str], bool]) -> bool:
    """Whether a passage holds so much of a question that it may answer it.

    Args:
        question: with whatever else its author wrote into it.
        passage: a text.
        is_common: of a word of the question, whether many passages have it.
    """
    there = set(tokenise(passage))
    asked = _asked(question, there)
    lacking = asked - there
    return (
        _says_enough(asked, is_common)
        and len(lacking) <= (1 - COVERED) * len(asked)
        and not any(_is_number(word) or not is_common(word) for word in lacking)
    )


def content_words(text: str) -> set[str]:
    """The stems of its words that do not only ask."""
    return set(tokenise(text)) - _ASKING_STEMS


def _asked(question: str, there: set[str]) -> set[str]:
    """The words of what is asked, without the sentences that stand aside of it."""
    sentences = [content_words(part) for part in _SENTENCE_END.split(question)]
    longest = max(map(len, sentences))
    return set().union(*(words for words in sentences if not _is_aside(words, there, longest)))


def _is_aside(words: set[str], there: set[str], longest: int) -> bool:
    """Whether a sentence is short beside another one, and nothing of it is in a passage."""
    is_short = len(words) <= ASIDE and len(words) < longest
    return is_short and not words & there and not any(map(_is_number, words))


def _says_enough(asked: set[str], is_common: Callable[[str], bool]) -> bool:
    return len(asked) > 1 or any(_is_number(word) or not is_common(word) for word in asked)


def _is_number(word: str) -> bool:
    return any(map(str.isdigit, word))
