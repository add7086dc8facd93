"""Answers and their claims: each row an answer, its claims verbatim with the ids cited for them."""

import pytest

from corpus.answers.claims import claim_spans

Row = tuple[str, list[tuple[str, str]], str]

NONE = ""

ONE_MARKER: list[Row] = [
    # answer, claims and their ids, ids attached to nothing
    ("It is so [a:1].", [("It is so", "a:1")], NONE),  # before the stop
    ("It is so. [a:1]", [("It is so.", "a:1")], NONE),  # after it
    ("It is so [a:1]", [("It is so", "a:1")], NONE),  # without a stop
    ("It is so. [a:1].", [("It is so.", "a:1")], NONE),  # between two stops
    ("It is so[a:1].", [("It is so", "a:1")], NONE),  # without a space
    ("It is so.[a:1] It is not.", [("It is so.", "a:1"), ("It is not.", NONE)], NONE),  # nor here
    ("It is so [a:1] .", [("It is so", "a:1")], NONE),  # a space before the stop
    ("Is it so [a:1]?", [("Is it so", "a:1")], NONE),  # a question
    ("It is so! [a:1] It is.", [("It is so!", "a:1"), ("It is.", NONE)], NONE),  # a shout
    ("It is so [a:1]... It is.", [("It is so", "a:1"), ("It is.", NONE)], NONE),  # an ellipsis
    ("[a:1] It is so.", [("It is so.", "a:1")], NONE),  # at the start of the line
    ("[a:1]: It is so.", [("It is so.", "a:1")], NONE),  # with a colon behind it
    ("It is [a:1] so held.", [("It is [a:1] so held.", "a:1")], NONE),  # inside: it stays
    ("It is so [a:1], though not so.", [("It is so [a:1], though not so.", "a:1")], NONE),  # tail
    ("“It is so.” [a:1] He left.", [("“It is so.”", "a:1"), ("He left.", NONE)], NONE),  # quoted
    ("He said “it is [a:1].” So.", [("He said “it is", "a:1"), ("So.", NONE)], NONE),  # quote end
    ("It is so ([a:1]).", [("It is so", "a:1")], NONE),  # in round brackets
    ("It is so (see [a:1]).", [("It is so", "a:1")], NONE),  # a signal in round brackets
    ("It is (not) so [a:1].", [("It is (not) so", "a:1")], NONE),  # other brackets stay
    ("It is so **[a:1]**.", [("It is so", "a:1")], NONE),  # bold marker
    ("**It is so [a:1].**", [("It is so", "a:1")], NONE),  # bold sentence
    ("**Rule:** it is so [a:1].", [("**Rule:** it is so", "a:1")], NONE),  # bold lead stays whole
    ("It is so [a:1](http://x.org).", [("It is so", "a:1")], NONE),  # a link
    ("It is so 【a:1】。", [("It is so", "a:1")], NONE),  # full width
    (r"It is so \[a:1\].", [("It is so", "a:1")], NONE),  # escaped
    ("It is so — [a:1].", [("It is so", "a:1")], NONE),  # a dash before the marker
    ("No authority says so.", [("No authority says so.", NONE)], NONE),  # uncited
    ("It is so [1].", [("It is so [1].", NONE)], NONE),  # no marker
    ("It is so (a:1).", [("It is so (a:1).", NONE)], NONE),  # nor is this
    ("It is so [a:3-1].", [("It is so [a:3-1].", NONE)], NONE),  # nor this
    ("It is so [a:1-3].", [("It is so", "a:1 a:2 a:3")], NONE),  # a range
    ("Only 5 [a:1].", [("Only 5", "a:1")], NONE),  # a number is said
]

