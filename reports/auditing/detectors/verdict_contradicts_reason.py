"""A verdict that its own reason contradicts: a label mixed up, a scale read the wrong way round.

Only what the reason concludes is read: a sentence that says of the claim, as a whole, that it is or
is not supported. A reason that says both, or neither, is left alone.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from labels.outcome import Support
from reports.auditing.detector import Detector, Rests, Severity, Spotted, of_verdict
from reports.auditing.evidence import Study
from reports.auditing.texts import shown

_SUBJECT = (
    r"(?:the (?:claim|statement|passage|source|text|evidence|document|excerpt|citation|answer)s?"
    r"|it|this|which)"
)
_FULLY = r"(?:(?:fully|directly|clearly|explicitly|entirely|completely|well|strongly) )"
_YES = re.compile(
    rf"\b{_SUBJECT} (?:is|are) {_FULLY}?(?:supported|entailed|confirmed|verified)\b"
    rf"|\b{_SUBJECT} {_FULLY}(?:supports?|confirms?|states?|entails?)\b"
    rf"|\b{_SUBJECT} (?:supports?|confirms?|entails?) (?:the|this|all of the|every part of the) "
    r"(?:whole |entire |full )?(?:claim|statement)\b"
    r"|^(?:fully )?(?:supported|entailed)\b(?! by (?:nothing|no))",
    re.IGNORECASE,
)
_NO = re.compile(
    rf"\b{_SUBJECT} (?:is|are) (?:not|un|never|nowhere|neither)[ -]?(?:directly |fully |at all |"
    r"explicitly |clearly )?(?:supported|entailed|confirmed|verified|mentioned)\b"
    rf"|\b{_SUBJECT} (?:is|are) unsupported\b"
    rf"|\b{_SUBJECT} (?:does|do|did) not (?:support|mention|say|state|contain|confirm|address"
    r"|provide|discuss|include|entail)\b"
    rf"|\b{_SUBJECT} (?:contradicts?|says nothing|is silent|fails? to (?:support|mention))\b"
    r"|\bno (?:mention|support|evidence|information)\b|^(?:not supported|unsupported)\b"
    r"|\bcontradicted by\b",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:partial(?:ly)?|in part|partly|only|except|but|however|although|though|while|some|not all"
    r"|part of|rest of|other than|aside from|does not need|need not)\b",
    re.IGNORECASE,
)


_LACKS = re.compile(
    r"\bthe (?:passage|source|text|evidence|document|excerpt|snippet)s?(?: \w+)? (?:does|do) not "
    r"(?:explicitly |directly |specifically )?(?:support|mention|say|state|contain|confirm|provide"
    r"|discuss|include|specify|indicate)\b",
    re.IGNORECASE,
)


def _find(study: Study) -> Iterator[Spotted]:
    for one in study.verdicts:
        said = concluded(one.reason)
        if one.support is Support.SUPPORTED and said is None and _LACKS.search(one.reason):
            what = "supported, and the reason says that something is missing"
            yield of_verdict(one, what, f"the reason is {shown(one.reason, 160)!r}")
            continue
        if one.support is None or said is None:
            continue
        yes = said is Support.SUPPORTED
        wrong = Support.UNSUPPORTED if yes else Support.SUPPORTED
        if one.support is wrong:
            what = f"{one.support}, and the reason says {said}"
            yield of_verdict(one, what, f"the reason is {shown(one.reason, 160)!r}")


@lru_cache(maxsize=100_000)
def concluded(reason: str) -> Support | None:
    """What a reason concludes, `supported` or `unsupported`; None where that is open."""
    if _HEDGED.search(reason):
        return None
    yes, no = bool(_YES.search(reason)), bool(_NO.search(reason))
    if yes == no:
        return None
    return Support.SUPPORTED if yes else Support.UNSUPPORTED


DETECTOR = Detector(
    name="verdict_contradicts_reason",
    looks_for="A verdict of supported whose reason says that the passage does not support the "
    "claim, or the reverse.",
    distorts="One of the two is not what the judge meant; where labels are mixed up, every figure "
    "is that of another judge.",
    example='supported: "The passage does not mention the deposit."',
    severity=Severity.SERIOUS,
    rests=Rests.VERDICTS,
    find=_find,
)
