"""An option that is given says something.

`--run "$RUN"` with nothing in RUN hands on an empty text, which reads like an option that was left
out: figures of everything where figures of one run were asked for. So it is refused, for every
option of every command. One whose default is the empty text means by it what it says.
"""

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Filled(click.ParamType[Any]):
    """A text or a path, and not the empty one."""

    def __init__(self, inner: click.ParamType[Any]) -> None:
        self._inner = inner
        self.name = inner.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """As the type within has it; a usage error where there is nothing."""
        if value == "":
            is_needed = param is not None and param.required
            otherwise = "" if is_needed else ", or leave the option out"
            self.fail(f"It is empty; give a value{otherwise}.", param, ctx)
        return self._inner.convert(value, param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """That of the type within."""
        return self._inner.get_metavar(param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        """That of the type within."""
        return self._inner.shell_complete(ctx, param, incomplete)


def refuse_empty_options(command: click.Command) -> None:
    """Have a command, and all commands of a group, refuse options that are given and empty."""
    for param in command.params:
        texts = isinstance(param.type, click.Path | click.types.StringParamType)
        if isinstance(param, click.Option) and texts and param.default != "":
            param.type = Filled(param.type)
    if isinstance(command, click.Group):
        for one in command.commands.values():
            refuse_empty_options(one)
