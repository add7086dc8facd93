"""Faults of a harness, planted one kind at a time into a study that has none.

Each planter takes a clean study and a random generator, and gives the study with faults of its kind
and the keys of what it spoilt: uids of citations and verdicts, `run case` of answers, names of
judges, numbers of requests. The forms are those that harnesses are known to produce, not those that
a detector happens to look for.
"""

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import cycle, pairwise

from corpus.answers.markers import parse_markers
from evaluator.study import shipped
from labels.outcome import HarnessBug, Support
from labels.verdict import EVIDENCE_NOT_FOUND
from reports.auditing.evidence import (
    AnswerText,
    CitedClaim,
    GivenAnswer,
    GivenVerdict,
    HumanFlag,
    SentRequest,
    Study,
)

MANY = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """A study with faults of one kind."""

    study: Study
    keys: frozenset[str]
    """Of what was spoilt."""


Planter = Callable[[Study, random.Random], Planted]


def clean(study: Study) -> Study:
    """The demo without the answers that ship with a harness bug in them, and without flags."""
    bugs = {(one.config, one.case_id) for one in shipped.truth() if one.bug is not None}
    return replace(
        study,
        citations=tuple(one for one in study.citations if (one.run, one.case_id) not in bugs),
        answers=tuple(one for one in study.answers if (one.run, one.case_id) not in bugs),
        verdicts=tuple(
            one for one in study.verdicts if (one.citation.run, one.citation.case_id) not in bugs
        ),
        flags=(),
    )


def _with(study: Study, changed: Iterable[CitedClaim]) -> Planted:
    """The study with some citations changed, in its verdicts too, and their answers."""
    by_uid = {one.uid: one for one in changed}
    citations = tuple(by_uid.get(one.uid, one) for one in study.citations)
    held = {one.uid: one for one in citations}
    texts = {(one.run, one.case_id): one.answer for one in by_uid.values()}
    return Planted(
        study=replace(
            study,
            citations=citations,
            verdicts=tuple(replace(v, citation=held[v.citation.uid]) for v in study.verdicts),
            answers=tuple(
                replace(one, answer=texts.get((one.run, one.case_id), one.answer))
                for one in study.answers
            ),
        ),
        keys=frozenset(by_uid),
    )


def _some(study: Study, rng: random.Random, n: int = MANY) -> list[CitedClaim]:
    located = [one for one in study.citations if one.span is not None]
    return rng.sample(located, min(n, len(located)))


def _one_an_answer(study: Study, rng: random.Random) -> list[CitedClaim]:
    """At most one citation of each answer, so that answers can be changed with them."""
    return list({(one.run, one.case_id): one for one in _some(study, rng, 10_000)}.values())


def _respelt(one: CitedClaim, claim: str, answer: str, start: int) -> CitedClaim:
    span = (start, start + len(claim))
    assert answer[slice(*span)] == claim
    text = AnswerText(id=f"planted {one.uid}", text=answer)
    return replace(one, claim=claim, answer=text, span=span)


def claim_empty(study: Study, rng: random.Random) -> Planted:
    blanks = cycle(["", " ", "\n", "\t \n", "\u00a0", "   "])
    return _with(study, [replace(one, claim=next(blanks), span=None) for one in _some(study, rng)])


def claim_without_word(study: Study, rng: random.Random) -> Planted:
    marks = cycle([",", ".", ", ", ";", "; and", "and", "—", "See", "...", ", see also", "&", "()",
                   ": ", "*", "- ", "|", "also", "•", "e.g.", "”"])  # fmt: skip
    return _with(study, [replace(one, claim=next(marks), span=None) for one in _some(study, rng)])


def claim_fragment(study: Study, rng: random.Random) -> Planted:
    cuts = cycle([_cut_end, _cut_start, _cut_word, _cut_abbreviation])
    spoilt = [next(cuts)(one, rng) for one in _one_an_answer(study, rng)]
    return _with(study, [one for one in spoilt if one is not None][: MANY + 4])


def _words(one: CitedClaim) -> list[re.Match[str]]:
    return list(re.finditer(r"\S+", one.claim))


def _inside_clause(one: CitedClaim) -> list[re.Match[str]]:
    """The words behind which no clause ends: a claim that is a whole clause is no fragment."""
    words = _words(one)
    pairs = pairwise(words[2:-1])
    return [
        word for word, following in pairs
        if word[0][-1].isalnum() and following[0].lower() not in _OPENING
    ]  # fmt: skip


