"""The evidence rule: a verdict that leans on a quote falls where the passage does not hold it."""

import re

from corpus.quoting.quotes import locate
from evaluator.prompts.tags import as_written

_WORD = re.compile(r"[^\W_]")
_MARKS = '"“”«» \t\r\n'


def evidence_in(passage: str, quote: str) -> str:
    """The verbatim stretch of the passage that a quote is; empty where it is none.

    White space, the form of quotation marks and dashes, and hyphens at line ends do not count
    (`corpus.quoting.quotes`), nor do quotation marks round the whole quote. A quote without a word
    is none.

    Args:
        passage: verbatim.
        quote: as a model copied it from the passage as it was shown.
    """
    for form in dict.fromkeys((quote, quote.strip(_MARKS), as_written(quote).strip(_MARKS))):
        if _WORD.search(form) and (found := locate(passage, form, most=1)):
            return passage[found[0].start : found[0].end]
    return ""