MANY_MARKERS: list[Row] = [
    ("It is so [a:1], [a:2].", [("It is so", "a:1 a:2")], NONE),  # comma: one claim
    ("It is so [a:1][a:2].", [("It is so", "a:1 a:2")], NONE),  # nothing between
    ("It is so [a:1] [a:2].", [("It is so", "a:1 a:2")], NONE),  # a space between
    ("It is so. [a:1], [a:2]", [("It is so.", "a:1 a:2")], NONE),  # behind the stop
    ("It is so [a:1]. [a:2]", [("It is so", "a:1 a:2")], NONE),  # on both sides of it
    ("It is so [a:1; b:2].", [("It is so", "a:1 b:2")], NONE),  # one bracket
    ("It is so [a:1] and [b:2].", [("It is so", "a:1 b:2")], NONE),  # `and` says nothing
    ("It is so [a:1]; see also [b:2].", [("It is so", "a:1 b:2")], NONE),  # nor does a signal
    ("It is so [a:1]. See, e.g., [b:2].", [("It is so", "a:1 b:2")], NONE),  # in a sentence
    ("It is so. See also [b:2].", [("It is so.", "b:2")], NONE),  # of its own
    ("It is so [a:1]. Id. at 71 [b:2].", [("It is so", "a:1 b:2")], NONE),  # nor does `Id. at`
    ("It is so ([a:1], [b:2]).", [("It is so", "a:1 b:2")], NONE),  # round brackets round two
    ("It is so [a:1],\n[a:2].", [("It is so", "a:1 a:2")], NONE),  # over a line end
    ("It is so [a:1][a:1].", [("It is so", "a:1")], NONE),  # the same twice
    ("One is so [a:1], two is [b:2].", [("One is so", "a:1"), ("two is", "b:2")], NONE),  # split
    ("One [a:1]; two [b:2]; six [c:3].", [("One", "a:1"), ("two", "b:2"), ("six", "c:3")], NONE),
    ("One [a:1], 6 [a:2].", [("One", "a:1"), ("6", "a:2")], NONE),  # a number is said
    ("One [a:1], two [b:2] too.", [("One", "a:1"), ("two [b:2] too.", "b:2")], NONE),  # a tail
    (
        "One is [a:1], [a:2], and two is [b:3][b:4].",  # two runs
        [("One is", "a:1 a:2"), ("and two is", "b:3 b:4")],
        NONE,
    ),
    ("It is so [a:1]. It is not [b:2].", [("It is so", "a:1"), ("It is not", "b:2")], NONE),
    ("It is so. [a:1] It is not. [b:2]", [("It is so.", "a:1"), ("It is not.", "b:2")], NONE),
    ("[a:1] One is so. [b:2] Two is.", [("One is so.", "a:1"), ("Two is.", "b:2")], NONE),  # first
    ("[a:1] found one; [b:2] found two.", [("found one", "a:1"), ("found two.", "b:2")], NONE),
    ("[a:1] It is so [b:2].", [("It is so", "a:1 b:2")], NONE),  # on both sides of one claim
    (
        "According to [a:1] and [b:2], it is.",  # a lead that says nothing by itself
        [("According to [a:1] and [b:2], it is.", "a:1 b:2")],
        NONE,
    ),
    ("It is so [a:1], [b:9-2].", [("It is so", "a:1")], NONE),  # a malformed neighbour
    ("It is so [a:1][1].", [("It is so", "a:1")], NONE),  # a footnote beside it
]

LEGAL: list[Row] = [
    (
        "See Penn R.R. Co. v. Smith [a:1]. It held so [b:2].",  # abbreviations in a name
        [("See Penn R.R. Co. v. Smith", "a:1"), ("It held so", "b:2")],
        NONE,
    ),
    (
        "Under 42 U.S.C. § 1983 he sued in No. 12-345 [a:1]. He won.",  # sections, docket numbers
        [("Under 42 U.S.C. § 1983 he sued in No. 12-345", "a:1"), ("He won.", NONE)],
        NONE,
    ),
    ("He sued Acme Inc. [a:1]. It won.", [("He sued Acme Inc.", "a:1"), ("It won.", NONE)], NONE),
    ("He sued Acme Inc [a:1]. It won.", [("He sued Acme Inc", "a:1"), ("It won.", NONE)], NONE),
    ("Mr. J. R. Smith [a:1] sued.", [("Mr. J. R. Smith [a:1] sued.", "a:1")], NONE),  # initials
    ("The rule, e.g. so, is [a:1].", [("The rule, e.g. so, is", "a:1")], NONE),  # e.g.
    ("It says so, Id. at 71, too [a:1].", [("It says so, Id. at 71, too", "a:1")], NONE),  # Id. at
    ("It cites Id. at\n71. So [a:1].", [("It cites Id. at\n71.", NONE), ("So", "a:1")], NONE),
    ("It was so in Oct. [a:1]. It is.", [("It was so in Oct.", "a:1"), ("It is.", NONE)], NONE),
    ("A . . . b [a:1] c . . . d.", [("A . . . b [a:1] c . . . d.", "a:1")], NONE),  # an omission
]

