"""The command `pi-companion`: arguments in, a table or JSON lines out, an exit status."""

from pi_companion.cli.main import main

__all__ = ["main"]
