"""`heliopolis completion`: what a shell needs to complete commands, games, editions, bots and files."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from heliopolis.cli.options import examples

SHELLS = ("bash", "zsh", "fish")


@click.command(
    epilog=examples(
        "heliopolis completion bash >> ~/.bashrc",
        "heliopolis completion zsh >> ~/.zshrc",
        "heliopolis completion fish > ~/.config/fish/completions/heliopolis.fish",
    )
)
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script that lets SHELL (bash, zsh, fish) complete this command."""
    found = get_completion_class(shell)
    assert found is not None, "Click knows all of SHELLS"
    root = click.get_current_context().find_root().command
    complete = found(root, {}, "heliopolis", "_HELIOPOLIS_COMPLETE")
    click.echo(complete.source_template % complete.source_vars())