_OPENING = (
    *("and", "or", "but", "while", "because", "which", "that", "who", "so", "since", "as"),
    *("when", "where", "although", "though", "whereas", "if", "unless"),
)


def _cut_end(one: CitedClaim, rng: random.Random) -> CitedClaim | None:
    """So many words, and no more: a limit of tokens on a claim."""
    places = _inside_clause(one)
    if not places or one.span is None:
        return None
    claim = one.claim[: rng.choice(places).end()]
    return _respelt(one, claim, one.answer.text, one.span[0])


def _cut_start(one: CitedClaim, rng: random.Random) -> CitedClaim | None:
    """The tail of a sentence, its beginning lost at the edge of a window."""
    places = [word for word in _inside_clause(one) if word[0].lower() not in _OPENING]
    if not places or one.span is None:
        return None
    at = rng.choice(places).end() + 1
    return _respelt(one, one.claim[at:], one.answer.text, one.span[0] + at)


def _cut_word(one: CitedClaim, rng: random.Random) -> CitedClaim | None:
    """So many characters."""
    long = [word for word in _words(one) if len(word[0]) > 5 and word.start() > 10]
    if not long or one.span is None:
        return None
    claim = one.claim[: rng.choice(long).start() + 3]
    return _respelt(one, claim, one.answer.text, one.span[0])


def _cut_abbreviation(one: CitedClaim, rng: random.Random) -> CitedClaim | None:
    """A sentence splitter that takes the stop of an abbreviation for the end."""
    cited = rng.choice(
        [
            "Vance v. Corliss, 44 Tam. App. 2d 510",
            "Smith v. Jones, 12 Cal. Rptr. 9",
            "Orme v. Hollis Co., No. 12 of Mr. Orme's list",
            "Doe v. U.S. Steel",
        ]
    )
    if one.span is None:
        return None
    start, end = one.span
    tail = f", as was held in {cited} with costs"
    answer = one.answer.text[:end] + tail + one.answer.text[end:]
    stops = [found.end() for found in re.finditer(r"\b(?:v|Tam|App|Cal|Co|No|Mr)\. ", tail)]
    at = end + rng.choice(stops)
    if rng.random() < 0.5:
        return _respelt(one, answer[start : at - 1], answer, start)
    return _respelt(one, answer[at : end + len(tail)], answer, at)


def claim_heading(study: Study, rng: random.Random) -> Planted:
    forms = cycle([("## {}\n", "{}"), ("**{}**\n", "{}"), ("### {}\n", "### {}"), ("{} {}: ", "{}"),
                   ("1. ", "1."), ("(a) ", "(a)"), ("II. ", "II."), ("{}: ", "{}:")])  # fmt: skip
    titles = cycle(["Final wages", "Standard of review", "Holding", "The deposit", "Back pay"])
    spoilt = []
    for one in _one_an_answer(study, rng):
        (before, shape), title = next(forms), next(titles)
        line = before.format(title, f"[{one.cited}]")
        claim = shape.format(title)
        answer = f"{one.answer.text}\n\n{line}{one.claim} [{one.cited}]."
        spoilt.append(_respelt(one, claim, answer, answer.rindex(claim, 0, -len(one.claim))))
    return _with(study, spoilt)


def claim_page_head(study: Study, rng: random.Random) -> Planted:
    """Pages of a book: each has its head, and some sentences run over the page's end."""
    documents = {id_.rpartition(":")[0] for id_ in study.corpus}
    heads = {
        one: f"{one.replace('-v-', ' v. ').replace('-', ' ').upper()} COMPANY Opinion of the Court"
        for one in documents
    }
    corpus = {}
    for id_, text in study.corpus.items():
        document, _, index = id_.rpartition(":")
        corpus[id_] = f"{int(index) + 1} {heads[document]}\n{text}"
        for page in range(20, 25):  # the demo's documents are short
            corpus[f"{document}:{page}"] = f"{page} {heads[document]}\nThe text goes on here."
    spoilt = []
    for one in _some(study, rng):
        words = one.claim.split()
        at = rng.randrange(1, len(words))
        head = f"{rng.randrange(90)} {heads[one.cited.rpartition(':')[0]]}"
        claim = " ".join([*words[:at], head, *words[at:]])
        spoilt.append(replace(one, claim=claim, span=None))
    return _with(replace(study, corpus=corpus), spoilt)


