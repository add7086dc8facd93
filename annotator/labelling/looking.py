"""Looking closer at an item: passages next door, the search, the evidence, the claim's words."""

from collections.abc import Awaitable, Callable
from functools import partial

from textual import getters, on

from annotator.labelling.desk import Desk, Turn
from annotator.labelling.item_view import ItemView
from annotator.labelling.steps import Step
from annotator.labelling.storing import StoringScreen
from annotator.labelling.study_corpus import StudyCorpus
from annotator.widgets.selecting import Selecting
from annotator.widgets.wrapping import Look, Span
from corpus.errors import InputError, StoreError
from labels.blind import BlindItem
from labels.outcome import Choice
from labels.store.queue import Decision

Work = Callable[[], Awaitable[Turn]]


class LookingScreen(StoringScreen[Turn]):
    """The part of the labelling screen that decides nothing by itself."""

    item_view = getters.query_one(ItemView)

    _desk: Desk
    _corpus: StudyCorpus
    _found: str
    """The id of a passage that was found and waits for its category."""
    _highlighted: set[str]
    """The items on which the claim's words were highlighted at any moment."""

    def _label(self, decision: Decision, note: str = "") -> None:
        raise NotImplementedError

    def _keep(self, work: Work, said: str = "", *, stays: bool = False) -> None:
        """Store a change, then show what comes of it.

        Args:
            work: makes the change.
            said: what is told once it is stored.
            stays: the item stays on the screen, and its time runs on.
        """
        raise NotImplementedError

    def action_context(self) -> None:
        """The passages next door, or the cited one alone again."""
        self.message.say("")
        if self.item_view.passage.around is not None:
            self.item_view.passage.show_around(None)
        elif (item := self._turn.item) is not None:
            self.run_worker(self._show_context(item), group="context", exclusive=True)

    async def _show_context(self, item: BlindItem) -> None:
        from annotator.labelling.background import in_background

        try:
            around = await in_background(partial(self._corpus.around, item.cited))
        except (InputError, StoreError) as error:
            self.message.say(str(error))
            return
        if self._turn.item is not None and self._turn.item.id == item.id:
            self.item_view.passage.show_around(around)

    def action_highlight(self) -> None:
        """Highlight the claim's words in the passage, or no longer."""
        panel = self.item_view.passage
        panel.highlight(not panel.highlights)
        self._remember_highlight()
        words = "are highlighted; your label says so" if panel.highlights else "are plain again"
        self.message.say(f"The claim’s words {words}.")

    def _remember_highlight(self) -> None:
        if self._turn.item is not None and self.item_view.passage.highlights:
            self._highlighted.add(self._turn.item.id)

    def action_search(self) -> None:
        """Look for the passage that supports the claim."""
        if (item := self._turn.item) is None:
            return
        if (why := self._corpus.absent) is not None:
            self.message.say(why)
            return
        from annotator.labelling.search import Found, SearchScreen

        def answered(found: Found | None) -> None:
            if found is not None and found.category is not None:
                category, passage_id = found.category, found.passage_id
                decision = Decision(choice=Choice.UNSUPPORTED, category=category, found=passage_id)
                self._label(decision)
            elif found is not None:
                self._found = found.passage_id
                self._enter(Step.CATEGORY)
                self.message.say(
                    f"Found in {found.passage_id}. The corpus does not know the cited document: "
                    "is it the same one?"
                )

        self.app.push_screen(SearchScreen(item, self._corpus, self._keymap), answered)

    def action_evidence(self) -> None:
        """Mark what of the passage decides the item."""
        self._mark(None)

    @on(Selecting.Selected, "#passage")
    def mark_dragged(self, event: Selecting.Selected) -> None:
        """The mouse was dragged over the cited passage: it is marked once that is confirmed."""
        panel = self.item_view.passage
        panel.mark(Look.CURSOR, [])
        is_open = self.check_action("evidence", ())
        if event.start < event.end and is_open and panel.around is None:
            self._mark((event.start, event.end))

    def _mark(self, dragged: Span | None) -> None:
        if (item := self._turn.item) is None:
            return
        from annotator.labelling.marking import MarkingScreen

        def answered(span: Span | None) -> None:
            if span is not None:
                said = "Marked; stored." if span[0] < span[1] else "The mark is taken away."
                self._keep(partial(self._desk.mark, item.id, *span), said, stays=True)

        words = self.item_view.passage.words
        screen = MarkingScreen(
            item, self._turn.evidence, self._keymap, dragged=dragged, words=words
        )
        self.app.push_screen(screen, answered)
