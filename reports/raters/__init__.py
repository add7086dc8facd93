"""Agreement among two or more raters on any scale of categories, with gaps; no sample design."""
