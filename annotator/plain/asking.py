"""Asking for an answer until there is one: an outcome, its kind, or what else can be done."""

from collections.abc import Mapping

from textual.binding import Binding

from annotator.labelling import keys
from annotator.labelling.key_names import key_text
from annotator.plain import answers, words
from annotator.plain.console import Console
from labels.outcome import Category, Choice, HarnessBug
from labels.store.queue import Decision

_ITEM = (*keys.OUTCOMES, *words.COMMANDS)


class Asking:
    """The prompts; a slip is asked again, or ends the command where a pipe made it."""

    def __init__(self, console: Console, keymap: Mapping[str, str]) -> None:
        """Ask on that console.

        Args:
            keymap: the key of every action.
        """
        self._console = console
        self._keymap = keymap
        self._typed = answers.at_item(keymap)
        self._is_told = False
        """Whether all answers have been listed; from then on the prompt is short."""

    def at_item(self) -> tuple[str, ...] | None:
        """What is said of an item: an action, with a second one where both were typed at once.

        None where it was a slip.

        Raises:
            InputError: a line of a pipe is no answer.
            EndOfInputError: there is none.
        """
        line = self._console.ask(self._prompt())
        found = answers.found(self._typed, line)
        if found is None and (line or self._console.is_terminal):
            self._console.refuse(line, answers.prompt(_ITEM, self._keymap))
            self._is_told = False
        return found

    def one_of(
        self, question: str, bindings: tuple[Binding, ...], *, explains: bool = False
    ) -> str:
        """The action of one of the bindings; asked until one is named.

        Args:
            question: what is asked.
            bindings: the answers.
            explains: whether help can be asked for: what each of the answers means.
        """
        offered = (*bindings, keys.HELP) if explains else bindings
        typed = answers.one_of(offered, self._keymap)
        listed = answers.prompt(offered, self._keymap)
        while True:
            line = self._console.ask(f"{question} {listed}:")
            actions = answers.found(typed, line)
            if explains and actions == (keys.HELP.id,):
                self._console.tell("\n".join(answers.meanings(bindings, self._keymap)))
            elif actions is not None:
                return actions[0]
            elif line or self._console.is_terminal:
                self._console.refuse(line, listed)

    def decision(self, choice: Choice, kind: str = "") -> Decision | None:
        """The whole of a decision; its kind is asked for where it needs one. None: went back."""
        if choice is Choice.UNSUPPORTED:
            kind = kind or self.one_of(
                "Unsupported. Where is the support?",
                (*keys.CATEGORIES, words.BACK),
                explains=True,
            )
            category = None if kind == words.BACK.id else Category(kind)
            return Decision(choice=choice, category=category) if category else None
        if choice is Choice.HARNESS_BUG:
            kind = kind or self.one_of(
                "Harness bug. What is broken?", (*keys.BUGS, words.BACK), explains=True
            )
            bug = None if kind == words.BACK.id else HarnessBug(kind)
            return Decision(choice=choice, bug=bug) if bug else None
        return Decision(choice=choice)

    def _prompt(self) -> str:
        if self._is_told:
            outcomes = ", ".join(key_text(self._keymap[b.id or ""]) for b in keys.OUTCOMES)
            return f"Does the passage support the claim? {outcomes}, or help:"
        self._is_told = True
        return f"{words.QUESTION} {answers.prompt(_ITEM, self._keymap)}:"
