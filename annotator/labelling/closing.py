"""What is shown when every item has a label."""

from collections.abc import Mapping

from textual.content import Content
from textual.widgets import Static

from annotator.labelling.key_names import key_text
from annotator.labelling.progress import Progress
from corpus.visible import visible


class Closing(Static):
    """What is done, and what now. Counts only."""

    def __init__(self, keymap: Mapping[str, str]) -> None:
        super().__init__(id="closing")
        self._undo = key_text(keymap["undo"])
        self._quit = key_text(keymap["quit"])

    def show(self, progress: Progress) -> None:
        """Say how many are done."""
        items = "The one item is" if progress.total == 1 else f"All {progress.total:,} items are"
        self.update(
            Content.assemble(
                (f"{items} labelled. Thank you.", "bold"),
                f"\n\n{progress.at_best()}.",
                "\n\nEvery label is stored; nothing is left to save.\n\n",
                (f" {self._undo} ", "bold reverse"),
                "  takes back the last label, if you want to change it\n",
                (f" {self._quit} ", "bold reverse"),
                "  quits\n\n",
                "Tell whoever set this up to run:  ",
                (visible(progress.afterwards), "bold"),
            )
        )