LEAKS = (
    "Cite every statement with its passage in square brackets",
    "Use only the provided context to answer the question",
    "Answer in JSON with the fields claim and citation",
    "Do not use outside knowledge",
    "You are a helpful legal assistant",
    "<passage id=\"a:1\">", "</context>", "<|im_start|>assistant", "[INST] Summarise [/INST]",
    "### Instruction: answer briefly", "{{question}}", "${context}", "{retrieved_docs}",
    "Assistant: The answer is as follows", "Human: what is the rule?",
    "As an AI language model I cannot give legal advice",
    "Respond only with the passages given above", "<answer>", "Never answer without the context",
    "Return JSON with one entry for each claim", "System: be brief",
    "Please cite the retrieved passages in brackets", "Always include citation markers",
    "<question>What is due?</question>",
)  # fmt: skip


def prompt_leak(study: Study, rng: random.Random) -> Planted:
    leaks = cycle(LEAKS)
    spoilt = []
    for one in _one_an_answer(study, rng):
        leak = next(leaks)
        answer = f"{one.answer.text}\n{leak} [{one.cited}]."
        spoilt.append(_respelt(one, leak, answer, len(one.answer.text) + 1))
    return _with(study, spoilt)


def marker_wrong_sentence(study: Study, rng: random.Random) -> Planted:
    spoilt = []
    for one in _one_an_answer(study, rng):
        mine = [c for c in study.by_answer[one.run, one.case_id] if c.claim_id != one.claim_id]
        own = {c.cited for c in study.by_answer[one.run, one.case_id] if c.claim == one.claim}
        others = [c for c in mine if c.cited not in own]
        if others:
            other = rng.choice(others)
            spoilt.append(replace(one, cited=other.cited, passage=other.passage))
    return _with(study, spoilt)


def _answers(study: Study, changed: Iterable[GivenAnswer]) -> Planted:
    by_place = {one.where: one for one in changed}
    return Planted(
        study=replace(study, answers=tuple(by_place.get(one.where, one) for one in study.answers)),
        keys=frozenset(by_place),
    )


def _whole(study: Study) -> list[GivenAnswer]:
    return [one for one in study.answers if not one.refused]


def _told(one: GivenAnswer, text: str) -> GivenAnswer:
    return replace(one, answer=AnswerText(id=f"planted {one.where}", text=text))


def marker_unparsed(study: Study, _: random.Random) -> Planted:
    forms = cycle(
        [
            "[vance-v-corliss]",
            "[orme-v-hollis:3-1]",
            "[orme-v-hollis:1-999]",
            "[orme-v-hollis:two:1]",
            "[doc: orme-v-hollis]",
            "[orme-v-hollis:0 p:x:1]",
        ]
    )
    return _answers(
        study,
        [_told(one, f"{one.answer.text} It was so held {next(forms)}.") for one in _whole(study)],
    )


def marker_unknown_id(study: Study, _: random.Random) -> Planted:
    ids = cycle(["orme-v-hollis:97", "no-such-case:0", "smith-v-jones:2", "vance-v-corliss:400"])
    return _answers(study, [replace(one, unknown=(next(ids),)) for one in _whole(study)])


def marker_off_by_one(study: Study, rng: random.Random) -> Planted:
    """Answers that say what passages say, every id of them one too high or too low."""
    places = sorted(study.by_answer)
    spoilt = []
    for place in rng.sample(places, min(MANY, len(places))):
        step, mine = rng.choice([1, -1]), study.by_answer[place]
        right = [
            id_
            for id_, text in study.corpus.items()
            if _beside(id_, step) in study.corpus and _sentences(text)
        ]
        for one in mine[: rng.randrange(2, 6)] if len(mine) > 1 else ():
            true = rng.choice(right)
            spoilt.append(_shifted(one, true, _beside(true, step), study, rng))
    return _with(_only(study, spoilt), spoilt)


def _only(study: Study, kept: list[CitedClaim]) -> Study:
    """The study with no other citation in these answers."""
    uids, places = {one.uid for one in kept}, {(one.run, one.case_id) for one in kept}
    return replace(
        study,
        citations=tuple(
            one
            for one in study.citations
            if one.uid in uids or (one.run, one.case_id) not in places
        ),
        verdicts=(),
    )


