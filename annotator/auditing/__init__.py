"""Going through the audit's findings, with the whole packet of each: unblinded."""
