"""One browser tab: the authoring app in a process of its own, for one author and no other.

Started by the server as `python -m annotator.authoring.seat STUDY AUTHOR`; Textual's web driver
speaks for it. The name comes from the link, never from the browser.
"""

import sys
from pathlib import Path

from annotator.authoring import session
from annotator.serving.tab import work_in_tab
from corpus.workspace import Workspace


def main() -> None:
    """Write until the tab is closed or the person quits."""
    study, author = sys.argv[1:]
    work_in_tab(lambda: session.write(Workspace(Path(study)), author))


if __name__ == "__main__":
    main()