def _shifted(
    one: CitedClaim, true: str, cited: str, study: Study, rng: random.Random
) -> CitedClaim:
    """A claim of half to all of a sentence's words, with the id beside the passage that says it."""
    words = rng.choice(_sentences(study.corpus[true])).split()
    said = [word for word in words if rng.random() < 0.85]
    return replace(one, claim=" ".join(said), span=None, cited=cited, passage=study.corpus[cited])


def _sentences(text: str) -> list[str]:
    """Those of ten words or more."""
    return [one for one in re.split(r"(?<=[.;])\s+", text) if len(one.split()) > 9]


def _beside(passage: str, step: int) -> str:
    document, _, index = passage.rpartition(":")
    return f"{document}:{int(index) + step}"


def passage_empty(study: Study, rng: random.Random) -> Planted:
    nothing = cycle(
        [
            *("", " ", "\n", "None", "null", "NaN", "N/A", "[deleted]", "404 Not Found"),
            *("(no content available)", "undefined", "---", "\u00a0", "No text found."),
        ]
    )
    return _with(study, [replace(one, passage=next(nothing)) for one in _some(study, rng)])


def passage_truncated(study: Study, rng: random.Random) -> Planted:
    def cut(one: CitedClaim) -> CitedClaim:
        text = one.passage.strip()
        shorter = text[: rng.randrange(len(text) // 3, len(text) - 20)].rstrip()
        sign = rng.choice(["", "", "...", "…", " [truncated]", " [...]"])
        return replace(one, passage=shorter + sign)

    return _with(study, [cut(one) for one in _some(study, rng)])


def passage_damaged(study: Study, rng: random.Random) -> Planted:
    harms = cycle([_mojibake, _lost, _control, _entities, _scanned])
    return _with(
        study, [replace(one, passage=next(harms)(one.passage, rng)) for one in _some(study, rng)]
    )


def _mojibake(text: str, rng: random.Random) -> str:
    quoted = text.replace("'", "’").replace(" - ", " — ").replace('"', "“").replace("§", "§")
    quoted = quoted if any(ord(c) > 127 for c in quoted) else f"§ {quoted}"
    encoding = rng.choice(["windows-1252", "latin-1"])
    return quoted.encode("utf-8").decode(encoding, "replace" if encoding == "latin-1" else "ignore")


def _lost(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return f"{text[:at]}\ufffd{text[at:]}"


def _control(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice("\x00\x07\x1b\x08\x7f") + text[at:]


def _entities(text: str, rng: random.Random) -> str:
    if rng.random() < 0.5:
        tag = rng.choice(['<span class="c">', "</div>", "<pre>", "<td>"])
        return text.replace(". ", f". {tag}", 2)
    return text.replace(" ", "&nbsp;", 5).replace("'", "&#39;")


def _scanned(text: str, rng: random.Random) -> str:
    """One word in eight with letters taken for figures and signs, some torn apart."""
    swaps = {"l": "1", "i": "|", "o": "0", "s": "5", "e": "c", "b": "6", "g": "9", "a": "@"}

    def misread(word: str) -> str:
        if rng.random() > 0.125 or len(word) < 4:
            return word
        if rng.random() < 0.2:
            return " ".join(word)
        return "".join(swaps.get(c, c) if rng.random() < 0.7 else c for c in word)

    return " ".join(map(misread, text.split(" ")))


def passage_near_duplicate(study: Study, rng: random.Random) -> Planted:
    corpus, keys = dict(study.corpus), set()
    changed: list[CitedClaim] = []
    for one in _one_an_answer(study, rng):
        words = one.passage.split(" ")
        for _ in range(rng.randrange(3)):
            words[rng.randrange(len(words))] = "thereof"
        copy = f"copy-{len(changed)}:0"
        corpus[copy] = " ".join(words)
        changed.append(replace(one, cited=copy, passage=corpus[copy]))
        keys.add(copy)
    return Planted(study=replace(_with(study, changed).study, corpus=corpus), keys=frozenset(keys))


def answer_cut_off(study: Study, rng: random.Random) -> Planted:
    def cut(one: GivenAnswer) -> GivenAnswer:
        kind = rng.choice(["max_tokens", "length", "text", "text"])
        if kind != "text":
            return replace(one, stop_reason=kind)
        # In the last sentence, so that what stands before is whole.
        text = parse_markers(one.answer.text)
        last = text.markers[-1].start if text.markers else len(one.answer.text)
        words = list(re.finditer(r"[\w$]+", one.answer.text[:last]))
        return _told(one, one.answer.text[: words[-rng.randrange(2, 5)].end()])

    return _answers(study, [cut(one) for one in _whole(study)])


def answer_repeated(study: Study, _: random.Random) -> Planted:
    spoilt, whole = [], _whole(study)
    for number, one in enumerate(whole):
        sentences = re.findall(r"[^.]+\[[^\]]+\]\.", one.answer.text)
        if number % 2 or not sentences:
            spoilt.append(replace(one, answer=whole[number - 1].answer))
        else:
            spoilt.append(_told(one, one.answer.text + 3 * f" {sentences[-1].strip()}"))
    swapped = [one for number, one in enumerate(spoilt) if number % 2]
    looped = [one for number, one in enumerate(spoilt) if not number % 2]
    return _answers(study, [*looped, *(_after(one, looped) for one in swapped)])


def _after(one: GivenAnswer, looped: list[GivenAnswer]) -> GivenAnswer:
    """The answer to the question before: a cache keyed by too little."""
    same = [other for other in looped if other.run == one.run and other.question != one.question]
    return replace(one, answer=same[0].answer) if same else one


FOREIGN = (
    "Der Vermieter muss die Kaution innerhalb von einundzwanzig Tagen zurückzahlen, und das "
    "Gericht hat die Klage nicht abgewiesen [a:0]. Die Frist ist mit dem Auszug abgelaufen.",
    "Le bailleur doit restituer le dépôt dans les vingt et un jours, et la cour a jugé que le "
    "délai est passé [a:0]. Le locataire ne peut pas renoncer à cette protection par avance.",
    "El arrendador debe devolver el depósito en los veintiún días y la corte dijo que no se puede "
    "renunciar a la protección [a:0]. Los daños que causó el inquilino son otra cosa.",
    "Il locatore deve restituire il deposito entro ventuno giorni, e la corte ha detto che non si "
    "può rinunciare alla tutela [a:0]. Il termine è scaduto con la fine della locazione.",
    "O senhorio deve devolver o depósito em vinte e um dias, e o tribunal disse que não se pode "
    "renunciar a essa proteção [a:0]. Os danos que o inquilino causou são outra coisa.",
    "De verhuurder moet de waarborgsom binnen eenentwintig dagen terugbetalen, en het hof zei dat "
    "de huurder daar niet van kan afzien [a:0]. De termijn is met het einde van de huur begonnen.",
    "Арендодатель обязан вернуть залог в течение двадцати одного дня после окончания аренды [a:0].",
    "出租人必须在租赁期结束后二十一天内退还押金,法院认为承租人不得事先放弃这项保护 [a:0]。",
)


def answer_other_language(study: Study, _: random.Random) -> Planted:
    texts = cycle(FOREIGN)
    return _answers(study, [_told(one, next(texts)) for one in _whole(study)])


def _verdicts(study: Study, changed: Iterable[GivenVerdict]) -> Planted:
    by_uid = {one.uid: one for one in changed}
    return Planted(
        study=replace(study, verdicts=tuple(by_uid.get(v.uid, v) for v in study.verdicts)),
        keys=frozenset(by_uid),
    )


def evidence_not_in_passage(study: Study, rng: random.Random) -> Planted:
    def spoil(one: GivenVerdict, other: GivenVerdict) -> GivenVerdict:
        passage = one.citation.passage
        sentence = passage[: passage.find(". ") + 1] or passage[:120]
        kind = rng.randrange(4)
        if kind == 0:
            return replace(one, evidence=other.citation.passage[40:160])
        if kind == 1:
            return replace(
                one, evidence=f"{sentence[: len(sentence) // 2]} expressly {sentence[-20:]}"
            )
        if kind == 2:
            reason = f"{EVIDENCE_NOT_FOUND}: said supported by “{sentence[::-1]}”; it is there"
            return replace(one, support=Support.UNSUPPORTED, evidence="", reason=reason)
        return replace(one, evidence=f"The court found that {one.citation.claim.lower()}")

    chosen = rng.sample(list(study.verdicts), 2 * MANY)
    pairs = zip(chosen[:MANY], chosen[MANY:], strict=True)
    apart = [(a, b) for a, b in pairs if a.citation.passage != b.citation.passage]
    return _verdicts(study, [spoil(a, b) for a, b in apart])


AGAINST = (
    "The passage does not mention the deposit.",
    "The claim is not supported by the passage.",
    "The passage says nothing about the deadline.",
    "The passage contradicts the claim.",
    "There is no mention of a penalty.",
    "The source does not state the amount.",
    "Not supported: the passage speaks of another party.",
    "Unsupported.",
    "The text does not address this.",
    "No evidence for this in the passage.",
    "This is contradicted by the passage, which gives 30 days.",
    "The passage is silent on the matter.",
    "It is unsupported by anything in the passage.",
    "The statement is not mentioned in the passage.",
)
FOR = (
    "The passage fully supports the claim.",
    "The claim is directly supported by the passage.",
    "The passage explicitly states the amount.",
    "Supported: the passage says exactly this.",
    "Fully supported.",
    "The claim is supported by the passage.",
    "The text clearly confirms it.",
    "The passage supports the claim.",
    "It is clearly supported by the second sentence.",
    "The passage entails the claim.",
    "The source directly supports this claim.",
    "The passage confirms the claim.",
)


def verdict_contradicts_reason(study: Study, rng: random.Random) -> Planted:
    against, in_favour = cycle(AGAINST), cycle(FOR)
    spoilt = [
        replace(one, support=Support.SUPPORTED, category=None, reason=next(against))
        if number % 2
        else replace(one, support=Support.UNSUPPORTED, category=None, reason=next(in_favour))
        for number, one in enumerate(rng.sample(list(study.verdicts), MANY + 12))
    ]
    return _verdicts(study, spoilt)


def same_content_judged_differently(study: Study, rng: random.Random) -> Planted:
    extra, keys = [], set()
    for one in rng.sample([v for v in study.verdicts if v.support is not None], MANY):
        others = [support for support in Support if support is not one.support]
        twin = replace(one.citation, uid=f"twin {one.citation.uid}", claim_id="c99")
        extra.append(replace(one, uid=f"twin {one.uid}", citation=twin, category=None,
                             support=rng.choice(others)))  # fmt: skip
        keys |= {one.uid, f"twin {one.uid}"}
    return Planted(study=replace(study, verdicts=(*study.verdicts, *extra)), keys=frozenset(keys))


def _judged(
    study: Study, judge: str, said: Callable[[int], Support], per_request: int, n: int
) -> tuple[list[GivenVerdict], list[SentRequest]]:
    """A judge's verdicts on distinct citations, in requests of so many."""
    verdicts, requests = [], []
    chosen = study.citations[:n]
    for at in range(0, len(chosen), per_request):
        mine = chosen[at : at + per_request]
        seq = 1000 * int(judge.rpartition(" ")[2]) + at
        keys = tuple(f"c{place} {one.uid}" for place, one in enumerate(mine))
        requests.append(
            SentRequest(seq=seq, purpose="judge", model=judge, latency=1.0, input_tokens=900,
                        output_tokens=200, asked=keys, answered=keys)
        )  # fmt: skip
        for place, one in enumerate(mine):
            moved = replace(one, cited=one.uid)
            verdicts.append(
                GivenVerdict(uid=f"{judge} {one.uid}", citation=moved, judge_id=judge, judge=judge,
                             support=said(place), category=None, evidence="", reason="",
                             request=seq, number=at + place)
            )  # fmt: skip
    return verdicts, requests


def _judges(
    study: Study, many: int, said: Callable[[random.Random, int], Support], rng: random.Random,
    n: int = 10_000,
) -> Planted:  # fmt: skip
    verdicts, requests, keys = [], [], set()
    for number in range(many):
        name = f"judge {number:02}"
        given, sent = _judged(study, name, lambda place: said(rng, place), 6, n)
        verdicts += given
        requests += sent
        keys.add(name)
    return Planted(
        study=replace(study, verdicts=tuple(verdicts), requests=tuple(requests)),
        keys=frozenset(keys),
    )


def verdict_by_position(study: Study, rng: random.Random) -> Planted:
    def said(rng: random.Random, place: int) -> Support:
        kind = rng.random() < (0.9 if place < 3 else 0.5)
        return Support.SUPPORTED if kind else Support.UNSUPPORTED

    return _judges(study, MANY, said, rng)


def fair_judges(study: Study, rng: random.Random) -> Study:
    """Judges whose verdicts have nothing to do with the place: for false alarms."""

    def said(rng: random.Random, _: int) -> Support:
        return Support.SUPPORTED if rng.random() < 0.7 else Support.UNSUPPORTED

    return _judges(study, 2 * MANY, said, rng).study


def judge_constant(study: Study, _: random.Random) -> Planted:
    values = cycle(Support)
    verdicts: list[GivenVerdict] = []
    keys = set()
    for number in range(MANY):
        name, value = f"judge {number:02}", next(values)
        verdicts += _judged(study, name, lambda _, v=value: v, 6, 30 + number)[0]  # type: ignore[misc]
        keys.add(name)
    return Planted(study=replace(study, verdicts=tuple(verdicts)), keys=frozenset(keys))


def _sent(rng: random.Random, n: int) -> list[SentRequest]:
    found = []
    for seq in range(1, n + 1):
        keys = tuple(f"c{place} a:{rng.randrange(99)}" for place in range(rng.randrange(1, 7)))
        keys = tuple(dict.fromkeys(keys))
        found.append(
            SentRequest(
                seq=seq, purpose="judge", model="m", latency=rng.lognormvariate(0.5, 0.4),
                input_tokens=round(rng.lognormvariate(7, 0.3)),
                output_tokens=round(rng.lognormvariate(5.5, 0.3)), asked=keys, answered=keys,
            )
        )  # fmt: skip
    return found


def sound_requests(study: Study, rng: random.Random) -> Study:
    """Requests as they come: for false alarms."""
    return replace(study, requests=tuple(_sent(rng, 400)))


def claim_ids(study: Study, rng: random.Random) -> Planted:
    requests, keys = _sent(rng, 400), set()
    for one in rng.sample(range(400), MANY):
        held = requests[one]
        answered = list(held.answered)
        kind = rng.randrange(3)
        if kind == 0:
            answered.pop(rng.randrange(len(answered)))
        elif kind == 1:
            answered.append("c9 z:1")
        else:
            answered.append(answered[0])
        requests[one] = replace(held, answered=tuple(answered))
        keys.add(f"request {held.seq}")
    return Planted(study=replace(study, requests=tuple(requests)), keys=frozenset(keys))


def request_outlier(study: Study, rng: random.Random) -> Planted:
    requests, keys = _sent(rng, 400), set()
    for one in rng.sample(range(400), 20):
        held = requests[one]
        kind, times = rng.randrange(3), rng.uniform(15, 40)
        if kind == 0:
            requests[one] = replace(held, latency=1.6 * times)
        elif kind == 1:
            requests[one] = replace(held, input_tokens=round(1100 * times))
        else:
            requests[one] = replace(held, output_tokens=round(245 * times))
        keys.add(f"request {held.seq}")
    return Planted(study=replace(study, requests=tuple(requests)), keys=frozenset(keys))


def human_flag(study: Study, rng: random.Random) -> Planted:
    bugs = cycle(HarnessBug)
    chosen = _some(study, rng)
    flags = [
        HumanFlag(citation=one, sample="pilot", bug=next(bugs), by=("ann",), note="")
        for one in chosen
    ]
    return Planted(
        study=replace(study, flags=tuple(flags)), keys=frozenset(one.uid for one in chosen)
    )


PLANTERS: dict[str, Planter] = {
    one.__name__: one
    for one in (
        claim_empty, claim_without_word, claim_fragment, claim_heading, claim_page_head,
        prompt_leak,
        marker_wrong_sentence, marker_unparsed, marker_unknown_id, marker_off_by_one,
        passage_empty, passage_truncated, passage_damaged, passage_near_duplicate,
        answer_cut_off, answer_repeated, answer_other_language, evidence_not_in_passage,
        verdict_contradicts_reason, same_content_judged_differently, verdict_by_position,
        judge_constant, claim_ids, request_outlier, human_flag,
    )
}  # fmt: skip
"""By the detector that is to find them."""
