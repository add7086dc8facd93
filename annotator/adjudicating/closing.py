"""What is shown when nothing is left to decide."""

from collections.abc import Mapping

from textual.content import Content
from textual.widgets import Static

from annotator.adjudicating.progress import Progress
from annotator.labelling.key_names import key_text


class Closing(Static):
    """What is done, and what now. Counts only."""

    def __init__(self, keymap: Mapping[str, str]) -> None:
        super().__init__(id="closing")
        self._undo = key_text(keymap["undo"])
        self._quit = key_text(keymap["quit"])

    def show(self, progress: Progress) -> None:
        """Say how many are done."""
        if progress.total == 1:
            done = "The one open item is decided."
        elif progress.total:
            done = f"All {progress.total:,} open items are decided."
        else:
            done = "Labels were changed, and leave nothing open any more."
        self.update(
            Content.assemble(
                (f"{done} Thank you.", "bold"),
                "\n\nEvery decision is stored; nothing is left to save.\n\n",
                (f" {self._undo} ", "bold reverse"),
                "  takes back your last decision, if you want to change it\n",
                (f" {self._quit} ", "bold reverse"),
                "  quits\n\n",
                "The report counts the decisions:  ",
                ("crosssource report", "bold"),
            )
        )
