from collections.abc import Iterable

class Stemmer:
    def __init__(self, algorithm: str) -> None: ...
    def stemWords(self, words: Iterable[str]) -> list[str]: ...  # noqa: N802
