"""The whole practice: which documents there are, one matter after the other.

A matter depends on the seed and on its own index alone. So a corpus of N matters is the beginning
of every larger one with that seed, whatever is asked of it is known without the rest of it, and
only one matter is held at a time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from corpus.synthetic import unique
from corpus.synthetic.agreements import SIDE_AGREEMENTS, side_agreements, twins
from corpus.synthetic.cast import CHAPTER_SHARED_BY, Matter, cast
from corpus.synthetic.depositions import depositions
from corpus.synthetic.draws import Draws
from corpus.synthetic.fact import Drafted
from corpus.synthetic.filings import filings
from corpus.synthetic.invoices import invoices
from corpus.synthetic.letters import LETTERS, engagement, letters
from corpus.synthetic.statutes import chapter, deadline_sections, section

DOCUMENTS_A_MATTER = 1 + 2 + SIDE_AGREEMENTS + unique.INVOICES + LETTERS + 3 + 4
"""Without the chapter of statutes."""


@dataclass(frozen=True)
class Practice:
    """A practice of so many matters.

    Args:
        seed: the same seed, the same bytes.
        matters: 1 to `unique.LARGEST`.
    """

    seed: int
    matters: int

    @cached_property
    def register(self) -> unique.Register:
        """The names and numbers that do not repeat."""
        return unique.Register(self.seed)

    @property
    def origin(self) -> str:
        """The command it comes of: the source of its documents, the author of its questions."""
        return f"crosssource corpus synth --seed {self.seed}"

    @property
    def size(self) -> int:
        """How many documents there are."""
        return self.matters * DOCUMENTS_A_MATTER + -(-self.matters // CHAPTER_SHARED_BY)

    def matter(self, index: int) -> Matter:
        """The matter of an index, 0 to `matters` - 1."""
        return cast(self.seed, index, self.register)

    def documents(self) -> Iterator[Drafted]:
        """Every document, in the order of the matters."""
        for index in range(self.matters):
            matter = self.matter(index)
            if index % CHAPTER_SHARED_BY == 0:
                yield chapter(matter)
            yield from of_matter(matter)

    def documents_for(self, index: int) -> Iterator[Drafted]:
        """What there is on one matter: its own documents and the chapter that it comes under."""
        matter = self.matter(index)
        yield chapter(matter)
        yield from of_matter(matter)


def of_matter(matter: Matter) -> Iterator[Drafted]:
    """The documents of one matter."""
    cited = Draws(matter.seed, "cited", matter.index).pick(deadline_sections(matter))
    yield engagement(matter)
    yield from twins(matter)
    yield from side_agreements(matter)
    yield from invoices(matter)
    yield from letters(matter)
    yield from filings(matter, section(matter.index, cited))
    yield from depositions(matter)