LAYOUT: list[Row] = [
    ("- It is [a:1]\n- It was [b:2]\n", [("It is", "a:1"), ("It was", "b:2")], NONE),  # bullets
    ("* It is [a:1]\n* It was", [("It is", "a:1"), ("It was", NONE)], NONE),  # stars, one uncited
    ("1. It is [a:1]\n2. It was [b:2]", [("It is", "a:1"), ("It was", "b:2")], NONE),  # numbers
    ("1) [a:1] It is.\n2) [b:2] It was.", [("It is.", "a:1"), ("It was.", "b:2")], NONE),
    ("- [a:1]: It is.\n- [b:2] - It was.", [("It is.", "a:1"), ("It was.", "b:2")], NONE),
    ("- It is\n  so [a:1].", [("It is\n  so", "a:1")], NONE),  # a bullet of two lines
    ("- It is so. It was [a:1].", [("It is so.", NONE), ("It was", "a:1")], NONE),  # two sentences
    ("So it is\n\nnot so [a:1].", [("So it is", NONE), ("not so", "a:1")], NONE),  # paragraphs
    ("So it is\nnot so [a:1].", [("So it is\nnot so", "a:1")], NONE),  # a wrapped line
    ("It is [a:1]\nIt was [b:2]", [("It is", "a:1"), ("It was", "b:2")], NONE),  # a line each
    ("It is so\nIt was so [b:2]", [("It is so", NONE), ("It was so", "b:2")], NONE),
    ("It is.\n[a:1] It was.", [("It is.", NONE), ("It was.", "a:1")], NONE),  # begins its line
    ("It is. [a:1]\n[b:2] It was.", [("It is.", "a:1"), ("It was.", "b:2")], NONE),
    ("It is.\n[a:1]\nIt was.", [("It is.", "a:1"), ("It was.", NONE)], NONE),  # alone in its line
    ("It is.\n\n[a:1]\n\nIt was.", [("It is.", "a:1"), ("It was.", NONE)], NONE),  # a paragraph
    ("The rule of\n[a:1] is so.", [("The rule of\n[a:1] is so.", "a:1")], NONE),  # mid-sentence
    ("## Holding\nIt is so [a:1].", [("It is so", "a:1")], NONE),  # a heading is no claim
    ("## It is so [a:1]\n", [("It is so", "a:1")], NONE),  # but a cited one is
    ("**Holding**\n\nIt is [a:1]", [("It is", "a:1")], NONE),  # a heading in bold
    ("Holding\n=======\nIt is [a:1]", [("It is", "a:1")], NONE),  # an underlined one
    ("It is [a:1]\n\n---\n\nIt was", [("It is", "a:1"), ("It was", NONE)], NONE),  # a rule
    ("> It is [a:1]", [("It is", "a:1")], NONE),  # a quotation
    ("| Case | Held |\n|---|---|\n| A v. B | so [a:1] |", [("A v. B | so", "a:1")], NONE),  # table
    ("It is:\n- so [a:1]", [("It is", NONE), ("so", "a:1")], NONE),  # what introduces a list
]

NOTHING_SAID: list[Row] = [
    ("", [], NONE),  # an empty answer
    ("...", [], NONE),  # no word
    ("[a:1]", [], "a:1"),  # a marker alone
    ("[a:1], [b:2].", [], "a:1 b:2"),  # several
    ("- [a:1]\n- [b:2]", [], "a:1 b:2"),  # in bullets
    ("It is so.\n\nSources: [a:1], [b:2]", [("It is so.", NONE)], "a:1 b:2"),  # a list of sources
    ("It is so.\nSources:\n- [a:1]", [("It is so.", NONE)], "a:1"),
    ("- One is.\n- Two is.\n\n[a:1]", [("One is.", NONE), ("Two is.", NONE)], "a:1"),  # of which?
    ("# [a:1]\nIt is so.", [("It is so.", NONE)], "a:1"),  # under no heading
]


@pytest.mark.parametrize(
    ("answer", "claims", "unattached"),
    [*ONE_MARKER, *MANY_MARKERS, *LEGAL, *LAYOUT, *NOTHING_SAID],
)
def test_an_answer_has_these_claims(
    answer: str, claims: list[tuple[str, str]], unattached: str
) -> None:
    found = claim_spans(answer)
    assert [(answer[c.start : c.end], " ".join(c.cited)) for c in found.claims] == claims
    assert " ".join(cited for m in found.unattached for cited in m.cited) == unattached
    for claim in found.claims:
        assert claim.is_cited is bool(claim.cited)


TEXTS = [
    ("It is [a:1] so held.", "It is so held."),
    ("In one case [a:1], it is so held.", "In one case, it is so held."),
    ("It\nis   so [a:1].", "It is so"),
    ("According to [a:1] and [b:2], it is.", "According to, it is."),
    ("> It is\n> so [a:1].", "It is so"),
    ("A . . . b [a:1] c . . . d.", "A . . . b c . . . d."),  # the source's own spaces stay
    ("It is so [1], as held [a:1].", "It is so [1], as held"),  # what is no marker stays
]


@pytest.mark.parametrize(("answer", "text"), TEXTS)
def test_the_text_of_a_claim_is_without_markers(answer: str, text: str) -> None:
    (claim,) = claim_spans(answer).claims
    assert claim.text == text
