"""What the figures of retrieval mean, for somebody who never read a paper on search."""

from reports.rendering.layout import Block, Listed, Text
from reports.rendering.wording import level_text
from reports.retrieval.figures import RetrievalReport
from reports.retrieval.measures import DEPTH, GAIN_DEPTH


def meanings(report: RetrievalReport) -> tuple[Block, ...]:
    """Each figure in a sentence, then how intervals are made."""
    return (
        Listed(
            points=(
                (
                    "found",
                    "of all questions, the share with at least one passage that answers among the "
                    "first k that the search gives. Papers call it success@k, and recall@k where "
                    "a question has one answer.",
                ),
                (
                    "share of the answers",
                    "of all passages that answer a question, how many are among the first k; the "
                    "mean over questions. Papers call it recall@k.",
                ),
                (
                    "MRR",
                    "1 / rank of the first passage that answers, the mean over questions: 1 where "
                    "it is always first, 0.5 where it is always second. None among the first "
                    f"{DEPTH} counts 0.",
                ),
                (
                    f"nDCG@{GAIN_DEPTH}",
                    f"what the first {GAIN_DEPTH} are worth, the later the less, of the most "
                    "they could be worth: 1 where all answers stand before everything else.",
                ),
            )
        ),
        Text(text=_how(report)),
    )


def _how(report: RetrievalReport) -> str:
    return (
        f"Intervals are of {level_text(report.level)}, for more questions of the same kind. Found: "
        "Wilson's. The others: Clopper and Pearson's, on the number of questions that the spread "
        "between questions is worth (Korn and Graubard)."
    )
