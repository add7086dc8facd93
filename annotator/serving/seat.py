"""One browser tab: the labelling app in a process of its own, for one annotator and no other.

Started by the server as `python -m annotator.serving.seat STUDY SAMPLE ANNOTATOR`; Textual's web
driver speaks for it. The name comes from the link, never from the browser.
"""

import sys
from pathlib import Path

from annotator.labelling import session
from annotator.serving.tab import work_in_tab
from corpus.workspace import Workspace


def main() -> None:
    """Label until the tab is closed or the person quits."""
    study, sample, annotator = sys.argv[1:]
    work_in_tab(lambda: session.label(Workspace(Path(study)), sample, annotator))


if __name__ == "__main__":
    main()
