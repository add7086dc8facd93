"""What an author's sitting changes on disk: drafts while they write, questions once they are done.

Every call belongs on one thread (`annotator.store_thread`); the app gets values that nothing
changes any more.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from annotator.store_thread import StoreThread
from corpus.errors import InputError
from corpus.stamp import now
from corpus.workspace import Workspace
from labels.collection import changes
from labels.collection.changes import Text, text_of
from labels.collection.drafts import Draft, DraftBox
from labels.collection.file import ChangedMeanwhileError, GoldenFile
from labels.collection.record import Status
from labels.golden import GoldenQuestion
from labels.naming import slug

EMPTY = Text(
    question="",
    answerable=True,
    supports=(),
    reference="",
    query_class="",
    difficulty="",
    searches=(),
)

Rule = Callable[..., GoldenQuestion]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """All that is listed. Everything in it is on disk."""

    drafts: tuple[Draft, ...]
    """The author's own."""
    questions: tuple[GoldenQuestion, ...]
    """Everybody's."""


class Books:
    """The drafts of one author and the questions of the study."""

    def __init__(self, workspace: Workspace, author: str) -> None:
        self._author = author
        self._box = DraftBox(workspace.golden_drafts, author)
        self._file = GoldenFile(workspace.golden)

    def __enter__(self) -> Self:
        self._box.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._box.__exit__(kind, error, traceback)

    def overview(self) -> Overview:
        """Drafts and questions as they are on disk now.

        Raises:
            InputError: a line of `golden.jsonl` is malformed.
        """
        questions = self._file.all()
        saved = {one.id: one for one in questions}
        for draft in self._box.drafts:
            # The process died between the two writes: its question is saved, the draft is left.
            there = saved.get(draft.id)
            if there is not None and there != draft.opened and text_of(there) == draft.text:
                self._box.drop(draft.id)
        return Overview(drafts=self._box.drafts, questions=questions)

    def new(self) -> Draft:
        """An empty draft with an id that nothing has; it is on disk once something is written."""
        questions, drafts = self._file.all(), self._box.drafts
        taken = {one.id for one in questions} | {one.id for one in drafts}
        prefix = slug(self._author.casefold()).replace(" ", "-")
        number = next(n for n in range(1, len(taken) + 2) if f"{prefix}-{n}" not in taken)
        return Draft(id=f"{prefix}-{number}", text=EMPTY, opened=None, at=now())

    def opened(self, id_: str) -> Draft:
        """The draft of a question: the one that is there, or one as the question is."""
        for draft in self._box.drafts:
            if draft.id == id_:
                return draft
        question = next((one for one in self._file.all() if one.id == id_), None)
        if question is None:
            raise InputError(f"The question {id_!r} is not there any more; somebody deleted it.")
        return Draft(id=id_, text=text_of(question), opened=question, at=now())

    def keep(self, draft: Draft) -> None:
        """Put a draft on disk; `StoreError` where the disk refuses."""
        self._box.keep(draft)

    def drop(self, id_: str) -> None:
        """Throw a draft away."""
        self._box.drop(id_)

    def save(self, draft: Draft) -> str:
        """Put a finished question into `golden.jsonl`, then drop its draft; gives its id.

        Raises:
            ChangedMeanwhileError: somebody changed it since it was opened. The draft is kept, now
                over theirs: saving once more replaces it, and theirs stays in the history.
            InputError: `golden.jsonl` is malformed.
            StoreError: the disk refuses; the draft is kept.
        """
        self._box.keep(draft)
        if draft.opened is None:
            id_ = self._add(draft)
        else:
            id_ = draft.id
            after = changes.edited(draft.opened, draft.text, by=self._author, at=now())
            try:
                self._file.replace(draft.opened, after)
            except ChangedMeanwhileError as error:
                self._box.keep(replace(draft, opened=error.now))
                raise
        self._box.drop(draft.id)
        return id_

    def change(self, question: GoldenQuestion, rule: Rule) -> GoldenQuestion:
        """Retire, restore or undo; gives the question as it is now.

        Raises:
            ChangedMeanwhileError: somebody changed it since it was listed; nothing was changed.
        """
        after = rule(question, by=self._author, at=now())
        if after != question:
            self._file.replace(question, after)
        return after

    def _add(self, draft: Draft) -> str:
        """Under the draft's id, or the next one that is free: another author may have taken it."""
        question = changes.written(draft.id, draft.text, by=self._author, at=now())
        if any(one.id == draft.id for one in self._file.all()):
            question = changes.written(self.new().id, draft.text, by=self._author, at=now())
        self._file.add(question)
        return question.id


def retire_or_restore(question: GoldenQuestion, *, by: str, at: str) -> GoldenQuestion:
    """Retire it; a retired one is restored."""
    rule = changes.restored if question.status is Status.RETIRED else changes.retired
    return rule(question, by=by, at=at)


class Desk(StoreThread[Books]):
    """The books on a thread of their own."""

    def __init__(self, workspace: Workspace, author: str) -> None:
        super().__init__(lambda: Books(workspace, author).__enter__())
        self._latest: Draft | None = None

    async def keep(self, draft: Draft) -> bool:
        """Put the latest state of a draft on disk.

        While one is being written others may come; of those only the last is written. What was
        asked for is written also where the app is left meanwhile.

        Returns:
            Whether what is on disk now is the state that was given.
        """
        self._latest = draft
        await self.call(self._write_latest)
        return self._latest is None

    def _write_latest(self, books: Books) -> None:
        draft, self._latest = self._latest, None
        if draft is not None:
            books.keep(draft)

    async def save(self, draft: Draft) -> str:
        """Save it, and give its id; nothing that was waiting to be kept comes after it."""
        self._latest = None
        return await self.call(lambda books: books.save(draft))

    async def drop(self, id_: str) -> None:
        """Throw a draft away; nothing that was waiting to be kept brings it back."""
        self._latest = None
        await self.call(lambda books: books.drop(id_))
