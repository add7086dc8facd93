"""What can be typed at a prompt: a key, its name, or the name of the answer.

The keys and the words are those of the labelling app (`annotator.labelling.keys`), so that help,
settings and habits are the same in both.
"""

from collections.abc import Iterable, Mapping

from textual.binding import Binding

from annotator.labelling import keys
from annotator.labelling.key_names import key_text
from labels.outcome import Choice

Typed = Mapping[str, tuple[str, ...]]
"""What is typed, and the actions that it stands for: one, or a question's and its answer's."""

_FURTHER: Mapping[str, tuple[Binding, ...]] = {
    Choice.UNSUPPORTED: keys.CATEGORIES,
    Choice.HARNESS_BUG: keys.BUGS,
}


def at_item(keymap: Mapping[str, str]) -> Typed:
    """Everything that can be said at an item; `3p` and `3 p` answer two questions at once."""
    besides = (binding for binding in keys.COMMANDS if binding not in keys.LOOKING)
    typed = dict(one_of((*keys.OUTCOMES, *besides, keys.CONFIRM, keys.TUTORIAL), keymap))
    for first, answers in _FURTHER.items():
        for word, (second,) in one_of(answers, keymap).items():
            for key in _keys(keymap[first]):
                typed.setdefault(f"{key} {word}", (first, second))
                typed.setdefault(f"{key}{word}", (first, second))
    return typed


def one_of(bindings: Iterable[Binding], keymap: Mapping[str, str]) -> Typed:
    """What can be typed for each of the actions: its keys, its name, its words."""
    typed: dict[str, tuple[str, ...]] = {}
    for binding in bindings:
        action = binding.id or ""
        for word in (*_keys(keymap[action]), action.replace("_", " "), binding.description):
            typed.setdefault(word, (action,))
    return typed


def found(typed: Typed, line: str) -> tuple[str, ...] | None:
    """The actions that a line stands for; capitals count only where they part two keys."""
    words = " ".join(line.split())
    if words in typed:
        return typed[words]
    folded = words.casefold().rstrip(".").replace("_", " ")
    return next((actions for word, actions in typed.items() if word.casefold() == folded), None)


def prompt(bindings: Iterable[Binding], keymap: Mapping[str, str]) -> str:
    """`1 supported, 2 partial, …`: the answers in a line."""
    pairs = ((_spoken(keymap[b.id or ""]), b.description.lower()) for b in bindings)
    return ", ".join(name if key == name else f"{key} {name}" for key, name in pairs)


def meanings(bindings: Iterable[Binding], keymap: Mapping[str, str]) -> list[str]:
    """A line for each action: key, name, what it does."""
    return [
        f"{_spoken(keymap[binding.id or ''])}: {binding.description}. {_sentence(binding.tooltip)}"
        for binding in bindings
    ]


def _keys(keys_of_action: str) -> list[str]:
    return [key_text(key) for key in keys_of_action.split(",")]


def _spoken(keys_of_action: str) -> str:
    return " or ".join(_keys(keys_of_action))


def _sentence(words: str) -> str:
    ended = words if words.endswith((".", "?")) else f"{words}."
    return ended[:1].upper() + ended[1:]
