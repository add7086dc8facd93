"""How many labels are needed, in which strata, and what those given so far already say."""
